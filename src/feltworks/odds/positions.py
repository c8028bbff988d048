"""The positions of the levels before the last, numbered.

A position is a board and a hole hand; one stands for all that a swap of suits makes of
it. From the cards of any position its number is found by swapping suits until the board
is the one that stands for its kind, and looking the hole hand up in that board's row.
Numbers run row by row, so where each row begins tells the board of every position.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from feltworks.kernels import kernel
from feltworks.odds.cardspace import CardSpace, binomials, set_number, set_numbers
from feltworks.odds.layout import alike_with_board
from feltworks.odds.symmetry import Symmetry, settle_suits, suit_bits, times_counted

TAKEN = -2
Some = slice | NDArray[np.int64]
"""Positions picked out: a run of numbers, or a list of them."""
EVERY = slice(None)


@kernel
def number_positions(
    boards: NDArray[np.uint8],
    shifts: NDArray[np.int64],
    board_weights: NDArray[np.int64],
    holes: NDArray[np.uint8],
    cards: tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]],
    numbers: NDArray[np.int32],
    weights: NDArray[np.int16],
    first: NDArray[np.int64],
    held: NDArray[np.integer],
) -> int:
    """Number the positions that stand for their kind; `numbers` is a row for each board.

    `cards` are suit and rank of each card, the deck's ranks by suit, and the card of each
    rank and suit. `first` is the first number of each row, with one more at the end;
    `weights` and the hole hands `held` are by number.
    """
    suits, ranks, deck_bits, by_rank = cards
    size = holes.shape[1]
    suit_count = len(deck_bits)
    binom = binomials_of(len(suits), size)
    one_pile = np.zeros(size, np.int64)
    hole_bits = np.zeros((len(holes), suit_count), np.int64)
    for hole in range(len(holes)):
        suit_bits(holes[hole], one_pile, suits, ranks, hole_bits[hole])
    alike = np.zeros(suit_count, np.int64)
    places = np.zeros(suit_count, np.int64)
    moved = np.zeros(size, np.uint8)
    on_board = np.zeros(len(suits), np.bool_)
    count = 0
    for row in range(len(boards)):
        first[row] = count
        alike_with_board(boards[row], shifts, suits, ranks, deck_bits, alike)
        on_board[:] = False
        for card in boards[row]:
            on_board[card] = True
        for hole in range(len(holes)):
            numbers[row, hole] = TAKEN
            free = True
            for place in range(size):
                free = free and not on_board[holes[hole, place]]
            if not free:
                continue
            times = times_counted(alike, hole_bits[hole])
            numbers[row, hole] = -1
            if times > 0:
                numbers[row, hole] = count
                weights[count] = times * board_weights[row]
                held[count] = hole
                count += 1
        for hole in range(len(holes)):
            if numbers[row, hole] != -1:
                continue
            settle_suits(alike, hole_bits[hole], places)
            for place in range(size):
                card = holes[hole, place]
                if suits[card] >= 0:
                    card = by_rank[ranks[card] * suit_count + places[suits[card]]]
                at = place
                while at > 0 and moved[at - 1] > card:
                    moved[at] = moved[at - 1]
                    at -= 1
                moved[at] = card
            numbers[row, hole] = numbers[row, set_number(moved, size, binom)]
    first[len(boards)] = count
    return count


@kernel
def binomials_of(most: int, size: int) -> NDArray[np.int64]:
    """C(n, k), made inside a kernel."""
    table = np.zeros((most + 1, size + 2), np.int64)
    for n in range(most + 1):
        table[n, 0] = 1
        for k in range(1, size + 2):
            if n > 0:
                table[n, k] = table[n - 1, k - 1] + table[n - 1, k]
    return table


@dataclass(frozen=True)
class Positions:
    """All positions of one level."""

    boards: NDArray[np.uint8]
    """The boards that stand for their kind, a row of `numbers` each."""
    rows: NDArray[np.int32]
    """For each set of board cards, by its number: the row of its stand-in."""
    swaps: NDArray[np.int8]
    """... and the swap of suits that leads there."""
    numbers: NDArray[np.int32]
    """Position number by row and hole hand, below 0 where they share a card."""
    weights: NDArray[np.int16]
    """How many deals of board and hole each position stands for."""
    first: NDArray[np.int64]
    """The first position of each row, and one more at the end."""
    held: NDArray[np.integer]
    """The hole hand of each position."""

    @property
    def count(self) -> int:
        return len(self.weights)

    def row_of(self, some: Some = EVERY) -> NDArray[np.int64]:
        """The rows that some positions stand in."""
        numbers = np.arange(*some.indices(self.count)) if isinstance(some, slice) else some
        return np.asarray(np.searchsorted(self.first, numbers, side="right") - 1)


@lru_cache(maxsize=8)
def positions(space: CardSpace, board: tuple[int, ...], hole: int) -> Positions:
    """Number the positions with so many board cards, pile by pile, and hole cards."""
    symmetry = Symmetry(space, board)
    chosen = np.flatnonzero(symmetry.weights > 0)
    stand_in, swaps = symmetry.stand_ins()
    row_of = np.full(len(symmetry.hands), -1, np.int32)
    row_of[chosen] = np.arange(len(chosen), dtype=np.int32)
    boards = symmetry.hands[chosen]
    holes = space.combinations(hole)
    numbers = np.full((len(boards), len(holes)), -1, np.int32)
    weights = np.zeros(numbers.size, np.int16)
    first = np.zeros(len(boards) + 1, np.int64)
    narrow = len(holes) <= 2**16
    held = np.zeros(numbers.size, np.dtype(np.uint16 if narrow else np.uint32))
    count = number_positions(
        boards,
        symmetry.shifts,
        symmetry.weights[chosen],
        holes,
        (space.suits, space.ranks, space.suit_ranks, space.by_rank),
        numbers,
        weights,
        first,
        held,
    )
    weights, held = weights[:count].copy(), held[:count].copy()
    return Positions(boards, row_of[stand_in], swaps, numbers, weights, first, held)


def position_of(
    space: CardSpace, level: Positions, sizes: tuple[int, ...], board: list[int], hole: list[int]
) -> int:
    """The number of a position given by its cards, ascending in each pile."""
    raw = int(arrangement_numbers(space, np.array([board], np.uint8).reshape(1, -1), sizes)[0])
    moved = np.sort(space.swapped[level.swaps[raw]][hole])
    binom = binomials(space.size, len(hole))
    return int(level.numbers[level.rows[raw], set_number(moved, len(hole), binom)])


def arrangement_numbers(
    space: CardSpace, rows: NDArray[np.uint8], sizes: Sequence[int]
) -> NDArray[np.int64]:
    """The numbers of arrangements in piles, in the order of `CardSpace.arrangements`."""
    binom = binomials(space.size, max(sizes, default=0))
    raw = np.zeros(len(rows), np.int64)
    at = 0
    for size in sizes:
        numbers = np.zeros(len(rows), np.int64)
        set_numbers(np.ascontiguousarray(rows[:, at : at + size]), binom, numbers)
        raw = raw * int(binom[space.size, size]) + numbers
        at += size
    return raw
