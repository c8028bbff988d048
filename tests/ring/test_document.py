"""The document's rules for players against players, one test to a sentence."""

import pytest
from tests.ask.rounds import (
    Anted,
    Burnt,
    Deal,
    Dealt,
    Decide,
    Gathered,
    HandAnnounced,
    Posted,
    Seating,
    StageBegun,
    Taken,
)
from tests.ask.rules import OptionError, load

from feltworks.cards import deck

from .felt import amounts, choices, deal, entries, net, opened, plan, played, shown


def dealt_to(done, zone):
    return [e for e in entries(done, Dealt) if e.zone == zone]


def first_to_act(done):
    """The first seat to decide in each betting round."""
    first, waiting = [], False
    for entry in done.log:
        if isinstance(entry, StageBegun):
            waiting = True
        elif isinstance(entry, Decide) and waiting:
            first.append(entry.seat)
            waiting = False
    return first


class TestObject:
    def test_played_with_one_standard_deck_of_52_cards(self):
        start = opened([100, 100])
        assert set(start.chances()) == set(deck("standard-52").cards)
        assert set(start.chances().values()) == {1}
        one = next(iter(start.chances()))
        after = start.play(Deal(one))
        assert after.why_not(Deal(one)) is not None, "each card is there once"

    def test_played_player_against_player_with_no_dealers_hand(self):
        done = deal([100, 100], "call check check check check check")
        assert {e.seat for e in entries(done, Dealt)} == {1, 2, None}
        assert {e.zone for e in entries(done, Dealt) if e.seat is None} == {"community"}
        assert sum(net(done).values()) == 0, "what one wins another loses"

    def test_three_rounds_of_betting_and_an_ante(self):
        done = deal([100] * 3, "call call check " + "check " * 6)
        assert [e.stage for e in entries(done, StageBegun)] == ["hole", "flop", "river"]
        assert len(entries(done, Anted)) == 3
        assert len(first_to_act(done)) == 3

    def test_two_hole_cards_and_three_community_cards(self):
        done = deal([100] * 4, "call call call check " + "check " * 8)
        for seat in (1, 2, 3, 4):
            assert len([e for e in dealt_to(done, "hole") if e.seat == seat]) == 2
        assert len(dealt_to(done, "community")) == 3

    def test_community_cards_are_a_flop_of_two_and_a_river_of_one(self):
        done = deal([100] * 2, "call check " + "check " * 4)
        stage, came = None, {}
        for entry in done.log:
            if isinstance(entry, StageBegun):
                stage = entry.stage
            elif isinstance(entry, Dealt) and entry.zone == "community":
                came[stage] = came.get(stage, 0) + 1
        assert came == {"flop": 2, "river": 1}

    def test_the_button_moves_after_each_game_to_the_next_player_to_the_left(self):
        seating = Seating(plan())
        for seat in (2, 5, 9):
            seating = seating.join(seat, 10_000)
        buttons = []
        for _ in range(4):
            moves, seating = seating.next_game()
            buttons.append(moves[-1].seat)
        assert buttons == [2, 5, 9, 2]

    @pytest.mark.parametrize("button", [1, 2, 3, 4])
    def test_first_cards_go_to_the_player_left_of_the_button(self, button):
        done = deal([100] * 4, button=button)
        order = [button % 4 + 1, (button + 1) % 4 + 1, (button + 2) % 4 + 1, button]
        assert [e.seat for e in dealt_to(done, "hole")] == order * 2


class TestBettingPattern:
    def test_all_players_place_an_ante_to_start_the_game(self):
        start = opened([100] * 5)
        assert [(e.seat, e.cents) for e in entries(start, Anted)] == [
            (seat, 500) for seat in range(1, 6)
        ]
        assert entries(start, Dealt) == []

    def test_the_ante_is_a_house_option(self):
        start = opened([100] * 5, of=plan(ante="off"))
        assert entries(start, Anted) == []

    def test_the_ante_has_the_size_that_the_house_chose_and_is_never_above_the_small_bet(self):
        small_bet = opened([100] * 3).terms.limits.minimum_cents
        sizes = {"on": 500, "off": 0, "tenth": 100, "fifth": 200, "small-bet": 1000}
        assert set(sizes) == set(load("mini-tex-ring").options["ante"].values)
        for value, cents in sizes.items():
            start = opened([100] * 3, of=plan(ante=value))
            assert [e.cents for e in entries(start, Anted)] == [cents] * 3 * bool(cents)
            assert cents <= small_bet
        with pytest.raises(OptionError, match="small-bet"):
            plan(ante="twice")

    def test_the_two_players_left_of_the_button_place_blinds(self):
        start = opened([100] * 5, button=3)
        assert [(e.seat, e.blind) for e in entries(start, Posted)] == [(4, "small"), (5, "big")]

    def test_big_blind_is_the_minimum_bet_and_small_blind_half_of_it(self):
        start = opened([100] * 5)
        assert [e.cents for e in entries(start, Posted)] == [500, 1000]
        assert start.terms.limits.minimum_cents == 1000

    def test_first_player_to_bet_is_left_of_the_big_blind(self):
        assert deal([100] * 5, button=5).turn.seat == 3
        assert deal([100] * 5, button=3).turn.seat == 1
        assert deal([100] * 3).turn.seat == 3

    def test_after_the_flop_the_first_active_player_left_of_the_button_bets_first(self):
        assert deal([100] * 4, "call call call check").turn.seat == 1
        assert deal([100] * 4, "call call fold check").turn.seat == 2

    def test_after_the_river_the_first_active_player_left_of_the_button_bets_first(self):
        done = deal([100] * 4, "call call call check bet fold call call")
        assert done.turn.seat == 1
        done = deal([100] * 4, "call call call check check bet call call fold")
        assert done.turn.seat == 2

    def test_house_rules_say_how_many_raises_are_allowed(self):
        for raises in (1, 2, 3):
            start = deal([500] * 3, of=plan(raises=str(raises)))
            for _ in range(raises):
                assert "raise-to" in choices(start)
                start = played(start, "raise")
            assert choices(start) == ["fold", "call"]

    def test_house_rules_set_minimum_and_maximum_bets(self):
        spread = deal([500] * 3, "call call check", of=plan(structure="spread-limit"))
        assert amounts(spread, "bet") == (10, 40)
        fixed = deal([500] * 3, "call call check")
        assert amounts(fixed, "bet") == (10, 10)


class TestDealingProcedure:
    def test_each_player_receives_two_cards_face_down_then_a_round_of_betting(self):
        start = opened([100] * 3)
        assert start.cards_due == 6
        done = played(start)
        assert {e.face for e in dealt_to(done, "hole")} == {"down"}
        assert done.turn.waits_for == "decision"

    def test_one_card_is_buried_then_two_dealt_for_the_flop_then_a_round_of_betting(self):
        before = deal([100] * 3, "call call")
        after = played(before, "check")
        fresh = [e for e in after.log[len(before.log) :] if isinstance(e, Burnt | Dealt)]
        assert [type(e) for e in fresh] == [Burnt, Dealt, Dealt]
        assert {e.face for e in fresh[1:]} == {"up"}
        assert after.turn.waits_for == "decision"

    def test_one_card_is_buried_then_one_dealt_for_the_river_then_a_round_of_betting(self):
        before = deal([100] * 3, "call call check check check")
        after = played(before, "check")
        fresh = [e for e in after.log[len(before.log) :] if isinstance(e, Burnt | Dealt)]
        assert [type(e) for e in fresh] == [Burnt, Dealt]
        assert after.turn.waits_for == "decision"
        assert played(after, "check check check").turn.waits_for == "nothing"


CHECKED_DOWN = "call check check check check check"


class TestWinningHand:
    def test_best_three_of_two_hole_and_three_community_cards(self):
        done = deal(
            [100, 100],
            CHECKED_DOWN,
            hole={1: "As 2d", 2: "Kc Kd"},
            board="Ah Ac 7s",
            of=plan(shows="all-hands"),
        )
        assert [e.hand for e in entries(done, HandAnnounced)] == [
            "three aces",
            "pair of aces, king kicker",
        ]
        assert net(done) == {1: 15, 2: -15}

    def test_all_three_community_cards_cannot_be_used(self):
        """Three aces lie on the board; the king makes a pair of aces, kings beat queens."""
        done = deal(
            [100, 100],
            CHECKED_DOWN,
            hole={1: "Qs 2d", 2: "Kc 3d"},
            board="Ah Ac As",
            of=plan(shows="all-hands"),
        )
        assert [e.hand for e in entries(done, HandAnnounced)] == [
            "pair of aces, queen kicker",
            "pair of aces, king kicker",
        ]
        assert net(done) == {1: -15, 2: 15}

    def test_highest_value_hand_wins_the_pot(self):
        done = deal([100, 100], CHECKED_DOWN, hole={1: "9s 9d", 2: "Kc 3d"}, board="2h 5c Js")
        assert [(e.seat, e.cents) for e in entries(done, Taken)] == [(1, 3000)]
        assert entries(done, Gathered)[-1].pot_cents == 3000

    def test_tied_hands_split_the_pot(self):
        done = deal([100, 100], CHECKED_DOWN, hole={1: "As 2d", 2: "Ac 2h"}, board="9h 7c 5s")
        assert [(e.seat, e.cents) for e in entries(done, Taken)] == [(1, 1500), (2, 1500)]
        assert net(done) == {1: 0, 2: 0}

    @pytest.mark.parametrize(
        ("better", "worse"),
        [
            ("straight flush", "three of a kind"),
            ("three of a kind", "straight"),
            ("straight", "flush"),
            ("flush", "pair"),
            ("pair", "high card"),
        ],
    )
    def test_the_order_of_the_combinations(self, better, worse):
        board = "8s 5h Js"
        holding = {
            "straight flush": "9s Ts",
            "three of a kind": "8c 8d",
            "straight": "9d Tc",
            "flush": "2s 3d",
            "pair": "Jd 2c",
            "high card": "Ac 2h",
        }
        hole = {1: holding[worse], 2: holding[better]}
        done = deal([100, 100], CHECKED_DOWN, hole=hole, board=board)
        assert net(done) == {1: -15, 2: 15}
        hands = plan().hand
        value = {hands.in_words(v): v for v in range(len(hands.compiled.classes))}
        called = [value[e.hand] for e in entries(done, HandAnnounced)]
        assert [hands.compiled.category_of(v) for v in called] == [worse, better]

    def test_a_player_left_alone_takes_the_pot_without_showing(self):
        done = deal([100] * 3, "raise fold fold")
        assert shown(done) == [] and entries(done, HandAnnounced) == []
        assert net(done) == {1: -10, 2: -15, 3: 25}


class TestPocketPokerBonusWager:
    OFFERED = plan(pocket_poker_table="30-20")

    def test_it_is_optional_for_the_house(self):
        assert plan().rules.offer.side_wagers == ()
        assert self.OFFERED.rules.offer.side_wagers == ("pocket-poker",)

    def test_it_is_optional_for_the_player(self):
        done = deal([100] * 3, "fold fold", of=self.OFFERED, side={2: 5})
        assert [e.seat for e in done.log if type(e).__name__ == "Settled"] == [2]

    @pytest.mark.parametrize(
        ("hole", "won"),
        [
            ("As Ks", 150),
            ("Ad Ac", 100),
            ("Qs Ks", 25),
            ("As 2s", 25),
            ("9d 9c", 15),
            ("Ad 2c", 10),
            ("Kd Ac", 10),
            ("9s 2s", -5),
            ("9s 2d", -5),
        ],
    )
    def test_the_bet_is_on_the_two_hole_cards_only(self, hole, won):
        done = deal(
            [100] * 2,
            "call check check check check check",
            hole={1: hole, 2: "4h 6d"},
            board="8h 8d 8c",
            of=self.OFFERED,
            side={1: 5},
        )
        bare = deal(
            [100] * 2,
            "call check check check check check",
            hole={1: hole, 2: "4h 6d"},
            board="8h 8d 8c",
            of=self.OFFERED,
        )
        assert net(done)[1] - net(bare)[1] == won
        assert net(done)[2] == net(bare)[2]

    def test_it_is_always_in_play_even_if_the_player_folds(self):
        done = deal([100] * 3, "fold fold", hole={3: "Ad Ac"}, of=self.OFFERED, side={3: 5})
        assert net(done) == {1: -10, 2: 15, 3: 95}
        assert shown(done) == [3]

    def test_the_pot_is_settled_first_then_the_bonus_hands_are_shown_and_paid(self):
        does = "call fold check check check check check"
        done = deal([100] * 3, does, of=self.OFFERED, side={1: 5, 3: 5})
        kinds = [type(e).__name__ for e in done.log]
        assert max(at for at, kind in enumerate(kinds) if kind == "Taken") < kinds.index("Settled")
        settled = [e.seat for e in done.log if type(e).__name__ == "Settled"]
        assert settled == [3, 1]
