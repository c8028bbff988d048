"""The boards that may still come, one for all that differ only by a swap of suits.

A swap of suits that leaves every known hand, the board and the deck as they are changes no hand's
fortune; of the boards it takes into each other one is kept, with their number as its weight.
"""

from __future__ import annotations

from itertools import combinations, permutations
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from feltworks.cards import Deck


def suit_swaps(deck: Deck, groups: Sequence[frozenset[int]]) -> NDArray[np.uint8]:
    """Every swap of suits, as new face by face, that maps the deck and each group onto itself."""
    suits = len(deck.suits)
    swaps = []
    for order in permutations(range(suits)):
        moved = [
            face if deck.faces[face].is_joker else face - face % suits + order[face % suits]
            for face in range(len(deck.faces))
        ]
        fits = all(deck.copies[moved[face]] == deck.copies[face] for face in range(len(moved)))
        if fits and all({moved[face] for face in group} == group for group in groups):
            swaps.append(moved)
    return np.array(swaps, np.uint8)


def boards(
    free: NDArray[np.uint8], missing: int, swaps: NDArray[np.uint8]
) -> tuple[NDArray[np.uint8], NDArray[np.int64]]:
    """Every set of so many free cards up to the swaps, a row each, and how many it stands for."""
    if missing == 0:
        return np.empty((1, 0), np.uint8), np.ones(1, np.int64)
    rows = np.array(list(combinations(free.tolist(), missing)), np.uint8)
    if len(swaps) == 1:
        return rows, np.ones(len(rows), np.int64)
    least = np.full(len(rows), np.iinfo(np.int64).max)
    for swap in swaps:
        moved = np.sort(swap[rows], axis=1).astype(np.int64)
        code = np.zeros(len(rows), np.int64)
        for column in range(missing):
            code = code << 8 | moved[:, column]
        least = np.minimum(least, code)
    _, first, counts = np.unique(least, return_index=True, return_counts=True)
    return rows[first], counts.astype(np.int64)
