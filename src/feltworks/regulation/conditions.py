"""The conditions under which the state's letters approved a game, by kind of house."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Literal

from pydantic import TypeAdapter

from feltworks.regulation.limits import RegulationError, state_file

HouseKind = Literal["commercial", "tribal"]
KINDS: tuple[HouseKind, ...] = ("commercial", "tribal")


@dataclass(frozen=True, slots=True)
class Condition:
    """One condition; `letters` are the years of the letters that state it.

    `binds` says who has to fulfil it: for the game's owner's conditions a house needs no document.
    A condition about a `jackpot` applies only if a table plays for one that is kept in that way.
    """

    id: str
    says: str
    letters: tuple[int, ...]
    houses: tuple[HouseKind, ...]
    binds: Literal["house", "owner"] = "house"
    jackpot: Literal["manual", "meter", "fees"] | None = None


def conditions(kind: HouseKind, letter: int) -> tuple[Condition, ...]:
    """What a house of that kind must have on file for a game approved in that year's letter."""
    known = all_conditions()
    years = sorted({year for condition in known for year in condition.letters})
    if letter not in years:
        raise RegulationError(
            f"no approval letter of {letter} is known: there are letters of "
            f"{' and '.join(map(str, years))}"
        )
    if kind not in KINDS:
        raise RegulationError(f"a house is {' or '.join(KINDS)}, not {kind!r}")
    return tuple(c for c in known if kind in c.houses and letter in c.letters)


@cache
def all_conditions() -> tuple[Condition, ...]:
    read = TypeAdapter(Condition).validate_python
    return tuple(read({"id": id, **table}) for id, table in state_file()["conditions"].items())
