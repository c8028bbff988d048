"""Readings: what a file says where its document leaves something open or says it in two ways.

There are two kinds. An option may be marked as a reading: the house chooses a value, and the
document states none of them in full, not even the default. Everything else in a file may carry a
text under `ours`: an interpretation of the project's own that no option changes. Only readings in
force count: one about a wager that the table does not offer decides nothing. For approved files the
edge of the main game is shown with them, from a list that was counted beforehand, so that opening a
table does not wait for a count.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from fractions import Fraction
from functools import cache
from pathlib import Path

from feltworks.rules.approved import verdict_on
from feltworks.rules.catalogue import GAMES_DIR, locate
from feltworks.rules.identity import plain_rules
from feltworks.rules.keypath import KeyPathError, find
from feltworks.rules.loader import Loaded, read
from feltworks.rules.schema import Rules
from feltworks.rules.schema.options import Option
from feltworks.rules.schema.part import parts_of


@dataclass(frozen=True, slots=True)
class Reading:
    """An option that is a reading of the document, and its value at the table."""

    option: str
    value: str
    says: str
    why: str

    def __str__(self) -> str:
        return f"{self.option} = {self.value}"

    def as_json(self) -> dict[str, str]:
        return asdict(self)


@dataclass(frozen=True, slots=True)
class OwnReading:
    """An interpretation of the project's own that is not an option: where it is, and what it is."""

    key: str
    says: str

    def __str__(self) -> str:
        return f"{self.key}: {self.says}"

    def as_json(self) -> dict[str, str]:
        return asdict(self)


def own_readings_of(loaded: Loaded) -> tuple[OwnReading, ...]:
    """The interpretations in force that no option changes, with the options chosen.

    Of an approved file of an earlier version, its game's present file says which they are; what
    is a reading that can be chosen there, and was none in the earlier file, is one of them.
    """
    rules = told = loaded.rules
    if verdict_on(loaded).status == "approved":
        told = _present(locate(loaded.written.game.id)).written
    written = [
        OwnReading(key, part.ours)
        for key, part in parts_of(told)
        if part.ours and _is_played(rules, key)
    ]
    return (*written, *_without_a_choice(rules, told))


def _without_a_choice(rules: Rules, told: Rules) -> Iterator[OwnReading]:
    """What rules read in one way, although the present ones offer a choice of it."""
    for id, option in told.options.items():
        if id in rules.options or not option.reading:
            continue
        dealt = plain_rules(rules)
        for key in sorted(_keys(option)):
            try:
                found = find(dealt, key)
            except KeyPathError:
                continue
            if _is_played(rules, key):
                named = (
                    each.says for each in option.values.values() if each.sets.get(key) == found
                )
                yield OwnReading(key, f"{option.says.rstrip('.')}: {next(named, None) or found}.")


def readings_of(loaded: Loaded) -> tuple[Reading, ...]:
    """The readings in force with the options chosen.

    An approved file of an earlier version marks none, so its game's present file says which they
    are.
    """
    return tuple(_readings(loaded, _marked(loaded)))


def _marked(loaded: Loaded) -> frozenset[str]:
    if verdict_on(loaded).status == "approved":
        return _marks_of(locate(loaded.written.game.id))
    return _marks(loaded)


@cache
def _marks_of(path: Path) -> frozenset[str]:
    return _marks(_present(path))


@cache
def _present(path: Path) -> Loaded:
    return read(path)


def _marks(loaded: Loaded) -> frozenset[str]:
    return frozenset(id for id, option in loaded.written.options.items() if option.reading)


def _readings(loaded: Loaded, marked: frozenset[str]) -> Iterator[Reading]:
    rules = loaded.rules
    for id, option in rules.options.items():
        if id in marked and any(_is_played(rules, key) for key in _keys(option)):
            value = loaded.chosen[id]
            named = option.values.get(value)
            meaning = named.says if named is not None else None
            yield Reading(id, value, meaning or option.says, option.ours or "")


def _keys(option: Option) -> set[str]:
    if option.sets is not None:
        return {option.sets}
    return {key for value in option.values.values() for key in value.sets}


def _is_played(rules: Rules, key: str) -> bool:
    """Whether what the key is about is in use at a table with these rules."""
    section, *rest = key.split(".")
    name = rest.pop(0) if rest else ""
    if section == "jackpots":
        jackpot = rules.jackpots[name]
        kept = rest[:1] != ["backups"] or jackpot.backups_kept
        return kept and rules.is_on_layout(jackpot.wager)
    if section in ("settle", "wagers"):
        return rules.is_on_layout(name)
    if section == "pays":
        return any(
            rules.is_on_layout(wager)
            for wager, cells in rules.settle.items()
            if name in cells.tables
        )
    return True


# --- edges ---------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class KnownEdge:
    """The edge of a game's main wagers together, under some of its options."""

    game: str
    options: dict[str, str]
    house_edge: Fraction


@cache
def known_edges() -> tuple[KnownEdge, ...]:
    """Every edge that was counted beforehand."""
    listed = tomllib.loads((GAMES_DIR / "edges.toml").read_text(encoding="utf-8"))
    return tuple(
        KnownEdge(each["game"], each["options"], Fraction(each["house_edge"]))
        for each in listed["edge"]
    )


def known_edge(loaded: Loaded) -> Fraction | None:
    """The edge of the main game with the options chosen; None if it is not known."""
    if verdict_on(loaded).status != "approved":
        return None
    for edge in known_edges():
        if edge.game == loaded.written.game.id and edge.options.items() <= loaded.chosen.items():
            return edge.house_edge
    return None


def edge_and_side(edge: Fraction | float) -> tuple[str, str]:
    """Name an edge, and the side that it favours; its size is then written without a sign."""
    if edge < 0:
        return "edge", "the player"
    return "house edge", "the house" if edge > 0 else "neither side"


def edge_words(edge: Fraction | None) -> str:
    """What an edge means, in words."""
    if edge is None:
        return "house edge of the main game not counted beforehand"
    name, side = edge_and_side(edge)
    return f"{name} of the main game {float(abs(edge)):.4%}, in favour of {side}"
