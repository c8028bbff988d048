"""The one hand grammar: phrases that name hands, wherever a hand has to be named.

A phrase is read in this order: "any hand"; "contains ..."; "spread of ..."; a hand "or better" or
"or worse"; one hand "to" another; a hand; named cards. A hand "in one colour", "in red" or "in
black" is that hand with all its cards in that colour. Whatever `describe` says of a hand is itself
a phrase that names exactly that hand.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache

from feltworks.cards import JOKER, CardError, parse_cards
from feltworks.errors import did_you_mean
from feltworks.hands.census import COUNT_BITS
from feltworks.hands.compiled import CompiledRanking
from feltworks.hands.errors import HandError
from feltworks.hands.handphrases import PhraseReader
from feltworks.hands.handtest import (
    CardCondition,
    HandTest,
    all_alike,
    containing,
    holding_in_one_suit,
)
from feltworks.hands.vocabulary import (
    JOKER_WORDS,
    MIXED,
    NUMBERS,
    PLURAL_RANKS,
    SINGULAR_RANKS,
    Vocabulary,
    without_article,
    words_of,
)

_ANY = (["any"], ["any", "hand"], ["anything"])
_UP = ("better", "higher", "more")
_DOWN = ("worse", "lower", "less")
_RED, _BLACK = "dh", "cs"
_COLOURS: dict[tuple[str, ...], tuple[str, ...]] = {
    ("in", "one", "colour"): (_RED, _BLACK),
    ("one", "colour"): (_RED, _BLACK),
    ("in", "red"): (_RED,),
    ("red",): (_RED,),
    ("in", "black"): (_BLACK,),
    ("black",): (_BLACK,),
}
"""Phrases of colour at the end of a hand, longer ones first, and the suits of each colour."""


def _colours(words: Sequence[str]) -> tuple[int, Sequence[str]] | None:
    """How many words at the end name a colour, and the colours allowed."""
    for phrase, colours in _COLOURS.items():
        if tuple(words[-len(phrase) :]) == phrase:
            return len(phrase), colours
    return None


@lru_cache(maxsize=4096)
def parse_hand(text: str, compiled: CompiledRanking) -> HandTest:
    """The test that a phrase states, or a HandError that says what is wrong with it."""
    return _Reading(text, compiled).test()


class _Reading:
    """One phrase being read over one compiled ranking."""

    def __init__(self, text: str, compiled: CompiledRanking) -> None:
        self.text = text
        self.compiled = compiled
        self.vocabulary = Vocabulary(compiled.ranking)
        self.hands = PhraseReader(text, compiled, self.vocabulary)
        self.anything = HandTest(text, compiled.deck, (range(len(compiled.classes)),))

    def test(self) -> HandTest:
        words = words_of(self.text)
        if (colours := _colours(words)) is not None:
            return self._coloured(words[: -colours[0]], colours[1])
        if words in _ANY:
            return self.anything
        if words[:1] == ["contains"]:
            return self._contains(words[1:])
        if words[:2] == ["spread", "of"]:
            return self._spread(words[2:])
        if words == ["suited"] or (len(words) == 1 and words[0] in MIXED):
            condition = all_alike(self.compiled, self.compiled.deck.suits)
            return replace(
                self.anything, condition=replace(condition, negated=words[0] != "suited")
            )
        if len(words) > 2 and words[-2] == "or" and words[-1] in (*_UP, *_DOWN):
            span = self._span(words[:-2])
            up = range(span.start, len(self.compiled.classes))
            return self._ranked(up if words[-1] in _UP else range(span.stop))
        if "to" in words:
            cut = words.index("to")
            one, other = self._span(words[:cut]), self._span(words[cut + 1 :])
            return self._ranked(range(min(one.start, other.start), max(one.stop, other.stop)))
        test = self._hand(words)
        if test is None:
            raise self._not_understood(words)
        return test

    def _coloured(self, words: Sequence[str], colours: Sequence[str]) -> HandTest:
        """A hand in one colour; the words alone mean any hand."""
        rest = " ".join(words) or "any hand"
        test = parse_hand(rest, self.compiled)
        if test.condition is not None:
            raise HandError(f'"{self.text}" asks for a colour of a hand that names its cards')
        condition = all_alike(self.compiled, colours)
        return replace(test, text=self.text, condition=condition, names_suit=True)

    def _ranked(self, span: range) -> HandTest:
        return replace(self.anything, spans=(span,))

    def _hand(self, words: Sequence[str]) -> HandTest | None:
        span = self.hands.read(words)
        return self._named(words) if span is None else self._ranked(span)

    def _span(self, words: Sequence[str]) -> range:
        """The values of a hand beside "or better", "or worse" or "to"."""
        test = self._hand(words)
        if test is None or test.values is None:
            raise self._not_understood(words)
        return test.values

    def _named(self, words: Sequence[str]) -> HandTest | None:
        """All the ranks of a hand by name: "suited A-K", "A-K unsuited", "A-K"."""
        mixed = any(word in MIXED for word in words)
        suited = "suited" in words
        named = [word for word in words if word != "suited" and word not in MIXED]
        if not named or any(word not in SINGULAR_RANKS for word in named) or (suited and mixed):
            return None
        ranks = [SINGULAR_RANKS[word] for word in named]
        self.hands.check_ranks(ranks)
        if len(ranks) != self.compiled.ranking.cards:
            raise HandError(
                f'"{self.text}" names {len(ranks)} card(s), but a hand of ranking '
                f"{self.compiled.ranking.id} has {self.compiled.ranking.cards}: name them all, "
                f'or say "contains {"suited " if suited else ""}{"-".join(ranks)}"'
            )
        values = self._suited_and_mixed(ranks)
        wanted = values[:1] if suited else values[1:] if mixed else values
        possible = sorted({value for value in wanted if value is not None})
        if not possible:
            raise self._impossible()
        spans = tuple(range(value, value + 1) for value in possible)
        test = replace(self.anything, spans=spans)
        if values[0] != values[1] or not (suited or mixed):
            return test
        # The ranking does not distinguish one suit from several, so the cards must be looked at.
        condition = holding_in_one_suit(self.compiled.deck.full, ranks)
        return replace(test, condition=replace(condition, negated=mixed))

    def _suited_and_mixed(self, ranks: Sequence[str]) -> tuple[int | None, int | None]:
        """The value of these ranks in one suit and in several, None if that cannot be dealt."""
        deck = self.compiled.deck.full
        packed = sum(1 << COUNT_BITS * deck.ranks.index(rank) for rank in ranks)
        suits = {card.suit for card in deck.cards if card.rank in ranks}
        mixed = self.compiled.plain.get(packed) if len(ranks) > 1 and len(suits) > 1 else None
        return self.compiled.suited.get(packed), mixed

    def _contains(self, words: Sequence[str]) -> HandTest:
        """ "contains a joker", "two aces", "an ace", "suited A-K", "As Kd"."""
        deck = self.compiled.deck.full
        words = without_article(list(words), self.text)
        if len(words) == 1 and words[0] in JOKER_WORDS:
            condition = containing(deck, [JOKER.rank])
        elif len(words) == 2 and words[0] in NUMBERS and words[1] in (*PLURAL_RANKS, "jokers"):
            rank = PLURAL_RANKS.get(words[1], JOKER.rank)
            condition = containing(deck, [rank] * NUMBERS[words[0]])
        elif words[:1] == ["suited"] and self._are_ranks(words[1:]):
            condition = holding_in_one_suit(deck, [SINGULAR_RANKS[word] for word in words[1:]])
        elif self._are_ranks(words):
            condition = containing(deck, [SINGULAR_RANKS[word] for word in words])
        else:
            return self._contains_cards(words)
        if not condition.alternatives:
            raise self._impossible()
        return replace(self.anything, condition=condition)

    def _spread(self, words: Sequence[str]) -> HandTest:
        """ "spread of 3", "spread of 4 or more": how many ranks lie between the two cards."""
        if self.compiled.ranking.cards != 2:
            raise HandError(f'"{self.text}" asks for the spread of two cards, and a hand has more')
        more = list(words[1:]) in (["or", "more"], ["or", "better"], ["or", "higher"])
        least = (
            NUMBERS.get(words[0], int(words[0]) if words[0].isdecimal() else -1) if words else -1
        )
        if least < 0 or not (more or len(words) == 1):
            raise HandError(f'"{self.text}": a spread is a number: "spread of 3", "... or more"')
        deck = self.compiled.deck.full
        most = len(deck.ranks) - 2 if more else least
        pairs = [
            containing(deck, [low, high])
            for below, low in enumerate(deck.ranks)
            for above, high in enumerate(deck.ranks)
            if least <= above - below - 1 <= most
        ]
        condition = CardCondition(tuple(some for pair in pairs for some in pair.alternatives))
        if not condition.alternatives:
            raise self._impossible()
        return replace(self.anything, condition=condition)

    def _are_ranks(self, words: Sequence[str]) -> bool:
        if not words or any(word not in SINGULAR_RANKS for word in words):
            return False
        self.hands.check_ranks([SINGULAR_RANKS[word] for word in words])
        return True

    def _contains_cards(self, words: Sequence[str]) -> HandTest:
        try:
            cards = parse_cards(" ".join(words))
            self.compiled.deck.full.check(cards)
        except CardError as error:
            raise HandError(f'"{self.text}": {error}') from error
        if not cards:
            raise self._not_understood(["contains"])
        condition = containing(self.compiled.deck.full, cards)
        # All four deuces name no suit: suits are named only if their cards differ.
        by_suit = [
            sorted(card.rank for card in cards if card.suit == suit)
            for suit in self.compiled.deck.suits
        ]
        names_suit = any(ranks != by_suit[0] for ranks in by_suit)
        return replace(self.anything, condition=condition, names_suit=names_suit)

    def _impossible(self) -> HandError:
        return HandError(f'"{self.text}" cannot be dealt from deck {self.compiled.deck.id}')

    def _not_understood(self, words: Sequence[str]) -> HandError:
        unknown = self.vocabulary.first_unknown(words)
        if unknown:
            told = f": what is {unknown!r}{did_you_mean(unknown, self.vocabulary.known)}"
        else:
            told = did_you_mean(" ".join(words), map(" ".join, self.vocabulary.names))
        ranking = self.compiled.ranking
        names = ", ".join(ranking.label(category) for category in ranking.categories)
        return HandError(
            f'"{self.text}" does not name a hand{told}; understood are a category ({names}), '
            'its ranks ("pair of sixes", "ace-king high", "queen-high straight"), "... or better", '
            '"... or worse", "... to ...", "suited A-K", "one colour", "red", "contains a joker" '
            'and "any hand"'
        )
