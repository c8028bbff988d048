"""Cards and the felt as coloured text: a colour for each suit, and suits as symbols."""

from __future__ import annotations

import re
import sys
from typing import TYPE_CHECKING

from rich.text import Text

from feltworks.cards import SUIT_SYMBOLS, parse_cards
from feltworks.money import dollars_text

if TYPE_CHECKING:
    from feltworks.cards import Card
    from feltworks.round.felt import Lying
    from feltworks.round.views import View
    from feltworks.rules.schema import Rules

# The four-colour deck that card rooms use.
_STYLES = {
    "c": "bold green4 on grey93",
    "d": "bold blue3 on grey93",
    "h": "bold red3 on grey93",
    "s": "bold grey0 on grey93",
    "": "bold magenta on grey93",
}
_BACK = Text(" ?? ", style="grey70 on dark_blue")
_CARD = re.compile(r"\b(?:[2-9TJQKA][cdhs]|Jo)\b|\?\?")


def card_face(card: Card | None) -> Text:
    """A card as it lies: its face, or its back if it is not known."""
    if card is None:
        return _BACK.copy()
    suit = SUIT_SYMBOLS.get(card.suit, "") if _can_print_suits() else card.suit
    return Text(f" {card.rank}{suit} ", style=_STYLES[card.suit])


def line_text(line: str) -> Text:
    """A line of a log with its cards drawn."""
    text, at = Text(), 0
    # A supervisor's note may be any words; only the text before it names cards.
    end = line.find(": ") if line.startswith("supervisor ") else len(line)
    for found in _CARD.finditer(line, 0, end):
        text.append(line[at : found.start()])
        word = found.group()
        text.append_text(card_face(None if word == "??" else parse_cards(word)[0]))
        at = found.end()
    text.append(line[at:])
    return text


def felt_lines(view: View, rules: Rules) -> list[Text]:
    """The felt as its viewer sees it: a line for each place that has cards or chips."""
    felt = view.felt
    width = max((len(_place(seat, zone)) for seat, zone in felt.cards), default=0)
    lines = []
    for (seat, zone), cards in sorted(felt.cards.items(), key=lambda item: _order(*item[0])):
        line = Text(f"  {_place(seat, zone):<{width}}  ")
        line.append_text(_row(cards))
        if seat is not None:
            line.append(_stakes(view, rules, seat), style="dim")
        lines.append(line)
    return lines


def _row(cards: list[Lying]) -> Text:
    return Text(" ").join(card_face(lying.card) for lying in cards)


def _stakes(view: View, rules: Rules, seat: int) -> str:
    out = [
        f"{wager.name} {dollars_text(cents)}"
        for id, wager in rules.wagers.items()
        if (cents := view.felt.stake_cents(seat, id))
    ]
    folded = ["folded"] if seat in view.felt.folded else []
    return "   " + ", ".join([*out, *folded]) if out or folded else ""


def _place(seat: int | None, zone: str) -> str:
    return zone if seat is None else f"seat {seat} {zone}"


def _order(seat: int | None, zone: str) -> tuple[int, str]:
    """Players from the dealer's left, then the cards that belong to nobody."""
    return (99 if seat is None else seat, zone)


def _can_print_suits() -> bool:
    try:
        "♣♦♥♠".encode(sys.stdout.encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    return True
