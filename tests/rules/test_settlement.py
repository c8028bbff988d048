"""What a wager pays in the shipped games, clause by clause."""

from fractions import Fraction

import pytest
from tests.ask.rules import JackpotHit

from .felt import Felt

MINI_TEX = Felt("mini-tex")
SPANISH = Felt("spanish-poker")
PICK_2 = Felt("pick-2-poker")
TEXAS_21 = Felt("texas-21")
MAIN = ("ante", "flop", "river", "play")


# Mini-Tex: step 13


def test_mini_tex_13_dealer_does_not_qualify_ante_flop_and_river_pay_and_play_pushes():
    for result in ("win", "tie", "lose"):
        paid = [MINI_TEX.net(wager, qualified=False, result=result) for wager in MAIN]
        assert paid == [1, 1, 1, 0]


def test_mini_tex_13_player_is_better_and_all_four_pay_even_money():
    assert [MINI_TEX.net(wager, result="win") for wager in MAIN] == [1, 1, 1, 1]


def test_mini_tex_13_dealer_is_better_and_all_four_lose():
    assert [MINI_TEX.net(wager, result="lose") for wager in MAIN] == [-1, -1, -1, -1]


def test_mini_tex_13_hands_are_equal_and_all_four_push():
    assert [MINI_TEX.net(wager, result="tie") for wager in MAIN] == [0, 0, 0, 0]


def test_mini_tex_folded_wagers_are_lost():
    assert [MINI_TEX.net(wager, folded=True) for wager in MAIN] == [-1, -1, -1, -1]


@pytest.mark.parametrize(
    ("hole", "pays", "row"),
    [
        ("As Ks", 30, "royal"),
        ("As Ad", 20, "aces"),
        ("Ks Qs", 5, "straight-flush"),
        ("2s As", 5, "straight-flush"),
        ("7s 7d", 3, "pair"),
        ("As Kd", 2, "straight"),
        ("2c Ad", 2, "straight"),
        ("9s 3s", -1, "flush"),
        ("9s 3d", -1, "other"),
    ],
)
@pytest.mark.parametrize("folded", [False, True])
def test_mini_tex_pocket_poker_rides_on_the_hole_cards_folded_or_not(hole, pays, row, folded):
    paid = MINI_TEX.settle("pocket-poker", folded=folded, result=None, hole=hole)
    assert (paid.odds, paid.rows) == (pays, (row,))


def test_mini_tex_pocket_poker_second_and_third_table():
    for table, royal, aces in (("35-15", 35, 15), ("25-20", 25, 20)):
        felt = Felt("mini-tex", pocket_poker_table=table)
        assert felt.net("pocket-poker", hole="AsKs") == royal
        assert felt.net("pocket-poker", hole="AsAd") == aces


# Spanish Poker: Dealing the Game


def test_spanish_dealer_does_not_qualify_raise_pushes_and_ante_pays_even_money():
    for result in ("win", "tie", "lose"):
        case = {"qualified": False, "result": result, "cards": "Jo As Ad Ac Ah"}
        assert SPANISH.net("ante", **case) == 1
        assert SPANISH.net("raise", **case) == 0


@pytest.mark.parametrize(
    ("cards", "pays"),
    [
        ("Jo As Ad Ac Ah", 200),
        ("Jo As Ks Qs Js", 100),
        ("2s 3s 4s 5s 6s", 40),
        ("Jo 2d 2c 2h 5s", 25),
        ("2s 3s 4s 5s Ks", 10),
        ("2s 2d 4s 4d 4c", 7),
        ("5s 6d 7c Jh Qs", 6),
        ("Jo 2d 2c Kh 5s", 3),
        ("2s 2d 4s 4d 5c", 2),
        ("Jo 2d 3c Kh 5s", 1),
    ],
)
def test_spanish_player_is_better_and_the_ante_pays_by_its_table(cards, pays):
    assert SPANISH.net("ante", result="win", cards=cards) == pays
    assert SPANISH.net("raise", result="win", cards=cards) == 1


def test_spanish_ante_table_2():
    felt = Felt("spanish-poker", ante_table="2")
    assert felt.net("ante", result="win", cards="2s 2d 4s 4d 4c") == 8
    assert felt.net("ante", result="win", cards="5s 6d 7c Jh Qs") == 7


def test_spanish_ties_are_a_house_option():
    for choice, net in (("push", 0), ("dealer-wins", -1)):
        felt = Felt("spanish-poker", tie=choice)
        assert felt.net("ante", result="tie", cards="2s 2d 4s 4d 4c") == net
        assert felt.net("raise", result="tie") == net


def test_spanish_ace_low_straight_only_where_the_house_says_so():
    hand = {"result": "win", "cards": "As 2d 3c 4h 5s"}
    assert Felt("spanish-poker", ace_low_straights="off").net("dos-pares", **hand) == -1
    assert Felt("spanish-poker", ace_low_straights="on").net("dos-pares", **hand) == 7


def test_spanish_side_wagers_depend_on_the_five_cards_alone():
    hand = {"cards": "Jo 2d 2c Kh Ks"}
    for case in ({"folded": True}, {"qualified": False, "result": "lose"}, {"result": "win"}):
        assert SPANISH.net("dos-pares", **case, **hand) == 9
        assert SPANISH.net("joker-in-hand", **case, **hand) == 7
    assert SPANISH.net("joker-in-hand", cards="2s 2d 2c Kh Ks") == -1


def test_spanish_gran_tray_prizes_come_with_the_dollar():
    paid = SPANISH.settle("gran-progressive", cards="2s 3s 4s 5s 6s")
    assert (paid.odds, paid.cents, paid.hits) == (0, 15_000, ())
    lost = Felt("spanish-poker", gran_stake="lost")
    assert lost.settle("gran-progressive", cards="2s 3s 4s 5s 6s").odds == -1
    assert SPANISH.settle("gran-progressive", cards="Jo 2d 2c 2h 5s").cents == 10_000
    assert SPANISH.settle("gran-progressive", cards="2s 3s 4s 5s Ks").cents == 7_500


def test_spanish_gran_cincos_and_royals_claim_their_shares():
    cincos = SPANISH.settle("gran-progressive", cards="Jo As Ad Ac Ah")
    royal = SPANISH.settle("gran-progressive", cards="Jo As Ks Qs Js")
    assert cincos.hits == (JackpotHit("gran", Fraction(1), "split"),)
    assert royal.hits == (JackpotHit("gran", Fraction(1, 4), "each"),)
    assert cincos.odds == royal.odds == 0


# Pick 2 Poker: Playing the Game


def test_pick_2_three_five_bonus_pays_on_both_tables():
    # Trip aces pay 1 on the five cards and 1 on the best three of them.
    hand = {"result": "lose", "cards": "As Ad Ac 2h 7s"}
    assert PICK_2.net("three-five-bonus", **hand) == 2
    assert Felt("pick-2-poker", three_five_bonus_pays="higher").net("three-five-bonus", **hand) == 1


def test_pick_2_higher_takes_the_better_prize():
    hand = {"result": "win", "cards": "As Ks Qs Js Ts"}
    assert PICK_2.net("three-five-bonus", **hand) == 510
    higher = Felt("pick-2-poker", three_five_bonus_pays="higher")
    paid = higher.settle("three-five-bonus", **hand)
    assert (paid.odds, paid.rows) == (500, ("royal-flush",))


def test_pick_2_three_five_bonus_wins_on_one_table_and_loses_on_neither():
    assert PICK_2.net("three-five-bonus", result="win", cards="As Ks Qs 2d 7h") == 10
    assert PICK_2.net("three-five-bonus", result="win", cards="As Kd Qs 2d 7h") == -1


def test_pick_2_five_card_bonus_pays_a_pair_of_sixes_or_better():
    assert PICK_2.net("five-card-bonus", result="lose", cards="6s 6d Qs 2d 7h") == 1
    assert PICK_2.net("five-card-bonus", result="lose", cards="5s 5d Qs 2d 7h") == -1


def test_pick_2_bonuses_on_a_fold_are_a_house_option():
    hand = {"folded": True, "cards": "As Ad Ac 2h 7s"}
    assert PICK_2.net("three-five-bonus", **hand) == -1
    in_action = Felt("pick-2-poker", bonuses_on_fold="in-action")
    assert in_action.net("three-five-bonus", **hand) == 2
    assert in_action.net("five-card-bonus", **hand) == 4
    both = {"bonuses_on_fold": "in-action", "three_five_bonus_pays": "higher"}
    assert Felt("pick-2-poker", **both).net("three-five-bonus", **hand) == 1


@pytest.mark.parametrize(
    ("choice", "ante", "play"),
    [
        ("ante-pays", {"win": 1, "tie": 1, "lose": 1}, 0),
        ("ante-compares", {"win": 1, "tie": 0, "lose": -1}, 0),
        ("push", {"win": 0, "tie": 0, "lose": 0}, 0),
        ("both-pay", {"win": 1, "tie": 1, "lose": 1}, 1),
    ],
)
def test_pick_2_dealer_does_not_qualify_is_a_house_option(choice, ante, play):
    felt = Felt("pick-2-poker", dealer_not_qualified=choice)
    for result, net in ante.items():
        assert felt.net("ante", qualified=False, result=result) == net
        assert felt.net("play", qualified=False, result=result) == play


# Texas 21: Bonus Wager and Progressive


@pytest.mark.parametrize(
    ("cards", "dealer", "flop", "bonus"),
    [
        ("As As", "As", "As As 2d 3d", 500),
        ("As Ks", "Qs", "Js Ts Ts Ts", 150),
        ("2s 3s", "4s", "5s 6s Kd Kd", 50),
        ("As Ad", "As", "Ac Ah 2d 3d", 40),
        ("As Ad", "As", "Ac Kh 2d 3d", 10),
        ("As Ad", "As", "Kc Kh 2d 3d", 5),
        ("As 2s", "2s", "9s Ks 3d 4d", 3),
        ("As 2d", "3s", "4c 5h Kd 9d", 2),
        ("As Ad", "As", "Kc Qh 2d 3d", 1),
        ("As Ad", "Ks", "Kc Qh 2d 3d", -1),
    ],
)
def test_texas_21_bonus_pays_the_best_five_of_seven_cards(cards, dealer, flop, bonus):
    assert TEXAS_21.net("bonus", cards=cards, dealer=dealer, flop=flop) == bonus


def test_texas_21_bonus_looks_at_the_first_two_cards_and_the_up_card_only():
    drawn = {"cards": "As Ad Ah Ac", "dealer": "Ks 2c", "flop": "Kc Qh 2d 3d"}
    assert TEXAS_21.net("bonus", **drawn) == -1


def test_texas_21_progressive_winner_keeps_the_dollar():
    royal = {"cards": "As Ks", "dealer": "Qs", "flop": "Js Ts 2d 2d"}
    paid = TEXAS_21.settle("progressive", **royal)
    assert paid.odds == 0
    assert paid.hits == (JackpotHit("texas-21-jackpot", Fraction(1), "split"),)
    assert TEXAS_21.net("progressive", cards="2s 3s", dealer="4s", flop="5s 6s Kd Kd") == 250


def test_texas_21_progressive_suited_five_of_a_kind_counts_as_five_of_a_kind():
    assert TEXAS_21.net("progressive", cards="As As", dealer="As", flop="As As 2d 3d") == 100
    assert TEXAS_21.net("progressive", cards="As Ad", dealer="As", flop="Ac Ah 2d 3d") == 100
