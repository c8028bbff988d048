"""Mean and variance of a whole round: all its wagers together, with their covariances.

Wagers of one round are settled by the same cards, so they are correlated. The covariance of two of
them is exact if both can be counted over the same deals: a side wager beside the play, two side
wagers that cards alone decide, or two wagers of a game without decisions. A main wager that is
weighed in float64 is so here too. A covariance that cannot be counted is None, and sums of wagers
list the pairs that they leave out.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations

import numpy as np

from feltworks.arrays import Int64s
from feltworks.hands.totals import NO_CARD
from feltworks.odds.blackjack.fromrules import blackjack_odds
from feltworks.odds.blackjack.withsides import mean_product_with_side
from feltworks.odds.contests import tables_of
from feltworks.odds.deals import Faces
from feltworks.odds.errors import OddsRefused
from feltworks.odds.keys import KeysUsed
from feltworks.odds.mechanisms import is_solved
from feltworks.odds.outcomes import EndedDeals
from feltworks.odds.progress import Progress, silent
from feltworks.odds.result import Analysis
from feltworks.odds.rowcounts import RowCounts
from feltworks.odds.side import is_decided_by_cards, paid_on, pay_tables
from feltworks.odds.solver import solver_of
from feltworks.odds.undecided import PaidLayout, UndecidedGame, is_undecided
from feltworks.rules.amounts import Prize
from feltworks.rules.handbook import Handbook
from feltworks.rules.schema import Rules
from feltworks.rules.schema.settle import Row

MAIN = "main"
Pair = tuple[str, str]
MOST_CODED_CARDS = 7
"""The most faces that fit into one number."""


@dataclass(frozen=True)
class RoundMoments:
    """The moments of each wager in its own unit; covariances in the units of both."""

    means: Mapping[str, Fraction]
    variances: Mapping[str, Fraction]
    covariances: Mapping[Pair, Fraction | None]

    def correlation(self, pair: Pair) -> float:
        """The correlation of two wagers, if their covariance is counted."""
        covariance = self.covariances[pair]
        assert covariance is not None
        spread = float(self.variances[pair[0]]) * float(self.variances[pair[1]])
        return float(covariance) / math.sqrt(spread) if spread else 0.0

    def together(self, stakes: Mapping[str, Fraction]) -> tuple[Fraction, Fraction, list[Pair]]:
        """Mean and variance of a round with these stakes, and the pairs left out because their
        covariance is not counted."""
        mean = sum((stake * self.means[wager] for wager, stake in stakes.items()), Fraction(0))
        variance = sum(
            (stake**2 * self.variances[wager] for wager, stake in stakes.items()), Fraction(0)
        )
        left_out = []
        for pair, covariance in self.covariances.items():
            if not all(stakes.get(wager) for wager in pair):
                continue
            if covariance is None:
                left_out.append(pair)
            else:
                variance += 2 * stakes[pair[0]] * stakes[pair[1]] * covariance
        return mean, variance, left_out


def round_moments(rules: Rules, analysis: Analysis, progress: Progress = silent) -> RoundMoments:
    """The moments of every wager that was analysed, with jackpots at their quoted amounts."""
    means: dict[str, Fraction] = {}
    variances: dict[str, Fraction] = {}
    if (weighed := analysis.weighed) is not None:
        chances = {net: Fraction(chance) for net, chance in weighed.chances.items()}
        means[MAIN] = sum((net * chance for net, chance in chances.items()), Fraction(0))
        squares = sum((net**2 * chance for net, chance in chances.items()), Fraction(0))
        variances[MAIN] = squares - means[MAIN] ** 2
    for wager, odds in analysis.wagers.items():
        means[wager], variances[wager] = odds.own_expected_value, odds.variance
    pairs = list(combinations(means, 2))
    covariances: dict[Pair, Fraction | None] = {}
    counted = _Covariances(rules, analysis)
    for done, pair in enumerate(pairs):
        progress("covariances", done, len(pairs))
        try:
            covariances[pair] = counted.of(pair)
        except OddsRefused:
            covariances[pair] = None
    return RoundMoments(means, variances, covariances)


class _Covariances:
    """The covariances of one game's wagers, each pair by the method that counts it."""

    def __init__(self, rules: Rules, analysis: Analysis) -> None:
        self.rules, self.analysis = rules, analysis
        self.undecided: KindProducts | None = None
        book = Handbook(rules)
        if is_undecided(rules, book):
            self.undecided = KindProducts(UndecidedGame(book, KeysUsed(rules)))

    def of(self, pair: Pair) -> Fraction | None:
        one, other = pair
        free = [wager != MAIN and is_decided_by_cards(self.rules, wager) for wager in pair]
        wagers = self.analysis.wagers
        if MAIN not in pair and not all(free) and self.undecided is not None:
            product = self.undecided.mean_product(one, other)
            return product - wagers[one].own_expected_value * wagers[other].own_expected_value
        if one == MAIN and is_solved(self.rules):
            # Under the best play for both together.
            rules = in_odds(self.rules, other, wagers[other].jackpot_units)
            walk = solver_of(rules).walk({}, other)
            return EndedDeals(walk.tree, walk.pays, walk.solve()).covariance_with(other)
        if one == MAIN and free[1] and self.rules.blackjack is not None:
            odds, side = blackjack_odds(self.rules), wagers[other]
            both = mean_product_with_side(odds, self.rules, other, side.jackpot_units)
            return Fraction(both) - Fraction(odds.expected_value) * side.own_expected_value
        if all(free):
            return _of_sides(self.rules, self.analysis, pair)
        return None


def in_odds(rules: Rules, side: str, jackpot_units: Fraction) -> Rules:
    """The same rules with a side wager of fixed dollars paid in odds, on a wager of any size.

    In units of itself its value is the same, and it can be weighed beside wagers of other units.
    """
    size = rules.wagers[side].size
    if size is None or size.cents is None or not is_decided_by_cards(rules, side):
        return rules
    worth = size.cents

    def repaid(row: Row) -> Row:
        prize = row.pays
        if prize.kind not in ("dollars", "share"):
            return row
        odds = Fraction(prize.cents, worth) + prize.share * jackpot_units
        return row.model_copy(update={"pays": Prize("odds", odds=odds)})

    tables = {
        id_: table.model_copy(update={"rows": tuple(map(repaid, table.rows))})
        for id_, table in rules.pays.items()
        if id_ in pay_tables(rules, side)
    }
    wager = rules.wagers[side].model_copy(update={"size": None})
    return rules.model_copy(
        update={
            "wagers": {**rules.wagers, side: wager},
            "pays": {**rules.pays, **tables},
        }
    )


def _of_sides(rules: Rules, analysis: Analysis, pair: Pair) -> Fraction:
    book = Handbook(rules)
    tables = tuple({**pay_tables(rules, pair[0]), **pay_tables(rules, pair[1])})
    total, product = 0, Fraction(0)
    for met in RowCounts(book, tables, f"settle.{pair[0]}").rows_met():
        worth = Fraction(met.combinations)
        for wager in pair:
            _, net, share = paid_on(book, wager, met)
            worth *= net + share * analysis.wagers[wager].jackpot_units
        total += met.combinations
        product += worth
    means = [analysis.wagers[wager].own_expected_value for wager in pair]
    return product / total - means[0] * means[1]


class KindProducts:
    """Mean products of two wagers of a game without decisions.

    They are laid out together, unless one looks at the ranks of first cards and the other at points
    drawn by rule: ranks and suits distinguish every face, and each row is continued by the cards
    that a rule draws, so there would be too many deals. For the second wager points are enough.
    Given the points of the first cards, their faces are independent of the rest of the deal,
    because within a kind all cards are equally likely. So the first wager is averaged once for each
    hand of points, over its own deals, and every deal of the second uses the average for its
    points.
    """

    def __init__(self, game: UndecidedGame) -> None:
        self.game = game
        self._known: dict[tuple[str, bytes], Mapping[int, Fraction]] = {}

    def mean_product(self, one: str, other: str) -> Fraction:
        """The average product of two wagers' results, each in units of its own."""
        on_ranks = [wager for wager in (one, other) if self._is_on_ranks(wager)]
        if not self.game.rules.totals or len(on_ranks) != 1:
            return self.game.mean_product(one, other)
        return self._by_kinds(on_ranks[0], other if on_ranks == [one] else one)

    def _is_on_ranks(self, wager: str) -> bool:
        """Whether a wager looks only at ranked hands, not at points."""
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
        """The average result of a wager on ranks for each hand of points."""
        layout = self.game.paid_deals([wager])
        held = np.concatenate([layout.deals.held[hand] for hand in self._hands(wager)], axis=1)
        ends = np.cumsum([len(zone) for zone in columns])[:-1]
        nets, ways = _sums(layout, wager, _codes(np.split(stand_ins[held], ends, axis=1)))
        return {code: net / ways[code] for code, net in nets.items()}

    def _hands(self, wager: str) -> Sequence[str]:
        pays = self.game.rules.pays
        return list(dict.fromkeys(pays[table].hand for table in tables_of(self.game.book, [wager])))


def _codes(sets: Sequence[Faces]) -> Int64s:
    """A number for each row of sets of cards, whatever the order within a set."""
    if sum(cards.shape[1] for cards in sets) > MOST_CODED_CARDS:
        raise OddsRefused(
            "hands", f"more than {MOST_CODED_CARDS} first cards are not told apart here"
        )
    codes = np.zeros(len(sets[0]), np.int64)
    for cards in sets:
        for card in np.sort(cards, axis=1).T:
            codes = codes * 256 + card
    return codes


def _sums(
    layout: PaidLayout, wager: str, codes: Int64s
) -> tuple[Mapping[int, Fraction], Mapping[int, int]]:
    """For each code: the sum of the wager's results over its deals, and how many they are."""
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
