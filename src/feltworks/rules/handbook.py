"""A rules file's hands ready to use: deck, compiled rankings, choosers, phrases.

The schema only names a deck and a ranking; the handbook looks them up once and caches them, so that
table and odds read the same hand from the same cards.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from feltworks.cards import Card, Deck, deck
from feltworks.errors import FeltworksError
from feltworks.hands import (
    Chooser,
    CompiledRanking,
    HandError,
    HandTest,
    Ranking,
    TotalHand,
    compile_ranking,
    parse_hand,
    ranking_like,
)
from feltworks.hands.totals import POINTS
from feltworks.rules.schema import Rules

MOST_CARDS = 8
"""The most cards of a total that is dealt or counted."""
HIGHEST = 50
"""The highest total without a modulo: a total, a number of cards and a lead are packed into one
number below 2^16."""


class LargeTotalError(FeltworksError):
    """A total of more cards or points than this program counts; the file is not mistaken."""


@dataclass(frozen=True, slots=True)
class Held:
    """A hand as it lies on the felt: its value and the cards it is drawn from."""

    value: int
    cards: tuple[Card, ...]


class Handbook:
    """Every hand of a rules file, bound to its deck."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self._named: dict[str, Ranking] = {}
        self._rankings: dict[str, CompiledRanking] = {}
        self._choosers: dict[str, Chooser] = {}
        self._totals: dict[str, TotalHand] = {}
        self._tests: dict[tuple[str, str], HandTest] = {}

    @cached_property
    def deck(self) -> Deck:
        named = self.rules.game.deck
        if isinstance(named, str):
            return deck(named)
        return Deck.from_data({"id": self.rules.game.id, **named})

    def ranking(self, hand_id: str) -> Ranking:
        if hand_id not in self._named:
            named = self.rules.hands[hand_id].ranking
            found = find_ranking(self.rules, named)
            self._named[hand_id] = replace(found, unsaid=tuple(_unsaid(self.rules, found)))
        return self._named[hand_id]

    def compiled(self, hand_id: str) -> CompiledRanking:
        if hand_id not in self._rankings:
            self._rankings[hand_id] = compile_ranking(self.ranking(hand_id), self.deck)
        return self._rankings[hand_id]

    def chooser(self, hand_id: str) -> Chooser:
        if hand_id not in self._choosers:
            hand = self.rules.hands[hand_id]
            use = hand.use or self.ranking(hand_id).cards
            self._choosers[hand_id] = Chooser(hand.from_, use, hand.at_least)
        return self._choosers[hand_id]

    def total(self, hand_id: str) -> TotalHand:
        """A hand that counts points."""
        if hand_id not in self._totals:
            over = self.rules.totals[hand_id].over
            if any(total and why_too_large(self.rules, total) for total in (hand_id, over)):
                # Dealing and counting ask for the totals in another order: both name the first.
                reasons = (why_too_large(self.rules, each) for each in self.rules.totals)
                raise LargeTotalError(next(filter(None, reasons)))
            other = None if over is None else self._total(over)
            self._totals[hand_id] = self._total(hand_id, other)
        return self._totals[hand_id]

    def _total(self, hand_id: str, over: TotalHand | None = None) -> TotalHand:
        rules = self.rules.totals[hand_id]
        cards = sum(rules.from_.values())
        return TotalHand(self.deck, rules.values, modulo=rules.modulo, most_cards=cards, over=over)

    def test(self, hand_id: str, phrase: str) -> HandTest:
        """The phrase read in the hand's own ranking, or in its totals."""
        key = (hand_id, phrase)
        if key not in self._tests:
            self._tests[key] = (
                self.total(hand_id).test(phrase)
                if hand_id in self.rules.totals
                else parse_hand(phrase, self.compiled(hand_id))
            )
        return self._tests[key]

    def held(self, hand_id: str, zones: Mapping[str, Sequence[Card]]) -> Held:
        """The best hand that the cards in those zones make; for a total, the total of the cards
        there."""
        if hand_id in self.rules.totals:
            own, other = self._lying(hand_id, zones), self.rules.totals[hand_id].over
            others = () if other is None else self._lying(other, zones)
            return Held(self.total(hand_id).value(own, others), own)
        wanted = {
            zone: tuple(zones[zone][:count])
            for zone, count in self.rules.hands[hand_id].from_.items()
        }
        value = self.chooser(hand_id).value(self.compiled(hand_id), wanted)
        return Held(value, tuple(card for cards in wanted.values() for card in cards))

    def strength(self, hand_id: str, value: int) -> int:
        """What a hand of that value is compared by."""
        return self.total(hand_id).total_of(value) if hand_id in self.rules.totals else value

    def _lying(self, total: str, zones: Mapping[str, Sequence[Card]]) -> tuple[Card, ...]:
        counts = self.rules.totals[total].from_.items()
        return tuple(card for zone, count in counts for card in zones.get(zone, ())[:count])


def why_too_large(rules: Rules, id_: str) -> str | None:
    """Why a total of the rules is neither dealt nor counted by this program; None if it is."""
    total = rules.totals[id_]
    count = sum(total.from_.values())
    if count > MOST_CARDS:
        return f"totals.{id_}.from: it has {count} cards; totals have at most {MOST_CARDS}"
    points = max({**POINTS, **total.values}.values()) * count
    if total.modulo is None and points > HIGHEST:
        return (
            f"totals.{id_}.modulo: without one, its {count} cards may count {points} points; "
            f"totals count at most {HIGHEST}"
        )
    return None


def dealt_with(rules: Rules, deck: Deck) -> Rules:
    """The same rules with another deck, for analysis."""
    game = rules.game.model_copy(update={"deck": deck.as_data()})
    return rules.model_copy(update={"game": game})


def without_cards(rules: Rules, gone: Iterable[Card]) -> Rules:
    """The rules for somebody who knows that these cards are gone from the deck."""
    cards = tuple(gone)
    return dealt_with(rules, Handbook(rules).deck.without(cards)) if cards else rules


def _unsaid(rules: Rules, ranking: Ranking) -> Iterator[str]:
    """The categories whose label is a shipped ranking's, and not a word of this file."""
    stated = {category for own in rules.rankings.values() for category in own.labels or ()}
    written = " | ".join(row.hand.lower() for table in rules.pays.values() for row in table.rows)
    for category, label in ranking.labels:
        if category not in stated and label not in written:
            yield category


def find_ranking(rules: Rules, name: str) -> Ranking:
    """A ranking of the file, or a shipped one, by the name the file uses."""
    changes: dict[str, object] = {}
    wanted, passed = name, set[str]()
    while name in rules.rankings:
        if name in passed:
            raise HandError(f"ranking {wanted} is made like itself, so it never ends")
        passed.add(name)
        own = rules.rankings[name]
        keys = own.model_dump(
            exclude={"like", "says", "source", "ours"}, exclude_none=True, mode="python"
        )
        changes = {**keys, **changes}
        name = own.like
    return ranking_like(name, wanted, changes)
