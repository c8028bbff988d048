"""What standing, hitting and doubling are worth, hand by hand.

Worths are sums over the deals in which the dealer has no blackjack, not yet divided by their
chance: cards can then be drawn with their plain chances and worths simply add up, after a split
too. Which choice is best is not touched by the division, and `Worths` are divided when they are
shown. Where a dealer's blackjack takes every wager, those deals are part of the sum and cost the
whole stake.
"""

from __future__ import annotations

import numpy as np

from feltworks.kernels import inlined, kernel
from feltworks.odds.blackjack.holdings import Flag, Int, Real


@inlined
def natural_chance(left: Int, size: int, up: int) -> float:
    """The chance that the hole card makes the dealer's blackjack."""
    if up == 0:
        return float(left[9] / size)
    if up == 9:
        return float(left[0] / size)
    return 0.0


@inlined
def standing(total: int, chances: Real, natural: float, takes_all: float) -> float:
    """Standing on a total: dealer's busts and lower totals won, higher ones lost."""
    worth = 1.0 - natural - takes_all * natural
    for ending in range(5):
        if total < 17 + ending:
            worth -= 2.0 * chances[ending]
        elif total == 17 + ending:
            worth -= chances[ending]
    return worth


@inlined
def busting(left: Int, size: int, value: int, up: int, takes_all: float) -> float:
    """Going bust with a card of that value: lost, unless a blackjack gives it back."""
    if up == 0:
        natural = (left[9] - (value == 9)) / (size - 1)
    elif up == 9:
        natural = (left[0] - (value == 0)) / (size - 1)
    else:
        natural = 0.0
    return float(-1.0 + (1.0 - takes_all) * natural)


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


@kernel
def best_play(
    shoe: Int, up: int, cards: Int, totals: Int, after: Int, may_double: Flag,
    chances: Real, takes_all: float, worths: Real, hits: Flag, doubles: Flag,
) -> None:  # fmt: skip
    """Fill worths [stand, hit, double] of every hand and the best play, before any split."""
    left = np.empty(10, np.int64)
    for hand in range(len(totals) - 1, -1, -1):
        size = cards_left(shoe, cards[hand], up, left)
        if size < 2:
            continue
        natural = natural_chance(left, size, up)
        worths[0, hand] = standing(totals[hand], chances[hand, up], natural, takes_all)
        hit = 0.0
        double = 0.0
        for value in range(10):
            if left[value] > 0:
                grown = after[hand, value]
                if grown >= 0:
                    drawn = worths[0, grown]
                    hit += left[value] * max(drawn, worths[1, grown])
                else:
                    drawn = busting(left, size, value, up, takes_all)
                    hit += left[value] * drawn
                double += left[value] * drawn
        worths[1, hand] = hit / size
        worths[2, hand] = 2.0 * double / size
        hits[hand] = worths[1, hand] > worths[0, hand]
        doubles[hand] = may_double[hand] and worths[2, hand] > max(worths[0, hand], worths[1, hand])


@kernel
def given_play(
    shoe: Int, up: int, cards: Int, totals: Int, after: Int,
    chances: Real, takes_all: float, worths: Real, hits: Flag,
) -> None:  # fmt: skip
    """Fill the same worths when `hits` says which hands draw, best or not."""
    left = np.empty(10, np.int64)
    for hand in range(len(totals) - 1, -1, -1):
        size = cards_left(shoe, cards[hand], up, left)
        if size < 2:
            continue
        natural = natural_chance(left, size, up)
        worths[0, hand] = standing(totals[hand], chances[hand, up], natural, takes_all)
        hit = 0.0
        double = 0.0
        for value in range(10):
            if left[value] > 0:
                grown = after[hand, value]
                if grown >= 0:
                    drawn = worths[0, grown]
                    hit += left[value] * (worths[1, grown] if hits[grown] else drawn)
                else:
                    drawn = busting(left, size, value, up, takes_all)
                    hit += left[value] * drawn
                double += left[value] * drawn
        worths[1, hand] = hit / size
        worths[2, hand] = 2.0 * double / size
