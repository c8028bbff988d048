"""What the advice reckons with: the cards of the seat, the board, and the wagers that are out."""

from fractions import Fraction
from pathlib import Path

import pytest
from tests.ask.rounds import Bet, Decide, Irregularity
from tests.ask.rules import without_cards
from tests.ask.seats import BestPlayer, PositionError, position
from tests.ask.shipped import stop_at_known_cards

from feltworks.cards import parse_cards

from .rigging import Rigged, bets, table

GAME = str(Path(__file__).parents[1] / "generic" / "games" / "take-it-down.toml")
SPOTS = {"one": 500, "two": 500, "three": 500}
KINGS = {(1, "hole"): "Kc Kd 4h", (None, "board"): "5s 7c", (2, "hole"): "Ah 9s 2d"}


@pytest.fixture(scope="module")
def optimal():
    return BestPlayer(table(GAME).rules)


def looked(*choices, seats=1, **more):
    placed = [bet for seat in range(1, seats + 1) for bet in bets(seat, **SPOTS)]
    decisions = [Decide(seat, choice) for seat, choice in choices]
    policy = {"face-up-card": "play-on"}
    return Rigged(GAME, placed, KINGS, decisions, policy=policy, **more).played()


def test_a_wager_that_was_taken_back_is_no_part_of_the_values(optimal):
    """The same hand pays the same on each wager, so the values go with what is out."""
    riding = optimal.advise(looked((1, "ride")), 1).values
    lighter = optimal.advise(looked((1, "down")), 1).values
    each = riding["ride"] / 3
    assert riding == {"ride": 3 * each, "down": 2 * each}
    assert lighter == {"ride": 2 * each, "down": each}


def test_units_are_those_of_the_last_bet_and_side_wagers_are_left_aside(optimal):
    withdrawn = [Bet(1, "one", 1000), Bet(1, "one", 0)]
    round = Rigged(GAME, [*withdrawn, *bets(1, **SPOTS, bonus=700)], KINGS).played()
    assert position(round, 1).stakes_cents == SPOTS | {"bonus": 700}
    assert optimal.advise(round, 1).values == optimal.advise(looked(), 1).values


def test_ways_that_the_wagers_do_not_tell_apart_are_refused(optimal, monkeypatch):
    way = {wager: Fraction(1) for wager in SPOTS}
    optimal.pretend(monkeypatch, [way, way])
    with pytest.raises(PositionError, match="comes up in 2 ways with one 1, two 1, three 1"):
        optimal.advise(looked(), 1)


def test_an_exposed_card_is_named_as_left_out_until_it_lies_open(optimal):
    exposed = Irregularity("face-up-card", "seen by all", cards=parse_cards("7c Qs"))
    round = looked((1, "ride"), extra=[exposed])
    weighed = optimal.advise(round, 1)
    assert weighed.values == optimal.advise(looked((1, "ride")), 1).values
    assert weighed.left_out == parse_cards("7c Qs")
    assert "do not reckon with 7c Qs," in optimal.lines(round, 1)[-1]
    ended = round.play(Decide(1, "ride"))
    assert position(ended, 1).exposed == parse_cards("Qs")


@pytest.mark.slow
def test_cards_of_another_hand_are_reckoned_with_where_its_player_sees_them(optimal):
    round = looked(seats=2)
    alone, both = optimal.advise(round, 1), optimal.advise(round, 1, hands=(1, 2))
    assert alone.left_out == both.left_out == ()
    thin = BestPlayer(without_cards(optimal.rules, parse_cards("Ah 9s 2d")))
    assert both.values == thin.advise(round, 1).values != alone.values


def test_cards_are_left_out_where_solving_again_takes_long(optimal, monkeypatch):
    stop_at_known_cards(monkeypatch)
    fresh = BestPlayer(optimal.rules)
    assert fresh.advise(looked(seats=2), 1, hands=(1, 2)).left_out == parse_cards("Ah 9s 2d")


def test_a_seat_does_not_know_what_its_viewer_may_not(optimal):
    here = position(looked((1, "down"), (2, "ride"), seats=2), 1)
    assert (here.stage, here.gone) == ("second-look", ())
    assert here.cards == parse_cards("Kc Kd 4h") and here.board == parse_cards("5s")
    assert here.stakes_cents == {"two": 500, "three": 500}
