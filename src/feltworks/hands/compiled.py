"""A ranking over one deck, compiled: every hand that can be dealt has an integer value.

Values are dense and ascend with strength, so comparing hands is comparing integers, a category is
a range of values, and two hands tie exactly when their values are equal. A hand is looked up by
its packed ranks (three bits count each rank, wild cards counted as a rank of their own) in one of
two dictionaries, for cards of one suit and for all others.

In words a hand is "pair of sevens, king kicker": the sentence names its class completely, so that
the hand grammar reads it back as that class and no other.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from itertools import combinations, pairwise
from typing import TYPE_CHECKING

from feltworks.cards import RANK_WORDS, Card, Deck
from feltworks.errors import did_you_mean
from feltworks.hands.census import Census
from feltworks.hands.classify import laid_out
from feltworks.hands.errors import HandError
from feltworks.hands.rankings import MOST_CARDS, Ranking
from feltworks.hands.shapes import shape_of

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from feltworks.arrays import UInt8s
    from feltworks.hands.arrays import HandTables


@dataclass(frozen=True, slots=True)
class HandClass:
    """Hands that tie: a category and the ranks that place a hand within it."""

    category: str
    ranks: tuple[str, ...]


@dataclass(frozen=True, eq=False)
class CompiledRanking:
    """Made by `compile_ranking`; `classes[value]` is what a value means."""

    ranking: Ranking
    deck: Deck
    classes: tuple[HandClass, ...]
    plain: Mapping[int, int] = field(repr=False)
    suited: Mapping[int, int] = field(repr=False)
    marks: Mapping[Card, tuple[int, int]] = field(repr=False)

    def value(self, cards: Sequence[Card]) -> int:
        """The value of the best hand in these cards."""
        self._check(cards)
        marks = [self.marks[card] for card in cards]
        return max(map(self._looked_up, combinations(marks, self.ranking.cards)))

    def best(self, cards: Sequence[Card]) -> tuple[Card, ...]:
        """The cards of the best hand, in a dealer's order."""
        self._check(cards)
        return self.best_of(combinations(cards, self.ranking.cards))

    def best_of(self, hands: Iterable[tuple[Card, ...]]) -> tuple[Card, ...]:
        """The first of the best among whole hands, in a dealer's order."""
        hand = max(hands, key=self.whole_hand)
        return self._laid(hand, self.classes[self.whole_hand(hand)])

    def whole_hand(self, cards: Sequence[Card]) -> int:
        """The value of exactly as many cards as a hand has, which must be of the deck."""
        return self._looked_up([self.marks[card] for card in cards])

    def describe(self, value: int) -> str:
        """The hand in words, as the hand grammar reads them."""
        return in_words(self.ranking, self.classes[self._known(value)])

    def category_of(self, value: int) -> str:
        """The category a value belongs to."""
        return self.classes[self._known(value)].category

    def category_range(self, category: str) -> range:
        """The values of a category; empty if the deck cannot make it."""
        if category not in self.ranking.categories:
            raise HandError(
                f"ranking {self.ranking.id} has no category {category!r}"
                f"{did_you_mean(category, self.ranking.categories)}: "
                f"it has {', '.join(self.ranking.categories)}"
            )
        return self._ranges[category]

    @cached_property
    def category_names(self) -> tuple[str, ...]:
        """The categories, lowest first: the names of the numbers in `categories`."""
        return self.ranking.categories[::-1]

    @cached_property
    def _ranges(self) -> dict[str, range]:
        starts = [0]
        names = [hand.category for hand in self.classes]
        for category in self.category_names:
            starts.append(starts[-1] + names.count(category))
        return {
            category: range(start, stop)
            for category, (start, stop) in zip(self.category_names, pairwise(starts), strict=True)
        }

    def values(self, faces: UInt8s) -> NDArray[np.signedinteger]:
        """Values of many hands: one row of face numbers each, as many columns as cards to draw on.

        Rows must be hands that the deck can deal; this is not checked.
        """
        return self.tables(faces.shape[-1]).values(faces)

    def categories(self, values: NDArray[np.signedinteger]) -> UInt8s:
        """Category numbers of values, 0 the lowest; `category_names` names them."""
        from feltworks.hands.arrays import category_numbers

        numbers: UInt8s = category_numbers(self)[values]
        return numbers

    def tables(self, cards: int) -> HandTables:
        """The lookup tables for kernels, for hands drawn from this many cards."""
        from feltworks.hands.arrays import hand_tables

        return hand_tables(self, cards)

    def check_tables(self, cards: int) -> None:
        """A HandError where there are no such tables; none are made for it."""
        least = self.ranking.cards
        if not least <= cards <= MOST_CARDS:
            raise HandError(
                f"ranking {self.ranking.id} looks hands up in {least} to {MOST_CARDS} cards, "
                f"not in {cards}"
            )

    def value_counts(self, cards: int | None = None) -> list[int]:
        """How many sets of this many cards of the deck have each value, exactly."""
        from feltworks.hands.counting import value_counts

        return value_counts(self, self.ranking.cards if cards is None else cards)

    def category_counts(self, cards: int | None = None) -> dict[str, int]:
        """How many sets of this many cards of the deck make each category, best first."""
        counts = self.value_counts(cards)
        return {
            name: sum(counts[value] for value in self.category_range(name))
            for name in self.ranking.categories
        }

    def __reduce__(self) -> tuple[object, tuple[Ranking, Deck]]:
        """Pickled without its tables: another process compiles its own."""
        return compile_ranking, (self.ranking, self.deck)

    def _check(self, cards: Sequence[Card]) -> None:
        self.deck.check(cards)
        if len(cards) < self.ranking.cards:
            raise HandError(
                f"{len(cards)} card(s) are too few: ranking {self.ranking.id} "
                f"needs at least {self.ranking.cards}"
            )

    def _known(self, value: int) -> int:
        if not 0 <= value < len(self.classes):
            raise HandError(f"no hand has value {value}; values are 0 to {len(self.classes) - 1}")
        return value

    def _looked_up(self, marks: Sequence[tuple[int, int]]) -> int:
        packed = 0
        shared = -1
        for unit, suits in marks:
            packed += unit
            shared &= suits
        return self.suited[packed] if shared else self.plain[packed]

    def _laid(self, hand: Sequence[Card], named: HandClass) -> tuple[Card, ...]:
        ranks = self.deck.ranks
        order = laid_out(
            shape_of(named.category),
            tuple(ranks.index(rank) for rank in named.ranks),
            cards=len(hand),
            rank_count=len(ranks),
        )
        wilds = [card for card in hand if card.rank in self.ranking.wild]
        naturals = [card for card in hand if card.rank not in self.ranking.wild]
        laid = []
        for place in order:
            card = next((card for card in naturals if card.rank == ranks[place]), None)
            if card is None:
                laid.append(wilds.pop(0))
            else:
                naturals.remove(card)
                laid.append(card)
        return tuple(laid)


@lru_cache(maxsize=64)
def compile_ranking(ranking: Ranking, deck: Deck) -> CompiledRanking:
    """The tables of a ranking over a deck; made once for each pair."""
    if ranking.longest:
        from feltworks.hands.longest import compile_longest

        return compile_longest(ranking, deck)
    # Hands keep their values when cards are gone, and phrases about gone cards their meaning.
    census = Census(ranking, deck.full)
    keys, plain, suited = census.values()
    names = ranking.categories[::-1]
    classes = tuple(
        HandClass(names[strength], tuple(deck.ranks[place] for place in places))
        for strength, places in keys
    )
    return CompiledRanking(ranking, deck, classes, plain, suited, census.marks())


_HEADS = {
    "pair": "pair of {}",
    "two pair": "two pair, {} and {}",
    "three of a kind": "three {}",
    "full house": "full house, {} over {}",
    "four of a kind": "four {}",
    "five of a kind": "five {}",
}
_JOINED = {"two pair": "{} and {}", "full house": "{} over {}"}


def joined(ranks: Sequence[str]) -> str:
    """Ranks as one word: "ace-king-nine"."""
    return "-".join(RANK_WORDS[rank][0] for rank in ranks)


def in_words(ranking: Ranking, hand: HandClass) -> str:
    """The sentence that names this hand and no other."""
    shape = shape_of(hand.category)
    label = ranking.label(hand.category)
    if shape.royal:
        return label
    if shape.straight:
        return f"{joined(hand.ranks)}-high {label}"
    if shape.is_flush:
        return f"{joined(hand.ranks)} {label}"
    if not shape.groups:
        high = f"{joined(hand.ranks)} high"
        return high if label == hand.category else f"{label}, {high}"
    leading, kickers = hand.ranks[: len(shape.groups)], hand.ranks[len(shape.groups) :]
    said = _groups(hand.category, label, leading)
    if not kickers:
        return said
    return f"{said}, {joined(kickers)} kicker{'s' if len(kickers) > 1 else ''}"


def _groups(category: str, label: str, ranks: Sequence[str]) -> str:
    plurals = [RANK_WORDS[rank][1] for rank in ranks]
    plain = category.removeprefix("suited ")
    if label != category:
        return f"{label}, {_JOINED.get(plain, '{}').format(*plurals)}"
    said = _HEADS[plain].format(*plurals)
    return said if plain == category else f"suited {said}"
