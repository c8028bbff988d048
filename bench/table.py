"""Complete one-seat rounds a second through the table's engine, log included.

A round here is all of it: a deck shuffled, the wagers placed and checked, each card dealt as a
move, every decision taken from the legal moves, and the settlement. Time is this process's own, so
that whatever else runs on the machine counts less.
"""

from __future__ import annotations

import random
from time import process_time

from rich.table import Table

from feltworks.pit import OpenTable, open_table, play_out, posted_seeds
from feltworks.round import Bet, Decide, NoMoreBets, Round, Terms
from feltworks.rules.catalogue import listings
from feltworks.rules.loader import read

TARGET = 5_000
ROUNDS = 6_000
REPEATS = 3
STAKE_CENTS = 500


def bench() -> Table:
    table = Table(title="The table: complete rounds a second, one core")
    for column in ("game", "seats", "entries a round", "rounds/s", "target"):
        table.add_column(column, justify="left" if column == "game" else "right")
    for listing in listings():
        if listing.mechanism != "table":
            continue
        opened = open_table(read(listing.id))
        for seats in (1, opened.rules.table.seats):
            entries, speed = measure(opened, seats)
            target = f"{TARGET:,}" if seats == 1 else ""
            table.add_row(listing.id, str(seats), f"{entries:.0f}", f"{speed:,.0f}", target)
    return table


def measure(table: OpenTable, seats: int) -> tuple[float, float]:
    """Entries of the log a round, and rounds a second, the best of a few runs."""
    terms = Terms(jackpots=posted_seeds(table))
    bets = wagers(table, seats)
    rounds = ROUNDS // seats
    best, entries = 0.0, 0
    for repeat in range(REPEATS + 1):
        rng = random.Random(repeat)
        deck = list(table.deck.cards)
        entries, start = 0, process_time()
        for _ in range(rounds):
            rng.shuffle(deck)
            round = table.open_round(terms).play_all(bets)
            entries += len(play_out(round, deck, player(rng)).log)
        # The first run fills the tables that are made once.
        if repeat:
            best = max(best, rounds / (process_time() - start))
    return entries / rounds, best


def wagers(table: OpenTable, seats: int) -> list[Bet | NoMoreBets]:
    """Every wager on the layout for each seat."""
    bets: list[Bet | NoMoreBets] = []
    for seat in range(1, seats + 1):
        for id in (*table.rules.wagers_of("required"), *table.rules.offer.side_wagers):
            fixed = table.rules.wagers[id].size
            cents = STAKE_CENTS if fixed is None or fixed.cents is None else fixed.cents
            bets.append(Bet(seat, id, cents))
    return [*bets, NoMoreBets()]


def player(rng: random.Random):
    """Somebody who stays in with four hands of five."""

    def decide(round: Round, seat: int) -> Decide:
        legal = round.legal_moves()
        move = legal[-1 if rng.random() < 0.8 else 0].move
        assert isinstance(move, Decide)
        return move

    return decide
