"""What every deal of a laid-out game pays at each ending, in whole numbers of the smallest unit.

The settlement is asked once for all deals that end alike: the same contest with the same result,
the same rows of the same pay tables.
"""

from __future__ import annotations

import math
from fractions import Fraction
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from feltworks.odds.contests import paid_in_units
from feltworks.odds.decideddeals import SeenDeals
from feltworks.odds.errors import OddsRefused
from feltworks.odds.keys import KeysUsed
from feltworks.odds.tree import MOST_WORTH, Tree
from feltworks.odds.undecided import RESULTS, standings
from feltworks.rules.settlement import Payment, Situation

Ints = NDArray[np.int64]
PaidDeals = tuple[NDArray[np.int32], list[Payment]]
"""The payments that there are on a wager, and which of them each deal gets."""


class DealPays:
    """The payments of one tree of decisions over all deals."""

    def __init__(self, seen: SeenDeals, tree: Tree, keys: KeysUsed) -> None:
        self.seen, self.tree, self.keys = seen, tree, keys
        self.book, self.rules = seen.book, seen.book.rules

    @cached_property
    def standings(self) -> dict[str, tuple[Ints, NDArray[np.bool_]]]:
        deals = self.seen.dealt
        return {id_: standings(self.book, id_, deals) for id_ in self.rules.contests}

    @cached_property
    def paid(self) -> list[dict[str, PaidDeals]]:
        """For each ending and wager the payments there are, and which of them each deal gets."""
        known: dict[tuple[str, str | None, bool], PaidDeals] = {}
        found = []
        for ending in self.tree.endings:
            paid = {}
            for wager, _ in ending.stakes:
                folded = ending.is_folded(wager)
                contest = self.seen.contest_of(wager, ending)
                key = (wager, contest, folded)
                if key not in known:
                    known[key] = self.on_wager(wager, contest, folded=folded)
                paid[wager] = known[key]
            found.append(paid)
        return found

    def on_wager(self, wager: str, contest: str | None, *, folded: bool) -> PaidDeals:
        """The payments on one wager, decided by that contest or by cards alone."""
        deals = self.seen.dealt
        cells = self.rules.settle[wager].in_contest(contest)
        read = [cells.cell("folded")] if folded else [*cells.cells.values()]
        tables = dict.fromkeys(
            table for cell in read for pay in cell or () for table in pay.all_tables
        )
        codes = np.zeros(len(deals.ways), np.int64)
        for table in tables:
            codes = codes * (len(self.rules.pays[table].rows) + 1) + deals.rows[table]
            self.keys.use(f"pays.{table}")
        if contest is not None:
            results, qualified = self.standings[contest]
            codes = codes * 6 + results * 2 + qualified
        _, first, group = np.unique(codes, return_index=True, return_inverse=True)
        payments = []
        for example in first.tolist():
            situation = Situation(deals.hands_of(example), folded=folded)
            if contest is not None:
                situation = Situation(
                    situation.held,
                    qualified=bool(qualified[example]),
                    result=RESULTS[int(results[example])],
                    contest=contest,
                )
            payments.append(self._settled(wager, situation))
        return group.reshape(-1).astype(np.int32), payments

    def _settled(self, wager: str, situation: Situation) -> Payment:
        cells = self.rules.settle[wager].in_contest(situation.contest)
        if situation.result is not None and cells.cell(situation.result) is None:
            # The player is asked in this case and plays on, so it is never settled.
            return Payment(situation.result, Fraction(0))
        return paid_in_units(self.book, wager, situation)

    @cached_property
    def scale(self) -> int:
        """How many of the smallest unit of pay make a unit."""
        return math.lcm(
            *(
                (stake * payment.odds).denominator
                for ending, paid in zip(self.tree.endings, self.paid, strict=True)
                for wager, stake in ending.stakes
                for payment in paid[wager][1]
            )
        )

    @cached_property
    def nets(self) -> list[Ints]:
        """What every deal pays at each ending, in the smallest unit."""
        found = []
        for ending, paid in zip(self.tree.endings, self.paid, strict=True):
            net = np.zeros(len(self.seen.dealt.ways), np.int64)
            for wager, stake in ending.stakes:
                which, payments = paid[wager]
                net += np.array([int(stake * each.odds * self.scale) for each in payments])[which]
            found.append(net)
        largest = max((int(np.abs(net).max()) for net in found), default=0)
        if largest * int(self.seen.dealt.ways.sum()) >= MOST_WORTH:
            raise OddsRefused("stages", "too many deals for whole numbers of 62 bits")
        return found
