"""The blocks of a paper: heading, text, list, table, cards, chart, each as plain data."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Any

from feltworks.cards import Card

Block = dict[str, Any]
"""A part of a paper; `kind` says which."""
SHORTEST_COLUMN, LONGEST_COLUMN = 8, 48
"""The least and the most letters of a text column's width, which follows its longest cell."""
PAGE_POINTS = 490.0
POINTS_A_PIXEL = 0.85


def heading(text: str, level: int = 1) -> Block:
    return {"kind": "heading", "text": text, "level": level}


def paragraph(text: str) -> Block:
    return {"kind": "text", "text": text}


def steps(items: Iterable[str]) -> Block:
    """A numbered list."""
    return {"kind": "steps", "items": list(items)}


def points(items: Iterable[str]) -> Block:
    """A list without numbers."""
    return {"kind": "points", "items": list(items)}


def table(
    columns: Sequence[str],
    rows: Iterable[Sequence[str]],
    *,
    title: str = "",
    left: int = 1,
    total: Sequence[str] | None = None,
    empty: str = "No activity.",
) -> Block:
    """A table whose first `left` columns are texts and the others figures, set to the right.

    A table without rows says so in words. Columns of texts share the page by their longest cells.
    """
    rows = [list(row) for row in rows]
    longest = [
        max(SHORTEST_COLUMN, *(min(LONGEST_COLUMN, len(row[at]) + 4) for row in (columns, *rows)))
        for at in range(left)
    ]
    return {
        "kind": "table",
        "title": title,
        "columns": list(columns),
        "rows": rows,
        "left": left,
        "widths": longest,
        "total": None if total is None else list(total),
        "empty": empty,
    }


def hand(label: str, cards: Iterable[Card]) -> Block:
    """Cards drawn in a row, with a label."""
    return {
        "kind": "hand",
        "label": label,
        "cards": [{"rank": card.rank, "suit": card.suit or ""} for card in cards],
    }


def chart(title: str, svg: str) -> Block:
    """A picture that was drawn before; `title` describes it in words.

    Its texts have the size of a table's.
    """
    pixels = re.search(r'<svg[^>]* width="([0-9.]+)"', svg)
    width = PAGE_POINTS if pixels is None else min(PAGE_POINTS, POINTS_A_PIXEL * float(pixels[1]))
    return {"kind": "chart", "title": title, "svg": svg, "width": round(width, 1)}
