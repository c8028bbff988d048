"""The box that the shipped decks come in: `decks.toml`, opened on first use."""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path
from typing import Any

from feltworks.cards.deckchecks import DeckError
from feltworks.cards.decks import Deck
from feltworks.errors import did_you_mean


def deck(id: str, packs: int | None = None) -> Deck:
    """The shipped deck of that id, as a shoe of `packs` when that is stated."""
    shipped = _box()
    if id not in shipped:
        raise DeckError(
            f"there is no deck {id!r}{did_you_mean(id, shipped)}: there are {', '.join(shipped)}"
        )
    return shipped[id] if packs is None else shipped[id].shoe(packs)


def deck_ids() -> tuple[str, ...]:
    """The ids of the shipped decks, in the order of the file."""
    return tuple(_box())


def decks_from_data(tables: dict[str, dict[str, Any]]) -> dict[str, Deck]:
    """Decks by id from the tables of a file, where `of` names a deck to start from."""
    return {id: Deck.from_data(_in_full(id, tables)) for id in tables}


def _in_full(id: str, tables: dict[str, dict[str, Any]]) -> dict[str, Any]:
    stated = {"id": id, **tables[id]}
    parent_id = stated.pop("of", None)
    if parent_id is None:
        return stated
    parent = tables.get(parent_id)
    if parent is None or "of" in parent:
        whole = [name for name, table in tables.items() if "of" not in table]
        allowed = f"a deck that is stated in full: {', '.join(whole)}"
        raise DeckError(f"deck {id!r}: of is {parent_id!r} and must be {allowed}")
    return parent | stated


@cache
def _box() -> dict[str, Deck]:
    text = Path(__file__).with_name("decks.toml").read_text(encoding="utf-8")
    return decks_from_data(tomllib.loads(text))
