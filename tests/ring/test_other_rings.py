"""Ring games of other rules files, dealt by the same engine: it does not know the shipped one."""

import random

import pytest
from tests.ask.rounds import (
    POT,
    Bet,
    Button,
    Collected,
    Deal,
    Dealt,
    Folded,
    HandAnnounced,
    KeptBeside,
    NoMoreBets,
    Settled,
    Shown,
    SitIn,
    Terms,
    Turned,
    balances,
    open_table,
    player,
    read_transcript,
    view,
)
from tests.ask.rules import read_text

from .felt import LIMITS, entries, played
from .settler import did_take, should_take
from .strangers import FIVE_ROUNDS, STUD_LIKE

TABLES = {
    name: open_table(read_text(text))
    for name, text in (("five-rounds", FIVE_ROUNDS), ("stud-like", STUD_LIKE))
}


def at_random(table, seed, side=True):
    rng = random.Random(seed)
    seats = rng.sample(range(1, 7), rng.randint(2, 6))
    moves = [SitIn(seat, rng.choice([300, 2_000, 50_000])) for seat in seats]
    now = table.open_round(Terms(LIMITS)).play_all([*moves, Button(seats[0])])
    for seat in seats:
        bet = Bet(seat, "lucky", 300)
        if side and now.why_not(bet) is None and rng.random() < 0.6:
            now = now.play(bet)
    now = now.play(NoMoreBets())
    cards = iter(rng.sample(table.deck.cards, table.deck.size))
    while now.turn.waits_for != "nothing":
        if now.turn.waits_for == "card":
            now = now.play(Deal(next(cards)))
        else:
            now = now.play(rng.choice(now.legal_moves()).move)
    return now


@pytest.mark.parametrize("name", TABLES)
def test_random_games_settle_replay_and_lose_no_chip(name):
    table = TABLES[name]
    for seed in range(40):
        done = at_random(table, seed)
        held = balances(done.log)
        assert sum(held.values()) == 0 and POT not in held
        plan = done._layout.plan
        assert did_take(done.log) == should_take(plan, done.log, 100)
        text = table.transcript(done)
        assert table.replay(read_transcript(text)).log == done.log


def test_two_hole_cards_and_three_of_the_board_where_the_file_says_so():
    """Four spades in hand and one on the board are no flush where just two may be held."""
    now = (
        TABLES["five-rounds"]
        .open_round(Terms(LIMITS))
        .play_all([SitIn(1, 9_000), SitIn(2, 9_000), Button(2), NoMoreBets()])
    )
    does = "call check " + "check " * 8
    hole = {1: "As Ks Qs Js", 2: "2c 2d 9h 8h"}
    done = played(now, does, hole=hole, board="Ts 3d 4d 2h 7c")
    assert {e.seat: e.hand for e in entries(done, HandAnnounced)} == {
        1: "ace-king-ten-seven-four high",
        2: "three twos, ten-seven kickers",
    }


class TestOpenCards:
    def test_cards_dealt_face_up_are_seen_by_all_and_blind_boards_by_none(self):
        now = (
            TABLES["stud-like"]
            .open_round(Terms(LIMITS))
            .play_all([SitIn(1, 9_000), SitIn(2, 9_000), Button(2), NoMoreBets()])
        )
        cards = iter(TABLES["stud-like"].deck.cards)
        while now.turn.waits_for == "card":
            now = now.play(Deal(next(cards)))
        seen = [e for e in view(now, player(1)).log if isinstance(e, Dealt)]
        assert [(e.seat, e.zone, e.card is not None) for e in seen] == [
            (1, "down", True),
            (1, "down", True),
            (2, "down", False),
            (2, "down", False),
            (1, "up", True),
            (2, "up", True),
        ]

    def test_the_board_is_turned_when_its_stage_comes(self):
        done = next(
            done
            for done in (at_random(TABLES["stud-like"], seed) for seed in range(60))
            if entries(done, Turned) and entries(done, HandAnnounced)
        )
        board = [e.card for e in entries(done, Dealt) if e.zone == "board"]
        assert [list(e.cards) for e in entries(done, Turned)] == [board]
        blind = [e for e in view(done, player(9)).log if isinstance(e, Dealt) and e.zone == "board"]
        assert [e.card for e in blind] == [None, None]


class TestASideWagerThatNeedsTheBoard:
    def lucky(self):
        return [at_random(TABLES["stud-like"], seed) for seed in range(80)]

    def test_it_is_settled_after_the_pot_even_when_everyone_has_folded(self):
        alone = [d for d in self.lucky() if entries(d, Settled) and not entries(d, HandAnnounced)]
        assert alone, "somebody takes the pot without a showdown while a side wager is out"
        for done in alone:
            assert len([e for e in entries(done, Dealt) if e.zone == "board"]) == 2
            assert {e.seat for e in entries(done, Settled)} == {e.seat for e in entries(done, Bet)}

    def test_a_folded_hand_gets_the_cards_its_side_wager_still_needs(self):
        text = STUD_LIKE.replace("{ down = 1, board = 2 }", "{ down = 1, up = 2 }")
        table = open_table(read_text(text))
        two_up = [at_random(table, seed) for seed in range(80)]
        paid = [(done, e.seat) for done in two_up for e in entries(done, Settled)]
        folded = [(d, seat) for d, seat in paid if seat in {e.seat for e in entries(d, Folded)}]
        assert folded
        for done, seat in folded:
            got = [e for e in entries(done, Dealt) if (e.seat, e.zone) == (seat, "up")]
            assert len(got) == 2

    def test_three_to_two_on_three_dollars_is_paid_down_to_the_cent(self):
        paid = {e.paid_cents for d in self.lucky() for e in entries(d, Settled)}
        assert paid <= {0, 450, 3_000} and {0, 450} <= paid

    def test_folded_hands_stay_where_the_file_says_so(self):
        for done in self.lucky():
            folded = [at for at, e in enumerate(done.log) if isinstance(e, Folded)]
            if not folded:
                continue
            gone = [at for at, e in enumerate(done.log) if isinstance(e, Collected)]
            assert min(gone) > max(folded)
            kept = {e.seat for e in entries(done, KeptBeside)}
            assert kept <= {e.seat for e in entries(done, Bet)}
            assert kept <= {e.seat for e in entries(done, Shown)}
