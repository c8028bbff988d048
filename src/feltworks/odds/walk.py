"""Backward over the levels for the best choices, forward for the count of endings.

Values are summed over all deals that a position stands for, so nothing is divided and
every comparison is one of whole numbers.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from math import comb

import numpy as np
from numpy.typing import NDArray

from feltworks.kernels import kernel
from feltworks.odds.boards import BoardChunk, Boards
from feltworks.odds.cardspace import binomials, set_numbers
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
from feltworks.odds.positions import Positions, positions
from feltworks.odds.tree import Knot, Tree
from feltworks.rules.schema.stages import NeedsHand

MOST = 2**62
CLOSED = -MOST
"""The worth of a branch that a hand may not take."""
Progress = Callable[[str, int, int], None]


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


class Walk:
    """Solves one tree on one plan."""

    def __init__(self, boards: Boards, tree: Tree, pays: Pays) -> None:
        self.boards = boards
        self.plan = boards.plan
        self.space = boards.space
        self.tree = tree
        self.pays = pays
        self.decided: list[Decided] = []
        self._check_size()

    def solve(self, progress: Progress = silent) -> Counted:
        self.decided = self._decide(progress)
        return self._count(progress)

    def _hands(self, what: str, progress: Progress) -> Iterator[tuple[BoardChunk, Hand]]:
        """All boards, each chunk as the kernels take it."""
        of = self.boards.chunk_count
        for done, chunk in enumerate(self.boards.chunks()):
            progress(what, done, of)
            yield chunk, self._for_kernels(chunk)
        progress(what, of, of)

    def _for_kernels(self, chunk: BoardChunk) -> Hand:
        classes = chunk.classes(self.pays.classes)
        closed = self._closed(chunk)
        return chunk.weights, chunk.holes, classes, chunk.values, chunk.counts, closed

    def _closed(self, chunk: BoardChunk) -> NDArray[np.int64]:
        """The branches of the last level that each hand may not take, as bits."""
        closed = np.zeros(chunk.weights.shape, np.int64)
        branches = [branch for knot in self.tree.levels[-1] for branch in knot.branches]
        for bit, branch in enumerate(branches):
            if branch.needs is not None:
                boards = np.repeat(chunk.boards, chunk.holes.shape[1], axis=0)
                holes = chunk.holes.reshape(-1, chunk.holes.shape[2])
                held = has_needed(self.plan, self.space, branch.needs, boards, holes)
                closed |= np.where(held.reshape(closed.shape), 0, 1 << bit)
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
        values = np.zeros((last.count, len(self.tree.levels[-1])), np.int64)
        for chunk, hands in self._hands("valuing boards", progress):
            ways = self._ways(chunk.boards, [levels - 2], [last])
            carry_back(hands, self.stakes, self.knots, ways, last.numbers.reshape(-1), values)
        decided = [self._decide_level(levels - 2, values)]
        for level in range(levels - 3, -1, -1):
            decided.insert(0, self._decide_level(level, self._lifted(level, decided[0])))
        return decided

    def _lifted(self, level: int, after: Decided) -> NDArray[np.int64]:
        """The values of the level after, gathered for the positions of this one."""
        here = self.earlier[level]
        values = np.zeros((here.count, len(self.tree.levels[level + 1])), np.int64)
        ways = self._ways(after.positions.boards, [level], [here])
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
        boards = here.boards[here.found[:, 0]]
        holes = self.space.combinations(self.plan.hole)[here.found[:, 1]]
        return has_needed(self.plan, self.space, needs, boards, holes)

    def _best(self, level: int, decided: Decided) -> NDArray[np.int64]:
        columns = [
            self.branch_values(decided, knot).max(axis=0) for knot in self.tree.levels[level]
        ]
        return np.ascontiguousarray(np.stack(columns, axis=1))

    def _count(self, progress: Progress) -> Counted:
        endings = np.zeros((len(self.tree.endings), self.pays.classes.count, 6), np.int64)
        levels = len(self.plan.levels)
        width = max(len(knots) for knots in self.tree.levels)
        tied = np.zeros((levels, width), np.int64)
        bases = np.cumsum([0, *(level.count for level in self.earlier)])
        numbers = [
            (level.numbers + base).reshape(-1)
            for level, base in zip(self.earlier, bases, strict=False)
        ]
        flat = np.concatenate(numbers).astype(np.int32) if numbers else np.zeros(1, np.int32)
        chosen = self._chosen(width)
        chains = self._chains()
        for chunk, hands in self._hands("counting endings", progress):
            ways = self._ways(chunk.boards, list(range(levels - 1)), self.earlier)
            count_endings(hands, self.stakes, self.knots, ways, flat, chains, chosen, endings, tied)
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

    def _parts(self, of: int, level: int) -> list[tuple[int, ...]]:
        """The parts of a board of so many cards that may have lain open at a level."""
        return list(itertools.combinations(range(of), self.plan.levels[level].board))

    def _chains(self) -> NDArray[np.int64]:
        """Every order in which the last board can have come, as numbers of parts by level."""
        levels = len(self.plan.levels) - 1
        size = self.plan.board
        parts = [self._parts(size, level) for level in range(levels)]
        bases = np.cumsum([0, *(len(part) for part in parts)])
        chains = [
            [int(bases[level]) + number for level, number in enumerate(numbers)]
            for numbers in itertools.product(*(range(len(part)) for part in parts))
            if all(
                set(parts[level][numbers[level]]) <= set(parts[level + 1][numbers[level + 1]])
                for level in range(levels - 1)
            )
        ]
        return np.array(chains, np.int64).reshape(len(chains), levels)

    def _ways(self, boards: NDArray[np.uint8], levels: list[int], into: list[Positions]) -> Ways:
        """How to find the positions of earlier levels from each of these boards."""
        binom = binomials(self.space.size, max(self.plan.hole, self.plan.board))
        starts, swaps = [], []
        base = 0
        for level, here in zip(levels, into, strict=True):
            for part in self._parts(boards.shape[1], level):
                cards = np.ascontiguousarray(boards[:, list(part)])
                raw = np.zeros(len(cards), np.int64)
                set_numbers(cards, binom, raw)
                starts.append(base + here.rows[raw].astype(np.int64) * here.numbers.shape[1])
                swaps.append(here.swaps[raw].astype(np.int64))
            base += here.numbers.size
        if not starts:
            empty = np.zeros((len(boards), 0), np.int64)
            return empty, empty, self.space.swapped, binom
        return (
            np.stack(starts, axis=1),
            np.stack(swaps, axis=1),
            self.space.swapped,
            binom,
        )

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
