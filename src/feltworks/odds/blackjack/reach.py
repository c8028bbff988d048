"""How often each hand comes up when first hands are played on without splitting."""

from __future__ import annotations

import numpy as np

from feltworks.kernels import kernel
from feltworks.odds.blackjack.holdings import Flag, Int, Real
from feltworks.odds.blackjack.player import cards_left


@kernel
def follow_hits(shoe: Int, up: int, cards: Int, after: Int, hits: Flag, reach: Real) -> None:
    """Add to the chance of each hand what hits bring it; `reach` holds the first hands' chances."""
    left = np.empty(10, np.int64)
    for hand in range(len(hits)):
        if reach[hand] > 0.0 and hits[hand]:
            size = cards_left(shoe, cards[hand], up, left)
            for value in range(10):
                grown = after[hand, value]
                if grown >= 0 and left[value] > 0:
                    reach[grown] += reach[hand] * left[value] / size
