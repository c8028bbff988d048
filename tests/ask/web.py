"""What the browser is told of a rules file."""

from __future__ import annotations

from typing import Any

from feltworks.web.odds_pages.worker import answered
from feltworks.web.practice.sheet import why_not_played

__all__ = ["odds_page", "opening_refused", "why_not_played"]


def odds_page(text: str) -> dict[str, Any]:
    """Return what the odds page shows of a file."""
    return _answered("odds", text)["answer"]


def opening_refused(text: str) -> str:
    """Say why a file cannot be opened to be played."""
    return _answered("opening", text)["refused"]


def _answered(question: str, text: str) -> dict[str, Any]:
    return answered({"question": question, "text": text}, lambda what, done, of: None)
