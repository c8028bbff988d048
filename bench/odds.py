"""Exact odds: seconds on one core with warm kernels, and the most memory the process held.

Every measure runs in a process of its own, solves once to warm up, then several times and
takes the best, by the clock and by the processor (`busy`); the last line starts from an
empty kernel cache.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass

from rich.table import Table

ROUNDS = 5
DIFFERS = 1
"""How `feltworks verify` ends while a published figure differs and nobody knows why."""


@dataclass(frozen=True)
class Measure:
    """One line: which game, which wagers, and the seconds aimed at."""

    what: str
    game: str
    wagers: str
    target_seconds: float


MEASURES = (
    Measure("Mini-Tex, required wagers, one qualifier", "mini-tex", "main", 0.2),
    Measure("Spanish Poker, required wagers, one table", "spanish-poker", "main", 0.2),
    Measure("Pick 2 Poker, everything", "pick-2-poker", "all", 0.2),
    Measure("Texas 21, bonus and progressive", "texas-21", "sides", 0.2),
)

CHILD = """
import json, os, resource, sys, time
if hasattr(os, "sched_setaffinity"):
    os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
from feltworks.odds import boardcache
from feltworks.odds.analyse import analyse
from feltworks.odds.keys import KeysUsed
from feltworks.odds.side import side_wager
from feltworks.odds.solver import Solver
from feltworks.rules.handbook import Handbook
from feltworks.rules.loader import load

game, wagers, rounds = sys.argv[1], sys.argv[2], int(sys.argv[3])
rules = load(game)

def solve():
    if wagers == "main":
        Solver(rules).main({})
    elif wagers == "all":
        analyse(rules)
    else:
        for wager in rules.wagers_of("side"):
            side_wager(rules, Handbook(rules), wager, KeysUsed(rules))

solve()
seconds, busy = [], []
for _ in range(rounds):
    boardcache.clear()
    start, worked = time.perf_counter(), time.process_time()
    solve()
    seconds.append(time.perf_counter() - start)
    busy.append(time.process_time() - worked)
peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
print(json.dumps({"seconds": min(seconds), "busy": min(busy), "megabytes": peak / 1024}))
"""


def run(arguments: list[str], ends_with: tuple[int, ...] = (0,), **environment: str) -> str:
    """What a process on its own prints; it has to end with one of these codes."""
    done = subprocess.run(
        [sys.executable, *arguments],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, **environment},
    )
    if done.returncode not in ends_with:
        raise RuntimeError(f"{arguments[:3]} ended with {done.returncode}: {done.stderr[-2000:]}")
    return done.stdout


def timed_command(*words: str, **environment: str) -> float:
    """Wall seconds of a whole command, interpreter start included."""
    start = time.perf_counter()
    ends_with = (0, DIFFERS) if words[0] == "verify" else (0,)
    run(["-m", "feltworks", *words], ends_with, **environment)
    return time.perf_counter() - start


def bench() -> Table:
    table = Table(title="Exact odds, one core")
    for heading in ("what", "seconds", "busy", "aim", "peak MB"):
        table.add_column(heading, justify="left" if heading == "what" else "right")
    for measure in MEASURES:
        arguments = ["-c", CHILD, measure.game, measure.wagers, str(ROUNDS)]
        found = json.loads(run(arguments))
        table.add_row(
            measure.what,
            f"{found['seconds']:.3f}",
            f"{found['busy']:.3f}",
            f"{measure.target_seconds:.1f}",
            f"{found['megabytes']:.0f}",
        )
    timed_command("verify")
    table.add_row(
        "feltworks verify, the whole command", f"{timed_command('verify'):.2f}", "", "5.0"
    )
    with tempfile.TemporaryDirectory() as cold:
        seconds = timed_command("odds", "mini-tex", FELTWORKS_CACHE=cold)
    table.add_row("feltworks odds, first run ever (compiles)", f"{seconds:.1f}", "", "25.0")
    return table
