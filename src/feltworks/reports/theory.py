"""What a table can be expected to win, and within what band: from the exact odds of its wagers.

Mean and variance come from the odds of a round; covariances between wagers of a seat as far as they
can be counted. Seats that share cards win and lose together; `betweenseats` computes how much. All
of it is kept on disk with the counts, so that a month is not counted again.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, NamedTuple

from feltworks.house.activity import StakeSums
from feltworks.odds.errors import OddsRefused
from feltworks.odds.kept import KeptCounts
from feltworks.odds.moments import MAIN, RoundMoments, round_moments
from feltworks.odds.progress import Progress, silent
from feltworks.odds.report import OddsReport, report
from feltworks.odds.result import Outcome, WagerOdds
from feltworks.reports.betweenseats import (
    Covariances,
    required_between_seats,
    shares_every_card,
    sides_between_seats,
)
from feltworks.rules.checks.mechanisms import players_of
from feltworks.rules.loader import Loaded
from feltworks.rules.schema import Rules

KIND = "theory 4"
"""To be increased when what is kept on disk changes its meaning."""
MOST_PAIRS = 6
"""The most pairs of wagers that notes name one by one."""


class ProgressiveTheory(NamedTuple):
    """A wager that plays for a jackpot: its edge at a jackpot of 0 and what each dollar adds to it,
    and its variance in the same way, where each dollar's square adds too."""

    jackpot: str
    edge: tuple[float, float]
    variance: tuple[float, ...]


@dataclass(frozen=True)
class TableTheory:
    """The theory of one game under its options, assuming best play; wagers by id, the unit's for
    all that a round requires. Edges and variances are in units of the wager, covariances in the
    units of both."""

    unit: str
    edges: Mapping[str, float]
    variances: Mapping[str, float]
    covariances: Mapping[tuple[str, str], float]
    not_counted: tuple[tuple[str, str], ...]
    between_seats: Covariances
    """The covariances of wagers at two seats of one table, as far as they are known."""
    progressives: Mapping[str, ProgressiveTheory] = field(default_factory=dict)

    def expected(self, stakes: StakeSums) -> tuple[float, float]:
        """The expected win in cents, and its variance in cents squared.

        A progressive's edge and variance are taken at the amount displayed for each stake, its
        covariances at the quoted amount.
        """
        mean = variance = 0.0
        for wager, cents in stakes.wagers.items():
            if wager not in self.edges:
                continue
            if wager in self.progressives:
                jackpot, (at_nothing, a_dollar), _ = self.progressives[wager]
                mean += at_nothing * cents
                mean += a_dollar * stakes.posted[wager, jackpot] / 100
            else:
                mean += self.edges[wager] * cents
        for (one, other), product in stakes.products.items():
            if one != other:
                variance += 2 * self.covariances.get((one, other), 0.0) * product
            elif one in self.progressives:
                jackpot, _, (at_nothing, a_dollar, a_square) = self.progressives[one]
                variance += at_nothing * product
                variance += a_dollar * stakes.posted_products[one, jackpot, 1] / 100
                variance += a_square * stakes.posted_products[one, jackpot, 2] / 100**2
            else:
                variance += self.variances.get(one, 0.0) * product
        for (one, other), covariance in self.between_seats.items():
            variance += (1 if one == other else 2) * covariance * stakes.across[one, other]
        return mean, variance

    @property
    def alone_between_seats(self) -> tuple[str, ...]:
        """The wagers whose covariance between two seats is not known."""
        return tuple(wager for wager in self.edges if (wager, wager) not in self.between_seats)

    def as_json(self) -> dict[str, Any]:
        return {
            "unit": self.unit,
            "edges": dict(self.edges),
            "variances": dict(self.variances),
            "covariances": [[*pair, value] for pair, value in self.covariances.items()],
            "not_counted": [list(pair) for pair in self.not_counted],
            "between_seats": [[*pair, value] for pair, value in self.between_seats.items()],
            "progressives": {
                wager: [each.jackpot, *each.edge, *each.variance]
                for wager, each in self.progressives.items()
            },
        }

    @staticmethod
    def from_json(kept: Mapping[str, Any]) -> TableTheory:
        return TableTheory(
            kept["unit"],
            kept["edges"],
            kept["variances"],
            {(one, other): value for one, other, value in kept["covariances"]},
            tuple((one, other) for one, other in kept["not_counted"]),
            {(one, other): value for one, other, value in kept["between_seats"]},
            {
                wager: ProgressiveTheory(jackpot, (edge, edge_a_dollar), tuple(variance))
                for wager, (jackpot, edge, edge_a_dollar, *variance) in kept["progressives"].items()
            },
        )


def table_theory(loaded: Loaded, progress: Progress = silent) -> TableTheory | None:
    """The theory of a game; None if players play each other, or nothing can be counted."""
    rules = loaded.rules
    if players_of(rules):
        return None
    keeper = KeptCounts.of_user(loaded.chosen)
    known = None if keeper is None else keeper.find_figures(rules, KIND)
    if known is not None:
        return TableTheory.from_json(known)
    started = time.perf_counter()
    try:
        found = _worked_out(loaded, keeper, progress)
    except OddsRefused:
        return None
    if keeper is not None:
        keeper.add_figures(rules, KIND, found.as_json(), time.perf_counter() - started)
    return found


def _worked_out(loaded: Loaded, keeper: KeptCounts | None, progress: Progress) -> TableTheory:
    found = report(loaded.rules, kept=keeper, progress=progress)
    moments = round_moments(found.rules, found.analysis, progress)
    unit = loaded.rules.unit
    counted = {_pair(loaded.rules, *both): value for both, value in moments.covariances.items()}
    return TableTheory(
        unit,
        {
            _named(loaded.rules, wager): -float(value)
            for wager, value in found.expected_values.items()
        },
        {_named(loaded.rules, wager): float(value) for wager, value in moments.variances.items()},
        {both: float(value) for both, value in counted.items() if value is not None},
        tuple(both for both, value in counted.items() if value is None),
        _between_seats(loaded, found, moments, progress),
        {
            wager: ProgressiveTheory(
                each.jackpot,
                (-float(each.value_without_jackpot), -float(each.value_per_dollar)),
                _variance_line(found.analysis.wagers[wager], _size_cents(loaded.rules, wager)),
            )
            for wager, each in found.progressives.items()
        },
    )


def _named(rules: Rules, wager: str) -> str:
    return rules.unit if wager == MAIN else wager


def _pair(rules: Rules, one: str, other: str) -> tuple[str, str]:
    first, second = sorted((_named(rules, one), _named(rules, other)))
    return first, second


def _size_cents(rules: Rules, wager: str) -> int:
    """The fixed size of a wager that plays for a jackpot; others have no such size."""
    size = rules.wagers[wager].size
    assert size is not None and size.cents is not None
    return size.cents


def _between_seats(
    loaded: Loaded, found: OddsReport, moments: RoundMoments, progress: Progress
) -> Covariances:
    """The covariances of wagers at two seats of one round, as far as they are known."""
    rules = loaded.rules
    if rules.table.seats < 2:
        return {}
    if shares_every_card(rules):
        alone = {(wager, wager): value for wager, value in moments.variances.items()}
        both = {**alone, **moments.covariances}
        return {
            _pair(rules, *pair): float(value) for pair, value in both.items() if value is not None
        }
    known = dict(sides_between_seats(rules, found.analysis.wagers))
    if MAIN in moments.means:
        required = required_between_seats(loaded, progress)
        if required is not None:
            known[rules.unit, rules.unit] = required
    return known


def _variance_line(odds: WagerOdds, cents: int) -> tuple[float, float, float]:
    """The variance of a wager that plays for a jackpot: at a jackpot of 0, and what each dollar on
    display and its square add."""
    deals, units_a_dollar = odds.combinations, Fraction(100, cents)

    def mean(worth: Callable[[Outcome], Fraction]) -> Fraction:
        return sum((row.combinations * worth(row) for row in odds.outcomes), Fraction(0)) / deals

    net, share = mean(lambda row: row.net), mean(lambda row: row.share)
    return (
        float(mean(lambda row: row.net**2) - net**2),
        float(2 * units_a_dollar * (mean(lambda row: row.net * row.share) - net * share)),
        float(units_a_dollar**2 * (mean(lambda row: row.share**2) - share**2)),
    )


# --- notes --------------------------------------------------------------------------------------


class DealtRules(NamedTuple):
    """What a table deals: the file's text, and what was chosen where it leaves a choice."""

    game: str
    sha256: str
    chosen: tuple[tuple[str, Any], ...]
    ties: str = ""
    """The tie rule in words, which the identity does not cover and the band depends on."""


def theory_notes(theories: Mapping[DealtRules, TableTheory | None]) -> Iterator[str]:
    """Notes for a report: how its figures are to be read, and what each theory leaves out."""
    yield (
        "Theoretical win is the exact edge of every wager, at the options it was dealt by, times "
        "what was bet on it; it assumes best play, and players who play worse leave more. A "
        "progressive's edge and variance are taken at what was on display; win is less the prizes "
        "that its jackpot paid."
    )
    yield (
        "The band is normal, from the exact variance of each wager and the covariances of wagers "
        "of one seat; how seats of a table win together is counted where that takes seconds and "
        "sampled elsewhere, and what a required wager has in common with a side wager of another "
        "seat is left out, as are jackpots that two seats win together and limits on payouts."
    )
    yield from dict.fromkeys(
        words for dealt, theory in theories.items() for words in _left_out(dealt, theory)
    )


def pairs_in_words(pairs: Sequence[tuple[str, str]]) -> str:
    """Pairs of wagers one by one, or just the wagers if the pairs would fill the page."""
    if len(pairs) <= MOST_PAIRS:
        return "; ".join(" and ".join(pair) for pair in pairs)
    wagers = dict.fromkeys(wager for pair in pairs for wager in pair)
    return f"{len(pairs)} pairs of {', '.join(wagers)}"


def _left_out(dealt: DealtRules, theory: TableTheory | None) -> Iterator[str]:
    """What the theory of one game leaves out, and the tie rule that its variances follow."""
    if theory is not None and dealt.ties:
        yield f"{dealt.game}: where choices are worth the same, {dealt.ties}."
    if theory is None:
        yield (
            f"{dealt.game} has no theory: players play each other, or it cannot be counted. Its "
            "rounds are left out of the hold of a line that has others."
        )
        return
    if theory.not_counted:
        told = pairs_in_words(theory.not_counted)
        yield f"{dealt.game}: these wagers are taken as independent, an approximation: {told}."
    if theory.alone_between_seats:
        wagers = ", ".join(theory.alone_between_seats)
        yield (
            f"{dealt.game}: taken as independent between seats, which share no card they look at "
            f"or cannot be sampled: {wagers}."
        )
