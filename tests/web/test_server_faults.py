"""`feltworks serve` in trouble while guests play: killed, locked out, out of room, at a wrong time.

Guests note every decision that was answered and every result they saw. After each fault all of it
is in the books; in the end no round is void, and the audit finds every balance as the records make
it. A few faults here, hundreds under `make crash` (FELTWORKS_CRASHES).
"""

import asyncio
import contextlib
import os
import random
import resource
import signal
import sqlite3
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path

import pytest
from tests.house import postgres
from tests.house.crashing import finish_open_rounds
from tests.house.proxy import proxied
from tests.web.serving import Player, Server, shifts_over

from feltworks.house import House, RoundQuery

CRASHES = int(os.environ.get("FELTWORKS_CRASHES", "50"))
MANY = CRASHES > 50
FAULTS = CRASHES if MANY else 4
TABLES = ("mini-tex-1", "pick-2-1", "spanish-1", "texas-21-1")
STACK_CENTS = 1_000_000
NO_LIMIT = (resource.RLIM_INFINITY, resource.RLIM_INFINITY)


class Trouble:
    """What is done to a server and its books, one fault at a time."""

    def __init__(self, server, players, seed, *, clock=None, postgres_server=None, proxy=None):
        self.server, self.players, self.clock = server, players, clock
        self.postgres_server, self.proxy = postgres_server, proxy
        self.rng, self.done = random.Random(seed), Counter()

    async def fault(self, kind):
        await asyncio.sleep(self.rng.uniform(0.1, 0.8))
        self.done[kind] += 1
        await getattr(self, f"_{kind}")()

    async def _kill(self):
        await asyncio.to_thread(self.server.end, signal.SIGKILL)
        await asyncio.to_thread(self.check_answered)
        await asyncio.to_thread(self.server.start)

    async def _lock(self):
        longest = 5.0 if MANY else 1.0
        with contextlib.closing(sqlite3.connect(self.server.books, isolation_level=None)) as other:
            other.execute("PRAGMA busy_timeout = 60000")
            other.execute("BEGIN IMMEDIATE")
            await asyncio.sleep(self.rng.uniform(0.1, longest))

    async def _full(self):
        """No file of the server may grow any more: to the database that is a full disk."""
        log = Path(f"{self.server.books}-wal")
        size = log.stat().st_size if log.exists() else 0
        pid = self.server.process.pid
        resource.prlimit(pid, resource.RLIMIT_FSIZE, (size, resource.RLIM_INFINITY))
        await asyncio.sleep(self.rng.uniform(0.2, 1.0))
        resource.prlimit(pid, resource.RLIMIT_FSIZE, NO_LIMIT)

    async def _time(self):
        """Any step back, and such steps ahead as two machines may differ by."""
        self.clock.write_text(self.rng.choice(["-5h", "-2d", "-3000d", "+90s"]))
        await asyncio.sleep(self.rng.uniform(0.2, 1.0))
        self.clock.write_text("+0")

    async def _restart(self):
        await asyncio.to_thread(postgres.kill, self.postgres_server)
        await asyncio.sleep(self.rng.uniform(0.0, 2.0))
        await asyncio.to_thread(self.postgres_server.ensure_postgres_running)

    async def _drop(self):
        """Connections break before and after COMMIT for a while, and all of them at once."""
        self.proxy.share = 0.3
        await asyncio.sleep(self.rng.uniform(0.2, 1.0))
        self.proxy.share = 0.0
        self.proxy.drop_all()

    def check_answered(self):
        """Every decision that was answered is journaled, every result that was seen is booked."""
        with House(self.server.books) as house, house.database.reading() as reader:
            for player in self.players:
                for number, count in list(player.told.moved.items()):
                    moves = reader.moves(number)
                    assert len(moves) >= count, (player.table, number, moves, count)
            for player in self.players:
                for number, nets in list(player.told.nets.items()):
                    booked = house.recall(number).closing.facts["net"]
                    assert {int(seat): cents for seat, cents in booked.items()} == nets


def check_books(server, players):
    """Rounds that are open are dealt to their end; then everything is as it was played."""
    with House(server.books) as house:
        assert shifts_over(house) and all(shifts_over(house))
        finish_open_rounds(house, 1)
        found = house.find(RoundQuery(limit=10_000))
        assert {each.outcome for each in found} == {"settled"}
        nets = Counter()
        for each in found:
            net = house.recall(each.number).closing.facts["net"]
            for seat, player in each.players.items():
                nets[player] += net[str(seat)]
        with house.database.reading() as reader:
            assert sum(reader.accounts().values()) == 0
            assert not any(reader.accounts("escrow").values())
        names = house.names(nets)
        for player, cents in nets.items():
            assert house.stack_cents(names[player]) == STACK_CENTS + cents
        report = house.audit()
        assert report.violations == ()
        assert report.rounds == report.replayed == len(found)
        return len(found)


async def played(server, seed, kinds, **means):
    players = [
        Player(server, table, f"{table} {seed}", seed + n, STACK_CENTS)
        for n, table in enumerate(TABLES)
    ]
    playing = [asyncio.create_task(player.play()) for player in players]
    trouble = Trouble(server, players, seed, **means)
    try:
        for kind in kinds:
            await trouble.fault(kind)
            gone = [repr(each.exception()) for each in playing if each.done()]
            assert gone == [], (kind, gone)
        # All is well again: rounds go on by themselves.
        seen = [len(player.told.nets) for player in players]
        until = time.monotonic() + 300
        while any(len(p.told.nets) <= n for p, n in zip(players, seen, strict=True)):
            gone = [repr(each.exception()) for each in playing if each.done()]
            log = Path(server.log).read_text()[-1500:]
            assert time.monotonic() < until and not gone, (gone, log, [p.last for p in players])
            await asyncio.sleep(0.1)
    finally:
        for player in players:
            player.over.set()
        for each in playing:
            each.cancel()
        await asyncio.gather(*playing, return_exceptions=True)
    code = await asyncio.to_thread(server.end, signal.SIGTERM)
    assert code == 0, Path(server.log).read_text()[-3000:]
    trouble.check_answered()
    return players, trouble.done


def in_trouble(server, kinds, seed=1, **means):
    """Has guests play while all that is done to the server; then looks at the books."""
    server.start()
    order = random.Random(seed).sample(kinds, len(kinds))
    try:
        players, done = asyncio.run(played(server, seed, order, **means))
    finally:
        if server.process.poll() is None:
            server.end(signal.SIGKILL)
    rounds = check_books(server, players)
    moves = sum(sum(player.told.moved.values()) for player in players)
    print(f"{dict(done)}: {rounds} rounds, {moves} decisions answered")
    assert min(done.values()) > 0 and moves > 0


@pytest.mark.slow
def test_a_server_in_trouble_loses_nothing_that_it_answered(tmp_path):
    clock = tmp_path / "clock"
    clock.write_text("+0")
    server = Server(tmp_path / "house.db", tmp_path / "log", clock=clock)
    in_trouble(server, ["kill", "lock", "full", "time"] * (FAULTS // 4), clock=clock)


@pytest.mark.skipif(not MANY, reason="a server for PostgreSQL in trouble: make crash")
def test_a_server_whose_database_is_in_trouble_loses_nothing(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setenv("FELTWORKS_KEYS", str(tmp_path / "deck-keys"))
    with (
        postgres.may_be_killed() as running,
        proxied(running.get_uri(), random.Random(1)) as (books, proxy),
    ):
        server = Server(books, tmp_path / "log")
        kinds = ["kill", "restart", "drop"] * (FAULTS // 6)
        in_trouble(server, kinds, postgres_server=running, proxy=proxy)
        assert min(proxy.dropped.values()) > 0


@pytest.mark.skipif(not MANY, reason="four more servers, of what others test too: make crash")
def test_a_server_does_not_start_at_a_time_that_cannot_be(tmp_path):
    clock = tmp_path / "clock"
    clock.write_text("+0")
    server = Server(tmp_path / "house.db", tmp_path / "log", clock=clock)
    server.start()
    assert server.end(signal.SIGTERM) == 0
    words = [sys.executable, "-m", "feltworks", "serve", "--port", "0", "--no-browser"]
    for step, says in (("-5h", "hours earlier"), ("+3000d", "3,000 days later")):
        clock.write_text(step)
        said = subprocess.run(
            [*words, "--database", server.books],
            capture_output=True,
            text=True,
            env=server.environment,
            timeout=180,
            check=False,
        )
        assert said.returncode == 2 and says in said.stderr, said
        assert "feltworks house clock --accept" in said.stderr
    clock.write_text("+0")
    server.start()
    assert server.end(signal.SIGTERM) == 0
    with House(server.books) as house:
        assert house.audit().in_order
