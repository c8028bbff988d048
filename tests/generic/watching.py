"""The independent rule on who may know which card, and when.

Written from the rules of the table and not from the code: it walks the full log and says, for each
viewer, which cards have been open to him by then.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from tests.ask.rounds import View

from feltworks.cards import Card

_CARD = re.compile(r"Card\.parse\('([^']+)'\)")
_WORD = re.compile(r"\b(?:[2-9TJQKA][cdhs]|Jo)\b")


def may_know(log: Iterable[object], viewer: str) -> set[str]:
    """`viewer` is `seat 3`, `dealer`, `spectator` or `auditor`."""
    known: set[str] = set()
    for entry in log:
        kind = type(entry).__name__
        if kind == "Dealt":
            own = viewer == f"seat {entry.seat}" and entry.face == "down"
            if entry.face == "up" or own or viewer == "auditor":
                known.add(str(entry.card))
        elif kind == "Burnt":
            if viewer == "auditor":
                known.add(str(entry.card))
        elif kind in ("Turned", "Shown", "Irregularity"):
            known |= set(map(str, entry.cards))
    return known


def cards_in(view: View) -> set[str]:
    """Every card that can be read off a view, however it is written in it."""
    texts = [repr(view.log), repr(view.legal), repr(view.felt), repr(view.turn)]
    found = {card for text in texts for card in _CARD.findall(text)}
    # The line of a supervisor's entry holds his own words; its cards are in `cards` too.
    for entry in view.log:
        found |= set(_WORD.findall(entry.line))
    return found


def undealt(deck: Iterable[Card], log: Iterable[object]) -> set[str]:
    """The faces of which every copy is still in the deck."""
    dealt = {str(e.card) for e in log if type(e).__name__ in ("Dealt", "Burnt")}
    return {str(card) for card in deck} - dealt
