"""Backward over the levels for the best choices.

Values are summed over all deals that a position stands for, so nothing is divided and
every comparison is one of whole numbers.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from feltworks.kernels import kernel
from feltworks.odds.chunks import BoardChunk
from feltworks.odds.ends import Hand, Sums, Ways, carry_back, position_number
from feltworks.odds.needs import has_needed
from feltworks.odds.passes import Progress, over_boards, sum_of
from feltworks.odds.positions import EVERY, Positions, Some
from feltworks.odds.showdown import CLOSED, Showdown
from feltworks.odds.tree import Knot
from feltworks.rules.schema.stages import NeedsHand

AT_ONCE = 250_000
NARROW = 2**31
NOTHING: Sums = np.zeros((0, 0), np.int64)


@dataclass
class Decided:
    """The best choices of one level before the last."""

    level: int
    positions: Positions
    values: Sums
    """What each history of the next level is worth, summed, by position."""
    taken: NDArray[np.int8]
    """By position and history: twice the branch taken, and one more where another is as good."""
    deals_below: int
    """Deals of the cards to come, the dealer's hand included, from one position."""


@kernel
def lift(
    first: NDArray[np.int64],
    held: NDArray[np.integer],
    holes: NDArray[np.uint8],
    ways: Ways,
    numbers: NDArray[np.int32],
    best: Sums,
    values: Sums,
) -> None:
    """Add the values of positions to those of the level before; `best` may be wider."""
    starts, swaps, swapped, binom = ways
    moved = np.zeros(holes.shape[1], np.uint8)
    for row in range(len(first) - 1):
        for position in range(first[row], first[row + 1]):
            hole = held[position]
            for part in range(starts.shape[1]):
                number = position_number(
                    holes, hole, starts[row, part], swaps[row, part], swapped, numbers, binom, moved
                )
                for knot in range(values.shape[1]):
                    values[number, knot] += best[position, knot]


class Backward:
    """Finds the choices of every level before the last, the last of them first."""

    def __init__(self, showdown: Showdown) -> None:
        self.showdown = showdown
        self.plan = showdown.plan
        self.tree = showdown.tree
        self.paths = showdown.paths
        self.last_play: tuple[int, ...] | None = None
        """Fingerprints of the choices of the last level; none if that is the only one."""

    def decide(self, progress: Progress, *, keep: bool) -> list[Decided]:
        """The choices of each level; what positions are worth is let go unless it is kept."""
        last = len(self.plan.levels) - 1
        if last == 0:
            return []
        if self.showdown.policy is not None:
            return [self._decide_level(level, NOTHING) for level in range(last)]
        decided = [self._decide_level(last - 1, self._carried_back(progress))]
        for level in range(last - 2, -1, -1):
            lifted = self._lifted(level, decided[0], keep=keep)
            decided.insert(0, self._decide_level(level, lifted))
        if not keep:
            decided[0].values = NOTHING
        return decided

    def _noughts(self, level: int) -> Sums:
        """For each position of a level and history of the next, no wider than its sum can be."""
        here = self.showdown.earlier[level]
        deals = int(here.weights.max()) * self.showdown.deals_below(level)
        narrow = deals * self.showdown.largest_pay < NARROW
        shape = (here.count, len(self.tree.levels[level + 1]))
        return np.zeros(shape, np.int32) if narrow else np.zeros(shape, np.int64)

    def _carried_back(self, progress: Progress) -> Sums:
        """The values of the last level, gathered for the positions of the one before."""
        showdown, last = self.showdown, len(self.plan.levels) - 1
        numbers = showdown.earlier[-1].numbers.reshape(-1)

        def start() -> Sums:
            return self._noughts(last - 1)

        def ready(chunk: BoardChunk) -> tuple[Hand, Ways]:
            ways = self.paths.ways(chunk.boards, last, [last - 1])
            return showdown.for_kernels(chunk), ways

        plays: list[int] = []

        def add(values: Sums, made: tuple[Hand, Ways]) -> None:
            hands, ways = made
            stakes, knots = showdown.stakes, showdown.knots
            plays.append(carry_back(hands, stakes, knots, ways, numbers, values))

        told = ("valuing boards", progress)
        values = sum_of(over_boards(showdown.boards, told, start, ready, add))
        # In an order of their own: whichever worker was done first. Not added up, for what changes
        # on one board could then make up for what changes on another.
        self.last_play = tuple(sorted(plays))
        return values

    def _lifted(self, level: int, after: Decided, *, keep: bool) -> Sums:
        """The values of the level after, gathered for the positions of this one."""
        there, values = after.positions, self._noughts(level)
        numbers = self.showdown.earlier[level].numbers.reshape(-1)
        ways = self.paths.ways(there.boards, level + 1, [level])
        best = self._best(after, keep=keep)
        if not keep:
            after.values = NOTHING
        holes = self.showdown.space.combinations(self.plan.hole)
        lift(there.first, there.held, holes, ways, numbers, best, values)
        return values

    def _decide_level(self, level: int, values: Sums) -> Decided:
        here, knots = self.showdown.earlier[level], self.tree.levels[level]
        policy, taken = self.showdown.policy, np.zeros((here.count, len(knots)), np.int8)
        decided = Decided(level, here, values, taken, self.showdown.deals_below(level))
        for some in blocks(here.count):
            for number, knot in enumerate(knots):
                if knot.decision is None:
                    continue
                if policy is not None:
                    branch = policy.branch(level, number, *self.rows(here, some))
                    taken[some, number] = 2 * branch
                    continue
                worth = self.branch_values(decided, knot, some)
                equal = (worth == worth.max(axis=0)).sum(axis=0) > 1
                taken[some, number] = 2 * worth.argmax(axis=0) + equal
        return decided

    def branch_values(self, decided: Decided, knot: Knot, some: Some = EVERY) -> NDArray[np.int64]:
        """What each branch of a knot is worth, by branch and position."""
        rows = []
        for branch in knot.branches:
            if branch.to is not None:
                rows.append(decided.values[some, branch.to].astype(np.int64))
            else:
                assert branch.fold is not None
                pay = self.showdown.fold_pay(branch.fold)
                weights = decided.positions.weights[some].astype(np.int64)
                rows.append(weights * (decided.deals_below * pay))
            if branch.needs is not None:
                rows[-1] = np.where(self._held(decided, branch.needs, some), rows[-1], CLOSED)
        return np.stack(rows)

    def _held(self, decided: Decided, needs: NeedsHand, some: Some) -> NDArray[np.bool_]:
        rows = self.rows(decided.positions, some)
        return has_needed(self.plan, self.showdown.space, needs, decided.level, rows)

    def rows(
        self, here: Positions, some: Some = EVERY
    ) -> tuple[NDArray[np.uint8], NDArray[np.uint8]]:
        """Open cards and hole cards of each position."""
        holes = self.showdown.space.combinations(self.plan.hole)
        return here.boards[here.row_of(some)], holes[here.held[some]]

    def _best(self, decided: Decided, *, keep: bool) -> Sums:
        """What each history is worth at each position, by the branch taken there.

        Written over the values themselves where they need not be kept and have room.
        """
        knots = self.tree.levels[decided.level]
        best = decided.values
        if keep or best.shape[1] < len(knots):
            best = np.zeros((decided.positions.count, len(knots)), best.dtype)
        for some in blocks(decided.positions.count):
            best[some, : len(knots)] = self.best_values(decided, some)
        return best

    def best_values(self, decided: Decided, some: slice) -> NDArray[np.int64]:
        """The worth of the branches taken, by position and history."""
        knots = self.tree.levels[decided.level]
        worth = [self.branch_values(decided, knot, some).max(axis=0) for knot in knots]
        return np.stack(worth, axis=1)


def blocks(count: int) -> Iterator[slice]:
    """Positions some at a time, so that little memory is needed on the way."""
    for first in range(0, count, AT_ONCE):
        yield slice(first, first + AT_ONCE)
