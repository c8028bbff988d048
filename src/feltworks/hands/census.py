"""Every kind of hand a deck can deal: which ranks go together, and whether in one suit.

Suits matter to a hand only when all its natural cards share one, so a kind is a multiset of ranks,
a number of wild cards, and that one bit. The census lists the kinds the deck's copies allow.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator
from functools import cached_property
from itertools import combinations_with_replacement

from feltworks.cards import JOKER, Card, Deck
from feltworks.hands.classify import Classifier, Key, Ranks
from feltworks.hands.errors import HandError
from feltworks.hands.rankings import Ranking

COUNT_BITS = 3


def check_deck(ranking: Ranking, deck: Deck) -> None:
    """Raises a HandError unless the deck can deal hands of the ranking."""
    if deck.jokers and JOKER.rank not in ranking.wild:
        raise HandError(
            f"deck {deck.id} has a joker, but ranking {ranking.id} does not say that it is wild"
        )
    for rank in ranking.wild:
        if rank != JOKER.rank and rank not in deck.ranks:
            raise HandError(
                f'ranking {ranking.id} makes "{rank}" wild, but the ranks of deck {deck.id} '
                f"are {', '.join(deck.ranks)}"
            )
    if ranking.longest and (deck.jokers or deck.packs > 1):
        raise HandError(
            f"ranking {ranking.id} counts the cards of a suit, so deck {deck.id} must hold every "
            "card once and no joker"
        )
    if deck.size < ranking.cards:
        raise HandError(
            f"deck {deck.id} has {deck.size} card(s), too few for ranking {ranking.id}, "
            f"which needs {ranking.cards}"
        )


class Census:
    """The kinds of hands of one ranking that one deck can deal."""

    def __init__(self, ranking: Ranking, deck: Deck) -> None:
        check_deck(ranking, deck)
        self.ranking = ranking
        self.deck = deck
        self._classifier = Classifier(ranking, len(deck.ranks))

    @cached_property
    def copies(self) -> list[list[int]]:
        """Natural cards of each rank and suit."""
        by_suit = [[0] * len(self.deck.suits) for _ in self.deck.ranks]
        for face, count in zip(self.deck.faces, self.deck.copies, strict=True):
            if face.rank not in self.ranking.wild:
                place = self.deck.ranks.index(face.rank)
                by_suit[place][self.deck.suits.index(face.suit)] = count
        return by_suit

    @cached_property
    def wilds(self) -> int:
        """Wild cards in the deck."""
        faces = zip(self.deck.faces, self.deck.copies, strict=True)
        return sum(count for face, count in faces if face.rank in self.ranking.wild)

    def kinds(self, cards: int) -> Iterator[tuple[Ranks, int]]:
        """Every multiset of natural ranks, highest first, with its number of wild cards."""
        totals = [sum(by_suit) for by_suit in self.copies]
        present = [place for place, total in enumerate(totals) if total][::-1]
        enough = min((totals[place] for place in present), default=0)
        for wilds in range(min(cards, self.wilds) + 1):
            for ranks in combinations_with_replacement(present, cards - wilds):
                # Ranks that are all different, or few, need no check.
                if (
                    len(ranks) <= enough
                    or len({*ranks}) == len(ranks)
                    or all(ranks.count(rank) <= totals[rank] for rank in {*ranks})
                ):
                    yield ranks, wilds

    @cached_property
    def _full_suit(self) -> bool:
        """Whether one suit holds every rank."""
        by_rank = [by_suit for by_suit in self.copies if any(by_suit)]
        return any(all(suit) for suit in zip(*by_rank, strict=True))

    @cached_property
    def _no_twins(self) -> bool:
        """Whether no suit holds a rank twice."""
        return all(count <= 1 for by_suit in self.copies for count in by_suit)

    def can_be_suited(self, ranks: Ranks) -> bool:
        """Whether some suit holds all these ranks at once."""
        if not ranks:
            return True
        alike = len({*ranks}) < len(ranks)
        if alike and self._no_twins:
            return False
        if not alike and self._full_suit:
            return True
        return any(
            all(self.copies[rank][suit] >= ranks.count(rank) for rank in {*ranks})
            for suit in range(len(self.deck.suits))
        )

    def can_be_mixed(self, ranks: Ranks) -> bool:
        """Whether these ranks can be dealt in more than one suit."""
        suits = {suit for rank in {*ranks} for suit in self._suits_of[rank]}
        return len(ranks) > 1 and len(suits) > 1

    @cached_property
    def _suits_of(self) -> list[list[int]]:
        """The suits that each rank comes in."""
        return [[suit for suit, count in enumerate(held) if count] for held in self.copies]

    def values(self) -> tuple[list[Key], dict[int, int], dict[int, int]]:
        """Every key that a hand of the deck has, ascending: its place is its value. And values by
        packed ranks, for mixed suits and for one suit.

        Ranks that never come in mixed suits still get the greatest value not above their key: the
        array evaluator looks it up before it looks at the suits, and one suit always beats it.
        """
        mixed: dict[int, Key] = {}
        in_one_suit: dict[int, Key] = {}
        found: set[Key] = set()
        for ranks, wilds in self.kinds(self.ranking.cards):
            packed = self.packed(ranks, wilds)
            mixed[packed] = key = self._classifier.key(ranks, wilds=wilds, suited=False)
            if self.can_be_mixed(ranks):
                found.add(key)
            if self.can_be_suited(ranks):
                in_one_suit[packed] = key = self._classifier.key(ranks, wilds=wilds, suited=True)
                found.add(key)
        keys = sorted(found)
        value_of = {key: value for value, key in enumerate(keys)}
        for key in mixed.values():
            if key not in value_of:
                value_of[key] = bisect_right(keys, key) - 1
        plain = {packed: value_of[key] for packed, key in mixed.items()}
        return keys, plain, {packed: value_of[key] for packed, key in in_one_suit.items()}

    def packed(self, ranks: Ranks, wilds: int) -> int:
        """Ranks and wild cards as one integer, three bits to count each rank."""
        units = self._units
        return sum([units[rank] for rank in ranks]) + wilds * units[-1]

    @cached_property
    def _units(self) -> list[int]:
        """What a card of each rank adds to the packed ranks; the last is a wild card's."""
        return [1 << (COUNT_BITS * place) for place in range(len(self.deck.ranks) + 1)]

    def marks(self) -> dict[Card, tuple[int, int]]:
        """What each card adds to the packed ranks, and the suits it may belong to as bits."""
        every_suit = (1 << len(self.deck.suits)) - 1
        marks = {}
        for face in self.deck.faces:
            if face.rank in self.ranking.wild:
                marks[face] = (self._units[-1], every_suit)
            else:
                suit = 1 << self.deck.suits.index(face.suit)
                marks[face] = (self._units[self.deck.ranks.index(face.rank)], suit)
        return marks
