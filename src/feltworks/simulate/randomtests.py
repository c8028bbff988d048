"""Statistical tests of the shuffles, from a seed, so that anybody can repeat them.

Shuffles are made by the sampler that tables use (`cards.shuffling`) from a seeded stream, and are
compared with what pure chance gives. Each test returns a probability: how often fair shuffles would
look as odd as these. A small one now and then is normal; many are not.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from feltworks.arrays import Int64s
from feltworks.cards import Deck, SeededRandomness, permutation
from feltworks.simulate.figures import chi_square, upper_gamma

WINDOW = 4
"""How many neighbouring cards have their order tested: four cards have 24 orders."""


@dataclass(frozen=True)
class RandomTest:
    """What was tested, and how often pure chance is as far off."""

    name: str
    looked_at: str
    statistic: float
    p_value: float


def random_tests(deck: Deck, *, shuffles: int, seed: int) -> list[RandomTest]:
    """The four tests over this many shuffles of a deck; a deck of fewer than four cards has no
    neighbouring four to test."""
    stream = SeededRandomness(seed).child("tests of shuffles")
    size = deck.size
    orders = np.array([permutation(size, stream) for _ in range(shuffles)], np.int64)
    neighbours = [_orders(orders)] if size >= WINDOW else []
    return [_places(orders), *neighbours, _runs(orders), _serial(orders)]


def _places(orders: Int64s) -> RandomTest:
    """Tests that every card is as likely at every place."""
    shuffles, size = orders.shape
    counts = np.zeros((size, size), np.int64)
    for place in range(size):
        counts[place] = np.bincount(orders[:, place], minlength=size)
    expected = shuffles / size
    # Rows and columns of the counts are fixed, so (size - 1)^2 of them are free.
    statistic = float(((counts - expected) ** 2).sum() / expected)
    free = (size - 1) ** 2
    p_value = upper_gamma(free / 2, statistic / 2)
    return RandomTest("chi-square", f"{size} cards at {size} places", statistic, p_value)


def _orders(orders: Int64s) -> RandomTest:
    """Tests that four neighbouring cards lie in each of their 24 orders equally often."""
    size = orders.shape[1]
    cut = orders[:, : size // WINDOW * WINDOW].reshape(-1, WINDOW)
    ranks = cut.argsort(axis=1).argsort(axis=1)
    codes = (ranks * (WINDOW ** np.arange(WINDOW))).sum(axis=1)
    _, counts = np.unique(codes, return_counts=True)
    ways = math.factorial(WINDOW)
    found = [*map(int, counts), *[0] * (ways - len(counts))]
    fit = chi_square(found, [Fraction(1, ways)] * ways)
    assert fit is not None
    return RandomTest(
        "permutation", f"{len(cut):,} groups of {WINDOW} cards", fit.statistic, fit.p_value
    )


def _runs(orders: Int64s) -> RandomTest:
    """Tests that runs of rising and falling cards are as many as in fair shuffles."""
    shuffles, size = orders.shape
    rises = np.diff(orders, axis=1) > 0
    runs = 1 + (rises[:, 1:] != rises[:, :-1]).sum(axis=1)
    mean, variance = (2 * size - 1) / 3, (16 * size - 29) / 90
    z = float((runs.mean() - mean) / math.sqrt(variance / shuffles))
    return RandomTest("runs up and down", f"{int(runs.sum()):,} runs", z, _two_sided(z))


def _serial(orders: Int64s) -> RandomTest:
    """Tests that a card is not correlated with the next one."""
    shuffles, size = orders.shape
    middle = (size - 1) / 2
    away = orders - middle
    products = (away[:, 1:] * away[:, :-1]).sum(axis=1)
    spread = (size * size - 1) / 12
    # Neighbours are correlated by -1 / (size - 1), and there are size - 1 pairs of them.
    mean = -spread
    error = float(products.std(ddof=1)) / math.sqrt(shuffles)
    z = float(products.mean() - mean) / error
    return RandomTest("serial correlation", f"{shuffles * (size - 1):,} pairs", z, _two_sided(z))


def _two_sided(z: float) -> float:
    return math.erfc(abs(z) / math.sqrt(2))
