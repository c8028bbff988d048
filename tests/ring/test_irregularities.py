"""When something goes wrong between players: void rounds, void hands, play on."""

import pytest
from tests.ask.rounds import (
    Button,
    Closed,
    Dealt,
    Irregularity,
    NoMoreBets,
    PaidBack,
    PutBack,
    Ruled,
    SitIn,
    Taken,
    Terms,
    Voided,
    balances,
    foreseen,
)

from feltworks.cards import parse_cards

from .felt import (
    LIMITS,
    RingRound,
    amounts,
    choices,
    deal,
    entries,
    net,
    opened,
    plan,
    played,
)


def terms(consequence):
    return Terms(LIMITS, policy={"face-up-card": consequence})


def noted(now, seat=None, cards=()):
    return now.play(Irregularity("face-up-card", "a card flew", seat, tuple(cards)))


def test_a_void_round_gives_everybody_back_what_he_put_in():
    now = deal([100] * 4, "raise call fold", terms=terms("void"))
    done = noted(now)
    assert isinstance(done.log[-1], Voided) and balances(done.log) == {}
    assert net(done) == {1: 0, 2: 0, 3: 0, 4: 0}
    assert {e.seat: e.pot_cents + e.bets_cents for e in entries(done, PaidBack)} == {
        1: 1000,
        2: 1500,
        3: 2500,
        4: 2500,
    }


def test_a_house_without_a_policy_voids_the_round():
    done = noted(deal([100] * 3, terms=Terms(LIMITS)))
    assert entries(done, Ruled)[0].consequence == "void"


def test_a_void_hand_is_out_with_its_chips_back_and_the_others_play_on():
    now = noted(deal([100] * 4, "raise call", terms=terms("void-seat")), 3)
    assert now.turn.seat == 1
    done = played(now, "fold call " + "check " * 4)
    assert net(done)[3] == 0
    assert sum(net(done).values()) == 0
    assert 3 not in {e.seat for e in entries(done, Taken)}


def test_nobody_has_to_match_a_bet_that_only_the_void_hand_made():
    flop = deal([100] * 3, "call call check bet", terms=terms("void-seat"))
    now = noted(flop, 1)
    assert (now.turn.seat, choices(now)) == (2, ["check", "bet"])
    before = deal([100] * 4, "raise call", terms=terms("void-seat"))
    assert amounts(noted(before, 4), "call") == (15, 15), "seat 3 has raised and is still in"
    both = noted(noted(before, 4), 3)
    assert amounts(both, "call") == (5, 5), "the big blind is still to be matched"
    assert choices(played(both, "call")) == ["check", "raise-to"]


def test_a_raise_over_a_void_bet_is_no_larger_than_it_has_to_be():
    no_limit = plan(structure="no-limit")
    now = deal([500] * 4, "raise100", of=no_limit, terms=terms("void-seat"))
    assert amounts(now, "raise-to") == (190, 495)
    assert amounts(noted(now, 3), "raise-to") == (20, 495)


def test_the_turn_passes_when_the_hand_to_act_is_void():
    now = deal([100] * 4, "raise", terms=terms("void-seat"))
    assert now.turn.seat == 4
    assert noted(now, 4).turn.seat == 1


def test_the_last_hand_but_one_void_leaves_the_pot_to_the_other():
    now = deal([100] * 3, "raise fold", terms=terms("void-seat"))
    done = noted(now, 2)
    assert net(done) == {1: -10, 2: 0, 3: 10}


def test_voiding_the_only_hand_left_voids_the_round():
    start = opened([100] * 2, terms=terms("void-seat"))
    now = noted(noted(start, 1), 2)
    assert isinstance(now.log[-1], Voided) and balances(now.log) == {}


def test_during_the_deal_a_void_hand_gets_no_more_cards():
    start = RingRound.open(plan(), terms("void-seat")).play_all(
        [SitIn(1, 5_000), SitIn(2, 5_000), SitIn(3, 5_000), Button(3), NoMoreBets()]
    )
    now = noted(start, 2)
    assert now.cards_due == 4
    assert {e.seat for e in entries(played(now), Dealt)} == {1, 3}


def test_before_the_deal_a_void_seat_is_free_again():
    start = RingRound.open(plan(), terms("void-seat")).play_all(
        [SitIn(1, 5_000), SitIn(2, 5_000), Button(2)]
    )
    now = noted(start, 2)
    assert now.why_not(NoMoreBets()).rule == "too-few-players"
    again = now.play_all([SitIn(2, 9_000), Button(1), NoMoreBets()])
    assert again.stacks == {2: 8_000, 1: 3_500}


def test_play_on_changes_nothing_but_the_log():
    now = deal([100] * 3, "raise", terms=terms("play-on"))
    after = noted(now, 1)
    assert (after.turn, after.stacks, after.legal_moves()) == (
        now.turn,
        now.stacks,
        now.legal_moves(),
    )
    assert len(after.log) == len(now.log) + 2


def test_an_exposed_card_must_lie_face_down_on_the_table():
    now = deal(
        [100] * 3, "call call check", hole={1: "As Kd"}, board="2c 3c", terms=terms("play-on")
    )
    hidden = next(e.card for e in entries(now, Dealt) if str(e.card) == "As")
    open_ = next(e.card for e in entries(now, Dealt) if str(e.card) == "2c")
    assert noted(now, 1, [hidden]).log[-2].cards == (hidden,)
    assert foreseen(now, [Irregularity("face-up-card", "seen", 1, (hidden,))]).log[-2].cards == ()
    assert now.why_not(Irregularity("face-up-card", "seen", 1, (open_,))).rule == "not-hidden"
    refused = [
        card
        for card in plan().deck.cards
        if now.why_not(Irregularity("face-up-card", "seen", 1, (card,)))
    ]
    shown = [e.card for e in entries(now, Dealt) if e.face == "up"]
    assert len(shown) == 2 and set(refused) == set(shown), "any other may be face up in the deck"


@pytest.mark.parametrize(
    ("move", "rule"),
    [
        (Irregularity("earthquake", "it shook"), "no-such-irregularity"),
        (Irregularity("face-up-card", " "), "note-needed"),
        (Irregularity("face-up-card", "x" * 301), "note-too-long"),
        (Irregularity("face-up-card", "who?", 9), "no-such-seat"),
        (Irregularity("face-up-card", "whose?"), "seat-needed"),
    ],
)
def test_entries_that_cannot_be_taken(move, rule):
    assert deal([100] * 3, terms=terms("void-seat")).why_not(move).rule == rule


@pytest.mark.parametrize("kind", ["face-up-card", "exposed-dealer-card"])
def test_a_card_of_a_player_may_be_noted_as_often_as_it_shows(kind):
    """There is no dealer's hand: the kind tells who made the mistake, the card is a player's."""
    terms = Terms(LIMITS, policy={kind: "play-on"})
    now = deal([100] * 3, hole={1: "As Kd"}, terms=terms)
    entry = Irregularity(kind, "a card flew", 1, parse_cards("As"))
    again = now.play(entry).play(entry)
    assert again.turn == now.turn and again.log.count(Ruled("play-on", "house")) == 2
    in_deck = now.why_not(Irregularity(kind, "in the deck", 1, parse_cards("Qh")))
    assert (in_deck is None) == (kind == "face-up-card"), "a deck can have a card face up"


@pytest.mark.parametrize("consequence", ["void", "void-seat"])
def test_a_wrong_hand_found_at_the_showdown_gives_the_pot_back(consequence):
    """The pot was taken: without one hand nobody could say whose it is, so the round is void."""
    closed = played(deal([100] * 3, "raise call fold", terms=terms(consequence)), "check " * 4)
    assert isinstance(closed.log[-1], Closed) and set(net(closed).values()) != {0}
    done = noted(closed, 1)
    assert isinstance(done.log[-1], Voided) and balances(done.log) == {}
    assert done.stacks == dict.fromkeys((1, 2, 3), 10000)
    assert [e.taken for e in entries(done, PutBack)] == entries(closed, Taken)


def test_a_pot_stays_taken_where_the_house_plays_on():
    closed = played(deal([100] * 3, "raise call fold", terms=terms("play-on")), "check " * 4)
    done = noted(closed, 1)
    assert net(done) == net(closed) and isinstance(done.log[-1], Closed)
