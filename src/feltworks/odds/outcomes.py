"""From counted endings to the rows a person reads: one for each way of ending and net pay."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

import numpy as np

from feltworks.odds.cases import CASES
from feltworks.odds.forward import EndingCounts
from feltworks.odds.pays import PaidCase, Pays
from feltworks.odds.result import Outcome, OutcomeRows, WagerOdds, plain_name
from feltworks.odds.tree import Ending, Tree


@dataclass(frozen=True)
class EndedDeals:
    """How many deals reach each ending of a tree, and what is paid there."""

    tree: Tree
    pays: Pays
    counted: EndingCounts

    def together(self, unit: str) -> WagerOdds:
        """The odds of all wagers together: rows in the order folds, dealer not qualified, win, tie,
        lose."""
        endings, names = self.tree.endings, RowNames(self.tree, self.pays)
        rows = OutcomeRows(dict.fromkeys(wager for end in endings for wager, _ in end.stakes))
        for paid, count in self._ways_to_end:
            stakes = dict(endings[paid.ending].stakes)
            rows.add_paid(names.of(paid), self.pays.by_wager[paid], stakes, count)
        return WagerOdds(unit, rows.in_order, rows.parts, self.counted.indifferent)

    def outcomes_of(self, wager: str) -> tuple[Outcome, ...]:
        """The rows of one wager alone: its pay-table hands, folds, and losses."""
        rows = OutcomeRows()
        for paid, count in self._ways_to_end:
            ending = self.tree.endings[paid.ending]
            payment = self.pays.by_wager[paid].get(wager)
            if payment is None:
                continue
            name = "-".join(payment.rows) or plain_name(payment.odds)
            if ending.folded_at is not None and not payment.rows:
                name = f"fold-{ending.folded_at}"
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
            paid = item[0]
            case = _case(self.tree.endings[paid.ending], paid, self.pays)
            rank = ("fold", "dealer-not-qualified", "win", "tie", "lose").index(case)
            return rank, paid.ending, -1 if case == "fold" else 0, -self.pays.net[paid]

        return sorted(found, key=place)


def _case(ending: Ending, paid: PaidCase, pays: Pays) -> str:
    if ending.folded_at is not None:
        return "fold"
    if ending.contest is None:
        net = pays.net[paid]
        return "win" if net > 0 else "tie" if net == 0 else "lose"
    qualified, result = CASES[pays.case(paid, ending.contest)]
    return result if qualified else "dealer-not-qualified"


class RowNames:
    """The name of a paid case's row: the result, the choice that led there if there are several,
    and the hands that were paid."""

    def __init__(self, tree: Tree, pays: Pays) -> None:
        self.tree, self.pays = tree, pays
        played = [ending for ending in tree.last_endings if ending.folded_at is None]
        ways = {(ending.stakes, ending.contest, ending.given_up) for ending in played}
        self.several = len(ways) > 1

    def of(self, paid: PaidCase) -> str:
        ending = self.tree.endings[paid.ending]
        case = _case(ending, paid, self.pays)
        name = f"fold-{ending.folded_at}" if case == "fold" else case
        if self.several and case != "fold" and ending.last_choice:
            name = f"{name}-{ending.last_choice}"
        payments = self.pays.by_wager[paid].values()
        return "-".join([name, *dict.fromkeys(row for each in payments for row in each.rows)])
