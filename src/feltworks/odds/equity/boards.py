"""Boards that may still come and starting hands, those that differ by a swap of suits counted once.

A swap of suits that leaves every known hand, the board and the deck as they are changes no hand's
share; of the boards it takes into each other one is kept, with their number as its weight. Starting
hands likewise: with four suits alike there are 169, a pair of a rank, two ranks in one suit, two
ranks in two.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from feltworks.odds.boardsymmetry import canonical_hands
from feltworks.odds.cardspace import CardSpace
from feltworks.odds.equity.tables import EquityError
from feltworks.odds.symmetry import Symmetry

if TYPE_CHECKING:
    from collections.abc import Sequence

    from feltworks.arrays import Int64s, UInt8s
    from feltworks.cards import Card, Deck
    from feltworks.odds.equity.tables import PotHand


def boards(deck: Deck, known: Sequence[Sequence[Card]], missing: int) -> tuple[UInt8s, Int64s]:
    """Every set of this many cards beside the known ones up to such swaps, as rows of faces, and
    how many sets each counts for. Suits are alike if all known parts hold the same ranks."""
    space = CardSpace(deck)
    held = [
        [{card.rank for card in part if card.suit == suit} for part in (deck.cards, *known)]
        for suit in deck.suits
    ]
    alike = np.array([held.index(ranks) for ranks in held], np.int64)
    out = np.array([space.numbers[card] for part in known for card in part], np.uint8)
    found = canonical_hands(space, out, alike, missing)
    return space.faces[found.sets], found.weights


@dataclass(frozen=True, slots=True)
class StartingHand:
    """A kind of starting hand: one pair of cards of this kind, and how many there are."""

    name: str
    cards: tuple[Card, Card]
    hands: int


def start_name(deck: Deck, cards: tuple[Card, Card]) -> str:
    """`AA`, `AKs` if the suits are the same, `AKo` if they are not; a joker is `Jo`."""
    high, low = sorted(cards, key=lambda card: -deck.index(card))
    if high.is_joker or low.is_joker or high.rank == low.rank:
        return high.rank + low.rank
    return f"{high.rank}{low.rank}{'s' if high.suit == low.suit else 'o'}"


def starts(pot: PotHand) -> tuple[list[StartingHand], Int64s]:
    """The kinds of starting hands, strongest ranks first, and the kind of each pair of faces."""
    if not pot.counts_unknown:
        raise EquityError(
            f"starting hands are pairs of cards; here a player has {pot.own_cards} in "
            f"{len(pot.own_zones)} zone(s)"
        )
    deck, space = pot.deck, CardSpace(pot.deck)
    pairs = Symmetry(space, (2,))
    kinds: dict[int, list[list[int]]] = {}
    for low_first, kind in zip(
        pairs.hands, pairs.canonical_numbers().numbers.tolist(), strict=True
    ):
        kinds.setdefault(kind, []).append(space.faces[low_first[::-1]].tolist())
    number = np.full((len(deck.faces), len(deck.faces)), -1, np.int64)
    found: list[StartingHand] = []
    for at, alike in enumerate(sorted(kinds.values(), key=max, reverse=True)):
        for one, other in alike:
            number[one, other] = number[other, one] = at
        high, low = max(alike)
        cards = (deck.face(high), deck.face(low))
        found.append(StartingHand(start_name(deck, cards), cards, len(alike)))
    return found, number
