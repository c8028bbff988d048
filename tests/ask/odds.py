"""Odds of a game and everything that follows from the best play."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from feltworks.cards import Card
from feltworks.odds.analyse import analyse, refusal
from feltworks.odds.dealadvice import advisor_for
from feltworks.odds.errors import OddsRefused as Rejected
from feltworks.odds.moments import round_moments
from feltworks.odds.positionadvice import PositionAdvice, PositionError, TreeAdvisor
from feltworks.odds.report import OddsSettings, report
from feltworks.odds.result import WagerOdds
from feltworks.rules.schema import Rules

__all__ = [
    "Advice",
    "Outcome",
    "Player",
    "Position",
    "PositionError",
    "Rejected",
    "Together",
    "Wager",
    "covariances",
    "odds",
    "reported_odds",
    "tie_rules",
    "why_not",
]


@dataclass(frozen=True)
class Outcome:
    """One way for a wager to end: its id, what it pays in units and in how many deals."""

    id: str
    net: Fraction
    combinations: int
    staked: Fraction = Fraction(1)
    share: Fraction = Fraction(0)


@dataclass(frozen=True)
class Together:
    """A side wager that a fold forfeits, played together with the required wagers."""

    size: Fraction
    required_alone: Fraction
    outcomes: tuple[Outcome, ...]


@dataclass(frozen=True)
class Wager:
    """The exact odds of a wager, or of all required wagers together (`main`)."""

    unit: str
    outcomes: tuple[Outcome, ...]
    combinations: int
    expected_value: Fraction
    own_expected_value: Fraction
    average_wager: Fraction
    hit_frequency: Fraction
    variance: Fraction
    parts: Mapping[str, Fraction]
    ties: Mapping[str, int]
    """By decision: in how many deals several choices are equally good."""
    together: Together | None = None
    jackpot_units: Fraction = Fraction(0)
    """The jackpot's amount in units, for outcomes that pay a share of it."""

    @property
    def house_edge(self) -> Fraction:
        return -self.expected_value

    @property
    def counts(self) -> Counter[tuple[str, Fraction]]:
        """The deals of every outcome, whatever the order of the rows."""
        counts: Counter[tuple[str, Fraction]] = Counter()
        for row in self.outcomes:
            counts[row.id, row.net] += row.combinations
        return counts

    @property
    def nets(self) -> Counter[Fraction]:
        """The deals of every net result, however they end."""
        nets: Counter[Fraction] = Counter()
        for row in self.outcomes:
            nets[row.net] += row.combinations
        return nets


def odds(rules: Rules, ties: Mapping[str, str] | None = None) -> dict[str, Wager]:
    """Count every wager of a game: `main`, and each side wager by its id."""
    return {id_: _wager(wager) for id_, wager in analyse(rules, indifferent=ties).wagers.items()}


def reported_odds(
    rules: Rules,
    *,
    ties: Mapping[str, str] | None = None,
    pays: Iterable[str] = (),
    jackpots: Fraction | Mapping[str, Fraction] | None = None,
    strategy: str | None = None,
    progress: Callable[[str, int, int], None] = lambda what, done, of: None,
) -> dict[str, Wager]:
    """Count every wager with other pays ("WAGER.HAND=ODDS") or with other jackpots in dollars.

    What blackjack's main wager is worth is left out here: ask `ask.blackjack`.
    """
    settings = OddsSettings(
        indifferent=ties or {},
        pays=tuple(pays),
        jackpots=jackpots,
        strategy=strategy,
        values_only=True,
    )
    wagers = report(rules, settings, progress=progress).analysis.wagers
    return {id_: _wager(wager) for id_, wager in wagers.items()}


def why_not(rules: Rules) -> str | None:
    """Say why these rules have no odds; None if they have."""
    reason = refusal(rules)
    return None if reason is None else str(reason)


def tie_rules(rules: Rules, ties: Mapping[str, str] | None = None) -> dict[str, str]:
    """List the rule by which each decision chooses among equally good choices."""
    return dict(analyse(rules, indifferent=ties).indifferent)


def covariances(rules: Rules) -> dict[tuple[str, str], Fraction | None]:
    """Count the covariance of each pair of wagers of a round, in the units of both."""
    return dict(round_moments(rules, analyse(rules)).covariances)


def _wager(counted: WagerOdds) -> Wager:
    def row(outcome: object) -> Outcome:
        return Outcome(*(getattr(outcome, name) for name in Outcome.__dataclass_fields__))

    with_required = counted.together
    return Wager(
        unit=counted.unit,
        outcomes=tuple(map(row, counted.outcomes)),
        combinations=counted.combinations,
        expected_value=counted.expected_value,
        own_expected_value=counted.own_expected_value,
        average_wager=counted.average_wager,
        hit_frequency=counted.hit_frequency,
        variance=counted.variance,
        parts=dict(counted.parts),
        ties=dict(counted.indifferent_deals),
        together=with_required
        and Together(
            with_required.size,
            with_required.required_alone,
            tuple(map(row, with_required.outcomes)),
        ),
        jackpot_units=counted.jackpot_units,
    )


@dataclass(frozen=True)
class Advice:
    """The expected value of every choice at a position, in units, and the best choice."""

    decision: str
    best: str
    values: Mapping[str, Fraction]
    out: Mapping[str, Fraction] = field(default_factory=dict)

    @property
    def is_tie(self) -> bool:
        return [*self.values.values()].count(max(self.values.values())) > 1


@dataclass(frozen=True)
class Position:
    """One position of a decision: the cards, in how many deals it comes up, and the advice."""

    cards: tuple[Card, ...]
    board: tuple[Card, ...]
    deals: int
    advice: Advice


class Player:
    """The best player of a game, which is solved once; it answers any position."""

    def __init__(self, rules: Rules, ties: Mapping[str, str] | None = None) -> None:
        self._advisor: TreeAdvisor = advisor_for(rules, indifferent=ties)

    @property
    def decisions(self) -> list[str]:
        return self._advisor.decisions

    def cards_at(self, decision: str) -> tuple[int, int]:
        """How many cards the player holds at a decision and how many others lie open."""
        return self._advisor.own_cards(decision), self._advisor.board_cards(decision)

    def wagers_out(self, decision: str) -> list[Mapping[str, Fraction]]:
        """What can be on the felt when a decision comes up, in units."""
        return self._advisor.histories(decision)

    def advise(
        self,
        decision: str,
        cards: Sequence[Card],
        board: Sequence[Card] = (),
        *,
        choices: Sequence[str] | None = None,
        out: Mapping[str, Fraction] | None = None,
        discarded: Sequence[Card] = (),
    ) -> Advice:
        """Evaluate every choice at a position."""
        found = self._advisor.advise(
            decision, cards, board, choices=choices, out=out, given_up=discarded
        )
        return _advice(found)

    def lists_positions(self, decision: str) -> bool:
        """Tell whether the positions of a decision are few enough to be listed."""
        return not self._advisor.is_unlisted(decision)

    def positions(self, decision: str) -> Iterator[Position]:
        """List the positions of a decision; of positions that differ only by suits, one."""
        for line in self._advisor.lines(decision):
            yield Position(line.cards, line.board, line.deals, _advice(line.advice))

    def deals_by_choice(self, decision: str) -> Counter[str]:
        """Count the deals in which each choice is the best."""
        return self._advisor.deals_by_best(decision)


def _advice(found: PositionAdvice) -> Advice:
    return Advice(found.decision, found.best, dict(found.values), dict(found.out))
