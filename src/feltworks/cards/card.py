"""A card is a rank and a suit, or the joker.

There is one object for each face, so that cards are equal when they read the same and dictionaries
find them by identity, which is quick. Cards have no order of their own, because which of two cards
is higher depends on the deck and on the game. One more object, `SEALED`, stands for a card that was
dealt and never shown, in a round between players for those who may not know it.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import product
from typing import final

from feltworks.cards.notation import (
    ALLOWED,
    JOKER_RANK,
    RANK_WORDS,
    RANKS,
    SUIT_SYMBOLS,
    SUIT_WORDS,
    SUITS,
    CardError,
    quoted,
    read_ranks_and_suits,
)

_FACES: dict[tuple[str, str], Card] = {}


@final
@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Card:
    """One face: `Card("A", "s")`, `Card("Jo", "")`."""

    rank: str
    suit: str

    def __new__(cls, rank: str, suit: str) -> Card:
        return _FACES.get((rank, suit)) or object.__new__(cls)

    def __post_init__(self) -> None:
        if (self.rank, self.suit) not in ((JOKER_RANK, ""), ("?", "?")):
            if len(self.rank) != 1 or self.rank not in RANKS:
                raise CardError(f"{self.rank!r} is not a rank: {ALLOWED}")
            if len(self.suit) != 1 or self.suit not in SUITS:
                raise CardError(f"{self.suit!r} is not a suit: {ALLOWED}")
        _FACES[self.rank, self.suit] = self

    def __reduce__(self) -> tuple[type[Card], tuple[str, str]]:
        """Copies and unpickled cards are the face's one object again."""
        return Card, (self.rank, self.suit)

    @classmethod
    def parse(cls, text: str) -> Card:
        """The one card that `text` writes."""
        pieces = list(read_ranks_and_suits(text))
        if len(pieces) != 1:
            count = len(pieces) or "no"
            raise CardError(f"{quoted(text)} writes {count} cards where one is wanted: {ALLOWED}")
        return cls(*pieces[0])

    @property
    def is_joker(self) -> bool:
        return self.rank == JOKER_RANK

    @property
    def in_words(self) -> str:
        """ "ace of spades", "joker"."""
        if self.is_joker or self is SEALED:
            return "joker" if self.is_joker else "sealed card"
        return f"{RANK_WORDS[self.rank][0]} of {SUIT_WORDS[self.suit][1]}"

    def __str__(self) -> str:
        return self.rank + self.suit

    def _repr_html_(self) -> str:
        """The card in its colour, for notebooks."""
        colour = "#c00" if self.suit in ("h", "d") else "#111"
        return f'<b style="color:{colour}">{self.rank}{SUIT_SYMBOLS.get(self.suit, "")}</b>'

    def __repr__(self) -> str:
        return f"Card.parse({str(self)!r})"


# All made here, so that no two threads can make the same face.
for _rank, _suit in product(RANKS, SUITS):
    Card(_rank, _suit)
JOKER = Card(JOKER_RANK, "")
SEALED = Card("?", "?")
_TEXTS = {card: str(card) for card in _FACES.values()}


def parse_cards(text: str) -> tuple[Card, ...]:
    """Every card of `text`, in order: `"As Kd"`, `"as,kd"`, `"AsKd10c"`, `"A♠ X"`."""
    return tuple(_FACES[piece] for piece in read_ranks_and_suits(text))


def join_cards(cards: Iterable[Card]) -> str:
    """The cards as Feltworks writes them: `"As Kd"`."""
    return " ".join(map(_TEXTS.__getitem__, cards))
