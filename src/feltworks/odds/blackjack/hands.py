"""Every hand a player can hold without being bust, as counts of each value.

The order in which cards came does not change what a hand is worth, so there are only 3,083 hands,
the empty one included. They are sorted by their pips, aces as one: drawing a card always leads
further down the list, so every recursion is a single pass. There are also the sets of cards that
can be gone from the shoe when a hand is played: the hand itself, and after a split the hand and the
cards of its pair that went to other hands. The dealer's chances for each such shoe are computed
once, however it came about.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, cached_property
from typing import NamedTuple

import numpy as np

from feltworks.arrays import Flags, Int64s
from feltworks.odds.blackjack.shoe import ACE, TEN

BUST = -1
"""In place of a hand: too many points."""
TOP = 21


class HandArrays(NamedTuple):
    """The arrays of `BlackjackHands` that kernels need."""

    cards: Int64s
    totals: Int64s
    after: Int64s


@dataclass(frozen=True)
class BlackjackHands:
    """The hands as arrays, one row each."""

    cards: Int64s
    """How many of each value."""
    sizes: Int64s
    totals: Int64s
    """The best total: an ace counts eleven if that does not bust."""
    soft: Flags
    after: Int64s
    """The hand after one more card of each value, or BUST."""

    @cached_property
    def tables(self) -> HandArrays:
        return HandArrays(self.cards, self.totals, self.after)

    @property
    def count(self) -> int:
        return len(self.sizes)

    @property
    def natural(self) -> int:
        """The hand of an ace and a ten."""
        return self.of(ACE, TEN)

    def of(self, *values: int) -> int:
        """The hand of these cards, or BUST."""
        hand = 0
        for value in values:
            hand = int(self.after[hand, value]) if hand != BUST else BUST
        return hand

    def pair(self, value: int) -> int:
        return self.of(value, value)


@cache
def blackjack_hands() -> BlackjackHands:
    """The hands; all callers share these read-only arrays."""
    cards = np.array(sorted(_multisets(), key=_in_order), np.int64)
    pips = cards @ np.arange(1, 11)
    soft = (cards[:, ACE] > 0) & (pips + 10 <= TOP)
    keys = pack(cards)
    order = np.argsort(keys)
    wanted = keys[:, None] + pack(np.eye(10, dtype=np.int64))[None, :]
    place = np.minimum(np.searchsorted(keys[order], wanted), len(keys) - 1)
    after = np.where(keys[order][place] == wanted, order[place], BUST)
    made = BlackjackHands(cards, cards.sum(axis=1), pips + 10 * soft, soft, after)
    for array in (made.cards, made.sizes, made.totals, made.soft, made.after):
        array.flags.writeable = False
    return made


KEY_BITS = 6
"""How many bits of a packed number count the cards of one value."""


def pack(cards: Int64s) -> Int64s:
    """Counts of each value as one number; the number of two hands together is the sum of theirs."""
    return cards @ (1 << (KEY_BITS * np.arange(10, dtype=np.int64)))


def _multisets() -> list[tuple[int, ...]]:
    found: list[tuple[int, ...]] = [(0,) * 10]

    def draw(hand: tuple[int, ...], lowest: int, room: int) -> None:
        for value in range(lowest, min(10, room)):
            grown = (*hand[:value], hand[value] + 1, *hand[value + 1 :])
            found.append(grown)
            draw(grown, value, room - value - 1)

    draw(found[0], ACE, TOP)
    return found


def _in_order(hand: tuple[int, ...]) -> tuple[int, tuple[int, ...]]:
    return sum((value + 1) * count for value, count in enumerate(hand)), hand


NONE = -1
"""In place of a set: it cannot be gone."""


def most_pair_cards(hands: int) -> int:
    """How many cards of the pair may be gone in addition to the hand's own.

    With at most h hands, h - 1 other first cards are certainly gone; excluding second cards that
    would have paired removes up to h - 2 more, one for each hand that is already complete.
    """
    return 0 if hands < 2 else 2 * hands - 3


@dataclass(frozen=True)
class Removals:
    """Sets of cards as counts of each value; the hands come first, in their order."""

    cards: Int64s
    with_pair: Int64s
    """[hand, pair's value, n - 1]: the hand with n more cards of that value, or NONE."""


@cache
def removals(hands: int) -> Removals:
    """The sets that can be gone when a pair may be split to this many hands."""
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
    shifts = KEY_BITS * np.arange(10, dtype=np.int64)
    made = Removals((every[:, None] >> shifts) & ((1 << KEY_BITS) - 1), with_pair)
    for array in (made.cards, made.with_pair):
        array.flags.writeable = False
    return made
