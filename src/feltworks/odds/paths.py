"""From the boards of a level back to the positions of the level before.

A board may have come in several orders: each of its parts with the size of the earlier board may be
what lay open then. For such a part the swap of suits is found that makes it canonical; the same
swap takes the hole hand along, and both together are looked up among the earlier positions.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass, field
from math import prod
from typing import NamedTuple

import numpy as np

from feltworks.arrays import Int32s, Int64s, UInt8s
from feltworks.kernels import kernel
from feltworks.odds.cardspace import CardSpace, binomials, set_number
from feltworks.odds.plan import LevelPlan
from feltworks.odds.positions import Positions, arrangement_numbers
from feltworks.odds.symmetry import insert


class Paths(NamedTuple):
    """From boards to the positions one level before, for each part that may have lain open then.

    The position of a hole hand and a part is `numbers[start + moves[swap, hole hand]]`.
    """

    starts: Int64s
    """By board and part, where its row of position numbers begins ..."""
    swaps: Int64s
    """... and the swap of suits that leads there, as a row of `moves`."""
    moves: Int32s
    """The hole hand that each swap makes of each."""
    numbers: Int32s
    """The numbers of earlier positions, row by row, by hole hand."""
    binom: Int64s
    """The binomials that number hole hands."""

    def of(self, some: slice) -> Paths:
        """The paths of some boards."""
        return self._replace(starts=self.starts[some], swaps=self.swaps[some])


@kernel
def swap_holes(holes: UInt8s, swapped: UInt8s, binom: Int64s, moves: Int32s) -> None:
    """The number of the hole hand that each swap of suits makes of each; cards are put in order as
    they come, because sorting an array takes more than a second to compile."""
    moved = np.zeros(holes.shape[1], np.uint8)
    for swap in range(len(moves)):
        for hole in range(len(holes)):
            for place in range(len(moved)):
                insert(moved, 0, place, swapped[swap, holes[hole, place]])
            moves[swap, hole] = set_number(moved, len(moved), binom)


@dataclass(eq=False)
class PathFinder:
    """Finds the positions of the levels before the last from the boards of later ones."""

    plan: LevelPlan
    space: CardSpace
    earlier: Sequence[Positions]
    _known_moves: tuple[list[int], Int32s] = field(
        default_factory=lambda: ([], np.zeros((0, 0), np.int32)), init=False
    )

    def parts(self, later: int, level: int) -> list[tuple[int, ...]]:
        """The columns of a later level's board that may have lain open at a level."""
        found: list[tuple[int, ...]] = [()]
        at = 0
        for cards, earlier in zip(
            self.plan.levels[later].board, self.plan.levels[level].board, strict=True
        ):
            chosen = list(itertools.combinations(range(at, at + cards), earlier))
            found = [(*part, *more) for part in found for more in chosen]
            at += cards
        return found

    def orders(self, level: int) -> int:
        """In how many orders a board of a level can have come."""
        return prod(len(self.parts(later, later - 1)) for later in range(1, level + 1))

    def paths(self, boards: UInt8s, later: int) -> Paths:
        """From boards of a level to the positions of the level before; there are none before the
        first level."""
        binom = binomials(self.space.size, max(self.plan.hole, self.plan.board))
        if later == 0:
            nowhere, none = np.zeros((len(boards), 0), np.int64), np.zeros((0, 0), np.int32)
            return Paths(nowhere, nowhere, none, none.reshape(-1), binom)
        here, sizes = self.earlier[later - 1], self.plan.levels[later - 1].board
        starts, swaps = [], []
        for part in self.parts(later, later - 1):
            raw = arrangement_numbers(self.space, boards[:, list(part)], sizes)
            starts.append(here.rows[raw].astype(np.int64) * len(here.holes))
            swaps.append(here.swaps[raw].astype(np.int64))
        rows, moves = self._moves(np.stack(swaps, 1), binom)
        return Paths(np.stack(starts, 1), rows, moves, here.numbers.reshape(-1), binom)

    def _moves(self, swaps: Int64s, binom: Int64s) -> tuple[Int64s, Int32s]:
        """What swaps make of hole hands, as a table of the swaps used so far, and the row of each
        swap in it."""
        known, moves = self._known_moves
        if more := [int(swap) for swap in np.unique(swaps) if swap not in known]:
            holes = self.space.combinations(self.plan.hole)
            added = np.zeros((len(more), len(holes)), np.int32)
            swap_holes(holes, self.space.swapped[more], binom, added)
            known, moves = [*known, *more], np.concatenate([moves.reshape(-1, len(holes)), added])
            self._known_moves = known, moves
        row_of = np.zeros(len(self.space.swaps), np.int64)
        row_of[known] = np.arange(len(known))
        return row_of[swaps], moves
