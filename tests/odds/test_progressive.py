"""Jackpot wagers: a straight line in the jackpot, and where the jackpot settles on average."""

from __future__ import annotations

import random
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.ask.rules import Rules, load, load_text
from tests.ask.sides import Jackpot, JackpotError, side_jackpot, side_odds


def jackpot_of(game: str, wager: str, **chosen: str) -> Jackpot:
    found = side_jackpot(load(game, chosen), wager)
    assert found is not None
    return found


LOTTERY = """
[game]
id = "lottery"
name = "Lottery"
title = "Two cards of one suit, and a jackpot for the highest."
deck = {{ ranks = "2 3 4 5 6 7 8 9 T J Q K A", suits = "c" }}

[zones]
hole = "player"

[rankings.high]
like = "two-card"
categories = ["high card"]

[hands]
mine = {{ ranking = "high", from = {{ hole = 2 }} }}

[wagers]
ante = "required"
ticket = {{ kind = "side", size = "$1" }}

[[stages]]
id = "deal"
deal = ["2 down to hole"]

[settle]
ante = {{ always = "push" }}
ticket = {{ always = {{ table = "ticket", else = "lose" }} }}

[pays.ticket]
hand = "mine"
rows = [
    "ace high pays 100% of pot",
    "king high pays {share}% of pot",
    "queen high pays $3",
]

[jackpots.pot]
name = "Pot"
wager = "ticket"
seed = "${seed}"
contribution = "{added}%"

[table]
seats = 1
most_seats = 1
"""
WHOLE, PART, DEALS = 12, 11, 78
"""Deals of an ace, of a king and no ace, and all deals of two of thirteen cards."""


def lottery(share: int, seed: int, added: int) -> Rules:
    return load_text(LOTTERY.format(share=share, seed=seed, added=added))


def test_the_printed_average_and_edge_come_from_every_dollar_wagered():
    found, odds = jackpot_of("texas-21", "progressive"), side_odds(load("texas-21"), "progressive")
    assert found.average_dollars is not None
    assert int(found.average_dollars) == round(found.average_dollars) == 10_422
    assert round(odds.house_edge, 3) == Fraction("0.247")
    assert odds.house_edge == -found.value_at(found.average_dollars)
    paid = sum(row.combinations for row in odds.outcomes if row.net > 0 or row.share)
    assert found.wagers_per_hit == Fraction(odds.combinations, paid)
    assert 14.9 < found.wagers_per_hit < 15


def test_losing_dollars_alone_do_not_give_the_printed_average():
    found = jackpot_of("texas-21", "progressive", progressive_contribution_of="lost")
    assert found.average_dollars is not None
    assert found.added_dollars == Fraction(1, 4) * (1 - 1 / found.wagers_per_hit)
    assert round(found.average_dollars) == 9_760


def test_two_tiers_share_one_jackpot():
    found = jackpot_of("spanish-poker", "gran-progressive")
    total = 749_398
    assert found.value_per_dollar == Fraction(10, total) + Fraction(24, total) / 4
    assert found.wagers_per_jackpot_hit == Fraction(total, 34)
    assert found.fixed_return == Fraction(151 * 100 + 101 * 1800 + 76 * 1724, total)
    # The dollar of those 34 who win from the jackpot comes back too.
    assert found.value_without_jackpot == found.fixed_return - 1 + Fraction(34, total)
    assert found.value_at(found.break_even_dollars) == 0
    tray = Fraction(150 * 100 + 100 * 1800 + 75 * 1724, total)
    assert found.added_dollars == 1 - Fraction(100 + 1800 + 1724 + 34, total) - tray


def test_without_a_stated_contribution_odds_are_quoted_at_the_seed():
    found = jackpot_of("spanish-poker", "gran-progressive", gran_seed="700")
    assert (found.quoted_dollars, found.quoted) == (700, "seed")
    found = jackpot_of("texas-21", "progressive")
    assert (found.quoted_dollars, found.quoted) == (found.average_dollars, "average")


def test_the_tray_taken_out_or_left_in_changes_what_is_added():
    left_in = {"gran_tray_payouts": "left-in"}
    found = jackpot_of("spanish-poker", "gran-progressive", **left_in)
    comes_back = 1 - 1 / found.wagers_per_hit
    assert found.added_dollars == comes_back, "a dollar that wins a prize comes back"
    lost = jackpot_of("spanish-poker", "gran-progressive", **left_in, gran_stake="lost")
    assert lost.added_dollars == 1, "a dollar that wins a prize is lost too"


@pytest.mark.parametrize(
    ("option", "value", "says"),
    [("gran_seed_recovery", "portion", "seed"), ("gran_backups", "on", "backup")],
)
def test_where_the_growth_cannot_be_told_there_is_no_average(option, value, says):
    found = jackpot_of("spanish-poker", "gran-progressive", **{option: value})
    assert found.average_dollars is None and found.added_dollars is None
    assert says in found.added_note


def test_a_wager_without_a_jackpot_is_no_progressive():
    assert side_jackpot(load("texas-21"), "bonus") is None


def test_odds_move_along_the_line_when_a_jackpot_is_given():
    rules = load("texas-21")
    found = jackpot_of("texas-21", "progressive")
    for dollars in (Fraction(0), Fraction(500), Fraction("12345.67"), found.break_even_dollars):
        moved = side_odds(rules, "progressive", jackpot_dollars=dollars)
        assert moved.expected_value == found.value_at(dollars)
    assert found.value_at(found.break_even_dollars) == 0


def test_a_negative_jackpot_is_a_mistake_in_one_sentence():
    with pytest.raises(JackpotError, match=r"-5\.00 dollars: it must be 0 or more"):
        side_odds(load("texas-21"), "progressive", jackpot_dollars=Fraction(-5))


@settings(max_examples=12, deadline=None)
@given(share=st.integers(10, 90), seed=st.integers(0, 900), added=st.integers(1, 100))
def test_at_the_average_hits_take_out_what_seed_and_wagers_put_in(share, seed, added):
    found = side_jackpot(lottery(share, seed, added), "ticket")
    taken = Fraction(100 * WHOLE + share * PART, 100 * DEALS)
    assert found.value_per_dollar == taken
    assert found.average_dollars * taken == Fraction(WHOLE, DEALS) * seed + Fraction(added, 100)


def test_the_average_is_what_a_long_run_of_wagers_finds():
    found = side_jackpot(lottery(25, 50, 50), "ticket")
    dice = random.Random(7)
    jackpot, seen, rounds = 50.0, 0.0, 50_000
    for _ in range(rounds):
        seen += jackpot
        roll = dice.randrange(DEALS)
        if roll < WHOLE:
            jackpot = 50.0
        elif roll < WHOLE + PART:
            jackpot *= 0.75
        jackpot += 0.5
    assert seen / rounds == pytest.approx(float(found.average_dollars), rel=0.02)


def test_what_comes_back_from_the_tray_counts_a_stake_that_is_returned():
    found = side_jackpot(lottery(25, 50, 50), "ticket")
    assert found.fixed_return == Fraction(4 * 10, DEALS), "ten hands of a queen win $3"
