"""What ships with the program, edited for one test."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from feltworks.cards import decks
from feltworks.hands import rankings
from feltworks.jackpots import playing

__all__ = ["edit_deck", "edit_ranking", "forget_backup_caps"]


def edit_ranking(
    patch: pytest.MonkeyPatch, name: str, edit: Callable[[dict[str, Any]], dict[str, Any]]
) -> None:
    """Ship a ranking with other keys."""
    shipped = rankings._shipped()
    edited = {**shipped, name: edit(shipped[name])}
    patch.setattr(rankings, "_shipped", lambda: edited)
    patch.setattr("feltworks.rules.loader._CHECKED", {})


def edit_deck(patch: pytest.MonkeyPatch, name: str, edit: Callable[[Any], Any]) -> None:
    """Ship a deck with other cards."""
    shipped = decks._shipped()
    edited = {**shipped, name: edit(shipped[name])}
    patch.setattr(decks, "_shipped", lambda: edited)


def forget_backup_caps(patch: pytest.MonkeyPatch) -> None:
    """Let the backups of a jackpot hold more than their cap: a fault that the audit must find."""
    patch.setattr(playing, "above_backup_cap", lambda terms, held: ())
