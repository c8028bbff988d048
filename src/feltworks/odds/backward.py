"""Backward over the levels to find the best choices.

The last boards say what each history of the last level is worth to each hand. These worths are
added to the positions one level before that may lead there; each position takes the branch with the
most worth, and that worth is added to the level before it, and so on to the first. Worths are
summed over all deals that belong to a position, so nothing is divided and every comparison is
between whole numbers.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from feltworks.arrays import Flags, Int8s, Int64s, UInt8s
from feltworks.kernels import kernel
from feltworks.odds.boards import Boards
from feltworks.odds.boardsymmetry import hole_number
from feltworks.odds.chunks import BoardChunk
from feltworks.odds.ends import (
    BRANCH_SHIFT,
    NodeBranches,
    best_worths,
    branches_at,
    choice_code,
    fold_of,
)
from feltworks.odds.kindwalk import KindWalk
from feltworks.odds.needs import has_needed
from feltworks.odds.passes import over_boards, sum_of
from feltworks.odds.paths import Paths
from feltworks.odds.positions import (
    EVERY,
    Positions,
    RowBlock,
    RowBlocks,
    Selected,
)
from feltworks.odds.progress import Progress, silent
from feltworks.odds.showdown import Showdown
from feltworks.odds.sums import CLOSED, Sums, zero_sums
from feltworks.odds.tree import DecisionNode
from feltworks.rules.schema.stages import NeedsHand

NOTHING: Sums = np.zeros((0, 0), np.int64)
"""In place of worths that are not kept."""


class Worths(Protocol):
    """What each history of the next level is worth at the positions of this one, summed."""

    def of(self, some: Selected = EVERY) -> Int64s:
        """The worths of some positions, by position and history."""


@dataclass(frozen=True)
class StoredWorths:
    """Worths in an array."""

    values: Sums

    def of(self, some: Selected = EVERY) -> Int64s:
        return self.values[some].astype(np.int64)


@dataclass(frozen=True)
class AddedWorths:
    """Worths over some last boards and over the others."""

    some: Worths
    others: Worths

    def of(self, some: Selected = EVERY) -> Int64s:
        return self.some.of(some) + self.others.of(some)


@dataclass
class LevelChoices:
    """The best choices of one level before the last."""

    level: int
    positions: Positions
    worths: Worths
    taken: Int8s
    """By position and history: the code of the choice."""
    deals_below: int
    """How many deals follow one position: cards to come and the dealer's hand."""

    def branches(self, node: int, some: Selected = EVERY) -> Int8s:
        """The branch of a node that is taken at some positions."""
        found: Int8s = self.taken[some, node] >> BRANCH_SHIFT
        return found


@kernel
def carry_back_boards(
    weights: NDArray[np.integer],
    holes: UInt8s,
    paths: Paths,
    worths: Sums,
    values: Sums,
) -> None:
    """Add the worth of each history on last boards to the positions one level before, which may
    lead there."""
    starts, swaps, moves, numbers, binom = paths
    for board in range(len(weights)):
        for hand in range(weights.shape[1]):
            weight = weights[board, hand]
            if weight == 0:
                continue
            hole = hole_number(holes, board, hand, binom)
            for part in range(starts.shape[1]):
                number = numbers[starts[board, part] + moves[swaps[board, part], hole]]
                for node in range(values.shape[1]):
                    values[number, node] += weight * worths[board, node, hand]


@kernel
def carry_back_positions(
    first: Int64s,
    held: NDArray[np.integer],
    paths: Paths,
    best: Int64s,
    values: Sums,
) -> None:
    """The same from the positions of a level, with the worth of their best branches; `first` says
    where each board's positions begin."""
    starts, swaps, moves, numbers, _ = paths
    for row in range(len(first) - 1):
        for part in range(starts.shape[1]):
            start, moved = starts[row, part], moves[swaps[row, part]]
            for position in range(first[row] - first[0], first[row + 1] - first[0]):
                number = numbers[start + moved[held[position]]]
                for node in range(values.shape[1]):
                    values[number, node] += best[position, node]


@kernel
def take_best(
    worths: Int64s,
    weights: Int8s,
    nodes: NodeBranches,
    folds: Int64s,
    closed: Int64s,
    taken: Int8s,
    best: Int64s,
) -> None:
    """The branch with the most worth at each position and node, the first of equals.

    `folds` is what each fold is worth, summed over the deals below one position; `closed` has, by
    position and node, the branches that may not be taken, as bits; it is empty if all may.
    """
    for position in range(len(worths)):
        for node in range(len(nodes.first)):
            closed_here = closed[position, node] if len(closed) else 0
            found, equal, most = -1, 0, np.int64(0)
            for branch in range(nodes.first[node], nodes.stop[node]):
                place = branch - nodes.first[node]
                if closed_here >> place & 1:
                    continue
                lead = nodes.leads[branch]
                if lead >= 0:
                    worth = worths[position, lead]
                else:
                    worth = weights[position] * folds[fold_of(lead)]
                if found < 0 or worth > most:
                    found, equal, most = place, 0, worth
                elif worth == most:
                    equal = 1
            taken[position, node] = choice_code(found, equal > 0)
            best[position, node] = most


class Backward:
    """Finds the choices of every level before the last, the last of them first."""

    def __init__(self, showdown: Showdown) -> None:
        self.showdown = showdown
        self.plan = showdown.plan
        self.tree = showdown.tree
        self.last_play: tuple[int, ...] | None = None
        """Fingerprints of the choices of the last level; none if that is the only one."""
        self.best_before_last = np.zeros(0, np.int64)
        """Where the last two levels are taken at once: for how many deals each branch is best."""

    def decide(self, progress: Progress, *, keep: bool) -> list[LevelChoices]:
        """The choices of each level; with `keep`, the worths of positions are kept as well."""
        last = len(self.plan.levels) - 1
        if last == 0:
            return []
        if self.showdown.policy is not None:
            return [self.follow_policy(level) for level in range(last)]
        worths, decided = self._last_worths(progress), list[LevelChoices]()
        for level in range(len(self.showdown.earlier) - 1, -1, -1):
            here, before = self._decide_level(level, worths)
            decided.insert(0, here)
            if not keep:
                decided[0].worths = StoredWorths(NOTHING)
            worths = StoredWorths(before)
        return decided

    def known(self, taken: Sequence[Int8s]) -> list[LevelChoices]:
        """Each level with these choices, which another walk found; without worths."""
        found = [self._undecided(level, StoredWorths(NOTHING)) for level in range(len(taken))]
        for decided, choices in zip(found, taken, strict=True):
            decided.taken[:] = choices.reshape(decided.taken.shape)
        return found

    def _zeros_for(self, level: int) -> Sums:
        """Zeros by position of a level and history of the next, as narrow as the sums allow."""
        here = self.showdown.earlier[level]
        deals = int(here.weights.max()) * self.showdown.deals_below(level)
        shape = (here.count, len(self.tree.levels[level + 1]))
        return zero_sums(shape, deals * self.showdown.largest_pay)

    def _last_worths(self, progress: Progress) -> Worths:
        """What the last level is worth to the positions of the one before."""
        worths: Worths
        kinds = self.showdown.kinds
        if (two := self.showdown.last_two) is not None:
            values = self._zeros_for(len(self.showdown.earlier) - 1)
            plays, self.best_before_last = two.worths(progress, values)
            worths = StoredWorths(values)
        elif kinds is not None:
            walk = KindWalk(self.showdown, kinds, self.showdown.earlier[-1])
            worths, plays = walk.worths(progress)
            if (beside := self.showdown.boards_of_cards) is not None:
                others, more = self._carried_back(beside, progress)
                worths, plays = AddedWorths(worths, others), plays + more
        else:
            worths, plays = self._carried_back(self.showdown.boards, progress)
        # Sorted, because workers finish in any order. Not added up: changes on two boards could
        # cancel.
        self.last_play = tuple(sorted(plays))
        return worths

    def _carried_back(self, boards: Boards, progress: Progress) -> tuple[StoredWorths, list[int]]:
        """The values of some last boards, gathered for the positions of the level before."""
        showdown, last = self.showdown, len(self.plan.levels) - 1
        finder = showdown.path_finder  # made before several threads need it
        ending_pays, nodes = showdown.ending_pays, showdown.nodes
        plays: list[int] = []

        def start() -> Sums:
            return self._zeros_for(last - 1)

        def ready(chunk: BoardChunk) -> tuple[BoardChunk, Sums]:
            hands = showdown.for_kernels(chunk)
            rows, count = hands.weighed.shape
            worths = np.zeros((rows, len(nodes.first), count), ending_pays.pays.dtype)
            plays.append(best_worths(hands, ending_pays, nodes, chunk.number, worths))
            return chunk, worths

        def add(values: Sums, made: tuple[BoardChunk, Sums]) -> None:
            chunk, worths = made
            paths = finder.paths(chunk.boards, last)
            carry_back_boards(chunk.weights, chunk.holes, paths, worths, values)

        sums = over_boards(boards, "valuing boards", progress, start, ready, add)
        return StoredWorths(sum_of(sums)), plays

    def _decide_level(self, level: int, worths: Worths) -> tuple[LevelChoices, Sums]:
        """The best choices of a level, and their worth at the level before it, if there is one."""
        here, nodes = self.showdown.earlier[level], self.tree.levels[level]
        branches = branches_at(self.tree, level)
        decided = self._undecided(level, worths)
        folds = [self._fold_worth(decided, fold) for fold in range(len(self.tree.folds))]
        fold_worths = np.array(folds, np.int64)
        paths = self.showdown.path_finder.paths(here.boards, level)

        def start() -> Sums:
            return self._zeros_for(level - 1) if level else NOTHING

        def ready(block: RowBlock) -> tuple[RowBlock, Int64s]:
            some = block.positions
            best = np.zeros((some.stop - some.start, len(nodes)), np.int64)
            closed = self._closed(decided, some)
            weights, taken = here.weights[some], decided.taken[some]
            take_best(worths.of(some), weights, branches, fold_worths, closed, taken, best)
            return block, best

        def add(before: Sums, made: tuple[RowBlock, Int64s]) -> None:
            (rows, some), best = made
            if level:
                first = here.first[rows.start : rows.stop + 1]
                carry_back_positions(first, here.held[some], paths.of(rows), best, before)

        blocks = RowBlocks(here)
        return decided, sum_of(over_boards(blocks, "choosing", silent, start, ready, add))

    def follow_policy(self, level: int) -> LevelChoices:
        """The choices of a policy at a level before the last."""
        policy, decided = self.showdown.policy, self._undecided(level, StoredWorths(NOTHING))
        assert policy is not None
        here, taken = decided.positions, decided.taken

        def ready(block: RowBlock) -> None:
            for number, branch in policy.branches(level, here, block):
                taken[block.positions, number] = branch << BRANCH_SHIFT  # no ties are noted

        over_boards(
            RowBlocks(here), "choosing", silent, lambda: NOTHING, ready, lambda total, made: None
        )
        return decided

    def _undecided(self, level: int, worths: Worths) -> LevelChoices:
        here = self.showdown.earlier[level]
        taken = np.zeros((here.count, len(self.tree.levels[level])), np.int8)
        return LevelChoices(level, here, worths, taken, self.showdown.deals_below(level))

    def _fold_worth(self, decided: LevelChoices, fold: int | None) -> int:
        return 0 if fold is None else decided.deals_below * self.showdown.fold_pay(fold)

    def _closed(self, decided: LevelChoices, some: slice) -> Int64s:
        """The branches that the cards of some positions do not allow, as bits by node."""
        nodes = self.tree.levels[decided.level]
        if not any(branch.needs for node in nodes for branch in node.branches):
            return np.zeros((0, len(nodes)), np.int64)
        closed = np.zeros((some.stop - some.start, len(nodes)), np.int64)
        for number, node in enumerate(nodes):
            for place, branch in enumerate(node.branches):
                if branch.needs is not None:
                    held = self._held(decided, branch.needs, some)
                    closed[:, number] |= np.where(held, 0, 1 << place)
        return closed

    def branch_values(
        self, decided: LevelChoices, node: DecisionNode, some: Selected = EVERY
    ) -> Int64s:
        """What each branch of a node is worth, by branch and position."""
        rows = []
        worths = decided.worths.of(some)
        weights = decided.positions.weights[some].astype(np.int64)
        for branch in node.branches:
            if branch.to is not None:
                rows.append(worths[:, branch.to])
            else:
                rows.append(weights * self._fold_worth(decided, branch.fold))
            if branch.needs is not None:
                rows[-1] = np.where(self._held(decided, branch.needs, some), rows[-1], CLOSED)
        return np.stack(rows)

    def _held(self, decided: LevelChoices, needs: NeedsHand, some: Selected) -> Flags:
        cards = decided.positions.cards(some)
        return has_needed(self.plan, self.showdown.space, needs, decided.level, cards)
