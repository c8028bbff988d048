"""Pots: side pots for any number of all-ins, ties, odd chips, and who shows."""

import pytest
from tests.ask.rounds import GivenUp, HandAnnounced, Taken, pots_of

from .felt import deal, entries, net, plan, shown

NO_ANTE = plan(ante="off", structure="no-limit")
CHECKED_DOWN = "raise50 call call check check check check"


def all_in(stacks, does, hole, board="Qd 9h 7c"):
    """A game without antes or limits, played to its end."""
    return deal(stacks, does, hole=hole, board=board, of=NO_ANTE)


def takes(done):
    """Seat, dollars and number of the pot, in the order they are pushed."""
    return [(e.seat, e.cents / 100, e.pot) for e in entries(done, Taken)]


class TestSidePots:
    def test_one_all_in_makes_one_side_pot(self):
        done = all_in([20, 100, 100], CHECKED_DOWN, {1: "As Ah", 2: "Ks Kh", 3: "2s 3h"})
        assert takes(done) == [(2, 60, 1), (1, 60, 0)]
        assert net(done) == {1: 40, 2: 10, 3: -50}

    def test_every_all_in_makes_another(self):
        hole = {1: "As Ah", 2: "Ks Kh", 3: "Qs Qh", 4: "Js Jh", 5: "2s 3h"}
        stacks, does = [10, 20, 30, 40, 40], "raise30 raise40 call call call"
        done = all_in(stacks, does, hole, "9d 8h 5c")
        assert takes(done) == [(4, 20, 3), (3, 30, 2), (2, 40, 1), (1, 50, 0)]

    def test_a_player_alone_in_a_side_pot_takes_it_without_the_best_hand(self):
        does = "raise50 call call bet20 call bet30 fold"
        done = all_in([20, 100, 100], does, {1: "As Ah", 2: "2s 3h", 3: "Ks Kh"})
        assert takes(done) == [(2, 100, 1), (1, 60, 0)]

    def test_a_folded_player_has_paid_but_plays_for_nothing(self):
        does = "raise20 call call raise30 call fold"
        done = all_in([10, 30, 30, 100], does, {1: "As Ah", 2: "Ks Kh", 3: "2s 3h", 4: "Ac Ad"})
        assert takes(done) == [(2, 50, 1), (1, 40, 0)]

    def test_folded_chips_above_everybody_still_in_stay_in_the_last_pot(self):
        """No lawful round comes to that; a pot of nobody would lose the chips."""
        assert pots_of([10, 20, 35], [True, True, False]) == [(30, (0, 1)), (35, (1,))]

    def test_dead_chips_belong_to_the_main_pot(self):
        posting = plan(ante="off", structure="no-limit", missed_blinds="post-both")
        done = deal(
            [10, 100, 100, 100],
            "raise50 call call call" + " check" * 6,
            hole={1: "As Ah", 2: "Ks Kh", 3: "2s 3h", 4: "4s 5h"},
            board="Qd 9h 7c",
            of=posting,
            posts={4: "both"},
        )
        assert takes(done) == [(2, 120, 1), (1, 45, 0)]


class TestTiesAndOddChips:
    CHECKED = "call fold check check check check check"
    TWO_POTS = "raise13 raise24 call fold call bet10 call fold check check"

    @pytest.mark.parametrize(
        ("button", "tied", "takes_"),
        [(3, (2, 3), [(2, 13, 0), (3, 12, 0)]), (2, (1, 2), [(1, 13, 0), (2, 12, 0)])],
    )
    def test_the_odd_chip_goes_to_the_first_tied_player_left_of_the_button(
        self, button, tied, takes_
    ):
        """The small blind folds his $5; the other two have $10 in."""
        hole = dict(zip(tied, ("As 2h", "Ac 2d"), strict=True))
        of = plan(ante="off")
        done = deal([100] * 3, self.CHECKED, hole=hole, board="Kd 9h 7c", button=button, of=of)
        assert takes(done) == takes_

    @pytest.mark.parametrize(
        ("hole", "first"),
        [(("As 2h", "Ac 2d"), 2), (("Ac 2h", "Ah 2s"), 3), (("Ah 3c", "Ad 3s"), 2)],
    )
    def test_the_odd_chip_goes_to_the_highest_card_by_option(self, hole, first):
        """Seats 2 and 3 tie for $25; spades over hearts, diamonds, clubs."""
        of = plan(ante="off", odd_chip="highest-card")
        cards = dict(zip((2, 3), hole, strict=True))
        done = deal([100] * 3, self.CHECKED, hole=cards, board="Kd 9h 7c", button=3, of=of)
        assert takes(done) == [(first, 13, 0), (5 - first, 12, 0)]

    @pytest.mark.parametrize("shows", ["all-hands", "last-aggressor-first"])
    @pytest.mark.parametrize("beaten", ["3s 4d", "Qs Qd"])
    def test_odd_chips_stay_where_they_are_however_the_beaten_players_leave(self, shows, beaten):
        """Seats 2 and 4 tie for a main pot of $57 and a side pot of $53.

        Seat 3, all in for $13, is beaten or the best of the main pot; shown or not, he must not
        change how the side pot is split.
        """
        done = deal(
            [100, 100, 13, 100, 100],
            self.TWO_POTS,
            hole={2: "As 2h", 3: beaten, 4: "Ac 2d"},
            board="Kd 9h 7c",
            of=plan(ante="off", structure="no-limit", shows=shows),
        )
        main = [(2, 29, 0), (4, 28, 0)] if beaten == "3s 4d" else [(3, 57, 0)]
        assert takes(done) == [(2, 27, 1), (4, 26, 1), *main]


HOLE = {1: "2s 3h", 2: "Ks Kh", 3: "As Ah"}


class TestShowing:
    BET_AT_THE_END = "call call check check check check check check bet call call"

    def test_the_last_to_bet_shows_first_and_beaten_hands_are_given_up(self):
        done = deal([100] * 3, self.BET_AT_THE_END, hole=HOLE, board="9d 8h 5c")
        assert shown(done) == [3]
        assert [e.seat for e in entries(done, GivenUp)] == [1, 2]

    def test_without_a_bet_the_first_player_left_of_the_button_shows_first(self):
        does = "call call check " + "check " * 6
        done = deal([100] * 3, does, hole=HOLE, board="9d 8h 5c")
        assert shown(done) == [1, 2, 3]

    def test_with_all_hands_everybody_shows(self):
        of = plan(shows="all-hands")
        done = deal([100] * 3, self.BET_AT_THE_END, hole=HOLE, board="9d 8h 5c", of=of)
        assert shown(done) == [3, 1, 2]
        assert entries(done, GivenUp) == []

    def test_whoever_wins_a_side_pot_shows_though_he_is_beaten_for_the_main_pot(self):
        done = all_in([20, 100, 100], CHECKED_DOWN, {1: "As Ah", 2: "Ks Kh", 3: "2s 3h"})
        assert [(e.seat, e.hand) for e in entries(done, HandAnnounced)] == [
            (1, "pair of aces, queen kicker"),
            (2, "pair of kings, queen kicker"),
        ]
        assert [e.seat for e in entries(done, GivenUp)] == [3]

    @pytest.mark.parametrize("does", ["fold fold", "raise fold fold"])
    def test_nobody_shows_when_everyone_else_has_folded(self, does):
        assert shown(deal([100] * 3, does)) == []
