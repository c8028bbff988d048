"""Mean and variance of a whole round: all its wagers together, with what binds them to each other.

Wagers of one round are settled by the same cards, so they win and lose together more often than
chance has it. What binds two of them is their covariance, and it is exact where both can be counted
over the same deals: a side wager beside the play, two side wagers that cards alone decide, or two
wagers of a game in which nobody decides. A main wager that is weighed in float64 is so here too.
Where it cannot be counted it is None, and whoever adds wagers up is told.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations

from feltworks.odds.blackjack.fromrules import blackjack_odds
from feltworks.odds.blackjack.withsides import mean_product_with_side
from feltworks.odds.errors import OddsRefused
from feltworks.odds.keys import KeysUsed
from feltworks.odds.kindproducts import KindProducts
from feltworks.odds.mechanisms import is_solved
from feltworks.odds.outcomes import covariance_with
from feltworks.odds.result import Analysis
from feltworks.odds.rowcounts import RowCounts
from feltworks.odds.side import is_free_side, paid_on, pay_tables
from feltworks.odds.solver import solver_of
from feltworks.odds.undecided import Undecided, is_undecided
from feltworks.odds.walk import Progress, silent
from feltworks.rules.amounts import Prize
from feltworks.rules.handbook import Handbook
from feltworks.rules.schema import Rules
from feltworks.rules.schema.settle import Row

MAIN = "main"
Pair = tuple[str, str]


@dataclass(frozen=True)
class RoundMoments:
    """Of each wager by itself in its own unit; covariances in the units of both."""

    means: Mapping[str, Fraction]
    variances: Mapping[str, Fraction]
    covariances: Mapping[Pair, Fraction | None]

    def correlation(self, pair: Pair) -> float:
        """The covariance of two wagers, if it is counted, in standard deviations of both."""
        covariance = self.covariances[pair]
        assert covariance is not None
        spread = float(self.variances[pair[0]]) * float(self.variances[pair[1]])
        return float(covariance) / math.sqrt(spread) if spread else 0.0

    def together(self, stakes: Mapping[str, Fraction]) -> tuple[Fraction, Fraction, list[Pair]]:
        """Mean and variance of a round with so much on each wager, and the pairs left out of it
        because their covariance is not counted."""
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
    """The moments of every wager that was analysed, jackpots at what they are quoted at."""
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
    """What two wagers of one game have in common, each pair by the way that counts it."""

    def __init__(self, rules: Rules, analysis: Analysis) -> None:
        self.rules, self.analysis = rules, analysis
        self.undecided: KindProducts | None = None
        book = Handbook(rules)
        if is_solved(rules) and is_undecided(rules, book):
            self.undecided = KindProducts(Undecided(book, KeysUsed(rules)))

    def of(self, pair: Pair) -> Fraction | None:
        one, other = pair
        free = [wager != MAIN and is_free_side(self.rules, wager) for wager in pair]
        wagers = self.analysis.wagers
        if MAIN not in pair and not all(free) and self.undecided is not None:
            product = self.undecided.mean_product(one, other)
            return product - wagers[one].own_expected_value * wagers[other].own_expected_value
        if one == MAIN and is_solved(self.rules):
            return _with_main(in_odds(self.rules, other, wagers[other].jackpot_units), other)
        if one == MAIN and free[1] and self.rules.blackjack is not None:
            odds, side = blackjack_odds(self.rules), wagers[other]
            both = mean_product_with_side(odds, self.rules, other, side.jackpot_units)
            return Fraction(both) - Fraction(odds.expected_value) * side.own_expected_value
        if all(free):
            return _of_sides(self.rules, self.analysis, pair)
        return None


def in_odds(rules: Rules, side: str, jackpot_units: Fraction) -> Rules:
    """The same rules, where a side wager of fixed dollars is paid in odds on a wager of any size.

    In units of itself it comes to the same; so it can be weighed beside wagers of other units.
    """
    size = rules.wagers[side].size
    if size is None or size.cents is None or not is_free_side(rules, side):
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


def _with_main(rules: Rules, side: str) -> Fraction:
    """Under the play that is best for both together."""
    walk = solver_of(rules).walk({}, side)
    return covariance_with(side, walk.tree, walk.pays, walk.solve())


def _of_sides(rules: Rules, analysis: Analysis, pair: Pair) -> Fraction:
    book = Handbook(rules)
    tables = tuple({**pay_tables(rules, pair[0]), **pay_tables(rules, pair[1])})
    total, product = 0, Fraction(0)
    for landing in RowCounts(book, tables, f"settle.{pair[0]}").landings():
        worth = Fraction(landing.combinations)
        for wager in pair:
            _, net, share = paid_on(book, wager, landing)
            worth *= net + share * analysis.wagers[wager].jackpot_units
        total += landing.combinations
        product += worth
    means = [analysis.wagers[wager].own_expected_value for wager in pair]
    return product / total - means[0] * means[1]
