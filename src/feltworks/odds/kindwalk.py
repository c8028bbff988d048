"""The last level over boards of kinds: its worth to the level before, and how deals end there.

Backward, the worths on the last boards of every view are summed onto smaller boards until these
have the size of the positions' boards (`kindsums`). Forward, the deals of the positions take the
same way to the larger boards. What a view with a distinguished suit counts is subtracted from the
plain one.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import comb, factorial

import numpy as np
from numpy.typing import NDArray

from feltworks.arrays import Int32s, Int64s
from feltworks.kernels import kernel
from feltworks.odds.cases import CASE_COUNT
from feltworks.odds.ends import HandsOnBoards, NodeBranches, best_worths, count_ends
from feltworks.odds.kindboards import KindBoards, KindChunk, KindView
from feltworks.odds.kindsums import (
    KindWorths,
    carry_down,
    put_deals,
    rows_in_views,
    spread_up,
    sums_for,
)
from feltworks.odds.mixednodes import mixed_nodes
from feltworks.odds.passes import Totals, one_ahead, over_boards, sum_of
from feltworks.odds.positions import EVERY, Positions
from feltworks.odds.progress import Progress
from feltworks.odds.showdown import Showdown
from feltworks.odds.sums import Sums, zero_sums

Reach = Iterator[tuple[slice, NDArray[np.integer]]]
"""Some positions at a time, and by position and history in how many orders they lead there."""


@kernel
def subtract_plain(
    weights: NDArray[np.integer],
    rows: Int32s,
    hands: Int32s,
    plain: Sums,
    worths: Sums,
) -> None:
    """Subtract from suited worths what the plain view says of the same ranks."""
    for board in range(len(weights)):
        for node in range(worths.shape[1]):
            for hand in range(worths.shape[2]):
                if weights[board, hand]:
                    worths[board, node, hand] -= plain[rows[board], node, hands[hand]]


@kernel
def take_from_plain(
    rows: Int32s,
    hands: Int32s,
    deals: Sums,
    plain: Int64s,
) -> None:
    """Remove deals that the suited view counts from the plain one."""
    for board in range(len(deals)):
        for node in range(deals.shape[1]):
            for hand in range(deals.shape[2]):
                plain[rows[board], node, hands[hand]] -= deals[board, node, hand]


def chunks_with_deals(kinds: KindBoards) -> Iterator[tuple[KindChunk, Int64s]]:
    """All last boards, with how many deals of board and hole each board and hand stands for."""
    taken = np.zeros((len(kinds.plain.last), 1, len(kinds.plain.holes)), np.int64)
    for view in kinds.suited:
        for chunk in view.chunks():
            deals = view.deals_of(chunk)
            take_from_plain(
                view.plain_rows[chunk.rows_of_all], view.plain_hands, deals[:, None], taken
            )
            yield chunk, deals
    for chunk in kinds.plain.chunks():
        yield chunk, kinds.plain.deals_of(chunk) + taken[chunk.rows_of_all, 0]


class KindWalk:
    """One tree on boards of kinds, from the positions of a level to the last boards."""

    def __init__(self, showdown: Showdown, kinds: KindBoards, here: Positions) -> None:
        self.showdown = showdown
        self.kinds = kinds
        self.here = here
        self.rows = rows_in_views(kinds, showdown.space, here.boards, showdown.plan.hole)
        self.size, self.last = here.boards.shape[1], showdown.plan.board
        self.ending_pays = showdown.ending_pays
        self.weighed_nodes = showdown.nodes
        """The histories whose worth is summed; that of the others follows from them."""

    def worths(self, progress: Progress) -> tuple[KindWorths, list[int]]:
        """What the last level is worth to the positions; and fingerprints of its choices."""
        plain_view = self.kinds.plain
        mixed = mixed_nodes(self.showdown)
        self.weighed_nodes = self.showdown.nodes.only(mixed.kept)
        shape = (len(plain_view.last), len(mixed.kept), len(plain_view.holes))
        plain: Sums = np.zeros(shape, self.ending_pays.pays.dtype)
        plays: list[int] = []
        for chunk in plain_view.chunks():
            plain[chunk.rows_of_all], play = self._worths_of(chunk)
            plays.append(play)
        suited = []
        for view, told in self._suited(progress):
            found = self._suited_worths(view, plain, plays, told)
            suited.append(self._carried_down(view, max(self.last - 1, self.size), found))
        sums = [self._carried_down(plain_view, self.last, plain), *suited]
        for each in sums:
            each //= each.dtype.type(self._orders_on(self.last))
        return KindWorths(self.here, self.rows, sums, mixed), plays

    def _suited(self, progress: Progress) -> Iterator[tuple[KindView, Progress]]:
        """The views that distinguish a suit, and how each tells its part of the progress."""
        before, of = 0, sum(view.chunk_count for view in self.kinds.suited)
        for view in self.kinds.suited:

            def told(what: str, done: int, _: int, before: int = before) -> None:
                progress(what, before + done, of)

            yield view, told
            before += view.chunk_count

    def _worths_of(self, chunk: KindChunk) -> tuple[Sums, int]:
        """The worth of each history by board, history and hand, and a fingerprint of choices."""
        hands, nodes = self.showdown.for_kernels(chunk), self.weighed_nodes
        boards, count = hands.weighed.shape
        worths: Sums = np.empty((boards, len(nodes.first), count), self.ending_pays.pays.dtype)
        return worths, best_worths(hands, self.ending_pays, nodes, chunk.number, worths)

    def _suited_worths(
        self, view: KindView, plain: Sums, plays: list[int], progress: Progress
    ) -> Sums:
        """What a view adds to the plain worth of boards, summed over one card to come, if any."""
        size = max(self.last - 1, self.size)

        def start() -> Sums:
            return sums_for(view, size, plain.shape[1], self._most_worth(size))

        def ready(chunk: KindChunk) -> tuple[slice, Sums]:
            worths, play = self._worths_of(chunk)
            plays.append(play)
            rows = chunk.rows_of_all
            subtract_plain(chunk.weights, view.plain_rows[rows], view.plain_hands, plain, worths)
            return rows, worths

        def add(sums: Sums, made: tuple[slice, Sums]) -> None:
            rows, worths = made
            if self.last == self.size:
                sums[rows] = worths
            else:
                carry_down(view, self.last, rows, worths, sums)

        return sum_of(over_boards(view, "valuing boards", progress, start, ready, add))

    def _carried_down(self, view: KindView, size: int, sums: Sums) -> Sums:
        """The sums of the boards of the positions from those of boards of so many cards."""
        for larger in range(size, self.size, -1):
            smaller = sums_for(view, larger - 1, sums.shape[1], self._most_worth(larger - 1))
            carry_down(view, larger, EVERY, sums, smaller)
            sums = smaller
        return sums

    def _orders_on(self, size: int) -> int:
        """In how many orders cards come until a board has this many."""
        return factorial(size - self.size)

    def _most_worth(self, size: int) -> int:
        """A bound on the sums of boards of this many cards, over all orders of those to come."""
        left = self.showdown.space.size - self.showdown.plan.hole - size
        deals = self.ending_pays.dealer_hands * comb(left, self.last - size)
        return 2 * self.showdown.largest_pay * deals * factorial(self.last - size)

    def counts(self, reach: Reach, progress: Progress) -> tuple[Int64s, ...]:
        """Deals by ending, class and case, and deals with equal choices by history."""
        histories = len(self.showdown.nodes.first)
        deals = [self._no_deals(view, self.size, histories) for view in self.kinds.views]
        for some, orders in one_ahead(reach):
            runs = self.here.runs(some)
            for at in self.rows:
                put_deals(at, runs, orders, deals[at.view])
        met = np.flatnonzero(deals[0].any(axis=(0, 2)))
        if len(met) < histories:
            deals = [each[:, met].copy() for each in deals]
        endings, some_tied = self._ends(self.showdown.nodes.only(met), deals, progress)
        tied = np.zeros(histories, np.int64)
        tied[met] = some_tied
        orders_on = self._orders_on(self.last)
        return endings // orders_on, tied // orders_on

    def _spread_up(self, view: KindView, size: int, deals: Sums) -> Sums:
        """The deals of boards of so many cards from those of the boards of the positions."""
        for larger in range(self.size + 1, size + 1):
            more = self._no_deals(view, larger, deals.shape[1])
            spread_up(view, larger, EVERY, deals, more)
            deals = more
        return deals

    def _no_deals(self, view: KindView, size: int, histories: int) -> Sums:
        """Zeros for the deals of boards of this many cards, over all orders of their cards."""
        return sums_for(view, size, histories, self._most_deals(view, size))

    def _most_deals(self, view: KindView, size: int) -> int:
        """A bound on the deals of a board of this many cards and a hand."""
        ways = view.boards(size).most_ways * view.holes.most_ways
        return ways * self.showdown.orders * self._orders_on(size)

    def _ends(
        self, nodes: NodeBranches, deals: list[Sums], progress: Progress
    ) -> tuple[Int64s, ...]:
        """How the deals that are put into each view end."""
        # What suited views count is taken out of the plain one; what is left there is counted last.
        left = self._spread_up(self.kinds.plain, self.last, deals[0]).astype(np.int64, copy=False)
        endings, tied = self._nothing_ended(nodes)
        totals = endings, tied, left
        for view, told in self._suited(progress):
            # Each view's deals are let go once they are counted, to save memory.
            self._add_suited_ends(view, nodes, deals.pop(1), totals, told)
        for chunk in self.kinds.plain.chunks():
            hands = self.showdown.for_kernels(chunk)
            count_ends(hands, self.ending_pays, nodes, left[chunk.rows_of_all], endings, tied)
        return endings, tied

    def _nothing_ended(self, nodes: NodeBranches) -> tuple[Int64s, Int64s]:
        """Zeros for deals by ending, and for ties."""
        shape = (len(self.showdown.tree.endings), self.showdown.pays.classes.count, CASE_COUNT)
        return np.zeros(shape, np.int64), np.zeros(len(nodes.first), np.int64)

    def _add_suited_ends(
        self,
        view: KindView,
        nodes: NodeBranches,
        deals: Sums,
        totals: Totals,
        progress: Progress,
    ) -> None:
        """Add to all three the deals of a view that distinguishes a suit, given on the boards of
        the positions."""
        # Boards that one card is still to come to, if any is.
        before = self._spread_up(view, max(self.last - 1, self.size), deals)
        given = [totals]

        def ready(chunk: KindChunk) -> tuple[slice, HandsOnBoards, Sums]:
            rows = chunk.rows_of_all
            deals = before[rows]
            if self.last > self.size:
                boards, hands = chunk.weights.shape
                most = self._most_deals(view, self.last)
                deals = zero_sums((boards, len(nodes.first), hands), most)
                spread_up(view, self.last, rows, before, deals)
            return rows, self.showdown.for_kernels(chunk), deals

        def add(total: Totals, made: tuple[slice, HandsOnBoards, Sums]) -> None:
            rows, hands, deals = made
            endings, tied, left = total
            take_from_plain(view.plain_rows[rows], view.plain_hands, deals, left)
            count_ends(hands, self.ending_pays, nodes, deals, endings, tied)

        def start() -> Totals:
            if given:
                return given.pop()
            return *self._nothing_ended(nodes), np.zeros_like(totals[2])

        found = over_boards(view, "counting endings", progress, start, ready, add)
        for part in range(3):
            sum_of([total[part] for total in found])
