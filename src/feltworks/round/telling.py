"""Telling a person what was found, whatever it was: short, on one line, and never failing."""

from __future__ import annotations

LONGEST = 120


def told(found: object) -> str:
    """The value as Python writes it, cut short; its type where it cannot be written at all."""
    try:
        text = repr(found)
    except Exception:  # A stranger's value may refuse in any way it likes.
        return f"a {type(found).__name__} that cannot be written"
    return text if len(text) <= LONGEST else f"{text[: LONGEST - 3]}..."
