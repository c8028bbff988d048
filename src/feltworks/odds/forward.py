"""Forward along the chosen branches: how many deals end in each ending, case and class.

Each order in which a last board can have come is followed through the choices before it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from feltworks.kernels import kernel
from feltworks.odds.backward import Decided, blocks
from feltworks.odds.chunks import BoardChunk
from feltworks.odds.ends import (
    Hand,
    Knots,
    Stakes,
    Ways,
    best_branch,
    position_number,
    value_endings,
)
from feltworks.odds.passes import Progress, over_boards, sum_of
from feltworks.odds.showdown import Showdown

Totals = tuple[NDArray[np.int64], NDArray[np.int64]]


@kernel
def count_endings(
    chunk: Hand,
    stakes: Stakes,
    knots: Knots,
    ways: Ways,
    numbers: NDArray[np.int32],
    chains: NDArray[np.int64],
    chosen: NDArray[np.int16],
    endings: NDArray[np.int64],
    tied: NDArray[np.int64],
) -> None:
    """Follow every deal along its best choices to its ending.

    `chains` lists the orders in which the board can come, as parts by level. `chosen`
    holds for each position and history twice the history after it, or twice -1 - ending for a
    fold, and one more where choices were equal. `tied` counts those by level and history.
    All is written out: with its inner loops as inlined functions it takes up to twice as long.
    """
    weights, holes, classes, hand_values, counts, closed = chunk
    first_branch, leads = knots
    starts, swaps, swapped, binom = ways
    total = stakes[3]
    levels = chains.shape[1]
    cases = np.zeros((max(1, len(stakes[2])), 6), np.int64)
    worth = np.zeros(len(stakes[1]), np.int64)
    moved = np.zeros(holes.shape[2], np.uint8)
    found = np.zeros(starts.shape[1], np.int64)
    reached = np.zeros(len(first_branch) - 1, np.int64)
    for board in range(len(weights)):
        board_values, board_counts, board_holes = hand_values[board], counts[board], holes[board]
        for hand in range(weights.shape[1]):
            weight = weights[board, hand]
            if weight == 0:
                continue
            pay_class = classes[board, hand]
            for part in range(starts.shape[1]):
                found[part] = position_number(
                    board_holes,
                    hand,
                    starts[board, part],
                    swaps[board, part],
                    swapped,
                    numbers,
                    binom,
                    moved,
                )
            shut = closed[board, hand]
            reached[:] = 0
            folded = 0
            for chain in range(len(chains)):
                knot = 0
                for level in range(levels):
                    step = chosen[found[chains[chain, level]], knot]
                    if step & 1:
                        tied[level, knot] += weight * total
                    knot = step >> 1
                    if knot < 0:
                        break
                if knot < 0:
                    endings[-1 - knot, pay_class, 0] += weight * total
                    folded += 1
                else:
                    reached[knot] += weight
            if folded == len(chains):
                continue
            value_endings(hand, pay_class, board_values, board_counts, stakes, cases, worth)
            for knot in range(len(reached)):
                if reached[knot] == 0:
                    continue
                best, alike = best_branch(
                    first_branch[knot], first_branch[knot + 1], leads, worth, shut
                )
                if alike > 1:
                    tied[levels, knot] += reached[knot] * total
                ending = leads[best]
                contest = stakes[1][ending]
                if contest < 0:
                    endings[ending, pay_class, 0] += reached[knot] * total
                else:
                    for case in range(6):
                        endings[ending, pay_class, case] += reached[knot] * cases[contest, case]


@dataclass
class Counted:
    """Endings by class and case, and deals whose best choices were equal, by decision."""

    endings: NDArray[np.int64]
    indifferent: dict[str, int] = field(default_factory=dict)


def count(showdown: Showdown, decided: Sequence[Decided], progress: Progress) -> Counted:
    """Follow every deal along its choices."""
    tree, paths = showdown.tree, showdown.paths
    levels = len(showdown.plan.levels)
    width = max(len(knots) for knots in tree.levels)
    numbers, chains = paths.numbers(), paths.chains()
    chosen = _chosen(showdown, decided)

    def start() -> Totals:
        shape = (len(tree.endings), showdown.pays.classes.count, 6)
        return np.zeros(shape, np.int64), np.zeros((levels, width), np.int64)

    def ready(chunk: BoardChunk) -> tuple[Hand, Ways]:
        ways = paths.ways(chunk.boards, levels - 1, range(levels - 1))
        return showdown.for_kernels(chunk), ways

    def add(total: Totals, made: tuple[Hand, Ways]) -> None:
        stakes, knots = showdown.stakes, showdown.knots
        count_endings(made[0], stakes, knots, made[1], numbers, chains, chosen, *total)

    told = ("counting endings", progress)
    totals = over_boards(showdown.boards, told, start, ready, add)
    tied = sum_of([total[1] for total in totals])
    indifferent: dict[str, int] = {}
    for level, knots in enumerate(tree.levels):
        for number, knot in enumerate(knots):
            if knot.decision is not None:
                known = indifferent.get(knot.decision, 0)
                indifferent[knot.decision] = known + int(tied[level, number])
    return Counted(sum_of([total[0] for total in totals]), indifferent)


def _chosen(showdown: Showdown, decided: Sequence[Decided]) -> NDArray[np.int16]:
    """Twice the history after each position and history, folds as -1 - ending, and one more
    where choices were equal."""
    count = max(1, sum(level.count for level in showdown.earlier))
    width = max((len(knots) for knots in showdown.tree.levels[:-1]), default=1)
    chosen = np.zeros((count, width), np.int16)
    base = 0
    for here, knots in zip(decided, showdown.tree.levels, strict=False):
        places = chosen[base : base + here.positions.count]
        for number, knot in enumerate(knots):
            leads = [b.to if b.to is not None else -1 - (b.fold or 0) for b in knot.branches]
            after = np.array([2 * lead + tie for lead in leads for tie in (0, 1)], np.int16)
            for some in blocks(len(places)):
                places[some, number] = after[here.taken[some, number]]
        base += len(places)
    return chosen
