"""Cards as small whole numbers: combinations in a fixed order, and suits that may be swapped.

A set of k cards c1 < c2 < ... < ck is numbered C(c1,1) + C(c2,2) + ... + C(ck,k), the
colexicographic order; two sets with the same number are the same set. Suits that hold the same
ranks in the deck are interchangeable, so of all positions that differ only by a swap of suits only
one is looked at; it counts for all of them.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from typing import NamedTuple

import numpy as np

from feltworks.arrays import Int64s, UInt8s
from feltworks.cards import Card, Deck
from feltworks.kernels import kernel

ABOVE_RANKS = 40
"""A bit that no rank has."""


@cache
def binomials(most: int, size: int) -> Int64s:
    """C(n, k) for all n up to `most` and k up to `size`."""
    table = np.zeros((most + 1, size + 2), np.int64)
    table[:, 0] = 1
    for n in range(1, most + 1):
        for k in range(1, size + 2):
            table[n, k] = table[n - 1, k - 1] + table[n - 1, k]
    return table


@kernel
def fill_combinations(count: int, size: int, out: UInt8s) -> None:
    """All sets of `size` out of `count` cards, each ascending, in colexicographic order."""
    hand = np.zeros(size + 1, np.int64)
    for place in range(size):
        hand[place] = place
    hand[size] = count
    row = 0
    while True:
        for place in range(size):
            out[row, place] = hand[place]
        row += 1
        place = 0
        while place < size and hand[place] + 1 == hand[place + 1]:
            hand[place] = place
            place += 1
        if place == size:
            return
        hand[place] += 1


@kernel
def set_number(cards: UInt8s, size: int, binom: Int64s) -> int:
    """The number of an ascending set."""
    number = 0
    for place in range(size):
        number += binom[cards[place], place + 1]
    return number


@kernel
def set_numbers(sets: UInt8s, binom: Int64s, numbers: Int64s) -> None:
    """The numbers of many ascending sets."""
    for row in range(len(sets)):
        numbers[row] = set_number(sets[row], sets.shape[1], binom)


class CardTables(NamedTuple):
    """The cards of a deck for kernels."""

    suits: Int64s
    """The suit of each card, -1 for a joker."""
    ranks: Int64s
    by_rank: Int64s
    """The card of each rank and suit, rank by rank; -1 if the deck has none."""


@dataclass(frozen=True)
class CardSpace:
    """The cards of a deck, numbered from 0 by rank, then suit; only jokers may be repeated."""

    deck: Deck
    swap_suits: bool = True

    @cached_property
    def faces(self) -> UInt8s:
        """The face number in the deck of each card."""
        copies = enumerate(self.deck.copies)
        return np.array([f for f, count in copies for _ in range(count)], np.uint8)

    @property
    def size(self) -> int:
        return len(self.faces)

    @cached_property
    def numbers(self) -> dict[Card, int]:
        """The number of each card; for several jokers that of the first."""
        found: dict[Card, int] = {}
        for number, face in enumerate(self.faces):
            found.setdefault(self.deck.faces[face], number)
        return found

    def card(self, number: int) -> Card:
        return self.deck.face(int(self.faces[number]))

    @cached_property
    def suits(self) -> Int64s:
        """The suit of each card; -1 for a joker."""
        count = len(self.deck.suits)
        joker = len(self.deck.ranks) * count
        return np.array([-1 if f >= joker else f % count for f in self.faces], np.int64)

    @cached_property
    def ranks(self) -> Int64s:
        count = len(self.deck.suits)
        return np.array([f // count for f in self.faces], np.int64)

    @cached_property
    def by_rank(self) -> Int64s:
        """The card of each rank and suit, -1 if the deck has none."""
        count = len(self.deck.suits)
        table = np.full(len(self.deck.ranks) * count, -1, np.int64)
        for card, suit in enumerate(self.suits):
            if suit >= 0:
                table[self.ranks[card] * count + suit] = card
        return table

    @cached_property
    def of_rank(self) -> UInt8s:
        """The lowest card of each rank, jokers last; any where the deck has none."""
        lowest = np.zeros(len(self.deck.ranks) + 1, np.uint8)
        lowest[self.ranks[::-1]] = np.arange(self.size, dtype=np.uint8)[::-1]
        return lowest

    @property
    def tables(self) -> CardTables:
        return CardTables(self.suits, self.ranks, self.by_rank)

    @cached_property
    def suit_ranks(self) -> Int64s:
        """The ranks each suit holds in the deck, as bits; equal bits mean interchangeable suits.

        If suits may not be swapped, the number of each suit in bits above all ranks makes them
        differ.
        """
        held = np.zeros(len(self.deck.suits), np.int64)
        for suit, rank in zip(self.suits, self.ranks, strict=True):
            if suit >= 0:
                held[suit] |= 1 << int(rank)
        if not self.swap_suits:
            held += np.arange(len(held)) << ABOVE_RANKS
        return held

    @cached_property
    def swaps(self) -> list[tuple[int, ...]]:
        """Every allowed swap of suits, as the suit that each becomes."""
        held = self.suit_ranks
        return [
            order
            for order in itertools.permutations(range(len(held)))
            if all(held[suit] == held[place] for suit, place in enumerate(order))
        ]

    @cached_property
    def swapped(self) -> UInt8s:
        """The card that each swap makes of each card, by swap and card."""
        count = len(self.deck.suits)
        table = np.tile(np.arange(self.size, dtype=np.uint8), (len(self.swaps), 1))
        for number, order in enumerate(self.swaps):
            for card, suit in enumerate(self.suits):
                if suit >= 0:
                    table[number, card] = self.by_rank[self.ranks[card] * count + order[suit]]
        return table

    def combinations(self, size: int) -> UInt8s:
        """All sets of `size` cards."""
        return combinations(self.size, size)

    def arrangements(self, sizes: Sequence[int]) -> UInt8s:
        """Every choice of a set for each group, the last changing fastest; cards may recur."""
        rows = np.zeros((1, 0), np.uint8)
        for size in sizes:
            sets = self.combinations(size)
            left = np.repeat(rows, len(sets), axis=0)
            rows = np.concatenate([left, np.tile(sets, (len(rows), 1))], axis=1)
        return rows

    def group_shifts(self, sizes: Sequence[int]) -> Int64s:
        """For each column of an arrangement: where the bits of its group's ranks begin."""
        width = len(self.deck.ranks)
        return np.repeat(np.arange(len(sizes), dtype=np.int64) * width, sizes)

    def in_order(self, cards: Sequence[Card]) -> list[int]:
        """The numbers of some cards, ascending."""
        before = [cards[:place].count(card) for place, card in enumerate(cards)]
        return sorted(self.numbers[card] + k for card, k in zip(cards, before, strict=True))


def combinations(count: int, size: int) -> UInt8s:
    """All sets of `size` out of `count`, in colexicographic order."""
    table = binomials(count, size)
    out = np.zeros((int(table[count, size]), size), np.uint8)
    if size:
        fill_combinations(count, size, out)
    return out
