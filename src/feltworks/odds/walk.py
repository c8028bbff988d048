"""Backward over the levels for the best choices, forward for the count of endings.

Values are summed over all deals that a position stands for, so nothing is divided and
every comparison is one of whole numbers.
"""

from __future__ import annotations

import itertools
import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import cached_property
from math import comb
from typing import Protocol, TypeVar

import numpy as np
from numpy.typing import NDArray

from feltworks.kernels import kernel
from feltworks.odds.boards import BoardChunk, Boards
from feltworks.odds.ends import (
    Hand,
    Knots,
    Stakes,
    Ways,
    carry_back,
    count_endings,
    position_number,
    value_branches,
)
from feltworks.odds.errors import OddsRefused
from feltworks.odds.needs import has_needed
from feltworks.odds.pays import Pays
from feltworks.odds.plan import Plan
from feltworks.odds.positions import Positions, positions
from feltworks.odds.tree import Knot, Tree
from feltworks.odds.ways import Paths
from feltworks.rules.schema.stages import NeedsHand

MOST = 2**62
CLOSED = -MOST
"""The worth of a branch that a hand may not take."""
MANY_CHUNKS = 16
Progress = Callable[[str, int, int], None]
Total = TypeVar("Total")


def silent(what: str, done: int, of: int) -> None:
    """No progress shown."""


@dataclass
class Decided:
    """The best choices of one level before the last."""

    positions: Positions
    values: NDArray[np.int64]
    """What each history of the next level is worth, summed, by position."""
    branch: NDArray[np.int8]
    equal: NDArray[np.int8]
    deals_below: int
    """Deals of the cards to come, the dealer's hand included, from one position."""


@dataclass
class Counted:
    """Endings by class and case, and deals whose best choices were equal, by decision."""

    endings: NDArray[np.int64]
    indifferent: dict[str, int] = field(default_factory=dict)


@kernel
def lift(
    found: NDArray[np.int32],
    holes: NDArray[np.uint8],
    ways: Ways,
    numbers: NDArray[np.int32],
    best: NDArray[np.int64],
    values: NDArray[np.int64],
) -> None:
    """Add the values of positions to those of the level before."""
    starts, swaps, swapped, binom = ways
    moved = np.zeros(holes.shape[1], np.uint8)
    for position in range(len(found)):
        row, hole = found[position]
        for part in range(starts.shape[1]):
            number = position_number(
                holes, hole, starts[row, part], swaps[row, part], swapped, numbers, binom, moved
            )
            for knot in range(best.shape[1]):
                values[number, knot] += best[position, knot]


def sum_of(totals: list[NDArray[np.int64]]) -> NDArray[np.int64]:
    """The totals of all workers in one."""
    for total in totals[1:]:
        totals[0] += total
    return totals[0]


class Policy(Protocol):
    """A way to play that need not be the best: a branch for every position of a knot."""

    def branch(
        self, level: int, knot: int, boards: NDArray[np.uint8], holes: NDArray[np.uint8]
    ) -> NDArray[np.int64]:
        """The branch taken with each row of open cards and hole cards."""


class Walk:
    """Solves one tree on one plan; with a policy, follows it instead of the best choices."""

    def __init__(
        self,
        plan: Plan,
        boards: Boards,
        tree: Tree,
        pays: Pays,
        policy: Policy | None = None,
    ) -> None:
        self.plan = plan
        self.policy = policy
        self.boards = boards
        self.space = boards.space
        self.tree = tree
        self.pays = pays
        self.decided: list[Decided] = []
        self._check_size()

    def solve(self, progress: Progress = silent) -> Counted:
        self.decided = self._decide(progress)
        return self._count(progress)

    def _over_boards(
        self,
        what: str,
        progress: Progress,
        start: Callable[[], Total],
        add: Callable[[Total, BoardChunk, Hand], None],
    ) -> list[Total]:
        """Add all boards up; many of them on every core, each with a total of its own."""
        of = self.boards.chunk_count
        workers = (os.cpu_count() or 1) if of >= MANY_CHUNKS else 1
        done = itertools.count(1)
        progress(what, 0, of)

        def run(worker: int) -> Total:
            total = start()
            for chunk in self.boards.chunks(worker, workers):
                add(total, chunk, self._for_kernels(chunk))
                progress(what, next(done), of)
            return total

        if workers == 1:
            return [run(0)]
        self.boards.prepare()
        with ThreadPoolExecutor(workers) as threads:
            return list(threads.map(run, range(workers)))

    def _for_kernels(self, chunk: BoardChunk) -> Hand:
        classes = chunk.classes(self.pays.classes)
        closed = self._closed(chunk)
        return chunk.weights, chunk.holes, classes, chunk.values, chunk.counts, closed

    def _closed(self, chunk: BoardChunk) -> NDArray[np.int64]:
        """The branches of the last level that each hand may not take, as bits."""
        closed = np.zeros(chunk.weights.shape, np.int64)
        branches = [branch for knot in self.tree.levels[-1] for branch in knot.branches]
        if self.policy is None and all(branch.needs is None for branch in branches):
            return closed
        boards, holes = chunk.rows()
        for bit, branch in enumerate(branches):
            if branch.needs is not None:
                held = has_needed(self.plan, self.space, branch.needs, boards, holes)
                closed |= np.where(held.reshape(closed.shape), 0, 1 << bit)
        if self.policy is not None:
            first, level = 0, len(self.plan.levels) - 1
            for number, knot in enumerate(self.tree.levels[-1]):
                if knot.decision is not None:
                    taken = self.policy.branch(level, number, boards, holes).reshape(closed.shape)
                    closed |= ((1 << len(knot.branches)) - 1 ^ 1 << taken) << first
                first += len(knot.branches)
        return closed

    def last_values(self, chunk: BoardChunk, knot: int) -> NDArray[np.int64]:
        """What each branch of a knot of the last level is worth, by board, hand and branch,
        summed over the dealer's hands; `CLOSED` where the hand may not take it."""
        first, leads = self.knots
        branches = leads[first[knot] : first[knot + 1]]
        out = np.zeros((*chunk.weights.shape, len(branches)), np.int64)
        hands = self._for_kernels(chunk)
        value_branches(hands, self.stakes, branches, out)
        for place in range(len(branches)):
            out[..., place][hands[-1] >> (first[knot] + place) & 1 == 1] = CLOSED
        return out

    @cached_property
    def earlier(self) -> list[Positions]:
        """The positions of the levels before the last."""
        return [
            positions(self.space, level.board, self.plan.hole) for level in self.plan.levels[:-1]
        ]

    @cached_property
    def paths(self) -> Paths:
        return Paths(self.plan, self.space, self.earlier)

    @property
    def stakes(self) -> Stakes:
        ids = [contest.id for contest in self.boards.contests]
        contests = [
            ids.index(ending.contest) if ending.contest is not None else -1
            for ending in self.tree.endings
        ]
        qualifying = [contest.qualifying for contest in self.boards.contests]
        return (
            self.pays.table,
            np.array(contests, np.int64),
            np.array(qualifying, np.int64),
            self.boards.dealer_hands,
        )

    @property
    def knots(self) -> Knots:
        """The last level's branches, each by the ending it leads to."""
        first, leads = [0], []
        folds = len(self.tree.folds)
        for knot in self.tree.levels[-1]:
            for branch in knot.branches:
                leads.append(branch.fold if branch.to is None else folds + branch.to)
            first.append(len(leads))
        return np.array(first, np.int64), np.array(leads, np.int64)

    def _decide(self, progress: Progress) -> list[Decided]:
        levels = len(self.plan.levels)
        if levels == 1:
            return []
        last = self.earlier[-1]
        numbers = last.numbers.reshape(-1)

        def start() -> NDArray[np.int64]:
            return np.zeros((last.count, len(self.tree.levels[-1])), np.int64)

        def add(values: NDArray[np.int64], chunk: BoardChunk, hands: Hand) -> None:
            ways = self.paths.ways(chunk.boards, [levels - 2])
            carry_back(hands, self.stakes, self.knots, ways, numbers, values)

        values = sum_of(self._over_boards("valuing boards", progress, start, add))
        decided = [self._decide_level(levels - 2, values)]
        for level in range(levels - 3, -1, -1):
            decided.insert(0, self._decide_level(level, self._lifted(level, decided[0])))
        return decided

    def _lifted(self, level: int, after: Decided) -> NDArray[np.int64]:
        """The values of the level after, gathered for the positions of this one."""
        here = self.earlier[level]
        values = np.zeros((here.count, len(self.tree.levels[level + 1])), np.int64)
        ways = self.paths.ways(after.positions.boards, [level])
        lift(
            after.positions.found,
            self.space.combinations(self.plan.hole),
            ways,
            here.numbers.reshape(-1),
            self._best(level + 1, after),
            values,
        )
        return values

    def _decide_level(self, level: int, values: NDArray[np.int64]) -> Decided:
        here = self.earlier[level]
        knots = self.tree.levels[level]
        branch = np.zeros((here.count, len(knots)), np.int8)
        equal = np.zeros((here.count, len(knots)), np.int8)
        decided = Decided(here, values, branch, equal, self._deals_below(level))
        for number, knot in enumerate(knots):
            worth = self.branch_values(decided, knot)
            if self.policy is not None and knot.decision is not None:
                branch[:, number] = self.policy.branch(level, number, *self.rows(here))
            else:
                branch[:, number] = worth.argmax(axis=0)
                equal[:, number] = (worth == worth.max(axis=0)).sum(axis=0) > 1
        return decided

    def branch_values(self, decided: Decided, knot: Knot) -> NDArray[np.int64]:
        """What each branch of a knot is worth, by branch and position."""
        rows = []
        for branch in knot.branches:
            if branch.to is not None:
                rows.append(decided.values[:, branch.to])
            else:
                assert branch.fold is not None
                pay = int(self.pays.table[branch.fold, 0, 0])
                rows.append(decided.positions.weights * (decided.deals_below * pay))
            if branch.needs is not None:
                rows[-1] = np.where(self._held(decided.positions, branch.needs), rows[-1], CLOSED)
        return np.stack(rows)

    def _held(self, here: Positions, needs: NeedsHand) -> NDArray[np.bool_]:
        return has_needed(self.plan, self.space, needs, *self.rows(here))

    def rows(self, here: Positions) -> tuple[NDArray[np.uint8], NDArray[np.uint8]]:
        """Open cards and hole cards of each position."""
        holes = self.space.combinations(self.plan.hole)
        return here.boards[here.found[:, 0]], holes[here.found[:, 1]]

    def _best(self, level: int, decided: Decided) -> NDArray[np.int64]:
        """What each history is worth at each position, by the branch taken there."""
        columns = []
        for number, knot in enumerate(self.tree.levels[level]):
            worth = self.branch_values(decided, knot)
            taken = decided.branch[None, :, number].astype(np.int64)
            columns.append(np.take_along_axis(worth, taken, axis=0)[0])
        return np.ascontiguousarray(np.stack(columns, axis=1))

    def _count(self, progress: Progress) -> Counted:
        levels = len(self.plan.levels)
        width = max(len(knots) for knots in self.tree.levels)
        before_last = list(range(levels - 1))
        numbers = self.paths.numbers()
        chosen = self._chosen(width)
        chains = self.paths.chains()

        def start() -> tuple[NDArray[np.int64], NDArray[np.int64]]:
            shape = (len(self.tree.endings), self.pays.classes.count, 6)
            return np.zeros(shape, np.int64), np.zeros((levels, width), np.int64)

        def add(
            total: tuple[NDArray[np.int64], NDArray[np.int64]], chunk: BoardChunk, hands: Hand
        ) -> None:
            ways = self.paths.ways(chunk.boards, before_last)
            count_endings(
                hands, self.stakes, self.knots, ways, numbers, chains, chosen, total[0], total[1]
            )

        totals = self._over_boards("counting endings", progress, start, add)
        endings = sum_of([total[0] for total in totals])
        tied = sum_of([total[1] for total in totals])
        indifferent: dict[str, int] = {}
        for level, knots in enumerate(self.tree.levels):
            for number, knot in enumerate(knots):
                if knot.decision is not None:
                    known = indifferent.get(knot.decision, 0)
                    indifferent[knot.decision] = known + int(tied[level, number])
        return Counted(endings, indifferent)

    def _chosen(self, width: int) -> tuple[NDArray[np.int32], NDArray[np.int8]]:
        """The history after each position and history, folds as -1 - ending."""
        count = max(1, sum(level.count for level in self.earlier))
        after = np.zeros((count, width), np.int32)
        equal = np.zeros((count, width), np.int8)
        base = 0
        for level, decided in enumerate(self.decided):
            here = slice(base, base + decided.positions.count)
            for number, knot in enumerate(self.tree.levels[level]):
                leads = [b.to if b.to is not None else -1 - (b.fold or 0) for b in knot.branches]
                after[here, number] = np.array(leads, np.int32)[decided.branch[:, number]]
                equal[here, number] = decided.equal[:, number]
            base += decided.positions.count
        return after, equal

    def _deals_below(self, level: int) -> int:
        deals = self.boards.dealer_hands
        left = self.space.size - self.plan.hole
        for here, after in itertools.pairwise(self.plan.levels[level:]):
            deals *= comb(left - here.board, after.board - here.board)
        return deals

    @property
    def combinations(self) -> int:
        """All deals: at each step the ways to deal what is newly seen, the dealer's hand last."""
        first = self.plan.levels[0].board
        deals = comb(self.space.size, self.plan.hole)
        return deals * comb(self.space.size - self.plan.hole, first) * self._deals_below(0)

    def _check_size(self) -> None:
        largest = int(np.abs(self.pays.table).max(initial=1))
        if self.combinations * largest >= MOST:
            raise OddsRefused(
                "stages",
                f"{self.combinations:,} deals at pays up to {largest:,} do not fit whole numbers "
                "of 64 bits",
            )
