"""The house's books: what tests of other packages do to them or look up in them."""

from __future__ import annotations

from feltworks.house.books import database, schema
from feltworks.house.cardroom.editing import section_of, with_section
from feltworks.house.corrections import confirm, propose, read_moves
from feltworks.house.demo import play_day
from feltworks.house.keys import KeyLost
from feltworks.house.opening import close_table, open_tables
from feltworks.house.people import claim, forget, player_of
from feltworks.house.rounds.decks import KeptDeck
from feltworks.house.staff import put_on_staff

__all__ = [
    "KeptDeck",
    "KeyLost",
    "claim",
    "close_table",
    "confirm",
    "database",
    "forget",
    "open_tables",
    "play_day",
    "player_of",
    "propose",
    "put_on_staff",
    "read_moves",
    "schema",
    "section_of",
    "with_section",
]
