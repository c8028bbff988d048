"""Phrases that name a hand by category and ranks, read as a range of values.

Ranks named in a phrase are the first of those that place a hand in its category: "ace-king high" is
every hand without a pair whose two highest cards are ace and king. Since values ascend with those
ranks, hands that begin alike have adjacent values.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence

from feltworks.cards import RANK_WORDS
from feltworks.hands.compiled import CompiledRanking
from feltworks.hands.errors import HandError
from feltworks.hands.shapes import shape_of
from feltworks.hands.vocabulary import ANY_RANK, NUMBERS, PLURAL_RANKS, Vocabulary, without_article

_OF_A_KIND = {2: "pair", 3: "three of a kind", 4: "four of a kind", 5: "five of a kind"}
_LINKS = ("of", "and", "over")


class PhraseReader:
    """Reads the words of one phrase; None means that it is another kind of phrase."""

    def __init__(self, text: str, compiled: CompiledRanking, vocabulary: Vocabulary) -> None:
        self.text = text
        self.compiled = compiled
        self.vocabulary = vocabulary

    def read(self, words: Sequence[str]) -> range | None:
        """The values of the hand that the words name."""
        named = (
            self._category_first(words)
            or self._counted(words)
            or self._full_of(words)
            or self._high(words)
        )
        return self._span(*named) if named else None

    def _category_first(self, words: Sequence[str]) -> tuple[str, list[str]] | None:
        """ "straight", "pair of sixes", "two pair, aces and kings, queen kicker"."""
        opening = self.vocabulary.opening(words)
        if opening is None:
            return None
        category, length = opening
        rest = list(words[length:])
        if not rest:
            return category, []
        if shape_of(category).groups:
            return self._groups_and_kickers(category, rest)
        ranks = self._ranks(rest[:-1] if rest[-1] == "high" else rest)
        return (category, ranks) if ranks else None

    def _counted(self, words: Sequence[str]) -> tuple[str, list[str]] | None:
        """ "three sevens", "suited five aces", and "jacks" for a pair of them."""
        suited = "suited " if words[:1] == ["suited"] else ""
        rest = list(words[1:] if suited else words)
        if len(rest) > 1 and rest[0] in NUMBERS and rest[1] in PLURAL_RANKS:
            return self._groups_and_kickers(suited + _OF_A_KIND[NUMBERS[rest[0]]], rest[1:])
        if rest and rest[0] in PLURAL_RANKS and "full" not in rest:
            return self._groups_and_kickers(suited + "pair", rest)
        return None

    def _full_of(self, words: Sequence[str]) -> tuple[str, list[str]] | None:
        """ "sevens full", "sevens full of kings"."""
        if len(words) < 2 or words[0] not in PLURAL_RANKS or words[1] != "full":
            return None
        return self._groups_and_kickers("full house", [words[0], *words[2:]])

    def _high(self, words: Sequence[str]) -> tuple[str, list[str]] | None:
        """ "ace-king high", "queen-high straight", "ace-king-nine-four-two flush"."""
        category, length = self.vocabulary.closing(words) or ("high card", len(words))
        shape = shape_of(category)
        rest = list(words[:length])
        closed = rest[-1:] == ["high"]
        if shape.groups or shape.royal or not (closed or length < len(words)):
            return None
        ranks = self._ranks(rest[:-1] if closed else rest)
        return (category, ranks) if ranks else None

    def _groups_and_kickers(
        self, category: str, words: Sequence[str]
    ) -> tuple[str, list[str]] | None:
        groups = shape_of(category).groups
        if words[-1] in _LINKS:
            return None
        said = [word for word in words if word not in _LINKS]
        leading = 0
        while leading < min(len(groups), len(said)) and said[leading] in ANY_RANK:
            leading += 1
        ranks = [ANY_RANK[word] for word in said[:leading]]
        if len(set(groups)) == 1:
            ranks = self._high_first(ranks)
        rest = said[leading:]
        if not rest:
            return category, ranks
        if leading < len(groups) or rest[-1] != "kicker":
            return None
        if rest[0] == "with":
            rest = without_article(rest[1:], self.text)
        kickers = self._ranks(rest[:-1])
        return (category, ranks + kickers) if kickers else None

    def _ranks(self, words: Sequence[str]) -> list[str]:
        """Ranks by name, highest first; empty if a word is no rank."""
        if any(word not in ANY_RANK for word in words):
            return []
        return self._high_first([ANY_RANK[word] for word in words])

    def _high_first(self, ranks: list[str]) -> list[str]:
        self.check_ranks(ranks)
        return sorted(ranks, key=self.compiled.deck.ranks.index, reverse=True)

    def check_ranks(self, ranks: Sequence[str]) -> None:
        """Raises a HandError for a rank that the deck does not have."""
        deck = self.compiled.deck
        for rank in ranks:
            if rank not in deck.ranks:
                raise HandError(
                    f'"{self.text}": deck {deck.id} has no {RANK_WORDS[rank][1]}; '
                    f"its ranks are {', '.join(deck.ranks)}"
                )

    def _span(self, category: str, ranks: list[str]) -> range:
        compiled = self.compiled
        self.check_ranks(ranks)
        if category not in compiled.ranking.categories:
            names = ", ".join(map(compiled.ranking.label, compiled.ranking.categories))
            raise HandError(
                f'"{self.text}": ranking {compiled.ranking.id} has no {category}; it has {names}'
            )
        whole = compiled.category_range(category)
        if not ranks and not whole:
            # The ranking has the hand, but the deck is too small to deal it: such a row never pays.
            return whole
        places = [compiled.deck.ranks.index(rank) for rank in ranks]

        def opening(value: int) -> list[int]:
            named = compiled.classes[value].ranks[: len(places)]
            return [compiled.deck.ranks.index(rank) for rank in named]

        start = bisect_left(whole, places, key=opening)
        stop = bisect_right(whole, places, key=opening)
        if start == stop:
            raise HandError(
                f'"{self.text}": ranking {compiled.ranking.id} has no such hand '
                f"in deck {compiled.deck.id}"
            )
        return whole[start:stop]
