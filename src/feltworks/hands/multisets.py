"""Rank multisets as packed integers, with the best value any hand drawn from them has.

The best hand in k + 1 cards is the best in some k of them, so each size follows from the one
before: add every rank in turn, and keep the greatest value that reaches the same multiset.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from feltworks.arrays import UInt64s
from feltworks.hands.census import COUNT_BITS, Census
from feltworks.hands.compiled import CompiledRanking

_COUNT_MASK = np.uint64((1 << COUNT_BITS) - 1)


class Multisets(NamedTuple):
    """Packed multisets of one size, ascending, and the best value in each."""

    keys: UInt64s
    values: NDArray[Any]


def count_of(keys: UInt64s, place: int) -> UInt64s:
    """How often each multiset holds the rank of that place."""
    return (keys >> np.uint64(COUNT_BITS * place)) & _COUNT_MASK


def mixed_levels(compiled: CompiledRanking, cards: int) -> list[Multisets]:
    """Multisets of a hand's size up to `cards`, valued without regard to suits."""
    census = Census(compiled.ranking, compiled.deck)
    limits = [*(sum(by_suit) for by_suit in census.copies), census.wilds]
    return _levels(compiled, compiled.plain, limits, cards)


def suited_levels(compiled: CompiledRanking, cards: int) -> list[Multisets]:
    """The same for cards that all share a suit."""
    census = Census(compiled.ranking, compiled.deck)
    limits = [*(max(by_suit) for by_suit in census.copies), census.wilds]
    return _levels(compiled, compiled.suited, limits, cards)


def _levels(
    compiled: CompiledRanking, values: Mapping[int, int], limits: list[int], cards: int
) -> list[Multisets]:
    keys = np.array(sorted(values), np.uint64)
    dtype = np.int16 if len(compiled.classes) <= np.iinfo(np.int16).max else np.int32
    levels = [Multisets(keys, np.array([values[int(key)] for key in keys], dtype))]
    while len(levels) <= cards - compiled.ranking.cards:
        levels.append(_one_card_more(levels[-1], limits))
    return levels


def _one_card_more(level: Multisets, limits: list[int]) -> Multisets:
    grown = []
    for place, limit in enumerate(limits):
        room = count_of(level.keys, place) < limit
        unit = np.uint64(1 << COUNT_BITS * place)
        grown.append((level.keys[room] + unit, level.values[room]))
    keys = np.concatenate([keys for keys, _ in grown])
    values = np.concatenate([values for _, values in grown])
    order = np.argsort(keys, kind="stable")
    distinct, starts = np.unique(keys[order], return_index=True)
    return Multisets(distinct, np.maximum.reduceat(values[order], starts) if len(keys) else values)
