"""Conditions on the cards a hand is drawn from: what they contain, and whether in one suit."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from feltworks.cards import Card
from feltworks.hands.handtest import AtLeast, CardCondition

if TYPE_CHECKING:
    from collections.abc import Sequence

    from feltworks.cards import Deck
    from feltworks.hands.compiled import CompiledRanking


def containing(deck: Deck, wanted: Sequence[str] | Sequence[Card]) -> CardCondition:
    """All of these ranks (any suit) or cards."""
    demands = []
    for item, count in Counter(wanted).items():
        held = [face for face in deck.cards if item in (face, face.rank)]
        if len(held) < count:
            return CardCondition(())
        demands.append(AtLeast(frozenset(held), count))
    return CardCondition((tuple(demands),))


def holding_in_one_suit(deck: Deck, ranks: Sequence[str]) -> CardCondition:
    """All of these ranks in one and the same suit."""
    by_suit = (containing(deck, [Card(rank, suit) for rank in ranks]) for suit in deck.suits)
    return CardCondition(tuple(some for condition in by_suit for some in condition.alternatives))


def all_one_suit(compiled: CompiledRanking) -> CardCondition:
    """Every card of one suit, wild cards going with any."""
    deck, wild = compiled.deck, compiled.ranking.wild
    by_suit = [
        frozenset(face for face in deck.faces if face.suit == suit or face.rank in wild)
        for suit in deck.suits
    ]
    return CardCondition(tuple((AtLeast(faces, None),) for faces in by_suit))
