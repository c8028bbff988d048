"""From worths to the value of a round: the first two cards, what is done with them, what follows.

A value is what a player can expect from a hand, in units of the first wager. If the dealer peeks,
he has no blackjack when the player acts, so values of actions assume that he has none; if he does
not peek, they include it. The average wager includes doubles and splits.
"""

from __future__ import annotations

import math
from collections.abc import Iterator

import numpy as np

from feltworks.odds.blackjack.player import given_play
from feltworks.odds.blackjack.plays import Action, HandStrategy, Worths, pair_worth
from feltworks.odds.blackjack.setting import FirstHand, Setting


def like_share(setting: Setting, start: FirstHand) -> float:
    """The part of the hands that start so which may be split."""
    if not start.is_pair or setting.most_hands(start.low) < 2:
        return 0.0
    return sum(share for share, _ in setting.like_pairs(start.low, start.up))


def choose(
    setting: Setting, plays: HandStrategy, start: FirstHand, *, may_split: bool = True
) -> Action:
    """What these plays do with a first hand that is no blackjack."""
    up, hand = start.up, start.hand
    if setting.may_give_up and plays.surrenders[up, hand]:
        return Action.SURRENDER
    if may_split and like_share(setting, start) > 0 and plays.splits[up, start.low]:
        return Action.SPLIT
    if setting.may_double[hand] and plays.doubles[up, hand]:
        return Action.DOUBLE
    return Action.HIT if plays.hits[up, hand] else Action.STAND


def actions(
    setting: Setting, plays: HandStrategy, start: FirstHand
) -> Iterator[tuple[Action, float]]:
    """What is done with a first hand that is no blackjack: with the part of such hands that may be
    split, and with the rest."""
    like = like_share(setting, start)
    for share, may_split in ((like, True), (1 - like, False)):
        if share > 0:
            yield choose(setting, plays, start, may_split=may_split), share


def start_value(setting: Setting, plays: HandStrategy, worths: Worths, start: FirstHand) -> float:
    """What a first hand is worth, including a dealer's blackjack."""
    natural = setting.natural_chance(start.up, start.hand)
    if start.hand == setting.hands.natural:
        return setting.natural_worth(start.up)
    worth = sum(
        share * float(worths[start.up, action, start.hand])
        for action, share in actions(setting, plays, start)
    )
    return worth - natural * (not setting.natural_takes_added)


def expected_value(setting: Setting, plays: HandStrategy, worths: Worths) -> float:
    """What a round is worth under these plays, in units of the first wager."""
    return math.fsum(
        start.chance * start_value(setting, plays, worths, start) for start in setting.starts
    )


def average_wager(setting: Setting, plays: HandStrategy) -> float:
    """The average wager of the player in units of the first, without what the house puts up; a
    dealer who finds a blackjack ends the round before anything is added."""
    stakes = np.zeros((10, len(Action), setting.hands.count))
    for up in {start.up for start in setting.starts}:
        against = setting.against(up, stakes=True)
        given_play(against, setting.hands.tables, stakes[up], plays.of(up))
    return math.fsum(
        start.chance * _staked(setting, plays, stakes, start) for start in setting.starts
    )


def _staked(setting: Setting, plays: HandStrategy, stakes: Worths, start: FirstHand) -> float:
    """Like the worth of a start, with stakes in place of worths."""
    if start.hand == setting.hands.natural:
        return 1.0
    staked = setting.natural_chance(start.up, start.hand) * setting.rules.peek
    for action, share in actions(setting, plays, start):
        if action == Action.SPLIT:
            staked += share * pair_worth(setting, start.up, start.low, plays, stakes=True)
        elif action == Action.SURRENDER:
            staked += share * stakes[start.up, Action.STAND, start.hand]
        else:
            staked += share * stakes[start.up, action, start.hand]
    return staked
