"""The pit: from a rules file to the engine that deals it."""

from feltworks.pit.sitting import Sitting, posted_seeds
from feltworks.pit.tables import OpenTable, PitError, open_table, replay_text, table_for

__all__ = [
    "OpenTable",
    "PitError",
    "Sitting",
    "open_table",
    "posted_seeds",
    "replay_text",
    "table_for",
]
