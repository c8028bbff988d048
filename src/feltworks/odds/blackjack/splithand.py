"""How one hand of a split pair can end, as a list of card sets and kinds of end.

A hand that stands has drawn certain cards, in so many orders. A hand that goes bust need not be
listed card by card: it is any hand that does not end otherwise, so busts are "no card drawn at
all" less every set that stands. That keeps the lists short.

A kind of end is what decides the money: whether the second card made the pair again (which tells
how many hands there will be), whether the hand doubled, and its total.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import NamedTuple

import numpy as np

from feltworks.kernels import kernel
from feltworks.odds.blackjack.dealer import ENDINGS, LOWEST
from feltworks.odds.blackjack.hands import Flag, Int, Real, pack
from feltworks.odds.blackjack.plays import HandStrategy
from feltworks.odds.blackjack.setting import Setting

BUST_END, NATURAL_END = ENDINGS, ENDINGS + 1
"""The dealer's ends beside his totals from 17 to 21."""

ANY = 6
"""Totals go by place: 0 for sixteen and less, 1 to 5 for 17 to 21; ANY for all, busts too."""
KINDS = 2 * 2 * (ANY + 1)
NETS = 5
"""Net results of one hand, from two wagers lost, at place 0, to two won."""


def kind_of(paired: Int, doubled: Int, total: Int) -> Int:
    """The number of a kind."""
    return (paired * 2 + doubled) * (ANY + 1) + total


class HandList(NamedTuple):
    """Card sets drawn to a split card; from `first[n]` on are the records of set n."""

    keys: Int
    first: Int
    kinds: Int
    orders: Real

    @classmethod
    def of(cls, sets: Int, kinds: Int, orders: Real) -> HandList:
        by_set = np.argsort(sets, kind="stable")
        keys = np.unique(sets)
        first = np.searchsorted(sets[by_set], np.append(keys, np.iinfo(np.int64).max))
        return cls(keys, first, kinds[by_set], orders[by_set])


@dataclass(frozen=True)
class SplitHand:
    """Every end of a hand of one split pair: the ends that stand, and what all of them add to."""

    sets: Int
    kinds: Int
    orders: Real
    whole: HandList

    def listed(self) -> HandList:
        return self._with(self.sets, self.kinds, self.orders)

    def core(self, chances: Real, most: int) -> tuple[HandList, float]:
        """The list cut to its most likely ends, and how likely the others are together.

        `chances` are those of drawing each set in one order. Ends that stay make up for those
        of their kind that do not.
        """
        likely = self.orders * chances
        if len(likely) <= most:
            return self.listed(), 0.0
        keep = np.sort(np.argsort(-likely, kind="stable")[:most])
        every = np.bincount(self.kinds, likely, minlength=KINDS)
        kept = np.bincount(self.kinds[keep], likely[keep], minlength=KINDS)
        scale = np.divide(every, kept, out=np.ones(KINDS), where=kept > 0)[self.kinds[keep]]
        left_out = float(likely.sum() - likely[keep].sum())
        return self._with(self.sets[keep], self.kinds[keep], self.orders[keep] * scale), left_out

    def _with(self, sets: Int, kinds: Int, orders: Real) -> HandList:
        whole = self.whole
        repeated = np.repeat(whole.keys, np.diff(whole.first))
        return HandList.of(
            np.concatenate([repeated, sets]),
            np.concatenate([whole.kinds, kinds]),
            np.concatenate([whole.orders, orders]),
        )


def split_hand(setting: Setting, up: int, pair: int, plays: HandStrategy) -> SplitHand:
    """Follow a hand of that pair through every order of cards."""
    hands = setting.hands
    ended, doubled = np.zeros((2, 2, hands.count)), np.zeros((2, hands.count))
    one_card = setting.one_card(pair)
    may_double = setting.rules.double_after_split and not one_card
    doubles = plays.doubles[up] if may_double else np.zeros(hands.count, np.bool_)
    follow_split_hand(pair, hands.after, plays.hits[up], doubles, one_card, ended, doubled)
    sets = pack(hands.cards) - pack(hands.cards[hands.of(pair)])
    paired, stakes, found = np.nonzero(ended)
    places = np.maximum(hands.totals[found] - LOWEST + 1, 0)
    return SplitHand(
        sets[found],
        kind_of(paired, stakes, places),
        ended[paired, stakes, found],
        _whole(sets, int(sets[hands.pair(pair)]), doubled),
    )


def _whole(sets: Int, again: int, doubled: Real) -> HandList:
    """All hands whatever their end, by whether they paired again and whether they doubled."""
    paired, twos = np.nonzero(doubled)
    orders = doubled[paired, twos]
    return HandList.of(
        np.concatenate([[0, again, again], sets[twos], sets[twos]]),
        kind_of(
            np.concatenate([[0, 0, 1], paired, paired]),
            np.concatenate([[0, 0, 0], 0 * paired, 0 * paired + 1]),
            np.full(3 + 2 * len(twos), ANY),
        ),
        np.concatenate([[1.0, -1.0, 1.0], -orders, orders]),
    )


@kernel
def follow_split_hand(
    pair: int, after: Int, hits: Flag, doubles: Flag, one_card: bool, ended: Real, doubled: Real
) -> None:
    """Count the orders in which a hand comes to each end: [paired, doubled, hand]."""
    orders = np.zeros(len(hits))
    first = after[0, pair]
    for paired in range(2):
        orders[:] = 0.0
        for value in range(10):
            if (value == pair) == (paired == 1):
                orders[after[first, value]] = 1.0
        for hand in range(len(hits)):
            if orders[hand] == 0.0:
                continue
            if doubles[hand]:
                doubled[paired, hand] += orders[hand]
                for value in range(10):
                    if after[hand, value] >= 0:
                        ended[paired, 1, after[hand, value]] += orders[hand]
            elif hits[hand] and not one_card:
                for value in range(10):
                    if after[hand, value] >= 0:
                        orders[after[hand, value]] += orders[hand]
            else:
                ended[paired, 0, hand] += orders[hand]


@cache
def net_places(ends: int) -> tuple[Int, Int]:
    """[kind, dealer's end]: the place of the net result, and of the bust it stands in for.

    A kind of ANY total is all lost; it stands in for nothing, which is told by -1.
    """
    kind = np.arange(KINDS)
    stake = kind // (ANY + 1) % 2 + 1
    total = kind % (ANY + 1)
    won = np.ones((KINDS, ends), np.int64)
    dealer = np.arange(1, ENDINGS + 1)
    won[:, :ENDINGS] = np.sign(total[:, None] - dealer[None, :])
    won[:, NATURAL_END:] = -1
    won[total == ANY] = -1
    lost = np.where(total == ANY, -1, NETS // 2 - stake)
    return NETS // 2 + won * stake[:, None], np.broadcast_to(lost[:, None], won.shape).copy()
