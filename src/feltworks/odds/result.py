"""The result of an analysis: exact counts, and every figure that follows from them."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, Protocol

from feltworks.rules.settlement import Payment


@dataclass(frozen=True, slots=True)
class Outcome:
    """One row: how it ends, its net pay in units, and in how many deals.

    `share` is the part of a jackpot paid on top of `net`; its worth depends on the jackpot's
    amount. `staked` is the money on the felt when it is settled, in units, averaged if several ways
    of ending share the row. `kept` is the part of the stake that the house keeps, even if a prize
    is paid as well; None if only `net` is known.
    """

    id: str
    net: Fraction
    combinations: int
    staked: Fraction = Fraction(1)
    share: Fraction = Fraction(0)
    kept: Fraction | None = None


class OutcomeRows:
    """Deals gathered into outcomes: those with one name and one net result are one row.

    `wagers` are those that are paid together, if there are several.
    """

    def __init__(self, wagers: Iterable[str] = ()) -> None:
        self._deals: dict[tuple[str, Fraction], int] = {}
        self._staked: dict[tuple[str, Fraction], Fraction] = {}
        self._won = dict.fromkeys(wagers, Fraction(0))

    def add(self, name: str, net: Fraction, deals: int, staked: Fraction = Fraction(1)) -> None:
        row = (name, net)
        self._deals[row] = self._deals.get(row, 0) + deals
        self._staked[row] = self._staked.get(row, Fraction(0)) + deals * staked

    def add_paid(
        self, name: str, paid: Mapping[str, Payment], stakes: Mapping[str, Fraction], deals: int
    ) -> None:
        """Add deals in which wagers of these sizes are paid these amounts together."""
        nets = {wager: stakes[wager] * payment.odds for wager, payment in paid.items()}
        staked = sum(stakes.values(), Fraction(0))
        self.add(name, sum(nets.values(), Fraction(0)), deals, staked)
        for wager, net in nets.items():
            self._won[wager] += deals * net

    @property
    def parts(self) -> dict[str, Fraction]:
        """Each wager's own expected value, in units."""
        deals = sum(self._deals.values())
        return {wager: won / deals for wager, won in self._won.items()}

    @property
    def in_order(self) -> tuple[Outcome, ...]:
        """The rows in the order they were added."""
        return tuple(
            Outcome(*row, deals, self._staked[row] / deals) for row, deals in self._deals.items()
        )

    @property
    def best_first(self) -> tuple[Outcome, ...]:
        return tuple(sorted(self.in_order, key=lambda row: -row.net))


@dataclass(frozen=True, slots=True)
class PlayedTogether:
    """A side wager that folding forfeits, with the required wagers, all under the best joint play.

    `outcomes` are those of all wagers, net in units of the required ones; `required_alone` is what
    these are worth without the side wager, which is `size` units large.
    """

    size: Fraction
    required_alone: Fraction
    outcomes: tuple[Outcome, ...]

    def added(self, row: Outcome) -> Fraction:
        """The result of a row beyond the required wagers alone, in units of the side wager."""
        return (row.net - self.required_alone) / self.size

    @property
    def expected_value(self) -> Fraction:
        """What the side wager adds, in units of it: the mean of `added` over the rows."""
        total = sum(row.combinations for row in self.outcomes)
        worth = sum((row.combinations * self.added(row) for row in self.outcomes), Fraction(0))
        return worth / total


@dataclass(frozen=True, repr=False)
class WagerOdds:
    """The odds of one wager, or of all required wagers together."""

    unit: str
    outcomes: tuple[Outcome, ...]
    parts: Mapping[str, Fraction] = field(default_factory=dict)
    indifferent_deals: Mapping[str, int] = field(default_factory=dict)
    jackpot_units: Fraction = Fraction(0)
    """The jackpot's amount in units, for outcomes that pay a share of it."""
    together: PlayedTogether | None = None
    """For a wager that folding forfeits: how it is played with the required ones."""

    def __repr__(self) -> str:
        edge, rows = float(self.house_edge), len(self.outcomes)
        return f"<WagerOdds: house edge {edge:.4%} of the {self.unit}, {rows} outcomes>"

    @property
    def combinations(self) -> int:
        return sum(row.combinations for row in self.outcomes)

    def net(self, row: Outcome) -> Fraction:
        return row.net + row.share * self.jackpot_units

    def _mean(self, values: list[Fraction]) -> Fraction:
        weighted = sum(
            (row.combinations * value for row, value in zip(self.outcomes, values, strict=True)),
            Fraction(0),
        )
        return weighted / self.combinations

    @property
    def expected_value(self) -> Fraction:
        if self.together is not None:
            return self.together.expected_value
        return self.own_expected_value

    @property
    def own_expected_value(self) -> Fraction:
        """The mean of the rows themselves."""
        return self._mean([self.net(row) for row in self.outcomes])

    @property
    def mean_without_jackpot(self) -> Fraction:
        """What a unit is worth without shares of a jackpot."""
        return self._mean([row.net for row in self.outcomes])

    @property
    def house_edge(self) -> Fraction:
        return -self.expected_value

    @property
    def average_wager(self) -> Fraction:
        return self._mean([row.staked for row in self.outcomes])

    @property
    def element_of_risk(self) -> Fraction:
        return self.house_edge / self.average_wager

    @property
    def hit_frequency(self) -> Fraction:
        return self._mean([Fraction(self.net(row) > 0) for row in self.outcomes])

    @property
    def variance(self) -> Fraction:
        mean = self.own_expected_value
        return self._mean([self.net(row) ** 2 for row in self.outcomes]) - mean**2

    @property
    def standard_deviation(self) -> float:
        return math.sqrt(self.variance)

    @property
    def jackpot_share(self) -> Fraction:
        """How much the expected value rises with each unit in the jackpot."""
        return self._mean([row.share for row in self.outcomes])


class WeighedMain(Protocol):
    """A main wager that is not counted but weighed in float64, under a strategy, on first use."""

    @property
    def expected_value(self) -> float: ...

    @property
    def house_edge(self) -> float: ...

    @property
    def chances(self) -> Mapping[Fraction, float]:
        """The chance of every net result, in units of the first wager."""

    def refuse_unweighed(self) -> None:
        """Raise what the figures would raise on first use."""

    def work_out(self) -> None:
        """Compute now what the odds of a round need."""

    def plain_data(self, unit: str) -> dict[str, Any]:
        """Everything as plain data."""


@dataclass(frozen=True)
class Analysis:
    """Every wager of a game: `main` for the required ones together, side wagers by id."""

    wagers: Mapping[str, WagerOdds]
    indifferent: Mapping[str, str]
    weighed: WeighedMain | None = None
    """The main wager if it is weighed, not counted."""
