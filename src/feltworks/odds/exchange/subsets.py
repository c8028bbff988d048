"""Hands counted by the sets of cards that they contain.

`SubsetCounts` has for every set of fewer cards than a hand how many hands of each class contain it.
The counts of sets one card larger, added up, count each hand as often as it has more cards than the
set, and are divided by that. A deal is a set of cards too. `kept_sums` looks up each of its
subsets; the bits of a mask are the cards kept. Subtracting from a mask's sum that of the mask with
one card more leaves the hands that contain the one and not the other. Done for every card, what is
left under a mask are the hands that hold the cards kept and none of those given up.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from feltworks.arrays import Int64s, UInt8s
from feltworks.odds.cardspace import binomials, combinations


def part_numbers(hands: UInt8s, columns: list[int], size: int) -> Int64s:
    """The numbers of the sets in these columns of ascending hands; `size` is that of the deck."""
    binom = binomials(size, hands.shape[1])
    number = np.zeros(len(hands), np.int64)
    for place, column in enumerate(columns):
        number += binom[hands[:, column], place + 1]
    return number


@dataclass(frozen=True)
class SubsetCounts:
    """Counts of all hands of a certain size out of a deck of `size` cards, by the class of each."""

    size: int
    cards: int
    class_of: Int64s
    """The class by the number of the hand."""
    classes: int

    @cached_property
    def counts(self) -> list[Int64s]:
        """By number of cards in a set (less than a whole hand), set and class: how many hands
        contain it."""
        binom = binomials(self.size, self.cards)
        hands = combinations(self.size, self.cards)
        found = []
        below = np.zeros((int(binom[self.size, self.cards - 1]), self.classes), np.int64)
        for pay_class in range(self.classes):
            rows = hands[self.class_of == pay_class]
            for left_out in range(self.cards):
                columns = [place for place in range(self.cards) if place != left_out]
                parts = part_numbers(rows, columns, self.size)
                below[:, pay_class] += np.bincount(parts, minlength=len(below))
        found.append(below)
        for cards in range(self.cards - 1, 0, -1):
            sets, above = combinations(self.size, cards), found[-1]
            below = np.zeros((int(binom[self.size, cards - 1]), self.classes), np.int64)
            for left_out in range(cards):
                columns = [place for place in range(cards) if place != left_out]
                np.add.at(below, part_numbers(sets, columns, self.size), above)
            found.append(below // (self.cards - cards + 1))
        return found[::-1]

    def weighed(self, worth: Int64s) -> list[Int64s]:
        """By number of cards and set: the worth of all hands that contain it."""
        return [*(counts @ worth for counts in self.counts), worth[self.class_of]]

    def kept_sums(self, deals: UInt8s, sums: list[Int64s]) -> Int64s:
        """By deal and mask of cards kept: the sum over all hands that may follow."""
        found = np.zeros((len(deals), 1 << self.cards), np.int64)
        for mask in range(1 << self.cards):
            columns = kept_columns(mask, self.cards)
            found[:, mask] = sums[len(columns)][part_numbers(deals, columns, self.size)]
        masks = np.arange(1 << self.cards)
        for bit in range(self.cards):
            without = masks[masks >> bit & 1 == 0]
            found[:, without] -= found[:, without | 1 << bit]
        return found

    def class_counts(self, deals: UInt8s, weights: Int64s, mask: int) -> Int64s:
        """How many hands of each class follow when the same cards of every deal are kept, each deal
        multiplied by its weight."""
        kept = kept_columns(mask, self.cards)
        given_up = [place for place in range(self.cards) if place not in kept]
        total = np.zeros(self.classes, np.int64)
        for also in range(1 << len(given_up)):
            more = kept_columns(also, len(given_up))
            columns = sorted([*kept, *(given_up[place] for place in more)])
            parts = part_numbers(deals, columns, self.size)
            if len(columns) < self.cards:
                found = weights @ self.counts[len(columns)][parts]
            else:
                found = np.zeros(self.classes, np.int64)
                np.add.at(found, self.class_of[parts], weights)
            total += -found if len(more) % 2 else found
        return total


def kept_columns(mask: int, cards: int) -> list[int]:
    """The places of the cards whose bits are set."""
    return [place for place in range(cards) if mask >> place & 1]
