"""Games dealt from a handful of cards.

Each deck keeps every rank that its game's rules name, and the decks of one game reach
every category between them. A pay row for a hand that the deck cannot make is left out:
it could never pay.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from typing import Any

from tests.ask import rules as ask
from tests.ask.rules import Handbook, Rules, expanded, locate

from feltworks.hands import HandError

Document = dict[str, Any]

DECKS: dict[str, dict[str, Document]] = {
    "mini-tex": {
        "three suits alike": {"ranks": "2 3 K A", "suits": "c d h"},
        "three suits uneven": {"ranks": "2 6 Q K A", "suits": "c d h", "removed": "2h 6d Qc"},
        "two and two suits alike": {"ranks": "2 Q K A", "removed": "2c 2d Qh Qs"},
        "eight ranks, so that a dealer may not qualify": {
            "ranks": "2 4 6 8 T Q K A",
            "suits": "c d",
            "removed": "2c 4d 8c Td",
        },
    },
    "spanish-poker": {
        "two suits and a joker": {"ranks": "6 7 J Q K A", "suits": "c d", "jokers": 1},
        "four aces and a joker": {
            "ranks": "2 6 7 Q K A",
            "jokers": 1,
            "removed": "2d 2h 2s 7d 7h 7s Qh Qs Kh Ks 6s",
        },
        "seven ranks, uneven": {
            "ranks": "2 3 5 6 J K A",
            "suits": "c d h",
            "jokers": 1,
            "removed": "2d 2h 3h 5c Jd Jh Kc Kd",
        },
    },
    "pick-2-poker": {
        "two suits alike": {"ranks": "6 7 J Q K A", "suits": "c d"},
        "four aces": {
            "ranks": "2 6 J Q K A",
            "removed": "2d 2h 2s 6s Jd Jh Js Qd Qh Qs Ks",
        },
        "seven ranks": {"ranks": "2 6 7 J Q K A", "suits": "c d"},
        "eleven ranks, so that a dealer may win unqualified": {
            "ranks": "2 3 4 5 6 8 T J Q K A",
            "suits": "c d",
            "removed": "2c 3d 4c 8c Td Jc Qd Kc Ad",
        },
    },
    "texas-21": {
        "five packs of two ranks": {"ranks": "K A", "suits": "c d", "packs": 5},
        "two packs of six ranks": {
            "ranks": "9 T J Q K A",
            "suits": "c d",
            "packs": 2,
            "removed": "Td Jd Qd",
        },
        "two packs of ten ranks": {
            "ranks": "2 3 4 5 6 9 J Q K A",
            "suits": "c d h",
            "packs": 2,
            "removed": "2d 2h 3c 3h 4c 4d 5d 5h 6c 6h 9c 9d Jd Jh Qc Qh Kc Kd Ah",
        },
    },
}


@cache
def shipped(game: str) -> Document:
    """A shipped rules file, spelled out."""
    return expanded(tomllib.loads(locate(game).read_text(encoding="utf-8")))


def on_deck(
    game: str, deck: Mapping[str, object], chosen: Mapping[str, str] | None = None
) -> Rules:
    """A shipped game dealt from another deck, for one player, with those options chosen."""
    return dealt_from(with_options(shipped(game), chosen or {}), deck)


def with_options(document: Document, chosen: Mapping[str, str]) -> Document:
    """The plain document once options are worked in."""
    plain = ask.with_options(document, chosen)
    plain.pop("options", None)
    plain.pop("published", None)
    return plain


def dealt_from(document: Document, deck: Mapping[str, object]) -> Rules:
    """The document with another deck and a table for one."""
    document = {**document, "game": {**document["game"], "deck": dict(deck)}}
    document["table"] = {**document.get("table", {}), "seats": 1, "most_seats": 1, "least_seats": 1}
    rules = Rules.model_validate(document)
    book = Handbook(rules)
    document["pays"] = {
        id_: {**table, "rows": [row for row in table["rows"] if can_be_dealt(book, table, row)]}
        for id_, table in document.get("pays", {}).items()
    }
    return Rules.model_validate(document)


def can_be_dealt(book: Handbook, table: Document, row: Document) -> bool:
    """Whether the deck makes the hand of a pay row at all."""
    try:
        book.test(table["hand"], row["hand"])
    except HandError:
        return False
    return True
