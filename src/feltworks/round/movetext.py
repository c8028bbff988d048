"""Reading a move back from its line in a transcript.

Only the lines that are moves are read; the lines that follow from a move are not trusted but made
again and compared. So the readers may be lenient: a line that they misread will differ from what
the round makes of it.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache
from typing import Literal

from feltworks.cards import SEALED, Card, parse_cards
from feltworks.round import moves
from feltworks.rules.amounts import Money

_SEAT = r"seat (\d{1,3})"
_MONEY = r"(\$\d+(?:\.\d\d)?)"
_POSTS: dict[str | None, Literal["", "small", "big", "both"]] = {
    None: "",
    "the small blind": "small",
    "the big blind": "big",
    "both blinds": "both",
}


def _cents(text: str) -> int:
    return Money.parse(text).cents


def _decide(found: re.Match[str]) -> moves.Decide:
    cents = None if found[3] is None else _cents(found[3])
    return moves.Decide(int(found[1]), found[2], cents, parse_cards(found[4] or ""))


def _irregularity(found: re.Match[str]) -> moves.Irregularity:
    seat = None if found[2] is None else int(found[2])
    return moves.Irregularity(found[1], found[4], seat, parse_cards(found[3] or ""))


_FORMS: list[tuple[str, Callable[[re.Match[str]], moves.Move]]] = [
    (rf"{_SEAT} bets {_MONEY} on (\S+)", lambda m: moves.Bet(int(m[1]), m[3], _cents(m[2]))),
    (rf"{_SEAT} withdraws (\S+)", lambda m: moves.Bet(int(m[1]), m[2], 0)),
    (rf"{_SEAT} tips {_MONEY} on (\S+)", lambda m: moves.Tip(int(m[1]), m[3], _cents(m[2]))),
    ("no more bets", lambda m: moves.NoMoreBets()),
    (r"(\w{2}) (?:burnt|to .+, face (?:up|down|blind))", lambda m: moves.Deal(Card.parse(m[1]))),
    (r"\?\? (?:burnt|to .+, face (?:down|blind))", lambda m: moves.Deal(SEALED)),
    (rf"{_SEAT} decides (\S+)(?: {_MONEY})?(?: setting ([\w ]+))?", _decide),
    (rf"supervisor notes (\S+?)(?: at {_SEAT})?(?: exposing ([\w ]+))?: (.+)", _irregularity),
    (r"supervisor checks the cards: (.+)", lambda m: moves.CardCheck(m[1])),
    (
        rf"{_SEAT} sits in with {_MONEY}(?:, posting ({'|'.join(filter(None, _POSTS))}))?",
        lambda m: moves.SitIn(int(m[1]), _cents(m[2]), _POSTS[m[3]]),
    ),
    (rf"button at {_SEAT}", lambda m: moves.Button(int(m[1]))),
]


@lru_cache(maxsize=8192)
def read_move(line: str) -> moves.Move | None:
    """The move that the line records, or None if it records none.

    Cached: rounds have the same few lines over and over, and moves are values.
    """
    for form, build in _FORMS:
        if found := re.fullmatch(form, line):
            return build(found)
    return None
