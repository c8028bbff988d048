"""Rounds that an audit plays again a second, alone and by two processes, and what it holds.

The books are those of a busy day: two-seat rounds at two tables, one of which plays for a jackpot.
Each audit runs in a process of its own, so that its memory can be told, and a second, larger day
shows whether that grows with the books. FELTWORKS_BASE may name the folder of another version,
which then writes and audits such books beside this one: old and new are measured in one run.

On a machine with other work the clock tells little. The processor time of the busier of the two
processes does: it is what an audit takes where each has a core of its own.
"""

from __future__ import annotations

import json
import tempfile
from pathlib import Path

from rich.table import Table

from bench._versions import run, versions

ROUNDS = (2000, 6000)
# Up to 1,000 are played by one process, before another would have started.
TARGET = 1000
FILL = """
import random, sys
from datetime import date
from bench import house as pit
from feltworks.house import House, read_house
from feltworks.house.books import database
from feltworks.house.demo import DemoDealer, Guests

database.SYNCHRONOUS = "OFF"
where, rounds, rng = sys.argv[1], int(sys.argv[2]), random.Random(1)
kept = f'[jackpots.gran]\\ntables = [{pit.JACKPOT}]\\njackpot = "gran"\\n'
with House(where, create=True) as house:
    house.open(read_house(pit.FILE + kept), date(2025, 11, 14))
    for table in ("t0", "t1"):
        players = {seat: f"{table} {seat}" for seat in (1, 2)}
        for name in players.values():
            house.sell_chips(name, 10**8, key=name)
        dealer = DemoDealer(house, table, rounds)
        for _ in range(rounds // 2):
            dealer.deal_round(Guests([1, 2], rng), players)
"""
AUDIT = """
import json, resource, sys, time
from feltworks.house import House

def used(whose):
    found = resource.getrusage(whose)
    return found.ru_maxrss / 1024, found.ru_utime + found.ru_stime

if __name__ == "__main__":
    where, processes = sys.argv[1], int(sys.argv[2])
    more = {"processes": processes} if processes > 1 else {}
    with House(where) as house:
        start, before = time.perf_counter(), used(resource.RUSAGE_SELF)[1]
        report = house.audit(**more)
        seconds = time.perf_counter() - start
    assert report.in_order, report.violations[:3]
    own, others = used(resource.RUSAGE_SELF), used(resource.RUSAGE_CHILDREN)
    times = own[1] - before, others[1]
    print(json.dumps([report.replayed, seconds, *times, own[0], others[0]]))
"""


def bench() -> Table:
    table = Table(title="Two-seat rounds played again by an audit")
    for heading in (
        "version",
        "processes",
        "rounds",
        "rounds/s",
        "processor ms a round",
        "rounds/s of the busier process's time",
        "MB",
        "target",
    ):
        table.add_column(heading, justify="left" if heading == "version" else "right")
    folder = Path(tempfile.mkdtemp(prefix="feltworks-bench-"))
    for rounds in ROUNDS:
        for name, root in versions().items():
            where = folder / f"{name}-{rounds}.db"
            run(FILL, root, where, rounds)
            for processes in (1, 2) if name == "this" else (1,):
                count, seconds, here, helping, own, other = json.loads(
                    run(AUDIT, root, where, processes)
                )
                row = (name, str(processes), str(rounds), f"{count / seconds:,.0f}")
                spent = " + ".join(f"{each / count * 1000:.2f}" for each in (here, helping) if each)
                held = " + ".join(f"{each:,.0f}" for each in (own, other) if each)
                free = f"{count / max(here, helping):,.0f}"
                table.add_row(*row, spent, free, held, str(TARGET) if processes > 1 else "")
    return table
