"""The positions of the levels before the last, numbered.

A position is a board and a hole hand; of all positions that swaps of suits turn into each other,
one is canonical and counts for all. From the cards of any position its number is found by swapping
suits until the board is canonical, and looking the hole hand up in that board's row. Numbers run
row by row, so the board of a position follows from where each row begins.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from feltworks.arrays import Int8s, Int32s, Int64s, UInt8s
from feltworks.kernels import kernel
from feltworks.odds.boardsymmetry import HoleSymmetry, hole_symmetry
from feltworks.odds.cardspace import CardSpace, binomials, set_number, set_numbers
from feltworks.odds.symmetry import Symmetry

Selected = slice | Int64s
"""Selected positions: a range of numbers, or a list of them."""
EVERY = slice(None)
AT_ONCE = 40_000
"""Positions are gone through this many at a time, in whole rows."""


@kernel
def find_positions(
    boards: UInt8s,
    board_weights: Int64s,
    holes: UInt8s,
    patterns: Int64s,
    by_hole: Int8s,
    weights: Int8s,
    first: Int64s,
    held: NDArray[np.integer],
) -> int:
    """The canonical positions, board by board: their weights and hole hands.

    `by_hole` are the weights of hole hands by pattern of the board; `first` is the first position
    of each board, with one more at the end. Returns how many they are.
    """
    on_board = np.zeros(256, np.bool_)
    count = 0
    for row in range(len(boards)):
        first[row] = count
        on_board[:] = False
        for card in boards[row]:
            on_board[card] = True
        of_hole = by_hole[patterns[row]]
        for hole in range(len(holes)):
            if of_hole[hole] == 0:
                continue
            free = True
            for place in range(holes.shape[1]):
                free = free and not on_board[holes[hole, place]]
            if free:
                weights[count] = of_hole[hole] * board_weights[row]
                held[count] = hole
                count += 1
    first[len(boards)] = count
    return count


@kernel
def number_positions(
    patterns: Int64s, canonical: Int32s, first: Int64s, held: NDArray[np.integer], numbers: Int32s
) -> None:
    """The number of the position of each board and hole hand, -1 if they share a card; `canonical`
    is the canonical hole hand by pattern of the board."""
    for row in range(len(numbers)):
        numbers[row] = -1
        for position in range(first[row], first[row + 1]):
            numbers[row, held[position]] = position
        of_hole = canonical[patterns[row]]
        for hole in range(len(of_hole)):
            numbers[row, hole] = numbers[row, of_hole[hole]]


class PositionRuns(NamedTuple):
    """Some positions, cut into runs that lie in one row each."""

    rows: Int64s
    """The row of each run."""
    first: Int64s
    """The first position of each run, and one more at the end."""
    held: NDArray[np.integer]
    weights: Int8s


@dataclass(frozen=True)
class Positions:
    """All positions of one level."""

    hole_symmetry: HoleSymmetry
    holes: UInt8s
    """Every hole hand."""
    boards: UInt8s
    """The canonical boards, a row of `numbers` each."""
    rows: Int32s
    """For each set of board cards, by its number: the row of the canonical one."""
    swaps: Int8s
    """... and the swap of suits that leads there."""
    weights: Int8s
    """How many deals of board and hole each position counts for: at most all swaps of four suits,
    which is 24."""
    first: Int64s
    """The first position of each row, and one more at the end."""
    held: NDArray[np.integer]
    """The hole hand of each position."""

    @property
    def count(self) -> int:
        return len(self.weights)

    @cached_property
    def numbers(self) -> Int32s:
        """Position number by row and hole hand, below 0 if they share a card."""
        numbers = np.zeros((len(self.boards), len(self.holes)), np.int32)
        alike = self.hole_symmetry
        number_positions(alike.patterns, alike.canonical, self.first, self.held, numbers)
        return numbers

    def row_of(self, some: Selected = EVERY) -> Int64s:
        """The rows of some positions."""
        if not isinstance(some, slice):
            return np.asarray(np.searchsorted(self.first, some, side="right") - 1)
        start, stop, _ = some.indices(self.count)
        inside = np.clip(self.first, start, max(start, stop))
        return np.repeat(np.arange(len(self.boards)), np.diff(inside))

    def cards(self, some: Selected = EVERY) -> tuple[UInt8s, UInt8s]:
        """Open cards and hole cards of some positions."""
        return self.boards[self.row_of(some)], self.holes[self.held[some]]

    def runs(self, some: Selected = EVERY) -> PositionRuns:
        """Some positions, cut into runs."""
        if isinstance(some, slice):
            start, stop, _ = some.indices(self.count)
            before = max(0, int(np.searchsorted(self.first, start, side="right")) - 1)
            after = int(np.searchsorted(self.first, stop))
            rows = np.arange(before, after)
            first = np.clip(self.first[before : after + 1], start, stop) - start
        else:
            rows, first = self.row_of(some), np.arange(len(some) + 1)
        return PositionRuns(rows, first, self.held[some], self.weights[some])


class RowBlock(NamedTuple):
    """Some whole rows, and their positions."""

    rows: slice
    positions: slice


def row_blocks(here: Positions) -> Iterator[RowBlock]:
    """Some whole rows at a time, to save memory."""
    row = 0
    while row < len(here.boards):
        start = int(here.first[row])
        after = int(np.searchsorted(here.first, start + AT_ONCE, side="right")) - 1
        stop = min(max(after, row + 1), len(here.boards))
        yield RowBlock(slice(row, stop), slice(start, int(here.first[stop])))
        row = stop


class RowBlocks:
    """The positions of a level as chunks that cores can share."""

    def __init__(self, here: Positions) -> None:
        self.blocks = list(row_blocks(here))

    @property
    def chunk_count(self) -> int:
        return len(self.blocks)

    def prepare(self) -> None:
        """Nothing is made for all of them."""

    def chunks(self, worker: int = 0, workers: int = 1) -> Iterator[RowBlock]:
        yield from self.blocks[worker::workers]


@lru_cache(maxsize=8)
def positions(space: CardSpace, board: tuple[int, ...], hole: int) -> Positions:
    """Number the positions with this many board cards, group by group, and hole cards."""
    symmetry = Symmetry(space, board)
    chosen = np.flatnonzero(symmetry.weights > 0)
    canonical, swaps = symmetry.canonical_numbers()
    row_of = np.full(len(symmetry.hands), -1, np.int32)
    row_of[chosen] = np.arange(len(chosen), dtype=np.int32)
    boards = symmetry.hands[chosen]
    holes = space.combinations(hole)
    most = len(boards) * len(holes)
    weights = np.zeros(most, np.int8)
    first = np.zeros(len(boards) + 1, np.int64)
    held = np.zeros(most, np.dtype(np.uint16 if len(holes) <= 2**16 else np.uint32))
    alike = hole_symmetry(space, boards, board, hole)
    board_weights = symmetry.weights[chosen]
    count = find_positions(
        boards, board_weights, holes, alike.patterns, alike.weights, weights, first, held
    )
    # The rest was never written to and takes no memory, so a copy would save nothing.
    weights, held = weights[:count], held[:count]
    return Positions(alike, holes, boards, row_of[canonical], swaps, weights, first, held)


def position_of(
    space: CardSpace, level: Positions, sizes: tuple[int, ...], board: list[int], hole: list[int]
) -> int:
    """The number of a position given by its cards, ascending in each group."""
    raw = int(arrangement_numbers(space, np.array([board], np.uint8).reshape(1, -1), sizes)[0])
    moved = np.sort(space.swapped[level.swaps[raw]][hole])
    binom = binomials(space.size, len(hole))
    return int(level.numbers[level.rows[raw], set_number(moved, len(hole), binom)])


def arrangement_numbers(space: CardSpace, rows: UInt8s, sizes: Sequence[int]) -> Int64s:
    """The numbers of arrangements in groups, in the order of `CardSpace.arrangements`."""
    binom = binomials(space.size, max(sizes, default=0))
    raw = np.zeros(len(rows), np.int64)
    at = 0
    for size in sizes:
        numbers = np.zeros(len(rows), np.int64)
        set_numbers(np.ascontiguousarray(rows[:, at : at + size]), binom, numbers)
        raw = raw * int(binom[space.size, size]) + numbers
        at += size
    return raw
