"""Reading a move back from its line in a transcript.

Only the lines that are moves are read; the lines that follow from a move are not trusted but made
again and compared. So the forms may be lenient: a line that they misread will differ from what the
round makes of it. Groups of a form are named after the fields of its move.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache
from typing import Any

from feltworks.cards import SEALED, Card, parse_cards
from feltworks.round import moves
from feltworks.rules.amounts import Money

_SEAT = r"seat (?P<seat>\d{1,3})"
_MONEY = r"(?P<cents>\$\d+(?:\.\d\d)?)"
_WAGER = r"(?P<wager>\S+)"
_POSTS = {"the small blind": "small", "the big blind": "big", "both blinds": "both"}
_FORMS: tuple[tuple[type, str], ...] = (
    (moves.Bet, rf"{_SEAT} bets {_MONEY} on {_WAGER}"),
    (moves.Bet, rf"{_SEAT} (?P<cents>withdraws) {_WAGER}"),
    (moves.Tip, rf"{_SEAT} tips {_MONEY} on {_WAGER}"),
    (moves.NoMoreBets, "no more bets"),
    (moves.Deal, r"(?P<card>\w{2}) (?:burnt|to .+, face (?:up|down|blind))"),
    (moves.Deal, r"(?P<card>\?\?) (?:burnt|to .+, face (?:down|blind))"),
    (
        moves.Decide,
        rf"{_SEAT} decides (?P<choice>\S+)(?: {_MONEY})?(?: setting (?P<cards>[\w ]+))?",
    ),
    (
        moves.Irregularity,
        rf"supervisor notes (?P<kind>\S+?)(?: at {_SEAT})?(?: exposing (?P<cards>[\w ]+))?: "
        r"(?P<note>.+)",
    ),
    (moves.CardCheck, r"supervisor checks the cards: (?P<note>.+)"),
    (moves.SitIn, rf"{_SEAT} sits in with {_MONEY}(?:, posting (?P<posts>{'|'.join(_POSTS)}))?"),
    (moves.Button, rf"button at {_SEAT}"),
)
_READERS: dict[str, Callable[[str], object]] = {
    "seat": int,
    "cents": lambda text: 0 if text == "withdraws" else Money.parse(text).cents,
    "card": lambda text: SEALED if text == "??" else Card.parse(text),
    "cards": parse_cards,
    "posts": _POSTS.__getitem__,
}


@lru_cache(maxsize=8192)
def read_move(line: str) -> moves.Move | None:
    """The move that the line records, or None if it records none.

    Cached: rounds have the same few lines over and over, and moves are values.
    """
    for kind, form in _FORMS:
        if found := re.fullmatch(form, line):
            said: dict[str, Any] = {key: t for key, t in found.groupdict().items() if t is not None}
            move: moves.Move = kind(**{key: _READERS.get(key, str)(t) for key, t in said.items()})
            return move
    return None
