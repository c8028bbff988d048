"""What every deal pays, if all deals of a game are laid out as arrays.

The settlement is computed once for all deals that end alike: the same contest with the same result,
the same rows of the same pay tables.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from fractions import Fraction
from functools import cached_property
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from feltworks.arrays import Flags, Int32s, Int64s
from feltworks.odds.contests import paid_in_units
from feltworks.odds.errors import OddsRefused
from feltworks.odds.keys import KeysUsed
from feltworks.odds.rowcounts import Deals
from feltworks.odds.seendeals import SeenDeals
from feltworks.odds.sums import MOST_WORTH
from feltworks.odds.tree import Tree
from feltworks.rules.handbook import Handbook
from feltworks.rules.settlement import Payment, Result, Situation

RESULTS: tuple[Result, ...] = ("lose", "tie", "win")


class ContestResults(NamedTuple):
    """How a contest comes out in every deal."""

    results: Int64s
    """As places in `RESULTS`."""
    qualified: Flags
    """Where the dealer qualifies."""


class PaidDeals(NamedTuple):
    """The payments that there are on a wager, and which of them each deal gets."""

    which: Int32s
    payments: list[Payment]


class SettledDeals:
    """Deals laid out, settled by the cells of single wagers."""

    def __init__(self, book: Handbook, deals: Deals, keys: KeysUsed) -> None:
        self.book, self.deals, self.keys = book, deals, keys
        self._known: dict[str, ContestResults] = {}

    def results(self, contest: str) -> ContestResults:
        """The result of a contest in every deal."""
        if contest not in self._known:
            self._known[contest] = _results(self.book, contest, self.deals)
        return self._known[contest]

    def on_wager(self, wager: str, contest: str | None, *, folded: bool = False) -> PaidDeals:
        """The payments on one wager, decided by that contest or by cards alone."""
        deals, rules = self.deals, self.book.rules
        cells = rules.settle[wager].in_contest(contest)
        read = [cells.cell("folded")] if folded else [*cells.cells.values()]
        tables = dict.fromkeys(
            table for cell in read for pay in cell or () for table in pay.all_tables
        )
        codes = np.zeros(len(deals.ways), np.int64)
        for table in tables:
            codes = codes * (len(rules.pays[table].rows) + 1) + deals.rows[table]
            self.keys.use(f"pays.{table}")
        if contest is not None:
            results, qualified = self.results(contest)
            codes = (codes * len(RESULTS) + results) * 2 + qualified
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
        return PaidDeals(group.reshape(-1).astype(np.int32), payments)

    def _settled(self, wager: str, situation: Situation) -> Payment:
        cells = self.book.rules.settle[wager].in_contest(situation.contest)
        if situation.result is not None and cells.cell(situation.result) is None:
            # In this case the player decides and plays on, so it is never settled.
            return Payment(situation.result, Fraction(0))
        return paid_in_units(self.book, wager, situation)


def grouped_payments(
    paid: Mapping[str, PaidDeals], deals: int
) -> tuple[Int64s, list[dict[str, Payment]]]:
    """By deal: the number of its combination of payments on some wagers; and the combinations."""
    codes = np.zeros(deals, np.int64)
    for which, payments in paid.values():
        codes = codes * len(payments) + which
    _, first, group = np.unique(codes, return_index=True, return_inverse=True)
    return group.reshape(-1), [
        {wager: payments[which[deal]] for wager, (which, payments) in paid.items()}
        for deal in first.tolist()
    ]


def paid_together(
    paid: Mapping[str, PaidDeals], ways: Int64s
) -> list[tuple[dict[str, Payment], int]]:
    """The payments on some wagers that come together, and in how many deals they do."""
    group, payments = grouped_payments(paid, len(ways))
    counts = np.zeros(len(payments), np.int64)
    np.add.at(counts, group, ways)
    return list(zip(payments, counts.tolist(), strict=True))


def _results(book: Handbook, contest_id: str, deals: Deals) -> ContestResults:
    contest = book.rules.contests[contest_id]
    if contest.by == "position":
        suits = len(book.deck.suits)
        place = deals.held[contest.player][:, 0] // suits
        ends = np.sort(deals.held[contest.dealer] // suits, axis=1).astype(np.int64)
        between = (ends[:, 0] < place) & (place < ends[:, 1])
        no_room = ends[:, 1] - ends[:, 0] <= 1
        lose, tie, win = range(len(RESULTS))
        results = np.where(no_room, tie, np.where(between, win, lose))
        return ContestResults(results, np.ones(len(place), np.bool_))
    mine = compared_by(book, contest.player, deals.values[contest.player])
    his = compared_by(book, contest.dealer, deals.values[contest.dealer])
    results = np.sign(mine - his) + 1
    if contest.qualifier is None:
        return ContestResults(results, np.ones(len(results), np.bool_))
    test = book.test(contest.dealer, contest.qualifier)
    qualified = test.mask(deals.values[contest.dealer], deals.held[contest.dealer])
    return ContestResults(results, qualified)


def compared_by(book: Handbook, hand: str, values: NDArray[np.signedinteger]) -> Int64s:
    """What hands of these values are compared by: the values, or the totals in them."""
    plain = values.astype(np.int64)
    return book.total(hand).total_of(plain) if hand in book.rules.totals else plain


class DealPays:
    """What every deal pays at each ending of one tree of decisions."""

    def __init__(self, seen: SeenDeals, tree: Tree, keys: KeysUsed) -> None:
        self.seen, self.tree, self.keys = seen, tree, keys

    @cached_property
    def settled(self) -> SettledDeals:
        return SettledDeals(self.seen.book, self.seen.dealt, self.keys)

    @cached_property
    def paid(self) -> list[dict[str, PaidDeals]]:
        """For each ending and wager: the different payments, and which of them each deal gets."""
        known: dict[tuple[str, str | None, bool], PaidDeals] = {}
        found = []
        for ending in self.tree.endings:
            paid = {}
            for wager, _ in ending.stakes:
                folded = ending.is_folded(wager)
                contest = self.seen.contest_of(wager, ending)
                key = (wager, contest, folded)
                if key not in known:
                    known[key] = self.settled.on_wager(wager, contest, folded=folded)
                paid[wager] = known[key]
            found.append(paid)
        return found

    @cached_property
    def scale(self) -> int:
        """How many of the smallest unit of pay make one unit."""
        return math.lcm(
            *(
                (stake * payment.odds).denominator
                for ending, paid in zip(self.tree.endings, self.paid, strict=True)
                for wager, stake in ending.stakes
                for payment in paid[wager].payments
            )
        )

    @cached_property
    def nets(self) -> list[Int64s]:
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
