"""Rules files: load one, or learn what is wrong with it."""

from __future__ import annotations

from feltworks.rules.catalogue import (
    EXAMPLES_DIR,
    GAMES_DIR,
    GameError,
    earlier_files,
    example_ids,
    game_ids,
    listings,
    locate,
)
from feltworks.rules.handbook import Handbook, without_cards
from feltworks.rules.loader import (
    Loaded,
    check_document,
    check_file,
    check_text,
    load,
    load_text,
    read,
    read_document,
    read_text,
)
from feltworks.rules.mistakes import RefusalError, RulesError
from feltworks.rules.options import OptionError
from feltworks.rules.schema import Rules

__all__ = [
    "EXAMPLES_DIR",
    "GAMES_DIR",
    "GameError",
    "Handbook",
    "Loaded",
    "OptionError",
    "RefusalError",
    "Rules",
    "RulesError",
    "check_document",
    "check_file",
    "check_text",
    "earlier_files",
    "example_ids",
    "game_ids",
    "listings",
    "load",
    "load_text",
    "locate",
    "read",
    "read_document",
    "read_text",
    "without_cards",
]
