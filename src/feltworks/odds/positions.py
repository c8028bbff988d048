"""The positions of the levels before the last, numbered.

A position is a board and a hole hand; one stands for all that a swap of suits makes of
it. From the cards of any position its number is found by swapping suits until the board
is the one that stands for its kind, and looking the hole hand up in that board's row.
Numbers run row by row, so where each row begins tells the board of every position.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import NamedTuple

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


class DeckCards(NamedTuple):
    """Suit and rank of each card, the deck's ranks by suit, and the card of each rank and suit."""

    suits: NDArray[np.int64]
    ranks: NDArray[np.int64]
    deck_bits: NDArray[np.int64]
    by_rank: NDArray[np.int64]


@kernel
def bits_of_holes(holes: NDArray[np.uint8], cards: DeckCards) -> NDArray[np.int64]:
    """The ranks each hole hand holds, by hand and suit."""
    one_pile = np.zeros(holes.shape[1], np.int64)
    bits = np.zeros((len(holes), len(cards.deck_bits)), np.int64)
    for hole in range(len(holes)):
        suit_bits(holes[hole], one_pile, cards.suits, cards.ranks, bits[hole])
    return bits


@kernel
def holes_left(
    board: NDArray[np.uint8], holes: NDArray[np.uint8], free: NDArray[np.bool_], card_count: int
) -> None:
    """Whether each hole hand shares no card with a board."""
    on_board = np.zeros(card_count, np.bool_)
    for card in board:
        on_board[card] = True
    for hole in range(len(holes)):
        free[hole] = True
        for place in range(holes.shape[1]):
            if on_board[holes[hole, place]]:
                free[hole] = False


@kernel
def find_positions(
    boards: NDArray[np.uint8],
    shifts: NDArray[np.int64],
    board_weights: NDArray[np.int64],
    holes: NDArray[np.uint8],
    cards: DeckCards,
    weights: NDArray[np.int16],
    first: NDArray[np.int64],
    held: NDArray[np.integer],
) -> int:
    """The positions that stand for their kind, board by board: their weights and hole hands.

    `first` is the first of each board, with one more at the end. Returns how many they are.
    """
    bits = bits_of_holes(holes, cards)
    alike = np.zeros(len(cards.deck_bits), np.int64)
    free = np.zeros(len(holes), np.bool_)
    count = 0
    for row in range(len(boards)):
        first[row] = count
        alike_with_board(boards[row], shifts, cards.suits, cards.ranks, cards.deck_bits, alike)
        holes_left(boards[row], holes, free, len(cards.suits))
        none_alike = True
        for suit in range(len(alike)):
            none_alike = none_alike and alike[suit] == suit
        for hole in range(len(holes)):
            if free[hole]:
                times = 1 if none_alike else times_counted(alike, bits[hole])
                if times > 0:
                    weights[count] = times * board_weights[row]
                    held[count] = hole
                    count += 1
    first[len(boards)] = count
    return count


@kernel
def number_positions(
    boards: NDArray[np.uint8],
    shifts: NDArray[np.int64],
    holes: NDArray[np.uint8],
    cards: DeckCards,
    first: NDArray[np.int64],
    held: NDArray[np.integer],
    numbers: NDArray[np.int32],
) -> None:
    """The number of the position that stands for each board and hole hand, below 0 where they
    share a card."""
    size, suit_count = holes.shape[1], len(cards.deck_bits)
    binom = binomials_of(len(cards.suits), size)
    bits = bits_of_holes(holes, cards)
    alike, places = np.zeros(suit_count, np.int64), np.zeros(suit_count, np.int64)
    moved = np.zeros(size, np.uint8)
    free = np.zeros(len(holes), np.bool_)
    for row in range(len(boards)):
        holes_left(boards[row], holes, free, len(cards.suits))
        for hole in range(len(holes)):
            numbers[row, hole] = -1 if free[hole] else TAKEN
        for position in range(first[row], first[row + 1]):
            numbers[row, held[position]] = position
        alike_with_board(boards[row], shifts, cards.suits, cards.ranks, cards.deck_bits, alike)
        for hole in range(len(holes)):
            if numbers[row, hole] != -1:
                continue
            settle_suits(alike, bits[hole], places)
            for place in range(size):
                card = holes[hole, place]
                if cards.suits[card] >= 0:
                    rank = cards.ranks[card]
                    card = cards.by_rank[rank * suit_count + places[cards.suits[card]]]
                at = place
                while at > 0 and moved[at - 1] > card:
                    moved[at] = moved[at - 1]
                    at -= 1
                moved[at] = card
            numbers[row, hole] = numbers[row, set_number(moved, size, binom)]


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

    space: CardSpace
    sizes: tuple[int, ...]
    """Board cards of each pile."""
    holes: NDArray[np.uint8]
    """Every hole hand."""
    boards: NDArray[np.uint8]
    """The boards that stand for their kind, a row of `numbers` each."""
    rows: NDArray[np.int32]
    """For each set of board cards, by its number: the row of its stand-in."""
    swaps: NDArray[np.int8]
    """... and the swap of suits that leads there."""
    weights: NDArray[np.int16]
    """How many deals of board and hole each position stands for."""
    first: NDArray[np.int64]
    """The first position of each row, and one more at the end."""
    held: NDArray[np.integer]
    """The hole hand of each position."""

    @property
    def count(self) -> int:
        return len(self.weights)

    @cached_property
    def numbers(self) -> NDArray[np.int32]:
        """Position number by row and hole hand, below 0 where they share a card."""
        numbers = np.zeros((len(self.boards), len(self.holes)), np.int32)
        shifts = self.space.pile_shifts([size for size in self.sizes if size])
        cards = _deck_cards(self.space)
        number_positions(self.boards, shifts, self.holes, cards, self.first, self.held, numbers)
        return numbers

    def row_of(self, some: Some = EVERY) -> NDArray[np.int64]:
        """The rows that some positions stand in."""
        if not isinstance(some, slice):
            return np.asarray(np.searchsorted(self.first, some, side="right") - 1)
        start, stop, _ = some.indices(self.count)
        inside = np.clip(self.first, start, max(start, stop))
        return np.repeat(np.arange(len(self.boards)), np.diff(inside))

    def rows_held(
        self, some: Some = EVERY
    ) -> tuple[NDArray[np.int64], NDArray[np.integer], NDArray[np.int16]]:
        """The row, hole hand and weight of some positions."""
        return self.row_of(some), self.held[some], self.weights[some]


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
    most = len(boards) * len(holes)
    weights = np.zeros(most, np.int16)
    first = np.zeros(len(boards) + 1, np.int64)
    narrow = len(holes) <= 2**16
    held = np.zeros(most, np.dtype(np.uint16 if narrow else np.uint32))
    count = find_positions(
        boards,
        symmetry.shifts,
        symmetry.weights[chosen],
        holes,
        _deck_cards(space),
        weights,
        first,
        held,
    )
    weights, held = weights[:count].copy(), held[:count].copy()
    rows = row_of[stand_in]
    return Positions(space, board, holes, boards, rows, swaps, weights, first, held)


def _deck_cards(space: CardSpace) -> DeckCards:
    return DeckCards(space.suits, space.ranks, space.suit_ranks, space.by_rank)


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
