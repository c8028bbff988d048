"""Every set of cards that can be gone from the shoe when a hand is played.

That is the hand itself; and after a split, the hand and the cards of its pair that went to other
hands. What the dealer makes of each such shoe is worked out once, whatever the way that led there.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import numpy as np

from feltworks.odds.blackjack.hands import KEY_BITS, Int, blackjack_hands, pack

NONE = -1


def most_pair_cards(hands: int) -> int:
    """How many cards of the pair may have to be taken out beside the hand's own.

    With h hands at most, h - 1 other first cards are gone for certain; leaving out second cards
    that would have paired takes up to h - 2 more, each hand already complete being one.
    """
    return 0 if hands < 2 else 2 * hands - 3


@dataclass(frozen=True)
class Removals:
    """Sets of cards as counts of each value; the hands come first, in their order."""

    cards: Int
    with_pair: Int
    """[hand, pair's value, n - 1]: the hand with n further cards of that value, or NONE."""


@cache
def removals(hands: int) -> Removals:
    """What can be gone when a pair may be split to that many hands."""
    held = blackjack_hands()
    most = most_pair_cards(hands)
    plain = pack(held.cards)
    units = pack(np.eye(10, dtype=np.int64))
    copies = np.arange(1, most + 1, dtype=np.int64)
    keys = plain[:, None, None] + units[None, :, None] * copies[None, None, :]
    has_pair = np.broadcast_to((held.cards > 0)[:, :, None], keys.shape)
    wanted = np.setdiff1d(keys[has_pair], plain)
    every = np.concatenate([plain, wanted])
    order = np.argsort(every)
    place = np.minimum(np.searchsorted(every[order], keys), len(every) - 1)
    with_pair = np.where(has_pair, order[place], NONE)
    made = Removals(unpack(every), with_pair)
    for array in (made.cards, made.with_pair):
        array.flags.writeable = False
    return made


def unpack(keys: Int) -> Int:
    """Counts of each value, from their one number."""
    shifts = KEY_BITS * np.arange(10, dtype=np.int64)
    return (keys[:, None] >> shifts[None, :]) & ((1 << KEY_BITS) - 1)
