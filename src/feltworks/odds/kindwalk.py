"""The last level over boards of kinds: its worth to the level before, and how deals end there."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from math import comb, factorial

import numpy as np
from numpy.typing import NDArray

from feltworks.kernels import kernel
from feltworks.odds.ends import Hands, Knots, Sums, best_worths, count_ends
from feltworks.odds.kindboards import KindBoards, KindChunk, KindWorld
from feltworks.odds.kindsums import (
    KindWorths,
    as_plain,
    cards_of,
    carried_down,
    carry_one_card,
    places_of,
    put_deals,
    spread_one_card,
    spread_up,
    sums_for,
)
from feltworks.odds.passes import Progress, Totals, over_boards, sum_of
from feltworks.odds.positions import Positions
from feltworks.odds.showdown import Showdown

Reach = Iterable[tuple[slice, NDArray[np.integer]]]
"""Positions some at a time, and by position and history in how many orders they lead there."""


@kernel
def less_plain(
    weights: NDArray[np.int64],
    rows: NDArray[np.int32],
    hands: NDArray[np.int32],
    plain: Sums,
    worths: NDArray[np.int64],
) -> None:
    """Take from suited worths what the plain world says of the same ranks."""
    for board in range(len(weights)):
        for knot in range(worths.shape[1]):
            for hand in range(worths.shape[2]):
                if weights[board, hand]:
                    worths[board, knot, hand] -= plain[rows[board], knot, hands[hand]]


@kernel
def out_of_plain(
    rows: NDArray[np.int32],
    hands: NDArray[np.int32],
    deals: NDArray[np.int64],
    plain: NDArray[np.int64],
) -> None:
    """Take deals that the suited world counts out of the plain one."""
    for board in range(len(deals)):
        for knot in range(deals.shape[1]):
            for hand in range(deals.shape[2]):
                plain[rows[board], knot, hands[hand]] -= deals[board, knot, hand]


def chunks_with_deals(kinds: KindBoards) -> Iterator[tuple[KindChunk, NDArray[np.int64]]]:
    """All last boards, with how many deals of board and hole each board and hand stands for."""
    rows = as_plain(kinds, kinds.suited.last, kinds.plain.last)
    hands = as_plain(kinds, kinds.suited.holes, kinds.plain.holes)
    taken = np.zeros((len(kinds.plain.last), 1, len(kinds.plain.holes)), np.int64)
    for chunk in kinds.suited.chunks():
        deals = kinds.suited.deals_of(chunk)
        out_of_plain(rows[chunk.rows_of_all], hands, deals[:, None], taken)
        yield chunk, deals
    for chunk in kinds.plain.chunks():
        yield chunk, kinds.plain.deals_of(chunk) + taken[chunk.rows_of_all, 0]


class KindWalk:
    """One tree on boards of kinds, from the positions of a level to the last boards."""

    def __init__(self, showdown: Showdown, kinds: KindBoards, here: Positions) -> None:
        self.showdown = showdown
        self.plain, self.suited = kinds.plain, kinds.suited
        self.here = here
        self.places = places_of(kinds, showdown.space, here, showdown.plan.hole)
        self.size, self.last = here.boards.shape[1], showdown.plan.board
        self.stakes = showdown.stakes
        self.plain_rows = as_plain(kinds, kinds.suited.last, kinds.plain.last)
        self.plain_hands = as_plain(kinds, kinds.suited.holes, kinds.plain.holes)

    def worths(self, progress: Progress) -> tuple[KindWorths, list[int]]:
        """What the last level is worth to the positions; and fingerprints of its choices."""
        showdown, knots = self.showdown, self.showdown.knots
        shape = (len(self.plain.last), len(knots.first), len(self.plain.holes))
        plain: Sums = np.zeros(shape, np.int64)
        plays: list[int] = []

        def worths_of(chunk: KindChunk) -> tuple[slice, NDArray[np.int64]]:
            hands, rows = showdown.for_kernels(chunk), chunk.rows_of_all
            boards, count = hands.weights.shape
            worths = np.zeros((boards, len(knots.first), count), np.int64)
            plays.append(best_worths(hands, self.stakes, knots, chunk.number, worths))
            if chunk.is_suited:
                less_plain(hands.weights, self.plain_rows[rows], self.plain_hands, plain, worths)
            return rows, worths

        def start() -> Sums:
            size = max(self.last - 1, self.size)
            return sums_for(self.suited, size, len(knots.first), self._most_worth(size))

        def add(sums: Sums, made: tuple[slice, NDArray[np.int64]]) -> None:
            rows, worths = made
            if self.last == self.size:
                sums[rows] = worths
            else:
                carry_one_card(cards_of(self.suited, self.last, rows), worths, sums)

        for chunk in self.plain.chunks():
            rows, found = worths_of(chunk)
            plain[rows] = found
        told = ("valuing boards", progress)
        suited = sum_of(over_boards(self.suited, told, start, worths_of, add))
        for size in range(self.last, self.size, -1):
            plain = carried_down(self.plain, size, plain, self._most_worth(size - 1))
            if size < self.last:
                suited = carried_down(self.suited, size, suited, self._most_worth(size - 1))
        for sums in (plain, suited):
            sums //= sums.dtype.type(self._orders_on(self.last))
        return KindWorths(self.here, self.places, plain, suited), plays

    def _orders_on(self, size: int) -> int:
        """In how many orders cards come to a board until it has so many."""
        return factorial(size - self.size)

    def _most_worth(self, size: int) -> int:
        """A bound on the sums of boards of so many cards, over all orders of those to come."""
        left = self.showdown.space.size - self.showdown.plan.hole - size
        deals = self.stakes.dealer_hands * comb(left, self.last - size)
        return 2 * self.showdown.largest_pay * deals * factorial(self.last - size)

    def counts(self, reach: Reach, progress: Progress) -> tuple[NDArray[np.int64], ...]:
        """Deals by ending, class and case, and those for which choices were equal by history."""
        histories = len(self.showdown.knots.first)
        plain = sums_for(self.plain, self.size, histories, self._most_deals(self.plain, self.size))
        most = self._most_deals(self.suited, self.size)
        suited = sums_for(self.suited, self.size, histories, most)
        for some, orders in reach:
            put_deals(self.places, self.here.run(some), orders, plain, suited)
        met = np.flatnonzero(plain.any(axis=(0, 2)))
        if len(met) < histories:
            plain, suited = plain[:, met], suited[:, met]
        for size in range(self.size, self.last):
            most = self._most_deals(self.plain, size + 1)
            plain = spread_up(self.plain, size, plain, most)
            if size + 1 < self.last:
                most = self._most_deals(self.suited, size + 1)
                suited = spread_up(self.suited, size, suited, most)
        endings, some_tied = self._ends(self.showdown.knots.only(met), plain, suited, progress)
        tied = np.zeros(histories, np.int64)
        tied[met] = some_tied
        orders_on = self._orders_on(self.last)
        return endings // orders_on, tied // orders_on

    def _most_deals(self, world: KindWorld, size: int) -> int:
        """A bound on the deals of a board of so many cards and a hand, over all orders."""
        ways = world.boards(size).most_ways * world.holes.most_ways
        return ways * self.showdown.orders * self._orders_on(size)

    def _ends(
        self, knots: Knots, plain: Sums, suited: Sums, progress: Progress
    ) -> tuple[NDArray[np.int64], ...]:
        """How the deals of last plain boards, and of suited ones a card before, end."""
        showdown = self.showdown

        def start() -> Totals:
            shape = (len(showdown.tree.endings), showdown.pays.classes.count, 6)
            tied = np.zeros(len(knots.first), np.int64)
            return np.zeros(shape, np.int64), tied, np.zeros(plain.shape, np.int64)

        def ready(chunk: KindChunk) -> tuple[slice, Hands, NDArray[np.int64]]:
            rows = chunk.rows_of_all
            deals = suited[rows]
            if self.last > self.size:
                boards, hands = chunk.weights.shape
                deals = np.zeros((boards, len(knots.first), hands), suited.dtype)
                spread_one_card(cards_of(self.suited, self.last, rows), suited, deals)
            return rows, showdown.for_kernels(chunk), deals.astype(np.int64)

        def add(total: Totals, made: tuple[slice, Hands, NDArray[np.int64]]) -> None:
            rows, hands, deals = made
            endings, tied, taken = total
            out_of_plain(self.plain_rows[rows], self.plain_hands, deals, taken)
            count_ends(hands, self.stakes, knots, deals, endings, tied)

        totals = over_boards(self.suited, ("counting endings", progress), start, ready, add)
        endings, tied, taken = (sum_of([total[part] for total in totals]) for part in range(3))
        left = plain + taken
        for chunk in self.plain.chunks():
            hands = showdown.for_kernels(chunk)
            count_ends(hands, self.stakes, knots, left[chunk.rows_of_all], endings, tied)
        return endings, tied
