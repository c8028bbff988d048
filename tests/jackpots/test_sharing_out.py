"""Where additions to a jackpot go and what a count comes to, to the fraction of a cent."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.ask.rules import load

from feltworks.jackpots import (
    BackupTerms,
    Carry,
    JackpotFunds,
    JackpotRefused,
    JackpotState,
    JackpotTerms,
    Movement,
    Play,
    adjust,
    count,
    count_sums,
    play,
    restart,
    share_out,
    terms_from,
    whole_cents,
)

from .terms import BACKUPS, GRAN, TEXAS, any_carry, any_terms, cents, shares

quick = settings(max_examples=20, deadline=None)


def counted(terms, dropped, fees=None, **played):
    return count_sums(JackpotState("gran", terms, **played), dropped, fees)


def shared(addition, terms, carry=None, **held):
    return share_out(addition, terms, JackpotFunds(**held), carry or Carry())


# --- a count, by the documents' sentences ------------------------------------------------------


def test_the_days_remainder_is_added_after_the_trays_payouts_are_taken_out():
    found = counted(GRAN, 800_00, tray_paid=300_00)
    assert (found.tray_taken, found.addition, found.to_house) == (300_00, 500_00, 0)


def test_a_house_may_leave_the_trays_payouts_in():
    left_in = replace(GRAN, tray_payouts_deducted=False)
    assert counted(left_in, 800_00, tray_paid=300_00).addition == 800_00


def test_fees_come_out_of_what_is_left():
    assert counted(GRAN, 800_00, fees=20_00, tray_paid=300_00).addition == 480_00
    percent = replace(GRAN, fees=Fraction(1, 20))
    found = counted(percent, 800_00, tray_paid=300_00)
    assert (found.fees, found.addition) == (25_00, 475_00)


def test_fees_above_what_is_left_are_refused():
    with pytest.raises(JackpotRefused, match=r"fees of \$501 cannot be taken: .* leaves \$500"):
        counted(GRAN, 800_00, fees=501_00, tray_paid=300_00)


def test_fees_are_never_taken_from_a_set_contribution():
    with pytest.raises(JackpotRefused, match="fees come only out of a day's remainder"):
        counted(TEXAS, 800_00, fees=1)


def test_fees_below_zero_are_refused():
    with pytest.raises(JackpotRefused, match=r"fees are -\$0\.01: they cannot be below zero"):
        counted(GRAN, 800_00, fees=-1)


def test_a_fraction_of_a_cent_of_fees_is_taken_by_the_next_count():
    third = replace(GRAN, fees=Fraction(1, 3))
    first = counted(third, 5)
    assert (first.fees, first.addition, first.carry) == (1, 4, Carry(fees=Fraction(2, 3)))
    second = counted(third, 4, carry=first.carry)
    assert (second.fees, second.addition, second.carry) == (2, 2, Carry())


def test_fees_asked_for_by_amount_leave_the_fraction_owed():
    owed = Carry(fees=Fraction(2, 3))
    assert counted(replace(GRAN, fees=Fraction(1, 3)), 5, fees=2, carry=owed).carry == owed


def test_a_set_contribution_is_no_more_than_the_trays_payouts_leave_of_the_drop():
    deducted = replace(TEXAS, tray_payouts_deducted=True)
    found = counted(deducted, 90_00, wagered=100_00, lost=90_00, tray_paid=80_00)
    assert (found.tray_taken, found.addition, found.to_house) == (80_00, 10_00, 0)


def test_a_count_moves_the_drop_and_begins_the_next_day():
    terms = replace(GRAN, shortfall="carried", seed_recovery="portion", cap=700_00)
    held = JackpotFunds(displayed=600_00, seed_out=500_00)
    state = JackpotState("gran", terms, held, 900_00, 800_00, 300_00, shortfall=20_00)
    found = count(state, 800_00, fees=80_00)
    assert found.movements == (
        Movement("boxes", "house", 800_00, "drop"),
        Movement("house", "fees", 80_00, "fees"),
        Movement("house", "displayed", 300_00, "contribution"),
        Movement("house", "reserve", 100_00, "contribution"),
        Movement("displayed", "seed", 200_00, "seed recovered"),
    )
    after = JackpotFunds(displayed=700_00, reserve=100_00, seed_out=300_00)
    assert found.state == JackpotState("gran", terms, after)
    short = count(state, 100_00).state
    assert short == replace(state, wagered=0, lost=0, tray_paid=0, shortfall=220_00)


def test_when_the_tray_paid_more_than_the_box_holds_nothing_is_added():
    found = counted(GRAN, 100_00, tray_paid=150_00)
    assert (found.tray_taken, found.addition, found.shortfall) == (100_00, 0, 0)


def test_a_shortfall_may_be_carried_to_the_next_day():
    carried = replace(GRAN, shortfall="carried")
    first = counted(carried, 100_00, tray_paid=150_00)
    assert (first.addition, first.shortfall) == (0, 50_00)
    second = counted(carried, 200_00, tray_paid=0, shortfall=first.shortfall)
    assert (second.tray_taken, second.addition, second.shortfall) == (50_00, 150_00, 0)


def test_a_quarter_of_every_dollar_wagered_goes_to_the_jackpot_and_the_rest_to_the_house():
    found = counted(TEXAS, 90_00, wagered=100_00, lost=90_00, tray_paid=40_00)
    assert (found.addition, found.to_house) == (25_00, 65_00)


def test_a_house_may_count_losing_dollars_only():
    losing = replace(TEXAS, contribution_of="lost")
    assert counted(losing, 90_00, wagered=100_00, lost=90_00).addition == 22_50


def test_the_house_puts_in_what_the_drop_does_not_hold():
    found = counted(TEXAS, 10_00, wagered=100_00, lost=10_00)
    assert (found.addition, found.to_house) == (25_00, -15_00)


def test_a_count_only_empties_the_boxes_of_a_meter():
    meter = replace(TEXAS, mode="meter")
    found = counted(meter, 90_00, wagered=100_00)
    assert (found.addition, found.to_house) == (0, 90_00)


# --- where an addition goes --------------------------------------------------------------------


def test_all_of_the_seed_is_recovered_before_the_jackpot_rises():
    first = replace(GRAN, seed_recovery="all-first")
    assert shared(300_00, first, seed_out=500_00).seed == 300_00
    parts = shared(300_00, first, seed_out=200_00)
    assert (parts.seed, parts.displayed) == (200_00, 100_00)


def test_a_portion_of_each_day_recovers_the_seed_until_it_is_whole():
    portion = replace(GRAN, seed_recovery="portion")
    parts = shared(300_00, portion, seed_out=500_00)
    assert (parts.seed, parts.displayed) == (150_00, 150_00)
    assert shared(300_00, portion, seed_out=100_00).seed == 100_00
    assert shared(300_00, portion, seed_out=0).seed == 0


def test_a_seed_that_is_whole_again_is_not_owed_a_fraction():
    portion = replace(GRAN, seed_recovery="portion")
    owed = Carry(seed=Fraction(1, 2))
    assert shared(5, portion, owed, seed_out=4).carry == Carry(seed=Fraction(0))
    assert shared(5, portion, owed, seed_out=3).carry == Carry()
    assert shared(4, portion, owed, seed_out=4).carry == owed


def test_a_first_backup_starts_when_the_primary_has_reached_its_mark():
    kept = replace(GRAN, backups=BACKUPS)
    below = shared(100_00, kept, displayed=4_999_99)
    assert (below.first, below.displayed) == (0, 100_00)
    at = shared(100_00, kept, displayed=5_000_00)
    assert (at.first, at.displayed) == (50_00, 50_00)


def test_a_second_backup_starts_when_the_first_is_full():
    kept = replace(GRAN, backups=BACKUPS)
    parts = shared(100_00, kept, displayed=6_000_00, first=4_980_00)
    assert (parts.first, parts.second, parts.displayed) == (20_00, 30_00, 50_00)


def test_backups_do_not_exceed_their_cap_until_the_primary_has_reached_its_mark():
    kept = replace(GRAN, backups=BACKUPS)
    full = {"first": 5_000_00, "second": 5_000_00}
    parts = shared(100_00, kept, displayed=19_999_99, **full)
    assert (parts.first, parts.second, parts.displayed) == (0, 0, 100_00)
    lifted = shared(100_00, kept, displayed=20_000_00, **full)
    assert (lifted.second, lifted.displayed) == (50_00, 50_00)


def test_a_first_backup_stops_at_its_cap_where_that_lies_below_the_seconds_start():
    kept = replace(GRAN, backups=replace(BACKUPS, second_at=9_000_00))
    parts = shared(100_00, kept, displayed=6_000_00, first=4_980_00)
    assert (parts.first, parts.second, parts.displayed) == (20_00, 0, 80_00)


def test_a_backup_goes_on_growing_when_the_primary_was_won_in_part():
    kept = replace(GRAN, backups=BACKUPS)
    assert shared(100_00, kept, displayed=3_000_00, first=10_00).first == 50_00


def test_a_backup_above_its_cap_takes_no_more_where_it_stays_when_the_primary_falls_back():
    kept = replace(GRAN, backups=replace(BACKUPS, above_cap="stays"))
    held = {"first": 6_000_00, "second": 6_000_00}
    high = shared(100_00, kept, displayed=20_000_00, **held)
    low = shared(100_00, kept, displayed=15_000_00, **held)
    assert high.first + high.second > 0
    assert (low.first, low.second, low.displayed) == (0, 0, 100_00)


def gran(above_cap="to-primary", **held):
    terms = replace(GRAN, backups=replace(BACKUPS, above_cap=above_cap))
    return JackpotState("gran", terms, JackpotFunds(**held))


ROYAL = Fraction(1, 4)


@pytest.mark.parametrize(
    ("primary", "royals", "held", "left"),
    [
        # A share that leaves the primary at $20,000 or above moves nothing.
        (30_000_00, 1, (5_000_00, 10_000_00), (22_500_00, 5_000_00, 10_000_00)),
        (26_666_66, 1, (5_000_00, 10_000_00), (20_000_00, 5_000_00, 10_000_00)),
        (26_666_65, 1, (5_000_00, 10_000_00), (24_999_99, 5_000_00, 5_000_00)),
        # Two shares of one round are judged together, after both.
        (24_000_00, 2, (5_000_00, 6_000_00), (13_000_00, 5_000_00, 5_000_00)),
        # All of the excess goes, even if the primary is at $20,000 again afterwards.
        (24_000_00, 1, (5_000_00, 9_000_00), (22_000_00, 5_000_00, 5_000_00)),
        (24_000_00, 1, (6_000_00, 7_000_00), (21_000_00, 5_000_00, 5_000_00)),
        (24_000_00, 1, (5_000_00, 5_000_00), (18_000_00, 5_000_00, 5_000_00)),
    ],
)
def test_a_royal_that_takes_the_primary_below_its_mark_takes_the_backups_to_their_cap(
    primary, royals, held, left
):
    state = gran(displayed=primary, first=held[0], second=held[1])
    prize = int(ROYAL * primary) * royals
    won = play(state, Play(prize=prize, winners=royals))
    found = won.state.held
    assert (found.displayed, found.first, found.second) == left
    assert not won.restarts
    assert sum(each.cents for each in won.movements) == prize + sum(held) - sum(left[1:])


def test_a_second_backup_that_moves_up_to_be_the_first_keeps_no_more_than_the_cap():
    state = gran(displayed=30_000_00, first=5_000_00, second=10_000_00)
    won = play(state, Play(prize=30_000_00, winners=1))
    assert won.restarts
    # The win's own entry has it already: the books never show $10,000 beside a low primary.
    assert won.state.held == JackpotFunds(displayed=5_000_00, first=5_000_00, second=5_000_00)
    started = restart(won.state)
    assert started.state.held == JackpotFunds(displayed=10_000_00, first=5_000_00)
    assert started.seed == 0


def test_a_house_may_leave_a_backup_above_its_cap_as_it_is():
    state = gran("stays", displayed=30_000_00, first=5_000_00, second=10_000_00)
    won = play(state, Play(prize=30_000_00, winners=1))
    started = restart(won.state).state.held
    assert (started.displayed, started.first) == (5_000_00, 10_000_00)


def test_the_house_fills_up_only_what_the_backups_do_not():
    terms = replace(GRAN, seed=20_000_00, filled_up=True, backups=BACKUPS)
    state = JackpotState("gran", terms, JackpotFunds(24_000_00, 5_000_00, 6_500_00))
    won = play(state, Play(prize=6_000_00, winners=1))
    assert won.state.held == JackpotFunds(20_000_00, 5_000_00, 5_000_00, seed_out=500_00)


def test_what_a_posted_cap_has_no_room_for_waits_in_reserve():
    terms = replace(GRAN, backups=BACKUPS, cap=19_000_00)
    state = JackpotState("gran", terms, JackpotFunds(24_000_00, 5_000_00, 9_000_00))
    won = play(state, Play(prize=6_000_00, winners=1))
    assert won.state.held == JackpotFunds(19_000_00, 5_000_00, 5_000_00, reserve=3_000_00)


def test_a_primary_lowered_by_hand_takes_its_backups_to_their_cap_too():
    state = gran(displayed=20_000_00, first=5_000_00, second=6_000_00)
    lowered = adjust(state, -10_00, "malfunction").state.held
    assert (lowered.displayed, lowered.first, lowered.second) == (20_990_00, 5_000_00, 5_000_00)


def test_a_meter_adds_a_round_s_dollars_by_the_primary_that_the_win_left():
    metered = replace(GRAN, mode="meter", contribution=Fraction(1), backups=BACKUPS)
    state = JackpotState("gran", metered, JackpotFunds(24_000_00, 5_000_00, 5_000_00))
    won = play(state, Play(wagered=6_00, lost=5_00, prize=6_000_00, winners=1)).state.held
    assert (won.displayed, won.first, won.second) == (18_006_00, 5_000_00, 5_000_00)


def test_what_a_cap_keeps_off_the_display_goes_into_reserve():
    capped = replace(GRAN, cap=1_000_00)
    parts = shared(100_00, capped, displayed=950_00)
    assert (parts.displayed, parts.reserve) == (50_00, 50_00)
    assert shared(100_00, capped, displayed=1_200_00).reserve == 100_00


# --- for any jackpot at all --------------------------------------------------------------------


@pytest.mark.slow
@quick
@given(cents, any_terms, st.builds(JackpotFunds, cents, cents, cents, cents, cents), any_carry)
def test_parts_add_up_and_none_is_below_zero(addition, terms, held, carry):
    parts = share_out(addition, terms, held, carry)
    assert parts.total == addition
    assert min(parts.displayed, parts.first, parts.second, parts.reserve, parts.seed) >= 0
    assert parts.seed <= held.seed_out
    if terms.cap is not None:
        assert held.displayed + parts.displayed <= max(terms.cap, held.displayed)
    if terms.backups is not None and held.displayed < terms.backups.cap_lifts_at:
        for before, added in ((held.first, parts.first), (held.second, parts.second)):
            assert before + added <= max(before, terms.backups.cap)
    for fraction in (parts.carry.seed, parts.carry.backup):
        assert 0 <= fraction < 1


@pytest.mark.slow
@quick
@given(any_terms, cents, cents, cents, cents, any_carry)
def test_a_count_accounts_for_every_cent_of_the_drop(terms, dropped, wagered, paid, short, carry):
    lost = min(wagered, dropped)
    found = counted(
        terms, dropped, wagered=wagered, lost=lost, tray_paid=paid, shortfall=short, carry=carry
    )
    taken = found.tray_taken + found.fees + found.to_house + found.addition
    assert taken == found.dropped == dropped
    assert min(found.tray_taken, found.fees, found.addition, found.shortfall) >= 0


@quick
@given(shares, st.lists(cents, max_size=40))
def test_fractions_are_carried_and_never_dropped(rate, additions):
    given_out, carried = 0, Fraction(0)
    for addition in additions:
        whole, carried = whole_cents(rate * addition, carried)
        given_out += whole
    assert given_out + carried == rate * sum(additions)


@quick
@given(shares, shares, st.lists(cents, max_size=30))
def test_a_seed_and_a_backup_get_their_share_to_the_last_fraction(portion, share, additions):
    far = 10**12
    backups = BackupTerms(0, far, far, far, share)
    terms = replace(GRAN, seed_recovery="portion", seed_portion=portion, backups=backups)
    carry, seed, aside, rest = Carry(), 0, 0, 0
    for addition in additions:
        parts = share_out(addition, terms, JackpotFunds(seed_out=far), carry)
        carry = parts.carry
        seed, aside, rest = seed + parts.seed, aside + parts.first, rest + addition - parts.seed
    assert seed + carry.seed == portion * sum(additions)
    assert aside + carry.backup == share * rest


@quick
@given(any_terms)
def test_terms_come_back_from_the_books_as_they_were(terms):
    assert JackpotTerms.from_json(terms.as_json()) == terms


@pytest.mark.slow
@quick
@given(any_carry)
def test_fractions_come_back_from_the_books_as_they_were(carry):
    assert Carry.from_json(carry.as_json()) == carry


def test_terms_follow_the_rules_file_and_its_options():
    options = {"gran_backups": "on", "gran_seed": 700, "backup_share": 40}
    rules = load("spanish-poker", options).jackpots["gran"]
    terms = terms_from(rules, cap=9_000_00, contribution=None, fees=Fraction(1, 50))
    assert terms == replace(
        GRAN,
        seed=700_00,
        backups=replace(BACKUPS, share=Fraction(2, 5)),
        cap=9_000_00,
        fees=Fraction(1, 50),
    )
