"""How one hand of a split pair can end, as a list of card sets and kinds of end.

A hand that stands has drawn certain cards, in a number of orders. A hand that busts need not be
listed card by card: it is any hand that does not end otherwise, so busts are "no card drawn at all"
less every set that stands. That keeps the lists short. A kind of end is what decides the money:
whether the second card made the pair again (which decides how many hands there will be), whether
the hand doubled, and its total.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np

from feltworks.arrays import Flags, Floats, Int64s
from feltworks.kernels import kernel
from feltworks.odds.blackjack.dealer import ENDINGS, LOWEST
from feltworks.odds.blackjack.hands import pack
from feltworks.odds.blackjack.player import AS_IT_IS, DOUBLED, DOUBLED_FREE, WAYS_TO_END, HandPlay
from feltworks.odds.blackjack.plays import HandStrategy
from feltworks.odds.blackjack.setting import Setting
from feltworks.odds.blackjack.surewins import NetUnits, SureNets

BUST_END, LATER_ENDS = ENDINGS, ENDINGS + 1
"""The dealer's ends after his totals from 17 to 21; then, if the rules have them, a 22 that pushes
and a blackjack that takes all."""

ANY, RESCUED, DOUBLED_SURE, SURE = 6, 7, 8, 9
"""Ends by place: 0 for sixteen and less, 1 to 5 for 17 to 21; ANY for all, busts too; doubled hands
that are given up or win before the dealer plays; from SURE on, hands that win so, by their odds."""


@dataclass(frozen=True)
class EndKinds:
    """The kinds of end in a setting: by second card, stake and place."""

    setting: Setting
    units: NetUnits

    @cached_property
    def sure(self) -> SureNets:
        return SureNets.of(self.setting.sure_split, self.units)

    @property
    def places(self) -> int:
        return SURE + len(self.sure.nets)

    @property
    def count(self) -> int:
        return 2 * WAYS_TO_END * self.places

    def number(self, paired: Int64s, stake: Int64s, place: Int64s) -> Int64s:
        """The number of a kind."""
        return (paired * WAYS_TO_END + stake) * self.places + place


class SplitHandList(NamedTuple):
    """Card sets drawn to a split card; the records of set n begin at `first[n]`."""

    keys: Int64s
    first: Int64s
    kinds: Int64s
    orders: Floats

    @classmethod
    def of(cls, sets: Int64s, kinds: Int64s, orders: Floats) -> SplitHandList:
        by_set = np.argsort(sets, kind="stable")
        keys = np.unique(sets)
        first = np.searchsorted(sets[by_set], np.append(keys, np.iinfo(np.int64).max))
        return cls(keys, first, kinds[by_set], orders[by_set])


@dataclass(frozen=True)
class SplitHand:
    """Every end of a hand of one split pair: the ends that stand, what all of them add up to, and
    the net results of each kind."""

    sets: Int64s
    kinds: Int64s
    orders: Floats
    whole: SplitHandList
    won: Int64s
    """[kind, dealer's end]: the place of the net result."""
    lost: Int64s
    """[kind, dealer's end]: the place of the bust that it replaces, -1 for none."""

    def listed(self) -> SplitHandList:
        return self._with(self.sets, self.kinds, self.orders)

    def core(self, chances: Floats, most: int) -> tuple[SplitHandList, float]:
        """The list cut to its most likely ends, and how likely the others are together.

        `chances` are those of drawing each set in one order. The ends kept are scaled up for those
        of their kind that are cut.
        """
        likely = self.orders * chances
        if len(likely) <= most:
            return self.listed(), 0.0
        kinds = len(self.won)
        keep = np.sort(np.argsort(-likely, kind="stable")[:most])
        every = np.bincount(self.kinds, likely, minlength=kinds)
        kept = np.bincount(self.kinds[keep], likely[keep], minlength=kinds)
        scale = np.divide(every, kept, out=np.ones(kinds), where=kept > 0)[self.kinds[keep]]
        left_out = float(likely.sum() - likely[keep].sum())
        return self._with(self.sets[keep], self.kinds[keep], self.orders[keep] * scale), left_out

    def _with(self, sets: Int64s, kinds: Int64s, orders: Floats) -> SplitHandList:
        whole = self.whole
        repeated = np.repeat(whole.keys, np.diff(whole.first))
        return SplitHandList.of(
            np.concatenate([repeated, sets]),
            np.concatenate([whole.kinds, kinds]),
            np.concatenate([whole.orders, orders]),
        )


def split_hand(
    setting: Setting, up: int, pair: int, plays: HandStrategy, *, is_free: bool = False
) -> SplitHand:
    """Follow a hand of that pair through every order of cards."""
    hands, kinds = setting.hands, EndKinds(setting, NetUnits.of(setting))
    ended, doubled = np.zeros((2, WAYS_TO_END, hands.count)), np.zeros((2, hands.count))
    play, free = plays.after_split(setting, up, pair, is_free=is_free), setting.free_doubles
    follow_split_hand(pair, hands.after, play, free, setting.one_card(pair), ended, doubled)
    sets = pack(hands.cards) - pack(hands.cards[hands.of(pair)])
    paired, stakes, found = np.nonzero(ended)
    orders, sure = ended[paired, stakes, found], kinds.sure
    places = np.maximum(hands.totals[found] - LOWEST + 1, 0)
    is_doubled = stakes != AS_IT_IS
    places[is_doubled & play.rescues[found]] = RESCUED
    places[is_doubled & sure.doubled[found]] = DOUBLED_SURE
    waits = is_doubled | (setting.sure_split.means[found] == 0)
    parts = [(sets[found], kinds.number(paired, stakes, places), orders, waits)]
    for odds in range(len(sure.nets)):
        part = sure.parts[odds, found] * ~is_doubled
        kind = kinds.number(paired, stakes, np.full(len(found), SURE + odds))
        parts.append((sets[found], kind, orders * part, part > 0))
    won, lost = net_places(kinds, is_free=is_free)
    return SplitHand(
        np.concatenate([sets[keep] for sets, _, _, keep in parts]),
        np.concatenate([kind[keep] for _, kind, _, keep in parts]),
        np.concatenate([orders[keep] for _, _, orders, keep in parts]),
        _whole(kinds, sets, int(sets[hands.pair(pair)]), doubled, free),
        won,
        lost,
    )


def _whole(
    kinds: EndKinds, sets: Int64s, again: int, doubled: Floats, free: Flags
) -> SplitHandList:
    """All hands whatever their end, by whether they paired again and whether they doubled."""
    paired, found = np.nonzero(doubled)
    orders = doubled[paired, found]
    stakes = np.where(free[found], DOUBLED_FREE, DOUBLED)
    return SplitHandList.of(
        np.concatenate([[0, again, again], sets[found], sets[found]]),
        kinds.number(
            np.concatenate([[0, 0, 1], paired, paired]),
            np.concatenate([[AS_IT_IS] * 3, 0 * paired + AS_IT_IS, stakes]),
            np.full(3 + 2 * len(found), ANY),
        ),
        np.concatenate([[1.0, -1.0, 1.0], -orders, orders]),
    )


@kernel
def follow_split_hand(
    pair: int,
    after: Int64s,
    play: HandPlay,
    free: Flags,
    one_card: bool,
    ended: Floats,
    doubled: Floats,
) -> None:
    """Count the orders in which a hand reaches each end: [paired, stake, hand]."""
    orders = np.zeros(len(play.hits))
    first = after[0, pair]
    for paired in range(2):
        orders[:] = 0.0
        for value in range(10):
            if (value == pair) == (paired == 1):
                orders[after[first, value]] = 1.0
        for hand in range(len(play.hits)):
            if orders[hand] == 0.0:
                continue
            if play.doubles[hand]:
                doubled[paired, hand] += orders[hand]
                stake = DOUBLED_FREE if free[hand] else DOUBLED
                for value in range(10):
                    if after[hand, value] >= 0:
                        ended[paired, stake, after[hand, value]] += orders[hand]
            elif play.hits[hand] and not one_card:
                for value in range(10):
                    if after[hand, value] >= 0:
                        orders[after[hand, value]] += orders[hand]
            else:
                ended[paired, AS_IT_IS, hand] += orders[hand]


def net_places(kinds: EndKinds, *, is_free: bool) -> tuple[Int64s, Int64s]:
    """[kind, dealer's end]: the place of the net result, and of the bust it replaces.

    A kind of ANY total is all lost and replaces nothing, which -1 says. Place 0 is the lowest net
    that a hand can have.
    """
    setting, units = kinds.setting, kinds.units
    kind = np.arange(kinds.count)
    stake, place = kind // kinds.places % WAYS_TO_END, kind % kinds.places
    staked = 0 if is_free else 1
    wins = np.array([1, 2, 2])[stake] * units.scale
    loses = np.array([staked, staked + 1, staked])[stake] * units.scale
    ends = LATER_ENDS + setting.pushes_22 + setting.natural_takes_added
    dealer = np.full(ends, 0)
    dealer[:ENDINGS] = np.arange(1, ENDINGS + 1)
    ahead = np.sign(place[:, None] - dealer[None, :])
    if setting.pushes_22:
        ahead[:, LATER_ENDS] = 0
    ahead[:, BUST_END] = 1
    net = np.where(ahead > 0, wins[:, None], 0) - np.where(ahead < 0, loses[:, None], 0)
    net[place == RESCUED] = -units.scale
    net[place == DOUBLED_SURE] = wins[place == DOUBLED_SURE, None]
    for odds, paid in enumerate(kinds.sure.nets):
        net[place == SURE + odds] = paid
    if setting.natural_takes_added:
        net[:, -1] = -loses
    net[place == ANY] = -loses[place == ANY, None]
    lost = np.where(place == ANY, -1, units.lost - loses)
    return units.lost + net, np.broadcast_to(lost[:, None], net.shape).copy()
