"""The pieces of the contract by themselves: moves as text, terms as text, chips, viewers, felt."""

import tomllib
from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.ask.rounds import (
    AUDITOR,
    DEALER,
    SPECTATOR,
    Amounts,
    Bet,
    Burnt,
    Collected,
    Dealt,
    Decide,
    Folded,
    Irregularity,
    JackpotPaid,
    Limits,
    NoMoreBets,
    NotAllowed,
    Operation,
    PayoutLimits,
    Settled,
    Shown,
    StageBegun,
    Staked,
    Terms,
    Tip,
    Turned,
    Undone,
    balances,
    move_of,
    picture,
    player,
    seen,
    terms_of,
    terms_text,
    wager_results,
)
from tests.round.watching import known_cards

from feltworks.cards import deck, parse_cards

CARDS = st.sampled_from(deck("spanish-41").cards)
SEATS = st.integers(1, 9)
WAGERS = st.sampled_from(["ante", "pocket-poker", "s1"])
CENTS = st.integers(1, 10_000_000)
NOTES = st.text(
    st.characters(exclude_categories=["C", "Z"], include_characters=" "), min_size=1, max_size=40
).filter(lambda note: note == note.strip() and note.isprintable())

MOVES = st.one_of(
    st.builds(Bet, SEATS, WAGERS, CENTS),
    st.builds(Tip, SEATS, WAGERS, CENTS),
    st.just(NoMoreBets()),
    st.builds(
        Decide,
        SEATS,
        st.sampled_from(["fold", "bet", "fold-untucked"]),
        st.none() | CENTS,
        st.lists(CARDS, max_size=3).map(tuple),
    ),
    st.builds(
        Irregularity,
        st.sampled_from(["misbet", "face-up-card"]),
        NOTES,
        st.none() | SEATS,
        st.lists(CARDS, max_size=2).map(tuple),
    ),
)


@pytest.mark.slow
@given(MOVES)
def test_every_move_is_read_back_from_its_line(move):
    assert move_of(move.line) == move


@pytest.mark.slow
@given(CARDS, SEATS | st.none(), st.sampled_from(["up", "down", "blind"]))
def test_a_card_is_read_back_from_where_it_went(card, seat, face):
    assert move_of(Dealt(seat, "hole", card, face).line).card == card
    assert move_of(Burnt(card).line).card == card


@pytest.mark.parametrize(
    "line", ["", "round closed", "seat 1 folds", "seat x bets $5 on ante", "seat 1 bets 5 on ante"]
)
def test_a_consequence_is_not_a_move(line):
    assert move_of(line) is None


@pytest.mark.slow
@given(
    st.builds(
        Terms,
        limits=st.builds(
            Limits,
            minimum_cents=st.integers(1, 500),
            maximum_cents=st.integers(500, 99_999),
            side_minimum_cents=st.integers(1, 100),
            side_maximum_cents=st.integers(100, 99_999),
            chips=st.sampled_from([(100, 500), (50,), (25, 100, 500)]),
        ),
        under=st.none() | st.dates(min_value=date(1990, 1, 1)),
        jackpots=st.dictionaries(WAGERS, st.integers(0, 10**9), max_size=2),
        policy=st.dictionaries(
            st.sampled_from(["misbet", "face-up-card"]), st.sampled_from(["void", "play-on"])
        ),
        pack=st.sampled_from([1, 2]),
        payout_limits=st.builds(
            PayoutLimits, st.none() | st.integers(0, 10**9), st.none() | st.integers(0, 10**9)
        ),
    )
)
def test_terms_are_read_back_from_their_table(terms):
    assert terms_of(tomllib.loads(terms_text(terms))["terms"]) == terms


@pytest.mark.slow
@given(st.integers(1, 9), st.integers(1, 9999), st.integers(0, 9999), st.integers(0, 9999))
def test_a_settlement_and_its_undoing_cancel(seat, stake, returned, paid):
    settled = Settled(seat, "ante", stake, min(stake, returned), paid, "win")
    for tip in (False, True):
        each = Settled(seat, "ante", stake, settled.returned_cents, paid, "win", tip=tip)
        assert balances([each, Undone(each)]) == {}
        assert sum(balances([each]).values()) == 0
    prize = JackpotPaid(seat, "ante", "gran", 123_45)
    lines = [f'"{each.line}"' for each in (settled, prize, Undone(settled))]
    spot = (seat, "ante")
    assert wager_results(lines[0]) == {spot: settled.net_cents}
    assert wager_results("\n".join(lines[:2])) == {spot: settled.net_cents + 123_45}
    assert wager_results("\n".join(lines)) == {spot: 0}


def test_what_a_settlement_says():
    assert Settled(1, "ante", 500, 500, 500, "win").line == (
        "seat 1 ante $5 wins $5 (player is higher)"
    )
    assert (
        Settled(1, "ante", 500, 0, 0, "lose").line == "seat 1 ante $5 loses $5 (dealer is higher)"
    )
    assert Settled(1, "ante", 500, 500, 0, "tie").line == "seat 1 ante $5 pushes (tie)"
    gran = Settled(1, "gran", 100, 0, 7500, "always", ("flush",))
    assert gran.line == "seat 1 gran $1 loses $1 and wins $75 (flush)" and gran.net_cents == 7400
    half = Settled(2, "ante", 500, 250, 0, "lose", ("x", "y"), tip=True)
    assert half.line == "seat 2 tip on ante $5 loses $2.50 (x and y)"


ACE, KING = parse_cards("As Kd")


@pytest.mark.parametrize(
    ("entry", "sees"),
    [
        (Dealt(1, "hole", ACE, "down"), {"seat 1", "auditor"}),
        (Dealt(1, "hole", ACE, "blind"), {"auditor"}),
        (Dealt(1, "hole", ACE, "up"), {"seat 1", "seat 2", "dealer", "spectator", "auditor"}),
        (Dealt(None, "dealer", ACE, "down"), {"auditor"}),
        (Burnt(ACE), {"auditor"}),
        (Decide(1, "three", 5, (ACE,)), {"seat 1", "auditor"}),
        (Turned("board", (ACE,)), {"seat 1", "seat 2", "dealer", "spectator", "auditor"}),
    ],
)
def test_who_sees_a_card(entry, sees):
    for viewer in (player(1), player(2), DEALER, SPECTATOR, AUDITOR):
        (shown,) = seen([entry], viewer)
        assert ("As" in shown.line) == (viewer.name in sees), viewer.name
        assert ("As" in repr(shown)) == (viewer.name in sees)


def test_a_player_on_two_seats_sees_both_hands():
    both = player(1, 3)
    log = [Dealt(seat, "hole", ACE, "down") for seat in (1, 2, 3)]
    assert [entry.card for entry in seen(log, both)] == [ACE, None, ACE]


def test_the_felt_is_drawn_from_the_log():
    log: list[Operation] = [
        Bet(1, "ante", 500),
        StageBegun("hole"),
        Dealt(1, "hole", None, "down"),
        Dealt(None, "board", ACE, "up"),
        Dealt(None, "board", None, "down"),
        Burnt(None),
        Staked(1, "play", 1000),
    ]
    felt = picture(log)
    assert felt.stage == "hole" and felt.burnt == 1 and known_cards(felt) == [ACE]
    assert felt.stake_cents(1, "ante") == 500 and felt.stake_cents(1, "play") == 1000
    felt.take(Turned("board", (KING,)))
    assert [lying.card for lying in felt.cards[None, "board"]] == [ACE, KING]
    felt.take(Shown(1, "hole", (ACE,)))
    assert felt.cards[1, "hole"][0].face == "up"
    felt.take(Folded(1))
    felt.take(Settled(1, "ante", 500, 0, 0, "folded"))
    assert felt.folded == {1} and felt.stake_cents(1, "ante") == 0
    felt.take(Collected(1))
    assert (1, "hole") not in felt.cards and (None, "board") in felt.cards
    felt.take(Collected(None))
    assert felt.cards == {}


def test_amounts():
    assert Amounts(500, 1000, 100).allows(700) and not Amounts(500, 1000, 100).allows(750)
    assert Amounts(500, 1000, only=(500, 1000)).single is None
    assert Amounts(500, 500).single == 500 and Amounts(1, 9, only=(7,)).single == 7


def test_the_dealer_stops_at_what_cannot_go_on():
    from tests.ask.rounds import DealerError, open_table, play_out
    from tests.ask.rules import read

    opened = open_table(read("mini-tex")).open_round(Terms())
    fold = lambda round, seat: Decide(seat, "fold")  # noqa: E731
    with pytest.raises(DealerError, match="betting must be closed"):
        play_out(opened, (), fold)
    with pytest.raises(NotAllowed, match="Ante is from"):
        opened.play(Bet(1, "ante", 1))
    begun = opened.play_all([Bet(1, "ante", 500), NoMoreBets()])
    with pytest.raises(DealerError, match="deck ends after 3 cards"):
        play_out(begun, parse_cards("As Kd Qc"), fold)
    assert play_out(begun, deck("standard-52").cards, fold).turn.waits_for == "nothing"
    with pytest.raises(NotAllowed, match="no choice here"):
        play_out(begun, deck("standard-52").cards, lambda round, seat: Decide(seat, "shout"))
