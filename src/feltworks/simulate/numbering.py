"""Sets of cards in lanes: put in order, and numbered as `odds.cardspace` numbers them."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from feltworks.kernels import kernel


@kernel
def sort_lanes(out: NDArray[np.uint8]) -> None:
    """Each lane ascending, by exchanges that every lane makes alike."""
    for last in range(1, len(out)):
        for place in range(last, 0, -1):
            low, high = out[place - 1], out[place]
            for lane in range(len(low)):
                one, other = low[lane], high[lane]
                low[lane] = min(one, other)
                high[lane] = max(one, other)


@kernel
def gather_sorted(
    cards: NDArray[np.uint8], columns: NDArray[np.int64], out: NDArray[np.uint8]
) -> None:
    """Some columns of cards, ascending in each lane."""
    for place in range(len(columns)):
        source, target = cards[columns[place]], out[place]
        for lane in range(len(target)):
            target[lane] = source[lane]
    sort_lanes(out[: len(columns)])


@kernel
def gather_swapped(
    cards: NDArray[np.uint8],
    columns: NDArray[np.int64],
    swap: NDArray[np.uint32],
    swapped: NDArray[np.uint8],
    out: NDArray[np.uint8],
) -> None:
    """Some columns of cards with suits swapped, ascending in each lane."""
    for place in range(len(columns)):
        source, target = cards[columns[place]], out[place]
        for lane in range(len(target)):
            target[lane] = swapped[swap[lane] * np.uint64(64) + np.uint64(source[lane])]
    sort_lanes(out[: len(columns)])


@kernel
def number_lanes(
    sets: NDArray[np.uint8], binomials: NDArray[np.int32], out: NDArray[np.uint32]
) -> None:
    """The number of the ascending set in each lane."""
    for lane in range(len(out)):
        out[lane] = 0
    for place in range(len(sets)):
        row, column = binomials[place * 64 : place * 64 + 64], sets[place]
        for lane in range(len(out)):
            out[lane] = out[lane] + np.uint32(row[column[lane]])
