"""Of positions that differ only by a swap of suits, one stands for all.

A set of cards is written as the bits of its ranks, suit by suit; cards that lie in
several piles have a run of bits for each pile. Suits are alike when the deck, and the
board if there is one, hold the same ranks in them; a set is the one that stands for its
kind when, among suits alike, its bits do not rise.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import comb, prod
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from feltworks.kernels import inlined, kernel
from feltworks.odds.cardspace import CardSpace, binomials
from feltworks.odds.errors import OddsRefused

MOST_ARRANGEMENTS = 60_000_000


@inlined
def suit_bits(
    cards: NDArray[np.uint8],
    shifts: NDArray[np.int64],
    suits: NDArray[np.int64],
    ranks: NDArray[np.int64],
    bits: NDArray[np.int64],
) -> None:
    """The ranks a set holds in each suit, those of a later pile in higher bits."""
    bits[:] = 0
    for place in range(len(cards)):
        card = cards[place]
        if suits[card] >= 0:
            bits[suits[card]] |= 1 << (ranks[card] + shifts[place])


@inlined
def times_counted(alike: NDArray[np.int64], bits: NDArray[np.int64]) -> int:
    """How many sets this one stands for: 0 when another of its kind does."""
    orders, equal = 1, 1
    for suit in range(1, len(alike)):
        same_class, same_bits = 1, 1
        for other in range(suit):
            if alike[other] == alike[suit]:
                if bits[other] < bits[suit]:
                    return 0
                same_class += 1
                if bits[other] == bits[suit]:
                    same_bits += 1
        orders *= same_class
        equal *= same_bits
    return orders if equal == 1 else orders // equal


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
    shifts: NDArray[np.int64],
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
        for place in range(hands.shape[1]):
            card = hands[hand, place]
            bits[suits[card]] |= 1 << (ranks[card] + shifts[place])
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


@inlined
def rises(alike: NDArray[np.int64], bits: NDArray[np.int64]) -> bool:
    """Whether, among suits alike, the bits of a later one are higher than those of an earlier."""
    for suit in range(1, len(alike)):
        for other in range(suit):
            if alike[other] == alike[suit] and bits[other] < bits[suit]:
                return True
    return False


@kernel
def list_canonical(
    on_board: NDArray[np.bool_],
    suits: NDArray[np.int64],
    ranks: NDArray[np.int64],
    alike: NDArray[np.int64],
    sets: NDArray[np.uint8],
    weights: NDArray[np.int64],
) -> int:
    """List the canonical sets of cards that are not on a board, with their weights, as far as
    there is room; returns how many they are.

    Cards are chosen from the highest down. Once the next is of a lower rank, the bits of all
    ranks above are known; if they rise, no lower card can change that.
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
        times = times_counted(alike, bits[0])
        if times > 0:
            if count < len(sets):
                for at in range(size):
                    sets[count, at] = chosen[at]
                weights[count] = times
            count += 1
    return count


class CanonicalHands(NamedTuple):
    """One set of cards of all that swaps of suits make of one another, and how many they are."""

    sets: NDArray[np.uint8]
    weights: NDArray[np.int64]

    def __len__(self) -> int:
        return len(self.sets)


def canonical_hands(
    space: CardSpace, board: NDArray[np.uint8], alike: NDArray[np.int64], size: int
) -> CanonicalHands:
    """The canonical hands of so many cards beside a board that treats some suits alike."""
    on_board = np.zeros(space.size, np.bool_)
    on_board[board] = True
    count = 0
    for _ in range(2):
        sets, weights = np.zeros((count, size), np.uint8), np.zeros(count, np.int64)
        count = list_canonical(on_board, space.suits, space.ranks, alike, sets, weights)
    return CanonicalHands(sets, weights)


def swaps_alike(space: CardSpace, alike: NDArray[np.int64]) -> NDArray[np.uint8]:
    """Where each swap of suits alike takes each card."""
    kept = [all(alike[s] == alike[t] for s, t in enumerate(order)) for order in space.swaps]
    return space.swapped[np.array(kept)]


@inlined
def sort_few(cards: NDArray[np.uint8], first: int, count: int) -> None:
    """Sort a few cards among others, from `first` on."""
    for place in range(first + 1, first + count):
        card, at = cards[place], place
        while at > first and cards[at - 1] > card:
            cards[at] = cards[at - 1]
            at -= 1
        cards[at] = card


@kernel
def find_stand_ins(
    hands: NDArray[np.uint8],
    piles: tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]],
    cards: tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]],
    alike: NDArray[np.int64],
    swap_codes: NDArray[np.int64],
    numbers: NDArray[np.int32],
    swaps: NDArray[np.int8],
) -> None:
    """For each set the number of the one that stands for it, and the swap that leads there.

    `piles` are the shift of each column, the sizes of the piles and binomials; `cards` the
    suit and rank of each card and the card of each rank and suit.
    """
    shifts, sizes, binom = piles
    suits, ranks, by_rank = cards
    suit_count = len(alike)
    bits = np.zeros(suit_count, np.int64)
    places = np.zeros(suit_count, np.int64)
    moved = np.zeros(hands.shape[1], np.uint8)
    for hand in range(len(hands)):
        suit_bits(hands[hand], shifts, suits, ranks, bits)
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
        first, number = 0, 0
        for size in sizes:
            sort_few(moved, first, size)
            number *= binom[len(suits), size]
            for place in range(size):
                number += binom[moved[first + place], place + 1]
            first += size
        numbers[hand] = number


class Symmetry:
    """Stand-ins of all sets of one size in a card space, or of all arrangements in piles.

    `alike` marks suits that may be swapped with the same number: those alike in the deck, or
    fewer where a board tells some apart.
    """

    def __init__(
        self, space: CardSpace, sizes: Sequence[int], alike: NDArray[np.int64] | None = None
    ) -> None:
        rows = prod(comb(space.size, size) for size in sizes)
        if rows > MOST_ARRANGEMENTS:
            raise OddsRefused(
                "stages", f"the open cards can lie in {rows:,} ways, too many to look at"
            )
        self.space = space
        self.sizes = tuple(size for size in sizes if size)
        self.shifts = space.pile_shifts(self.sizes)
        self.alike = space.suit_ranks if alike is None else alike
        self.hands = space.arrangements(self.sizes)
        self.weights = np.zeros(len(self.hands), np.int64)
        weigh(self.hands, self.shifts, space.suits, space.ranks, self.alike, self.weights)
        if len(self.sizes) > 1:
            drop_doubles(self.hands, self.weights)

    def stand_ins(self) -> tuple[NDArray[np.int32], NDArray[np.int8]]:
        """Number of the stand-in of each set, and the swap (a row of `space.swapped`) to it."""
        return _stand_ins(self.space, self.alike, self.hands, self.sizes)


@kernel
def drop_doubles(hands: NDArray[np.uint8], weights: NDArray[np.int64]) -> None:
    """No weight for arrangements that hold a card twice."""
    for hand in range(len(hands)):
        for place in range(hands.shape[1]):
            for other in range(place):
                if hands[hand, place] == hands[hand, other]:
                    weights[hand] = 0


def _stand_ins(
    space: CardSpace, alike: NDArray[np.int64], hands: NDArray[np.uint8], sizes: Sequence[int]
) -> tuple[NDArray[np.int32], NDArray[np.int8]]:
    numbers, swaps = np.zeros(len(hands), np.int32), np.zeros(len(hands), np.int8)
    find_stand_ins(
        hands,
        (
            space.pile_shifts(sizes),
            np.array(sizes, np.int64),
            binomials(space.size, max(sizes, default=0)),
        ),
        (space.suits, space.ranks, space.by_rank),
        alike,
        _swap_codes(space),
        numbers,
        swaps,
    )
    return numbers, swaps


def stand_in(
    space: CardSpace, alike: NDArray[np.int64], cards: Sequence[int], sizes: Sequence[int]
) -> tuple[list[int], int]:
    """The arrangement that stands for this one among suits alike, and the swap to it."""
    sizes = [size for size in sizes if size]
    hands = np.array([cards], np.uint8).reshape(1, len(cards))
    _, swaps = _stand_ins(space, alike, hands, sizes)
    moved = [int(card) for card in space.swapped[swaps[0]][hands[0]]]
    return in_piles(moved, sizes), int(swaps[0])


def in_piles(cards: Sequence[int], sizes: Sequence[int]) -> list[int]:
    """The cards of each pile in ascending order."""
    found: list[int] = []
    for size in sizes:
        first = len(found)
        found += sorted(cards[first : first + size])
    return found


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
