"""Simulated rounds a second on one core, beside the exact count and a plain loop at the table.

Time is this process's own. Programs are compiled and kernels warm before the clock starts; the
exact count begins with a solver that has kept nothing.
"""

from __future__ import annotations

import random
from time import process_time

from rich.table import Table

from bench.table import player, wagers
from feltworks.odds import boardcache
from feltworks.odds.solver import Solved, Solver
from feltworks.pit import open_table, play_out, posted_seeds
from feltworks.round import Terms
from feltworks.rules.loader import read
from feltworks.simulate.blackjackgames import prepare_blackjack
from feltworks.simulate.tablegames import prepare_table
from feltworks.simulate.tally import DealingJob

SECONDS = 2.0
REPEATS = 3
PLAIN_ROUNDS = 1_500

TABLE_GAMES = [
    # Game, seats, least and aim in millions of rounds a second.
    ("mini-tex", 1, "20", "40"),
    ("mini-tex", 6, "", ""),
    ("pick-2-poker", 1, "", ""),
    ("spanish-poker", 1, "40", "80"),
    ("three-card-poker", 1, "", ""),
    ("let-it-ride", 1, "", ""),
]


def bench() -> Table:
    table = Table(title="Simulation: millions of rounds a second, one core")
    columns = ("game", "seats", "measured", "least", "aim", "exact count", "plain loop")
    for column in columns:
        table.add_column(column, justify="left" if column == "game" else "right")
    for game, seats, least, aim in TABLE_GAMES:
        made = prepare_table(read(game).rules, seats=seats)
        speed = f"{rounds_a_second(made.job(1)) / 1e6:.1f}"
        counted = f"{exact_seconds(game):.2f} s" if seats == 1 else ""
        loop = f"{plain_rounds_a_second(game, seats):,.0f}/s"
        table.add_row(game, str(seats), speed, least, aim, counted, loop)
    for seats, sides in ((1, ()), (6, ()), (1, ("bonus", "progressive"))):
        job = prepare_blackjack(read("texas-21").rules, seats=seats, sides=sides).job(1)
        speed = f"{rounds_a_second(job) / 1e6:.2f}"
        goals = ("", "") if sides or seats > 1 else ("8", "20")
        beside = f" with {', '.join(sides)}" if sides else ""
        table.add_row(f"texas-21, six-deck shoe{beside}", str(seats), speed, *goals, "", "")
    return table


def rounds_a_second(job: DealingJob) -> float:
    """The best of a few runs of some seconds."""
    units, best = 1 << 10, 0.0
    job.deal(0, units)
    while True:
        start = process_time()
        tally = job.deal(0, units)
        seconds = process_time() - start
        if seconds > SECONDS / 4:
            break
        units *= 2
    for _ in range(REPEATS):
        start = process_time()
        tally = job.deal(0, units)
        best = max(best, tally.rounds / (process_time() - start))
    return best


def exact_seconds(game: str) -> float:
    """The exact odds of the required wagers, counted afresh."""
    rules = read(game).rules
    seconds = 0.0
    for _ in range(2):  # The first time kernels are loaded.
        boardcache.clear()
        start = process_time()
        walk = Solver(rules).walk({})
        Solved(rules.unit, walk, walk.solve()).main()
        seconds = process_time() - start
    return seconds


def plain_rounds_a_second(game: str, seats: int) -> float:
    """Rounds through the table's engine, each card a move."""
    opened = open_table(read(game))
    terms, bets = Terms(jackpots=posted_seeds(opened)), wagers(opened, seats)
    draw, deck = random.Random(1), list(opened.deck.cards)
    rounds = PLAIN_ROUNDS // seats
    for run in range(2):
        start = process_time()
        for _ in range(rounds if run else rounds // 10):
            draw.shuffle(deck)
            play_out(opened.open_round(terms).play_all(bets), deck, player(draw))
    return rounds / (process_time() - start)
