"""Totals: hands that count points, of as many cards as lie there by then.

Such a hand has no categories: its cards are worth points, which are added up, and with a modulus
only the remainder counts. A rule may look at its total, how many cards it has, and by how much it
is ahead of another total. The three are packed into one integer, the hand's value; so a phrase is a
set of values, as for ranked hands, and pay tables need no special code for totals. Two hands
compare only by their totals, which `total_of` extracts from the values.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import cached_property
from itertools import product
from typing import TYPE_CHECKING, TypeVar

from feltworks.cards import Card, Deck
from feltworks.hands.handtest import HandTest
from feltworks.hands.totalphrases import WORDS, PhraseOfTotals

if TYPE_CHECKING:
    from feltworks.arrays import Int64s, UInt8s

Number = TypeVar("Number", int, "Int64s")

NO_CARD = 255
"""In a row of face numbers: no card was dealt."""

POINTS = {
    **{str(pips): pips for pips in range(2, 10)},
    **{"A": 1, "T": 10, "J": 10, "Q": 10, "K": 10, "Jo": 0},
}
"""What ranks count by default."""


class TotalHand:
    """A total over one deck: `points` by rank, a most number of cards, compared with `over`."""

    def __init__(
        self,
        deck: Deck,
        points: Mapping[str, int],
        *,
        modulo: int | None = None,
        most_cards: int,
        over: TotalHand | None = None,
    ) -> None:
        self.deck = deck
        self.points = POINTS | dict(points)
        self.modulo = modulo
        self.most_cards = most_cards
        self.over = over
        highest = max(self.points[face.rank] for face in deck.full.faces)
        self.top = highest * most_cards if modulo is None else modulo - 1
        self._leads = 1 if over is None else self.top + over.top + 1

    @property
    def size(self) -> int:
        """How many values there are."""
        return (self.top + 1) * (self.most_cards + 1) * self._leads

    @property
    def measure(self) -> tuple[object, ...]:
        """How points are counted: totals of the same measure can be compared."""
        return tuple(self.points[rank] for rank in self.deck.ranks), self.modulo

    def total(self, cards: Iterable[Card]) -> int:
        """The points of these cards."""
        return self._remainder(sum([self.points[card.rank] for card in cards]))

    def reduced(self, card: Card) -> int:
        """What a card adds to a total: cards with the same number count alike."""
        return self._remainder(self.points[card.rank])

    def _remainder(self, points: Number) -> Number:
        return points if self.modulo is None else points % self.modulo

    def value(self, cards: Sequence[Card], others: Sequence[Card] = ()) -> int:
        """Total, number of cards and lead over the others, as one integer."""
        total = self.total(cards)
        lead = 0 if self.over is None else total - self.over.total(others)
        return self._packed(total, len(cards), lead)

    def total_of(self, value: Number) -> Number:
        """The total in a value, or in many: what hands compare by."""
        return value // ((self.most_cards + 1) * self._leads)

    def _packed(self, total: int, cards: int, lead: int) -> int:
        behind = 0 if self.over is None else self.over.top
        return (total * (self.most_cards + 1) + cards) * self._leads + lead + behind

    def describe(self, value: int) -> str:
        """The hand in words that phrases can read, without its lead."""
        total, cards = divmod(value // self._leads, self.most_cards + 1)
        if not cards or self.most_cards == 1:
            return str(total) if cards else "no card"
        number = WORDS[cards] if cards < len(WORDS) else cards
        return f"{total} with {number} {'card' if cards == 1 else 'cards'}"

    def values(self, faces: UInt8s, others: UInt8s | None = None) -> Int64s:
        """`value` of many hands: rows of face numbers, `NO_CARD` if there is none."""
        import numpy as np

        total = self._totals(faces)
        cards: Int64s = (faces != NO_CARD).sum(axis=1, dtype=np.int64)
        lead = np.zeros(len(faces), np.int64)
        if self.over is not None and others is not None:
            lead = total - self.over._totals(others) + self.over.top
        return (total * (self.most_cards + 1) + cards) * self._leads + lead

    def _totals(self, faces: UInt8s) -> Int64s:
        total: Int64s = self._face_points[faces].sum(axis=1)
        return self._remainder(total)

    @cached_property
    def _face_points(self) -> Int64s:
        import numpy as np

        points = np.zeros(256, np.int64)
        points[: len(self.deck.faces)] = [self.points[face.rank] for face in self.deck.faces]
        return points

    def test(self, text: str) -> HandTest:
        """The test that a phrase states; a `HandError` says what is wrong with it."""
        behind = 0 if self.over is None else self.over.top
        totals, cards, leads = PhraseOfTotals(
            text, self.top, self.most_cards, None if self.over is None else (-behind, self.top)
        ).read()
        wanted = {
            self._packed(total, count, lead)
            for total, count, lead in product(totals, cards - {0}, leads)
        }
        if 0 in cards:
            wanted |= {self._packed(0, 0, lead) for lead in leads}
        return HandTest(text, self.deck, _runs(wanted))


def _runs(values: Collection[int]) -> tuple[range, ...]:
    """The values as ranges, in ascending order."""
    found: list[range] = []
    for value in sorted(values):
        if found and found[-1].stop == value:
            found[-1] = range(found[-1].start, value + 1)
        else:
            found.append(range(value, value + 1))
    return tuple(found)
