"""The one writer: what is in a batch together, who waits for whom, and what a failure leaves."""

from __future__ import annotations

import contextlib
import json
import shutil
import sqlite3
import threading
import time
from datetime import date
from pathlib import Path

import psycopg
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sqlalchemy.exc import DBAPIError, OperationalError

from feltworks.house import BooksAway, BooksError, House, HouseError, LedgerError
from feltworks.house.books import Database, Writer, schema, writer
from feltworks.house.books.chain import canonical
from feltworks.house.books.trouble import is_away, is_passing
from feltworks.house.ledger import LedgerAccount, Posting, accounts, move

from .units import DAY, sold

pytestmark = pytest.mark.both_databases

CAGE, WALLET = accounts.CAGE, LedgerAccount("wallet", ("a",))
ANN, BOB, EVE = (accounts.player(name) for name in ("ann", "bob", "eve"))


def test_a_unit_that_fails_leaves_the_others_of_its_batch_standing(fresh):
    house_writer = Writer(fresh)

    def fails(batch):
        sold("cyd", 700)(batch)
        batch.keep("a paper that must not stay")
        batch.next_round()
        raise HouseError("no")

    writes = house_writer.write_each([sold("ann", 500), fails, sold("bob", 300)])
    assert [str(write.error) for write in writes] == ["None", "no", "None"]
    with fresh.reading() as reader:
        assert reader.accounts() == {CAGE: -800, ANN: 500, BOB: 300}
        assert (reader.head().number, reader.head().last_round) == (2, 0)
        assert reader.count("papers") == 0
        numbers = [record.number for record in reader.chain()]
        links = [record.previous for record in reader.chain()]
        hashes = [record.hash for record in reader.chain()]
    assert numbers == [1, 2] and links[1] == hashes[0]


def test_statements_of_a_unit_that_fails_are_undone_with_it(fresh):
    """Names of guests are no part of the chain: a unit changes them by a statement of its own."""

    def named(player, *, fails):
        def unit(batch):
            row = {"player": player, "name": player, "folded": player, "seen": "2025-11-14"}
            batch.connection.execute(schema.people.insert().values(row))
            sold(player, 100)(batch)
            if fails:
                raise HouseError("no")

        return unit

    units = [named("ann", fails=False), named("bob", fails=True), named("cyd", fails=False)]
    writes = Writer(fresh).write_each(units)
    assert [str(write.error) for write in writes] == ["None", "no", "None"]
    with fresh.reading() as reader:
        names = reader.connection.execute(schema.people.select()).all()
        assert sorted(row.name for row in names) == ["ann", "cyd"]
        assert set(reader.accounts("player")) == {ANN, accounts.player("cyd")}


def test_an_account_that_would_owe_is_refused_and_nothing_moves(fresh):
    house_writer = Writer(fresh)
    house_writer.write(sold("ann", 500))
    with pytest.raises(LedgerError, match=r"player:ann is short of \$1"):
        house_writer.write(sold("ann", -600))
    with fresh.reading() as reader:
        assert reader.accounts("player") == {ANN: 500}
        assert reader.head().number == 1


@pytest.mark.parametrize(
    ("postings", "says"),
    [
        ([Posting(CAGE, -5, "x"), Posting(ANN, 6, "x")], r"\$0\.01 is left over"),
        ([Posting(CAGE, -5.0, "x"), Posting(ANN, 5, "x")], "cents are whole"),
        (
            [Posting(CAGE, -5, "x"), Posting(WALLET, 5, "x")],
            "no account 'wallet:a'",
        ),
        (move(CAGE, ANN, 10**16, "x"), "no single amount is above"),
    ],
)
def test_what_is_no_entry_is_refused(fresh, postings, says):
    with pytest.raises(LedgerError, match=says):
        Writer(fresh).write(lambda batch: batch.write("k", "s", day=DAY, postings=postings))


# Keys of one object are all of one type, or they could not be sorted.
_VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner) | st.tuples(inner, inner),
    max_leaves=8,
)


@pytest.mark.slow
@given(_VALUES)
def test_values_are_written_as_json_writes_them(value):
    assert canonical(value) == json.dumps(value, sort_keys=True, separators=(",", ":"))


def test_what_is_no_json_is_refused():
    with pytest.raises(TypeError, match="date is not JSON serializable"):
        canonical({"day": DAY})


def test_batches_are_written_by_the_connection_that_wrote_last(fresh):
    """It has the pages of SQLite that it wrote in memory, until another one writes."""
    with fresh.reading(), fresh.reading():
        pass
    house_writer, used = Writer(fresh), set()
    for _ in range(4):
        house_writer.write(
            lambda batch: used.add(id(batch.reader.connection.connection.driver_connection))
        )
    assert len(used) == 1


def test_days_do_not_run_backward(fresh):
    house_writer = Writer(fresh)
    house_writer.write(sold("ann", 500))
    with pytest.raises(BooksError, match="the books stand at 2025-11-14"):
        house_writer.write(lambda batch: batch.write("k", "s", day=date(2025, 11, 13)))


def test_a_key_is_found_in_the_batch_it_was_written_in_and_in_later_ones(fresh):
    house_writer = Writer(fresh)
    with House(str(fresh.url.render_as_string(hide_password=False))) as house:
        for _ in range(3):
            assert house.sell_chips("ann", 500, key="buy-in 17") == 500
        with pytest.raises(HouseError, match="used for something else"):
            house.sell_chips("ann", 600, key="buy-in 17")

    def twice(batch):
        sold("bob", 100, key="k")(batch)
        return batch.keyed("k"), batch.keyed("nothing")

    found, nothing = house_writer.write(twice)
    assert found.subject == "player bob" and nothing is None


def test_two_writers_on_the_same_books_see_each_other_at_once(fresh, books):
    other = Database(books)
    first, second = Writer(fresh), Writer(other)
    for turn in range(5):
        first.write(sold("ann", 100))
        second.write(sold("ann", 10))
        assert second.write(lambda batch: batch.cents(ANN)) == 110 * (turn + 1)
    other.close()


def test_a_conflict_is_tried_again_until_it_is_written(fresh, monkeypatch):
    house_writer, tries = Writer(fresh), []
    write = Writer._written

    def conflicting(self, connection, writes):
        tries.append(1)
        if len(tries) < 4:
            raise DBAPIError("", {}, sqlite3.OperationalError("database is locked"))
        return write(self, connection, writes)

    monkeypatch.setattr(Writer, "_written", conflicting)
    house_writer.write(sold("ann", 500))
    assert len(tries) == 4
    with fresh.reading() as reader:
        assert reader.cents(ANN) == 500


def test_a_conflict_that_never_ends_is_told(fresh, monkeypatch):
    def conflicting(self, connection, writes):
        raise DBAPIError("", {}, sqlite3.OperationalError("database is locked"))

    monkeypatch.setattr(Writer, "_written", conflicting)
    house_writer = Writer(fresh)
    house_writer.patience_seconds = 0.05
    with pytest.raises(BooksError, match="database is locked"):
        house_writer.write(sold("ann", 500))


def breaks(batch):
    """A unit that the database itself refuses: there is a record of that number."""
    sold("cyd", 700)(batch)
    batch.rows["records"].append(dict(batch.rows["records"][-1]))


def test_a_unit_that_the_database_refuses_does_not_take_the_others_with_it(fresh):
    house_writer = Writer(fresh)
    writes = house_writer.write_each([sold("ann", 500), breaks, sold("bob", 300)])
    assert [type(write.error) for write in writes] == [type(None), BooksError, type(None)]
    with fresh.reading() as reader:
        assert reader.accounts() == {CAGE: -800, ANN: 500, BOB: 300}
        assert reader.head().number == 2


def losing_answers(database, monkeypatch, *, times, keeps):
    """Commits whose answer is lost, done or undone; gives the list of the tries."""
    tries, writing = [], database.writing

    @contextlib.contextmanager
    def failing():
        tries.append(1)
        lost = OperationalError("", {}, ConnectionError("the server went away"))
        with writing() as connection:
            yield connection
            if not keeps and len(tries) <= times:
                raise lost
        if len(tries) <= times:
            raise lost

    monkeypatch.setattr(database, "writing", failing)
    return tries


@pytest.mark.parametrize("keeps", [True, False])
def test_a_commit_whose_answer_is_lost_is_done_once(fresh, monkeypatch, keeps):
    """The chain tells whether it was kept, so that not even a sale without a key is done twice."""
    house_writer = Writer(fresh)
    tries = losing_answers(fresh, monkeypatch, times=1, keeps=keeps)
    writes = house_writer.write_each([sold("ann", 500), sold("bob", 300)])
    assert [write.outcome().number for write in writes] == [1, 2]
    assert len(tries) == 2
    monkeypatch.undo()
    with fresh.reading() as reader:
        assert reader.accounts() == {CAGE: -800, ANN: 500, BOB: 300}
        assert reader.head().number == 2


def test_a_commit_whose_answer_never_comes_is_told_as_books_that_are_away(fresh, monkeypatch):
    house_writer = Writer(fresh)
    house_writer.patience_seconds = 0.05
    losing_answers(fresh, monkeypatch, times=10**6, keeps=True)
    writes = house_writer.write_each([sold("ann", 500), sold("bob", 300, key="k")])
    assert [type(write.error) for write in writes] == [BooksAway, BooksAway]
    monkeypatch.undo()
    assert house_writer.write(lambda batch: batch.keyed("k")) is not None
    with fresh.reading() as reader:
        assert reader.accounts() == {CAGE: -800, ANN: 500, BOB: 300}


@pytest.mark.parametrize("keeps", [True, False])
def test_a_lost_answer_before_books_that_refuse_is_no_reason_to_write_again(
    fresh, monkeypatch, keeps
):
    """Nobody knows whether it was kept: it is told so, and not tried unit by unit."""
    house_writer = Writer(fresh)
    tries = losing_answers(fresh, monkeypatch, times=1, keeps=keeps)
    losing = fresh.writing

    @contextlib.contextmanager
    def refusing_once():
        if len(tries) == 1:
            tries.append(1)
            raise OperationalError("", {}, sqlite3.OperationalError("unable to open"))
        with losing() as connection:
            yield connection

    monkeypatch.setattr(fresh, "writing", refusing_once)
    writes = house_writer.write_each([sold("ann", 500), sold("bob", 300, key="k")])
    assert [type(write.error) for write in writes] == [BooksAway, BooksAway]
    assert len(tries) == 2
    assert (house_writer.write(lambda batch: batch.keyed("k")) is not None) is keeps
    with fresh.reading() as reader:
        assert reader.head().number == (2 if keeps else 0)


def test_a_key_has_a_length(fresh):
    for key in ("", "k" * 201):
        with pytest.raises(BooksError, match="a key has from 1 to 200 characters"):
            Writer(fresh).write(sold("ann", 500, key=key))


def test_what_passes_what_stays_away_and_what_was_wrong_are_told_apart():
    def of(cause):
        error = DBAPIError("", {}, cause)
        return is_passing(error), is_away(error)

    assert of(sqlite3.OperationalError("database is locked")) == (True, True)
    assert of(sqlite3.OperationalError("database or disk is full")) == (False, True)
    assert of(sqlite3.OperationalError("no such table: head")) == (False, False)
    assert of(sqlite3.DatabaseError("file is not a database")) == (False, False)
    assert of(psycopg.errors.AdminShutdown()) == (True, True)
    assert of(psycopg.errors.SerializationFailure()) == (True, True)
    assert of(psycopg.errors.DiskFull()) == (False, True)
    assert of(psycopg.errors.UniqueViolation()) == (False, False)
    assert not is_away(ValueError())


def test_whoever_waits_for_the_writer_is_written_by_whoever_has_it(fresh):
    house_writer = Writer(fresh)
    batches = []

    def noting(batch):
        batches.append(batch)
        return sold("ann", 1)(batch)

    threads = [threading.Thread(target=house_writer.write, args=[noting]) for _ in range(20)]

    def slow(batch):
        for thread in threads:
            thread.start()
        while len(house_writer._queue) < 20:
            time.sleep(0.001)
        return noting(batch)

    house_writer.write(slow)
    for thread in threads:
        thread.join()
    assert len(batches) == 21 and len(set(map(id, batches))) == 2
    with fresh.reading() as reader:
        assert reader.cents(ANN) == 21


def test_a_waiter_with_more_than_a_batch_is_written_at_once_and_others_after_it(fresh):
    house_writer = Writer(fresh)
    crowd = threading.Thread(target=house_writer.write_each, args=[[sold("bob", 1)] * 10])

    def first(batch):
        crowd.start()
        while len(house_writer._queue) < 1:
            time.sleep(0.001)
        return sold("ann", 1)(batch)

    writes = house_writer.write_each([first, *[sold("ann", 1)] * 299])
    crowd.join(120)
    assert not crowd.is_alive() and all(write.kept for write in writes)
    with fresh.reading() as reader:
        assert (reader.cents(ANN), reader.cents(BOB)) == (300, 10)


@pytest.mark.parametrize("handed_over", [False, True])
def test_the_writer_goes_on_when_somebody_gives_up_waiting_for_it(fresh, monkeypatch, handed_over):
    """Interrupted before it was woken, or just when it was."""
    house_writer, began, go_on = Writer(fresh), threading.Event(), threading.Event()

    class Interrupted:
        def __init__(self):
            self.woken = threading.Event()
            self.release = self.woken.set

        def acquire(self):
            if handed_over:
                go_on.set()
                assert self.woken.wait(120)
            raise KeyboardInterrupt

    class Impatient(writer._Waiter):
        def __init__(self, writes):
            super().__init__(writes)
            self.waiting = Interrupted()

    def slow(batch):
        began.set()
        assert go_on.wait(120)
        return sold("ann", 1)(batch)

    holder = threading.Thread(target=house_writer.write, args=[slow])
    holder.start()
    assert began.wait(120)
    with monkeypatch.context() as patched:
        patched.setattr(writer, "_Waiter", Impatient)
        with pytest.raises(KeyboardInterrupt):
            house_writer.write(sold("bob", 1))
    go_on.set()
    holder.join(120)
    after = threading.Thread(target=house_writer.write, args=[sold("eve", 1)], daemon=True)
    after.start()
    after.join(120)
    assert not after.is_alive()
    with fresh.reading() as reader:
        assert (reader.cents(ANN), reader.cents(EVE)) == (1, 1)
        assert reader.cents(BOB) == 0


def test_an_interruption_is_not_told_to_those_who_are_on_disk(fresh):
    """The first try fails for one of them, each is written alone then, and one is interrupted."""
    house_writer, tries, batches = Writer(fresh), [], []

    def interrupted(batch):
        tries.append(batch)
        if len(tries) > 1:
            raise KeyboardInterrupt

    def watched(writes):
        batches.append(writes)
        return Writer._write_durably(house_writer, writes)

    house_writer._write_durably = watched
    with pytest.raises(KeyboardInterrupt):
        house_writer.write_each([sold("ann", 1), breaks, interrupted, sold("bob", 1)])
    with fresh.reading() as reader:
        assert (reader.cents(ANN), reader.cents(BOB)) == (1, 0)
    errors = [type(write.error) for write in batches[0]]
    assert errors == [type(None), KeyboardInterrupt, KeyboardInterrupt, KeyboardInterrupt]


amounts = st.integers(-500, 500).filter(bool)


@pytest.mark.slow
@settings(max_examples=30, deadline=None)
@given(steps=st.lists(st.lists(st.tuples(st.sampled_from("abc"), amounts), max_size=6), max_size=8))
def test_any_entries_in_any_batches_leave_balances_that_a_plain_ledger_has(steps, empty_books):
    database = Database(str(shutil.copy(empty_books, empty_books.with_name("house.db"))))
    house_writer, plain = Writer(database), dict.fromkeys("abc", 0)
    for batch in steps:
        units = [sold(player, cents) for player, cents in batch]
        refused = False
        for player, cents in batch:
            if plain[player] + cents < 0:
                refused = True
            else:
                plain[player] += cents
        errors = [
            write.error for write in house_writer.write_each(units) if write.error is not None
        ]
        assert bool(errors) == refused
        assert all(isinstance(error, LedgerError) for error in errors)
    with database.reading() as reader:
        balances = reader.accounts()
        assert {p: balances.get(accounts.player(p), 0) for p in "abc"} == plain
        assert sum(balances.values()) == 0
    database.close()
    Path(database.file).unlink()


def test_old_rounds_are_let_go_and_read_again_when_they_are_asked_for(fresh, monkeypatch):
    monkeypatch.setattr("feltworks.house.books.batch.MOST_ROUNDS", 2)
    written = Writer(fresh)
    begun = [written.write(_begun) for _ in range(6)]
    assert len(written._cache.rounds) <= 3
    assert [len(written.write(lambda batch, at=at: batch.of_round(at))) for at in begun] == [1] * 6


def _begun(batch):
    number = batch.next_round()
    batch.write("round begun", f"round {number}", day=DAY, round=number)
    return number


@pytest.mark.slow
def test_threads_that_write_in_turn_share_their_commits(fresh, monkeypatch):
    """Those whom a batch has woken are waited for a moment; whoever writes alone waits for none."""
    house_writer, batches, pauses = Writer(fresh), [], []
    house_writer.committed = batches.append
    monkeypatch.setattr(writer, "GATHER_SECONDS", 0.01)
    monkeypatch.setattr(writer, "MOST_GATHERED_SECONDS", 1.0)

    def noted(seconds):
        pauses.append(seconds)
        time.sleep(seconds)

    monkeypatch.setattr(writer, "_pause", noted)
    for _ in range(3):
        house_writer.write(sold("ann", 1))
    assert len(batches) == 3 and pauses == []
    together = threading.Barrier(3)

    def table(name):
        together.wait(120)
        for _ in range(30):
            house_writer.write(sold(name, 1))

    threads = [threading.Thread(target=table, args=[name]) for name in ("ann", "bob", "eve")]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(120)
    assert len(batches) - 3 < 85
    with fresh.reading() as reader:
        assert [reader.cents(account) for account in (ANN, BOB, EVE)] == [33, 30, 30]


def test_nobody_waits_for_a_lock_or_holds_one_for_ever(fresh):
    if fresh.is_sqlite:
        pytest.skip("PostgreSQL's sessions have these limits")
    with fresh.reading() as reader:
        show = reader.connection.exec_driver_sql
        assert show("SHOW lock_timeout").scalar() == "30s"
        assert show("SHOW idle_in_transaction_session_timeout").scalar() == "5min"
