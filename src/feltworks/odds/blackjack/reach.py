"""How often each hand comes up when first hands are played on without splitting."""

from __future__ import annotations

import numpy as np

from feltworks.kernels import kernel
from feltworks.odds.blackjack.holdings import Flag, HandTables, Real
from feltworks.odds.blackjack.player import Against, cards_left


@kernel
def follow_hits(against: Against, hands: HandTables, hits: Flag, reach: Real) -> None:
    """Add to the chance of each hand what hits bring it; `reach` holds the first hands' chances."""
    left = np.empty(10, np.int64)
    for hand in range(len(hits)):
        if reach[hand] > 0.0 and hits[hand]:
            size = cards_left(against.shoe, hands.cards[hand], against.up, left)
            for value in range(10):
                grown = hands.after[hand, value]
                if grown >= 0 and left[value] > 0:
                    reach[grown] += reach[hand] * left[value] / size
