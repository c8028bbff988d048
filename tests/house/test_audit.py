"""The audit finds every damage and names the first broken record; honest books have none."""

from __future__ import annotations

import contextlib
import hashlib
import json
from collections.abc import Iterator

import pytest
from sqlalchemy import text

from feltworks.house import BooksError, House, HouseError
from feltworks.house.books.chain import canonical, hash_of

from . import tampering
from .conftest import DAY
from .dealing import count_and_reopen
from .rooms import room
from .test_jackpot_play import NOTHING, ROYAL, spanish


def opened(books: str) -> None:
    with House(books, create=True) as house:
        house.open(room(), DAY)
        for player in ("ann", "bob", "dee"):
            house.sell_chips(player, 1_000_00, key=f"{player} buys in")


def rounds_of_all_outcomes(books: str) -> None:
    """A key, a jackpot won and counted, and a round in flight."""
    opened(books)
    with House(books) as house:
        spanish(house, s1=ROYAL[1]).settled()
        spanish(house, s1=NOTHING, s2="2h 4c 5h 6s 7d").settled()
        record, _, _ = spanish(house, s1=NOTHING).finished()
        house.write(house.rounds.void(record.number, "a misdeal"))
        house.sell_chips("dee", 100, key="buy-in 1")
        count_and_reopen(house)
        spanish(house, s1=NOTHING).begun()


@contextlib.contextmanager
def on(books: str) -> Iterator[House]:
    """Books that were damaged cannot be left in good order."""
    house = House(books)
    yield house
    with contextlib.suppress(Exception):
        house.leave()
    house.database.close()


@pytest.fixture
def house(copied):
    with on(copied(opened)) as house:
        yield house


@pytest.fixture
def played(copied):
    with on(copied(rounds_of_all_outcomes)) as house:
        yield house


@pytest.mark.slow
@pytest.mark.both_databases
def test_honest_books_are_in_order_with_a_round_in_flight(played):
    report = played.audit()
    assert report.violations == ()
    assert (report.rounds, report.replayed) == (4, 4)
    assert report.in_order and report.first is None


@pytest.mark.slow
@pytest.mark.parametrize("damage", tampering.DAMAGES, ids=lambda damage: damage.__name__)
def test_a_damage_is_found_and_its_record_named(played, damage):
    with played.database.engine.begin() as connection:
        tampering.unprotect(connection)
    with _unchecked(played.database) as connection:
        broken = damage(connection)
    report = played.audit()
    assert not report.in_order
    # A change that is sealed again shows in the record that follows it.
    resealed = damage is tampering.a_changed_body_with_a_fitting_hash
    near = (broken, broken + 1) if resealed else (broken,)
    assert report.first.record in near, report.violations[:4]


class _unchecked:  # noqa: N801 - reads as a statement
    """A connection on which references between tables are not enforced."""

    def __init__(self, database):
        self._engine = database.engine

    def __enter__(self):
        self._connection = self._engine.connect()
        if self._engine.dialect.name == "sqlite":
            self._connection.connection.driver_connection.execute("PRAGMA foreign_keys = OFF")
        else:
            self._connection.execute(text("SET session_replication_role = replica"))
        return self._connection

    def __exit__(self, *_):
        self._connection.commit()
        self._connection.close()


def test_an_audit_without_replay_still_finds_an_edited_transcript(played):
    with played.database.engine.begin() as connection:
        tampering.unprotect(connection)
        broken = tampering.an_edited_transcript(connection)
    assert played.audit(replay=False).first.record == broken


@pytest.mark.slow
@pytest.mark.parametrize(
    ("table", "column", "where"),
    [("records", "body", "number = 9"), ("papers", "text", "text LIKE '%round closed%'")],
)
@pytest.mark.parametrize("bytes_", ["CAST(x'ff00' AS TEXT)", "x'ff00'"])
def test_bytes_that_are_no_text_are_found_where_a_file_can_hold_them(
    tmp_path, table, column, where, bytes_
):
    with House(str(tmp_path / "house.db"), create=True) as house:
        house.open(room(), DAY)
        house.sell_chips("ann", 1_000_00, key="ann buys in")
        spanish(house, s1=NOTHING).settled()
        with house.database.engine.begin() as connection:
            tampering.unprotect(connection)
            tampering.run(connection, f"UPDATE {table} SET {column} = {bytes_} WHERE {where}")
            closing = tampering.record(connection, "round settled").number
        report = house.audit()
        assert report.first.record == (9 if table == "records" else closing)


# --- one round ---------------------------------------------------------------------------------


def test_every_round_of_honest_books_holds(played):
    for number in range(1, 5):
        checked = played.verify(number)
        assert checked.holds, checked.violations
    assert played.verify(1).shuffle == "fits its commitment"
    assert played.verify(3).shuffle == "never revealed"
    assert played.verify(4).shuffle == "in flight"


@pytest.mark.parametrize(
    "damage",
    [
        tampering.a_changed_body,
        tampering.a_changed_time,
        tampering.a_changed_posting,
        tampering.a_changed_round,
        tampering.a_changed_seat,
        tampering.a_changed_closing,
        tampering.an_edited_transcript,
        tampering.a_missing_transcript,
        tampering.edited_rules,
        tampering.an_edited_sheet,
    ],
    ids=lambda damage: damage.__name__,
)
def test_a_damaged_round_does_not_hold_on_recall(played, damage):
    with played.database.engine.begin() as connection:
        tampering.unprotect(connection)
        damage(connection)
    assert not played.verify(1).holds
    shared = (tampering.edited_rules, tampering.an_edited_sheet)
    assert played.verify(2).holds is (damage not in shared)


@pytest.mark.parametrize(
    "damage", [tampering.a_body_that_is_no_json, tampering.a_body_that_is_a_list]
)
def test_a_round_whose_records_cannot_be_read_is_told_in_a_sentence(played, damage):
    with played.database.engine.begin() as connection:
        tampering.unprotect(connection)
        damage(connection)
    for recall in (played.recall, played.verify):
        with pytest.raises(BooksError, match="the records of round 1 cannot be read"):
            recall(1)
    assert played.verify(2).holds


def test_a_table_is_not_dealt_by_rules_that_were_changed_in_the_books(played, books):
    with played.database.engine.begin() as connection:
        tampering.unprotect(connection)
        tampering.edited_rules(connection)
    with House(books) as other, pytest.raises(BooksError, match="was changed: it does not fit"):
        other.sheet("spanish")


def test_a_transcript_that_was_changed_together_with_its_record_fails_its_replay(played):
    """Even sealed again, a round must be what its rules make of its moves."""
    with played.database.engine.begin() as connection:
        tampering.unprotect(connection)
        found = tampering.record(connection, "round settled")
        old = found.facts["transcript"]
        paper = text("SELECT text FROM papers WHERE hash = :h")
        transcript = connection.scalar(paper, {"h": old})
        changed = transcript.replace("is paid $125 from", "is paid $225 from")
        assert changed != transcript
        new = hashlib.sha256(changed.encode()).hexdigest()
        tampering.run(
            connection,
            "UPDATE papers SET hash = :n, text = :t WHERE hash = :o",
            n=new,
            t=changed,
            o=old,
        )
        body = found.content
        body["facts"]["transcript"] = new
        heading = (found.number, found.at, found.day, found.kind, found.subject, found.round)
        tampering.run(
            connection,
            "UPDATE records SET body = :b, hash = :h WHERE number = :n",
            b=canonical(body),
            h=hash_of(heading, canonical(body), found.previous),
            n=found.number,
        )
    checks = {violation.check for violation in played.verify(1).violations}
    assert "replay" in checks


def test_a_round_that_is_not_there_is_told(house):
    with pytest.raises(HouseError, match="there is no round 7"):
        house.verify(7)
    with pytest.raises(HouseError, match="there is no round 7"):
        house.recall(7)
    with pytest.raises(HouseError, match=f"there is no round {10**20}"):
        house.recall(10**20)


@pytest.mark.slow
def test_a_report_as_json_names_the_seal_and_the_first_broken_record(played):
    told = played.audit().as_json()
    assert told["in_order"] and told["first_broken_record"] is None
    number, hash = told["seal"].split(":")
    assert played.audit(seal=(int(number), hash)).in_order
    json.dumps(told)
