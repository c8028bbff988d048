"""A deck is data: ranks from low to high, suits, jokers, and how many packs of that.

The order of the ranks is the deck's own: where the eights, nines and tens are missing, a jack
follows a seven. A *face* is what is printed on a card; a shoe of six packs holds 312 cards but only
52 faces. Faces are numbered rank by rank, `rank_index * len(suits) + suit_index`, all jokers
sharing the last number. Taking cards out of a deck never renumbers the others, so that tables can
be indexed by face whatever the deck has lost.
"""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cache, cached_property
from pathlib import Path
from typing import Any, Self

from feltworks.cards.card import JOKER, Card
from feltworks.cards.deckchecks import DeckError, deck_fields, deck_mistakes
from feltworks.cards.notation import CardError
from feltworks.errors import did_you_mean


@dataclass(frozen=True)
class Deck:
    """What is shuffled: `packs` times (every rank in every suit, less `removed`, plus jokers).

    `gone` are single cards that have left it since; rankings and phrases still know them.
    """

    id: str
    title: str = field(compare=False)
    ranks: tuple[str, ...]
    suits: tuple[str, ...]
    jokers: int = 0
    packs: int = 1
    removed: tuple[Card, ...] = ()
    gone: tuple[Card, ...] = ()

    def __post_init__(self) -> None:
        if mistakes := deck_mistakes(self):
            raise DeckError.listing(self.id, mistakes)

    @classmethod
    def from_data(cls, data: Mapping[str, object]) -> Self:
        """The deck that a table of a TOML file describes; a `DeckError` names every mistake."""
        fields, mistakes = deck_fields(data)
        try:
            deck = cls(**fields)
        except DeckError as error:
            mistakes += error.mistakes
        if mistakes:
            raise DeckError.listing(fields["id"], mistakes)
        return deck

    @cached_property
    def faces(self) -> tuple[Card, ...]:
        """Every face by its number, those taken out of the deck included."""
        plain = tuple(Card(rank, suit) for rank in self.ranks for suit in self.suits)
        return (*plain, JOKER) if self.jokers else plain

    @cached_property
    def copies(self) -> tuple[int, ...]:
        """How many cards of each face the deck holds."""
        taken = set(self.removed)
        in_a_pack = (
            self.jokers if face.is_joker else int(face not in taken) for face in self.faces
        )
        left = Counter(self.gone)
        counts = zip(self.faces, in_a_pack, strict=True)
        return tuple(self.packs * count - left[face] for face, count in counts)

    @cached_property
    def cards(self) -> tuple[Card, ...]:
        """Every card of the deck, one pack after another, each in the order of its faces."""
        copies = list(zip(self.faces, self.copies, strict=True))
        if self.gone:
            return tuple(face for face, count in copies for _ in range(count))
        pack = [face for face, count in copies for _ in range(count // self.packs)]
        return tuple(pack) * self.packs

    @cached_property
    def size(self) -> int:
        return sum(self.copies)

    @cached_property
    def full(self) -> Self:
        """The deck before any card was gone."""
        return replace(self, gone=()) if self.gone else self

    def without(self, cards: Iterable[Card]) -> Self:
        """The deck without these cards as well."""
        gone = tuple(sorted(cards, key=str))
        self.check(gone)
        if len(gone) >= self.size:
            raise CardError(f"{len(gone)} cards are gone: the deck {self.id} has only {self.size}")
        return replace(self, gone=tuple(sorted((*self.gone, *gone), key=str)))

    @cached_property
    def _numbers(self) -> dict[Card, int]:
        return {face: i for i, face in enumerate(self.faces) if self.copies[i]}

    def index(self, card: Card) -> int:
        """The number of the card's face."""
        number = self._numbers.get(card)
        if number is None:
            raise CardError(f"{card} is not in the deck {self.id}, which holds {self._holdings()}")
        return number

    def face(self, index: int) -> Card:
        """The face of that number."""
        if not 0 <= index < len(self.faces):
            last = len(self.faces) - 1
            raise CardError(f"the deck {self.id} has no face {index}: faces go from 0 to {last}")
        return self.faces[index]

    def count(self, card: Card) -> int:
        """How many of that card the deck holds; may be 0."""
        number = self._numbers.get(card)
        return 0 if number is None else self.copies[number]

    def check(self, cards: Iterable[Card]) -> None:
        """Raises a `CardError` unless all these cards could be on the table at once."""
        for card, seen in Counter(cards).items():
            held = self.copies[self.index(card)]
            if seen > held:
                raise CardError(
                    f"{card} is there {seen} times, but the deck {self.id} holds it only {held}"
                    f" time{'s' if held > 1 else ''}"
                )

    def as_data(self) -> dict[str, object]:
        """The deck as `from_data` reads it, without id and title."""
        return {
            "ranks": " ".join(self.ranks),
            "suits": " ".join(self.suits),
            "jokers": self.jokers,
            "packs": self.packs,
            "removed": " ".join(map(str, self.removed)),
            "gone": " ".join(map(str, self.gone)),
        }

    def shoe(self, packs: int) -> Self:
        """The same cards with that many packs shuffled together."""
        if packs == self.packs:
            return self
        title = f"Shoe of {packs} packs, {self.size // self.packs} cards each"
        return replace(self, packs=packs, title=title)

    def _holdings(self) -> str:
        text = f"the ranks {' '.join(self.ranks)} in the suits {' '.join(self.suits)}"
        if self.removed:
            text += f" without {' '.join(map(str, self.removed))}"
        if self.gone:
            text += f", of which {' '.join(map(str, self.gone))} are gone,"
        return f"{text} and {'a joker' if self.jokers else 'no joker'}"


# --- the shipped decks, in `decks.toml` --------------------------------------------------------


def deck(id: str, packs: int | None = None) -> Deck:
    """The shipped deck of that id, as a shoe of `packs` if given."""
    shipped = _shipped()
    if id not in shipped:
        raise DeckError(
            f"there is no deck {id!r}{did_you_mean(id, shipped)}: there are {', '.join(shipped)}"
        )
    return shipped[id] if packs is None else shipped[id].shoe(packs)


def deck_ids() -> tuple[str, ...]:
    """The ids of the shipped decks, in the order of the file."""
    return tuple(_shipped())


def decks_from_data(tables: dict[str, dict[str, Any]]) -> dict[str, Deck]:
    """Decks by id from the tables of a file, where `of` names a deck to start from."""
    return {id: Deck.from_data(_in_full(id, tables)) for id in tables}


def _in_full(id: str, tables: dict[str, dict[str, Any]]) -> dict[str, Any]:
    stated = {"id": id, **tables[id]}
    parent_id = stated.pop("of", None)
    if parent_id is None:
        return stated
    parent = tables.get(parent_id)
    if parent is None or "of" in parent:
        whole = [name for name, table in tables.items() if "of" not in table]
        allowed = f"a deck that is stated in full: {', '.join(whole)}"
        raise DeckError(f"deck {id!r}: of is {parent_id!r} and must be {allowed}")
    return parent | stated


@cache
def _shipped() -> dict[str, Deck]:
    text = Path(__file__).with_name("decks.toml").read_text(encoding="utf-8")
    return decks_from_data(tomllib.loads(text))
