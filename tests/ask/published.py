"""Published figures and how they agree, and the readings that a document leaves open."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path

from feltworks.odds.claims import FIGURES, ClaimError, agreement, check_claims
from feltworks.odds.readings import MONEY_SECTIONS, has_readings, open_options, readings

__all__ = [
    "FIGURE_NAMES",
    "MONEY_SECTIONS",
    "ClaimError",
    "Printed",
    "Reading",
    "agreement",
    "every_reading",
    "has_readings",
    "open_options",
    "printed_figures",
]

FIGURE_NAMES = frozenset(FIGURES)
"""The figures that a rules file may print, beside counts and cells of tables."""


@dataclass(frozen=True)
class Printed:
    """One published figure beside the computed one, and how they agree."""

    wager: str
    source: str
    options: Mapping[str, str]
    figure: str
    published: str
    computed: Fraction
    agreement: str
    explanation: str | None
    note: str | None
    is_open: bool
    """Whether the figure differs without an explanation."""


@dataclass(frozen=True)
class Reading:
    """One choice for every option that a document leaves open, and each wager's edge under it."""

    options: Mapping[str, str]
    edges: Mapping[str, Fraction]
    is_default: bool
    favours_player: tuple[str, ...]


def printed_figures(game_or_path: str | Path) -> list[Printed]:
    """Compare every figure that a rules file publishes, in the file's order."""
    names = Printed.__dataclass_fields__
    return [
        Printed(**{name: getattr(each, name) for name in names})
        for each in check_claims(game_or_path)
    ]


def every_reading(game_or_path: str | Path) -> list[Reading]:
    """Count every wager under every reading, the default first."""
    names = Reading.__dataclass_fields__
    return [
        Reading(**{name: getattr(each, name) for name in names}) for each in readings(game_or_path)
    ]
