"""Reading a move back from its line in a transcript.

Only the lines that are moves are read; what follows from a move is not believed but done again and
compared. So the readers may be short: a line that they take for more than it says will not compare
equal to what the round makes of it.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Literal

from feltworks.cards import Card, parse_cards
from feltworks.round.moves import (
    Bet,
    Button,
    Deal,
    Decide,
    Irregularity,
    Move,
    NoMoreBets,
    SitIn,
    Tip,
)
from feltworks.rules.amounts import Money

if TYPE_CHECKING:
    from collections.abc import Callable

_MONEY = r"(\$\d+(?:\.\d\d)?)"


def _cents(text: str | None) -> int | None:
    return None if text is None else Money.parse(text).cents


def _bet(found: re.Match[str]) -> Bet:
    return Bet(int(found[1]), found[3], Money.parse(found[2]).cents)


def _tip(found: re.Match[str]) -> Tip:
    return Tip(int(found[1]), found[3], Money.parse(found[2]).cents)


def _deal(found: re.Match[str]) -> Deal:
    return Deal(Card.parse(found[1]))


def _decide(found: re.Match[str]) -> Decide:
    return Decide(int(found[1]), found[2], _cents(found[3]), parse_cards(found[4] or ""))


def _irregularity(found: re.Match[str]) -> Irregularity:
    seat = None if found[2] is None else int(found[2])
    return Irregularity(found[1], found[4], seat, parse_cards(found[3] or ""))


_POSTS: dict[str | None, Literal["", "small", "big", "both"]] = {
    None: "",
    "the small blind": "small",
    "the big blind": "big",
    "both blinds": "both",
}


def _sit_in(found: re.Match[str]) -> SitIn:
    return SitIn(int(found[1]), Money.parse(found[2]).cents, _POSTS[found[3]])


_WITHDRAWAL = re.compile(r"seat (\d{1,3}) withdraws (\S+)")
_FORMS: list[tuple[re.Pattern[str], Callable[[re.Match[str]], Move]]] = [
    (re.compile(rf"seat (\d{{1,3}}) bets {_MONEY} on (\S+)"), _bet),
    (_WITHDRAWAL, lambda found: Bet(int(found[1]), found[2], 0)),
    (re.compile(rf"seat (\d{{1,3}}) tips {_MONEY} on (\S+)"), _tip),
    (re.compile(r"no more bets"), lambda found: NoMoreBets()),
    (re.compile(r"(\w{2}) (?:burnt|to .+, face (?:up|down|blind))"), _deal),
    (
        re.compile(rf"seat (\d{{1,3}}) decides (\S+)(?: {_MONEY})?(?: setting ([\w ]+))?"),
        _decide,
    ),
    (
        re.compile(r"supervisor notes (\S+?)(?: at seat (\d{1,3}))?(?: exposing ([\w ]+))?: (.+)"),
        _irregularity,
    ),
    (
        re.compile(
            rf"seat (\d{{1,3}}) sits in with {_MONEY}"
            r"(?:, posting (the small blind|the big blind|both blinds))?"
        ),
        _sit_in,
    ),
    (re.compile(r"button at seat (\d{1,3})"), lambda found: Button(int(found[1]))),
]


def read_move(line: str) -> Move | None:
    """The move that the line records, or None when it records none."""
    for form, build in _FORMS:
        if found := form.fullmatch(line):
            return build(found)
    return None
