"""The archive: old rounds in a file that proves itself against the chain, and smaller books."""

from __future__ import annotations

import json
import lzma
import random
from datetime import timedelta

import pytest
from sqlalchemy.exc import DBAPIError

from cli.terminal import Caller
from feltworks.house import BooksError, House, HouseError
from feltworks.house.archive import archive, archived, may_delete, read_archive
from feltworks.house.audit import archives
from feltworks.house.audit.archives import check_archive
from feltworks.house.backup import back_up
from feltworks.house.books import schema
from feltworks.house.demo import DemoDealer, Guests
from feltworks.house.restoring import restore

from .conftest import DAY, opened_house
from .dealing import count_closed
from .rooms import room

NEXT = DAY + timedelta(1)


def dealt(house, rounds):
    """Rounds at both tables."""
    rng = random.Random(rounds)
    for place, table in enumerate(("spanish", "texas")):
        dealer = DemoDealer(house, table, 7_000 + 10 * rounds + place)
        for _ in range(rounds):
            assert dealer.deal_round(Guests([1, 2], rng), {1: "ann", 2: "bob"})
        dealer.end_shoe()


def next_day(house, day):
    for name in house.jackpots.all():
        count_closed(house, name)
    assert not house.open(room(), day).objections


def dealt_on_two_days(books):
    """Six rounds of one day and two of the next."""
    opened_house(books)
    with House(books) as house:
        dealt(house, 3)
        next_day(house, NEXT)
        dealt(house, 1)


@pytest.fixture
def two_days(copied):
    with House(copied(dealt_on_two_days)) as house:
        yield house


def count(house, table):
    with house.database.reading() as reader:
        return reader.count(table)


@pytest.mark.slow
@pytest.mark.both_databases
def test_the_rounds_of_earlier_days_go_and_everything_else_stays(two_days, tmp_path):
    records, papers = count(two_days, "records"), count(two_days, "papers")
    stacks = two_days.stack_cents("ann")
    made = archive(two_days.writer, tmp_path, NEXT, staff="cyd")
    assert made.papers >= 6
    assert count(two_days, "papers") == papers - made.papers
    assert count(two_days, "records") == records + 1
    assert two_days.stack_cents("ann") == stacks
    report = two_days.audit()
    assert report.violations == ()
    old, new = two_days.recall(1), two_days.recall(8)
    assert old.transcript is None and new.transcript is not None
    assert (two_days.verify(1).shuffle, two_days.verify(1).holds) == ("archived", True)
    with two_days.database.reading() as reader:
        told = reader.about("archive")[0]
        assert archived(reader) == made.records[1]
    assert (told.facts["sha256"], told.facts["staff"]) == (made.sha256, "cyd")


@pytest.mark.both_databases
def test_the_rule_that_nothing_is_deleted_holds_again_afterwards(two_days, tmp_path):
    archive(two_days.writer, tmp_path, NEXT, staff="cyd")
    for table in (schema.papers, schema.records, schema.closings):
        with (
            pytest.raises(DBAPIError, match=f"{table.name} only grows"),
            two_days.database.writing() as connection,
        ):
            connection.execute(table.delete())


def test_an_archive_proves_itself_against_the_books(two_days, tmp_path):
    made = archive(two_days.writer, tmp_path, NEXT, staff="cyd")
    with two_days.database.reading() as reader:
        report = check_archive(reader, made.file)
    assert (report.rounds, report.violations) == (6, ())
    assert report.record


@pytest.mark.slow
def test_an_audit_counts_what_it_played_again_and_what_it_believed(two_days, tmp_path):
    made = archive(two_days.writer, tmp_path, NEXT, staff="cyd")
    believed = two_days.audit()
    assert (believed.rounds, believed.replayed) == (8, 2)
    assert (believed.archived, believed.checked_in_archives) == (6, 0)
    checked = two_days.audit(archives=[tmp_path, made.file])
    assert checked.in_order and (checked.archived, checked.checked_in_archives) == (6, 6)
    (tmp_path / "other.jsonl.xz").write_bytes(b"nothing of the kind")
    told = two_days.audit(archives=[tmp_path])
    assert told.checked_in_archives == 6
    assert [each.check for each in told.violations] == ["archive"]


def test_moves_that_were_changed_in_an_archive_are_found(two_days, tmp_path, monkeypatch):
    made = archive(two_days.writer, tmp_path, NEXT, staff="cyd")
    assert made.file.stat().st_mode & 0o777 == 0o600
    heading, papers, moves, sha256 = read_archive(made.file)
    number = next(number for number, made in moves.items() if made)
    moves[number] = [*moves[number], moves[number][0]]
    monkeypatch.setattr(archives, "read_archive", lambda file: (heading, papers, moves, sha256))
    with two_days.database.reading() as reader:
        (told,) = check_archive(reader, made.file).violations
    assert (told.check, told.text) == ("moves", "it was not played by the moves journaled")


@pytest.mark.slow
@pytest.mark.both_databases
def test_an_archive_that_fails_takes_nothing_out_of_the_books(two_days, tmp_path):
    """Another unit of the same batch is kept, and what the archive deleted is there again."""
    papers, moves = count(two_days, "papers"), count(two_days, "moves")
    with pytest.raises(HouseError, match="one printable line"):
        archive(two_days.writer, tmp_path, NEXT, staff="")
    assert (count(two_days, "papers"), count(two_days, "moves")) == (papers, moves)
    assert two_days.audit().violations == ()


def test_an_archive_that_was_changed_is_found(two_days, tmp_path):
    made = archive(two_days.writer, tmp_path, NEXT, staff="cyd")
    lines = lzma.decompress(made.file.read_bytes()).splitlines(keepends=True)
    other = tmp_path / "other.jsonl.xz"
    other.write_bytes(lzma.compress(b"".join(lines[:-1])))
    with two_days.database.reading() as reader:
        (told,) = check_archive(reader, other).violations
        assert "the books tell of no archive" in told.text
        changed = json.loads(lines[1])
        changed["text"] = changed["text"].replace("ante", "Ante", 1) + " "
        other.write_bytes(lzma.compress(b"".join([lines[0], json.dumps(changed).encode()])))
        with pytest.raises(BooksError, match="was changed"):
            check_archive(reader, other)
        other.write_bytes(b"nothing of the kind")
        with pytest.raises(BooksError, match="is no archive that can be read"):
            check_archive(reader, other)


def test_a_paper_that_is_missing_without_an_archive_is_found_as_before(two_days, tmp_path):
    archive(two_days.writer, tmp_path, NEXT, staff="cyd")
    hash = two_days.recall(8).closing.facts["transcript"]
    with two_days.database.writing() as connection, may_delete(connection, schema.papers):
        connection.execute(schema.papers.delete().where(schema.papers.c.hash == hash))
    found = {violation.check for violation in two_days.audit().violations}
    assert found == {"papers", "transcript"}


def test_a_round_in_flight_is_not_archived(house, tmp_path):
    dealt(house, 1)
    next_day(house, NEXT)
    with pytest.raises(HouseError, match="there is nothing to archive from before 2025-11-14"):
        archive(house.writer, tmp_path, DAY, staff="cyd")
    with pytest.raises(HouseError, match=f"the books stand at {NEXT}: nothing later"):
        archive(house.writer, tmp_path, NEXT + timedelta(1), staff="cyd")
    assert list(tmp_path.glob("archive*")) == []


@pytest.mark.slow
def test_another_day_makes_another_archive(two_days, tmp_path):
    first = archive(two_days.writer, tmp_path, NEXT, staff="cyd")
    with pytest.raises(HouseError, match="there is nothing to archive"):
        archive(two_days.writer, tmp_path, NEXT, staff="cyd")
    next_day(two_days, NEXT + timedelta(1))
    second = archive(two_days.writer, tmp_path, NEXT + timedelta(1), staff="cyd")
    assert second.records[0] == first.records[1] + 1
    assert two_days.audit().violations == ()
    with two_days.database.reading() as reader:
        assert check_archive(reader, second.file).rounds == 2
    assert len(read_archive(second.file)[1]) == second.papers


@pytest.mark.slow
def test_archived_books_are_backed_up_and_restored(two_days, tmp_path):
    archive(two_days.writer, tmp_path, NEXT, staff="cyd")
    taken = back_up(two_days.database, tmp_path / "copy.db")
    restore(taken.file, str(tmp_path / "again.db"), by="cyd", because="a drill")
    with House(str(tmp_path / "again.db")) as again:
        assert again.audit().violations == ()


@pytest.mark.slow
def test_the_archive_at_the_terminal(two_days, books, tmp_path, capsys, monkeypatch):
    feltworks = Caller(capsys, monkeypatch)
    words = ("house", "archive", tmp_path, "--books", books, "--by", "cyd")
    assert "give one of --before and --older-than" in feltworks(*words).err
    assert feltworks(*words, "--older-than", 30).code == 2
    said = feltworks(*words, "--before", NEXT)
    assert said.code == 0 and "rounds that ended before 2025-11-15" in said.out
    (file,) = tmp_path.glob("archive-*.xz")
    said = feltworks("house", "archive", file, "--check", "--books", books)
    assert said.code == 0 and "6 rounds as booked" in said.out
