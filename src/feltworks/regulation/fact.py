"""A dated fact: from when it holds, where it stands written, and how sure we are of it.

Facts of one subject form a list in `state.toml`; the one in force on a day is the latest that had
begun by then. The fact without a date holds before all others.
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any, Literal, TypeVar

from feltworks.errors import FeltworksError

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import date

Confidence = Literal["read", "part", "second-hand", "recall"]
CONFIDENCES: tuple[Confidence, ...] = ("read", "part", "second-hand", "recall")


class RegulationError(FeltworksError):
    """A question the state's rules have no answer to."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Fact:
    """What every dated rule carries; `since` is None for the oldest rule known."""

    since: date | None
    source: str
    confidence: Confidence


F = TypeVar("F", bound=Fact)


def in_force(facts: Sequence[F], on: date) -> F:
    """The fact that holds on that day; facts are listed from the oldest."""
    begun = [fact for fact in facts if fact.since is None or fact.since <= on]
    if not begun:
        first = facts[0].since
        raise RegulationError(f"no rule is known for {on}: the oldest one begins on {first}")
    return begun[-1]


def carried(table: dict[str, Any]) -> dict[str, Any]:
    """The three keys of a `Fact` as they stand in a table of the data file."""
    return {
        "since": table.get("from"),
        "source": table["source"],
        "confidence": table["confidence"],
    }


@cache
def state_book() -> dict[str, Any]:
    """The data file, read once."""
    text = files("feltworks.regulation").joinpath("state.toml").read_text(encoding="utf-8")
    return tomllib.loads(text)
