"""The shuffle of a round as a table of a transcript, written and read back.

It states the digest that was shown before any bet, the players' seeds, and the deck: open as a
whole, or sealed with the cards open that were shown. A deck of the first scheme has no `scheme`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from feltworks.cards import (
    CardError,
    CommitmentError,
    PlayerSeed,
    Reveal,
    SealedDeck,
    SeedError,
    join_cards,
    parse_cards,
    read_player_seed,
    read_sealed,
)
from feltworks.errors import FeltworksError
from feltworks.round.terms import Terms

_TEXTS = ("commitment", "salt", "deck")
_LISTS = ("seeds", "leaves", "opened")
_OPEN = ("commitment", "salt", "deck")
SCHEME = 2


class ShuffleTextError(FeltworksError):
    """A table that states no valid shuffle; `key` is the wrong one, if it is one."""

    def __init__(self, problem: str, key: str = "") -> None:
        super().__init__(problem)
        self.key = key


@dataclass(frozen=True, slots=True)
class StatedShuffle:
    """What a transcript states, unchecked."""

    commitment: str | None = None
    seeds: tuple[PlayerSeed, ...] = ()
    deck: Reveal | SealedDeck | None = None


def shuffle_lines(terms: Terms, deck: Reveal | SealedDeck | None) -> Iterator[str]:
    """The `[shuffle]` table."""
    yield "[shuffle]"
    yield f'commitment = "{terms.commitment}"'
    if terms.seeds:
        yield from _list_lines("seeds", [each.line for each in terms.seeds])
    match deck:
        case SealedDeck():
            yield f"scheme = {SCHEME}"
            yield from _list_lines("leaves", deck.leaves)
            yield from _list_lines("opened", deck.opened_lines)
        case Reveal():
            if deck.scheme == SCHEME:
                yield f"scheme = {SCHEME}"
            yield f'salt = "{deck.salt}"'
            yield f'deck = "{join_cards(deck.order)}"'


def _list_lines(key: str, items: Sequence[str]) -> Iterator[str]:
    yield f"{key} = ["
    yield from (f'    "{item}",' for item in items)
    yield "]"


def read_shuffle(table: Mapping[str, Any]) -> StatedShuffle:
    """What the table states; a `ShuffleTextError` names the wrong key."""
    for key, value in table.items():
        if key in _TEXTS and isinstance(value, str):
            continue
        if key in _LISTS and isinstance(value, list):
            continue
        if key == "scheme":
            if value != SCHEME or type(value) is not int:
                raise ShuffleTextError(f"shuffle.scheme is {SCHEME}, or not stated", key)
            continue
        kind = "a list" if key in _LISTS else "a text"
        raise ShuffleTextError(f"shuffle.{key} is unknown or not {kind}", key)
    seeds = _seeds(table.get("seeds", []))
    return StatedShuffle(table.get("commitment"), seeds, _deck(table))


def _seeds(lines: Sequence[object]) -> tuple[PlayerSeed, ...]:
    try:
        return tuple(read_player_seed(str(line)) for line in lines)
    except SeedError as error:
        raise ShuffleTextError(f"shuffle.seeds: {error}", "seeds") from None


def _deck(table: Mapping[str, Any]) -> Reveal | SealedDeck | None:
    scheme = table.get("scheme", 1)
    if "leaves" in table or "opened" in table:
        if not table.keys() >= {"commitment", "leaves", "opened"} or scheme != SCHEME:
            raise ShuffleTextError(
                "a sealed shuffle has a commitment, its scheme, leaves and opened cards"
            )
        if table.keys() & {"salt", "deck"}:
            raise ShuffleTextError("a shuffle is sealed or open, not both")
        try:
            return read_sealed(table["leaves"], table["opened"])
        except CommitmentError as error:
            raise ShuffleTextError(str(error), "leaves") from None
    if "salt" not in table and "deck" not in table:
        return None
    if not table.keys() >= set(_OPEN):
        raise ShuffleTextError("a revealed shuffle has a commitment, a salt and a deck")
    if not re.fullmatch("[0-9a-f]{64}", table["salt"]):
        raise ShuffleTextError("a salt is 64 small hexadecimal digits", "salt")
    try:
        order = parse_cards(table["deck"])
    except CardError as error:
        raise ShuffleTextError(str(error), "deck") from None
    if not order or join_cards(order) != table["deck"]:
        raise ShuffleTextError("cards are written with one space between them", "deck")
    return Reveal(table["salt"], order, scheme)
