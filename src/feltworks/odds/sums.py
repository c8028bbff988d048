"""The whole numbers in which worths and deals are summed.

A bound on every sum is worked out before it begins. Sums below 2^31 are kept in 32 bits, which take
half the memory and let a vector hold twice as many, larger ones in 64 bits; what could reach 2^62
is refused.
"""

from __future__ import annotations

import numpy as np

from feltworks.arrays import Int32s, Int64s

Sums = Int32s | Int64s
"""Worths or deals, summed over deals."""
MOST_WORTH = 1 << 62
"""Sums in 64 bits stay below this."""
CLOSED = -MOST_WORTH
"""The worth of a branch that a hand may not take: less than any sum."""
NARROW = 1 << 31
"""Sums below this fit 32 bits."""


def zero_sums(shape: tuple[int, ...], most: int) -> Sums:
    """Zeros for sums up to `most`, in the narrowest type needed."""
    return np.zeros(shape, np.int32) if most < NARROW else np.zeros(shape, np.int64)
