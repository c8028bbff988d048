"""Books to write in: SQLite's, and PostgreSQL's too for a test that is marked `both_databases`.

That mark is for what a dialect can make a difference to: types and texts, locks and conflicts,
lost connections, migrations, triggers, dumps, rows that are deleted. `test_every_kind.py` writes
every kind of record on both.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable
from datetime import date

import pytest
from tests.cli.terminal import Caller

from feltworks.house import House
from feltworks.house.books import database

from . import postgres
from .rooms import room

BOTH = ("sqlite", "postgresql")
DAY = date(2025, 11, 14)


@pytest.fixture
def feltworks(capsys, monkeypatch):
    """Call a command, see what it said."""
    return Caller(capsys, monkeypatch)


def pytest_generate_tests(metafunc):
    if "books" in metafunc.fixturenames:
        own = metafunc.definition.iter_markers("parametrize")
        if any("books" in str(mark.args[0]).replace(",", " ").split() for mark in own):
            return
        is_on_both = metafunc.definition.get_closest_marker("both_databases")
        metafunc.parametrize("books", BOTH if is_on_both else BOTH[:1], indirect=True)


@pytest.fixture(scope="session")
def empty_books(tmp_path_factory):
    """A file of SQLite's books that the migrations have just made."""
    file = tmp_path_factory.mktemp("books") / "empty.db"
    made = database.Database(str(file))
    made.prepare()
    made.close()
    return file


@pytest.fixture
def books(request, tmp_path, monkeypatch, empty_books):
    """Where to keep books: they are made already and empty.

    `test_books.py::test_what_is_looked_up_is_found_by_an_index` opens a house that makes its own,
    and `test_small_tables_of_sqlite_lie_in_the_tree_of_their_key` looks at books just made.
    """
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    if getattr(request, "param", "sqlite") == "sqlite":
        return str(shutil.copy(empty_books, tmp_path / "house.db"))
    monkeypatch.setenv("FELTWORKS_KEYS", str(tmp_path / "deck-keys"))
    return request.getfixturevalue("postgres_server").fresh()


@pytest.fixture(scope="session")
def kept_books():
    """What `copied` has kept: files by their path, and the rows of PostgreSQL's tables."""
    return {}


@pytest.fixture
def copied(books, tmp_path, kept_books):
    """Books with a past: `make` writes it once in a process for each database, then it is copied.

    `make` gets where the books are, and leaves them closed.
    """

    def copied(make: Callable[[str], None]) -> str:
        on_server = books.startswith("postgresql")
        known = kept_books.get((make.__module__, make.__qualname__, on_server))
        if known is not None:
            files, tables = known
            for path, content in files.items():
                (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
                (tmp_path / path).write_bytes(content)
            if on_server:
                postgres.fill(books, tables)
            return books
        make(books)
        written = [path for path in tmp_path.rglob("*") if path.is_file()]
        files = {path.relative_to(tmp_path): path.read_bytes() for path in written}
        tables = postgres.copied(books) if on_server else {}
        kept_books[make.__module__, make.__qualname__, on_server] = (files, tables)
        return books

    return copied


def opened_house(books):
    """A house with one table of each kind of jackpot, and players with chips."""
    with House(books, create=True) as house:
        opened = house.open(room(), DAY)
        assert not opened.objections, opened.objections
        for player in ("ann", "bob", "cyd", "dee"):
            house.sell_chips(player, 1_000_00, key=f"{player} buys in")


@pytest.fixture
def house(copied):
    """The next shift at `opened_house`."""
    with House(copied(opened_house)) as house:
        yield house


@pytest.fixture
def fresh(books):
    """Books that were just made."""
    made = database.Database(books)
    made.prepare()
    yield made
    made.close()
