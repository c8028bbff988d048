"""A rules file's hands made ready to use: deck, compiled rankings, choosers, phrases.

The schema only names a deck and a ranking; the handbook looks them up once and keeps
them, so that table and odds read the same hand from the same cards.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from feltworks.cards import Card, Deck, deck
from feltworks.hands import (
    Chooser,
    CompiledRanking,
    HandError,
    HandTest,
    Ranking,
    compile_ranking,
    parse_hand,
    ranking_like,
)
from feltworks.rules.schema import Rules


@dataclass(frozen=True, slots=True)
class Held:
    """A hand as it lies on the felt: what it is worth and the cards it is drawn from."""

    value: int
    cards: tuple[Card, ...]


class Handbook:
    """Every hand of a rules file, bound to its deck."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self._rankings: dict[str, CompiledRanking] = {}
        self._choosers: dict[str, Chooser] = {}
        self._tests: dict[tuple[str, str], HandTest] = {}

    @cached_property
    def deck(self) -> Deck:
        named = self.rules.game.deck
        if isinstance(named, str):
            return deck(named)
        return Deck.from_data({"id": self.rules.game.id, **named})

    def ranking(self, hand_id: str) -> Ranking:
        return find_ranking(self.rules, self.rules.hands[hand_id].ranking)

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

    def test(self, hand_id: str, phrase: str) -> HandTest:
        """The phrase read in the hand's own ranking."""
        key = (hand_id, phrase)
        if key not in self._tests:
            self._tests[key] = parse_hand(phrase, self.compiled(hand_id))
        return self._tests[key]

    def held(self, hand_id: str, zones: Mapping[str, Sequence[Card]]) -> Held:
        """The best hand that the cards in those zones make."""
        wanted = {
            zone: tuple(zones[zone][:count])
            for zone, count in self.rules.hands[hand_id].from_.items()
        }
        value = self.chooser(hand_id).value(self.compiled(hand_id), wanted)
        return Held(value, tuple(card for cards in wanted.values() for card in cards))


def dealt_with(rules: Rules, deck: Deck) -> Rules:
    """The same rules with another deck, for analysis."""
    game = rules.game.model_copy(update={"deck": deck.as_data()})
    return rules.model_copy(update={"game": game})


def without_cards(rules: Rules, gone: Iterable[Card]) -> Rules:
    """The rules as they stand for somebody who knows that these cards are gone from the deck."""
    cards = tuple(gone)
    return dealt_with(rules, Handbook(rules).deck.without(cards)) if cards else rules


def find_ranking(rules: Rules, name: str) -> Ranking:
    """A ranking of the file's own, or one that is shipped, under the name the file uses."""
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
