"""Basic strategy: the best play that looks at totals only.

What to do may depend on the up card, on the total and whether it is soft, on being a pair and on
being the first two cards; not on which cards make the total. Each question is settled over all the
hands that face it, as often as they come up under the strategy itself, until no answer changes:

- hit or stand: over every hand of the total that is not split, as if nothing else were offered;
- double, or surrender: over the first hands of the total, against what would be done otherwise;
- a pair: split, surrender, or play it as its total.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from feltworks.odds.blackjack.firsthands import choose, like_share
from feltworks.odds.blackjack.hands import TOP, Flag, Int, Real
from feltworks.odds.blackjack.player import follow_hits, given_play
from feltworks.odds.blackjack.plays import (
    Action,
    HandStrategy,
    Worths,
    each_up_card,
    new_worths,
    split_and_surrender,
)
from feltworks.odds.blackjack.setting import Setting

_TOTALS = 22
_MOST_ROUNDS = 40
_RARE = 1e-30
"""Weight of a hand that the strategy never comes to: it counts only among its like."""


@dataclass(frozen=True)
class BasicStrategy:
    """What to do by up card: [up, soft, total] for totals, [up, value] for pairs."""

    hits: Flag
    doubles: Flag
    surrenders: Flag
    splits: Flag
    pair_surrenders: Flag

    @classmethod
    def blank(cls) -> BasicStrategy:
        by_total = [np.zeros((10, 2, _TOTALS), np.bool_) for _ in range(3)]
        return cls(*by_total, *(np.zeros((10, 10), np.bool_) for _ in range(2)))

    def tell(self, setting: Setting, up: int, plays: HandStrategy) -> None:
        """Write the answers for one up card out for every hand."""
        hands = setting.hands
        kind = (hands.soft.astype(np.int64), hands.totals)
        plays.hits[up] = self.hits[up][kind] & ~setting.charlies & (hands.totals < TOP)
        plays.doubles[up] = self.doubles[up][kind] & setting.may_double
        plays.surrenders[up] = self.surrenders[up][kind] & (hands.sizes == 2)
        plays.splits[up] = self.splits[up]
        for pair in range(10):
            plays.surrenders[up, hands.pair(pair)] = self.pair_surrenders[up, pair]
        for flags in (plays.hits, plays.surrenders):
            flags[up, hands.natural] = False


def basic_strategy(
    setting: Setting, like: HandStrategy
) -> tuple[BasicStrategy, HandStrategy, Worths]:
    """The best strategy by totals, with its worths; the search begins near another strategy."""
    found, plays = BasicStrategy.blank(), HandStrategy.none(setting.hands.count)
    found.splits[:] = like.splits
    worths = new_worths(setting)

    def settle(up: int) -> None:
        found.hits[up, 0, :17] = found.hits[up, 1, :18] = True
        seen: set[bytes] = set()
        while (answers := _answers(found, up)) not in seen and len(seen) < _MOST_ROUNDS:
            seen.add(answers)
            _weigh(setting, up, found, plays, worths)
            _answer(setting, up, found, plays, worths)
        _weigh(setting, up, found, plays, worths)

    each_up_card(setting, settle)
    return found, plays, worths


def _weigh(
    setting: Setting, up: int, found: BasicStrategy, plays: HandStrategy, worths: Worths
) -> None:
    found.tell(setting, up, plays)
    given_play(setting.against(up), setting.hands.tables, worths[up], plays.hits[up])
    split_and_surrender(setting, up, plays, worths)


def _answer(
    setting: Setting, up: int, found: BasicStrategy, plays: HandStrategy, worths: Worths
) -> None:
    """Settle every question once, from the worths of the answers so far."""
    hands = setting.hands
    every, first = _weights(setting, up, plays)
    kind = hands.soft * _TOTALS + hands.totals
    worth = np.nan_to_num(worths[up])
    gain = _by_kind(kind, every * (worth[Action.HIT] - worth[Action.STAND]))
    found.hits[up] = gain > 0
    played = np.where(found.hits[up].ravel()[kind], worth[Action.HIT], worth[Action.STAND])
    for action, answers in (
        (Action.DOUBLE, found.doubles),
        (Action.SURRENDER, found.surrenders),
    ):
        offered = ~np.isnan(worths[up, action])
        answers[up] = _by_kind(kind, first * offered * (worth[action] - played)) > 0
        taken = answers[up].ravel()[kind] & offered
        if action == Action.DOUBLE:
            played = np.where(taken, worth[action], played)
    for pair in range(10):
        hand = hands.pair(pair)
        split, given_up = worths[up, Action.SPLIT, hand], worths[up, Action.SURRENDER, hand]
        found.splits[up, pair] = split > played[hand]
        found.pair_surrenders[up, pair] = given_up > np.fmax(split, played[hand])


def _weights(setting: Setting, up: int, plays: HandStrategy) -> tuple[Real, Real]:
    """How often each hand has to be hit or stood on, and how often it is a first hand.

    Pairs are questions of their own and are left out of the first hands while they are split.
    """
    hands = setting.hands
    played, first = np.zeros(hands.count), np.zeros(hands.count)
    for start in setting.starts:
        if start.up != up or start.hand == hands.natural:
            continue
        action = choose(setting, plays, start)
        chance = start.chance
        if action == Action.SPLIT:
            chance *= 1 - like_share(setting, start)
            action = choose(setting, plays, start, may_split=False)
        first[start.hand] = chance
        if action in (Action.STAND, Action.HIT):
            played[start.hand] = chance
    follow_hits(setting.against(up), hands.tables, plays.hits[up], played)
    possible = (setting.counts - np.eye(10, dtype=np.int64)[up] >= hands.cards).all(axis=1)
    every = (np.maximum(played, first) + _RARE * possible) * ~setting.charlies
    return every, first + _RARE * possible * (hands.sizes == 2)


def _by_kind(kind: Int, amounts: Real) -> Real:
    sums: Real = np.bincount(kind, amounts, minlength=2 * _TOTALS).astype(np.float64)
    return sums.reshape(2, _TOTALS)


def _answers(found: BasicStrategy, up: int) -> bytes:
    parts = (found.hits, found.doubles, found.surrenders, found.splits, found.pair_surrenders)
    return b"".join(part[up].tobytes() for part in parts)
