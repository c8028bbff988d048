"""The odds of a game under each reading of the rules that its document leaves open. An option is
open if the file says that its default is our reading, or offers a value for analysis only; it
counts here if it changes how a wager is settled, what a table pays, or which hand beats which.
Every combination of such values is one reading."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from math import prod
from pathlib import Path

from feltworks.odds.analyse import analyse
from feltworks.odds.progress import Progress, silent
from feltworks.rules.loader import load
from feltworks.rules.schema import Rules
from feltworks.rules.schema.options import Option

MONEY_SECTIONS = ("settle", "pays", "contests", "hands", "rankings")
MOST_READINGS = 64
"""With more combinations only one option is changed at a time."""


@dataclass(frozen=True, slots=True)
class WeighedReading:
    """One choice for every open option, and the house edge of each wager under it."""

    options: Mapping[str, str]
    edges: Mapping[str, Fraction]
    is_default: bool

    @property
    def favours_player(self) -> tuple[str, ...]:
        """The wagers on which the player has the edge."""
        return tuple(wager for wager, edge in self.edges.items() if edge < 0)


def open_options(rules: Rules) -> dict[str, tuple[str, ...]]:
    """The open options that affect money, each with its values."""
    return {
        id_: tuple(option.values)
        for id_, option in rules.options.items()
        if _is_open(option) and _bears_on_money(option)
    }


def has_readings(rules: Rules) -> bool:
    """Whether a verification should show them: no figures are published and an option is open."""
    return not rules.published and bool(open_options(rules))


def readings(game_or_path: str | Path, progress: Progress = silent) -> Iterator[WeighedReading]:
    """The edges of every wager under every reading, the default first."""
    rules = load(game_or_path)
    options = open_options(rules)
    default = {id_: rules.options[id_].default for id_ in options}
    for chosen in _choices(options, default):
        analysis = analyse(load(game_or_path, chosen), progress=progress)
        edges = {wager: odds.house_edge for wager, odds in analysis.wagers.items()}
        yield WeighedReading(chosen, edges, chosen == default)


def _choices(
    options: Mapping[str, tuple[str, ...]], default: Mapping[str, str]
) -> list[dict[str, str]]:
    """Every combination, defaults first; if there are too many, one option changed at a time."""
    orders = [
        (default[id_], *(value for value in values if value != default[id_]))
        for id_, values in options.items()
    ]
    if prod(map(len, orders)) <= MOST_READINGS:
        return [dict(zip(options, values, strict=True)) for values in product(*orders)]
    moved = (
        {**default, id_: value}
        for id_, order in zip(options, orders, strict=True)
        for value in order[1:]
    )
    return [dict(default), *moved]


def _is_open(option: Option) -> bool:
    return option.ours is not None or any(value.analysis_only for value in option.values.values())


def _bears_on_money(option: Option) -> bool:
    keys = [key for value in option.values.values() for key in value.sets]
    return any(key.split(".")[0] in MONEY_SECTIONS for key in keys)
