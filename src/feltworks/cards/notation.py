"""How cards are written: `As`, `Td`, `Jo`.

One letter for the rank, one for the suit. People also write `10d`, `aS`, `K♥`, `X` or `JK`; those
are read, never printed. A joker cannot be mistaken for a jack, because no suit is an `o` or a `k`,
so cards may be written together (`AsKd10c`) and still be separated.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from feltworks.errors import FeltworksError

RANKS = "23456789TJQKA"
SUITS = "cdhs"
JOKER_RANK = "Jo"

_RANK_NAMES = (
    *("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"),
    *("jack", "queen", "king", "ace"),
)
RANK_WORDS: dict[str, tuple[str, str]] = {
    rank: (name, f"{name}es" if name == "six" else f"{name}s")
    for rank, name in zip(RANKS, _RANK_NAMES, strict=True)
}
"""Each rank as a word, of one card and of several."""
SUIT_WORDS: dict[str, tuple[str, str]] = {
    name[0]: (name, f"{name}s") for name in ("club", "diamond", "heart", "spade")
}
SUIT_SYMBOLS: dict[str, str] = {"c": "♣", "d": "♦", "h": "♥", "s": "♠"}

ALLOWED = (
    "a card is a rank (2 to 9, T or 10, J, Q, K, A) followed by a suit (c, d, h, s), "
    "or Jo, JK or X for a joker"
)

# re.ASCII keeps IGNORECASE from taking letters such as U+017F (an old s) for a suit.
_CARD = re.compile(
    r"(?P<joker>jo|jk|x)|(?P<rank>10|[2-9tjqka])(?:(?P<suit>[cdhs])|(?P<symbol>[♣♦♥♠])\ufe0f?)",
    re.IGNORECASE | re.ASCII,
)
_SEPARATORS = re.compile(r"[\s,]*")
_CHUNK = re.compile(r"[^\s,]+")
_SUIT_OF_SYMBOL = {symbol: suit for suit, symbol in SUIT_SYMBOLS.items()}
_LONGEST_QUOTE = 16


class CardError(FeltworksError):
    """A card that cannot be read, or that the deck does not hold."""


def read_ranks_and_suits(text: str) -> Iterator[tuple[str, str]]:
    """Each card of `text` as its rank and suit, the joker as `("Jo", "")`."""
    at = _end_of_separators(text, 0)
    while at < len(text):
        found = _CARD.match(text, at)
        if found is None:
            raise CardError(_complaint(text, at))
        yield _rank_and_suit(found)
        at = _end_of_separators(text, found.end())


def quoted(text: str) -> str:
    """`text` between quotation marks, cut short if it is too long."""
    return repr(text if len(text) <= _LONGEST_QUOTE else text[: _LONGEST_QUOTE - 3] + "...")


def _rank_and_suit(found: re.Match[str]) -> tuple[str, str]:
    if found["joker"]:
        return JOKER_RANK, ""
    rank = "T" if found["rank"] == "10" else found["rank"].upper()
    suit = found["suit"].lower() if found["suit"] else _SUIT_OF_SYMBOL[found["symbol"]]
    return rank, suit


def _end_of_separators(text: str, at: int) -> int:
    found = _SEPARATORS.match(text, at)
    return found.end() if found else at


def _complaint(text: str, at: int) -> str:
    """Names only the unreadable letters, up to where the next card or separator begins."""
    chunk = _CHUNK.match(text, at)
    end = chunk.end() if chunk else len(text)
    next_card = _CARD.search(text, at + 1, end)
    piece = text[at : next_card.start() if next_card else end]
    return f"{quoted(piece)} at character {at + 1} is not a card: {ALLOWED}"
