"""Basic strategy: the best play that looks at totals only.

The play may depend on the up card, the total, whether it is soft, whether it is a pair and whether
these are the first two cards; not on which cards make the total. Each question is decided over all
hands that face it, weighted by how often they come up under the strategy itself, until no answer
changes:

- hit or stand: over every hand of the total that is not split, as if nothing else were offered;
- double, or surrender: over the first hands of the total, against what would be done otherwise;
- a pair: split, surrender, or play it as its total.
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import NamedTuple

import numpy as np

from feltworks.arrays import Flags, Floats, Int64s
from feltworks.odds.blackjack.firsthands import choose, like_share
from feltworks.odds.blackjack.hands import TOP
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
"""How often all answers are looked for again, if they do not settle."""
_RARE = 1e-30
"""The weight of a hand that the strategy never reaches: it matters only among such hands."""


@dataclass(frozen=True)
class BasicStrategy:
    """The play by up card: [up, soft, total] for totals, [up, value] for pairs."""

    hits: Flags
    doubles: Flags
    surrenders: Flags
    splits: Flags
    pair_surrenders: Flags
    rescues: Flags
    free_hits: Flags
    free_doubles: Flags

    @classmethod
    def blank(cls) -> BasicStrategy:
        by_total = [np.zeros((10, 2, _TOTALS), np.bool_) for _ in range(6)]
        by_pair = [np.zeros((10, 10), np.bool_) for _ in range(2)]
        return cls(*by_total[:3], *by_pair, *by_total[3:])

    def write_out(self, setting: Setting, up: int, plays: HandStrategy) -> None:
        """Write the play against one up card out for every hand."""
        hands = setting.hands
        kind = (hands.soft.astype(np.int64), hands.totals)
        asked = (setting.sure.means == 0) & (hands.totals < TOP)
        plays.hits[up] = self.hits[up][kind] & asked
        plays.doubles[up] = self.doubles[up][kind] & setting.may_double
        plays.rescues[up] = self.rescues[up][kind] & asked
        plays.free_hits[up] = self.free_hits[up][kind] & asked
        plays.free_doubles[up] = self.free_doubles[up][kind] & setting.may_double
        plays.surrenders[up] = self.surrenders[up][kind] & (hands.sizes == 2)
        plays.splits[up] = self.splits[up]
        for pair in range(10):
            plays.surrenders[up, hands.pair(pair)] = self.pair_surrenders[up, pair]
        for flags in (plays.hits, plays.surrenders):
            flags[up, hands.natural] = False


class WeighedBasic(NamedTuple):
    """A strategy by totals, the same written out for every hand, and what actions are worth under
    it."""

    basic: BasicStrategy
    plays: HandStrategy
    worths: Worths


def basic_strategy(setting: Setting, like: HandStrategy) -> WeighedBasic:
    """The best strategy by totals, with its worths; the search starts from another strategy."""
    found, plays = BasicStrategy.blank(), HandStrategy.none(setting.hands.count)
    found.splits[:] = like.splits
    worths = new_worths(setting)

    def search(up: int) -> None:
        found.hits[up, 0, :17] = found.hits[up, 1, :18] = True
        seen: set[bytes] = set()
        while (answers := _answers(found, up)) not in seen and len(seen) < _MOST_ROUNDS:
            seen.add(answers)
            _weigh(setting, up, found, plays, worths)
            _answer(setting, up, found, plays, worths)
        _weigh(setting, up, found, plays, worths)

    each_up_card(setting, search)
    return WeighedBasic(found, plays, worths)


def _weigh(
    setting: Setting, up: int, found: BasicStrategy, plays: HandStrategy, worths: Worths
) -> None:
    found.write_out(setting, up, plays)
    given_play(setting.against(up), setting.hands.tables, worths[up], plays.of(up))
    split_and_surrender(setting, up, plays, worths)


def _answer(
    setting: Setting, up: int, found: BasicStrategy, plays: HandStrategy, worths: Worths
) -> None:
    """Decide every question once, from the worths of the answers so far."""
    hands = setting.hands
    every, first = _weights(setting, up, plays)
    kind = hands.soft * _TOTALS + hands.totals
    worth = np.nan_to_num(worths[up])
    gain = _by_kind(kind, every * (worth[Action.HIT] - worth[Action.STAND]))
    found.hits[up] = gain > 0
    played = np.where(found.hits[up].ravel()[kind], worth[Action.HIT], worth[Action.STAND])
    if setting.rules.rescue:
        found.rescues[up] = _by_kind(kind, every * _saved(setting, up)) > 0
    if setting.rules.free_split != "none":
        _answer_free(setting, up, found, plays, every)
    doubling = first if setting.rules.double_cards == "two" else every
    for action, answers, weight in (
        (Action.DOUBLE, found.doubles, doubling),
        (Action.SURRENDER, found.surrenders, first),
    ):
        offered = ~np.isnan(worths[up, action])
        answers[up] = _by_kind(kind, weight * offered * (worth[action] - played)) > 0
        taken = answers[up].ravel()[kind] & offered
        if action == Action.DOUBLE:
            played = np.where(taken, worth[action], played)
    for pair in range(10):
        hand = hands.pair(pair)
        split, given_up = worths[up, Action.SPLIT, hand], worths[up, Action.SURRENDER, hand]
        found.splits[up, pair] = split > played[hand]
        found.pair_surrenders[up, pair] = given_up > np.fmax(split, played[hand])


def _saved(setting: Setting, up: int) -> Floats:
    """By hand: what giving up the doubled hand for the original wager saves."""
    worths = np.zeros((3, setting.hands.count))
    play = HandStrategy.none(setting.hands.count).of(up)
    given_play(setting.against(up), setting.hands.tables, worths, play)
    natural = np.array([setting.natural_chance(up, hand) for hand in range(len(worths[0]))])
    saved: Floats = -(1 - natural) - 2 * worths[Action.STAND]
    return saved


def _answer_free(
    setting: Setting, up: int, found: BasicStrategy, plays: HandStrategy, weight: Floats
) -> None:
    """The same questions for hands with nothing to lose, weighted as other hands are."""
    hands = setting.hands
    kind = hands.soft * _TOTALS + hands.totals
    worth = np.zeros((3, hands.count))
    against = setting.against(up, is_free=True)
    given_play(against, hands.tables, worth, plays.of(up, is_free=True))
    gain = weight * (worth[Action.HIT] - worth[Action.STAND])
    found.free_hits[up] = _by_kind(kind, gain) > 0
    played = np.where(found.free_hits[up].ravel()[kind], worth[Action.HIT], worth[Action.STAND])
    gain = weight * setting.may_double * (worth[Action.DOUBLE] - played)
    found.free_doubles[up] = _by_kind(kind, gain) > 0


def _weights(setting: Setting, up: int, plays: HandStrategy) -> tuple[Floats, Floats]:
    """How often each hand has to hit or stand, and how often it is a first hand.

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
    later = np.zeros(hands.count)
    follow_hits(setting.against(up), hands.tables, plays.of(up), played, later)
    played += later
    possible = (setting.counts - np.eye(10, dtype=np.int64)[up] >= hands.cards).all(axis=1)
    every = (np.maximum(played, first) + _RARE * possible) * (setting.sure.means == 0)
    return every, first + _RARE * possible * (hands.sizes == 2)


def _by_kind(kind: Int64s, amounts: Floats) -> Floats:
    sums: Floats = np.bincount(kind, amounts, minlength=2 * _TOTALS).astype(np.float64)
    return sums.reshape(2, _TOTALS)


def _answers(found: BasicStrategy, up: int) -> bytes:
    parts = (getattr(found, field.name) for field in fields(found))
    return b"".join(part[up].tobytes() for part in parts)
