"""The pit: from a rules file to its engine, the deck at a table, and the dealer."""

from feltworks.pit.dealer import DealerError, dealt, play_out
from feltworks.pit.deck import TableDeck, other_pack
from feltworks.pit.tables import (
    ENGINES,
    OpenTable,
    PitError,
    open_table,
    posted_seeds,
    replay_text,
    why_not_dealt,
)

__all__ = [
    "ENGINES",
    "DealerError",
    "OpenTable",
    "PitError",
    "TableDeck",
    "dealt",
    "open_table",
    "other_pack",
    "play_out",
    "posted_seeds",
    "replay_text",
    "why_not_dealt",
]
