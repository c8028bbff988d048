"""Forward along the chosen branches: how many deals end in each ending, case and class.

The board of a position can have come in several orders, and with different choices on the way. For
each position it is counted in how many of these orders the choices lead to each history of the next
level; those that fold are added to their endings at once. On the last boards every hand is counted
as often as its history is reached.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from feltworks.arrays import Int8s, Int16s, Int32s, Int64s, UInt8s
from feltworks.kernels import kernel
from feltworks.odds.backward import LevelChoices
from feltworks.odds.boards import Boards
from feltworks.odds.boardsymmetry import hole_number
from feltworks.odds.cases import CASE_COUNT
from feltworks.odds.chunks import BoardChunk
from feltworks.odds.ends import (
    TIED,
    HandsOnBoards,
    NodeBranches,
    branch_of,
    branches_at,
    count_ends,
    fold_of,
)
from feltworks.odds.kindwalk import KindWalk, Reach
from feltworks.odds.lasttwo import LastTwo
from feltworks.odds.passes import Totals, over_boards, sum_of
from feltworks.odds.paths import Paths
from feltworks.odds.positions import Positions, positions, row_blocks
from feltworks.odds.progress import Progress
from feltworks.odds.showdown import Showdown

Orders = Int16s | Int32s
"""By position and history of the next level: in how many orders the board came with choices that
lead there."""
BEFORE_FIRST: Orders = np.zeros((0, 1), np.int16)
"""The orders before the first level, where there are no positions."""
NARROW_ORDERS = 2**15
"""Orders below this fit 16 bits."""


class FoldsAndTies(NamedTuple):
    """Deals of board and hole that fold, by ending, and those with equal choices, by node."""

    folded: Int64s
    tied: Int64s


@kernel
def arrive(
    first: Int64s, held: NDArray[np.integer], paths: Paths, before: Orders, came: Orders
) -> None:
    """Add up in how many orders positions come with each history, from the orders of the level
    before; `first` says where each board's positions begin."""
    starts, swaps, moves, numbers, _ = paths
    for row in range(len(first) - 1):
        for part in range(starts.shape[1]):
            start, moved = starts[row, part], moves[swaps[row, part]]
            for position in range(first[row] - first[0], first[row + 1] - first[0]):
                number = numbers[start + moved[held[position]]]
                for node in range(came.shape[1]):
                    came[position, node] += before[number, node]


@kernel
def follow(
    came: Orders,
    taken: Int8s,
    nodes: NodeBranches,
    weights: Int8s,
    orders: Orders,
    ends: FoldsAndTies,
) -> None:
    """From the orders in which positions come to those of the next level's histories, along the
    choices `taken` (their codes)."""
    first_branch, leads = nodes.first, nodes.leads
    folded, tied = ends
    for position in range(len(came)):
        weight = np.int64(weights[position])
        for node in range(came.shape[1]):
            some = np.int64(came[position, node])
            if some == 0:
                continue
            choice = taken[position, node]
            if choice & TIED:
                tied[node] += weight * some
            lead = leads[first_branch[node] + branch_of(choice)]
            if lead >= 0:
                orders[position, lead] += some
            else:
                folded[fold_of(lead)] += weight * some


@kernel
def reach_boards(
    weights: NDArray[np.integer], holes: UInt8s, paths: Paths, orders: Orders, reached: Int64s
) -> None:
    """The deals of last boards by the history they come with, by board, history and hand."""
    starts, swaps, moves, numbers, binom = paths
    for board in range(len(weights)):
        for hand in range(weights.shape[1]):
            weight = weights[board, hand]
            if weight == 0:
                continue
            hole = hole_number(holes, board, hand, binom)
            for part in range(starts.shape[1]):
                number = numbers[starts[board, part] + moves[swaps[board, part], hole]]
                for node in range(orders.shape[1]):
                    reached[board, node, hand] += weight * orders[number, node]


@dataclass
class EndingCounts:
    """Deals by ending, class and case, and deals with equal best choices, by decision."""

    endings: Int64s
    indifferent: dict[str, int] = field(default_factory=dict)


def count(showdown: Showdown, decided: Sequence[LevelChoices], progress: Progress) -> EndingCounts:
    """Follow every deal along its choices."""
    return Forward(showdown, decided).count(progress)


class Forward:
    """One count: the choices of the levels before the last, and what was counted so far."""

    def __init__(self, showdown: Showdown, decided: Sequence[LevelChoices]) -> None:
        self.showdown = showdown
        self.decided = decided
        self.levels = showdown.tree.levels
        self.folded = np.zeros(len(showdown.tree.endings), np.int64)
        self.tied = [np.zeros(len(nodes), np.int64) for nodes in self.levels]

    def count(self, progress: Progress) -> EndingCounts:
        endings, self.tied[-1] = self.last_ends(self.reach(), progress)
        endings[:, self.showdown.pays.classes.possible, 0] += self.folded
        indifferent: dict[str, int] = {}
        for nodes, deals in zip(self.levels, self.tied, strict=True):
            for node, equal in zip(nodes, deals, strict=True):
                if node.decision is not None:
                    indifferent[node.decision] = indifferent.get(node.decision, 0) + int(equal)
        return EndingCounts(endings, indifferent)

    def reach(self) -> Reach:
        """The orders of the level before the last, followed from the first."""
        if not self.decided:
            count = self._last_but_one.count
            yield slice(0, count), np.ones((count, 1), np.int16)
            return
        before: Orders = BEFORE_FIRST
        for decided in self.decided[:-1]:
            before = self.all_orders(decided, before)
        yield from self.orders(self.decided[-1], before)

    @property
    def _last_but_one(self) -> Positions:
        """The positions that last boards come from: those of no board if the last level is the
        first."""
        if self.decided:
            return self.decided[-1].positions
        return positions(self.showdown.space, (0,), self.showdown.plan.hole)

    def last_ends(self, reach: Reach, progress: Progress) -> tuple[Int64s, Int64s]:
        """Deals of the last level by ending, class and case, and its ties, if the level before
        leads there in these orders."""
        showdown, kinds = self.showdown, self.showdown.kinds
        orders: Orders = BEFORE_FIRST
        beside = showdown.boards_of_cards
        if self.decided and beside is not None:
            orders = self._together(self.decided[-1], reach)
            reach = in_blocks(self._last_but_one, orders)
        if (two := showdown.last_two) is not None:
            endings = self._count_two(two, orders, progress)
            return endings, np.zeros(len(self.levels[-1]), np.int64)
        endings, tied = self._nothing_ended()
        if kinds is not None:
            endings, tied = KindWalk(showdown, kinds, self._last_but_one).counts(reach, progress)
        if beside is not None:
            more = self._count_boards(beside, orders, progress)
            endings, tied = endings + more[0], tied + more[1]
        return endings, tied

    def _nothing_ended(self) -> tuple[Int64s, Int64s]:
        """Zeros for deals by ending, class and case, and for ties by node of the last level."""
        showdown = self.showdown
        shape = (len(showdown.tree.endings), showdown.pays.classes.count, CASE_COUNT)
        return np.zeros(shape, np.int64), np.zeros(len(self.levels[-1]), np.int64)

    def _count_two(self, two: LastTwo, orders: Orders, progress: Progress) -> Int64s:
        """Deals by ending, class and case, if the last two levels are solved together."""
        deals = orders.astype(np.int64) * two.here.weights[:, None]
        by_class, folded, self.tied[-2] = two.counts(deals, progress)
        self.folded[: len(folded)] += folded
        endings = np.zeros((*by_class.T.shape, CASE_COUNT), np.int64)
        endings[:, :, 0] = by_class.T
        return endings

    def all_orders(self, here: LevelChoices, before: Orders) -> Orders:
        """The orders of all positions of a level."""
        return self._together(here, self.orders(here, before))

    def _together(self, here: LevelChoices, reach: Reach) -> Orders:
        orders = self.zero_orders(here.level + 1, here.positions.count)
        for some, found in reach:
            orders[some] = found
        return orders

    def zero_orders(self, level: int, count: int) -> Orders:
        """Zeros for some positions and the histories of a level."""
        narrow = self.showdown.orders < NARROW_ORDERS
        shape = (count, len(self.levels[level]))
        return np.zeros(shape, np.int16) if narrow else np.zeros(shape, np.int32)

    def orders(self, here: LevelChoices, before: Orders) -> Reach:
        """The orders of a level's positions, some at a time; also counts folds and ties."""
        showdown, level, at = self.showdown, here.level, here.positions
        paths = showdown.path_finder.paths(at.boards, level)
        branches = branches_at(showdown.tree, level)
        ends = FoldsAndTies(np.zeros_like(self.folded), np.zeros_like(self.tied[level]))
        for rows, some in row_blocks(at):
            came = self.zero_orders(level, some.stop - some.start)
            if level:
                first = at.first[rows.start : rows.stop + 1]
                arrive(first, at.held[some], paths.of(rows), before, came)
            else:
                came[:, 0] = 1  # every position of the first level comes once
            orders = self.zero_orders(level + 1, len(came))
            follow(came, here.taken[some], branches, at.weights[some], orders, ends)
            self.note(here, some, came, orders)
            yield some, orders
        self.folded += ends.folded * here.deals_below
        self.tied[level] += ends.tied * here.deals_below

    def note(self, here: LevelChoices, some: slice, came: Orders, orders: Orders) -> None:
        """Called with the orders in which some positions come with each history, and those in which
        they go on. A count that needs more than endings notes them and may clear the latter."""

    def _count_boards(
        self, some: Boards, orders: Orders, progress: Progress
    ) -> tuple[Int64s, Int64s]:
        """Deals by ending, class and case, and ties of the last level, over boards of cards."""
        showdown, last = self.showdown, len(self.levels) - 1
        ending_pays, nodes, count = showdown.ending_pays, showdown.nodes, len(self.levels[last])

        def ready(chunk: BoardChunk) -> tuple[HandsOnBoards, Int64s]:
            hands = showdown.for_kernels(chunk)
            boards, holes = chunk.weights.shape
            reached = np.zeros((boards, count, holes), np.int64)
            if last:
                paths = showdown.path_finder.paths(chunk.boards, last)
                reach_boards(chunk.weights, chunk.holes, paths, orders, reached)
            else:
                reached[:, 0] = chunk.weights
            return hands, reached

        def add(total: Totals, made: tuple[HandsOnBoards, Int64s]) -> None:
            hands, reached = made
            count_ends(hands, ending_pays, nodes, reached, *total)

        totals = over_boards(some, "counting endings", progress, self._nothing_ended, ready, add)
        endings, tied = (sum_of([total[part] for total in totals]) for part in range(2))
        return endings, tied


def in_blocks(here: Positions, orders: Orders) -> Reach:
    """The orders of all positions, some at a time."""
    for _, some in row_blocks(here):
        yield some, orders[some]
