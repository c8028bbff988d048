"""Irregularities: what the rules say follows, else what the house says, else a void round."""

import pytest
from tests.ask.rounds import (
    KINDS,
    SPECTATOR,
    TRAY,
    Bet,
    Burnt,
    CardCheck,
    Closed,
    Decide,
    Irregularity,
    JackpotUndone,
    NotAllowed,
    Reason,
    Returned,
    Ruled,
    Terms,
    Undone,
    Voided,
    balances,
    jackpot,
    picture,
    stack,
    view,
)
from tests.ask.rules import load
from tests.round.watching import all_viewers

from feltworks.cards import parse_cards

from .golden_rounds import BOARD, DEALER, five, hold
from .rigging import Rigged, bets, table

PICK = bets(1, ante=500, three_five_bonus=500) + bets(2, ante=500, three_five_bonus=500)
BY_THE_DOCUMENT = ("exposed-dealer-card", "face-up-card", "wrong-card-count", "shuffler-failure")

DEALT_FROM = ("shoe", "shuffle-machine")


def pick(*moves, options=None, policy=None, decisions=()):
    return Rigged(
        "pick-2-poker",
        PICK,
        {five(1): "9c 9d 4h 5d 2d", DEALER: "Kc Jd 9h 5s 2c"},
        decisions,
        options or {},
        extra=moves,
        policy=policy or {},
    ).played()


def note(kind, **more):
    return Irregularity(kind, "seen by the floor", **more)


@pytest.mark.parametrize("kind", BY_THE_DOCUMENT)
def test_irregularities_a_to_d_void_all_hands_with_a_shuffle_machine(kind):
    round = pick(note(kind, seat=1), policy={kind: "play-on"})
    assert Ruled("void", "rules") in round.log
    assert isinstance(round.log[-1], Voided) and balances(round.log) == {}


@pytest.mark.parametrize("kind", BY_THE_DOCUMENT[:-1])
def test_irregularity_e_without_a_machine_the_house_decides(kind):
    round = pick(note(kind), options={"shuffler": "by-hand"}, policy={kind: "play-on"})
    assert Ruled("play-on", "house") in round.log
    assert round.turn.waits_for == "decision"


def test_irregularity_d_without_a_machine_none_can_fail():
    with pytest.raises(NotAllowed, match="'shuffler-failure' is none of exposed-dealer-card"):
        pick(note("shuffler-failure"), options={"shuffler": "by-hand"})
    shoe, machine = (load("spanish-poker", {"dealt_from": each}) for each in DEALT_FROM)
    assert set(KINDS) - set(shoe.irregularity_kinds) == {"shuffler-failure"}
    assert machine.irregularity_kinds == KINDS


@pytest.mark.parametrize("kind", sorted(set(KINDS) - {"shuffler-failure"}))
def test_a_house_without_a_policy_voids_and_returns_every_wager(kind):
    rigged = Rigged("mini-tex", bets(1, ante=500, pocket_poker=100), {}, extra=[note(kind)])
    round = rigged.played()
    assert [e.line for e in round.log if isinstance(e, Returned)] == [
        "seat 1 gets $5 back from ante",
        "seat 1 gets $1 back from pocket-poker",
    ]
    assert Ruled("void", "house") in round.log and balances(round.log) == {}


def test_a_void_round_returns_wagers_that_were_already_collected():
    three = [b for seat in (1, 2) for b in bets(seat, ante=500)]
    choices = [Decide(1, "fold"), Decide(2, "bet")]
    round = Rigged("mini-tex", three, {}, choices, extra=[note("face-up-card")]).played()
    assert [e.line for e in round.log if isinstance(e, Undone)] == ["seat 1 ante settlement undone"]
    assert balances(round.log) == {}


def test_a_void_round_takes_back_prizes_and_jackpots_settled_before_it():
    from pathlib import Path

    stranger = str(Path(__file__).parents[1] / "generic" / "games" / "up-card.toml")
    rigged = Rigged(
        stranger,
        bets(1, ante=500, four=100),
        {(1, "hole"): "9c 9d", (None, "dealer"): "9h", (None, "extra"): "9s 2d"},
        extra=[note("exposed-dealer-card")],
        jackpots={"pot-of-gold": 77_777},
    )
    before = Rigged(**{**vars(rigged), "extra": []}).played()
    assert balances(before.log)[jackpot("pot-of-gold")] == -77_777
    round = rigged.played()
    assert any(isinstance(e, JackpotUndone) for e in round.log)
    assert balances(round.log) == {}


def test_the_house_may_void_one_hand_only():
    round = pick(
        note("misbet", seat=1), policy={"misbet": "void-seat"}, decisions=[Decide(1, "five-card")]
    )
    assert balances(round.log).get(stack(1), 0) == 0
    assert round.turn.seat == 2
    ended = round.play(Decide(2, "fold"))
    assert ended.turn.waits_for == "nothing"
    assert balances(ended.log) == {stack(2): -1000, TRAY: 1000}


def test_a_hand_voided_before_the_deal_frees_its_spot():
    round = table("mini-tex").open_round(Terms(policy={"misbet": "void-seat"}))
    round = round.play_all([Bet(1, "ante", 500), note("misbet", seat=1)])
    assert balances(round.log) == {} and round.turn.waits_for == "bets"
    assert round.why_not(Bet(1, "ante", 1000)) is None


def test_the_last_hand_voided_ends_the_round():
    round = Rigged(
        "mini-tex",
        bets(1, ante=500),
        {},
        extra=[note("misbet", seat=1)],
        policy={"misbet": "void-seat"},
    ).played()
    assert round.turn.waits_for == "nothing" and balances(round.log) == {}


def test_a_hand_can_be_voided_between_two_cards():
    from tests.ask.rounds import Deal, NoMoreBets

    round = table("mini-tex").open_round(Terms(policy={"wrong-card-count": "void-seat"}))
    start = [Bet(1, "ante", 500), Bet(2, "ante", 500), NoMoreBets()]
    round = round.play_all([*start, Deal(parse_cards("As")[0])])
    round = round.play(note("wrong-card-count", seat=2))
    rest = [Deal(card) for card in parse_cards("Kd Qc 2h")]
    round = round.play_all(rest)
    assert round.turn.seat == 1


def test_an_exposed_card_is_open_to_everybody():
    cards = {hold(1): "9c 9d", DEALER: "Kh 2d", BOARD: "2s 9h Jd"}
    exposed = note("exposed-dealer-card", cards=parse_cards("Kh"))
    round = Rigged(
        "mini-tex",
        bets(1, ante=500),
        cards,
        extra=[exposed],
        policy={"exposed-dealer-card": "play-on"},
    ).played()
    lines = [e.line for e in view(round, SPECTATOR).log]
    assert "supervisor notes exposed-dealer-card exposing Kh: seen by the floor" in lines
    assert not any("2d" in line for line in lines)


@pytest.mark.parametrize(
    ("move", "rule"),
    [
        (Irregularity("spilt-drink", "on the felt"), "no-such-irregularity"),
        (Irregularity("misbet", ""), "note-needed"),
        (Irregularity("misbet", "  spaced  "), "note-needed"),
        (Irregularity("misbet", "two\nlines"), "note-needed"),
        (Irregularity("misbet", "x" * 301), "note-too-long"),
        (Irregularity("misbet", "who?", seat=6), "no-such-seat"),
        (Irregularity("misbet", "who?"), "seat-needed"),
        (Irregularity("face-up-card", "hm", cards=parse_cards("As As")), "not-hidden"),
        (Irregularity("face-up-card", "hm", cards=parse_cards("Jo")), "not-hidden"),
        (Irregularity("exposed-dealer-card", "hm", cards=parse_cards("9c")), "not-hidden"),
        (Irregularity("exposed-dealer-card", "hm", cards=parse_cards("As")), "not-hidden"),
        (Irregularity("face-up-card", "hm", cards=(None,)), "not-cards"),
        (Irregularity("face-up-card", "hm", cards=[[]]), "not-cards"),
        (Irregularity("face-up-card", "hm", cards=None), "not-cards"),
        (Irregularity(["misbet"], "hm"), "no-such-irregularity"),
        (Irregularity("misbet", None), "note-needed"),
        (Irregularity("misbet", ["x"]), "note-needed"),
        (Irregularity("misbet", "who?", seat=True), "no-such-seat"),
        (Irregularity("misbet", "who?", seat=1.0), "no-such-seat"),
        (Irregularity("misbet", "who?", seat=[1]), "no-such-seat"),
        (Irregularity("misbet", "who?", seat=-(10**5000)), "no-such-seat"),
    ],
)
def test_a_supervisors_entry_is_checked_too(move, rule):
    rigged = Rigged(
        "mini-tex",
        bets(1, ante=500),
        {hold(1): "9c 9d", DEALER: "Kh 2d"},
        policy={"misbet": "void-seat"},
    )
    reason = rigged.played().why_not(move)
    assert isinstance(reason, Reason) and reason.rule == rule


ON = {"exposed-dealer-card": "play-on", "face-up-card": "play-on"}


def at_the_river(**more):
    """Seat 1 has folded, and his cards are in the rack."""
    cards = {hold(1): "9c 9d", hold(2): "Ac Ad", DEALER: "Kh 2d", BOARD: "2s 9h Jd"}
    choices = [Decide(1, "fold"), Decide(2, "bet"), Decide(2, "bet")]
    both = bets(1, ante=500) + bets(2, ante=500)
    return Rigged("mini-tex", both, cards, choices, policy=ON, **more).played()


def test_a_card_in_the_deck_and_a_burnt_card_can_come_to_light():
    round = at_the_river()
    burnt = next(e.card for e in round.log if isinstance(e, Burnt))
    for card in (burnt, parse_cards("Qs")[0]):
        after = round.play(note("face-up-card", cards=(card,)))
        assert any(str(card) in e.line for e in view(after, SPECTATOR).log)


@pytest.mark.parametrize("card", ["9c", "Jd"])
def test_a_card_in_the_rack_or_face_up_exposes_nothing(card):
    reason = at_the_river().why_not(note("face-up-card", cards=parse_cards(card)))
    assert reason.rule == "not-hidden"


def test_a_card_comes_to_light_once():
    exposed = note("exposed-dealer-card", cards=parse_cards("Kh"))
    round = at_the_river().play(exposed)
    assert round.why_not(exposed).rule == "not-hidden"
    assert round.why_not(note("exposed-dealer-card", cards=parse_cards("2d"))) is None


def test_after_play_on_an_exposed_card_is_known_on_every_felt_and_the_round_ends_as_ever():
    round = at_the_river().play(note("exposed-dealer-card", cards=parse_cards("2d")))
    for viewer in all_viewers((1, 2)):
        lying = view(round, viewer).felt.cards[None, "dealer"]
        assert [lying[1].card, lying[1].face] == [*parse_cards("2d"), "down"]
        assert viewer.sees_all or lying[0].card is None
    ended = round.play(Decide(2, "bet"))
    plain = at_the_river().play(Decide(2, "bet"))
    assert balances(ended.log) == balances(plain.log)
    assert [x.card for x in picture(ended.log[:-3]).cards[None, "dealer"]] == [
        *parse_cards("Kh 2d")
    ]


def test_cards_to_be_turned_up_are_turned_in_order_though_one_is_known():
    cards = {hold(1): "9c 9d", DEALER: "Kh 2d", BOARD: "2s 9h Jd"}
    round = Rigged(
        "mini-tex",
        bets(1, ante=500),
        cards,
        options={"community_dealing": "up-front"},
        policy=ON,
        extra=[note("face-up-card", cards=parse_cards("9h")), Decide(1, "bet")],
    ).played()
    lying = view(round, SPECTATOR).felt.cards[None, "community"]
    assert [(str(x.card) if x.card else "??", x.face) for x in lying] == [
        ("2s", "up"),
        ("9h", "up"),
        ("??", "down"),
    ]


def test_nothing_can_be_noted_once_the_round_is_over():
    round = pick(note("misbet"))
    assert round.why_not(note("misbet")).rule == "round-over"


# --- after the last decision ---------------------------------------------------------------------


def at_the_close(policy=None, jackpots=None, **more):
    """Both seats have decided; the dealer has shown and everything is settled, but not booked."""
    choices = [Decide(1, "three-card"), Decide(2, "five-card")]
    return pick(policy=policy, decisions=choices, **more)


def test_irregularity_b_a_wrong_number_of_cards_found_at_the_showdown_voids_all_hands():
    closed = at_the_close()
    assert isinstance(closed.log[-1], Closed) and balances(closed.log) != {}
    round = closed.play(note("wrong-card-count", seat=2))
    assert Ruled("void", "rules") in round.log and isinstance(round.log[-1], Voided)
    assert balances(round.log) == {} and round.turn.waits_for == "nothing"
    kinds = [type(entry).__name__ for entry in round.log]
    assert kinds.count("DeckPutAway") == 1 and kinds.count("Closed") == 1
    assert round.why_not(note("misbet")).rule == "round-over"


def test_a_closed_round_is_no_place_for_anything_but_a_supervisor():
    closed = at_the_close()
    assert closed.why_not(Decide(1, "fold")).rule == "round-over"
    assert closed.why_not(Bet(1, "ante", 500)).rule == "round-over"
    assert closed.why_not(CardCheck("all there")).rule == "nothing-to-check"


def test_a_hand_voided_after_the_close_gets_its_wagers_back_and_the_others_stand():
    closed = at_the_close(policy={"misbet": "void-seat"})
    round = closed.play(note("misbet", seat=1))
    before, after = balances(closed.log), balances(round.log)
    assert before[stack(1)] and stack(1) not in after
    assert after.get(stack(2)) == before.get(stack(2))
    assert isinstance(round.log[-1], Closed)


def test_a_house_that_plays_on_after_the_close_pays_as_before():
    closed = at_the_close(policy={"misbet": "play-on"})
    round = closed.play(note("misbet", seat=1))
    assert balances(round.log) == balances(closed.log)
    assert isinstance(round.log[-1], Closed)


# --- the supervisor checks the cards -------------------------------------------------------------


def test_irregularity_d_a_supervisor_checks_the_cards_as_a_step_of_its_own():
    round = pick(note("shuffler-failure"))
    checked = round.play(CardCheck("52 cards, one of each"))
    assert checked.log[-1].line == "supervisor checks the cards: 52 cards, one of each"
    assert isinstance(checked.log[-2], Voided)
    assert checked.why_not(CardCheck("once more")).rule == "nothing-to-check"
    assert round.why_not(CardCheck("")).rule == "note-needed"


def test_irregularities_a_to_c_ask_for_no_check_of_the_cards():
    for kind in BY_THE_DOCUMENT[:-1]:
        assert pick(note(kind)).why_not(CardCheck("all there")).rule == "nothing-to-check"
