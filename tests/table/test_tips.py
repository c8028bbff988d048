"""Betting for the dealer: a smaller stake on the player's spot, settled with it."""

from pathlib import Path

import pytest
from tests.ask.rounds import TOKES, TRAY, Bet, Decide, Reason, Terms, Tip, balances, stack

from .golden_rounds import DEALER, five
from .rigging import Rigged, bets, table

GAME = "pick-2-poker"
ON = {"tips": "on"}
SPOTS = bets(1, ante=1000, three_five_bonus=1000)


def played(hand, dealer="Kc Jd 9h 5s 2c", choice="three-card"):
    rigged = Rigged(
        GAME,
        [*SPOTS, Tip(1, "ante", 300)],
        {five(1): hand, DEALER: dealer},
        [Decide(1, choice)],
        ON,
    )
    return balances(rigged.played().log)


def test_management_decides_and_the_default_is_no():
    round = table(GAME).open_round(Terms()).play_all(SPOTS)
    reason = round.why_not(Tip(1, "ante", 100))
    assert isinstance(reason, Reason) and reason.rule == "no-tips"


def test_a_tip_that_wins_goes_to_the_tokes_with_what_it_won():
    assert played("9c 9d 4h 5d 2d") == {
        stack(1): 1000 + 2000 - 1000 - 300,
        TOKES: 600,
        TRAY: -2300,
    }


def test_a_tip_that_loses_goes_to_the_tray():
    assert played("Tc 7d 4s 6h 2s") == {stack(1): -4000 - 300, TRAY: 4300}


def test_a_tip_that_pushes_goes_back_to_the_player():
    assert played("Ks Jc 9d 4h 3c") == {stack(1): -1000, TRAY: 1000}


def test_a_folded_hand_loses_its_tip():
    assert played("Tc 7d 4s 6h 2s", choice="fold") == {stack(1): -2300, TRAY: 2300}


@pytest.mark.parametrize(
    ("tip", "rule"),
    [
        (Tip(1, "ante", 1000), "wrong-tip"),
        (Tip(1, "ante", 0), "wrong-tip"),
        (Tip(1, "ante", 50), "wrong-tip"),
        (Tip(2, "ante", 100), "nothing-to-ride"),
        (Tip(1, "play", 100), "nothing-to-ride"),
    ],
)
def test_a_tip_is_smaller_than_the_wager_it_rides_on(tip, rule):
    round = table(GAME, ON).open_round(Terms()).play_all(SPOTS)
    assert round.why_not(tip).rule == rule


def test_one_tip_a_spot():
    round = table(GAME, ON).open_round(Terms()).play_all([*SPOTS, Tip(1, "ante", 100)])
    assert round.why_not(Tip(1, "ante", 100)).rule == "already-out"
    assert round.why_not(Tip(1, "three-five-bonus", 100)) is None


def test_no_tip_rides_on_fixed_prizes_or_a_jackpot():
    from pathlib import Path

    stranger = str(Path(__file__).parents[1] / "generic" / "games" / "up-card.toml")
    opened = table(stranger).open_round(Terms(jackpots={"pot-of-gold": 10_000}))
    round = opened.play_all([Bet(1, "ante", 500), Bet(1, "four", 100)])
    assert round.why_not(Tip(1, "four", 50)).rule == "no-tip-here"
    assert round.why_not(Tip(1, "ante", 100)) is None


def test_a_tip_goes_back_with_the_wager_that_a_decision_takes_back():
    game = str(Path(__file__).parents[1] / "generic" / "games" / "take-it-down.toml")
    placed = [*bets(1, one=500, two=500, three=500), Tip(1, "one", 100), Tip(1, "three", 200)]
    nothing = {(1, "hole"): "2c 7d 9h", (None, "board"): "Jd Qs"}
    round = Rigged(game, placed, nothing, [Decide(1, "down"), Decide(1, "ride")]).played()
    back = [e.line for e in round.log if " back from " in e.line]
    assert back == ["seat 1 takes $5 back from one", "seat 1 gets $1 back from tip on one"]
    assert balances(round.log) == {stack(1): -1200, TRAY: 1200}
