"""What holds for every test: no kept counts, and which tests are slow.

No test is made green by a count that an earlier run kept: none are kept, unless one says where.
That is set before anything is imported, and inherited by the processes that tests start.

Of the workers one compiles a kernel and the others load it.

The longest tests are begun first. What is imported by then is never looked at again by Python's
collector of cycles, which else took a tenth of the processor's time.

`tests/slow.txt` lists the tests that take a quarter of a second or more, by file or by function;
`make check` leaves them out, `make test` runs everything.
"""

import gc
import os
import shutil
from pathlib import Path

import pytest
from argon2 import PasswordHasher

os.environ["FELTWORKS_COUNTS"] = ""

from tests.compiling import compile_in_one_process

compile_in_one_process()
SLOW = {
    line
    for line in (Path(__file__).parent / "slow.txt").read_text("utf-8").splitlines()
    if line and not line.startswith("#")
}


LONGEST = (
    "test_a_server_in_trouble_loses_nothing_that_it_answered",
    "test_no_hidden_card_leaves_early",
    "test_axe_finds_nothing_serious_on_any_page",
    "test_everything_fits_at_every_size_in_every_phase",
    "test_random_games_are_counted_as_they_are_dealt",
    "test_many_rounds_lie_within_four_standard_errors",
    "test_the_integrity_check_plays_every_round_again",
)
WORKERS = 4


def pytest_collection_modifyitems(items):
    _spread_longest(items)
    for item in items:
        path = item.location[0]
        if path in SLOW or f"{path}::{item.originalname}" in SLOW:
            item.add_marker(pytest.mark.slow)


def _spread_longest(items):
    """The longest tests begin each worker's share: one that is left to the end is waited for."""
    longest = [item for item in items if getattr(item, "originalname", "") in LONGEST]
    known = set(longest)
    others = [item for item in items if item not in known]
    share = -(-len(items) // WORKERS)
    shares = [longest[first::WORKERS] for first in range(WORKERS)]
    items.clear()
    for own in shares:
        items += own + others[: share - len(own)]
        del others[: share - len(own)]
    items += others


def pytest_collection_finish():
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 50, 100)


@pytest.fixture(autouse=True, scope="session")
def new_books_are_copied(tmp_path_factory):
    """Empty SQLite books are made by the migrations once in a process, then copied.

    No test waits for the disk, unless it sets otherwise.
    """
    from feltworks.house.books import Database, database

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
        patch.setattr(database, "SYNCHRONOUS", "OFF")
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
