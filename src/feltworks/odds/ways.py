"""From a later board back to the positions it came from.

A board of the last level may have come in several orders; each part of it that has the
size of an earlier board may have lain open then.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from functools import cached_property
from math import prod
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from feltworks.kernels import inlined, kernel
from feltworks.odds.cardspace import CardSpace, binomials, set_number
from feltworks.odds.plan import Plan
from feltworks.odds.positions import Positions, arrangement_numbers


class Ways(NamedTuple):
    """For boards and the parts of them that lay open earlier, how to find those positions."""

    starts: NDArray[np.int64]
    """By board and part, where its row of position numbers begins ..."""
    swaps: NDArray[np.int64]
    """... and the swap of suits that leads there."""
    swapped: NDArray[np.uint8]
    """What swaps do to cards."""
    binom: NDArray[np.int64]

    def of(self, some: slice) -> Ways:
        """Those of some boards."""
        return Ways(self.starts[some], self.swaps[some], self.swapped, self.binom)


@inlined
def position_number(
    holes: NDArray[np.uint8],
    hand: int,
    board: int,
    part: int,
    ways: Ways,
    numbers: NDArray[np.int32],
    moved: NDArray[np.uint8],
) -> int:
    """The number of the position that a hole hand and a part of a board make."""
    size = holes.shape[1]
    swap = ways.swaps[board, part]
    for place in range(size):
        card = ways.swapped[swap, holes[hand, place]]
        at = place
        while at > 0 and moved[at - 1] > card:
            moved[at] = moved[at - 1]
            at -= 1
        moved[at] = card
    number = ways.starts[board, part]
    for place in range(size):
        number += ways.binom[moved[place], place + 1]
    found: int = numbers[number]
    return found


@kernel
def swap_holes(
    holes: NDArray[np.uint8],
    swapped: NDArray[np.uint8],
    binom: NDArray[np.int64],
    moves: NDArray[np.int32],
) -> None:
    """The number of the hole hand that each swap of suits makes of each."""
    moved = np.zeros(holes.shape[1], np.uint8)
    for swap in range(len(swapped)):
        for hole in range(len(holes)):
            for place in range(len(moved)):
                moved[place] = swapped[swap, holes[hole, place]]
            moved.sort()
            moves[swap, hole] = set_number(moved, len(moved), binom)


class Paths:
    """Finds the positions of the levels before the last from the boards of later ones."""

    def __init__(self, plan: Plan, space: CardSpace, earlier: Sequence[Positions]) -> None:
        self.plan = plan
        self.space = space
        self.earlier = earlier

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

    @cached_property
    def moves(self) -> NDArray[np.int32]:
        """The number of the hole hand that each swap of suits makes of each."""
        holes = self.space.combinations(self.plan.hole)
        moves = np.zeros((len(self.space.swaps), len(holes)), np.int32)
        swap_holes(holes, self.space.swapped, binomials(self.space.size, self.plan.hole), moves)
        return moves

    def orders(self, level: int) -> int:
        """In how many orders a board of a level can have come."""
        return prod(len(self.parts(later, later - 1)) for later in range(1, level + 1))

    def ways(self, boards: NDArray[np.uint8], later: int) -> Ways:
        """How to find the positions of the level before from boards of a later one; from those
        of the first there are no ways back."""
        binom = binomials(self.space.size, max(self.plan.hole, self.plan.board))
        if later == 0:
            nowhere = np.zeros((len(boards), 0), np.int64)
            return Ways(nowhere, nowhere, self.space.swapped, binom)
        here, sizes = self.earlier[later - 1], self.plan.levels[later - 1].board
        starts, swaps = [], []
        for part in self.parts(later, later - 1):
            raw = arrangement_numbers(self.space, boards[:, list(part)], sizes)
            starts.append(here.rows[raw].astype(np.int64) * len(here.holes))
            swaps.append(here.swaps[raw].astype(np.int64))
        return Ways(np.stack(starts, 1), np.stack(swaps, 1), self.space.swapped, binom)
