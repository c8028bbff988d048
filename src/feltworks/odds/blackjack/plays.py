"""A strategy as arrays, what it is worth, and the best one for each hand's own cards.

`best_plays` finds the composition-dependent strategy: what to do with exactly these cards against
this up card. After a split the same plays are used (see `splits`). `weigh` gives the worth of any
strategy, good or bad.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from enum import IntEnum
from typing import NamedTuple

import numpy as np

from feltworks.arrays import Flags, Floats
from feltworks.odds.blackjack.player import ALIKE, HandPlay, best_play, given_play
from feltworks.odds.blackjack.setting import UP_CARDS, Setting
from feltworks.odds.blackjack.splits import (
    SplitPlay,
    first_hand_worth,
    play_split_hands,
    split_worth,
)


class Action(IntEnum):
    """What a player may do, in the order in which equal worths are decided."""

    STAND = 0
    HIT = 1
    DOUBLE = 2
    SPLIT = 3
    SURRENDER = 4


class HandStrategy(NamedTuple):
    """The play by up card and hand; splits by up card and value of the pair.

    Surrender comes first, then splitting, doubling, hitting; each only where it is allowed.
    `rescues` are doubled hands that are given up. Hands whose wager the house has put up are played
    by `free_hits` and `free_doubles`: they have nothing to lose.
    """

    hits: Flags
    doubles: Flags
    splits: Flags
    surrenders: Flags
    rescues: Flags
    free_hits: Flags
    free_doubles: Flags

    @classmethod
    def none(cls, hands: int) -> HandStrategy:
        """The strategy that always stands."""
        sizes = (hands, hands, 10, hands, hands, hands, hands)
        return cls(*(np.zeros((10, size), np.bool_) for size in sizes))

    def of(self, up: int, *, is_free: bool = False) -> HandPlay:
        """The play against one up card."""
        hits, doubles = self.hits, self.doubles
        if is_free:
            hits, doubles = self.free_hits, self.free_doubles
        return HandPlay(hits[up], doubles[up], self.rescues[up])

    def after_split(self, setting: Setting, up: int, pair: int, *, is_free: bool) -> HandPlay:
        """The play against one up card with the hands of a split pair."""
        play = self.of(up, is_free=is_free)
        if setting.one_card(pair) or not setting.rules.double_after_split:
            return play._replace(doubles=np.zeros(setting.hands.count, np.bool_))
        return play


Worths = Floats
"""[up card, action, hand], as defined in `player`; nan if an action is not available."""


class WeighedPlays(NamedTuple):
    """A strategy, and what every action is worth under it."""

    plays: HandStrategy
    worths: Worths


def shown_values(setting: Setting, up: int, hand: int, worths: Worths) -> dict[str, float]:
    """The value of every action that is available with a hand, as shown to a player."""
    return {
        action.name.lower(): setting.shown_value(up, hand, float(worths[action, hand]))
        for action in Action
        if not np.isnan(worths[action, hand])
    }


def new_worths(setting: Setting) -> Worths:
    return np.zeros((10, len(Action), setting.hands.count))


def best_plays(setting: Setting) -> WeighedPlays:
    """The composition-dependent strategy and the worth of every action under it."""
    plays = HandStrategy.none(setting.hands.count)
    worths = new_worths(setting)

    def play(up: int) -> None:
        hands, may_double = setting.hands, setting.may_double
        best_play(setting.against(up), hands.tables, may_double, worths[up], plays.of(up))
        plays.hits[up, hands.natural] = False
        if setting.rules.free_split != "none":
            free = setting.against(up, is_free=True)
            scratch = np.zeros_like(worths[up])
            best_play(free, hands.tables, may_double, scratch, plays.of(up, is_free=True))
        split_and_surrender(setting, up, plays, worths)
        best_starts(setting, up, plays, worths)

    each_up_card(setting, play)
    return WeighedPlays(plays, worths)


def weigh(setting: Setting, plays: HandStrategy) -> Worths:
    """The worth of every action under a given play."""
    worths = new_worths(setting)

    def play(up: int) -> None:
        hits = plays.hits[up] & (setting.sure.means == 0)
        play = plays.of(up)._replace(hits=hits)
        given_play(setting.against(up), setting.hands.tables, worths[up], play)
        split_and_surrender(setting, up, plays, worths)

    each_up_card(setting, play)
    return worths


def each_up_card(setting: Setting, play: Callable[[int], None]) -> None:
    """Call `play` for every up card that the shoe can show, on two threads."""
    setting.chances  # noqa: B018 - counted once, before the threads ask for it
    with ThreadPoolExecutor(2) as pool:
        list(pool.map(play, [up for up in UP_CARDS if setting.counts[up]]))


def split_and_surrender(setting: Setting, up: int, plays: HandStrategy, worths: Worths) -> None:
    """Fill the worths of splitting and surrender for the hands that may, and nan for the rest."""
    hands = setting.hands
    worths[up, Action.SPLIT :] = np.nan
    double_and_split(setting, up, plays, worths[up])
    if setting.may_give_up:
        for hand in np.flatnonzero(hands.sizes == 2):
            if hand != hands.natural:
                natural = setting.natural_chance(up, int(hand))
                worths[up, Action.SURRENDER, hand] = _given_up(setting, natural)


def double_and_split(
    setting: Setting, up: int, plays: HandStrategy, worths: Worths, *, is_free: bool = False
) -> None:
    """Keep the worths of doubling only for hands that may double, and fill those of splitting."""
    worths[Action.DOUBLE, ~setting.may_double] = np.nan
    for pair in range(10):
        if setting.most_hands(pair) >= 2 and setting.counts[pair] >= 2 + (pair == up):
            worth = pair_worth(setting, up, pair, plays, is_free=is_free)
            worths[Action.SPLIT, setting.hands.pair(pair)] = worth


def _given_up(setting: Setting, natural: float) -> float:
    """The worth of surrender. Early surrender loses half whatever the dealer has; if his blackjacks
    are not part of worths but cost a whole wager beside them, this corrects for it."""
    if setting.rules.early_surrender:
        return -0.5 + natural * (not setting.natural_takes_added)
    return -0.5 * (1 - natural) - natural * setting.natural_takes_added


def pair_worth(
    setting: Setting, up: int, pair: int, plays: HandStrategy, *, stakes: bool = False,
    is_free: bool = False,
) -> float:  # fmt: skip
    """The worth of splitting a pair, with its hands played by `plays`; or the stakes that it takes.
    A free pair and its halves have no wager of the player on them."""
    most, left = setting.most_hands(pair), setting.shoe.size - 3
    cases = setting.like_pairs(pair, up)
    free, paired = _split_hand_worths(setting, up, pair, plays, is_free=is_free, stakes=stakes)
    if setting.splits_free(pair) and not is_free:
        others = _split_hand_worths(setting, up, pair, plays, is_free=True, stakes=stakes)
        by_case = [
            first_hand_worth(most, free, paired, again, left)
            + split_worth(most, *others, again, left)
            - first_hand_worth(most, *others, again, left)
            for _, again in cases
        ]
    else:
        by_case = [split_worth(most, free, paired, again, left) for _, again in cases]
    worth = sum(share * each for (share, _), each in zip(cases, by_case, strict=True))
    return worth / sum(share for share, _ in cases) if cases else np.nan


def _split_hand_worths(
    setting: Setting, up: int, pair: int, plays: HandStrategy, *, is_free: bool, stakes: bool
) -> tuple[Floats, Floats]:
    """The worth of one hand of a split pair, by how many more pair cards are gone: with any second
    card, and with one that pairs."""
    free, paired = np.zeros((2, 2 * setting.most_hands(pair) - 3))
    play = plays.after_split(setting, up, pair, is_free=is_free)
    against = setting.against(up, is_free=is_free, stakes=stakes, split=True)
    split = SplitPlay(pair, play, setting.one_card(pair), setting.removals.with_pair)
    play_split_hands(against, setting.hands.tables, split, free, paired)
    return free, paired


def best_starts(setting: Setting, up: int, plays: HandStrategy, worths: Worths) -> None:
    """Decide which pairs are split and which first hands surrendered."""
    hands = setting.hands
    for hand in np.flatnonzero(hands.sizes == 2):
        stand, hit, double, split, given_up = worths[up, :, hand]
        best = np.nanmax([stand, hit, double])
        if split > best + ALIKE:
            plays.splits[up, int(np.argmax(hands.cards[hand]))] = True
            best = split
        plays.surrenders[up, hand] = given_up > best + ALIKE
