"""Polynomials of net results, and the cumulants that put several hands together.

All hands of a split are alike, so one moment for each number of hands says it all: `m2` for two
of them together, and so on. What k hands share beyond what fewer do is the k-th cumulant. Products
are taken separately for each end of the dealer's, and moments are given his end, so that the empty
one is 1.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from feltworks.odds.blackjack.hands import Real


def times(*factors: Real) -> Real:
    """The product of polynomials, row by row."""
    product = factors[0]
    for factor in factors[1:]:
        length = product.shape[1] + factor.shape[1] - 1
        grown = np.zeros((len(product), length))
        for place in np.flatnonzero(factor.any(axis=0)):
            grown[:, place : place + product.shape[1]] += product * factor[:, place, None]
        product = grown
    return product


def shared(moments: Sequence[Real]) -> Real:
    """The last cumulant of the moments of 1, 2, ... hands, up to four."""
    m1, *rest = moments
    if not rest:
        return m1
    m2 = rest[0]
    if len(moments) == 2:
        return m2 - times(m1, m1)
    m3 = rest[1]
    if len(moments) == 3:
        return m3 - 3 * times(m1, m2) + 2 * times(m1, m1, m1)
    squared = times(m1, m1)
    return (
        rest[2]
        - 4 * times(m1, m3)
        - 3 * times(m2, m2)
        + 12 * times(squared, m2)
        - 6 * times(squared, squared)
    )


def joined(cumulants: Sequence[Real]) -> Real:
    """The moment of so many hands, from the cumulants of 1, 2, ... of them."""
    k1, *rest = cumulants
    if not rest:
        return k1
    k2, squared = rest[0], times(k1, k1)
    if len(cumulants) == 2:
        return k2 + squared
    k3 = rest[1]
    if len(cumulants) == 3:
        return k3 + 3 * times(k1, k2) + times(squared, k1)
    return (
        rest[2]
        + 4 * times(k1, k3)
        + 3 * times(k2, k2)
        + 6 * times(squared, k2)
        + times(squared, squared)
    )
