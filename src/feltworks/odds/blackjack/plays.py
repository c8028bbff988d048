"""A strategy as arrays, what it is worth, and the best one for each hand's own cards.

`best_plays` finds the composition-dependent strategy: what to do with exactly these cards against
this up card. After a split the same answers are used (see `splits`). `weigh` puts a worth on any
strategy, good or bad.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from enum import IntEnum

import numpy as np

from feltworks.odds.blackjack.hands import Flag, Real
from feltworks.odds.blackjack.player import ALIKE, best_play, given_play
from feltworks.odds.blackjack.setting import UP_CARDS, Setting
from feltworks.odds.blackjack.splits import SplitPlay, play_split_hands, split_worth


class Action(IntEnum):
    """What a player may do, in the order in which equal worths are settled."""

    STAND = 0
    HIT = 1
    DOUBLE = 2
    SPLIT = 3
    SURRENDER = 4


@dataclass(frozen=True)
class HandStrategy:
    """What to do, by up card and hand; splits by up card and value of the pair.

    Surrender comes first, then splitting, doubling, hitting; each only where it is allowed.
    """

    hits: Flag
    doubles: Flag
    splits: Flag
    surrenders: Flag

    @classmethod
    def none(cls, hands: int) -> HandStrategy:
        """Stand on everything."""
        return cls(*(np.zeros((10, size), np.bool_) for size in (hands, hands, 10, hands)))


Worths = Real
"""[up card, action, hand], as `player` tells; nan where an action is not to be had."""


def new_worths(setting: Setting) -> Worths:
    return np.zeros((10, len(Action), setting.hands.count))


def best_plays(setting: Setting) -> tuple[HandStrategy, Worths]:
    """The composition-dependent strategy and the worth of every action under it."""
    plays = HandStrategy.none(setting.hands.count)
    worths = new_worths(setting)

    def play(up: int) -> None:
        hands = setting.hands
        best_play(
            setting.against(up),
            hands.tables,
            setting.may_double,
            worths[up],
            plays.hits[up],
            plays.doubles[up],
        )
        plays.hits[up, hands.natural] = False
        split_and_surrender(setting, up, plays, worths)
        best_starts(setting, up, plays, worths)

    each_up_card(setting, play)
    return plays, worths


def weigh(setting: Setting, plays: HandStrategy) -> Worths:
    """The worth of every action when the play is given."""
    worths = new_worths(setting)

    def play(up: int) -> None:
        hits = plays.hits[up] & ~setting.charlies
        given_play(setting.against(up), setting.hands.tables, worths[up], hits)
        split_and_surrender(setting, up, plays, worths)

    each_up_card(setting, play)
    return worths


def each_up_card(setting: Setting, play: Callable[[int], None]) -> None:
    """Do something for every up card the shoe can show, on both cores."""
    setting.chances_unsplit  # noqa: B018 - counted once, before the threads ask for it
    with ThreadPoolExecutor(2) as pool:
        list(pool.map(play, [up for up in UP_CARDS if setting.counts[up]]))


def split_and_surrender(setting: Setting, up: int, plays: HandStrategy, worths: Worths) -> None:
    """Fill the worths of splitting and surrender, for the hands that may, and nan for the rest."""
    hands = setting.hands
    worths[up, Action.DOUBLE, ~setting.may_double] = np.nan
    worths[up, Action.SPLIT :] = np.nan
    for pair in range(10):
        if setting.most_hands(pair) >= 2 and setting.counts[pair] >= 2 + (pair == up):
            worth = pair_worth(setting, up, pair, plays)
            worths[up, Action.SPLIT, hands.pair(pair)] = worth
    if setting.may_give_up:
        for hand in np.flatnonzero(hands.sizes == 2):
            if hand != hands.natural:
                natural = setting.natural_chance(up, int(hand))
                worths[up, Action.SURRENDER, hand] = _given_up(setting, natural)


def _given_up(setting: Setting, natural: float) -> float:
    """The worth of surrender. Early, half is lost whatever the dealer has: where his blackjacks are
    no part of worths and cost a whole wager beside them, that is put right here."""
    if setting.rules.early_surrender:
        return -0.5 + natural * (not setting.natural_takes_added)
    return -0.5 * (1 - natural) - natural * setting.natural_takes_added


def pair_worth(setting: Setting, up: int, pair: int, plays: HandStrategy) -> float:
    """The worth of splitting a pair that may be split, hands played on as `plays` say."""
    hands, most = setting.hands, setting.most_hands(pair)
    free, paired = np.zeros((2, 2 * most - 3))
    may_double = setting.rules.double_after_split and not setting.one_card(pair)
    doubles = plays.doubles[up] if may_double else np.zeros(hands.count, np.bool_)
    one_card, with_pair = setting.one_card(pair), setting.removals.with_pair
    play = SplitPlay(pair, plays.hits[up], doubles, one_card, with_pair)
    play_split_hands(setting.against_split(up), hands.tables, play, free, paired)
    left = setting.shoe.size - 3
    cases = setting.like_pairs(pair, up)
    worth = sum(share * split_worth(most, free, paired, again, left) for share, again in cases)
    return worth / sum(share for share, _ in cases) if cases else np.nan


def best_starts(setting: Setting, up: int, plays: HandStrategy, worths: Worths) -> None:
    """Settle which pairs are split and which first hands given up, each where it is worth most."""
    hands = setting.hands
    for hand in np.flatnonzero(hands.sizes == 2):
        stand, hit, double, split, given_up = worths[up, :, hand]
        best = np.nanmax([stand, hit, double])
        if split > best + ALIKE:
            plays.splits[up, int(np.argmax(hands.cards[hand]))] = True
            best = split
        plays.surrenders[up, hand] = given_up > best + ALIKE
