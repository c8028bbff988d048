"""Faults while rounds are dealt: what was answered stands, and nothing is void or done twice.

A dealer deals as a table does, asking again while the books are away, and notes what it was told.
Meanwhile the database is killed and started again, connections break before and after COMMIT, the
books are locked, the disk is full, the clock jumps. `make crash` does all of it many times over
(FELTWORKS_CRASHES).
"""

from __future__ import annotations

import contextlib
import os
import random
import signal
import sqlite3
import threading
import time
from datetime import UTC, datetime, timedelta

import psycopg
import pytest
from sqlalchemy import event

from feltworks.house import BooksAway, House, RoundQuery
from feltworks.house.books import database
from feltworks.house.demo import DemoDealer, Guests
from feltworks.house.ledger import accounts

from . import postgres
from .conftest import DAY
from .proxy import proxied
from .rooms import room

pytestmark = pytest.mark.slow

CRASHES = int(os.environ.get("FELTWORKS_CRASHES", "50"))
TIMES = max(1, CRASHES // 50)
ROUNDS = 12
PLAYERS = {1: "ann", 2: "bob", 3: "cyd", 4: "dee"}


class PatientDealer:
    """Deals at every table of a house, and notes what it was told had happened."""

    def __init__(self, house: House, rng: random.Random) -> None:
        self.house, self.rng = house, rng
        self.settled: dict[int, dict[int, int]] = {}
        self.bought: dict[str, int] = {}
        self.waits = 0
        write = house.write

        def patient(unit):
            return self._patiently(lambda: write(unit))

        house.write = patient
        self.dealers = self._patiently(
            lambda: [DemoDealer(house, table, n) for n, table in enumerate(house.tables())]
        )

    def _patiently(self, ask):
        until = time.monotonic() + 200
        while True:
            try:
                return ask()
            except BooksAway:
                assert time.monotonic() < until
                self.waits += 1
                time.sleep(0.02)

    def deal(self) -> None:
        dealer, guests = self.rng.choice(self.dealers), Guests([1, 2, 3], self.rng)
        settled = self._patiently(lambda: dealer.deal_round(guests, PLAYERS))
        if settled is not None:
            assert settled.number not in self.settled
            self.settled[settled.number] = dict(settled.net)
        key = f"chips {len(self.bought)}"
        self._patiently(lambda: self.house.sell_chips("eve", 7_00, key=key))
        self.bought[key] = 7_00

    def check(self) -> None:
        """Everything that was answered is there, once; and nothing is there that was not played."""
        house = self.house
        with house.database.reading() as reader:
            assert reader.open_rounds() == []
            assert sum(reader.accounts().values()) == 0
            assert not any(reader.accounts("escrow").values())
            assert reader.cents(accounts.player("eve")) == sum(self.bought.values())
        found = {each.number: each.outcome for each in house.find(RoundQuery(limit=10_000))}
        assert found == dict.fromkeys(self.settled, "settled")
        for number, net in self.settled.items():
            booked = house.recall(number).closing.facts["net"]
            assert booked == {str(seat): cents for seat, cents in net.items()}
        # The audit derives every balance again from the records, and plays every round again.
        assert house.audit().violations == ()
        for name in house.jackpots.all():
            assert house.jackpots.statement(name).difference == 0


@contextlib.contextmanager
def opened_house(books, **more):
    with House(books, create=True, **more) as house:
        house.writer.patience_seconds = 0.05
        assert not house.open(room(), DAY).objections
        for player in PLAYERS.values():
            house.sell_chips(player, 5_000_00, key=f"{player} buys in")
        yield house


@contextlib.contextmanager
def meanwhile(fault):
    """Does something to the house again and again, at random moments, in a thread of its own."""
    over, failed = threading.Event(), []

    def run():
        rng = random.Random(7)
        try:
            while not over.wait(rng.uniform(0.0, 0.15)):
                fault(rng)
        except Exception as error:
            failed.append(error)

    thread = threading.Thread(target=run)
    thread.start()
    try:
        yield
    finally:
        over.set()
        thread.join()
    assert failed == []


@pytest.fixture(autouse=True)
def own_keys(tmp_path, monkeypatch):
    monkeypatch.setenv("FELTWORKS_KEYS", str(tmp_path / "deck-keys"))


# --- SQLite ------------------------------------------------------------------------------------


@pytest.fixture
def sqlite_books(tmp_path, monkeypatch):
    monkeypatch.setattr(database, "WAIT_SECONDS", 0.05)
    return str(tmp_path / "house.db")


@pytest.mark.parametrize("seed", range(TIMES))
def test_books_that_another_program_locks(sqlite_books, seed):
    locks = []

    def lock(rng):
        with contextlib.closing(sqlite3.connect(sqlite_books, isolation_level=None)) as other:
            other.execute("PRAGMA busy_timeout = 60000")
            other.execute("BEGIN IMMEDIATE")
            seconds = 5.0 if TIMES > 1 and rng.random() < 0.02 else rng.uniform(0.1, 0.5)
            time.sleep(seconds)
            locks.append(seconds)

    with opened_house(sqlite_books) as house:
        dealer = PatientDealer(house, random.Random(seed))
        with meanwhile(lock):
            while len(locks) < 5:
                dealer.deal()
        assert dealer.waits > 0
        dealer.check()


@pytest.mark.skipif(TIMES == 1, reason="two minutes long: make crash")
def test_books_that_are_locked_for_two_minutes(sqlite_books):
    with opened_house(sqlite_books) as house:
        dealer = PatientDealer(house, random.Random(1))
        with contextlib.closing(
            sqlite3.connect(sqlite_books, isolation_level=None, check_same_thread=False)
        ) as other:
            other.execute("BEGIN IMMEDIATE")
            threading.Timer(120, other.rollback).start()
            dealer.deal()
        dealer.check()


@pytest.mark.parametrize("seed", range(TIMES))
def test_a_disk_that_is_full_for_a_while(sqlite_books, seed):
    full, seen = threading.Event(), []

    def limit(connection, *_):
        # SQLite takes the size that a file has for its limit where a smaller one is asked for.
        connection.execute(f"PRAGMA max_page_count = {1 if full.is_set() else 2**30}").close()

    def fill(rng):
        full.set()
        seen.append(1)
        time.sleep(rng.uniform(0.05, 0.2))
        full.clear()

    with opened_house(sqlite_books) as house:
        event.listen(house.database.engine, "checkout", limit)
        dealer = PatientDealer(house, random.Random(seed))
        with meanwhile(fill):
            while len(seen) < 8:
                dealer.deal()
        assert dealer.waits > 0
        dealer.check()


@pytest.mark.parametrize("seed", range(TIMES))
def test_a_clock_that_jumps(sqlite_books, seed):
    rng, jumps = random.Random(seed), []

    def clock():
        jumps.append(rng.choice((0, 0, 0, -40, 40)))
        return datetime.now(UTC) + timedelta(seconds=jumps[-1])

    with opened_house(sqlite_books, clock=clock) as house:
        dealer = PatientDealer(house, rng)
        for _ in range(ROUNDS):
            dealer.deal()
        assert {-40, 40} <= set(jumps)
        dealer.check()


# --- PostgreSQL --------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(2 * TIMES))
def test_connections_that_break_before_and_after_commit(postgres_server, seed):
    rng = random.Random(seed)
    with (
        proxied(postgres_server.fresh(), random.Random(seed)) as (books, proxy),
        opened_house(books) as house,
    ):
        dealer = PatientDealer(house, rng)
        proxy.share = 0.2
        for turn in range(ROUNDS):
            dealer.deal()
            if turn % 4 == 3:
                # Connections that lie in the pool break too, and nobody notices before the next.
                proxy.drop_all()
        proxy.share = 0.0
        assert min(proxy.dropped.values()) > 0
        dealer.check()


@pytest.fixture(scope="module")
def own_server():
    with postgres.may_be_killed() as running:
        yield running


@pytest.mark.parametrize("seed", range(TIMES))
def test_a_server_that_is_killed_and_started_again(own_server, seed):
    url, rng = own_server.get_uri(), random.Random(seed)
    name = f"killed{seed}"
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name}")
    kills = []

    def kill(rng):
        time.sleep(rng.uniform(0.3, 0.8))
        if rng.random() < 0.5:
            postgres.kill(own_server)
            own_server.ensure_postgres_running()
        else:
            # One of its processes is killed: the server throws everybody out and recovers.
            with contextlib.suppress(psycopg.Error), psycopg.connect(url) as connection:
                find = "SELECT pid FROM pg_stat_activity WHERE datname = %s"
                for (pid,) in connection.execute(find, [name]).fetchall()[:1]:
                    os.kill(pid, signal.SIGKILL)
        kills.append(1)

    with opened_house(url.replace("/postgres?", f"/{name}?")) as house:
        dealer = PatientDealer(house, rng)
        with meanwhile(kill):
            while len(kills) < 3:
                dealer.deal()
        until = time.monotonic() + 120
        while not _is_up(url):
            assert time.monotonic() < until
        dealer._patiently(lambda: house.stack_cents("ann"))
        dealer.check()
        assert dealer.waits > 0


def _is_up(url):
    try:
        psycopg.connect(url, connect_timeout=2).close()
    except psycopg.Error:
        return False
    return True
