"""Between games: joining, leaving, sitting out, missed blinds, and the way of the button."""

from contextlib import suppress

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.ask.rounds import (
    LARGEST_STACK_CENTS,
    Button,
    NoMoreBets,
    NotAllowed,
    Posted,
    RingRound,
    Seating,
    SitIn,
    Terms,
)

from .felt import LIMITS, deal, entries, net, plan, played

WAIT, POST = plan(), plan(missed_blinds="post-both")


def seated(*seats, of=WAIT, cents=50_000):
    seating = Seating(of)
    for seat in seats:
        seating = seating.join(seat, cents)
    return seating


def dealt(seating):
    """The seats of the next game, its button, and the seating while it is played."""
    moves, during = seating.next_game()
    seats = [move.seat for move in moves if isinstance(move, SitIn)]
    assert isinstance(moves[-1], Button)
    return seats, moves[-1].seat, during


def posts(seating):
    moves, _ = seating.next_game()
    start = RingRound.open(seating.plan, Terms(LIMITS)).play_all([*moves, NoMoreBets()])
    return [(e.seat, e.blind, "dead" if e.dead else "live") for e in entries(start, Posted)]


def why_not(act, *asked):
    """The rule against something that may not be done at a table."""
    with pytest.raises(NotAllowed) as refused:
        act(*asked)
    return refused.value.reason.rule


class TestComingAndGoing:
    def test_a_taken_seat_a_missing_seat_and_a_full_table_are_refused(self):
        seating = seated(1, 2, of=plan(players="2"))
        refused = {1: "taken", 11: "no-such-seat", 0: "no-such-seat", 3: "table-full"}
        assert {seat: why_not(seating.join, seat, 100) for seat in refused} == refused
        assert why_not(seated(1).join, 2, 0) == "wrong-stack"

    def test_a_stack_that_no_game_would_take_is_refused_with_the_largest(self):
        most = LARGEST_STACK_CENTS
        with pytest.raises(NotAllowed, match=r"to \$10000000000 to the table"):
            seated(1).join(2, most + 1)
        full = seated(1).join(2, most - 5)
        assert full.add_chips(2, 5).players[2].stack_cents == most
        assert why_not(full.add_chips, 2, 6) == "wrong-amount"

    def test_somebody_who_is_not_there_cannot_leave_or_sit_out(self):
        for act in ("leave", "sit_out", "come_back"):
            assert why_not(getattr(seated(1, 2), act), 5) == "nobody"
        assert why_not(seated(1).add_chips, 5, 100) == "nobody"
        assert why_not(seated(1).add_chips, 1, 0) == "wrong-amount"

    def test_one_player_is_too_few(self):
        assert why_not(seated(1).next_game) == "too-few-players"
        assert why_not(seated(1, 2).sit_out(2).next_game) == "too-few-players"

    def test_at_the_first_game_nobody_owes_anything(self):
        seats, button, during = dealt(seated(3, 5, 8))
        assert (seats, button) == ([3, 5, 8], 3)
        assert all(not chair.owes for chair in during.players.values())

    def test_who_sits_out_or_leaves_is_not_dealt_in(self):
        seating = seated(1, 2, 3, 4).sit_out(2)
        assert dealt(seating)[0] == [1, 3, 4]
        assert dealt(seating.leave(3))[0] == [1, 4]

    def test_the_button_passes_over_who_is_not_dealt_in(self):
        _, button, during = dealt(seated(1, 2, 3, 4))
        assert button == 1
        _, button, during = dealt(during.sit_out(2))
        assert button == 3
        _, button, _ = dealt(during.leave(3))
        assert button == 4

    def test_stacks_go_on_from_game_to_game_and_chips_may_be_added(self):
        moves, during = seated(1, 2, 3, cents=10_000).next_game()
        start = RingRound.open(WAIT, Terms(LIMITS)).play_all([*moves, NoMoreBets()])
        done = played(start, "fold fold")
        after = during.after(done).add_chips(1, 2_000)
        # The button is seat 1: seat 2 has lost his small blind and ante, seat 3 won.
        assert [c.stack_cents for c in after.players.values()] == [11_500, 9_000, 11_500]

    def test_a_player_without_chips_is_not_dealt_in_until_he_adds_some(self):
        moves, during = seated(1, 2, 3, cents=1_500).next_game()
        start = RingRound.open(plan(), Terms(LIMITS)).play_all([*moves, NoMoreBets()])
        hole = {1: "As Ah", 2: "2c 3d", 3: "4c 5d"}
        broke = during.after(played(start, "call call", hole=hole, board="Kd Qh 9c"))
        assert [c.stack_cents for c in broke.players.values()] == [4_500, 0, 0]
        assert why_not(broke.next_game) == "too-few-players"
        assert dealt(broke.add_chips(2, 5_000))[0] == [1, 2]


class TestWaitingForTheBigBlind:
    def test_a_newcomer_waits_until_he_is_the_big_blind(self):
        _, button, seating = dealt(seated(1, 3, 5))
        assert button == 1
        seating = seating.join(2, 50_000)
        games = []
        for _ in range(4):
            seats, button, seating = dealt(seating)
            games.append((button, seats))
        # Seat 2 lies left of seat 1: his big blind comes when 5 is the button and 1 the small one.
        assert games == [(3, [1, 3, 5]), (5, [1, 2, 3, 5]), (1, [1, 2, 3, 5]), (2, [1, 2, 3, 5])]

    def test_who_missed_a_blind_waits_for_the_big_blind(self):
        _, _, seating = dealt(seated(1, 2, 3, 4))
        seating = seating.sit_out(4)
        seats, button, seating = dealt(seating)
        assert (seats, button) == ([1, 2, 3], 2)
        assert seating.players[4].owes == "big", "seat 4 would have been the big blind"
        seating = seating.come_back(4)
        waited = []
        for _ in range(3):
            seats, _, seating = dealt(seating)
            waited.append(4 in seats)
        assert waited == [False, False, True]

    def test_who_was_away_while_no_blind_passed_owes_nothing(self):
        _, _, seating = dealt(seated(1, 2, 3, 4, 5))
        seating = seating.sit_out(1)
        _, _, seating = dealt(seating)
        assert seating.players[1].owes == ""
        assert 1 in dealt(seating.come_back(1))[0]

    def test_nothing_is_posted_out_of_turn(self):
        start = RingRound.open(WAIT, Terms(LIMITS))
        assert start.why_not(SitIn(1, 5_000, "both")).rule == "waits"

    def test_with_too_few_paid_up_players_the_game_starts_anew(self):
        _, _, seating = dealt(seated(1, 2))
        seating = seating.leave(2).join(3, 50_000)
        seats, button, _ = dealt(seating)
        assert seats == [1, 3]
        assert button == 3, "it moves on from seat 1, to whoever is there"


class TestPostingBoth:
    def test_a_newcomer_posts_the_big_blind_live(self):
        _, _, seating = dealt(seated(1, 2, 3, of=POST))
        seating = seating.join(6, 50_000)
        # Button 2: the blinds are 3 and 6, so there is nothing extra to post.
        assert posts(seating) == [(3, "small", "live"), (6, "big", "live")]
        seating = dealt(seated(1, 2, 3, 4, of=POST))[2].join(6, 50_000)
        assert posts(seating) == [(3, "small", "live"), (4, "big", "live"), (6, "big", "live")]

    def test_who_missed_both_blinds_posts_both_the_small_one_dead(self):
        _, _, seating = dealt(seated(1, 2, 3, 4, 5, of=POST))
        seating = seating.sit_out(4)
        for owes in ("big", "both"):
            _, _, seating = dealt(seating)
            assert seating.players[4].owes == owes
        seating = seating.come_back(4)
        assert posts(seating) == [
            (5, "small", "live"),
            (1, "big", "live"),
            (4, "big", "live"),
            (4, "small", "dead"),
        ]

    def test_dead_chips_are_the_pots_and_do_not_count_as_a_bet(self):
        start = deal([100] * 4, of=POST, posts={4: "both"})
        assert [(e.seat, e.cents, e.dead) for e in entries(start, Posted)][2:] == [
            (4, 1000, False),
            (4, 500, True),
        ]
        hole = {2: "As Ah", 4: "2c 3d"}
        done = played(start, "fold check fold check " + "check " * 4, hole=hole, board="Kd 9h 7c")
        # Antes of $20, blinds of $5 and $10, the posted $10 live and $5 dead.
        assert net(done) == {1: -10, 2: 35, 3: -5, 4: -20}

    def test_a_debtor_of_the_big_blind_is_not_dealt_in_as_the_small_one(self):
        _, button, seating = dealt(seated(1, 2, 3, 4, 5, of=POST))
        seating = seating.sit_out(4)
        _, button, seating = dealt(seating)
        assert button == 2 and seating.players[4].owes == "big"
        seats, button, seating = dealt(seating.come_back(4))
        assert (seats, button) == ([1, 2, 3, 5], 3)
        assert seating.players[4].owes == "both", "the small blind has passed him too"
        seats, button, _ = dealt(seating)
        assert (seats, button) == ([1, 2, 3, 4, 5], 4)

    def test_who_would_rather_wait_is_dealt_in_as_the_big_blind(self):
        _, _, posting = dealt(seated(1, 3, 5, of=POST))
        _, _, waiting = dealt(seated(1, 3, 5))
        posting, waiting = posting.join(2, 50_000), waiting.join(2, 50_000)
        for _ in range(4):
            moves, posting = posting.next_game(waiting={2})
            assert moves == waiting.next_game()[0]
            waiting = waiting.next_game()[1]
        assert 2 in dealt(posting)[0]

    def test_one_waits_while_another_posts(self):
        _, _, seating = dealt(seated(1, 2, 3, 4, of=POST))
        seating = seating.join(6, 50_000).join(7, 50_000)
        moves, _ = seating.next_game(waiting={6})
        assert [(move.seat, move.posts) for move in moves[:-1]] == [
            (1, ""),
            (2, ""),
            (3, ""),
            (4, ""),
            (7, "big"),
        ]

    def test_a_live_post_has_the_option_to_raise(self):
        now = deal([100] * 4, "call", of=POST, posts={4: "big"})
        assert now.turn.seat == 4
        assert [legal.move.choice for legal in now.legal_moves()] == ["check", "raise-to"]


class TestWhoMaySit:
    def test_ten_players_at_most_and_two_at_least(self):
        of = plan()
        start = RingRound.open(of, Terms(LIMITS))
        assert start.why_not(NoMoreBets()).rule == "too-few-players"
        ten = start.play_all([SitIn(seat, 5_000) for seat in range(1, 11)])
        assert ten.why_not(SitIn(11, 5_000)).rule == "no-such-seat"
        assert ten.why_not(NoMoreBets()).rule == "button-missing"
        assert ten.play_all([Button(4), NoMoreBets()]).cards_due == 20

    def test_the_house_may_set_fewer(self):
        start = RingRound.open(plan(players="3"), Terms(LIMITS))
        three = start.play_all([SitIn(seat, 5_000) for seat in (1, 2, 3)])
        assert three.why_not(SitIn(4, 5_000)).rule == "table-full"

    @pytest.mark.parametrize(
        ("move", "rule"),
        [
            (SitIn(1, 5_000), "already-in"),
            (SitIn(3, 0), "wrong-stack"),
            (SitIn(3, 5_000, "huge"), "no-such-blind"),
            (Button(3), "button-not-in"),
        ],
    )
    def test_seats_and_buttons_that_cannot_be(self, move, rule):
        start = RingRound.open(POST, Terms(LIMITS)).play_all([SitIn(1, 5_000), SitIn(2, 5_000)])
        assert start.why_not(move).rule == rule
        assert start.why_not(move).rule == rule

    def test_the_button_is_placed_once_and_nobody_sits_in_after_the_deal(self):
        start = deal([100, 100])
        for move in (SitIn(5, 5_000), Button(1), NoMoreBets()):
            assert start.why_not(move).rule == "betting-closed"
        two = RingRound.open(POST, Terms(LIMITS)).play_all([SitIn(1, 9), SitIn(2, 9), Button(1)])
        assert two.why_not(Button(2)).rule == "button-placed"


CUSTOMS = [plan(missed_blinds=rule, heads_up_blinds="custom") for rule in ("wait", "post-both")]
EVENT = st.tuples(st.sampled_from(["join", "leave", "out", "back", "game"]), st.integers(1, 10))


@settings(max_examples=60, deadline=None)
@given(st.sampled_from([WAIT, POST, *CUSTOMS]), st.lists(EVENT, max_size=60))
def test_however_players_come_and_go_a_game_opens_or_there_are_too_few(of, events):
    """Whoever is dealt in has chips and owes nothing more, and the round takes the moves."""
    seating = seated(1, 4, 7, of=of)
    for kind, seat in events:
        if kind == "game":
            ready = sum(chair.ready for chair in seating.players.values())
            if ready < 2:
                with pytest.raises(NotAllowed):
                    seating.next_game()
                continue
            moves, seating = seating.next_game()
            RingRound.open(of, Terms(LIMITS)).play_all([*moves, NoMoreBets()])
            in_game = [move.seat for move in moves if isinstance(move, SitIn)]
            assert all(not seating.players[s].owes and seating.players[s].ready for s in in_game)
            assert seating.button in in_game
            continue
        with suppress(NotAllowed):
            seating = {
                "join": lambda: seating.join(seat, 50_000),  # noqa: B023 - called at once
                "leave": lambda: seating.leave(seat),  # noqa: B023
                "out": lambda: seating.sit_out(seat),  # noqa: B023
                "back": lambda: seating.come_back(seat),  # noqa: B023
            }[kind]()
