"""Simulations: whole numbers that were counted, and the sums and squares behind each mean."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

import feltworks

LEFT_OUT = {
    "chi_square",
    "difference",
    "exact",
    "exact_mean_without_jackpot",
    "hold",
    "label",
    "sampled",
    "seed",
    "standard_error",
    "standard_errors_off",
}
"""What follows from the other figures or from the exact odds, or was asked."""

PARTS = 40_000
"""Every amount is a whole number of these parts of a unit or a dollar: squares of half a cent."""
NEARLY = 1e-3
ROUNDING = 1e-12
"""How far figures may lie apart, of their size, that follow from the same whole numbers."""


def simulate(
    source: str, rounds: int, options: Mapping[str, str] | None = None, **settings: Any
) -> dict[str, Any]:
    """Deal a game and return what was counted; a mean becomes its sum and its sum of squares.

    `source` is a game's id or the path of a rules file, `settings` are those of
    `feltworks.Game.simulate`.
    """
    game = feltworks.load(source, **(options or {}))
    figures = game.simulate(rounds, threads=1, **settings).to_dict()
    dealt = figures["rounds"]
    return _counted(figures, dealt)


def _counted(figures: Any, rounds: int) -> Any:
    """The figures of this many rounds without means, deviations and shares."""
    if isinstance(figures, list | tuple):
        return [_counted(each, rounds) for each in figures]
    if isinstance(figures, float):
        return _whole(figures)
    if not isinstance(figures, dict):
        return figures
    kept = {name: value for name, value in figures.items() if name not in LEFT_OUT}
    if "share" in kept:
        rounds = kept["rounds"] = round(kept.pop("share") * rounds)
    if "wager" in kept and "outcomes" in kept:
        # A side wager is counted over all seats that play it.
        rounds = sum(row["count"] for row in kept["outcomes"])
    if "mean" in kept and "standard_deviation" in kept:
        mean, deviation = kept.pop("mean"), kept.pop("standard_deviation")
        kept["sum"] = mean * rounds
        kept["squares"] = (deviation**2 + mean**2) * rounds
    if "staked" in kept:
        kept["staked"] *= rounds
    return {
        name: _counted(value, rounds)
        for name, value in kept.items()
        if not name.startswith("exact_")
    }


def _whole(value: float) -> str | dict[str, float]:
    """The exact amount that a float stands for; if it stands for none, the float with a bound."""
    parts = value * PARTS
    if abs(parts - round(parts)) < NEARLY:
        return str(Fraction(round(parts), PARTS))
    return {"about": value, "within": ROUNDING * max(1.0, abs(value))}
