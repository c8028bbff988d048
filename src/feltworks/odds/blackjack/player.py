"""What standing, hitting and doubling are worth, hand by hand.

Worths are sums over the deals in which the dealer has no blackjack, not yet divided by their
chance: then cards are drawn with their plain chances and worths simply add up, after a split too.
The division does not change which choice is best; `Worths` are divided when they are shown. If a
dealer's blackjack takes every wager, those deals are part of the sum and cost the whole stake.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from feltworks.arrays import Flags, Floats, Int64s
from feltworks.kernels import inlined, kernel
from feltworks.odds.blackjack.dealer import ENDINGS, LOWEST
from feltworks.odds.blackjack.hands import TOP, HandArrays
from feltworks.odds.blackjack.shoe import ACE, TEN

STAND, HIT, DOUBLE = 0, 1, 2
"""Rows of worths, numbered as in `plays.Action`."""


@inlined
def natural_chance(left: Int64s, size: int, up: int) -> float:
    """The chance that the hole card makes the dealer's blackjack."""
    if up == ACE:
        return float(left[TEN] / size)
    if up == TEN:
        return float(left[ACE] / size)
    return 0.0


@inlined
def standing(total: int, chances: Floats, natural: float) -> tuple[float, float]:
    """The chances that a total wins and loses; ties and a 22 that pushes are neither."""
    won, lost = 1.0 - natural, 0.0
    for ending in range(len(chances)):
        if ending >= ENDINGS:
            won -= chances[ending]
        elif total < LOWEST + ending:
            won -= chances[ending]
            lost += chances[ending]
        elif total == LOWEST + ending:
            won -= chances[ending]
    return won, lost


@inlined
def busting(left: Int64s, size: int, value: int, up: int, natural_takes_added: float) -> float:
    """The worth of a bust with a card of that value: lost, unless a blackjack gives it back."""
    if up == ACE:
        natural = (left[TEN] - (value == TEN)) / (size - 1)
    elif up == TEN:
        natural = (left[ACE] - (value == ACE)) / (size - 1)
    else:
        natural = 0.0
    return float(-1.0 + (1.0 - natural_takes_added) * natural)


@inlined
def cards_left(shoe: Int64s, gone: Int64s, up: int, left: Int64s) -> int:
    """What is left to draw when these cards and the up card are gone; 0 if the shoe lacks them."""
    size = 0
    for value in range(10):
        left[value] = shoe[value] - gone[value] - (value == up)
        if left[value] < 0:
            return 0
        size += left[value]
    return size


class Against(NamedTuple):
    """What a hand is played against: full shoe, up card, the dealer's chances, and the stakes.

    `natural_takes_added` is 1 if a dealer's blackjack takes every wager, otherwise 0.
    """

    shoe: Int64s
    up: int
    chances: Floats
    natural_takes_added: float
    sure: Floats
    """By hand: the odds that it is paid before the dealer plays, 0 if it waits for him."""
    sure_doubled: Flags
    """Which doubled hands win before the dealer plays."""
    staked: float
    """What the player himself has bet on the hand: 1, or 0 if the house has put up the wager."""
    free_double: Flags
    """Which hands double at the house's expense."""
    rescue: bool
    """Whether a doubled hand may be given up for the original wager."""
    stakes_kept: float
    """Below 0, worths are what is won. Otherwise the player's stakes are added up instead, and this
    is the part of them that a dealer's blackjack keeps from being bet."""


ALIKE = 1e-12
"""Worths that differ by less count as equal, so that rounding does not choose between them.

The first action is then taken: stand, hit, double, split, surrender. For a single hand equal
actions are equally good; in a split hand, where other cards are gone, they are not.
"""


AS_IT_IS, DOUBLED, DOUBLED_FREE = 0, 1, 2
"""The ways a hand can end, with its first wager or doubled: rows of `ends`."""
WAYS_TO_END = 3
Chances = tuple[float, float, float]
"""The chances to win, to lose, and of a dealer's blackjack."""


@inlined
def worth_of(against: Against, won: float, staked: float, chances: Chances) -> float:
    """The worth of a hand that wins `won` and has `staked` at stake, by its chances to win, to
    lose, and of a dealer's blackjack."""
    win, lose, natural = chances
    if against.stakes_kept >= 0.0:
        return staked * (1.0 - against.stakes_kept * natural)
    return won * win - staked * (lose + against.natural_takes_added * natural)


@inlined
def weigh_ends(
    against: Against, total: int, hand: int, chances: Floats, natural: float, rescues: Flags,
    best: bool, ends: Floats,
) -> None:  # fmt: skip
    """What a hand is worth when it ends as it is, doubled by the player, or doubled for free."""
    win, lose = standing(total, chances, natural)
    staked = against.staked
    plain = (win, lose, natural)
    sure = (1.0 - natural, 0.0, natural)
    pays = against.sure[hand]
    ends[AS_IT_IS] = worth_of(
        against, pays if pays > 0.0 else 1.0, staked, sure if pays > 0.0 else plain
    )
    doubled = sure if against.sure_doubled[hand] else plain
    ends[DOUBLED] = worth_of(against, 2.0, staked + 1.0, doubled)
    ends[DOUBLED_FREE] = worth_of(against, 2.0, staked, doubled)
    if against.rescue and total < TOP and against.stakes_kept < 0.0:
        given_up = -(1.0 - natural) - 2.0 * natural * against.natural_takes_added
        if best:
            rescues[hand] = given_up > ends[DOUBLED] + ALIKE
        if rescues[hand]:
            ends[DOUBLED] = given_up


@inlined
def bust_worth(against: Against, staked: float, busted: float) -> float:
    """The worth of a bust hand with this stake; `busted` is what losing one wager is worth."""
    if against.stakes_kept >= 0.0:
        # Lost, unless the dealer has a blackjack that takes only the original wager.
        return staked * (1.0 - against.stakes_kept * (1.0 + busted))
    return staked * busted


class HandPlay(NamedTuple):
    """What to do by hand, with one up card."""

    hits: Flags
    doubles: Flags
    rescues: Flags


@kernel
def best_play(
    against: Against, hands: HandArrays, may_double: Flags, worths: Floats, play: HandPlay
) -> None:
    """Fill worths [stand, hit, double] of every hand and the best play, without splits."""
    ends = np.zeros((WAYS_TO_END, len(hands.totals)))
    for hand in range(len(hands.totals) - 1, -1, -1):
        if weigh_hand(against, hands, hand, worths, play, True, ends):
            stand, hit, double = worths[STAND, hand], worths[HIT, hand], worths[DOUBLE, hand]
            # A twenty-one always stands, although a soft one could become a charlie.
            asked = hands.totals[hand] < TOP and against.sure[hand] == 0.0
            play.hits[hand] = hit > stand + ALIKE and asked
            play.doubles[hand] = may_double[hand] and double > max(stand, hit) + ALIKE


@kernel
def given_play(against: Against, hands: HandArrays, worths: Floats, play: HandPlay) -> None:
    """Fill the same worths for given hits and doubles, best or not."""
    ends = np.zeros((WAYS_TO_END, len(hands.totals)))
    for hand in range(len(hands.totals) - 1, -1, -1):
        weigh_hand(against, hands, hand, worths, play, False, ends)


@kernel
def weigh_hand(
    against: Against,
    hands: HandArrays,
    hand: int,
    worths: Floats,
    play: HandPlay,
    best: bool,
    ends: Floats,
) -> bool:
    """The worths of one hand, once those of all larger hands are known; False if it cannot occur.

    `ends` has the worth of each hand that is not played on; with `best` this also decides which
    doubled hands are given up.
    """
    left = np.empty(10, np.int64)
    up = against.up
    size = cards_left(against.shoe, hands.cards[hand], up, left)
    if size < 2:
        return False
    natural = natural_chance(left, size, up)
    total = hands.totals[hand]
    chances = against.chances[hand, up]
    weigh_ends(against, total, hand, chances, natural, play.rescues, best, ends[:, hand])
    worths[STAND, hand] = ends[AS_IT_IS, hand]
    free = against.free_double[hand]
    row = DOUBLED_FREE if free else DOUBLED
    staked = against.staked + (0.0 if free else 1.0)
    hit = 0.0
    double = 0.0
    for value in range(10):
        if left[value] > 0:
            grown = hands.after[hand, value]
            if grown >= 0:
                drawn = worths[STAND, grown]
                if play.doubles[grown]:
                    drawn = worths[DOUBLE, grown]
                elif play.hits[grown]:
                    drawn = worths[HIT, grown]
                hit += left[value] * drawn
                double += left[value] * ends[row, grown]
            else:
                busted = busting(left, size, value, up, against.natural_takes_added)
                hit += left[value] * bust_worth(against, against.staked, busted)
                double += left[value] * bust_worth(against, staked, busted)
    worths[HIT, hand] = hit / size
    worths[DOUBLE, hand] = double / size
    return True


@kernel
def follow_hits(
    against: Against, hands: HandArrays, play: HandPlay, chances: Floats, doubled: Floats
) -> None:
    """From the chances of first hands to those of all hands, along the hits that lead to them.

    A hand that doubles after its first cards moves to `doubled`.
    """
    left = np.empty(10, np.int64)
    for hand in range(len(play.hits)):
        if chances[hand] > 0.0 and play.doubles[hand]:
            doubled[hand] += chances[hand]
            chances[hand] = 0.0
        elif chances[hand] > 0.0 and play.hits[hand]:
            size = cards_left(against.shoe, hands.cards[hand], against.up, left)
            for value in range(10):
                grown = hands.after[hand, value]
                if grown >= 0 and left[value] > 0:
                    chances[grown] += chances[hand] * left[value] / size
