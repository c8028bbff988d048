"""Values as HTML, for notebooks: cards in their colours, figures as tables."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape

from feltworks.cards import Card

_BACK = '<span style="color:#888">▒▒</span>'


def cards_html(cards: Iterable[Card | None]) -> str:
    """Cards side by side; one that is not known shows its back."""
    return " ".join(_BACK if card is None else card._repr_html_() for card in cards)


def table_html(heading: str, columns: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A table under a heading; cells are HTML already where they begin with a tag."""
    head = "".join(f"<th>{escape(column)}</th>" for column in columns)
    body = "".join(f"<tr>{''.join(map(_cell, row))}</tr>" for row in rows)
    return f"<b>{escape(heading)}</b><table><tr>{head}</tr>{body}</table>"


def _cell(text: str) -> str:
    return f"<td>{text if text.startswith('<') else escape(text)}</td>"
