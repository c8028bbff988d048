"""A shoe as blackjack sees it: how many cards of each rank are left, suits aside.

Tens, jacks, queens and kings are worth the same and are counted as one value, but their ranks are
kept: a house may forbid splitting tens of unlike rank. Values are numbered 0 for the ace to 9 for
the tens. Suits matter only for named cards: no card can be seen more often than the shoe holds it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Self

from feltworks.cards import SUITS, Card, Deck, join_cards
from feltworks.errors import FeltworksError

RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "T", "J", "Q", "K")
VALUE_COUNT = 10
VALUES = RANKS[:VALUE_COUNT]
ACE, TEN = 0, 9

MOST_DECKS = 8
_PLAYER_TOP = 30
"""The most pips a hand can end with, aces as one: hard twenty plus a ten."""
_DEALER_TOP = 26
"""The same for the dealer, who draws to sixteen at most."""


class ShoeError(FeltworksError):
    """A shoe that is not possible, or that lacks the cards named."""


def value_of(card: Card) -> int:
    """The number of a card's value; raises a `ShoeError` for a joker, which has none."""
    if card.is_joker:
        raise ShoeError("a joker has no value in blackjack: cards go from the ace to the king")
    return min(RANKS.index(card.rank), TEN)


@dataclass(frozen=True)
class Shoe:
    """How many cards there are of each rank, ace to king.

    `faces` says how many of each card, with its suit; None if suits are not known.
    """

    ranks: tuple[int, ...]
    faces: Mapping[Card, int] | None = field(default=None, compare=False, repr=False)

    @classmethod
    def of_decks(cls, decks: int) -> Self:
        """A number of standard decks."""
        if not 1 <= decks <= MOST_DECKS:
            raise ShoeError(f"{decks} decks: a shoe is made of 1 to {MOST_DECKS}")
        return cls._of_faces({Card(rank, suit): decks for rank in RANKS for suit in SUITS})

    @classmethod
    def of_deck(cls, deck: Deck) -> Self:
        """The cards of a rules file's deck."""
        if deck.jokers:
            raise ShoeError(f"the deck {deck.id} has jokers, which have no value in blackjack")
        return cls._of_faces(dict(zip(deck.faces, deck.copies, strict=True)))

    @classmethod
    def _of_faces(cls, faces: Mapping[Card, int]) -> Self:
        ranks = [0] * len(RANKS)
        for card, count in faces.items():
            ranks[RANKS.index(card.rank)] += count
        return cls(tuple(ranks), faces)

    @cached_property
    def values(self) -> tuple[int, ...]:
        """How many cards of each value; the four ranks worth ten are one value."""
        return (*self.ranks[:TEN], sum(self.ranks[TEN:]))

    @cached_property
    def size(self) -> int:
        return sum(self.ranks)

    @property
    def tens(self) -> tuple[int, ...]:
        """How many tens, jacks, queens and kings."""
        return self.ranks[TEN:]

    def without(self, cards: Iterable[Card]) -> Self:
        """The shoe after these cards have left it."""
        seen = tuple(cards)
        left = list(self.ranks)
        for card in seen:
            value_of(card)
            left[RANKS.index(card.rank)] -= 1
        faces = None if self.faces is None else _less(self.faces, seen)
        short = [rank for rank, count in zip(RANKS, left, strict=True) if count < 0]
        if short:
            held = self.ranks[RANKS.index(short[0])]
            raise ShoeError(
                f"{join_cards(seen)}: the shoe has only {held} of the rank {short[0]} to give"
            )
        return type(self)(tuple(left), faces)

    def check_lasts(self, hands: int) -> None:
        """Refuse a shoe that a single round with all splits could use up.

        Counted in pips with aces as one, no player's hand ends above thirty and no dealer's above
        twenty-six, so a shoe with more pips than that always has a card left to draw.
        """
        pips = sum((value + 1) * count for value, count in enumerate(self.values))
        needed = hands * _PLAYER_TOP + _DEALER_TOP
        if pips < needed:
            raise ShoeError(
                f"the shoe has {self.size} cards of {pips} pips in all, and a round split to "
                f"{hands} hands could run out of cards: {needed} pips are wanted, aces as one"
            )


def _less(faces: Mapping[Card, int], seen: tuple[Card, ...]) -> Mapping[Card, int]:
    """How many of each card are left; raises a `ShoeError` if one is named too often."""
    named = Counter(seen)
    for card, count in named.items():
        held = faces.get(card, 0)
        if count > held:
            raise ShoeError(f"{join_cards(seen)}: the shoe has only {held} of {card} to give")
    return {card: held - named[card] for card, held in faces.items()}
