"""What standing, hitting and doubling are worth, hand by hand.

Worths are sums over the deals in which the dealer has no blackjack, not yet divided by their
chance: cards can then be drawn with their plain chances and worths simply add up, after a split
too. Which choice is best is not touched by the division, and `Worths` are divided when they are
shown. Where a dealer's blackjack takes every wager, those deals are part of the sum and cost the
whole stake.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from feltworks.kernels import inlined, kernel
from feltworks.odds.blackjack.dealer import ENDINGS, LOWEST
from feltworks.odds.blackjack.hands import TOP, Flag, HandArrays, Int, Real
from feltworks.odds.blackjack.shoe import ACE, TEN

STAND, HIT, DOUBLE = 0, 1, 2
"""Rows of worths, as `plays.Action` numbers them."""


@inlined
def natural_chance(left: Int, size: int, up: int) -> float:
    """The chance that the hole card makes the dealer's blackjack."""
    if up == ACE:
        return float(left[TEN] / size)
    if up == TEN:
        return float(left[ACE] / size)
    return 0.0


@inlined
def standing(total: int, chances: Real, natural: float, natural_takes_added: float) -> float:
    """Standing on a total: dealer's busts and lower totals won, higher ones lost."""
    worth = 1.0 - natural - natural_takes_added * natural
    for ending in range(ENDINGS):
        if total < LOWEST + ending:
            worth -= 2.0 * chances[ending]
        elif total == LOWEST + ending:
            worth -= chances[ending]
    return worth


@inlined
def busting(left: Int, size: int, value: int, up: int, natural_takes_added: float) -> float:
    """Going bust with a card of that value: lost, unless a blackjack gives it back."""
    if up == ACE:
        natural = (left[TEN] - (value == TEN)) / (size - 1)
    elif up == TEN:
        natural = (left[ACE] - (value == ACE)) / (size - 1)
    else:
        natural = 0.0
    return float(-1.0 + (1.0 - natural_takes_added) * natural)


@inlined
def cards_left(shoe: Int, gone: Int, up: int, left: Int) -> int:
    """What is left to draw when these cards and the up card are gone; 0 if that cannot be."""
    size = 0
    for value in range(10):
        left[value] = shoe[value] - gone[value] - (value == up)
        if left[value] < 0:
            return 0
        size += left[value]
    return size


class Against(NamedTuple):
    """What a hand is played against: the full shoe, the up card, and what the dealer makes of it.

    `natural_takes_added` is 1 where a dealer's blackjack takes every wager, else 0.
    """

    shoe: Int
    up: int
    chances: Real
    natural_takes_added: float


ALIKE = 1e-12
"""Worths that differ by less are the same, and rounding must not choose between them.

The earlier action is then taken: stand, hit, double, split, surrender. Alone, equal actions are as
good; in a split hand, where other cards are gone, they are not.
"""


@kernel
def best_play(
    against: Against, hands: HandArrays, may_double: Flag, worths: Real, hits: Flag, doubles: Flag
) -> None:
    """Fill worths [stand, hit, double] of every hand and the best play, before any split."""
    for hand in range(len(hands.totals) - 1, -1, -1):
        if weigh_hand(against, hands, hand, worths, hits):
            stand, hit, double = worths[STAND, hand], worths[HIT, hand], worths[DOUBLE, hand]
            # Nobody is asked on twenty-one, though a soft one could become a charlie.
            hits[hand] = hit > stand + ALIKE and hands.totals[hand] < TOP
            doubles[hand] = may_double[hand] and double > max(stand, hit) + ALIKE


@kernel
def given_play(against: Against, hands: HandArrays, worths: Real, hits: Flag) -> None:
    """Fill the same worths when `hits` says which hands draw, best or not."""
    for hand in range(len(hands.totals) - 1, -1, -1):
        weigh_hand(against, hands, hand, worths, hits)


@kernel
def weigh_hand(against: Against, hands: HandArrays, hand: int, worths: Real, hits: Flag) -> bool:
    """The worths of one hand, when those of all it can grow to are there; False if it cannot be."""
    left = np.empty(10, np.int64)
    up, natural_takes_added = against.up, against.natural_takes_added
    size = cards_left(against.shoe, hands.cards[hand], up, left)
    if size < 2:
        return False
    natural = natural_chance(left, size, up)
    total = hands.totals[hand]
    worths[STAND, hand] = standing(total, against.chances[hand, up], natural, natural_takes_added)
    hit = 0.0
    double = 0.0
    for value in range(10):
        if left[value] > 0:
            grown = hands.after[hand, value]
            if grown >= 0:
                drawn = worths[STAND, grown]
                hit += left[value] * (worths[HIT, grown] if hits[grown] else drawn)
            else:
                drawn = busting(left, size, value, up, natural_takes_added)
                hit += left[value] * drawn
            double += left[value] * drawn
    worths[HIT, hand] = hit / size
    worths[DOUBLE, hand] = 2.0 * double / size
    return True


@kernel
def follow_hits(against: Against, hands: HandArrays, hits: Flag, chances: Real) -> None:
    """From the chances of first hands to those of all hands, by the hits that lead to them."""
    left = np.empty(10, np.int64)
    for hand in range(len(hits)):
        if chances[hand] > 0.0 and hits[hand]:
            size = cards_left(against.shoe, hands.cards[hand], against.up, left)
            for value in range(10):
                grown = hands.after[hand, value]
                if grown >= 0 and left[value] > 0:
                    chances[grown] += chances[hand] * left[value] / size
