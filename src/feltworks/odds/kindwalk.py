"""The last level over boards of kinds: its worth to the level before, and how deals end there."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from math import comb, factorial

import numpy as np
from numpy.typing import NDArray

from feltworks.kernels import kernel
from feltworks.odds.ends import Hands, NodeBranches, Sums, best_worths, count_ends
from feltworks.odds.kindboards import KindBoards, KindChunk, KindView
from feltworks.odds.kindsums import (
    KindWorths,
    carry_down,
    places_of,
    put_deals,
    spread_up,
    sums_for,
)
from feltworks.odds.passes import Progress, Totals, over_boards, sum_of
from feltworks.odds.positions import EVERY, Positions
from feltworks.odds.showdown import Showdown

Reach = Iterable[tuple[slice, NDArray[np.integer]]]
"""Some positions at a time, and by position and history in how many orders they lead there."""


@kernel
def less_plain(
    weights: NDArray[np.int64],
    rows: NDArray[np.int32],
    hands: NDArray[np.int32],
    plain: Sums,
    worths: NDArray[np.int64],
) -> None:
    """Subtract from suited worths what the plain view says of the same ranks."""
    for board in range(len(weights)):
        for node in range(worths.shape[1]):
            for hand in range(worths.shape[2]):
                if weights[board, hand]:
                    worths[board, node, hand] -= plain[rows[board], node, hands[hand]]


@kernel
def out_of_plain(
    rows: NDArray[np.int32],
    hands: NDArray[np.int32],
    deals: NDArray[np.int64],
    plain: NDArray[np.int64],
) -> None:
    """Remove deals that the suited view counts from the plain one."""
    for board in range(len(deals)):
        for node in range(deals.shape[1]):
            for hand in range(deals.shape[2]):
                plain[rows[board], node, hands[hand]] -= deals[board, node, hand]


def chunks_with_deals(kinds: KindBoards) -> Iterator[tuple[KindChunk, NDArray[np.int64]]]:
    """All last boards, with how many deals of board and hole each board and hand counts for."""
    rows, hands = kinds.suited.plain_rows, kinds.suited.plain_hands
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
        self.places = places_of(kinds, showdown.space, here.boards, showdown.plan.hole)
        self.size, self.last = here.boards.shape[1], showdown.plan.board
        self.ending_pays = showdown.ending_pays
        self.plain_rows, self.plain_hands = kinds.suited.plain_rows, kinds.suited.plain_hands

    def worths(self, progress: Progress) -> tuple[KindWorths, list[int]]:
        """What the last level is worth to the positions; and fingerprints of its choices."""
        showdown, nodes = self.showdown, self.showdown.nodes
        shape = (len(self.plain.last), len(nodes.first), len(self.plain.holes))
        plain: Sums = np.zeros(shape, np.int64)
        plays: list[int] = []

        def worths_of(chunk: KindChunk) -> tuple[slice, NDArray[np.int64]]:
            hands, rows = showdown.for_kernels(chunk), chunk.rows_of_all
            boards, count = hands.weights.shape
            worths = np.zeros((boards, len(nodes.first), count), np.int64)
            plays.append(best_worths(hands, self.ending_pays, nodes, chunk.number, worths))
            if chunk.is_suited:
                less_plain(hands.weights, self.plain_rows[rows], self.plain_hands, plain, worths)
            return rows, worths

        def start() -> Sums:
            size = max(self.last - 1, self.size)
            return sums_for(self.suited, size, len(nodes.first), self._most_worth(size))

        def add(sums: Sums, made: tuple[slice, NDArray[np.int64]]) -> None:
            rows, worths = made
            if self.last == self.size:
                sums[rows] = worths
            else:
                carry_down(self.suited, self.last, rows, worths, sums)

        for chunk in self.plain.chunks():
            rows, found = worths_of(chunk)
            plain[rows] = found
        suited = sum_of(over_boards(self.suited, "valuing boards", progress, start, worths_of, add))
        for size in range(self.last, self.size, -1):
            plain = self._carried_down(self.plain, size, plain)
            if size < self.last:
                suited = self._carried_down(self.suited, size, suited)
        for sums in (plain, suited):
            sums //= sums.dtype.type(self._orders_on(self.last))
        return KindWorths(self.here, self.places, plain, suited), plays

    def _carried_down(self, view: KindView, size: int, larger: Sums) -> Sums:
        """The sums of boards of one card less."""
        smaller = sums_for(view, size - 1, larger.shape[1], self._most_worth(size - 1))
        carry_down(view, size, EVERY, larger, smaller)
        return smaller

    def _orders_on(self, size: int) -> int:
        """In how many orders cards come until a board has this many."""
        return factorial(size - self.size)

    def _most_worth(self, size: int) -> int:
        """A bound on the sums of boards of this many cards, over all orders of those to come."""
        left = self.showdown.space.size - self.showdown.plan.hole - size
        deals = self.ending_pays.dealer_hands * comb(left, self.last - size)
        return 2 * self.showdown.largest_pay * deals * factorial(self.last - size)

    def counts(self, reach: Reach, progress: Progress) -> tuple[NDArray[np.int64], ...]:
        """Deals by ending, class and case, and deals with equal choices by history."""
        histories = len(self.showdown.nodes.first)
        plain = self._no_deals(self.plain, self.size, histories)
        suited = self._no_deals(self.suited, self.size, histories)
        for some, orders in reach:
            put_deals(self.places, self.here.run(some), orders, plain, suited)
        met = np.flatnonzero(plain.any(axis=(0, 2)))
        if len(met) < histories:
            plain, suited = plain[:, met], suited[:, met]
        for size in range(self.size, self.last):
            plain = self._spread_up(self.plain, size + 1, plain)
            if size + 1 < self.last:
                suited = self._spread_up(self.suited, size + 1, suited)
        endings, some_tied = self._ends(self.showdown.nodes.only(met), plain, suited, progress)
        tied = np.zeros(histories, np.int64)
        tied[met] = some_tied
        orders_on = self._orders_on(self.last)
        return endings // orders_on, tied // orders_on

    def _spread_up(self, view: KindView, size: int, smaller: Sums) -> Sums:
        """The deals of boards of this many cards from those with one card less."""
        larger = self._no_deals(view, size, smaller.shape[1])
        spread_up(view, size, EVERY, smaller, larger)
        return larger

    def _no_deals(self, view: KindView, size: int, histories: int) -> Sums:
        """Zeros for the deals of boards of this many cards, over all orders of their cards."""
        ways = view.boards(size).most_ways * view.holes.most_ways
        return sums_for(view, size, histories, ways * self.showdown.orders * self._orders_on(size))

    def _ends(
        self, nodes: NodeBranches, plain: Sums, suited: Sums, progress: Progress
    ) -> tuple[NDArray[np.int64], ...]:
        """How the deals of last plain boards end, and those of suited ones with one card less."""
        showdown = self.showdown

        def start() -> Totals:
            shape = (len(showdown.tree.endings), showdown.pays.classes.count, 6)
            tied = np.zeros(len(nodes.first), np.int64)
            return np.zeros(shape, np.int64), tied, np.zeros(plain.shape, np.int64)

        def ready(chunk: KindChunk) -> tuple[slice, Hands, NDArray[np.int64]]:
            rows = chunk.rows_of_all
            deals = suited[rows]
            if self.last > self.size:
                boards, hands = chunk.weights.shape
                deals = np.zeros((boards, len(nodes.first), hands), suited.dtype)
                spread_up(self.suited, self.last, rows, suited, deals)
            return rows, showdown.for_kernels(chunk), deals.astype(np.int64)

        def add(total: Totals, made: tuple[slice, Hands, NDArray[np.int64]]) -> None:
            rows, hands, deals = made
            endings, tied, taken = total
            out_of_plain(self.plain_rows[rows], self.plain_hands, deals, taken)
            count_ends(hands, self.ending_pays, nodes, deals, endings, tied)

        totals = over_boards(self.suited, "counting endings", progress, start, ready, add)
        endings, tied, taken = (sum_of([total[part] for total in totals]) for part in range(3))
        left = plain + taken
        for chunk in self.plain.chunks():
            hands = showdown.for_kernels(chunk)
            count_ends(hands, self.ending_pays, nodes, left[chunk.rows_of_all], endings, tied)
        return endings, tied
