"""Exact counts of the hands a deck deals, by value, without dealing them.

Count rank multisets first, each as often as its ranks can be chosen, as if no two cards shared a
suit. Then correct for the one suit that may hold enough cards for a hand: for every way to fill it
and every choice of the other cards, move the ways from the value without suits to the value with.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import combinations_with_replacement
from math import comb
from typing import Any

import numpy as np
from numpy.typing import NDArray

from feltworks.arrays import Floats, Int64s, UInt64s
from feltworks.hands.census import COUNT_BITS, Census
from feltworks.hands.compiled import CompiledRanking
from feltworks.hands.errors import HandError
from feltworks.hands.multisets import Multisets, count_of, mixed_levels, suited_levels
from feltworks.hands.rankings import MOST_CARDS

Weigh = Callable[[UInt64s], Floats]

_BLOCK = 1 << 20
ROUNDED = 1e-12
"""The relative error that sums of weights may have."""


def value_counts(compiled: CompiledRanking, cards: int) -> list[int]:
    """How many sets of `cards` cards of the deck have each value as their best hand."""
    return [int(count) for count in _Counting(compiled, cards).totals()]


def value_sums(compiled: CompiledRanking, cards: int, weigh: Weigh) -> list[float]:
    """The same sets, each weighted by `weigh` of its packed ranks."""
    return [float(found) for found in _Counting(compiled, cards, weigh).totals()]


class _Counting:
    def __init__(self, compiled: CompiledRanking, cards: int, weigh: Weigh | None = None) -> None:
        census = Census(compiled.ranking, compiled.deck)
        hand, wilds = compiled.ranking.cards, min(census.wilds, cards)
        if not hand <= cards <= MOST_CARDS:
            raise HandError(f"hands of {hand} cannot be counted in {cards} cards")
        if compiled.ranking.minds_suits and 2 * hand - wilds <= cards:
            raise HandError(f"in {cards} cards two suits at once may hold a hand of {hand}")
        if comb(compiled.deck.size, cards) >= 1 << 63:
            raise HandError(f"deck {compiled.deck.id} deals too many sets of {cards} cards")
        self.cards, self.hand, self.wilds = cards, hand, census.wilds
        self.copies = census.copies
        self.suits = list(zip(*self.copies, strict=True)) if compiled.ranking.minds_suits else []
        self.mixed = mixed_levels(compiled, cards)[-1]
        levels = suited_levels(compiled, cards)
        keys = np.concatenate([level.keys for level in levels])
        order = np.argsort(keys)
        values = np.concatenate([level.values for level in levels])
        self.suited = Multisets(keys[order], values[order])
        self.weights: NDArray[Any] = (
            np.ones(len(self.mixed.keys), np.int64) if weigh is None else weigh(self.mixed.keys)
        )
        self.total = np.zeros(len(compiled.classes) + 1, self.weights.dtype)

    def totals(self) -> NDArray[Any]:
        totals = [sum(by_suit) for by_suit in self.copies]
        ways = _ways(self.mixed.keys, [*totals, self.wilds])
        np.add.at(self.total, self.mixed.values, ways * self.weights)
        for suit in set(self.suits):
            for wilds in range(min(self.wilds, self.cards) + 1):
                for inside in range(max(0, self.hand - wilds), self.cards - wilds + 1):
                    self._move(suit, inside, wilds, times=self.suits.count(suit))
        # The last place, for ranks that only come in one suit, is now empty.
        assert abs(self.total[-1]) <= ROUNDED * ways.sum()
        return self.total[:-1]

    def _move(self, suit: Sequence[int], inside: int, wilds: int, *, times: int) -> None:
        """Correct for hands with `inside` natural cards of this suit and this many wild cards."""
        others = [sum(by_suit) - held for by_suit, held in zip(self.copies, suit, strict=True)]
        wild = np.uint64(wilds << COUNT_BITS * len(suit))
        in_suit = _multisets(suit, inside)
        beside = _multisets(others, self.cards - wilds - inside)
        beside_ways = _ways(beside, others) * times * comb(self.wilds, wilds)
        for block in np.array_split(in_suit, 1 + len(in_suit) * len(beside) // _BLOCK):
            places = np.searchsorted(self.suited.keys, block + wild)
            suited = self.suited.values[places][:, None]
            places = np.searchsorted(self.mixed.keys, block[:, None] + beside + wild)
            mixed = self.mixed.values[places]
            ways = _ways(block, suit)[:, None] * beside_ways * self.weights[places]
            np.add.at(self.total, mixed, -ways)
            np.add.at(self.total, np.maximum(mixed, suited), ways)


def _multisets(limits: Sequence[int], size: int) -> UInt64s:
    """Packed multisets of that size that hold no rank more often than its limit."""
    units = [1 << COUNT_BITS * place for place in range(len(limits))]
    keys = np.array([sum(some) for some in combinations_with_replacement(units, size)], np.uint64)
    return keys[_ways(keys, limits) > 0]


def _ways(keys: UInt64s, copies: Sequence[int]) -> Int64s:
    """In how many ways each multiset can be chosen from these copies of each rank."""
    ways = np.ones(len(keys), np.int64)
    for place, held in enumerate(copies):
        choose = np.array([comb(held, count) for count in range(1 << COUNT_BITS)], np.int64)
        ways *= choose[count_of(keys, place)]
    return ways
