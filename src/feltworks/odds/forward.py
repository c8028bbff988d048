"""Forward along the chosen branches: how many deals end in each ending, case and class."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from feltworks.odds.backward import Decided, blocks
from feltworks.odds.chunks import BoardChunk
from feltworks.odds.ends import Hand, Ways, count_endings
from feltworks.odds.passes import Progress, over_boards, sum_of
from feltworks.odds.showdown import Showdown

Totals = tuple[NDArray[np.int64], NDArray[np.int64]]


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
