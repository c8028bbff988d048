"""From worths to the value of a round: the first two cards, what is done with them, what follows.

A value is what a player can expect of a hand, in units of the first wager. Where the dealer peeks
he has no blackjack when the player acts, so values of actions are given that he has none; where he
does not, they take it into account. The average wager counts doubles and splits beside the first.
"""

from __future__ import annotations

import math
from collections.abc import Iterator

import numpy as np

from feltworks.odds.blackjack.plays import Action, HandStrategy, Worths
from feltworks.odds.blackjack.setting import FirstHand, Setting
from feltworks.odds.blackjack.shoe import ACE, TEN
from feltworks.odds.blackjack.splits import split_worth


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
    """What a first hand is worth, dealer's blackjacks counted."""
    natural = setting.natural_chance(start.up, start.hand)
    if start.hand == setting.hands.natural:
        return float(setting.natural_pays) * (1 - natural)
    worth = sum(
        share * float(worths[start.up, action, start.hand])
        for action, share in actions(setting, plays, start)
    )
    return worth - natural * (not setting.natural_takes_added)


def expected_value(setting: Setting, plays: HandStrategy, worths: Worths) -> float:
    """What a round is worth to a player who plays so, in units of his first wager."""
    return math.fsum(
        start.chance * start_value(setting, plays, worths, start) for start in setting.starts
    )


def average_wager(setting: Setting, plays: HandStrategy) -> float:
    """In units of the first wager; a dealer who peeks at a blackjack ends the round before."""
    return math.fsum(start.chance * _staked(setting, plays, start) for start in setting.starts)


def _staked(setting: Setting, plays: HandStrategy, start: FirstHand) -> float:
    if start.hand == setting.hands.natural:
        return 1.0
    staked = 0.0
    for action, share in actions(setting, plays, start):
        if action == Action.SPLIT:
            staked += share * _split_stakes(setting, plays, start)
        else:
            staked += share * _kept(setting, start, 1.0 + (action == Action.DOUBLE))
    return staked


def _kept(setting: Setting, start: FirstHand, stake: float) -> float:
    """A stake that is only made when the dealer has no blackjack, if he peeks."""
    natural = setting.natural_chance(start.up, start.hand) * setting.rules.peek
    return natural + (1 - natural) * stake


def _split_stakes(setting: Setting, plays: HandStrategy, start: FirstHand) -> float:
    """As the worth of a split, with a stake of one or two for a worth."""
    up, pair = start.up, start.low
    most, hands = setting.most_hands(pair), setting.hands
    may_double = setting.rules.double_after_split and not setting.one_card(pair)
    free, paired = np.zeros((2, 2 * most - 3))
    hole = {ACE: TEN, TEN: ACE}.get(up) if setting.rules.peek else None
    for gone in range(len(free)):
        left = setting.counts.copy()
        left[up] -= 1
        left[pair] -= 2 + gone
        if left.min() < 0 or left.sum() < 2:
            break
        size = int(left.sum())
        for value in np.flatnonzero(left):
            second = hands.of(pair, int(value))
            stake = 1.0 + (may_double and bool(plays.doubles[up, second]))
            if hole is not None:
                stake *= 1 - (left[hole] - (value == hole)) / (size - 1)
            free[gone] += left[value] / size * stake
            if value == pair:
                paired[gone] = stake
    cases = setting.like_pairs(pair, up)
    cards_left = setting.shoe.size - 3
    staked = sum(share * split_worth(most, free, paired, n, cards_left) for share, n in cases)
    natural = setting.natural_chance(up, start.hand) * setting.rules.peek
    return staked / sum(share for share, _ in cases) + natural
