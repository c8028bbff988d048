"""How much money a round puts on the felt on average: doubles and splits beside the first wager."""

from __future__ import annotations

import math

import numpy as np

from feltworks.odds.blackjack.firsthands import choose, like_share
from feltworks.odds.blackjack.plays import Action, HandStrategy
from feltworks.odds.blackjack.setting import FirstHand, Setting
from feltworks.odds.blackjack.shoe import ACE, TEN
from feltworks.odds.blackjack.splits import split_worth


def average_wager(setting: Setting, plays: HandStrategy) -> float:
    """In units of the first wager; a dealer who peeks at a blackjack ends the round before."""
    return math.fsum(start.chance * _staked(setting, plays, start) for start in setting.starts)


def _staked(setting: Setting, plays: HandStrategy, start: FirstHand) -> float:
    if start.hand == setting.hands.natural:
        return 1.0
    like = like_share(setting, start)
    staked = 0.0
    for share, may_split in ((like, True), (1 - like, False)):
        action = choose(setting, plays, start, may_split=may_split)
        if share > 0 and action == Action.SPLIT:
            staked += share * _split_stakes(setting, plays, start)
        elif share > 0:
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
