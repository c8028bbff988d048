"""Blackjack: seconds on both cores with warm kernels, and the most memory the process held.

Every measure runs in a process of its own, works once to warm up, then several times and takes the
best. A full analysis is the value of a round, the values of all first hands, the chart by totals,
the average wager and the distribution of the net result.
"""

from __future__ import annotations

import json
import subprocess
import sys
from dataclasses import dataclass

from rich.table import Table

ROUNDS = 5


@dataclass(frozen=True)
class Measure:
    """One line: what is worked out, from how many decks, and the seconds aimed at."""

    what: str
    decks: int
    work: str
    target_seconds: float | None = None


MEASURES = (
    Measure("six decks, full analysis", 6, "full", 1.0),
    Measure("single deck, full analysis", 1, "full", 1.0),
    Measure("eight decks, full analysis", 8, "full"),
    Measure("six decks, value of a round", 6, "value"),
    Measure("six decks, chart by totals", 6, "chart"),
    Measure("six decks, distribution", 6, "distribution"),
    Measure("six decks, a position", 6, "position"),
)

CHILD = """
import json, resource, sys, time
from feltworks.cards import Card, parse_cards
from feltworks.odds.blackjack.advice import HandAdvisor
from feltworks.odds.blackjack.analysis import BlackjackOdds
from feltworks.odds.blackjack.shoe import Shoe
from feltworks.rules.schema.mechanisms import Blackjack

decks, work, rounds = int(sys.argv[1]), sys.argv[2], int(sys.argv[3])

def do():
    odds = BlackjackOdds(Shoe.of_decks(decks), Blackjack())
    if work == "position":
        advisor = HandAdvisor(Shoe.of_decks(decks), Blackjack(), parse_cards("5c 5d"))
        return timed(lambda: advisor.advise(parse_cards("As 7d"), Card.parse("9c")))
    if work == "value":
        return timed(lambda: odds.expected_value)
    if work == "chart":
        odds.expected_value
        return timed(lambda: odds.chart)
    if work == "distribution":
        odds.expected_value
        return timed(lambda: odds.distribution)
    return timed(lambda: (odds.work_out(), odds.hands, odds.chart, odds.insurance))

def timed(what):
    start = time.perf_counter()
    what()
    return time.perf_counter() - start

do()
seconds = min(do() for _ in range(rounds))
peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
print(json.dumps({"seconds": seconds, "megabytes": peak / 1024}))
"""


def measured(measure: Measure) -> dict[str, float]:
    """What a process of its own needs."""
    words = [sys.executable, "-c", CHILD, str(measure.decks), measure.work, str(ROUNDS)]
    done = subprocess.run(words, capture_output=True, text=True, check=True)
    found: dict[str, float] = json.loads(done.stdout)
    return found


def bench() -> Table:
    """Every measure beside its target."""
    table = Table(title="Blackjack, seconds on both cores; memory below 500 MB is the target")
    for column in ("what", "target", "seconds", "MB"):
        table.add_column(column, justify="left" if column == "what" else "right")
    for measure in MEASURES:
        found = measured(measure)
        target = "" if measure.target_seconds is None else f"{measure.target_seconds:.1f}"
        table.add_row(measure.what, target, f"{found['seconds']:.3f}", f"{found['megabytes']:.0f}")
    return table
