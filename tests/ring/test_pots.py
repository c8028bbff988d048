"""Pots: side pots for any number of all-ins, ties, odd chips, and who shows."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.ask.rounds import GivenUp, HandAnnounced, Taken

from feltworks.ring.pots import Pot, best, pots, split

from .felt import deal, entries, net, plan, shown
from .settler import pots_by_slices

NO_ANTE = plan(ante="off", structure="no-limit")
CHECKED_DOWN = "raise50 call call check check check check"
PAID = st.lists(st.integers(0, 60), min_size=2, max_size=10)


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
        assert pots([10, 30, 30, 20], [True, True, True, False]) == [
            Pot(40, (0, 1, 2)),
            Pot(50, (1, 2)),
        ]

    def test_folded_chips_above_everybody_still_in_stay_in_the_last_pot(self):
        assert pots([10, 20, 35], [True, True, False]) == [Pot(30, (0, 1)), Pot(35, (1,))]

    def test_dead_chips_belong_to_the_main_pot(self):
        assert pots([10, 20, 20], [True, True, True], 5) == [Pot(35, (0, 1, 2)), Pot(20, (1, 2))]

    def test_levels_that_only_folded_players_make_are_not_pots_of_their_own(self):
        """Else each could have an odd chip of its own, and one tied player would get them all."""
        assert pots([10, 10, 1, 2, 3], [True, True, False, False, False]) == [Pot(26, (0, 1))]

    @given(PAID, st.data())
    def test_pots_are_those_of_the_slices(self, paid, data):
        some = st.lists(st.booleans(), min_size=len(paid), max_size=len(paid))
        live = [is_in and put > 0 for is_in, put in zip(data.draw(some), paid, strict=True)]
        if not any(live):
            paid[0], live[0] = paid[0] + 1, True
        places = range(len(paid))
        made = pots(paid, live)
        slices = pots_by_slices(
            list(places), dict(enumerate(paid)), {}, {at for at in places if live[at]}
        )
        assert [(pot.cents, list(pot.players)) for pot in made] == slices
        assert sum(pot.cents for pot in made) == sum(paid)


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

    def test_several_odd_chips_go_one_each(self):
        assert split(1100, 3, 100) == [400, 400, 300]
        assert split(1000, 3, 100) == [400, 300, 300]

    def test_loose_cents_stay_with_the_first(self):
        assert split(1101, 2, 100) == [601, 500]
        assert split(7, 2, 100) == [7, 0]

    @given(st.integers(0, 10**6), st.integers(1, 10), st.sampled_from([1, 5, 100, 500]))
    def test_a_split_pot_is_whole_and_no_part_is_more_than_a_chip_ahead(self, cents, ways, chip):
        parts = split(cents, ways, chip)
        assert sum(parts) == cents and len(parts) == ways
        assert parts == sorted(parts, reverse=True)
        assert parts[0] - parts[-1] < 2 * chip
        if cents % chip == 0:
            assert parts[0] - parts[-1] <= chip
            assert all(part % chip == 0 for part in parts)

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

    def test_best_hands_of_a_pot(self):
        assert best(Pot(10, (0, 2, 3)), [9, 99, 7, 9]) == (0, 3)


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
