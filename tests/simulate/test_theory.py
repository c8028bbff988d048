"""The band of a month's theory, against months dealt card by card."""

from __future__ import annotations

import math
from collections import Counter

import numpy as np
import pytest
from tests.ask.ledger import StakeSums
from tests.ask.rules import Handbook, load, read

from feltworks.odds.keys import KeysUsed
from feltworks.odds.side import side_wager
from feltworks.reports.betweenseats import sides_between_seats
from feltworks.reports.month import Z95
from feltworks.reports.theory import TableTheory, table_theory
from feltworks.simulate.mechanisms import SimulationSettings, make_ready
from feltworks.simulate.sides import side_wager_of

pytestmark = pytest.mark.slow


def test_side_wagers_of_seats_that_share_a_board_win_together():
    """Held against months dealt another way: one shuffle of the shoe a round, every seat looked
    at by its seven cards."""
    rules = load("texas-21")
    book = Handbook(rules)
    odds = side_wager(rules, book, "bonus", KeysUsed(rules))
    edge, alone = float(odds.house_edge), float(odds.variance)
    between = sides_between_seats(rules, ["bonus"])
    assert 0.22 < between["bonus", "bonus"] / alone < 0.29
    theory = TableTheory("blackjack", {"bonus": edge}, {"bonus": alone}, {}, (), between)
    months, rounds, seats = 250, 40, 6
    draws = np.random.default_rng(3)
    side, deck = side_wager_of(book, "bonus"), np.repeat(range(52), 6)
    pays = np.array([float(row.net) if row else 0.0 for row in side.rows])
    dealt = np.array([draws.choice(312, 17, replace=False) for _ in range(months * rounds)])
    faces = deck[dealt].astype(np.uint8)
    shared = {"dealer": faces[:, :1], "flop": faces[:, 1:5]}
    won = sum(
        -pays[side.numbers(book, {**shared, "cards": faces[:, at : at + 2]})]
        for at in range(5, 5 + 2 * seats, 2)
    )
    stakes = StakeSums(
        Counter({"bonus": rounds * seats}),
        Counter({("bonus", "bonus"): rounds * seats}),
        Counter({("bonus", "bonus"): rounds * seats * (seats - 1)}),
    )
    mean, variance = theory.expected(stakes)
    z = (won.reshape(months, rounds).sum(axis=1) - mean) / math.sqrt(variance)
    assert abs(z.mean()) < 0.2 and 0.8 < z.std() < 1.25


def test_the_band_holds_95_of_100_months():
    """A thousand months of 300 rounds, dealt card by card at a full table."""
    loaded, months, rounds = read("spanish-poker"), 1000, 300
    theory, seats = table_theory(loaded), loaded.rules.table.seats
    ready = make_ready(loaded, SimulationSettings(seats=seats), lambda *_: None)
    job, scale = ready.job(2024), ready.walk.pays.scale
    won = np.array([-job.deal(at * rounds, rounds).totals[0] / scale for at in range(months)])
    stakes = StakeSums(
        Counter({"ante": rounds * seats}),
        Counter({("ante", "ante"): rounds * seats}),
        Counter({("ante", "ante"): rounds * seats * (seats - 1)}),
    )
    mean, variance = theory.expected(stakes)
    z = (won - mean) / math.sqrt(variance)
    outside = int((np.abs(z) > Z95).sum())
    assert 29 <= outside <= 71, outside
    assert abs(z.mean()) < 0.1 and abs(z.std() - 1) < 0.07
    # Without what seats have in common the band would be far too narrow.
    stakes.across.clear()
    narrow = (won - mean) / math.sqrt(theory.expected(stakes)[1])
    assert (np.abs(narrow) > Z95).sum() > 80
