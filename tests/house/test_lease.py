"""Who deals: one process at a time, known by name, and one that was thought dead writes nothing."""

from __future__ import annotations

import json
import os
import signal
import time

import pytest
from sqlalchemy import text

from feltworks.house import House, HouseError
from feltworks.house.errors import BooksAway, LeaseLost
from feltworks.house.lease import SILENT_SECONDS, Holder

from .conftest import DAY
from .rooms import room
from .test_jackpot_play import NOTHING, spanish

pytestmark = pytest.mark.both_databases


def silent(house, seconds):
    """Nothing was heard of the holder for so long."""
    with house.database.writing() as connection:
        connection.execute(
            text("UPDATE lease SET beat_ms = beat_ms - :ms"), {"ms": round(seconds * 1000)}
        )


def test_a_second_process_is_refused_with_the_name_of_the_first(house, books):
    _ = house.lease
    with House(books, name="the second") as second:
        told = rf"feltworks \(process {os.getpid()} on .*\) deals on these books and was heard of"
        with pytest.raises(HouseError, match=told):
            _ = second.lease
        # Whoever does not deal may write all the same.
        second.sell_chips("ann", 1_00, key="one chip")


def test_a_lease_that_was_let_go_of_is_free_and_its_token_grows(house, books):
    first = house.lease.number
    house.leave()
    with House(books) as second:
        assert second.lease.number > first


def test_whoever_got_no_answer_is_not_refused_by_its_own_name(house, books, monkeypatch):
    write = house.writer.write

    def unanswered(unit):
        write(unit)
        raise BooksAway("the books cannot be reached")

    with monkeypatch.context() as patched:
        patched.setattr(house.writer, "write", unanswered)
        with pytest.raises(BooksAway):
            _ = house.lease
    with House(books) as second, pytest.raises(HouseError, match="deals on these books"):
        _ = second.lease
    assert house.lease.number
    house.write(lambda batch: batch.write("a note", "house"))


@pytest.mark.slow
def test_a_holder_that_was_not_heard_of_is_replaced_and_then_writes_nothing(house, books):
    record, round, commitment = spanish(house, s1=NOTHING).finished()
    silent(house, SILENT_SECONDS - 3)
    with House(books) as second:
        with pytest.raises(HouseError, match="deals on these books"):
            _ = second.lease
        silent(house, 4)
        _ = second.lease
        for unit in (
            house.rounds.settle(record.number, round, commitment.reveal()),
            lambda batch: batch.write("a note", "house"),
        ):
            with pytest.raises(LeaseLost, match="another process deals"):
                house.write(unit)
        assert second.recall(record.number).outcome == "in flight"
        settle = second.rounds.settle(record.number, round, commitment.reveal())
        assert second.write(settle).outcome == "settled"
        assert second.audit().violations == ()


@pytest.mark.slow
def test_a_holder_that_was_killed_on_this_host_is_replaced_at_once(books):
    with House(books, create=True) as house:
        house.open(room(), DAY)
    told, tell = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            _ = House(books, name="the first").lease
            os.write(tell, b"deals")
            time.sleep(600)
        finally:
            os._exit(1)
    assert os.read(told, 5) == b"deals"
    with House(books) as house:
        with pytest.raises(HouseError, match="the first"):
            _ = house.lease
        # Killed, and not even waited for by its parent yet.
        os.kill(child, signal.SIGKILL)
        until = time.monotonic() + 120
        while not _is_taken(house):
            assert time.monotonic() < until
        with house.database.reading() as reader:
            ended = [record for record in reader.chain() if record.kind == "shift ended"]
        assert ended[-1].facts["why"] == "its dealer was gone before it ended"
    os.waitpid(child, 0)


def _is_taken(house):
    try:
        return house.lease is not None
    except HouseError:
        return False


def test_of_a_process_on_another_machine_nothing_is_known():
    here = Holder.of_this_process("here")
    assert not here.is_dead
    gone = Holder("gone", here.host, here.pid, "1", here.machine)
    assert gone.is_dead
    assert not Holder("far", "far", 1, "1", "another boot").is_dead
    assert not Holder("old", here.host, here.pid, "1", "").is_dead


@pytest.mark.slow
def test_the_holder_is_heard_of_while_it_lives(house, monkeypatch):
    monkeypatch.setattr("feltworks.house.lease.BEAT_SECONDS", 0.01)
    _ = house.lease
    silent(house, 100)
    until = time.monotonic() + 120
    while True:
        with house.database.reading() as reader:
            row = reader.connection.execute(text("SELECT * FROM lease")).one()
        if row.beat_ms > time.time() * 1000 - 60_000:
            break
        assert time.monotonic() < until
    assert json.loads(row.holder)["pid"] == os.getpid()
    assert house.audit().violations == ()


# --- rounds that were left open ------------------------------------------------------------------


@pytest.mark.slow
def test_a_round_whose_key_is_lost_waits_for_it_and_is_voided_only_by_order(house, books):
    record, _, _ = spanish(house, s1=NOTHING).begun()
    keys = house.keys.path.read_text()
    house.keys.path.unlink()
    # Whoever had the file a moment ago waits for it.
    for ask in (house.open_rounds, house.void_lost_rounds):
        with pytest.raises(BooksAway, match="are gone: put the file back"):
            ask()
    house.leave()
    with House(books) as house:
        assert house.open_rounds() == [] and house.recover() == []
        assert "which is not in" in str(house.lost_rounds()[record.number])
        house.keys.path.write_text(keys)
        (found,) = house.open_rounds()
        assert found.number == record.number
        house.keys.path.unlink()
        # A round that goes on needs the file no more: its moves are sealed with what is known.
        with house.database.reading() as reader:
            salt = house.rounds.decks.salt(reader, found.deck.digest)
        assert salt == found.deck.reveal().salt
    with House(books) as house:
        assert house.void_lost_rounds() == [record.number]
        recalled = house.recall(record.number)
        assert recalled.outcome == "voided"
        assert recalled.closing.facts["why"].startswith("its deck is lost: deck ")
        assert house.stack_cents("ann") == 1_000_00
        assert house.audit().violations == ()
