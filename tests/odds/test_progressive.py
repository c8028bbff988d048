"""Jackpot wagers: a straight line in the jackpot, and where the jackpot settles on average."""

from __future__ import annotations

import random
from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.ask.rules import Handbook, load

from feltworks.odds.keys import KeysUsed
from feltworks.odds.progressive import (
    JackpotError,
    any_prize,
    at_jackpot,
    average_units,
    fixed_return,
    progressive,
    standing_jackpot,
)
from feltworks.odds.result import Outcome, WagerOdds
from feltworks.odds.side import side_wager


def counted(game, wager, **chosen):
    rules = load(game, chosen)
    return rules, side_wager(rules, Handbook(rules), wager, KeysUsed(rules))


def lottery(*rows):
    """A wager of one dollar: net, share of the jackpot, and chances."""
    return WagerOdds(
        "w",
        tuple(
            Outcome(f"r{place}", Fraction(net), ways, share=Fraction(share))
            for place, (net, share, ways) in enumerate(rows)
        ),
    )


def test_the_printed_average_and_edge_come_from_every_dollar_wagered():
    rules, odds = counted("texas-21", "progressive")
    found = progressive(rules, "progressive", odds)
    assert found is not None and found.average_dollars is not None
    assert int(found.average_dollars) == round(found.average_dollars) == 10_422
    assert round(odds.house_edge, 3) == Fraction("0.247")
    assert odds.house_edge == -found.value_at(found.average_dollars)
    assert found.wagers_per_hit == 1 / any_prize(odds)
    assert 14.9 < found.wagers_per_hit < 15


def test_losing_dollars_alone_do_not_give_the_printed_average():
    rules, odds = counted("texas-21", "progressive", progressive_contribution_of="lost")
    found = progressive(rules, "progressive", odds)
    assert found is not None and found.average_dollars is not None
    assert found.added_dollars == Fraction(1, 4) * (1 - any_prize(odds))
    assert round(found.average_dollars) == 9_760


def test_two_tiers_share_one_jackpot():
    rules, odds = counted("spanish-poker", "gran-progressive")
    found = progressive(rules, "gran-progressive", odds)
    assert found is not None
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
    rules, odds = counted("spanish-poker", "gran-progressive", gran_seed="700")
    assert standing_jackpot(rules, "gran-progressive", odds) == (700, "seed")
    assert odds.jackpot_units == 700
    rules, odds = counted("texas-21", "progressive")
    units, basis = standing_jackpot(rules, "progressive", odds)
    assert (units, basis) == (odds.jackpot_units, "average")


def test_the_tray_taken_out_or_left_in_changes_what_is_added():
    left_in = {"gran_tray_payouts": "left-in"}
    rules, odds = counted("spanish-poker", "gran-progressive", **left_in)
    found = progressive(rules, "gran-progressive", odds)
    assert found is not None
    assert found.added_dollars == 1 - any_prize(odds), "a dollar that wins a prize comes back"
    rules, odds = counted("spanish-poker", "gran-progressive", **left_in, gran_stake="lost")
    lost = progressive(rules, "gran-progressive", odds)
    assert lost is not None
    assert lost.added_dollars == 1, "a dollar that wins a prize is lost too"


@pytest.mark.parametrize(
    ("option", "value", "says"),
    [("gran_seed_recovery", "portion", "seed"), ("gran_backups", "on", "backup")],
)
def test_where_the_growth_cannot_be_told_there_is_no_average(option, value, says):
    rules, odds = counted("spanish-poker", "gran-progressive", **{option: value})
    found = progressive(rules, "gran-progressive", odds)
    assert found is not None
    assert found.average_dollars is None and found.added_dollars is None
    assert says in found.added_note


def test_a_wager_without_a_jackpot_is_no_progressive():
    rules, odds = counted("texas-21", "bonus")
    assert progressive(rules, "bonus", odds) is None
    assert odds.jackpot_units == 0


def test_odds_move_along_the_line_when_a_jackpot_is_given():
    rules, odds = counted("texas-21", "progressive")
    found = progressive(rules, "progressive", odds)
    assert found is not None
    for dollars in (Fraction(0), Fraction(500), Fraction("12345.67")):
        moved = at_jackpot(rules, "progressive", odds, dollars)
        assert moved.expected_value == found.value_at(dollars)
    assert at_jackpot(rules, "progressive", odds, found.break_even_dollars).house_edge == 0


def test_a_negative_jackpot_is_a_mistake_in_one_sentence():
    rules, odds = counted("texas-21", "progressive")
    with pytest.raises(JackpotError, match=r"-5\.00 dollars: it must be 0 or more"):
        at_jackpot(rules, "progressive", odds, Fraction(-5))


@given(
    whole=st.integers(1, 5),
    part=st.integers(0, 5),
    share=st.fractions(Fraction(1, 10), Fraction(9, 10)),
    seed=st.integers(0, 900),
    added=st.fractions(Fraction(1, 100), 1),
)
def test_at_the_average_hits_take_out_what_seed_and_wagers_put_in(whole, part, share, seed, added):
    odds = lottery((-1, 1, whole), (-1, share, part), (3, 0, 7), (-1, 0, 40))
    odds = replace(odds, outcomes=tuple(row for row in odds.outcomes if row.combinations))
    average = average_units(odds, Fraction(seed), added)
    taken = odds.jackpot_share * average
    assert taken == Fraction(whole, odds.combinations) * seed + added


def test_the_average_is_what_a_long_run_of_wagers_finds():
    odds = lottery((-1, 1, 2), (-1, "1/4", 8), (-1, 0, 190))
    expected = average_units(odds, Fraction(50), Fraction(1, 2))
    dice = random.Random(7)
    jackpot, seen, rounds = 50.0, 0.0, 200_000
    for _ in range(rounds):
        seen += jackpot
        roll = dice.randrange(200)
        if roll < 2:
            jackpot = 50.0
        elif roll < 10:
            jackpot *= 0.75
        jackpot += 0.5
    assert seen / rounds == pytest.approx(float(expected), rel=0.02)


def test_what_comes_back_from_the_tray_counts_a_stake_that_is_returned():
    assert fixed_return(lottery((0, 1, 1), (3, 0, 2), (0, 0, 3), (-1, 0, 4))) == Fraction(
        4 * 2 + 1 * 3, 10
    )
