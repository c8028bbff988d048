"""Books of an earlier version brought up to date: nothing in them changes, all of it holds."""

from __future__ import annotations

import sqlite3
from contextlib import closing

import pytest
from alembic import command
from sqlalchemy import inspect, text
from tests.ask.books import REVISION, Database, back_up, restore
from tests.house import postgres

from feltworks.house import BooksError, House

from .books import load_postgresql, load_sqlite
from .versions import FOLDERS, unpacked

pytestmark = pytest.mark.slow


@pytest.fixture(params=["sqlite", "postgresql"])
def old(request, tmp_path):
    """Where books of the first version lie, in a database of their own."""
    if request.param == "sqlite":
        return load_sqlite(FOLDERS[0], tmp_path / "house.db")
    server = request.getfixturevalue("postgres_server")
    postgres.run(server.url, "DROP DATABASE IF EXISTS old WITH (FORCE)", "CREATE DATABASE old")
    return load_postgresql(FOLDERS[0], server.url.replace("/postgres?", "/old?"))


def rows(where):
    """Every row of every table, the version's own apart."""
    with closing(Database(where)) as found, found.engine.connect() as connection:
        return {
            table: sorted(map(repr, connection.execute(text(f'SELECT * FROM "{table}"'))))
            for table in inspect(connection).get_table_names()
            if table != "alembic_version"
        }


def revision(where):
    with closing(Database(where)) as found:
        return found.revision()


def test_every_row_is_kept(old):
    before = rows(old)
    assert revision(old) == "0001" and len(before["records"]) > 1000
    with pytest.raises(BooksError, match=f"version 0001 and this program keeps version {REVISION}"):
        House(old)
    with closing(Database(old)) as found:
        found.prepare()
    after = rows(old)
    assert revision(old) == REVISION
    assert {table: after[table] for table in before} == before
    assert set(after) - set(before) == {"moves", "decks", "lease", "people"}
    with House(old) as house:
        report = house.audit(replay=False)
    assert report.violations == ()
    assert report.rounds > 300


def test_a_migration_that_fails_changes_nothing(old, monkeypatch):
    before, upgrade = rows(old), command.upgrade

    def fails(config, to):
        upgrade(config, "0002")
        raise sqlite3.OperationalError("the power went")

    monkeypatch.setattr(command, "upgrade", fails)
    with closing(Database(old)) as found, pytest.raises(Exception, match="the power went"):
        found.prepare()
    assert (revision(old), rows(old)) == ("0001", before)
    monkeypatch.undo()
    with House(old, create=True) as house:
        assert house.audit(replay=False).in_order


def test_books_are_not_changed_under_a_server_of_the_earlier_version(old, tmp_path):
    """It holds a lock as long as its shift lasts; one that was killed holds none any more."""
    token = 0x5EED
    state = f'{{"over":false,"token":"{token}"}}'
    with closing(Database(old)) as found, found.engine.begin() as connection:
        connection.execute(
            text("INSERT INTO standings (subject, state, record) VALUES (:subject, :state, 1)"),
            {"subject": "shift 1", "state": state},
        )
    before = rows(old)
    with closing(Database(old)) as found, found.engine.connect() as connection:
        if found.is_sqlite:
            lock = sqlite3.connect(f"{found.file}-shift-{token:x}", isolation_level=None)
            lock.execute("BEGIN EXCLUSIVE")
        else:
            connection.execute(text(f"SELECT pg_advisory_lock({token})"))
        with pytest.raises(BooksError, match=r"still deals on these books \(shift 1\): stop it"):
            Database(old).prepare()
        assert (revision(old), rows(old)) == ("0001", before)
        if found.is_sqlite:
            lock.close()
    Database(old).prepare()
    assert revision(old) == REVISION


def test_a_backup_of_older_books_is_restored_up_to_date(tmp_path, postgres_server):
    server = postgres_server
    where = load_sqlite(FOLDERS[0], tmp_path / "house.db")
    with closing(Database(where)) as found:
        taken = back_up(found, tmp_path / "copy.db")
    assert revision(str(taken.file)) == "0001"
    postgres.run(server.url, "DROP DATABASE IF EXISTS new WITH (FORCE)", "CREATE DATABASE new")
    target = server.url.replace("/postgres?", "/new?")
    figures = unpacked(FOLDERS[0] / "books.figures.json.xz")["sqlite"]
    number, hash = figures["audit"]["seal"].split(":")
    made = restore(taken.file, target, by="dee", seal=(int(number), hash))
    assert (made.missing, revision(target)) == (0, REVISION)
    with House(target) as house, house.database.reading() as reader:
        found = {str(account): cents for account, cents in reader.accounts().items()}
    assert found == figures["balances"]
