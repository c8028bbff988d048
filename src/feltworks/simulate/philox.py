"""Random words that are a function of where they are used: Philox4x32-10.

A usual generator has a state that passes from round to round; this one has none. Four words come
from a counter of four words and a key of two, mixed in ten rounds of multiplication (Salmon,
Moraes, Dror and Shaw, "Parallel random numbers: as easy as 1, 2, 3", 2011). The counter here is the
number of the dealt round, so round 12,345 of a seed has the same cards in any order, thread or
machine.

    counter = (round, low word), (round, high word), block of four words, attempt
    key     = (seed, low word), (seed, high word)
"""

from __future__ import annotations

import numpy as np

from feltworks.arrays import UInt32s
from feltworks.kernels import inlined, kernel

LANES = 1024
"""Rounds dealt side by side: enough to keep vectors full, few enough for the cache."""
WORDS = 4
"""Random words in one block."""

MULTIPLY = (0xD2511F53, 0xCD9E8D57)
STEP = (0x9E3779B9, 0xBB67AE85)
ROUNDS = 10
LOW = 0xFFFFFFFF


def philox(counter: tuple[int, int, int, int], key: tuple[int, int]) -> tuple[int, int, int, int]:
    """The four words of one counter, in plain Python."""
    c0, c1, c2, c3 = counter
    k0, k1 = key
    for _ in range(ROUNDS):
        even, odd = MULTIPLY[0] * c0, MULTIPLY[1] * c2
        c0, c1, c2, c3 = odd >> 32 ^ c1 ^ k0, odd & LOW, even >> 32 ^ c3 ^ k1, even & LOW
        k0, k1 = k0 + STEP[0] & LOW, k1 + STEP[1] & LOW
    return c0, c1, c2, c3


@inlined
def mixed(
    c0: np.uint64, c1: np.uint64, c2: np.uint64, c3: np.uint64, k0: np.uint64, k1: np.uint64
) -> tuple[np.uint64, np.uint64, np.uint64, np.uint64]:
    """`philox` in 64-bit words whose upper half is empty, so that vectors can multiply them."""
    low, half = np.uint64(0xFFFFFFFF), np.uint64(32)
    for _ in range(10):
        even, odd = np.uint64(0xD2511F53) * c0, np.uint64(0xCD9E8D57) * c2
        c0, c1 = (odd >> half) ^ c1 ^ k0, odd & low
        c2, c3 = (even >> half) ^ c3 ^ k1, even & low
        k0, k1 = (k0 + np.uint64(0x9E3779B9)) & low, (k1 + np.uint64(0xBB67AE85)) & low
    return c0, c1, c2, c3


@kernel
def fill_words(seed: np.uint64, first: np.uint64, block: int, out: UInt32s) -> None:
    """One block of words for each lane, by word and lane; lane 0 deals round `first`."""
    low, half = np.uint64(0xFFFFFFFF), np.uint64(32)
    k0, k1, c2 = seed & low, seed >> half, np.uint64(block)
    one, two, three, four = out[0], out[1], out[2], out[3]
    for lane in range(len(one)):
        number = first + np.uint64(lane)
        a, b, c, d = mixed(number & low, number >> half, c2, np.uint64(0), k0, k1)
        one[lane], two[lane] = np.uint32(a), np.uint32(b)
        three[lane], four[lane] = np.uint32(c), np.uint32(d)


@kernel
def word_again(seed: np.uint64, number: np.uint64, word: int, attempt: int) -> np.uint64:
    """The word that replaces a refused one."""
    low, half = np.uint64(0xFFFFFFFF), np.uint64(32)
    a, b, c, d = mixed(
        number & low,
        number >> half,
        np.uint64(word // 4),
        np.uint64(attempt),
        seed & low,
        seed >> half,
    )
    which = word % 4
    return a if which == 0 else b if which == 1 else c if which == 2 else d
