"""A hand test: the condition of a pay row, a qualifier or a conditional choice on a hand.

Most conditions depend only on rank and are a range of values. The others look at the cards the hand
is drawn from: is there a joker among them, an ace, a suited ace and king.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from feltworks.cards import Card, Deck
from feltworks.hands.compiled import CompiledRanking

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from feltworks.arrays import Flags, UInt8s


@dataclass(frozen=True, slots=True)
class AtLeast:
    """A number of cards out of a set of faces; `count` None means every card of them."""

    faces: frozenset[Card]
    count: int | None

    def holds(self, cards: Sequence[Card]) -> bool:
        needed = len(cards) if self.count is None else self.count
        return sum(card in self.faces for card in cards) >= needed

    def mask(self, deck: Deck, faces: UInt8s) -> Flags:
        import numpy as np

        member = np.zeros(256, np.uint8)
        member[[i for i, face in enumerate(deck.faces) if face in self.faces]] = 1
        needed = faces.shape[1] if self.count is None else self.count
        return np.asarray(member[faces].sum(axis=1, dtype=np.uint8) >= needed)


@dataclass(frozen=True, slots=True)
class CardCondition:
    """Holds if all demands of an alternative are met (with `negated`, of none).

    Without alternatives the deck cannot meet it.
    """

    alternatives: tuple[tuple[AtLeast, ...], ...]
    negated: bool = False

    def holds(self, cards: Sequence[Card]) -> bool:
        met = any(all(demand.holds(cards) for demand in some) for some in self.alternatives)
        return met is not self.negated

    def mask(self, deck: Deck, faces: UInt8s) -> Flags:
        import numpy as np

        met = np.zeros(len(faces), np.bool_)
        for some in self.alternatives:
            met |= np.logical_and.reduce([demand.mask(deck, faces) for demand in some])
        return ~met if self.negated else met


@dataclass(frozen=True, slots=True)
class HandTest:
    """The meaning of a phrase, made by `parse_hand`. `spans` are the allowed values, ascending."""

    text: str
    deck: Deck
    spans: tuple[range, ...]
    condition: CardCondition | None = None
    names_suit: bool = False

    @property
    def values(self) -> range | None:
        """The values that pass, if rank alone decides and they are one range."""
        return self.spans[0] if len(self.spans) == 1 and self.condition is None else None

    def matches(self, value: int, cards: Sequence[Card]) -> bool:
        """Whether a hand of this value, drawn from these cards, is what the phrase says."""
        if not any(value in span for span in self.spans):
            return False
        return self.condition is None or self.condition.holds(cards)

    def mask(self, values: NDArray[np.signedinteger], faces: UInt8s) -> Flags:
        """`matches` for many hands: their values, and a row of face numbers for each."""
        import numpy as np

        allowed = np.zeros(len(values), np.bool_)
        for span in self.spans:
            allowed |= (values >= span.start) & (values < span.stop)
        if self.condition is not None:
            allowed &= self.condition.mask(self.deck, faces)
        return allowed


def containing(deck: Deck, wanted: Sequence[str] | Sequence[Card]) -> CardCondition:
    """Hands with all of these ranks (any suit) or cards."""
    demands = []
    for item, count in Counter(wanted).items():
        held = [face for face in deck.cards if item in (face, face.rank)]
        if len(held) < count:
            return CardCondition(())
        demands.append(AtLeast(frozenset(held), count))
    return CardCondition((tuple(demands),))


def holding_in_one_suit(deck: Deck, ranks: Sequence[str]) -> CardCondition:
    """Hands with all of these ranks in the same suit."""
    by_suit = (containing(deck, [Card(rank, suit) for rank in ranks]) for suit in deck.suits)
    return CardCondition(tuple(some for condition in by_suit for some in condition.alternatives))


def all_alike(compiled: CompiledRanking, alike: Sequence[str]) -> CardCondition:
    """Every card of one suit, or of one colour, with wild cards matching any; each of `alike` is a
    set of suits that go together."""
    deck, wild = compiled.deck, compiled.ranking.wild
    allowed = [
        frozenset(face for face in deck.faces if face.suit in suits or face.rank in wild)
        for suits in alike
    ]
    return CardCondition(tuple((AtLeast(faces, None),) for faces in allowed))
