"""The pages about odds: what a browser is answered."""

from __future__ import annotations

from typing import Any

from feltworks.web.odds_pages.worker import answered

__all__ = ["answer_of_page"]


def answer_of_page(text: str) -> dict[str, Any]:
    """What the odds page shows of a rules file's text: an answer or mistakes."""
    return answered({"question": "odds", "text": text}, lambda what, done, of: None)
