"""What a table can be expected to win, and within what band: from the exact odds of its wagers.

Mean and variance come from the odds of a round; covariances between wagers of a seat as far as they
can be counted. Seats that share a dealer win and lose together: how much is sampled once, from a
fixed seed. All of it is kept on disk beside the counts, so that a month is not counted again.
"""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from feltworks.house.activity import StakeSums
from feltworks.odds.errors import OddsRefused
from feltworks.odds.kept import KeptCounts
from feltworks.odds.mechanisms import is_solved
from feltworks.odds.moments import MAIN, round_moments
from feltworks.odds.report import report
from feltworks.odds.walk import Progress, silent
from feltworks.reports.expectation import sampled
from feltworks.rules.checks.mechanisms import players_of
from feltworks.rules.loader import Loaded

KIND = "theory 1"
"""Raised when what is kept on disk changes its meaning."""
SEED, ROUNDS, SHOE_ROUNDS = 1, 400_000, 100_000


@dataclass(frozen=True)
class Line:
    """A figure of a wager that plays for a jackpot: so much, and so much more for each dollar."""

    at_nothing: float
    a_dollar: float

    def at(self, dollars: float) -> float:
        return self.at_nothing + self.a_dollar * dollars


@dataclass(frozen=True)
class TableTheory:
    """Of one game under its options, best play assumed; wagers by id, the unit's for all that a
    round requires. Edges and variances in units of the wager, covariances in the units of both."""

    unit: str
    edges: Mapping[str, float]
    variances: Mapping[str, float]
    covariances: Mapping[tuple[str, str], float]
    not_counted: tuple[tuple[str, str], ...]
    between_seats: float
    """The covariance of the unit wagers of two seats at one table."""
    progressives: Mapping[str, tuple[str, Line]] = field(default_factory=dict)
    """For each wager that plays for a jackpot: which, and its edge by the jackpot's amount."""

    def expected(self, stakes: StakeSums) -> tuple[float, float]:
        """The expected win in cents, and its variance in cents squared.

        A progressive's edge is taken at what was on display for each stake, its variance at what it
        is quoted at.
        """
        mean = variance = 0.0
        for wager, cents in stakes.wagers.items():
            if wager not in self.edges:
                continue
            if wager in self.progressives:
                jackpot, line = self.progressives[wager]
                mean += line.at_nothing * cents
                mean += line.a_dollar * stakes.posted[wager, jackpot] / 100
            else:
                mean += self.edges[wager] * cents
        for (one, other), product in stakes.products.items():
            if one == other:
                variance += self.variances.get(one, 0.0) * product
            else:
                variance += 2 * self.covariances.get((one, other), 0.0) * product
        return mean, variance + self.between_seats * stakes.across[self.unit]

    def as_json(self) -> dict[str, Any]:
        return {
            "unit": self.unit,
            "edges": dict(self.edges),
            "variances": dict(self.variances),
            "covariances": [[*pair, value] for pair, value in self.covariances.items()],
            "not_counted": [list(pair) for pair in self.not_counted],
            "between_seats": self.between_seats,
            "progressives": {
                wager: [jackpot, line.at_nothing, line.a_dollar]
                for wager, (jackpot, line) in self.progressives.items()
            },
        }

    @staticmethod
    def from_json(kept: Mapping[str, Any]) -> TableTheory:
        return TableTheory(
            kept["unit"],
            kept["edges"],
            kept["variances"],
            {(one, other): value for one, other, value in kept["covariances"]},
            tuple((one, other) for one, other in kept["not_counted"]),
            kept["between_seats"],
            {
                wager: (jackpot, Line(nothing, dollar))
                for wager, (jackpot, nothing, dollar) in kept["progressives"].items()
            },
        )


def table_theory(loaded: Loaded, progress: Progress = silent) -> TableTheory | None:
    """The theory of a game; None where players play each other, or nothing can be counted."""
    rules = loaded.rules
    if players_of(rules):
        return None
    keeper = KeptCounts.of_user(loaded.chosen)
    known = None if keeper is None else keeper.find_figures(rules, KIND)
    if known is not None:
        return TableTheory.from_json(known)
    started = time.perf_counter()
    try:
        found = _worked_out(loaded, keeper, progress)
    except OddsRefused:
        return None
    if keeper is not None:
        keeper.add_figures(rules, KIND, found.as_json(), time.perf_counter() - started)
    return found


def _worked_out(loaded: Loaded, keeper: KeptCounts | None, progress: Progress) -> TableTheory:
    found = report(loaded.rules, kept=keeper, progress=progress)
    moments = round_moments(found.rules, found.analysis, progress)
    unit = loaded.rules.unit

    def named(wager: str) -> str:
        return unit if wager == MAIN else wager

    def pair(one: str, other: str) -> tuple[str, str]:
        first, second = sorted((named(one), named(other)))
        return first, second

    counted = {pair(*both): value for both, value in moments.covariances.items()}
    return TableTheory(
        unit,
        {named(wager): -float(value) for wager, value in found.expected_values.items()},
        {named(wager): float(value) for wager, value in moments.variances.items()},
        {both: float(value) for both, value in counted.items() if value is not None},
        tuple(both for both, value in counted.items() if value is None),
        _between_seats(loaded, progress),
        {
            wager: (
                each.jackpot,
                Line(-float(each.value_without_jackpot), -float(each.value_per_dollar)),
            )
            for wager, each in found.progressives.items()
        },
    )


def _between_seats(loaded: Loaded, progress: Progress) -> float:
    """Sampled: what the results of two seats of one round have in common."""
    seats = loaded.rules.table.seats
    if seats < 2:
        return 0.0
    rounds = ROUNDS if is_solved(loaded.rules) else SHOE_ROUNDS
    sheet, _ = sampled(loaded, seats, rounds, SEED, progress)
    alone = sum(Fraction(seat["standard_deviation"]) ** 2 for seat in sheet["seats"])
    together = Fraction(sheet["house"]["standard_deviation"]) ** 2
    return float((together - alone) / (seats * (seats - 1)))
