"""The mean product of a wager on the ranks of first cards and a wager on points drawn by rule.

Laid out together their deals are too many: ranks and suits tell every face apart, and each row is
continued by the cards that a rule draws. Points are enough for the second wager. Once the points of
the first cards are known, which faces they are hangs on nothing else in the deal, for within a kind
all cards are as likely. So the first wager is averaged once for each hand of points, over its own
deals, and every deal of the second takes the average of its points.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from feltworks.hands.totals import NO_CARD
from feltworks.odds.contests import tables_of
from feltworks.odds.deals import Faces
from feltworks.odds.errors import OddsRefused
from feltworks.odds.undecided import PaidLayout, Undecided

MOST_CARDS = 7
"""So many faces fit in the number that stands for them."""
Ints = NDArray[np.int64]


class KindProducts:
    """Pairs of wagers of one game, laid out together where they are not such a pair; what a wager
    on ranks averages is worked out once."""

    def __init__(self, game: Undecided) -> None:
        self.game = game
        self._known: dict[tuple[str, bytes], Mapping[int, Fraction]] = {}

    def mean_product(self, one: str, other: str) -> Fraction:
        """What two wagers come to, each in units of its own, multiplied, on average."""
        on_ranks = [wager for wager in (one, other) if self._is_on_ranks(wager)]
        if not self.game.rules.totals or len(on_ranks) != 1:
            return self.game.mean_product(one, other)
        return self._by_kinds(on_ranks[0], other if on_ranks == [one] else one)

    def _is_on_ranks(self, wager: str) -> bool:
        """Whether a wager looks at ranked hands and at no points."""
        game = self.game
        return game.contest_of(wager) is None and not any(
            hand in game.rules.totals for hand in self._hands(wager)
        )

    def _by_kinds(self, on_ranks: str, on_points: str) -> Fraction:
        points = self.game.paid_deals([on_points])
        drawn = points.drawn
        columns: list[list[int]] = []
        for hand in self._hands(on_ranks):
            zones = None if drawn is None else drawn.cut_columns(hand)
            if zones is None:
                raise OddsRefused(f"settle.{on_ranks}", f"{on_points} does not draw on its cards")
            columns += zones
        assert drawn is not None
        dealt = points.deals.faces
        if any((dealt[:, at] == NO_CARD).any() for zone in columns for at in zone):
            raise OddsRefused(f"settle.{on_ranks}", "it looks at cards that a rule may not deal")
        known = (on_ranks, drawn.stand_ins.tobytes())
        if known not in self._known:
            self._known[known] = self._averages(on_ranks, drawn.stand_ins, columns)
        nets, _ = _sums(points, on_points, _codes([dealt[:, zone] for zone in columns]))
        product = sum((self._known[known][code] * net for code, net in nets.items()), Fraction(0))
        return product / int(points.deals.ways.sum())

    def _averages(
        self, wager: str, stand_ins: Faces, columns: Sequence[Sequence[int]]
    ) -> Mapping[int, Fraction]:
        """What a wager on ranks comes to on average for each hand of points."""
        layout = self.game.paid_deals([wager])
        held = np.concatenate([layout.deals.held[hand] for hand in self._hands(wager)], axis=1)
        ends = np.cumsum([len(zone) for zone in columns])[:-1]
        nets, ways = _sums(layout, wager, _codes(np.split(stand_ins[held], ends, axis=1)))
        return {code: net / ways[code] for code, net in nets.items()}

    def _hands(self, wager: str) -> Sequence[str]:
        pays = self.game.rules.pays
        return list(dict.fromkeys(pays[table].hand for table in tables_of(self.game.book, [wager])))


def _codes(sets: Sequence[Faces]) -> Ints:
    """A number for each row of sets of cards, the same whatever order a set lies in."""
    if sum(cards.shape[1] for cards in sets) > MOST_CARDS:
        raise OddsRefused("hands", f"more than {MOST_CARDS} first cards are not told apart here")
    codes = np.zeros(len(sets[0]), np.int64)
    for cards in sets:
        for card in np.sort(cards, axis=1).T:
            codes = codes * 256 + card
    return codes


def _sums(
    layout: PaidLayout, wager: str, codes: Ints
) -> tuple[Mapping[int, Fraction], Mapping[int, int]]:
    """For each code what the wager comes to over its deals, and how many they are."""
    found, places = np.unique(codes, return_inverse=True)
    which, payments = layout.paid[wager]
    by_payment = np.zeros((len(payments), len(found)), np.int64)
    np.add.at(by_payment, (which, places), layout.deals.ways)
    scale = math.lcm(*(payment.odds.denominator for payment in payments))
    total = np.zeros(len(found), object)
    for payment, ways in zip(payments, by_payment, strict=True):
        total += ways.astype(object) * int(payment.odds * scale)
    nets = {code: Fraction(net, scale) for code, net in zip(found.tolist(), total, strict=True)}
    return nets, dict(zip(found.tolist(), by_payment.sum(axis=0).tolist(), strict=True))
