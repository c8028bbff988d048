"""What holds for every test: where counts are cached, and the order of the tests.

Tests run the program that ships: nothing of it is replaced for all of them. `fast_passwords` is
for the tests that request it by name.

Counts that took long are cached, as for every user, but in a folder of this run alone, so that no
test passes because of a count that an earlier run cached. The folder is set before anything is
imported, and workers and the processes that tests start inherit it.

The longest packages are begun first. Python's collector of cycles is off while pytest collects
tests, and does not look at what was collected; else that took half of the time of collecting.

The mark `slow` is on tests that take a fifth of a second or more, or 0.6 s in all their cases:
`make check` leaves them out, `make test` runs everything.
"""

import gc
import os
import shutil
import tempfile
from pathlib import Path

import pytest

IS_WORKER = "PYTEST_XDIST_WORKER" in os.environ
if not IS_WORKER:
    os.environ["FELTWORKS_COUNTS"] = tempfile.mkdtemp(prefix="feltworks-counts-")

gc.disable()


# What the workers begin with: packages that take long, with books, servers and browsers
# that a worker opens once for all of their tests. Two of them wait more than they work.
BEGINNINGS = (
    ("tests/house/",),
    ("tests/blackjack/", "tests/generic/", "tests/simulate/", "tests/ring/"),
    ("tests/browser/", "tests/web/"),
    ("tests/web_pages/",),
    ("tests/odds/",),
)


def pytest_collection_modifyitems(items):
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


def pytest_collection_finish():
    gc.freeze()
    gc.enable()


def pytest_configure(config):
    config.addinivalue_line(
        "markers",
        "both_databases: runs on SQLite and on PostgreSQL; other tests of the house run on SQLite",
    )


def pytest_sessionstart():
    """The program says once for a cache folder that it compiles: no test is to be the first."""
    from tests.ask.terminal import ANNOUNCED, announced_compiling

    import feltworks.kernels  # noqa: F401 - settles where Numba stores kernels

    if not (Path(os.environ["NUMBA_CACHE_DIR"]) / ANNOUNCED).exists():
        import numba

        with announced_compiling():
            numba.njit(lambda: 0)()


def pytest_unconfigure():
    if not IS_WORKER:
        shutil.rmtree(os.environ["FELTWORKS_COUNTS"], ignore_errors=True)


@pytest.fixture(scope="session")
def postgres_server():
    """One PostgreSQL for all tests of a worker: its start takes a second."""
    from tests.house import postgres

    with postgres.started() as server:
        yield server


@pytest.fixture
def fast_passwords(monkeypatch):
    """Hash passwords in no time. As shipped that takes a tenth of a second, so that guessing takes
    long; `web_pages/test_password_cost.py` tests that."""
    from argon2 import PasswordHasher

    hash_with, fast = PasswordHasher.__init__, {"time_cost": 1, "memory_cost": 8, "parallelism": 1}

    def with_less(hasher, **costs):
        hash_with(hasher, **fast | costs)

    monkeypatch.setattr(PasswordHasher, "__init__", with_less)


pytest_plugins = ["tests.missing_parts"]
