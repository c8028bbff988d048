"""What a wager pays by cells that the shipped games do not use."""

from fractions import Fraction

import pytest
from tests.ask.rules import Handbook, RulesError, Situation, load_text, settle

from .felt import Felt
from .sample import SAMPLES, edited, sample_text

SIXTH = Felt(SAMPLES / "three-queens.toml")


@pytest.mark.parametrize(
    ("case", "net"),
    [
        ({"result": "win"}, 1 + 4),
        ({"result": "tie"}, 0 + 4),
        ({"result": "lose"}, -1 + 4),
        ({"qualified": False, "result": "lose"}, 1 + 4),
        ({"folded": True}, -1),
    ],
)
def test_a_bonus_paid_win_or_lose_adds_up_with_the_ante(case, net):
    assert SIXTH.net("ante", cards="7s 7d 7c", **case) == net


def test_a_hand_outside_the_bonus_leaves_the_ante_alone():
    assert SIXTH.net("ante", cards="7s 7d 8c", result="lose") == -1


def test_comparing_although_the_dealer_does_not_qualify():
    felt = Felt(SAMPLES / "long-raise.toml")
    for result, net in (("win", 1), ("tie", 0), ("lose", -1)):
        assert felt.net("raise", qualified=False, result=result) == net
        assert felt.net("ante", qualified=False, result=result) == 0


def test_comparing_hands_of_which_nobody_said_which_is_higher_is_refused():
    with pytest.raises(ValueError, match=r"settle\.raise compares hands"):
        Felt(SAMPLES / "long-raise.toml").settle("raise", qualified=False)


def test_a_win_that_the_table_does_not_pay_pushes_where_else_says_so():
    felt = Felt(SAMPLES / "long-raise.toml")
    pair = {"hole": "As Ad", "board": "2c 7h 9s Jd 3c"}
    assert felt.net("blind", result="win", **pair) == 0
    flush = {"hole": "As 2s", "board": "7s 9s Ks Jd 3c"}
    assert felt.net("blind", result="win", **flush) == Fraction(3, 2)


def test_a_stake_that_is_lost_is_lost_once_however_many_prizes_stack():
    text = edited(
        ('{ table = "bonus", else = "lose" }', '{ tables = ["bonus", "more"], else = "lose" }'),
        (
            "[jackpots.ride]",
            '[pays.more]\nhand = "first-three"\nstake = "lost"\n'
            'rows = [{ hand = "straight flush", pays = "$7" }]\n\n[jackpots.ride]',
        ),
        text=sample_text("ride-along"),
    )
    paid = Felt(text).settle("bonus", hole="9s 8s 7s")
    assert (paid.odds, paid.cents) == (-1, 4_000 + 700)


def test_odds_for_one_have_the_stake_inside_and_a_lost_stake_is_not_returned():
    # "6 for 1" is 5 to 1; where the stake is the price of the prize one more unit is gone.
    assert Felt(SAMPLES / "ride-along.toml").net("bonus", hole="9s 8d 7s") == 4


def test_a_wager_without_a_cell_for_the_case_is_refused_rather_than_guessed():
    book = SIXTH.book
    cells = book.rules.settle["play"].model_copy(update={"tie": None})
    rules = book.rules.model_copy(update={"settle": {"play": cells}})
    with pytest.raises(ValueError, match="no cell for tie"):
        settle(Handbook(rules), "play", Situation(result="tie"))


def test_hands_that_nothing_compares_are_told_to_need_a_contest():
    text = """
[game]
id = "plain"
name = "Plain"
title = "Three cards against three."
deck = "standard-52"

[zones]
cards = "player"
dealer = "dealer"

[hands]
player = { ranking = "three-card", from = { cards = 3 } }
dealer = { like = "player" }

[wagers]
ante = "required"

[[stages]]
id = "look"
deal = ["3 down to cards", "3 down to dealer"]

[settle]
ante = { win = "1:1", tie = "push", lose = "lose" }
"""
    with pytest.raises(RulesError, match=r"a section \[contests.main\], by which the hands"):
        load_text(text)
    assert load_text(text + "\n[contests.main]\n").contests["main"].dealer == "dealer"
