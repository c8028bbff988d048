"""Games beyond the shipped ones, each in a process of its own on one core: time and memory.

Each is solved once before the clock starts, so that kernels are compiled and loaded, and then
again with everything counted before forgotten. Aims are for one core: 3 s and 500 MB for two hole
cards and five on the board, 2 s for four or five cards with a dealer's up card, 0.2 s for
everything smaller.
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
    gone: str = ""
    """Cards that have left the deck."""


MEASURES = (
    Measure("Three Card Poker", "three-card-poker", 0.2),
    Measure("Mini-Tex", "mini-tex", 0.2),
    Measure("Spanish Poker", "spanish-poker", 0.2),
    Measure("Let It Ride", "let-it-ride", 0.2),
    Measure("Mississippi Stud", "tests/odds/games/mississippi-stud.toml", 0.2),
    Measure("Four Card Poker, an up card", "tests/odds/games/four-card-poker.toml", 2),
    Measure("Crazy 4 Poker", "tests/odds/games/crazy-4-poker.toml", 2),
    Measure("Caribbean Stud, an up card", "tests/odds/games/caribbean-stud.toml", 2),
    Measure("Casino Hold'em", "tests/odds/games/casino-holdem.toml", 3),
    Measure("Texas Hold'em Bonus", "tests/odds/games/texas-holdem-bonus.toml", 3),
    Measure("Ultimate Texas Hold'em", "ultimate-texas-holdem", 3),
    Measure("Ultimate Texas Hold'em, two cards gone", "ultimate-texas-holdem", 3, "As Kd"),
    Measure("Criss Cross Poker", "criss-cross-poker", 60),
)

FOLLOWED = "ultimate-texas-holdem"
"""The board of five whose further questions are timed."""

CHILD = """
import json, os, resource, sys, time
if hasattr(os, "sched_setaffinity"):
    os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
from feltworks.cards import parse_cards
from feltworks.odds import boardcache
from feltworks.odds.solver import Solver
from feltworks.rules.handbook import without_cards
from feltworks.rules.loader import load

rules = without_cards(load(sys.argv[1]), parse_cards(sys.argv[2]))
Solver(rules).main({})
boardcache.clear()
start, busy = time.perf_counter(), time.process_time()
edge = Solver(rules).main({}).house_edge
print(json.dumps({
    "seconds": time.perf_counter() - start,
    "busy": time.process_time() - busy,
    "edge": float(edge),
    "megabytes": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024,
}))
"""

FURTHER = """
import json, os, sys, time
from fractions import Fraction
if hasattr(os, "sched_setaffinity"):
    os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
from feltworks.odds import boardcache
from feltworks.odds.simple.search import simple_strategy
from feltworks.odds.tune import rows_to_vary, tune
from feltworks.odds.whatif import read_changes, what_if
from feltworks.rules.loader import load

rules = load(sys.argv[1])
row = rows_to_vary(rules, ())[0]
asked = {
    "another pay, best play solved again": lambda n: what_if(
        rules, read_changes(rules, [f"{row}={70 + n}"])
    ),
    "tune, the nearest tables solved": lambda n: tune(rules, Fraction(3, 100)),
    "simple strategy": lambda n: simple_strategy(rules),
}
found = {}
for what, ask in asked.items():
    ask(0)
    busy = []
    for n in (1, 2, 3):
        start = time.process_time()
        ask(n)
        busy.append(time.process_time() - start)
    found[what] = min(busy)
boardcache.clear()
start = time.process_time()
simple_strategy(rules)
found["simple strategy, nothing counted before"] = time.process_time() - start
print(json.dumps(found))
"""


def bench() -> Table:
    table = Table(title="Any game of the family, required wagers, one core")
    for heading in ("what", "house edge", "seconds", "busy", "aim", "peak MB"):
        table.add_column(heading, justify="left" if heading == "what" else "right")
    for measure in MEASURES:
        print(f"counting {measure.what}", file=sys.stderr, flush=True)
        file = ROOT / measure.path
        path = str(file) if file.is_file() else measure.path
        found = json.loads(run(["-c", CHILD, path, measure.gone]))
        table.add_row(
            measure.what,
            f"{found['edge']:.4%}",
            f"{found['seconds']:.2f}",
            f"{found['busy']:.2f}",
            f"{measure.target_seconds:g}",
            f"{found['megabytes']:.0f}",
        )
    print("asking more of one of them", file=sys.stderr, flush=True)
    for what, busy in json.loads(run(["-c", FURTHER, FOLLOWED])).items():
        table.add_row(f"{FOLLOWED}: {what}", "", "", f"{busy:.2f}", "1", "")
    return table
