"""Exact odds: seconds on one core with warm kernels, and the most memory the process held.

Every measure runs in a process of its own, solves once to warm up, then several times and
takes the best; the last line starts from an empty kernel cache.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

from rich.table import Table

ROUNDS = 5
EXAMPLES = Path(__file__).parent.parent / "examples"


@dataclass(frozen=True)
class Measure:
    """One line: which game, which wagers, and the seconds aimed at."""

    what: str
    game: str
    wagers: str
    target_seconds: float | None
    rounds: int = ROUNDS


MEASURES = (
    Measure("Mini-Tex, required wagers, one qualifier", "mini-tex", "main", 0.3),
    Measure("Spanish Poker, required wagers, one table", "spanish-poker", "main", 0.5),
    Measure("Pick 2 Poker, everything", "pick-2-poker", "all", 1.0),
    Measure("Texas 21, bonus and progressive", "texas-21", "sides", 0.2),
)

CHILD = """
import json, resource, sys, time
from feltworks.odds import shelf
from feltworks.odds.analyse import Solver, analyse
from feltworks.odds.keys import KeysUsed
from feltworks.odds.side import side_wager
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
seconds = []
for _ in range(rounds):
    shelf.clear()
    start = time.perf_counter()
    solve()
    seconds.append(time.perf_counter() - start)
peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
print(json.dumps({"seconds": min(seconds), "megabytes": peak / 1024}))
"""


def run(arguments: list[str], **environment: str) -> str:
    """What a process on its own prints."""
    done = subprocess.run(
        [sys.executable, *arguments],
        capture_output=True,
        text=True,
        check=True,
        env={**os.environ, **environment},
    )
    return done.stdout


def timed_command(*words: str, **environment: str) -> float:
    """Wall seconds of a whole command, interpreter start included."""
    start = time.perf_counter()
    run(["-m", "feltworks.cli", *words], **environment)
    return time.perf_counter() - start


def bench() -> Table:
    table = Table(title="Exact odds, one core")
    for heading in ("what", "seconds", "target", "peak MB"):
        table.add_column(heading, justify="left" if heading == "what" else "right")
    for measure in MEASURES:
        arguments = ["-c", CHILD, measure.game, measure.wagers, str(measure.rounds)]
        found = json.loads(run(arguments))
        target = "" if measure.target_seconds is None else f"{measure.target_seconds:.1f}"
        table.add_row(measure.what, f"{found['seconds']:.3f}", target, f"{found['megabytes']:.0f}")
    timed_command("verify")
    table.add_row("feltworks verify, the whole command", f"{timed_command('verify'):.2f}", "5.0")
    with tempfile.TemporaryDirectory() as cold:
        seconds = timed_command("odds", "mini-tex", FELTWORKS_CACHE=cold)
    table.add_row("feltworks odds, first run ever (compiles)", f"{seconds:.1f}", "25.0")
    return table
