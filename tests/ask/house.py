"""The house's books: what tests of other packages do to them or look up in them."""

from __future__ import annotations

import shutil
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from feltworks.house import House
from feltworks.house.books import Database, database, schema
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
    "new_house",
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


def new_house(path: Path, **options: Any) -> House:
    """Open a house; if it has no books yet, with a copy of empty ones.

    The migrations make those once in a process: to run them takes longer than most tests of a
    server. `tests/house/test_books.py::test_what_is_looked_up_is_found_by_an_index` opens a house
    that makes its own, and `test_small_tables_of_sqlite_lie_in_the_tree_of_their_key` looks at
    books that were just made.
    """
    if not path.exists():
        shutil.copy(Path(_empty().name) / "empty.db", path)
    return House(str(path), create=True, **options)


@cache
def _empty() -> TemporaryDirectory[str]:
    """A folder with empty books, which goes with the process."""
    folder = TemporaryDirectory()
    books = Database(str(Path(folder.name) / "empty.db"))
    books.prepare()
    books.close()
    return folder
