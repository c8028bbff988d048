"""Backups: of one moment while rounds are dealt, restored into either database, checked first."""

from __future__ import annotations

import base64
import json
import os
import random
import re
import shutil
import sqlite3
import subprocess
import sys
import threading
import time
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from sqlalchemy import update

from feltworks.cards import commit
from feltworks.house import BooksError, House
from feltworks.house.audit.auditing import HeldAgainst
from feltworks.house.audit.checkpoints import checkpoint
from feltworks.house.backup import back_up
from feltworks.house.books import Database, schema
from feltworks.house.demo import DemoDealer, Guests
from feltworks.house.keys import DeckKeys
from feltworks.house.restoring import restore
from feltworks.house.sealing import Sealer
from feltworks.house.seals import read_place, signed

from . import postgres
from .conftest import BOTH
from .dealing import Rigged, bets, dealt, likes

SEAL_AHEAD = (10**6, "f" * 64)


@pytest.fixture
def elsewhere(request, tmp_path):
    """An empty place for other books, of SQLite if a test does not ask for another."""
    if getattr(request, "param", "sqlite") == "sqlite":
        return str(tmp_path / "other" / "house.db")
    server = request.getfixturevalue("postgres_server")
    postgres.run(server.url, "DROP DATABASE IF EXISTS other WITH (FORCE)", "CREATE DATABASE other")
    return server.url.replace("/postgres?", "/other?")


def rows(where):
    """Everything that books hold, but the lease, which a server renews every few seconds."""
    with closing(Database(where)) as found, found.reading() as reader:
        return {
            table.name: sorted(map(tuple, reader.connection.execute(table.select())))
            for table in schema.metadata.sorted_tables
            if table is not schema.lease
        }


@pytest.mark.slow
@pytest.mark.both_databases
@pytest.mark.parametrize("elsewhere", BOTH, indirect=True)
def test_a_backup_is_restored_into_either_database_row_by_row(house, books, elsewhere, tmp_path):
    Rigged(house, "spanish", bets(1, ante=500), {}, likes("fold")).settled()
    Rigged(house, "spanish", bets(1, ante=500), {}, likes("fold")).begun()
    backup = back_up(house.database, tmp_path / "copy.db")
    assert rows(str(backup.file)) == rows(books)
    assert backup.open_rounds == 1
    made = restore(backup.file, elsewhere, by="dee", because="a drill")
    before, after = rows(books), rows(elsewhere)
    told = after["records"].pop()
    assert told[3:5] == ("books restored", "house") and '"by":"dee"' in told[6]
    assert after.pop("head") != before.pop("head")
    assert after == before
    assert (made.missing, made.kept, made.open_rounds) == (None, None, 1)
    with House(elsewhere) as restored:
        assert restored.audit().in_order
        assert restored.sell_chips("ann", 100, key="after") == house.stack_cents("ann") + 100


@pytest.mark.slow
@pytest.mark.both_databases
def test_a_backup_is_whole_while_others_write(house, tmp_path):
    ended, sold = threading.Event(), threading.Semaphore(0)

    def sell():
        number = 0
        while not ended.is_set():
            number += 1
            house.sell_chips("ann", 100, key=f"sale {number}")
            sold.release()

    def taken_after_a_sale(place):
        """Two sales later than the last: one of them began after that backup had ended."""
        while sold.acquire(blocking=False):
            pass
        assert sold.acquire(timeout=120) and sold.acquire(timeout=120)
        return back_up(house.database, tmp_path / f"{place}.db")

    seller = threading.Thread(target=sell)
    seller.start()
    try:
        taken = [taken_after_a_sale(each) for each in range(5)]
    finally:
        ended.set()
        seller.join()
    numbers = [each.head.number for each in taken]
    assert numbers == sorted(set(numbers))
    for each in taken:
        with House(str(each.file)) as copied:
            assert copied.audit().in_order


@pytest.mark.slow
def test_the_keys_of_decks_are_not_in_a_backup(house, tmp_path):
    Rigged(house, "spanish", bets(1, ante=500), {}, likes("fold")).begun()
    keys = DeckKeys.of(house.database)
    keys.change()
    written = back_up(house.database, tmp_path / "copy.db").file.read_bytes()
    assert len(keys.all()) >= 1
    for each in keys.all():
        for secret in (each.key, each.key.hex().encode(), base64.b64encode(each.key)[:40]):
            assert secret not in written


def test_a_copy_of_a_live_file_misses_what_a_backup_has(tmp_path):
    """Why there are backups: the newest records of SQLite lie in a second file."""
    with House(str(tmp_path / "house.db"), create=True) as house:
        house.sell_chips("ann", 500, key="ann buys in")
        plain = tmp_path / "plain.db"
        plain.write_bytes((tmp_path / "house.db").read_bytes())
        taken = back_up(house.database, tmp_path / "backup.db")
    assert not list(tmp_path.glob("backup.db-*"))
    with closing(sqlite3.connect(taken.file)) as connection:
        assert connection.execute("SELECT count(*) FROM records").fetchone() == (1,)
    with closing(sqlite3.connect(plain)) as connection:
        tables = connection.execute("SELECT name FROM sqlite_master").fetchall()
        assert not tables or connection.execute("SELECT number FROM head").fetchone() == (0,)


def test_it_tells_how_far_behind_the_newest_seal_a_backup_is(house, elsewhere, tmp_path):
    backup = back_up(house.database, tmp_path / "copy.db")
    for number in range(3):
        house.sell_chips("ann", 100, key=f"later {number}")
    with house.database.reading() as reader:
        later = reader.head()
    made = restore(
        backup.file,
        elsewhere,
        by="dee",
        because="the disk broke",
        seal=(later.number, later.hash),
    )
    assert made.missing == 3


def test_a_deck_that_may_be_known_by_now_is_not_dealt_after_a_restore(house, elsewhere, tmp_path):
    """The backup holds a deck that was promised; since then it may have been dealt and shown."""
    table = next(iter(house.tables()))
    deck = commit(house.sheet(table).dealt.deck.cards)
    house.write(house.rounds.decks.commit(table, deck))
    backup = back_up(house.database, tmp_path / "copy.db")
    house.sell_chips("ann", 100, key="later")
    with house.database.reading() as reader:
        later = reader.head()
        decks = house.rounds.decks
        assert decks.of_table(reader, house.sheet(table)).commitment is not None
    restore(
        backup.file,
        elsewhere,
        by="dee",
        because="the disk broke",
        seal=(later.number, later.hash),
    )
    with House(elsewhere) as restored, restored.database.reading() as reader:
        restored.keys.add(house.keys.path)
        assert restored.rounds.decks.of_table(reader, restored.sheet(table)).commitment is None
    with House(elsewhere) as restored:
        following = commit(restored.sheet(table).dealt.deck.cards)
        assert restored.write(restored.rounds.decks.commit(table, following)) == 2


@pytest.mark.slow
def test_a_round_whose_cards_may_be_known_by_now_waits_after_a_restore(house, tmp_path):
    """The backup holds a round in flight; since then it was settled and everybody saw its deck."""
    table = next(iter(house.tables()))
    record, *_ = Rigged(house, table, bets(1, ante=500), decisions=likes("bet")).begun()
    backup = back_up(house.database, tmp_path / "copy.db")
    with house.database.reading() as reader:
        then = reader.head()
    whole, behind = str(tmp_path / "whole.db"), str(tmp_path / "behind.db")
    shutil.copy(backup.file, whole)
    with closing(sqlite3.connect(whole)) as connection, connection:
        connection.execute("UPDATE lease SET beat_ms = 0")
    made = restore(backup.file, whole, by="dee", replace=True)
    assert (made.missing, made.whole) == (0, True)
    noted, seal = str(tmp_path / "noted.db"), (then.number, then.hash)
    made = restore(backup.file, noted, by="dee", seal=seal)
    assert (made.missing, made.whole) == (0, False)
    told = made.as_json()
    assert (told["records_missing"], told["moves_missing"], told["whole"]) == (0, 0, False)
    house.sell_chips("ann", 100, key="later")
    with house.database.reading() as reader:
        later = reader.head()
    seal = (later.number, later.hash)
    restore(backup.file, behind, by="dee", because="the disk broke", seal=seal)
    for where in (whole, noted, behind):
        shutil.copy(house.keys.path, f"{where}.deck-keys")
    with House(whole) as restored:
        assert [each.number for each in restored.open_rounds()] == [record.number]
        assert "no record lost" in restored.audit().repairs[0].text
    with House(noted) as restored:
        assert restored.open_rounds() == []
        assert "does not tell what came after" in restored.audit().repairs[0].text
    with House(behind) as restored:
        assert restored.open_rounds() == []
        assert "its cards may be known" in str(restored.open_round_at(table))
        assert restored.void_lost_rounds() == []
        before = restored.stack_cents("ann")
        restored.void(record.number, by="dee", because="the books were restored")
        assert restored.stack_cents("ann") == before + 500
        assert restored.audit().in_order


@pytest.mark.slow
def test_a_seal_older_than_the_backup_does_not_say_that_nothing_is_lost(house, books, tmp_path):
    """The usual case: a seal, a backup with a round in flight, and more that no seal covers."""
    place = tmp_path / "elsewhere.txt"
    Sealer(house.database, "Felt", [str(place)]).seal()
    table = next(iter(house.tables()))
    Rigged(house, table, bets(1, ante=500), decisions=likes("bet")).begun()
    backup = back_up(house.database, tmp_path / "copy.db")
    for key in ("a", "b"):
        house.sell_chips("ann", 100, key=key)
    house.leave()
    seals, away = read_place(str(place)), str(tmp_path / "away.db")
    with pytest.raises(BooksError, match=r"no seal is newer than .* --because REASON"):
        restore(backup.file, away, by="dee", seals=seals)
    made = restore(backup.file, away, by="dee", because="fire", seals=seals)
    assert (made.missing, made.whole) == (None, False)
    with pytest.raises(BooksError, match=r"ends 3 records before the books did.*--because"):
        restore(backup.file, books, by="dee", seals=seals, replace=True)
    made = restore(backup.file, books, by="dee", because="fire", seals=seals, replace=True)
    assert (made.missing, made.whole) == (3, False)
    shutil.copy(house.keys.path, f"{away}.deck-keys")
    for where, lost in ((away, "what was lost is not known"), (books, "3 records lost")):
        with House(where) as restored:
            assert restored.open_rounds() == []
            assert "its cards may be known" in str(restored.open_round_at(table))
            assert lost in restored.audit().repairs[0].text


@pytest.mark.slow
def test_a_restore_says_that_answered_moves_are_lost(house, books, tmp_path):
    """A move is on disk before it is answered and is no record: the last record stays the same."""
    table = next(iter(house.tables()))
    rigged = Rigged(house, table, bets(1, ante=500), decisions=likes("fold"))
    record, round, commitment = rigged.begun()
    before = back_up(house.database, tmp_path / "before.db")
    at_decision = dealt(round, commitment.reveal().order)
    folded = at_decision.play(rigged._decider()(at_decision))
    house.write(house.rounds.move(record.number, folded))
    after = back_up(house.database, tmp_path / "after.db")
    assert before.head == after.head
    with house.database.writing() as connection:
        connection.execute(update(schema.lease).values(holder="", beat_ms=0))
    with pytest.raises(BooksError, match=r"but 1 move of rounds in flight .*--because REASON"):
        restore(before.file, books, by="dee", replace=True)
    away = str(tmp_path / "away.db")
    shutil.copy(after.file, away)
    with closing(sqlite3.connect(away)) as connection, connection:
        connection.execute("UPDATE lease SET beat_ms = 0")
    made = restore(after.file, away, by="dee", replace=True)
    assert (made.missing, made.whole, made.lost_moves) == (0, True, 0)
    made = restore(before.file, books, by="dee", because="fire", replace=True)
    assert (made.missing, made.whole, made.lost_moves) == (None, False, 1)
    with House(books) as restored:
        assert restored.open_rounds() == []
        assert "its cards may be known" in str(restored.open_round_at(table))
        assert "no record lost, but 1 move of" in restored.audit().repairs[0].text


@pytest.mark.slow
@pytest.mark.both_databases
def test_a_restore_that_is_killed_leaves_no_books_that_look_cut(house, tmp_path, monkeypatch):
    """That books were restored stands in them before they are at their place."""
    backup = back_up(house.database, tmp_path / "copy.db")
    target = tmp_path / "new" / "house.db"
    found = []

    def killed(part, place):
        with closing(Database(str(part))) as made, made.reading() as reader:
            found.append(reader.record(reader.head().number).kind)
        raise KeyboardInterrupt

    monkeypatch.setattr(Path, "replace", killed)
    with pytest.raises(KeyboardInterrupt):
        restore(backup.file, str(target), by="dee", because="fire")
    assert found == ["books restored"] and not target.exists()


def test_a_wrong_clock_takes_no_backup_away(house, tmp_path):
    folder = tmp_path / "backups"
    folder.mkdir()
    first = back_up(house.database, folder).file
    future = first.with_name(re.sub(r"\d{8}T\d{6}Z", "20990101T000000Z", first.name))
    first.rename(future)
    taken = back_up(house.database, folder, keep=1)
    assert taken.file.exists() and taken.removed == (future,)
    other = folder / "house-deadbeef-20200101T000000Z-5.db"
    other.write_bytes(b"")
    house.sell_chips("ann", 100, key="one more")
    assert taken.file in back_up(house.database, folder, keep=1).removed
    assert other.exists()


def test_a_backup_that_a_seal_contradicts_is_not_restored(house, elsewhere, tmp_path):
    backup = back_up(house.database, tmp_path / "copy.db")
    with pytest.raises(BooksError, match="is not the record whose hash was noted"):
        restore(backup.file, elsewhere, by="dee", seal=(2, "0" * 64))
    with pytest.raises(BooksError, match="there are no books"):
        House(elsewhere)


@pytest.mark.slow
def test_a_backup_is_held_against_the_seals_of_the_house(house, tmp_path):
    key, made = Ed25519PrivateKey.generate(), []
    taken = []
    for number in range(3):
        house.sell_chips("ann", 100, key=f"sale {number}")
        with house.database.reading() as reader:
            before = made[-1] if made else None
            made.append(signed(key, "house", f"2025-11-14T1{number}", checkpoint(reader), before))
        taken.append(back_up(house.database, tmp_path / f"{number}.db"))
    first = restore(taken[0].file, str(tmp_path / "first.db"), by="dee", because="fire", seals=made)
    last = restore(taken[2].file, str(tmp_path / "last.db"), by="dee", because="fire", seals=made)
    assert (first.missing, last.missing) == (2, None)
    forged = [replace(made[0], hash="0" * 64), *made[1:]]
    with pytest.raises(BooksError, match="is not restored"):
        restore(taken[0].file, str(tmp_path / "none.db"), by="dee", seals=forged)


@pytest.mark.slow
def test_indexes_and_views_of_an_operator_are_told_and_left_out(tmp_path, feltworks):
    """Honest books must not be lost for a view; a table or a trigger is another matter."""
    books, again = tmp_path / "house.db", tmp_path / "again.db"
    with House(str(books), create=True) as house:
        house.sell_chips("ann", 500, key="ann buys in")
    with closing(sqlite3.connect(books)) as connection:
        connection.execute('CREATE INDEX "my ""own""" ON postings (purpose)')
        connection.execute("CREATE VIEW takings AS SELECT account, cents FROM postings")
    said = feltworks("house", "backup", tmp_path / "copy.db", "--books", books)
    assert said.code == 0 and 'index my "own", view takings' in said.out
    made = restore(tmp_path / "copy.db", str(again), by="dee", because="a drill")
    assert made.left_out == ('index my "own"', "view takings")
    with House(str(again)) as restored:
        assert restored.audit().in_order and restored.stack_cents("ann") == 500
    with closing(sqlite3.connect(tmp_path / "copy.db")) as connection:
        connection.execute("CREATE TABLE notes (line TEXT)")
    with pytest.raises(BooksError, match="a table notes that the program did not make"):
        restore(tmp_path / "copy.db", str(tmp_path / "no.db"), by="dee", because="a drill")


def test_a_backup_that_was_changed_is_not_restored(house, elsewhere, tmp_path):
    backup = back_up(house.database, tmp_path / "copy.db")
    with closing(sqlite3.connect(backup.file)) as connection:
        connection.execute("UPDATE accounts SET cents = cents + 1 WHERE name = 'player:ann'")
        connection.commit()
    with pytest.raises(BooksError, match=r"is not restored: record \d+: .*for player:ann"):
        restore(backup.file, elsewhere, by="dee")


@pytest.mark.slow
@pytest.mark.both_databases
def test_books_are_replaced_only_when_asked_and_kept_beside(house, books, tmp_path):
    first = back_up(house.database, tmp_path / "copy.db")
    house.sell_chips("ann", 500, key="later")
    house.leave()
    with pytest.raises(BooksError, match=r"there are books at .* already, with \d+ records"):
        restore(first.file, books, by="dee")
    made = restore(first.file, books, by="dee", because="a slip", replace=True)
    assert made.head.number == first.head.number + 1
    with House(books) as old, House(made.kept) as kept:
        assert old.stack_cents("ann") == 1_000_00
        assert kept.stack_cents("ann") == 1_005_00
        assert old.audit().in_order


@pytest.mark.slow
@pytest.mark.parametrize("damage", ["torn", "headless", "no books"])
def test_damaged_books_are_moved_aside_and_replaced(tmp_path, damage):
    """That is when a backup is needed; what is left of them is kept for whoever looks closer."""
    books = tmp_path / "house.db"
    with House(str(books), create=True) as house:
        house.sell_chips("ann", 500, key="ann buys in")
        first = back_up(house.database, tmp_path / "copy.db")
        house.sell_chips("ann", 500, key="later")
    if damage == "headless":
        with closing(sqlite3.connect(books)) as connection:
            connection.execute("UPDATE head SET hash = 'x'")
            connection.commit()
    else:
        whole = books.read_bytes()
        books.write_bytes(b"nothing" * 99 if damage == "no books" else whole[: len(whole) // 2])
    left = books.read_bytes()
    with pytest.raises(BooksError):
        restore(first.file, str(books), by="dee")
    assert books.read_bytes() == left
    made = restore(first.file, str(books), by="dee", because="the disk broke", replace=True)
    assert made.damage and re.search(r"house-damaged-\d{8}T\d{6}Z\.db$", made.kept)
    assert Path(made.kept).read_bytes() == left
    with House(str(books)) as restored:
        assert restored.stack_cents("ann") == 500
        assert restored.audit().in_order


def test_what_a_removed_file_left_behind_does_not_get_into_the_restored_books(tmp_path):
    """A server was killed and its file removed, but not the log that SQLite keeps beside it."""
    books, log = tmp_path / "house.db", tmp_path / "house.db-wal"
    with House(str(books), create=True) as house:
        house.sell_chips("ann", 500, key="ann buys in")
        first = back_up(house.database, tmp_path / "copy.db")
        for key in range(40):
            house.sell_chips("ann", 500, key=f"later {key}")
        with closing(sqlite3.connect(books)) as connection:
            connection.execute("PRAGMA wal_checkpoint(RESTART)")
        house.sell_chips("bob", 500, key="bob buys in")
        left = log.read_bytes()
    books.unlink()
    log.write_bytes(left)
    made = restore(first.file, str(books), by="dee", because="it was removed")
    assert made.head.number == first.head.number + 1
    assert [each.read_bytes() for each in tmp_path.glob("house-left-*.db-wal")] == [left]
    with House(str(books)) as restored:
        assert restored.stack_cents("ann") == 500
        assert restored.audit().in_order


@pytest.mark.slow
def test_damaged_rows_of_a_server_are_kept_as_they_are(postgres_server, tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    books = postgres_server.fresh()
    with House(books, create=True) as house:
        house.sell_chips("ann", 500, key="ann buys in")
        first = back_up(house.database, tmp_path / "copy.db")
    postgres.run(books, "UPDATE head SET hash = 'x'")
    made = restore(first.file, books, by="dee", because="the disk broke", replace=True)
    assert "head is not their last record" in made.damage
    with closing(sqlite3.connect(made.kept)) as kept:
        assert kept.execute("SELECT hash FROM head").fetchone() == ("x",)
    with House(books) as restored:
        assert restored.audit().in_order


@pytest.mark.slow
def test_a_restore_behind_the_newest_seal_is_told_and_is_no_forgery(house, books, tmp_path):
    """The seals that lie elsewhere name records that are lost: somebody has answered for that."""
    place = tmp_path / "elsewhere.txt"

    def sealed(of, key):
        of.sell_chips("ann", 100, key=key)
        return Sealer(of.database, "Felt", [str(place)]).seal()[0]

    sealed(house, "a")
    backup = back_up(house.database, tmp_path / "copy.db")
    for key in "bcd":
        last = sealed(house, key)
    house.leave()
    with pytest.raises(BooksError, match=r"3 records before the books did.*--because"):
        restore(backup.file, books, by="dee", replace=True)
    made = restore(backup.file, books, by="dee", because="the disk broke", replace=True)
    assert made.missing == 3
    with House(books) as restored:
        against = HeldAgainst(seals=read_place(str(place)))
        report = restored.audit(against=against, seal=(last.record, last.hash))
        assert report.violations == () and report.uncovered == 1
        (told,) = report.repairs
        assert told.kind == "restored" and told.record == backup.head.number + 1
        for part in ("restored on 20", "by dee", "3 records lost", "seals 2 to 4", "disk broke"):
            assert part in told.text
        # The next seal covers it, and records go on where those of the lost seals were.
        for key in "efghi":
            sealed(restored, key)
        seals = read_place(str(place))
        report = restored.audit(against=HeldAgainst(seals=seals))
        assert report.violations == () and (report.uncovered, report.seals) == (0, 9)
        since = restored.audit(against=HeldAgainst(seals=seals, since_seal=True))
        assert since.violations == () and since.since == seals[-1].record
        # Seals that nobody answered for contradict the books as ever.
        forged = [*seals[:3], replace(seals[3], hash="0" * 64)]
        assert restored.audit(against=HeldAgainst(seals=forged)).violations
        cut = restored.audit(against=HeldAgainst(seals=[*seals, replace(seals[-1], record=999)]))
        assert any("is not there" in each.text for each in cut.violations)


@pytest.mark.slow
@pytest.mark.both_databases
def test_books_are_not_replaced_under_a_server(house, books, tmp_path):
    taken = back_up(house.database, tmp_path / "copy.db")
    holder = {"name": "serve", "host": "casino", "pid": 4711, "started": "", "machine": ""}
    beat = {"holder": json.dumps(holder), "beat_ms": int(time.time() * 1000)}
    with house.database.writing() as connection:
        connection.execute(schema.lease.update().values(beat))
    with pytest.raises(BooksError, match=r"serve \(process 4711 on casino\) deals on the books"):
        restore(taken.file, books, by="dee", replace=True)
    with house.database.writing() as connection:
        connection.execute(schema.lease.update().values(beat_ms=beat["beat_ms"] - 60_000))
    house.leave()
    assert restore(taken.file, books, by="dee", replace=True).kept
    with closing(Database(books)) as found, found.reading() as reader:
        assert reader.connection.execute(schema.lease.select()).one().holder == ""


@pytest.mark.slow
def test_a_backup_by_another_process_while_rounds_are_dealt(house, books, tmp_path):
    for player in ("ann", "bob"):
        house.sell_chips(player, 1_000_000_00, key=f"{player} buys much")
    dealer, rng = DemoDealer(house, "spanish", 5), random.Random(5)
    command = [sys.executable, "-m", "feltworks", "house", "backup", "--json", "--books", books]
    taking = subprocess.Popen([*command, str(tmp_path / "copy.db")], stdout=subprocess.PIPE)
    rounds = 0
    while taking.poll() is None:
        assert dealer.deal_round(Guests([1, 2], rng), {1: "ann", 2: "bob"})
        rounds += 1
        # A table deals slower than that; the processor is for the other process.
        time.sleep(0.02)
    told = json.loads(taking.communicate()[0])
    assert rounds > 5
    with House(told["file"]) as copied:
        report = copied.audit()
        assert report.violations == ()
        assert report.records == told["records"]


@pytest.mark.parametrize(
    ("content", "says"),
    [(None, "there is no backup"), (b"", "it has none in it"), (b"x" * 5000, "is no backup")],
)
def test_what_is_no_backup_is_told_in_one_sentence(tmp_path, content, says):
    file = tmp_path / "no.db"
    if content is not None:
        file.write_bytes(content)
    with pytest.raises(BooksError, match=says):
        restore(file, str(tmp_path / "house.db"), by="dee")
    assert [each.name for each in tmp_path.iterdir()] == (["no.db"] if content is not None else [])


def test_a_folder_keeps_as_many_backups_as_are_asked_for(house, tmp_path):
    folder = tmp_path / "backups"
    folder.mkdir()
    strange = folder / "notes-20250101T000000Z-1.db"
    strange.write_text("not ours")
    taken = []
    for number in range(4):
        house.sell_chips("ann", 100, key=f"sale {number}")
        taken.append(back_up(house.database, folder, keep=2))
    assert taken[-1].removed == (taken[1].file,)
    assert sorted(folder.iterdir()) == sorted([taken[2].file, taken[3].file, strange])
    with pytest.raises(BooksError, match="at least one is kept"):
        back_up(house.database, folder, keep=0)


def test_what_a_killed_backup_has_left_is_removed_by_the_next(house, tmp_path):
    folder = tmp_path / "backups"
    left, at_work = folder / ".backup-killed", folder / ".backup-at-work"
    for each in (left, at_work):
        each.mkdir(parents=True)
        (each / "books.db").write_text("half")
    for each in (left / "books.db", left, at_work):
        os.utime(each, (0, 0))
    taken = back_up(house.database, folder)
    assert sorted(folder.iterdir()) == sorted([at_work, taken.file])


def test_books_and_backups_are_for_their_owner_alone(tmp_path):
    """They hold hands that were mucked; so do the files that SQLite keeps beside them."""
    before = os.umask(0o022)
    try:
        with House(str(tmp_path / "house.db"), create=True) as house:
            house.sell_chips("ann", 500, key="ann buys in")
            taken = back_up(house.database, tmp_path / "copy.db")
            restore(taken.file, str(tmp_path / "again.db"), by="dee", because="a drill")
            found = {each.name: each.stat().st_mode & 0o777 for each in tmp_path.glob("*.db*")}
    finally:
        os.umask(before)
    assert {"house.db", "house.db-wal", "copy.db", "again.db"} <= found.keys()
    assert {mode for name, mode in found.items() if "shift" not in name} == {0o600}


def test_a_backup_is_not_written_over_a_file(house, tmp_path):
    file = tmp_path / "copy.db"
    file.write_text("mine")
    with pytest.raises(BooksError, match="already: name another"):
        back_up(house.database, file)
    assert file.read_text() == "mine"
    assert {each.name for each in tmp_path.iterdir()} <= {
        *("copy.db", "house.db", "house.db-wal", "house.db-shm"),
        *(each.name for each in tmp_path.glob("house.db-shift-*")),
    }


# --- at the terminal ---------------------------------------------------------------------------


@pytest.mark.slow
def test_backup_and_restore_at_the_terminal(feltworks, house, books, elsewhere, tmp_path):
    file = tmp_path / "copy.db"
    said = feltworks("house", "backup", file, "--books", books)
    assert (said.code, said.err) == (0, "")
    assert f"backup {file}" in said.out.replace("\n", "")
    seal = said.out.split("seal ")[1].replace("\n", "")
    house.sell_chips("ann", 100, key="later")
    words = ("house", "restore", file, "--books", elsewhere, "--by", "dee", "--seal")
    ahead = f"{10**6}:{'f' * 64}"
    said = feltworks(*words, ahead)
    assert said.code == 2 and "say why with --because REASON" in said.err
    said = feltworks(*words, ahead, "--because", "the disk broke")
    assert said.code == 0
    assert "records behind: they were written after the backup" in said.out
    assert "the chain is in order" in said.out
    said = feltworks(*words, seal, "--replace", "--json")
    assert said.code == 2 and "ends 1 record before the books did" in said.err
    said = feltworks(*words, seal, "--replace", "--because", "a drill", "--json")
    assert '"records_missing": 1' in said.out
    said = feltworks("house", "restore", file, "--books", tmp_path / "word.db", "--seal", seal)
    assert said.code == 0 and "which does not tell what came after it" in said.out
    said = feltworks(*words, "12:3")
    assert (said.code, said.out) == (2, "")
    assert "is no seal" in said.err
