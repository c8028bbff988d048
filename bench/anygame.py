"""Games beyond the shipped ones, each in a process of its own on one core: time and memory.

Kernels are compiled before the clock starts. Targets are for one core: two minutes and
1 GB for five community cards and three decisions, 30 s for five cards with a dealer's up
card, 5 s for everything smaller.
"""

import json
import sys
from dataclasses import dataclass
from pathlib import Path

from rich.table import Table

from bench.odds import run

ROOT = Path(__file__).parents[1]


@dataclass(frozen=True)
class Measure:
    what: str
    path: str
    target_seconds: float


MEASURES = (
    Measure("Three Card Poker", "examples/three-card-poker.toml", 5),
    Measure("Let It Ride", "examples/let-it-ride.toml", 5),
    Measure("Mississippi Stud", "tests/odds/games/mississippi-stud.toml", 5),
    Measure("Four Card Poker, an up card", "tests/odds/games/four-card-poker.toml", 30),
    Measure("Caribbean Stud, an up card", "tests/odds/games/caribbean-stud.toml", 30),
    Measure("Casino Hold'em", "tests/odds/games/casino-holdem.toml", 120),
    Measure("Texas Hold'em Bonus", "tests/odds/games/texas-holdem-bonus.toml", 120),
    Measure("Ultimate Texas Hold'em", "examples/ultimate-texas-holdem.toml", 120),
)

CHILD = """
import json, os, resource, sys, time
if hasattr(os, "sched_setaffinity"):
    os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
from feltworks.odds.analyse import analyse
from feltworks.odds.solver import Solver
from feltworks.rules.loader import load

warm, path = sys.argv[1:]
analyse(load(warm))
rules = load(path)
start, busy = time.perf_counter(), time.process_time()
edge = Solver(rules).main({}).house_edge
print(json.dumps({
    "seconds": time.perf_counter() - start,
    "busy": time.process_time() - busy,
    "edge": float(edge),
    "megabytes": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024,
}))
"""


def bench() -> Table:
    table = Table(title="Any game of the family, required wagers, one core")
    for heading in ("what", "house edge", "seconds", "busy", "target", "peak MB"):
        table.add_column(heading, justify="left" if heading == "what" else "right")
    warm = str(ROOT / "tests/odds/games/features/raise-once-the-earlier-the-more.toml")
    for measure in MEASURES:
        print(f"counting {measure.what}", file=sys.stderr, flush=True)
        found = json.loads(run(["-c", CHILD, warm, str(ROOT / measure.path)]))
        table.add_row(
            measure.what,
            f"{found['edge']:.4%}",
            f"{found['seconds']:.2f}",
            f"{found['busy']:.2f}",
            f"{measure.target_seconds:.0f}",
            f"{found['megabytes']:.0f}",
        )
    return table
