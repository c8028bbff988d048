"""Whoever may read the books and not write them can audit them all the same."""

from __future__ import annotations

import multiprocessing
import os
import shutil
import sys
from pathlib import Path

import pytest

from feltworks.house import House, HouseError

from . import postgres
from .conftest import DAY
from .rooms import room
from .test_jackpot_play import NOTHING, spanish

pytestmark = pytest.mark.slow


def by_a_stranger(path, answer):
    """Runs in a process of its own, which gives up the rights of the tests' user."""
    if os.getuid() == 0:
        os.setgid(65534)
        os.setuid(65534)
    try:
        with House(str(path)) as house:
            answer.put(house.audit().as_json())
    except HouseError as error:
        answer.put(str(error))


def audited(path):
    """What an audit by somebody without rights says."""
    # Forked, since everything is imported by now and a stranger may not read the program.
    context = multiprocessing.get_context("fork")
    answer = context.Queue()
    process = context.Process(target=by_a_stranger, args=(path, answer))
    process.start()
    told = answer.get(timeout=300)
    process.join()
    return told


@pytest.fixture
def archive(tmp_path_factory):
    """A folder that a stranger may look into and not write in."""
    # The folders of tests are their owner's alone; a stranger is let through here.
    folder = tmp_path_factory.mktemp("archive")
    for above in (folder.parent, *folder.parents):
        if above == Path("/tmp") or above == above.parent:
            break
        above.chmod(above.stat().st_mode | 0o055)
    yield folder
    folder.chmod(0o755)


def written(path):
    with House(str(path), create=True) as house:
        house.open(room(), DAY)
        house.sell_chips("ann", 1_000_00, key="buy-in")
        spanish(house, s1=NOTHING).settled()
        return house.audit().records


@pytest.mark.skipif(sys.platform != "linux", reason="a stranger is forked")
def test_a_file_in_a_folder_that_cannot_be_written_is_audited(tmp_path, archive):
    written(tmp_path / "house.db")
    # With the connections closed nothing is left in the log beside the file.
    shutil.copy(tmp_path / "house.db", archive / "house.db")
    (archive / "house.db").chmod(0o444)
    archive.chmod(0o555)
    told = audited(archive / "house.db")
    assert told["in_order"] and told["rounds_replayed"] == 1
    assert sorted(path.name for path in archive.iterdir()) == ["house.db"]


@pytest.mark.skipif(sys.platform != "linux", reason="a stranger is forked")
def test_newest_records_that_lie_in_the_log_beside_the_file_are_not_left_out(tmp_path, archive):
    """A copy of a live file with its log is read with it, or refused: never as older books."""
    with House(str(tmp_path / "house.db"), create=True) as house:
        house.open(room(), DAY)
        house.sell_chips("ann", 1_000_00, key="buy-in")
        records = house.audit().records
        for ending in ("", "-wal"):
            shutil.copy(tmp_path / f"house.db{ending}", archive / f"house.db{ending}")
            (archive / f"house.db{ending}").chmod(0o444)
    assert (archive / "house.db-wal").stat().st_size
    archive.chmod(0o555)
    told = audited(archive / "house.db")
    assert "cannot be used" in told if isinstance(told, str) else told["records"] == records


def test_a_database_user_who_may_only_select_can_audit(postgres_server, tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    where = postgres_server.fresh()
    written(where)
    grant = (
        "GRANT USAGE ON SCHEMA public TO looker",
        "GRANT SELECT ON ALL TABLES IN SCHEMA public TO looker",
    )
    postgres.run(where, "CREATE ROLE looker LOGIN", *grant)
    try:
        with House(where.replace("postgres:@", "looker:@")) as house:
            assert house.audit().in_order
    finally:
        postgres.run(where, "DROP OWNED BY looker", "DROP ROLE looker")
