"""What holds for every test: no kept counts, and which tests are slow.

No test is made green by a count that an earlier run kept: none are kept, unless one says where.
That is set before anything is imported, and inherited by the processes that tests start.

Of the workers one compiles a kernel and the others load it.

The longest packages are begun first. Python's collector of cycles rests while tests are collected
and never looks again at what is there by then; else it took a tenth of the processor's time.

`tests/slow.txt` lists the tests that take a quarter of a second or more, or 0.8 s in all their
cases, by file or by function; `make check` leaves them out, `make test` runs everything.
"""

import gc
import os
import shutil
import sys
from datetime import timedelta
from functools import cache
from pathlib import Path
from types import SimpleNamespace

import pytest
from argon2 import PasswordHasher

os.environ["FELTWORKS_COUNTS"] = ""

from tests.compiling import collect_cycles_seldom, compile_in_one_process

gc.disable()
compile_in_one_process()
SLOW = {
    line
    for line in (Path(__file__).parent / "slow.txt").read_text("utf-8").splitlines()
    if line and not line.startswith("#")
}


# What each of five workers begins with: packages that take long, with books, servers and browsers
# that a worker opens once for all of their tests. Three of them wait more than they work.
BEGINNINGS = (
    ("tests/house/",),
    ("tests/blackjack/", "tests/generic/", "tests/simulate/", "tests/ring/"),
    ("tests/browser/", "tests/web/"),
    ("tests/web_pages/",),
    ("tests/odds/",),
)


def pytest_collection_modifyitems(items):
    _begin_with_longest(items)
    for item in items:
        path = _file(item)
        if path in SLOW or f"{path}::{item.originalname}" in SLOW:
            item.add_marker(pytest.mark.slow)


def _begin_with_longest(items):
    """Short tests end each worker's share, so that whoever is idle takes some over at the end."""
    shares = [[item for item in items if item.nodeid.startswith(own)] for own in BEGINNINGS]
    known = {item for own in shares for item in own}
    others = [item for item in items if item not in known]
    share = -(-len(items) // len(BEGINNINGS))
    items.clear()
    for own in shares:
        wanted = max(0, share - len(own))
        items += own + others[:wanted]
        del others[:wanted]
    items += others


def _file(item):
    """As in `item.location`, which looks up the line of each test's source as well."""
    return item.nodeid.partition("::")[0]


def pytest_collection_finish():
    collect_cycles_seldom()
    gc.enable()


@pytest.fixture(autouse=True, scope="session")
def new_books_are_copied(tmp_path_factory):
    """Empty SQLite books are made by the migrations once in a process, then copied."""
    from feltworks.house.books import Database

    made, upgrade = tmp_path_factory.mktemp("books") / "empty.db", Database._upgrade
    own = os.getpid()

    def upgraded(database, revision):
        is_new = revision is None and database.is_sqlite and not database.file.exists()
        # Processes that a test has forked make books as users' processes do.
        if not is_new or os.getpid() != own:
            upgrade(database, revision)
            return
        if not made.exists():
            first = Database(str(made))
            upgrade(first, None)
            first.close()
        shutil.copy(made, database.file)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Database, "_upgrade", upgraded)
        yield


@pytest.fixture(autouse=True, scope="session")
def queries_are_compiled_once():
    """Hundreds of books are opened in a process: what SQLAlchemy compiled for one serves all."""
    from sqlalchemy.engine import default
    from sqlalchemy.util import LRUCache

    from feltworks.house.books import database

    made, compiled = database._engine, {}

    def engine(url):
        engine = made(url)
        engine._compiled_cache = compiled.setdefault(engine.name, LRUCache(2000))
        return engine

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(database, "_engine", engine)
        # Compiled queries are kept by their dialect, of which every engine has one of its own.
        patch.setattr(default.DefaultDialect, "__eq__", lambda one, two: type(one) is type(two))
        patch.setattr(default.DefaultDialect, "__hash__", lambda one: hash(type(one)))
        yield


@pytest.fixture(autouse=True, scope="session")
def tables_are_looked_at_once():
    """Hundreds of books are audited in a process, most with the same tables, which SQLAlchemy takes
    long to look at: what it sees of SQLite follows from what SQLite keeps of them."""
    from sqlalchemy import text

    from feltworks.house.audit import structure

    look, seen = structure._tables, {}

    def tables(reader):
        if reader.connection.dialect.name != "sqlite":
            return look(reader)
        query = text("SELECT type, name, tbl_name, sql FROM sqlite_master")
        shape = frozenset(map(tuple, reader.connection.execute(query)))
        if shape not in seen:
            seen[shape] = tuple(look(reader))
        return seen[shape]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(structure, "_tables", tables)
        yield


@pytest.fixture(autouse=True, scope="session")
def commands_are_built_once():
    """Hundreds of commands are called in a process: what Typer made of one call serves all.

    The whole is built each time, as that looks at the environment.
    """
    from feltworks.cli import commands

    made, kept = commands.get_command, cache(commands.get_command)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(
            commands, "get_command", lambda app: (made if app is commands.app else kept)(app)
        )
        yield


@pytest.fixture(autouse=True, scope="session")
def shipped_synchronous():
    """No test waits for the disk, unless it sets what is shipped, which is given here."""
    from feltworks.house.books import database

    shipped = database.SYNCHRONOUS
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(database, "SYNCHRONOUS", "OFF")
        yield shipped


@pytest.fixture(autouse=True, scope="session")
def books_may_be_of_long_ago():
    """Books of a certain day are written to by tests of any later year."""
    from feltworks.house.books import clock

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(clock, "MOST_AWAY", timedelta(days=36_500))
        yield


@pytest.fixture(autouse=True, scope="session")
def servers_leave_the_collector_alone():
    """Hundreds of servers start and stop in a process, and only a server that has one to itself
    may tell the collector of cycles what to look at: each would have it look at everything, a
    third of a second, and from then on at all that was there before the first test."""
    idle = SimpleNamespace(collect=int, freeze=int, unfreeze=int)
    with pytest.MonkeyPatch.context() as patch:
        # Where no module that was collected has loaded it, no server is started here.
        if app := sys.modules.get("feltworks.web.app"):
            patch.setattr(app, "gc", idle)
        yield


@pytest.fixture(autouse=True, scope="session")
def passwords_are_hashed_fast():
    """What makes guessing slow, a tenth of a second for each password, tests have no use for."""
    hash_with, fast = PasswordHasher.__init__, {"time_cost": 1, "memory_cost": 8, "parallelism": 1}

    def with_less(hasher, **costs):
        hash_with(hasher, **fast | costs)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(PasswordHasher, "__init__", with_less)
        yield
