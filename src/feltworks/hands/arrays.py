"""Lookup tables of a compiled ranking for hands drawn from a given number of cards."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from feltworks.arrays import UInt8s, UInt64s
from feltworks.hands.compiled import CompiledRanking
from feltworks.hands.errors import HandError
from feltworks.hands.lookup import SUIT_BITS, SUIT_SHIFT, Lookup, evaluate, evaluate_choices
from feltworks.hands.multisets import mixed_levels, suited_levels
from feltworks.hands.perfect_hash import perfect_hash

_FULL = 1 << (SUIT_BITS - 1)


@dataclass(frozen=True, eq=False)
class HandTables:
    """Evaluates rows of `cards` faces; `lookup` can be passed to other kernels."""

    cards: int
    face_count: int
    dtype: np.dtype[Any]
    lookup: Lookup

    def values(self, faces: UInt8s) -> NDArray[Any]:
        """The value of the best hand in each row."""
        rows = self._rows(faces)
        if rows.shape[1] != self.cards:
            raise HandError(f"hands have {rows.shape[1]} cards where {self.cards} are looked up")
        out = np.empty(len(rows), self.dtype)
        evaluate(rows, (0,) * self.cards, self.lookup, out)
        return out

    def best_choice(self, faces: UInt8s, choices: Sequence[Sequence[int]]) -> NDArray[Any]:
        """The value of the best of some choices of columns; a choice is a whole hand."""
        rows = self._rows(faces)
        out = np.empty(len(rows), self.dtype)
        evaluate_choices(rows, np.array(choices), (0,) * self.cards, self.lookup, out)
        return out

    def _rows(self, faces: NDArray[Any]) -> UInt8s:
        found = np.asarray(faces)
        if found.ndim != 2 or not np.issubdtype(found.dtype, np.integer):
            raise HandError("hands must be a table of face numbers, a row for each hand")
        if len(found) and not 0 <= found.min() <= found.max() < self.face_count:
            raise HandError(f"face numbers must be 0 to {self.face_count - 1}")
        return np.ascontiguousarray(found, np.uint8)


@lru_cache(maxsize=64)
def hand_tables(compiled: CompiledRanking, cards: int) -> HandTables:
    """The tables for the best hand in this many cards."""
    compiled.check_tables(cards)
    least = compiled.ranking.cards
    mixed = mixed_levels(compiled, cards)[-1]
    suits = range(len(compiled.deck.suits) if compiled.ranking.minds_suits else 0)
    marks, card_suits = _by_face(compiled)
    suited = suited_levels(compiled, cards)
    suited_keys = np.concatenate([level.keys for level in suited])
    lookup = Lookup(
        marks=marks,
        suits=card_suits,
        bias=_in_suits(suits, _FULL - least),
        enough=_in_suits(suits, _FULL),
        mixed=perfect_hash(*mixed),
        suited=perfect_hash(suited_keys, np.concatenate([level.values for level in suited])),
    )
    return HandTables(cards, len(compiled.deck.faces), mixed.values.dtype, lookup)


@lru_cache(maxsize=64)
def category_numbers(compiled: CompiledRanking) -> UInt8s:
    """Category number by value."""
    numbers = {name: number for number, name in enumerate(compiled.category_names)}
    return np.array([numbers[hand.category] for hand in compiled.classes], np.uint8)


def _in_suits(suits: Iterable[int], count: int) -> np.uint64:
    return np.uint64(sum(count << (SUIT_SHIFT + SUIT_BITS * suit) for suit in suits))


def _by_face(compiled: CompiledRanking) -> tuple[UInt64s, UInt8s]:
    """What each face adds to a sum, and the suits it may count in."""
    marks, suits = np.zeros(256, np.uint64), np.zeros(256, np.uint8)
    for number, face in enumerate(compiled.deck.faces):
        unit, suits[number] = compiled.marks[face]
        inside = [suit for suit in range(len(compiled.deck.suits)) if suits[number] >> suit & 1]
        marks[number] = unit + int(_in_suits(inside, 1))
    return marks, suits
