"""What ships with the program, replaced for one test that asks for it by name."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from feltworks.cards import decks
from feltworks.hands import rankings
from feltworks.jackpots import playing

__all__ = [
    "edit_deck",
    "edit_ranking",
    "forbid_parsing",
    "forget_backup_caps",
    "ship_approvals",
    "ship_engines",
    "ship_games",
    "ship_games_in",
    "ship_schema",
    "stop_at_known_cards",
]


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
    patch.setattr("feltworks.rules.loader._CHECKED", {})


def ship_games(patch: pytest.MonkeyPatch, *ids: str) -> None:
    """List only these games as shipped."""
    patch.setattr("feltworks.rules.catalogue.game_ids", lambda: ids)


def ship_games_in(patch: pytest.MonkeyPatch, folder: Path) -> None:
    """Ship the rules files of another folder."""
    patch.setattr("feltworks.rules.catalogue.GAMES_DIR", folder)


def ship_approvals(patch: pytest.MonkeyPatch, listed: object) -> None:
    """Ship another list of approved files."""
    patch.setattr("feltworks.rules.approved.approvals", lambda: listed)


def ship_schema(patch: pytest.MonkeyPatch, schema: object) -> None:
    """Ship another schema of rules files."""
    patch.setattr("feltworks.rules.validation.Rules", schema)
    patch.setattr("feltworks.rules.loader._CHECKED", {})


def ship_engines(patch: pytest.MonkeyPatch, engines: object) -> None:
    """Ship other engines, by the mechanisms that they deal."""
    patch.setattr("feltworks.pit.tables.ENGINES", engines)


def forbid_parsing(patch: pytest.MonkeyPatch) -> None:
    """Fail if the text of a rules file is parsed."""

    def never(_text: str) -> None:
        raise AssertionError("it was parsed")

    patch.setattr("feltworks.rules.reading.tomllib.loads", never)


def stop_at_known_cards(patch: pytest.MonkeyPatch) -> None:
    """Leave optimal players no time to solve a game again without the cards they know."""
    patch.setattr("feltworks.players.optimal.KNOWN_CARDS_SECONDS", 0)


def forget_backup_caps(patch: pytest.MonkeyPatch) -> None:
    """Let the backups of a jackpot hold more than their cap: a fault that the audit must find."""
    patch.setattr(playing, "above_backup_cap", lambda terms, held: ())
