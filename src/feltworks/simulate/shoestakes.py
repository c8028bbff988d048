"""What seats at a shoe bet, and what their rounds won at these bets, shoe by shoe.

For every round the kernel gives what one unit won at each seat, the first cards, and the running
count before it. This module applies the amounts, in whole numbers: seats with wagers of their own,
their side wagers, and the first seat's bet by the count.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np

from feltworks.arrays import Int64s
from feltworks.simulate.blackjackshoes import (
    BASE,
    OF_SEAT,
    ROUNDS,
    ROUNDS_BY_SHOE,
    SQUARES,
    VOID,
    WON,
    WON_BY_SHOE,
    RoundLog,
)
from feltworks.simulate.counters import COUNT_BINS, HIGHEST, LOWEST, CardCounter, CounterPlan
from feltworks.simulate.figures import Estimate, estimate, estimate_of
from feltworks.simulate.tally import Tally, whole_dot

HUNDRED = 100
OF_COUNTER = 3
"""Totals of a counter: bets, their squares by shoe, their products with what was won."""


@dataclass(frozen=True)
class ShoeStakes:
    """`first` is what one part of a unit's pay is worth by seat, in parts of `scale` to a unit or a
    dollar; `sides` is what each class of a side wager pays by seat, if pays are money."""

    first: tuple[int, ...]
    sides: Mapping[str, Int64s]
    scale: Fraction
    counter: CardCounter | None = None
    burn: int = 0
    """Cards of a shoe that are burnt unseen before its first round."""

    @property
    def totals(self) -> int:
        counter = OF_COUNTER if self.counter is not None else 0
        return BASE + OF_SEAT * len(self.first) + counter

    def bins(self, nets: int) -> int:
        """How many counts the counter needs: what a unit won, by true count."""
        return COUNT_BINS * nets if self.counter is not None else 0

    def weighed(
        self, log: RoundLog, figures: Sequence[int], classes: Mapping[str, Int64s], nets: int
    ) -> tuple[tuple[int, ...], Int64s]:
        """The totals of rounds that were dealt, and the counter's counts."""
        won = (log.nets * np.array(self.first, np.int64)).T
        by_count = np.zeros(0, np.int64)
        bets = None
        if self.counter is not None:
            bets, bins = self.counter.bets(log.running, log.gone - self.burn, log.gone)
            flat = bins * nets + log.nets[:, 0] + nets // 2
            by_count = np.bincount(flat, minlength=self.bins(nets)).astype(np.int64)
            won[0] *= bets
        for wager, numbers in classes.items():
            if wager in self.sides:
                for seat, pays in enumerate(self.sides[wager]):
                    won[seat] += pays[numbers[:, seat]]
        return shoe_totals(log.shoe, won, bets, void=figures[VOID]), by_count


def shoe_totals(
    shoe: Int64s, won: Int64s, bets: Int64s | None, *, void: int = 0
) -> tuple[int, ...]:
    """Totals in the order of `blackjackshoes`, with each seat's own and a counter's.

    `shoe` is the ascending number of each round's shoe, `won` is by seat and round, `bets` are the
    counter's by round.
    """
    begins = np.flatnonzero(np.diff(shoe, prepend=-1))
    rounds = np.diff(np.append(begins, len(shoe)))

    def sums(own: Int64s) -> tuple[int, int, int, int]:
        by_shoe = np.add.reduceat(own, begins)
        products = whole_dot(by_shoe, rounds)
        return int(own.sum()), whole_dot(own, own), whole_dot(by_shoe, by_shoe), products

    total, squares, by_shoe, products = sums(won.sum(axis=0))
    found = [len(shoe), void, total, squares, whole_dot(rounds, rounds), by_shoe, products]
    for own in won:
        found += sums(own)
    if bets is not None:
        bet, first = np.add.reduceat(bets, begins), np.add.reduceat(won[0], begins)
        found += [int(bet.sum()), whole_dot(bet, bet), whole_dot(bet, first)]
    return tuple(found)


@dataclass(frozen=True)
class ShoeFigures:
    """The figures of a tally of shoes; its totals are in parts of `scale` to a unit or a dollar."""

    tally: Tally
    scale: Fraction

    @property
    def together(self) -> Estimate:
        """What all seats won in a round."""
        return self._won(self.tally.totals[WON : SQUARES + 1] + self.tally.totals[WON_BY_SHOE:BASE])

    def at(self, seat: int) -> Estimate:
        """What one of the seats, counted from 0, won in a round."""
        first = BASE + OF_SEAT * seat
        return self._won(self.tally.totals[first : first + OF_SEAT])

    def _won(self, sums: Sequence[int]) -> Estimate:
        """What a round won on average, with the error computed from whole shoes.

        The mean is a ratio of two sums over shoes, so its error is that of what each shoe won
        less the mean times its rounds.
        """
        won, squares, w_w, r_w = sums
        rounds, r_r = self.tally.totals[ROUNDS], self.tally.totals[ROUNDS_BY_SHOE]
        mean = Fraction(won, rounds)
        left = max(Fraction(0), w_w - 2 * mean * r_w + mean**2 * r_r)
        error = math.sqrt(left) / rounds / float(self.scale)
        spread = estimate(rounds, won / self.scale, squares / self.scale**2)
        return Estimate(spread.mean, spread.standard_deviation, error)

    def average_bet(self, plan: CounterPlan) -> float:
        """What the counter at the first seat bet on average, in units."""
        return self.tally.totals[-OF_COUNTER] / self.tally.rounds / plan.bet_scale

    def counter_json(
        self, plan: CounterPlan, nets: Iterable[Sequence[tuple[Fraction, int]]], **about: str
    ) -> dict[str, Any]:
        """The first seat by its count: what it bets and wins, and what a unit is worth at each true
        count, from the possible results and how often each came up there."""
        won, tally = self.at(0), self.tally
        return {
            "seat": 1,
            **about,
            "count": plan.name,
            "tags": dict(plan.tags),
            "spread": [[float(count), float(bet)] for count, bet in plan.steps],
            "average_bet": self.average_bet(plan),
            "won_in_100_rounds": won.mean * HUNDRED,
            "standard_error_in_100_rounds": won.standard_error * HUNDRED,
            "won_in_100_shoes": won.mean * tally.rounds / tally.units * HUNDRED,
            "by_count": self._by_count(nets),
        }

    def _by_count(self, nets: Iterable[Sequence[tuple[Fraction, int]]]) -> list[dict[str, Any]]:
        """What one unit of the counter's wager won at each true count (rounded down); the errors
        treat rounds as independent."""
        rows = []
        for count, here in zip(range(LOWEST, HIGHEST + 1), nets, strict=True):
            if times := sum(each for _, each in here):
                share = times / self.tally.rounds
                rows.append({"count": count, "share": share, **estimate_of(here).as_json()})
        return rows

    def shoe_note(self, cut_at: int, size: int) -> str:
        tally = self.tally
        return (
            f"{tally.units:,} shoes, cut card after {cut_at} of {size} cards, "
            f"{tally.rounds / tally.units:.2f} rounds a shoe"
        )
