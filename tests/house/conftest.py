"""Books to write in: every test that takes `books` or `house` runs on SQLite and on PostgreSQL."""

from __future__ import annotations

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


@pytest.fixture(scope="session")
def postgres_server():
    with postgres.started() as server:
        yield server


@pytest.fixture(params=BOTH)
def books(request, tmp_path, monkeypatch):
    """Where to keep books."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    if request.param == "sqlite":
        return str(tmp_path / "house.db")
    monkeypatch.setenv("FELTWORKS_KEYS", str(tmp_path / "deck-keys"))
    return request.getfixturevalue("postgres_server").fresh()


@pytest.fixture
def house(books):
    """A house with one table of each kind of jackpot, and players with chips."""
    with House(books, create=True) as house:
        opened = house.open(room(), DAY)
        assert not opened.objections, opened.objections
        for player in ("ann", "bob", "cyd", "dee"):
            house.sell_chips(player, 1_000_00, key=f"{player} buys in")
        yield house


@pytest.fixture
def fresh(books):
    """Books that were just made."""
    made = database.Database(books)
    made.prepare()
    yield made
    made.close()
