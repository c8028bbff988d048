"""Whole lives of jackpots: rounds, counts, wins and changes by hand in any order."""

from __future__ import annotations

import doctest
from collections import Counter
from dataclasses import fields, replace
from fractions import Fraction

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from feltworks import jackpots
from feltworks.jackpots import (
    BackupTerms,
    Change,
    JackpotFunds,
    JackpotRefused,
    JackpotState,
    Play,
    add_seed,
    adjust,
    count,
    play,
    remove,
    restart,
    set_cap,
)
from feltworks.regulation import jackpot_law

from .terms import BACKUPS, GRAN, TEXAS, above_cap, any_terms, shares

quick = settings(max_examples=20, deadline=None)

OWN = ("displayed", "first", "second", "reserve")
NEVER_OWE = (*OWN, "boxes", "fees", "custody")
REASONS = [*jackpot_law().may_fall_because, "added"]


def kept(terms, seed, cap, backups):
    """The terms with amounts that a few rounds reach; no house posts a cap below the seed."""
    cap = None if cap is None else seed + cap
    return replace(terms, seed=seed, cap=cap, backups=backups)


amounts = st.integers(0, 300_00)
backups = st.none() | st.builds(BackupTerms, amounts, amounts, amounts, amounts, shares, above_cap)
kept_terms = st.builds(kept, any_terms, amounts, st.none() | amounts, backups)
chips = st.integers(0, 50_00)
acts = st.one_of(
    *[st.tuples(st.just("round"), chips, chips, st.sampled_from([0, 0, 0, Fraction(1, 4), 1]))] * 3,
    st.tuples(st.just("count"), st.none() | st.integers(-1, 10_00)),
    st.tuples(st.just("adjust"), st.integers(-300_00, 300_00), st.sampled_from(REASONS)),
    st.tuples(st.just("seed"), amounts),
    st.tuples(st.just("cap"), st.none() | st.integers(0, 1_000_00)),
)


def new(terms, name="gran"):
    return JackpotState(name, terms)


def made_round(state, wagered, paid, share):
    """Play with a third of the dollars kept by winners, and a share of the jackpot paid."""
    winners = 3 if share == 1 else bool(share)
    prize = int(share * state.held.displayed) // winners * winners if winners else 0
    return Play(wagered - wagered % 3, (wagered - wagered % 3) // 3 * 2, paid, prize, winners)


def act(state, what, *details):
    """The change that an act makes."""
    match what:
        case "round":
            return play(state, made_round(state, *details))
        case "count":
            return count(state, state.lost, *details)
        case "adjust":
            return adjust(state, *details)
        case "seed":
            return add_seed(state, *details)
    return Change(set_cap(state, *details), ())


def life(terms, todo):
    """Every change with the state before it, the first and every later start among them."""
    before, change = new(terms), restart(new(terms))
    yield ("start",), before, change
    for each in todo:
        before = change.state
        try:
            change = act(before, *each)
        except JackpotRefused:
            continue
        yield each, before, change
        if getattr(change, "restarts", False):
            before, change = change.state, restart(change.state)
            yield ("start",), before, change


lives = st.tuples(kept_terms, st.lists(acts, max_size=30))


@pytest.mark.slow
@quick
@given(lives)
def test_every_cent_that_moves_lands_somewhere_and_no_purse_is_overdrawn(lived):
    purses = Counter()
    for each, _, change in life(*lived):
        for movement in change.movements:
            assert movement.cents > 0 and movement.source != movement.target
            purses[movement.source] -= movement.cents
            purses[movement.target] += movement.cents
        held = change.state.held
        assert [purses[place] for place in OWN] == [getattr(held, place) for place in OWN]
        assert purses["seed"] == -held.seed_out <= 0
        assert all(purses[place] >= 0 for place in NEVER_OWE)
        assert purses["boxes"] == (0 if each[0] == "count" else change.state.lost)


@quick
@given(lives)
def test_less_than_a_cent_is_carried_and_never_less_than_nothing(lived):
    for _, _, change in life(*lived):
        carry = change.state.carry
        assert all(0 <= getattr(carry, part.name) < 1 for part in fields(carry))


@quick
@given(lives)
def test_the_display_falls_only_by_prizes_and_by_hand_and_keeps_its_cap(lived):
    for each, before, change in life(*lived):
        was, shown, cap = before.held.displayed, change.state.held.displayed, before.terms.cap
        prize = sum(move.cents for move in change.movements if move.purpose == "prize")
        if each[0] == "adjust":
            from_backups = sum(
                move.cents
                for move in change.movements
                if (move.target, move.purpose) == ("displayed", "backup above cap")
            )
            assert abs(shown - from_backups - was) in (0, abs(each[1]))
        else:
            assert shown >= was - prize
        if cap is not None and each[0] != "adjust":
            assert shown <= max(cap, was - prize)


def is_within_its_cap(state):
    terms, held = state.terms.backups, state.held
    return held.displayed >= terms.cap_lifts_at or max(held.first, held.second) <= terms.cap


@quick
@given(
    st.builds(BackupTerms, amounts, amounts, amounts, amounts, shares, st.just("to-primary")),
    st.builds(JackpotFunds, st.integers(0, 600_00), amounts, amounts),
    st.sampled_from([Fraction(1, 4), Fraction(1, 2), 1]),
    st.none() | amounts,
    chips,
)
def test_no_backup_is_above_its_cap_beside_a_low_primary(backups, held, share, cap, wagered):
    terms = replace(TEXAS, mode="meter", seed=0, backups=backups, cap=cap)
    high = replace(held, displayed=held.displayed + backups.cap_lifts_at)
    state = JackpotState("gran", terms, high)
    won = play(state, made_round(state, wagered, 0, share))
    assert is_within_its_cap(won.state)
    if won.restarts:
        assert is_within_its_cap(restart(won.state).state)
    by = -min(high.displayed, held.first)
    if by:
        assert is_within_its_cap(adjust(state, by, "malfunction").state)


@pytest.mark.slow
@quick
@given(lives)
def test_a_jackpot_starts_with_its_seed_at_least_and_its_second_backup_moves_up(lived):
    for each, before, change in life(*lived):
        if each[0] == "start":
            held = change.state.held
            assert held.displayed >= before.terms.seed
            assert (held.first, held.second) == (before.held.second, 0)
            assert held.seed_out - before.held.seed_out == change.seed


@pytest.mark.slow
@quick
@given(lives)
def test_a_jackpot_starts_again_when_no_whole_share_of_it_is_left(lived):
    for each, before, change in life(*lived):
        if each[0] == "round":
            made = made_round(before, *each[1:])
            left = before.held.displayed - made.prize
            assert change.restarts == (left < made.winners)


@pytest.mark.parametrize(("shown", "restarts"), [(0, True), (2, True), (3, False)])
def test_a_jackpot_with_less_than_a_cent_for_each_winner_starts_again(shown, restarts):
    """Although nothing was paid: else its backups would never come up for the next winners."""
    state = restart(new(kept(GRAN, shown, None, None))).state
    assert state.held.displayed == shown
    assert play(state, Play(winners=3)).restarts == restarts


@quick
@given(lives)
def test_a_set_contribution_is_added_to_the_last_fraction_of_a_cent(lived):
    terms, todo = lived
    assume(terms.contribution is not None)
    # Where the tray's prizes come out of the drop first, that may leave less than is due.
    terms = replace(terms, tray_payouts_deducted=False)
    added, base = 0, 0
    for each, before, change in life(terms, [*todo, ("count", None)]):
        moved = [move for move in change.movements if move.purpose == "contribution"]
        added += sum(move.cents for move in moved)
        assert not moved or each[0] == ("round" if terms.mode == "meter" else "count")
        if each[0] == "round":
            made = made_round(before, *each[1:])
            base += made.wagered if terms.contribution_of == "wagered" else made.lost
    assert added + change.state.carry.contribution == terms.contribution * base


a_round = st.builds(lambda lost, kept, paid: Play(lost + kept, lost, paid), chips, chips, chips)
some_rounds = st.lists(a_round, min_size=1, max_size=12)


def together(rounds):
    """The play of all rounds as if it were one."""
    return Play(*(sum(getattr(each, part.name) for each in rounds) for part in fields(Play)))


@quick
@given(kept_terms, some_rounds)
def test_a_day_moves_a_meter_as_far_as_its_rounds_one_by_one(terms, rounds):
    """Not with backups: what goes aside depends on what was on display at each step."""
    terms = replace(terms, mode="meter", backups=None)
    state = restart(new(terms)).state
    one_by_one = state
    for each in rounds:
        one_by_one = play(one_by_one, each).state
    assert play(state, together(rounds)).state == one_by_one


@quick
@given(kept_terms, some_rounds)
def test_a_count_asks_only_what_the_day_came_to(terms, rounds):
    terms = replace(terms, mode="manual")
    state = restart(new(terms)).state
    one_by_one = state
    for each in rounds:
        one_by_one = play(one_by_one, each).state
    at_once = play(state, together(rounds)).state
    assert count(at_once, at_once.lost) == count(one_by_one, one_by_one.lost)


# --- by hand -----------------------------------------------------------------------------------

FULL = JackpotFunds(displayed=700_00, first=30_00, second=20_00, reserve=10_00, seed_out=500_00)


def test_a_removed_jackpot_holds_nothing_and_all_of_it_is_in_custody():
    removed = remove(JackpotState("gran", GRAN, FULL))
    assert removed.state.held == JackpotFunds(seed_out=500_00)
    assert {move.target for move in removed.movements} == {"custody"}
    assert sum(move.cents for move in removed.movements) == 760_00
    assert removed.heir is None


def test_an_heir_displays_all_that_the_removed_jackpot_held():
    heir = JackpotState("royal", TEXAS, FULL)
    removed = remove(JackpotState("gran", GRAN, FULL), heir)
    assert {move.target for move in removed.movements} == {"heir"}
    assert removed.heir == replace(heir, held=replace(FULL, displayed=1_460_00))
    with pytest.raises(JackpotRefused, match=r"royal would display \$1,460, \$1 above its cap"):
        remove(JackpotState("gran", GRAN, FULL), set_cap(heir, 1_459_00))


@pytest.mark.parametrize(
    ("because", "changed"),
    [
        ("malfunction", {"displayed": 699_00}),
        ("above-cap", {"displayed": 699_00, "reserve": 11_00}),
        ("seed-recovered", {"displayed": 699_00, "seed_out": 499_00}),
        ("undisplayed-receipts", {"reserve": 9_00}),
    ],
)
def test_each_reason_to_lower_a_jackpot_takes_from_its_own_place(because, changed):
    state = JackpotState("gran", replace(GRAN, cap=600_00), FULL)
    assert adjust(state, -1_00, because).state == replace(state, held=replace(FULL, **changed))


def test_only_a_malfunction_may_have_shown_more_than_the_cap():
    state = JackpotState("gran", replace(GRAN, cap=710_00), FULL)
    assert adjust(state, 10_01, "malfunction").state.held.displayed == 710_01
    for change in (
        lambda cents: adjust(state, cents, "added"),
        lambda cents: add_seed(state, cents),
    ):
        assert change(10_00).state.held.displayed == 710_00
        with pytest.raises(JackpotRefused, match=r"gran would display \$710\.01"):
            change(10_01)


def test_no_more_of_the_seed_is_recovered_than_is_out():
    state = JackpotState("gran", GRAN, FULL)
    assert adjust(state, -500_00, "seed-recovered").state.held.seed_out == 0
    with pytest.raises(JackpotRefused, match=r"\$500 is what of the seed of gran is still out"):
        adjust(state, -500_01, "seed-recovered")


def test_a_prize_above_the_display_is_refused():
    with pytest.raises(JackpotRefused, match=r"the jackpot is short of \$0\.01"):
        play(JackpotState("gran", GRAN, FULL), Play(prize=700_01, winners=1))


@pytest.mark.parametrize(("left", "restarts"), [(0, True), (2, True), (3, False)])
def test_cents_that_three_winners_cannot_share_do_not_keep_a_jackpot_standing(left, restarts):
    made = Play(prize=700_00 - left, winners=3)
    assert play(JackpotState("gran", GRAN, FULL), made).restarts is restarts


def test_a_backup_without_room_under_the_cap_waits_in_reserve():
    terms = replace(GRAN, backups=BACKUPS, cap=500_00)
    held = JackpotFunds(displayed=490_00, first=30_00, second=20_00, reserve=5_00)
    started = restart(JackpotState("gran", terms, held))
    assert started.state.held == JackpotFunds(displayed=500_00, first=20_00, reserve=25_00)
    assert (started.from_backup, started.from_reserve, started.seed) == (10_00, 0, 0)


def test_the_life_told_in_the_package_is_lived_as_told():
    found = doctest.testmod(jackpots)
    assert found.attempted >= 9 and not found.failed
