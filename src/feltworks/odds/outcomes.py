"""From counted endings to the rows a person reads: one for each way of ending and net pay."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

import numpy as np

from feltworks.odds.forward import EndingCounts
from feltworks.odds.naming import FOLD, round_end, round_id, wager_id
from feltworks.odds.pays import PaidCase, Pays
from feltworks.odds.result import Outcome, OutcomeRows, WagerOdds
from feltworks.odds.tree import Tree

ORDER = (FOLD, "dealer-not-qualified", "win", "tie", "push", "lose")
"""The ends of a round in the order in which a reader expects them."""


@dataclass(frozen=True)
class EndedDeals:
    """How many deals reach each ending of a tree, and what is paid there."""

    tree: Tree
    pays: Pays
    counted: EndingCounts

    def together(self, unit: str) -> WagerOdds:
        """The odds of all wagers together: rows in the order folds, dealer not qualified, win, tie,
        lose."""
        endings = self.tree.endings
        rows = OutcomeRows(dict.fromkeys(wager for end in endings for wager, _ in end.stakes))
        for paid, count in self._ways_to_end:
            stakes = dict(endings[paid.ending].stakes)
            rows.add_paid(
                round_id_of(self.tree, self.pays, paid), self.pays.by_wager[paid], stakes, count
            )
        return WagerOdds(unit, rows.in_order, rows.parts, self.counted.indifferent)

    def outcomes_of(self, wager: str) -> tuple[Outcome, ...]:
        """The rows of one wager alone: its pay-table hands, folds, and losses."""
        rows = OutcomeRows()
        for paid, count in self._ways_to_end:
            ending = self.tree.endings[paid.ending]
            payment = self.pays.by_wager[paid].get(wager)
            if payment is None:
                continue
            name = wager_id(payment, payment.odds, folded_at=ending.folded_at)
            rows.add(name, payment.odds, count)
        return rows.best_first

    def covariance_with(self, wager: str) -> Fraction:
        """The covariance of one wager, in its own unit, with all the others together, in units."""
        total, one, others, product = 0, Fraction(0), Fraction(0), Fraction(0)
        for paid, count in self._ways_to_end:
            stake = dict(self.tree.endings[paid.ending].stakes).get(wager, Fraction(0))
            payment = self.pays.by_wager[paid].get(wager)
            net = Fraction(0) if payment is None else payment.odds
            rest = self.pays.net[paid] - stake * net
            total += count
            one += count * net
            others += count * rest
            product += count * net * rest
        return product / total - one * others / total**2

    @cached_property
    def _ways_to_end(self) -> list[tuple[PaidCase, int]]:
        """The paid cases that deals end in, in the order a reader expects."""
        found = [
            (PaidCase(ending, case, pay_class), int(self.counted.endings[ending, pay_class, case]))
            for ending, pay_class, case in np.argwhere(self.counted.endings).tolist()
        ]

        def place(item: tuple[PaidCase, int]) -> tuple[int, int, int, Fraction]:
            paid, net = item[0], self.pays.net[item[0]]
            folded_at = self.tree.endings[paid.ending].folded_at
            end = round_end(self.pays.by_wager[paid].values(), net, folded_at=folded_at)
            is_fold = folded_at is not None
            return ORDER.index(FOLD if is_fold else end), paid.ending, -1 if is_fold else 0, -net

        return sorted(found, key=place)


def round_id_of(tree: Tree, pays: Pays, paid: PaidCase) -> str:
    """The id of the outcome of all required wagers together in a paid case."""
    ending = tree.endings[paid.ending]
    return round_id(
        pays.by_wager[paid].values(),
        pays.net[paid],
        folded_at=ending.folded_at,
        choice=tree.choice_of(ending),
    )
