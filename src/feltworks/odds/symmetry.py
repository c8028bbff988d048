"""Of positions that differ only by a swap of suits, one stands for all.

A set of cards is written as the bits of its ranks, suit by suit. Suits are alike when
the deck, and the board if there is one, hold the same ranks in them; a set is the one
that stands for its kind when, among suits alike, its bits do not rise.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from feltworks.kernels import inlined, kernel
from feltworks.odds.cardspace import CardSpace, binomials, set_number


@inlined
def suit_bits(
    cards: NDArray[np.uint8],
    suits: NDArray[np.int64],
    ranks: NDArray[np.int64],
    bits: NDArray[np.int64],
) -> None:
    """The ranks a set holds in each suit."""
    bits[:] = 0
    for card in cards:
        if suits[card] >= 0:
            bits[suits[card]] |= 1 << ranks[card]


@inlined
def times_counted(alike: NDArray[np.int64], bits: NDArray[np.int64]) -> int:
    """How many sets this one stands for: 0 when another of its kind does."""
    weight = 1
    for suit in range(1, len(alike)):
        same_class, same_bits = 1, 1
        for other in range(suit):
            if alike[other] == alike[suit]:
                if bits[other] < bits[suit]:
                    weight = 0
                same_class += 1
                if bits[other] == bits[suit]:
                    same_bits += 1
        if same_class > 1:
            weight = weight * same_class // same_bits
    return weight


@inlined
def settle_suits(
    alike: NDArray[np.int64], bits: NDArray[np.int64], places: NDArray[np.int64]
) -> None:
    """The swap that takes a set to the one that stands for it: new place of each suit."""
    suit_count = len(alike)
    for suit in range(suit_count):
        before = 0
        for other in range(suit_count):
            if alike[other] == alike[suit] and (
                bits[other] > bits[suit] or (bits[other] == bits[suit] and other < suit)
            ):
                before += 1
        for place in range(suit_count):
            if alike[place] == alike[suit]:
                if before == 0:
                    places[suit] = place
                    break
                before -= 1


@kernel
def weigh(
    hands: NDArray[np.uint8],
    suits: NDArray[np.int64],
    ranks: NDArray[np.int64],
    alike: NDArray[np.int64],
    weights: NDArray[np.int64],
) -> None:
    """`times_counted` for many hands, looking only at pairs of suits that are alike."""
    suit_count = len(alike)
    pairs = np.zeros((suit_count * suit_count, 2), np.int64)
    count = 0
    for suit in range(suit_count):
        for other in range(suit):
            if alike[other] == alike[suit]:
                pairs[count, 0], pairs[count, 1] = other, suit
                count += 1
    bits = np.zeros(suit_count + 1, np.int64)
    for hand in range(len(hands)):
        bits[:] = 0
        for card in hands[hand]:
            bits[suits[card]] |= 1 << ranks[card]
        rising, different = False, False
        for pair in range(count):
            before, after = bits[pairs[pair, 0]], bits[pairs[pair, 1]]
            rising = rising or before < after
            different = different or before != after
        if rising:
            weights[hand] = 0
        elif different:
            weights[hand] = times_counted(alike, bits)
        else:
            weights[hand] = 1


@kernel
def find_stand_ins(
    hands: NDArray[np.uint8],
    suits: NDArray[np.int64],
    alike: NDArray[np.int64],
    ranks: NDArray[np.int64],
    by_rank: NDArray[np.int64],
    binom: NDArray[np.int64],
    swap_codes: NDArray[np.int64],
    numbers: NDArray[np.int32],
    swaps: NDArray[np.int8],
) -> None:
    """For each set the number of the one that stands for it, and the swap that leads there."""
    suit_count = len(alike)
    bits = np.zeros(suit_count, np.int64)
    places = np.zeros(suit_count, np.int64)
    moved = np.zeros(hands.shape[1], np.uint8)
    for hand in range(len(hands)):
        suit_bits(hands[hand], suits, ranks, bits)
        settle_suits(alike, bits, places)
        code = 0
        for suit in range(suit_count):
            code = code * suit_count + places[suit]
        swaps[hand] = swap_codes[code]
        for place in range(hands.shape[1]):
            card = hands[hand, place]
            if suits[card] >= 0:
                card = by_rank[ranks[card] * suit_count + places[suits[card]]]
            moved[place] = card
        moved.sort()
        numbers[hand] = set_number(moved, hands.shape[1], binom)


class Symmetry:
    """Stand-ins of all sets of one size in a card space."""

    def __init__(self, space: CardSpace, size: int) -> None:
        self.space = space
        self.hands = space.combinations(size)
        self.weights = np.zeros(len(self.hands), np.int64)
        weigh(self.hands, space.suits, space.ranks, space.suit_ranks, self.weights)

    def stand_ins(self) -> tuple[NDArray[np.int32], NDArray[np.int8]]:
        """Number of the stand-in of each set, and the swap (a row of `space.swapped`) to it."""
        space = self.space
        numbers = np.zeros(len(self.hands), np.int32)
        swaps = np.zeros(len(self.hands), np.int8)
        find_stand_ins(
            self.hands,
            space.suits,
            space.suit_ranks,
            space.ranks,
            space.by_rank,
            binomials(space.size, self.hands.shape[1]),
            _swap_codes(space),
            numbers,
            swaps,
        )
        return numbers, swaps


def stand_in(space: CardSpace, alike: NDArray[np.int64], cards: list[int]) -> tuple[list[int], int]:
    """The set that stands for this one among suits alike, and the swap that leads there."""
    hands = np.array([sorted(cards)], np.uint8).reshape(1, len(cards))
    numbers, swaps = np.zeros(1, np.int32), np.zeros(1, np.int8)
    binom = binomials(space.size, len(cards))
    find_stand_ins(
        hands, space.suits, alike, space.ranks, space.by_rank, binom, _swap_codes(space),
        numbers, swaps,
    )  # fmt: skip
    return sorted(int(card) for card in space.swapped[swaps[0]][hands[0]]), int(swaps[0])


def _swap_codes(space: CardSpace) -> NDArray[np.int64]:
    """Number of a swap by the places it gives the suits, read as digits."""
    count = len(space.deck.suits)
    codes = np.full(count**count, -1, np.int64)
    for number, order in enumerate(space.swaps):
        code = 0
        for place in order:
            code = code * count + place
        codes[code] = number
    return codes
