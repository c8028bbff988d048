"""Whatever lawful thing players do, with whatever stacks, no chip appears, vanishes or strays."""

import random
from collections import Counter
from datetime import date
from functools import cache

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.ask.rounds import (
    AUDITOR,
    DEALER,
    SPECTATOR,
    TRAY,
    Bet,
    Burnt,
    Button,
    Closed,
    Deal,
    Dealt,
    Decide,
    Gathered,
    Irregularity,
    Limits,
    NoMoreBets,
    NotAllowed,
    Reason,
    RingRound,
    Shown,
    SitIn,
    Terms,
    Voided,
    balances,
    net_cents,
    open_table,
    player,
    read_transcript,
    view,
)
from tests.ask.rules import read

from .felt import GAME, plan
from .settler import did_take, should_take

many = settings(max_examples=30, deadline=None, suppress_health_check=[HealthCheck.too_slow])
OPTIONS = st.fixed_dictionaries(
    {
        "ante": st.sampled_from(["on", "off"]),
        "structure": st.sampled_from(["fixed-limit", "spread-limit", "no-limit"]),
        "raises": st.sampled_from(["1", "3"]),
        "big_blind_option": st.sampled_from(["on", "off"]),
        "heads_up_blinds": st.sampled_from(["letter", "custom"]),
        "shows": st.sampled_from(["last-aggressor-first", "all-hands"]),
        "missed_blinds": st.sampled_from(["wait", "post-both"]),
        "pocket_poker_table": st.sampled_from(["not-offered", "30-20"]),
    }
)
# Stacks from a few cents to more than anybody can lose: all-ins at every size.
STACK = st.one_of(
    st.integers(1, 1500), st.integers(1, 80).map(lambda n: 100 * n), st.integers(1, 100_000)
)
STACKS = st.lists(STACK, min_size=2, max_size=10)
SEEDS = st.integers(0, 2**32)


def at_random(stacks, options, seed, irregular=0.0):
    """Every round on the way from the seats to the end."""
    rng = random.Random(seed)
    of = plan(**options)
    limits = Limits(1000, 4000, 100, 5000, (100, 500))
    under = rng.choice([None, date(2008, 9, 1), date(2020, 1, 1)])
    policy = {"face-up-card": rng.choice(["void", "void-seat", "play-on"])}
    seats = sorted(rng.sample(range(1, 11), len(stacks)))
    owing = options["missed_blinds"] == "post-both"
    moves = [
        SitIn(seat, cents, rng.choice(["", "", "small", "big", "both"]) if owing else "")
        for seat, cents in zip(seats, stacks, strict=True)
    ]
    moves.append(Button(rng.choice(seats)))
    history = [RingRound.open(of, Terms(limits, under, policy=policy)).play_all(moves)]
    for seat in seats:
        bet = Bet(seat, "pocket-poker", 100 * rng.randint(1, 50))
        if history[-1].why_not(bet) is None and rng.random() < 0.7:
            history.append(history[-1].play(bet))
    history.append(history[-1].play(NoMoreBets()))
    deck = iter(rng.sample(of.deck.cards, 52))
    while history[-1].turn.waits_for != "nothing":
        now = history[-1]
        if rng.random() < irregular:
            noted = Irregularity("face-up-card", "a card flew", rng.choice(seats))
            if now.why_not(noted) is None:
                history.append(now.play(noted))
            continue
        if now.turn.waits_for == "card":
            move = Deal(next(deck))
        else:
            legal = rng.choice(now.legal_moves())
            move = _any_size(legal, rng)
        history.append(now.play(move))
    return history


def _any_size(legal, rng):
    amounts = legal.amounts
    if amounts is None or amounts.single is not None:
        return legal.move
    step = amounts.step_cents
    steps = (amounts.most_cents - amounts.least_cents) // step
    # All in as often as anything else.
    cents = rng.choice([amounts.most_cents, amounts.least_cents + step * rng.randint(0, steps)])
    return Decide(legal.move.seat, legal.move.choice, cents)


@pytest.mark.slow
@many
@given(STACKS, OPTIONS, SEEDS, st.sampled_from([0.0, 0.0, 0.04]))
def test_chips_are_conserved_to_the_cent_at_every_moment(stacks, options, seed, irregular):
    for now in at_random(stacks, options, seed, irregular):
        held = balances(now.log)
        assert sum(held.values()) == 0
        assert all(cents > 0 for name, cents in held.items() if name.kind in ("spot", "pot"))
        brought = {e.seat: e.cents for e in now.log if isinstance(e, SitIn)}
        for seat, cents in now.stacks.items():
            assert cents == brought[seat] + net_cents(now.log, seat)
            assert cents >= 0


@many
@given(STACKS, OPTIONS, SEEDS, st.sampled_from([0.0, 0.0, 0.04]))
def test_a_finished_round_leaves_nothing_in_the_pot(stacks, options, seed, irregular):
    done = at_random(stacks, options, seed, irregular)[-1]
    accounts = set(balances(done.log))
    assert not [name for name in accounts if name.kind in ("spot", "pot")]
    assert isinstance(done.log[-1], Closed | Voided)
    if isinstance(done.log[-1], Voided):
        assert accounts == set()
    elif options["pocket_poker_table"] == "not-offered":
        assert TRAY not in accounts, "the house has no part in the pot"


@pytest.mark.slow
@settings(parent=many, max_examples=120)
@given(STACKS, OPTIONS, SEEDS)
def test_pots_go_where_a_settler_by_slices_sends_them(stacks, options, seed):
    done = at_random(stacks, options, seed)[-1]
    assert did_take(done.log) == should_take(plan(**options), done.log, 100)


@pytest.mark.slow
@many
@given(STACKS, OPTIONS, SEEDS)
def test_no_bet_is_gathered_that_nobody_called(stacks, options, seed):
    for entry in at_random(stacks, options, seed)[-1].log:
        if isinstance(entry, Gathered):
            most, next_most = sorted((cents for _, cents in entry.bets), reverse=True)[:2]
            assert most == next_most, "the two who bet most have bet the same"


@pytest.mark.slow
@many
@given(STACKS, OPTIONS, SEEDS)
def test_whether_beaten_hands_are_shown_moves_no_chip(stacks, options, seed):
    """Two tied players must get the same odd chips however the others leave the showdown."""
    ends = [
        at_random(stacks, {**options, "shows": shows}, seed)[-1]
        for shows in ("all-hands", "last-aggressor-first")
    ]
    assert did_take(ends[0].log) == did_take(ends[1].log)


@cache
def table_of(options):
    return open_table(read(GAME, dict(options)))


@pytest.mark.slow
@settings(parent=many, max_examples=20)
@given(STACKS, OPTIONS, SEEDS, st.sampled_from([0.0, 0.05]))
def test_replay_equals_play(stacks, options, seed, irregular):
    done = at_random(stacks, options, seed, irregular)[-1]
    table = table_of(tuple(options.items()))
    text = table.transcript(done)
    again = table.replay(read_transcript(text))
    assert again.log == done.log
    assert again.stacks == done.stacks
    assert table.transcript(again) == text


def may_know(log, seat):
    """The rule, told apart from the code: own cards, open cards, shown cards."""
    known = Counter()
    for entry in log:
        if isinstance(entry, Dealt) and (entry.face == "up" or entry.seat == seat):
            known[entry.card] = 1
        elif isinstance(entry, Shown | Irregularity):
            known.update(dict.fromkeys(entry.cards, 1))
    return set(known)


def told(seen):
    """Every card in a view, wherever it is written."""
    words = repr(seen.log) + repr(seen.felt) + repr(seen.legal)
    lines = " ".join(entry.line for entry in seen.log)
    return {
        card
        for card in plan().deck.cards
        if f"Card.parse('{card}')" in words or f"{card} " in lines or f" {card}" in lines
    }


@pytest.mark.slow
@settings(parent=many, max_examples=15)
@given(STACKS, OPTIONS, SEEDS)
def test_no_view_leaks_a_card(stacks, options, seed):
    history = at_random(stacks, options, seed)
    for now in (*history[:: max(1, len(history) // 8)], history[-1]):
        dealt = {e.card for e in now.log if isinstance(e, Dealt | Burnt)}
        for seat in range(1, 11):
            assert told(view(now, player(seat))) == may_know(now.log, seat)
        for watcher in (DEALER, SPECTATOR):
            assert told(view(now, watcher)) == may_know(now.log, -1)
        assert told(view(now, AUDITOR)) == dealt


@settings(parent=many, max_examples=20)
@given(STACKS, OPTIONS, SEEDS)
def test_hands_given_up_are_never_shown_unless_a_bonus_is_paid_on_them(stacks, options, seed):
    done = at_random(stacks, options, seed)[-1]
    given_up = {e.seat for e in done.log if type(e).__name__ in ("GivenUp", "Folded")}
    bonus = {e.seat for e in done.log if isinstance(e, Bet)}
    assert not (given_up - bonus) & {e.seat for e in done.log if isinstance(e, Shown)}


@pytest.mark.slow
@settings(parent=many, max_examples=20)
@given(STACKS, OPTIONS, SEEDS, st.randoms(use_true_random=False))
def test_what_is_offered_is_taken_and_what_is_just_outside_is_refused(stacks, options, seed, rng):
    for now in at_random(stacks, options, seed):
        before = now.log
        for legal in now.legal_moves():
            assert now.why_not(legal.move) is None
            assert now.play(legal.move).moves == (*now.moves, legal.move)
            amounts = legal.amounts
            if not isinstance(legal.move, Decide) or amounts is None:
                continue
            for cents in (amounts.least_cents - 1, amounts.most_cents + 1, 0, -100):
                wrong = Decide(legal.move.seat, legal.move.choice, cents)
                reason = now.why_not(wrong)
                assert isinstance(reason, Reason) and reason.text.endswith(".")
                with pytest.raises(NotAllowed) as refused:
                    now.play(wrong)
                assert refused.value.reason == reason
        if now.turn.waits_for == "decision":
            other = next(s for s in range(1, 12) if s != now.turn.seat)
            assert isinstance(now.why_not(Decide(other, "fold")), Reason)
            assert isinstance(now.why_not(Deal(rng.choice(plan().deck.cards))), Reason)
        assert now.log == before


@settings(parent=many, max_examples=20)
@given(STACKS, OPTIONS, SEEDS)
def test_in_fixed_limit_nobody_pays_more_than_the_wagers_of_a_round(stacks, options, seed):
    done = at_random(stacks, {**options, "structure": "fixed-limit"}, seed)[-1]
    most = int(options["raises"]) + 1
    paid = Counter()
    for entry in done.log:
        if type(entry).__name__ in ("Posted", "Wagered") and not getattr(entry, "dead", False):
            paid[entry.seat] += entry.cents
            assert paid[entry.seat] <= most * 1000
        elif isinstance(entry, Gathered):
            paid.clear()
