"""Blackjack: what a round, a hand and a choice are worth, and how they are played.

A shoe is asked for by its number of decks or by its cards: how many of each value, the ace first
and the tens last. Options are the keys of a rules file's `[blackjack]`. Figures are floats; what a
round is worth is off by less than `VALUE_WITHIN`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, lru_cache

from feltworks.cards import Card, Deck
from feltworks.odds.blackjack.advice import HandAdvisor
from feltworks.odds.blackjack.analysis import VALUE_WITHIN, BlackjackOdds
from feltworks.odds.blackjack.charts import MEANINGS
from feltworks.odds.blackjack.firsthands import expected_value
from feltworks.odds.blackjack.flop import FlopGain
from feltworks.odds.blackjack.fromrules import blackjack_odds, with_decks
from feltworks.odds.blackjack.plays import weigh
from feltworks.odds.blackjack.shoe import VALUES, Shoe, ShoeError
from feltworks.rules.schema import Rules
from feltworks.rules.schema.mechanisms import Blackjack as Options

__all__ = [
    "CODES",
    "OPTIONS",
    "VALUES",
    "VALUE_WITHIN",
    "Advice",
    "Blackjack",
    "Counts",
    "Departure",
    "Exposed",
    "Hand",
    "Insurance",
    "Options",
    "ShoeError",
    "blackjack",
    "blackjack_of",
    "blackjack_of_ranks",
    "blackjack_of_shoe",
    "shoe_after",
    "shoe_of_deck",
]

Counts = tuple[int, ...]
"""How many cards of each value, the ace first and the tens last."""
CODES = frozenset(MEANINGS)
"""What a cell of a chart may say."""
OPTIONS = frozenset(Options.model_fields)
"""The keys of `[blackjack]`."""


@dataclass(frozen=True)
class Hand:
    """A first hand against an up card: how often it comes, and what every choice is worth."""

    up: str
    cards: tuple[str, str]
    chance: float
    values: Mapping[str, float]
    best: str


@dataclass(frozen=True)
class Advice:
    """What every open choice is worth in a position."""

    values: Mapping[str, float]
    best: str
    insurance: float | None

    def cost(self, choice: str) -> float:
        return self.values[self.best] - self.values[choice]


@dataclass(frozen=True)
class Insurance:
    """What a unit of it is worth, how often it should be taken, and what that adds to a round."""

    value: float
    taken: float
    gain: float


@dataclass(frozen=True)
class Departure:
    """A first hand that its cards play better than its total."""

    up: str
    cards: tuple[str, str]
    chart: str
    better: str
    gain: float


@dataclass(frozen=True)
class Exposed:
    """What a round is worth to those who look at exposed cards and to those who do not."""

    looking: float
    not_looking: float

    @property
    def gain(self) -> float:
        return self.looking - self.not_looking


class Blackjack:
    """A shoe, options and a strategy; every figure is computed when it is first asked for."""

    def __init__(self, odds: BlackjackOdds) -> None:
        self._odds = odds

    @property
    def shoe(self) -> Counts:
        return self._odds.shoe.values

    @property
    def expected_value(self) -> float:
        return self._odds.expected_value

    @property
    def house_edge(self) -> float:
        return self._odds.house_edge

    @cached_property
    def value_with_one_set_of_answers(self) -> float:
        """What a round is worth if hands that are free are played like all others."""
        odds = self._odds
        plays = odds.plays._replace(free_hits=odds.plays.hits, free_doubles=odds.plays.doubles)
        return expected_value(odds.setting, plays, weigh(odds.setting, plays))

    @property
    def average_wager(self) -> float:
        return self._odds.average_wager

    @property
    def chances(self) -> Mapping[Fraction, float]:
        """The chance of every net result of a round."""
        return dict(self._odds.chances)

    @property
    def chances_within(self) -> float:
        """How far all chances together may be off."""
        return self._odds.distribution.within

    @cached_property
    def hands(self) -> tuple[Hand, ...]:
        """Every first hand but blackjacks, against every up card."""
        return tuple(
            Hand(each.up, each.cards, each.chance, dict(each.values), each.best)
            for each in self._odds.hands
        )

    def hand(self, up: str, *cards: str) -> Hand:
        """One first hand by its values, such as "9", "A", "7"."""
        return next(h for h in self.hands if h.up == up and sorted(h.cards) == sorted(cards))

    @property
    def rounds(self) -> list[tuple[str, tuple[str, str], float, float]]:
        """Every beginning of a round: up card, first cards, its chance, what the round is worth."""
        return [
            (VALUES[start.up], (VALUES[start.low], VALUES[start.high]), start.chance, value)
            for start, value in self._odds.first_hands
        ]

    @property
    def chart(self) -> dict[tuple[str, str], str]:
        """Basic strategy for these rules: the code of each hand, such as "hard 16", and up card."""
        chart = self._odds.chart
        return {
            (row.hand, up): cell
            for rows in chart.parts.values()
            for row in rows
            for up, cell in zip(chart.columns, row.cells, strict=True)
        }

    @property
    def chart_columns(self) -> tuple[str, ...]:
        return self._odds.chart.columns

    @property
    def codes(self) -> Mapping[str, str]:
        """The codes that the chart uses, with their meanings."""
        return self._odds.chart.used

    @property
    def insurance(self) -> Insurance | None:
        found = self._odds.insurance
        return None if found is None else Insurance(found.value, found.taken, found.gain)

    @property
    def departures(self) -> list[Departure]:
        return [
            Departure(
                each["dealer"], (*each["cards"],), each["chart"], each["better"], each["gain"]
            )
            for each in self._odds.strategy_data()["departures"]
        ]

    def action(self, up: int, hand: Counts, *, may_double: bool) -> str:
        """What the strategy does with these cards, once surrendering and splitting are over."""
        index = self._index(hand)
        if may_double and self._odds.plays.doubles[up, index]:
            return "double"
        return "hit" if self._odds.plays.hits[up, index] else "stand"

    def first_action(self, up: int, first: int, second: int) -> str:
        """What the strategy does with a first hand; cards are numbered by value from the ace."""
        low, high = sorted((VALUES[first], VALUES[second]), key=VALUES.index)
        return self.hand(VALUES[up], low, high).best

    def _index(self, hand: Counts) -> int:
        cards = (value for value, count in enumerate(hand) for _ in range(count))
        return self._odds.setting.hands.of(*cards)

    def advise(self, cards: Sequence[Card], up: Card, seen: Sequence[Card] = ()) -> Advice:
        """Evaluate every open choice in a position, with other cards known to be gone."""
        advisor = _advisor(self._odds.shoe, self._odds.rules, tuple(seen))
        found = advisor.advise(cards, up)
        return Advice(dict(found.values), found.best, found.insurance)

    @cached_property
    def _flop(self) -> FlopGain:
        return FlopGain(self._odds.shoe, self._odds.rules)

    def exposed(self, cards: Sequence[Card]) -> Exposed:
        """Evaluate a round beside which these cards lie exposed."""
        found = self._flop.given(cards)
        return Exposed(found.looking, found.not_looking)

    def sampled_gain(
        self,
        cards: int,
        *,
        sets: int,
        seed: int = 1,
        progress: Callable[[str, int, int], None] = lambda what, done, of: None,
    ) -> tuple[float, float]:
        """What looking at so many exposed cards gains over random sets, and its standard error."""
        found = self._flop.sampled(cards, sets=sets, seed=seed, progress=progress)
        return found.gain, found.standard_error


def blackjack(decks: int, strategy: str = "composition", **options: object) -> Blackjack:
    """Ask about a number of full decks."""
    return _solved(Shoe.of_decks(decks), Options.model_validate(options), strategy)


def blackjack_of_shoe(shoe: Counts, strategy: str = "composition", **options: object) -> Blackjack:
    """Ask about a shoe of these cards; all its tens are of one rank."""
    return _solved(Shoe((*shoe, 0, 0, 0)), Options.model_validate(options), strategy)


def blackjack_of_ranks(ranks: Counts, **options: object) -> Blackjack:
    """Ask about a shoe with so many cards of each rank, from the ace to the king."""
    return _solved(Shoe(ranks), Options.model_validate(options), "composition")


def blackjack_of(
    rules: Rules, strategy: str = "composition", decks: int | None = None, **options: object
) -> Blackjack:
    """Ask about a rules file, perhaps with another number of decks or other options."""
    if decks is not None:
        rules = with_decks(rules, decks)
    if options and rules.blackjack is not None:
        game = rules.blackjack.model_copy(update=options)
        rules = rules.model_copy(update={"blackjack": game})
    return Blackjack(blackjack_odds(rules, strategy=strategy))


def shoe_after(cards: Sequence[Card], *, decks: int) -> Counts:
    """Take cards out of a number of decks, and count what is left."""
    return Shoe.of_decks(decks).without(cards).values


def shoe_of_deck(deck: Deck) -> Counts:
    """Count the cards of a rules file's deck by value."""
    return Shoe.of_deck(deck).values


@lru_cache(maxsize=32)
def _solved(shoe: Shoe, options: Options, strategy: str) -> Blackjack:
    return Blackjack(BlackjackOdds(shoe, options, strategy))


@lru_cache(maxsize=16)
def _advisor(shoe: Shoe, options: Options, seen: tuple[Card, ...]) -> HandAdvisor:
    return HandAdvisor(shoe, options, seen)
