"""From worths to the value of a round: the first two cards, what is done with them, what follows.

A value is what a player can expect of a hand, in units of the first wager. Where the dealer peeks
he has no blackjack when the player acts, so values of actions are given that he has none; where he
does not, they take it into account.
"""

from __future__ import annotations

import math

from feltworks.odds.blackjack.plays import Action, HandStrategy, Worths
from feltworks.odds.blackjack.setting import FirstHand, Setting


def like_share(setting: Setting, start: FirstHand) -> float:
    """Of the hands that start so, the part that may be split."""
    if not start.is_pair or setting.most_hands(start.low) < 2:
        return 0.0
    return sum(share for share, _ in setting.like_pairs(start.low, start.up))


def choose(
    setting: Setting, plays: HandStrategy, start: FirstHand, *, may_split: bool = True
) -> Action:
    """What these plays do with a first hand that is no blackjack."""
    up, hand = start.up, start.hand
    if setting.rules.late_surrender and plays.surrenders[up, hand]:
        return Action.SURRENDER
    if may_split and like_share(setting, start) > 0 and plays.splits[up, start.low]:
        return Action.SPLIT
    if setting.may_double[hand] and plays.doubles[up, hand]:
        return Action.DOUBLE
    return Action.HIT if plays.hits[up, hand] else Action.STAND


def start_value(setting: Setting, plays: HandStrategy, worths: Worths, start: FirstHand) -> float:
    """What a first hand is worth, dealer's blackjacks counted."""
    natural = setting.natural_chance(start.up, start.hand)
    if start.hand == setting.hands.natural:
        return float(setting.natural_pays) * (1 - natural)
    like = like_share(setting, start)
    worth = 0.0
    for share, may_split in ((like, True), (1 - like, False)):
        if share > 0:
            action = choose(setting, plays, start, may_split=may_split)
            worth += share * float(worths[start.up, action, start.hand])
    return worth - natural * (not setting.natural_takes_added)


def expected_value(setting: Setting, plays: HandStrategy, worths: Worths) -> float:
    """What a round is worth to a player who plays so, in units of his first wager."""
    return math.fsum(
        start.chance * start_value(setting, plays, worths, start) for start in setting.starts
    )
