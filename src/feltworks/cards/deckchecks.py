"""What a deck may be, and how a table in a file is read as one.

Checks return every mistake they find, each with its key, so that the author can correct all at
once.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, Self

from feltworks.cards.card import JOKER, Card, parse_cards
from feltworks.cards.notation import RANKS, SUIT_SYMBOLS, SUITS, CardError
from feltworks.errors import FeltworksError, did_you_mean

if TYPE_CHECKING:
    from feltworks.cards.decks import Deck

MOST_JOKERS = 4
MOST_PACKS = 16

_KEYS = ("id", "title", "ranks", "suits", "jokers", "packs", "removed", "gone")
_SUIT_OF_SYMBOL = {symbol: suit for suit, symbol in SUIT_SYMBOLS.items()}


class DeckMistake(NamedTuple):
    """One mistake in a deck: its key and what is wrong."""

    key: str
    says: str


class DeckError(FeltworksError):
    """A deck that is not valid, or not known. `mistakes` lists them by key."""

    def __init__(self, sentence: str, mistakes: Sequence[DeckMistake] = ()) -> None:
        super().__init__(sentence)
        self.mistakes = tuple(mistakes)

    @classmethod
    def listing(cls, deck_id: object, mistakes: Sequence[DeckMistake]) -> Self:
        """The error that lists all these mistakes of one deck."""
        told = "; ".join(f"{key} {says}" for key, says in mistakes)
        return cls(f"deck {deck_id!r}: {told}", mistakes)


def deck_mistakes(deck: Deck) -> list[DeckMistake]:
    """Everything that keeps these values from being a deck."""
    mistakes = [
        *_text("id", deck.id),
        *_text("title", deck.title),
        *_choice("ranks", deck.ranks, RANKS),
        *_choice("suits", deck.suits, SUITS),
        *_number("jokers", deck.jokers, least=0, most=MOST_JOKERS),
        *_number("packs", deck.packs, least=1, most=MOST_PACKS),
    ]
    return mistakes or list(_removal(deck))


def deck_fields(data: Mapping[str, object]) -> tuple[dict[str, Any], list[DeckMistake]]:
    """The fields of a deck from a file, unchecked, and what could not even be read."""
    mistakes = [
        DeckMistake(
            key, f"is not a key of a deck{did_you_mean(key, _KEYS)}: {', '.join(_KEYS)} are"
        )
        for key in data
        if key not in _KEYS
    ]
    fields: dict[str, Any] = {key: data[key] for key in ("jokers", "packs") if key in data}
    fields["id"] = data.get("id", "")
    fields["title"] = data.get("title", f"Deck {fields['id']}")
    fields["ranks"] = tuple(map(_rank, _pieces(data.get("ranks", ""))))
    fields["suits"] = tuple(map(_suit, _pieces(data.get("suits", " ".join(SUITS)))))
    for key in ("removed", "gone"):
        try:
            fields[key] = parse_cards(" ".join(map(str, _pieces(data.get(key, "")))))
        except CardError as error:
            mistakes.append(DeckMistake(key, f"cannot be read: {error}"))
    return fields, mistakes


def _pieces(value: object) -> list[object]:
    """`"2 3 4"` and `["2", "3", "4"]` alike; any other value stays one odd piece."""
    if isinstance(value, str):
        return list(value.replace(",", " ").split())
    return list(value) if isinstance(value, list | tuple) else [value]


def _rank(piece: object) -> object:
    if type(piece) not in (str, int):
        return piece
    return "T" if str(piece) == "10" else str(piece).upper()


def _suit(piece: object) -> object:
    return _SUIT_OF_SYMBOL.get(piece, piece.lower()) if isinstance(piece, str) else piece


def _text(key: str, value: object) -> Iterator[DeckMistake]:
    if not isinstance(value, str) or not value.strip():
        yield DeckMistake(key, f"is {value!r} and must be a text that is not empty")


def _choice(key: str, values: tuple[str, ...], allowed: str) -> Iterator[DeckMistake]:
    among = f"it takes one or more of {' '.join(allowed)}, each once"
    if not values:
        yield DeckMistake(key, f"is empty: {among}")
    for place, value in enumerate(values):
        if not isinstance(value, str) or len(value) != 1 or value not in allowed:
            yield DeckMistake(key, f"has {value!r}: {among}")
        elif value in values[:place]:
            yield DeckMistake(key, f"has {value!r} again: {among}")


def _number(key: str, value: object, *, least: int, most: int) -> Iterator[DeckMistake]:
    # bool is an int to Python, but `jokers = true` is a mistake.
    if type(value) is not int or not least <= value <= most:
        yield DeckMistake(key, f"is {value!r} and must be a whole number from {least} to {most}")


def _removal(deck: Deck) -> Iterator[DeckMistake]:
    plain = {Card(rank, suit) for rank in deck.ranks for suit in deck.suits}
    for card, times in Counter(deck.removed).items():
        if card.is_joker:
            yield DeckMistake("removed", "has a joker: leave it out by saying how many jokers")
        elif card not in plain:
            yield DeckMistake("removed", f"has {card}, which the deck does not hold")
        elif times > 1:
            yield DeckMistake("removed", f"has {card} {times} times: once takes it from every pack")
    if plain <= set(deck.removed) and not deck.jokers:
        yield DeckMistake("removed", "leaves no card in the deck")
    held = {**dict.fromkeys(plain - set(deck.removed), deck.packs), JOKER: deck.jokers * deck.packs}
    for card, times in Counter(deck.gone).items():
        holds = held.get(card, 0)
        if times > holds:
            yield DeckMistake("gone", f"has {card} {times} times: the deck holds {holds}")
