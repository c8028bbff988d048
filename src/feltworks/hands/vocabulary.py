"""The words of the hand grammar: ranks, numbers and the names of categories.

A phrase is read as plain words; hyphens and commas only separate them, and plurals are removed.
Ranks may be words or letters: "seven", "sevens", "7", "7s", "T", "10".
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cached_property, lru_cache

from feltworks.cards import RANK_WORDS
from feltworks.hands.errors import HandError
from feltworks.hands.rankings import Ranking
from feltworks.hands.shapes import NUMBER_WORDS, SHAPES

_DIGITS = {str(number): NUMBER_WORDS[number - 1] for number in range(2, 6)}
NUMBERS = {name: int(digit) for digit, word in _DIGITS.items() for name in (word, digit)}
_ARTICLES = ("an", "the", "one")
JOKER_WORDS = ("joker", "jokers")
MIXED = ("unsuited", "offsuit")

_SINGULAR = {
    "pairs": "pair",
    "houses": "house",
    "flushes": "flush",
    "straights": "straight",
    "kinds": "kind",
    "kickers": "kicker",
    "hands": "hand",
    "colours": "colour",
    "color": "colour",
    "colors": "colour",
}
_GRAMMAR_WORDS = (
    *("any", "hand", "contains", "suited", "unsuited", "offsuit", "high", "kicker", "joker"),
    *("or", "better", "worse", "to", "and", "over", "of", "a", "an", "full", "card", "kind"),
    *("in", "one", "colour", "red", "black", "spread", "more"),
    *("pair", *NUMBER_WORDS[1:], "house", "flush", "straight", "royal"),
)


def _rank_names() -> tuple[dict[str, str], dict[str, str]]:
    singular, plural = {"10": "T", "deuce": "2"}, {"10s": "T", "deuces": "2"}
    for rank, (one, many) in RANK_WORDS.items():
        singular |= {one: rank, rank.lower(): rank}
        plural |= {many: rank, rank.lower() + "s": rank}
    return singular, plural


SINGULAR_RANKS, PLURAL_RANKS = _rank_names()
ANY_RANK = SINGULAR_RANKS | PLURAL_RANKS


def words_of(text: str) -> list[str]:
    """The words of a phrase, in lower case and without plurals of categories."""
    words = re.split(r"[\s,\-–—]+", text.lower())
    for place, following in enumerate(words[1:]):
        if following in ("of", "pair", "pairs"):
            words[place] = _DIGITS.get(words[place], words[place])
    return [_SINGULAR.get(word, word) for word in words if word]


def without_article(words: list[str], text: str) -> list[str]:
    """The words after "a" or "an"; before a letter "a" may be the ace, as a hyphen then shows."""
    if len(words) < 2 or words[0] not in ("a", *_ARTICLES):
        return words
    is_letter = len(words[1]) == 1 or words[1] == "10"
    if words[0] == "a" and is_letter:
        if f"a-{words[1]}" in text.lower():
            return words
        rank = SINGULAR_RANKS.get(words[1], "A")
        raise HandError(
            f'"{text}" can be read in two ways: write "a {RANK_WORDS[rank][0]}" or "A-{rank}"'
        )
    return words[1:]


@lru_cache(maxsize=64)
class Vocabulary:
    """The category names that one ranking reads, including its labels; made once for each."""

    def __init__(self, ranking: Ranking) -> None:
        self.ranking = ranking

    @cached_property
    def names(self) -> dict[tuple[str, ...], str]:
        """Category by the words of its name, longest names first."""
        names = self.ranking.categories if self.ranking.longest else SHAPES
        named = {tuple(words_of(name)): name for name in names}
        named |= {tuple(words_of(label)): name for name, label in self.ranking.labels}
        return dict(sorted(named.items(), key=lambda item: -len(item[0])))

    def opening(self, words: Sequence[str]) -> tuple[str, int] | None:
        """The category that the words begin with, and how many words name it."""
        for name, category in self.names.items():
            if tuple(words[: len(name)]) == name:
                return category, len(name)
        return None

    def closing(self, words: Sequence[str]) -> tuple[str, int] | None:
        """The category that the words end with, and how many words come before it."""
        for name, category in self.names.items():
            if tuple(words[-len(name) :]) == name:
                return category, len(words) - len(name)
        return None

    @cached_property
    def known(self) -> set[str]:
        """Every word that a phrase may use."""
        labels = {word for name in self.names for word in name}
        return {*_GRAMMAR_WORDS, *ANY_RANK, *labels}

    def first_unknown(self, words: Sequence[str]) -> str | None:
        """The first word that no phrase uses."""
        return next((word for word in words if word not in self.known), None)
