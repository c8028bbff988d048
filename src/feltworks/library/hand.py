"""Hands: their value, their name, the cards that make them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import total_ordering
from typing import TYPE_CHECKING, Any

from feltworks.cards import Card, join_cards, parse_cards
from feltworks.errors import FeltworksError
from feltworks.library.html import cards_html
from feltworks.rules.naming import known_hands, name_hands

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from feltworks.cards import Deck
    from feltworks.rules.handbook import Handbook


@total_ordering
@dataclass(frozen=True, eq=False, repr=False)
class Hand:
    """A hand of a game: hands of one ranking compare by `value`, and equal ones tie.

    `made_of` are the cards that count, `cards` all that were given; `place` is 1 for the best of
    `places` different hands. `pays` has what each pay table gives for it.
    """

    name: str
    category: str
    value: int
    cards: tuple[Card, ...]
    made_of: tuple[Card, ...]
    place: int
    places: int
    pays: dict[str, str] = field(default_factory=dict)
    ranked_by: tuple[object, Deck] | None = None
    """The ranking (for a total how points count) and the deck: hands compare if they share both."""

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Hand) and self._comparable(other) and self.value == other.value

    def __lt__(self, other: Hand) -> bool:
        if not isinstance(other, Hand):
            return NotImplemented
        if not self._comparable(other):
            raise FeltworksError("these hands are ranked by different rankings")
        return self.value < other.value

    def __hash__(self) -> int:
        return hash((self.value, self.places))

    def _comparable(self, other: Hand) -> bool:
        return (self.ranked_by, self.places) == (other.ranked_by, other.places)

    def __repr__(self) -> str:
        return f"<Hand {join_cards(self.made_of)}: {self.name}, {self.place} of {self.places}>"

    def _repr_html_(self) -> str:
        return f"{cards_html(self.made_of)} {self.name}"


def as_cards(cards: str | Iterable[Card]) -> tuple[Card, ...]:
    """Cards as a program gives them: text, or values."""
    if isinstance(cards, str):
        return parse_cards(cards)
    found = tuple(cards) if isinstance(cards, Iterable) else (None,)
    if not all(isinstance(card, Card) for card in found):
        raise FeltworksError(f'{cards!r} are no cards: write "As Kd", or give Card values')
    return found


def named_hand(book: Handbook, hand_id: str, cards: str | Iterable[Card]) -> Hand:
    """The cards as a hand of the game, zone by zone in the order the rules file names them."""
    found = name_hands(book, as_cards(cards), hand_id)[0]
    is_total = hand_id in book.rules.totals
    return Hand(
        name=found.says,
        category=found.category,
        value=found.value,
        cards=found.cards,
        made_of=found.used,
        place=found.place,
        places=found.classes,
        pays={prize.table: prize.pays for prize in found.pays},
        ranked_by=(book.total(hand_id).measure if is_total else book.ranking(hand_id), book.deck),
    )


def hand_values(
    book: Handbook, hand_id: str, hands: NDArray[Any] | Sequence[str]
) -> NDArray[np.signedinteger]:
    """The values of many hands at once: rows of face numbers, or hands as text.

    The value of a total is its points.
    """
    import numpy as np

    known_hands(book, hand_id)
    try:
        if len(hands) and isinstance(hands[0], str):
            hands = _face_numbers(book, hands)
        rows = np.asarray(hands)
    except (TypeError, ValueError) as error:
        if isinstance(error, FeltworksError):
            raise
        raise FeltworksError(
            "hands are rows of face numbers of one length, or a list of texts"
        ) from None
    width = rows.shape[1] if rows.ndim == 2 else None
    if hand_id in book.rules.totals:
        total = book.total(hand_id)
        allowed = tuple(range(1, total.most_cards + 1))
        told = f"1 to {total.most_cards} face numbers"
    else:
        chooser = book.chooser(hand_id)
        held, made = sum(chooser.zones.values()), chooser.use
        allowed = (held, made)
        told = f"{held} face numbers, or of {made} that make a hand"
    if width not in allowed or not np.issubdtype(rows.dtype, np.integer):
        raise FeltworksError(
            f"hands of {hand_id} are rows of {told}; "
            f"given is {rows.dtype} of the shape {rows.shape}"
        )
    if len(rows) and not 0 <= rows.min() <= rows.max() < len(book.deck.faces):
        raise FeltworksError(f"face numbers are 0 to {len(book.deck.faces) - 1}")
    faces = np.ascontiguousarray(rows, np.uint8)
    if book.deck.packs == 1 and not book.deck.jokers and _repeats_a_card(faces):
        raise FeltworksError("a hand has the same card twice, and the deck has one of each")
    if hand_id in book.rules.totals:
        return total.total_of(total.values(faces))
    compiled = book.compiled(hand_id)
    return chooser.row_values(compiled, faces) if width == held else compiled.values(faces)


def _repeats_a_card(faces: NDArray[np.uint8]) -> bool:
    import numpy as np

    ordered = np.sort(faces, axis=1)
    return bool((ordered[:, 1:] == ordered[:, :-1]).any())


def _face_numbers(book: Handbook, hands: NDArray[Any] | Sequence[str]) -> NDArray[np.uint8]:
    import numpy as np

    numbers = {face: number for number, face in enumerate(book.deck.faces)}
    rows = []
    for text in hands:
        cards = parse_cards(text)
        book.deck.check(cards)
        rows.append([numbers[card] for card in cards])
    if len({len(row) for row in rows}) > 1:
        raise FeltworksError("hands that are evaluated together have the same number of cards")
    return np.array(rows, np.uint8)
