"""Sets of cards that differ only by a swap of suits: one of them, the canonical one, counts for
all.

A set of cards is written as the bits of its ranks, suit by suit; cards that lie in several groups
have a run of bits for each group. Suits are alike if the deck, and the board if there is one, hold
the same ranks in them; a set is canonical if, among suits alike, its bits do not rise. It counts
for as many sets as the suits alike have orders, divided by the orders of suits with equal bits.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from math import comb, prod
from typing import NamedTuple

import numpy as np

from feltworks.arrays import Int8s, Int32s, Int64s, UInt8s
from feltworks.kernels import inlined, kernel
from feltworks.odds.cardspace import CardSpace, CardTables, binomials, set_number
from feltworks.odds.errors import OddsRefused

MOST_ARRANGEMENTS = 60_000_000
"""The most arrangements that are listed to find the canonical ones."""


@inlined
def suit_bits(cards: UInt8s, shifts: Int64s, suits: Int64s, ranks: Int64s, bits: Int64s) -> None:
    """The ranks a set holds in each suit, those of a later group in higher bits."""
    bits[:] = 0
    for place in range(len(cards)):
        card = cards[place]
        if suits[card] >= 0:
            bits[suits[card]] |= 1 << (ranks[card] + shifts[place])


@inlined
def canonical_weight(alike: Int64s, bits: Int64s) -> int:
    """How many sets swaps of suits make of a canonical one; 0 if a set is not canonical."""
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
def canonical_swap(alike: Int64s, bits: Int64s, places: Int64s) -> None:
    """The swap that takes a set to the canonical one: the new place of each suit."""
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
    hands: UInt8s, shifts: Int64s, suits: Int64s, ranks: Int64s, alike: Int64s, weights: Int64s
) -> None:
    """`canonical_weight` for many hands; 0 for arrangements that hold a card twice."""
    bits = np.zeros(len(alike), np.int64)
    for hand in range(len(hands)):
        suit_bits(hands[hand], shifts, suits, ranks, bits)
        weights[hand] = canonical_weight(alike, bits)
        if len(shifts) > 0 and shifts[-1] > 0:
            for place in range(hands.shape[1]):
                for other in range(place):
                    if hands[hand, place] == hands[hand, other]:
                        weights[hand] = 0


@inlined
def sort_few(cards: UInt8s, first: int, count: int) -> None:
    """Sort a few cards among others, from `first` on."""
    for place in range(first + 1, first + count):
        insert(cards, first, place, cards[place])


@inlined
def insert(cards: UInt8s, first: int, place: int, card: int) -> None:
    """Put a card in order among those from `first` on, which end before `place`."""
    at = place
    while at > first and cards[at - 1] > card:
        cards[at] = cards[at - 1]
        at -= 1
    cards[at] = card


class GroupSizes(NamedTuple):
    """How the cards of an arrangement lie in groups."""

    shifts: Int64s
    """For each column, where the bits of its group's ranks begin."""
    sizes: Int64s
    binom: Int64s
    """The binomials that number sets."""


@kernel
def find_canonical(
    hands: UInt8s,
    groups: GroupSizes,
    cards: CardTables,
    alike: Int64s,
    swap_codes: Int64s,
    numbers: Int32s,
    swaps: Int8s,
) -> None:
    """For each set the number of the canonical one, and the swap that leads there."""
    shifts, sizes, binom = groups
    suits, ranks, by_rank = cards
    suit_count = len(alike)
    bits = np.zeros(suit_count, np.int64)
    places = np.zeros(suit_count, np.int64)
    moved = np.zeros(hands.shape[1], np.uint8)
    for hand in range(len(hands)):
        suit_bits(hands[hand], shifts, suits, ranks, bits)
        canonical_swap(alike, bits, places)
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
            number += set_number(moved[first : first + size], size, binom)
            first += size
        numbers[hand] = number


def canonical_count(space: CardSpace, sizes: Sequence[int]) -> int:
    """How many canonical arrangements there are in groups of these sizes, without listing them.

    By Burnside's lemma it is the number of arrangements that a swap leaves unchanged, averaged over
    all swaps; in such an arrangement each cycle of cards lies wholly in one group, or in none.
    """
    cycles = Counter(_cycle_lengths(swap) for swap in space.swapped.tolist())
    unmoved = sum(times * _unmoved(lengths, sizes) for lengths, times in cycles.items())
    return unmoved // len(space.swaps)


def _cycle_lengths(swap: Sequence[int]) -> tuple[int, ...]:
    """How many cards each cycle of a swap has, the longest first."""
    lengths, seen = list[int](), set[int]()
    for card in range(len(swap)):
        before = len(seen)
        while card not in seen:
            seen.add(card)
            card = swap[card]
        lengths.append(len(seen) - before)
    return tuple(sorted(filter(None, lengths), reverse=True))


def _unmoved(lengths: Sequence[int], sizes: Sequence[int]) -> int:
    """In how many ways whole cycles fill groups of these sizes."""
    ways = {tuple(sizes): 1}
    for length in lengths:
        for room, count in list(ways.items()):
            for group, left in enumerate(room):
                if left >= length:
                    less = (*room[:group], left - length, *room[group + 1 :])
                    ways[less] = ways.get(less, 0) + count
    return ways.get((0,) * len(sizes), 0)


class CanonicalSets(NamedTuple):
    """The canonical sets of cards, and how many sets each counts for."""

    sets: UInt8s
    weights: Int64s

    def __len__(self) -> int:
        return len(self.sets)


class CanonicalNumbers(NamedTuple):
    """For each set the number of its canonical set, and the swap to it (a row of
    `space.swapped`)."""

    numbers: Int32s
    swaps: Int8s


def arrangements_fit(space: CardSpace, sizes: Sequence[int]) -> bool:
    """Whether all arrangements of cards in groups of these sizes can be looked at."""
    return _arrangements(space, sizes) <= MOST_ARRANGEMENTS


def refuse_many_arrangements(space: CardSpace, sizes: Sequence[int]) -> None:
    """Refuse cards that can lie in too many ways to look at each."""
    if not arrangements_fit(space, sizes):
        rows = _arrangements(space, sizes)
        raise OddsRefused("stages", f"the open cards can lie in {rows:,} ways, too many to look at")


def _arrangements(space: CardSpace, sizes: Sequence[int]) -> int:
    return prod(comb(space.size, size) for size in sizes)


class Symmetry:
    """All sets of one size in a card space, or all arrangements in groups, up to swaps of suits.

    `alike` has the same number for suits that may be swapped: those alike in the deck, or fewer if
    a board distinguishes some.
    """

    def __init__(self, space: CardSpace, sizes: Sequence[int], alike: Int64s | None = None) -> None:
        refuse_many_arrangements(space, sizes)
        self.space = space
        self.sizes = tuple(size for size in sizes if size)
        self.shifts = space.group_shifts(self.sizes)
        self.alike = space.suit_ranks if alike is None else alike
        self.hands = space.arrangements(self.sizes)
        self.weights = np.zeros(len(self.hands), np.int64)
        weigh(self.hands, self.shifts, space.suits, space.ranks, self.alike, self.weights)

    @property
    def canonical(self) -> CanonicalSets:
        """The canonical sets, in the order of their numbers."""
        chosen = self.weights > 0
        return CanonicalSets(self.hands[chosen], self.weights[chosen])

    def canonical_numbers(self) -> CanonicalNumbers:
        """The canonical set of each set."""
        return _canonical(self.space, self.alike, self.hands, self.sizes)


def _canonical(
    space: CardSpace, alike: Int64s, hands: UInt8s, sizes: Sequence[int]
) -> CanonicalNumbers:
    numbers, swaps = np.zeros(len(hands), np.int32), np.zeros(len(hands), np.int8)
    find_canonical(
        hands,
        GroupSizes(
            space.group_shifts(sizes),
            np.array(sizes, np.int64),
            binomials(space.size, max(sizes, default=0)),
        ),
        space.tables,
        alike,
        _swap_codes(space),
        numbers,
        swaps,
    )
    return CanonicalNumbers(numbers, swaps)


def canonical_cards(
    space: CardSpace, alike: Int64s, cards: Sequence[int], sizes: Sequence[int]
) -> tuple[list[int], int]:
    """The canonical arrangement of some cards among suits alike, and the swap to it."""
    sizes = [size for size in sizes if size]
    hands = np.array([cards], np.uint8).reshape(1, len(cards))
    swap = int(_canonical(space, alike, hands, sizes).swaps[0])
    moved = [int(card) for card in space.swapped[swap][hands[0]]]
    return in_groups(moved, sizes), swap


def in_groups(cards: Sequence[int], sizes: Sequence[int]) -> list[int]:
    """The cards of each group in ascending order."""
    found: list[int] = []
    for size in sizes:
        first = len(found)
        found += sorted(cards[first : first + size])
    return found


def _swap_codes(space: CardSpace) -> Int64s:
    """Number of a swap by the places it gives the suits, read as digits."""
    count = len(space.deck.suits)
    codes = np.full(count**count, -1, np.int64)
    for number, order in enumerate(space.swaps):
        code = 0
        for place in order:
            code = code * count + place
        codes[code] = number
    return codes
