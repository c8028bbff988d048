"""A shoe: shuffled from the front, and only as far as it is dealt.

Rounds of one shoe depend on each other, so the number that a random stream belongs to is that of
the shoe. Each word is two places in what is left of it, refused and drawn again where that would
not be uniform (see `dealing`).
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from feltworks.kernels import inlined, kernel
from feltworks.simulate.philox import mixed, word_again

EXTEND = 32
"""Cards that are shuffled further when a shoe is dealt beyond what was shuffled."""


class ShoeInUse(NamedTuple):
    """A shoe in use: its words, its order, how far it is shuffled and dealt, its number."""

    words: NDArray[np.uint32]
    order: NDArray[np.uint16]
    at: NDArray[np.int64]
    """Cards out, words used."""
    stream: NDArray[np.uint64]
    """Seed and number."""


@kernel
def open_shoe(shoe: ShoeInUse, seed: np.uint64, number: np.uint64) -> None:
    """A full shoe in its first order, and all the words it may need."""
    low, half = np.uint64(0xFFFFFFFF), np.uint64(32)
    for block in range(len(shoe.words) // 4):
        a, b, c, d = mixed(
            number & low, number >> half, np.uint64(block), np.uint64(0), seed & low, seed >> half
        )
        shoe.words[4 * block] = np.uint32(a)
        shoe.words[4 * block + 1] = np.uint32(b)
        shoe.words[4 * block + 2] = np.uint32(c)
        shoe.words[4 * block + 3] = np.uint32(d)
    for card in range(len(shoe.order)):
        shoe.order[card] = card
    shoe.at[0], shoe.at[1] = 0, 0
    shoe.stream[0], shoe.stream[1] = seed, number


@kernel
def shuffle_on(shoe: ShoeInUse, refused: NDArray[np.uint32], cards: int) -> None:
    """Shuffle so many cards more."""
    low, half, order = np.uint64(0xFFFFFFFF), np.uint64(32), shoe.order
    size = len(order)
    last = min((size + 1) // 2, shoe.at[1] + cards // 2)
    for word in range(shoe.at[1], last):
        at = 2 * word
        left = size - at
        if left < 2:
            continue
        attempt, drawn = 0, np.uint64(shoe.words[word])
        while True:
            product = drawn * np.uint64(left)
            first = np.int64(product >> half)
            product = (product & low) * np.uint64(left - 1)
            second = np.int64(product >> half)
            if (product & low) >= np.uint64(refused[word]):
                break
            attempt += 1
            drawn = word_again(shoe.stream[0], shoe.stream[1], word, attempt)
        order[at], order[at + first] = order[at + first], order[at]
        order[at + 1], order[at + 1 + second] = order[at + 1 + second], order[at + 1]
    shoe.at[1] = last


@inlined
def draw(shoe: ShoeInUse, refused: NDArray[np.uint32]) -> int:
    """The next card, or -1 where the shoe is empty."""
    at = shoe.at[0]
    if at >= len(shoe.order):
        return -1
    if at >= 2 * shoe.at[1]:
        shuffle_on(shoe, refused, EXTEND)
    shoe.at[0] = at + 1
    return int(shoe.order[at])
