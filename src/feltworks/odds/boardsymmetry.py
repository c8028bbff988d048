"""Hands on a board up to swaps of suits: only suits that the board treats alike may be swapped.

The canonical hands of one board are listed, or, for hole hands on many boards, looked up: which of
them are canonical depends only on which suits are alike, and there are few such patterns.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from feltworks.arrays import Flags, Int8s, Int32s, Int64s, UInt8s
from feltworks.kernels import inlined, kernel
from feltworks.odds.cardspace import CardSpace
from feltworks.odds.symmetry import CanonicalSets, Symmetry, canonical_weight, suit_bits


@kernel
def mark_alike(
    boards: UInt8s, shifts: Int64s, suits: Int64s, ranks: Int64s, deck_bits: Int64s, marks: Int64s
) -> None:
    """Give suits that deck and board treat alike the same mark: the number of the first of them."""
    bits = np.zeros(len(deck_bits), np.int64)
    for board in range(len(boards)):
        suit_bits(boards[board], shifts, suits, ranks, bits)
        for suit in range(len(bits)):
            mark = 0
            while bits[mark] != bits[suit] or deck_bits[mark] != deck_bits[suit]:
                mark += 1
            marks[board, suit] = mark


def alike_suits(space: CardSpace, boards: UInt8s, sizes: Sequence[int]) -> Int64s:
    """By board and suit: equal numbers for suits that the deck and a board, in groups of these
    sizes, treat alike."""
    marks = np.zeros((len(boards), len(space.suit_ranks)), np.int64)
    shifts = space.group_shifts(sizes)
    mark_alike(boards, shifts, space.suits, space.ranks, space.suit_ranks, marks)
    return marks


@dataclass(frozen=True)
class HoleSymmetry:
    """Hole hands on some boards up to swaps of suits. Which ones are canonical depends only on the
    suits that a board treats alike, so it is found once for each such pattern."""

    patterns: Int64s
    """The pattern of each board: which suits are alike there."""
    by_pattern: list[Symmetry]

    @cached_property
    def weights(self) -> Int8s:
        """By pattern and hole hand: how many hands it counts for; 0 if it is not canonical."""
        return np.stack([hands.weights for hands in self.by_pattern]).astype(np.int8)

    @cached_property
    def canonical(self) -> Int32s:
        """By pattern and hole hand: the number of its canonical hand."""
        return np.stack([hands.canonical_numbers().numbers for hands in self.by_pattern])


def hole_symmetry(
    space: CardSpace, boards: UInt8s, sizes: Sequence[int], hole: int
) -> HoleSymmetry:
    """The symmetry of hole hands on boards in groups of these sizes."""
    marks = alike_suits(space, boards, sizes)
    codes = marks @ marks.shape[1] ** np.arange(marks.shape[1])
    _, examples, patterns = np.unique(codes, return_index=True, return_inverse=True)
    return HoleSymmetry(
        patterns.reshape(-1), [Symmetry(space, (hole,), marks[board]) for board in examples]
    )


@kernel
def weigh_on_boards(
    holes: UInt8s, binom: Int64s, patterns: Int64s, by_hole: Int8s, weights: Int64s
) -> None:
    """How many hole hands each counts for on its board, 0 if it is not canonical."""
    for board in range(len(holes)):
        of_hole = by_hole[patterns[board]]
        for hand in range(holes.shape[1]):
            weights[board, hand] = of_hole[hole_number(holes, board, hand, binom)]


@inlined
def hole_number(holes: UInt8s, board: int, hand: int, binom: Int64s) -> int:
    """The number of an ascending hole hand on a board."""
    number = 0
    for place in range(holes.shape[2]):
        number += binom[holes[board, hand, place], place + 1]
    return number


@inlined
def rises(alike: Int64s, bits: Int64s) -> bool:
    """Whether, among suits alike, a later one has higher bits than an earlier one."""
    for suit in range(1, len(alike)):
        for other in range(suit):
            if alike[other] == alike[suit] and bits[other] < bits[suit]:
                return True
    return False


@kernel
def list_canonical(
    on_board: Flags, suits: Int64s, ranks: Int64s, alike: Int64s, sets: UInt8s, weights: Int64s
) -> int:
    """List the canonical sets of cards that are not on a board, with their weights, as far as there
    is room; returns how many they are.

    Cards are chosen from the highest down. Once the next is of a lower rank, the bits of all ranks
    above are known; if they rise, no lower card can change that.
    """
    size = sets.shape[1]
    bits = np.zeros((size + 1, len(alike)), np.int64)
    chosen = np.full(size + 1, len(suits), np.int64)
    rising = np.zeros(size + 1, np.bool_)
    if size == 0:
        weights[:1] = 1
        return 1
    count, place = 0, size - 1
    while place < size:
        card = chosen[place] - 1
        while card >= place and on_board[card]:
            card -= 1
        above = chosen[place + 1]
        if card < place or (rising[place + 1] and ranks[card] < ranks[above]):
            place += 1
            continue
        chosen[place] = card
        for suit in range(len(alike)):
            bits[place, suit] = bits[place + 1, suit]
        if suits[card] >= 0:
            bits[place, suits[card]] |= 1 << ranks[card]
        if place > 0:
            rising[place] = rises(alike, bits[place])
            place -= 1
            chosen[place] = card
            continue
        times = canonical_weight(alike, bits[0])
        if times > 0:
            if count < len(sets):
                for at in range(size):
                    sets[count, at] = chosen[at]
                weights[count] = times
            count += 1
    return count


def canonical_hands(space: CardSpace, board: UInt8s, alike: Int64s, size: int) -> CanonicalSets:
    """The canonical hands of this many cards beside a board that treats some suits alike."""
    on_board = np.zeros(space.size, np.bool_)
    on_board[board] = True
    count = 0
    for _ in range(2):  # first without room, to learn how many they are
        sets, weights = np.zeros((count, size), np.uint8), np.zeros(count, np.int64)
        count = list_canonical(on_board, space.suits, space.ranks, alike, sets, weights)
    return CanonicalSets(sets, weights)


def swaps_alike(space: CardSpace, alike: Int64s) -> UInt8s:
    """Where each swap of suits alike takes each card."""
    kept = [all(alike[s] == alike[t] for s, t in enumerate(order)) for order in space.swaps]
    return np.asarray(space.swapped[np.array(kept)])
