"""Complete rounds of blackjack a second through the engine, log included, shoe running on.

A round here is all of it: wagers placed and checked, each card dealt as a move, every decision
judged, the settlement, and the next round from the shoe as it stands. Time is this process's own,
so that whatever else runs on the machine counts less.
"""

from __future__ import annotations

import random
from dataclasses import replace
from time import process_time

from rich.table import Table

from feltworks.blackjack import BlackjackRound
from feltworks.pit import OpenTable, open_table, play_out, posted_seeds
from feltworks.round import Bet, Decide, NoMoreBets, Terms
from feltworks.rules.catalogue import listings
from feltworks.rules.loader import read

TARGET = 5_000
ROUNDS = 6_000
REPEATS = 3
STAKE_CENTS = 500


def bench() -> Table:
    table = Table(title="Blackjack: complete rounds a second, one core")
    for column in ("game", "seats", "wagers", "entries a round", "rounds/s", "target"):
        table.add_column(column, justify="left" if column in ("game", "wagers") else "right")
    for listing in listings():
        if listing.mechanism != "blackjack":
            continue
        opened = open_table(read(listing.id))
        for seats, beside in ((1, False), (1, True), (opened.rules.table.seats, True)):
            entries, speed = measure(opened, seats, beside=beside)
            wagers = "all" if beside else "blackjack alone"
            target = f"{TARGET:,}" if seats == 1 else ""
            table.add_row(listing.id, str(seats), wagers, f"{entries:.0f}", f"{speed:,.0f}", target)
    return table


def measure(table: OpenTable, seats: int, *, beside: bool) -> tuple[float, float]:
    """Entries of the log a round, and rounds a second, the best of a few runs."""
    rounds = ROUNDS // seats
    best, entries = 0.0, 0
    for repeat in range(REPEATS + 1):
        entries, start = 0, process_time()
        entries = deal(table, wagers(table, seats, beside=beside), rounds, repeat)
        # The first run fills the tables that are made once.
        if repeat:
            best = max(best, rounds / (process_time() - start))
    return entries / rounds, best


def deal(table: OpenTable, bets: list[Bet | NoMoreBets], rounds: int, seed: int) -> int:
    """So many rounds through one shoe after another; how many entries they logged."""
    rng, shoe = random.Random(seed), list(table.deck.cards)
    terms, out, entries = Terms(jackpots=posted_seeds(table)), 0, 0
    for _ in range(rounds):
        if out == 0 or (table.cut_at is not None and out >= table.cut_at):
            rng.shuffle(shoe)
            out = 0
        opened = table.open_round(replace(terms, discarded=tuple(shoe[:out])))
        assert isinstance(opened, BlackjackRound)
        round = play_out(opened.play_all(bets), shoe, draws_to_sixteen)
        out = round.cards_out
        entries += len(round.log)
    return entries


def wagers(table: OpenTable, seats: int, *, beside: bool) -> list[Bet | NoMoreBets]:
    """The blackjack wager of each seat, and every other on the layout if asked."""
    rules = table.rules
    wanted = [*rules.wagers_of("required"), *(rules.offer.side_wagers if beside else ())]
    bets: list[Bet | NoMoreBets] = []
    for seat in range(1, seats + 1):
        for id in wanted:
            fixed = rules.wagers[id].size
            cents = STAKE_CENTS if fixed is None or fixed.cents is None else fixed.cents
            bets.append(Bet(seat, id, cents))
    return [*bets, NoMoreBets()]


def draws_to_sixteen(round: BlackjackRound, seat: int) -> Decide:
    """Plays as the dealer does, splits what may be split, and wants no insurance."""
    legal = {each.move.choice for each in round.legal_moves() if isinstance(each.move, Decide)}
    assert round.hand is not None
    if "decline" in legal:
        return Decide(seat, "decline")
    if "split" in legal:
        return Decide(seat, "split")
    return Decide(seat, "hit" if round.hand.points < 17 and "hit" in legal else "stand")
