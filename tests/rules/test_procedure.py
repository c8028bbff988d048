"""Procedure: what players and staff do, as the rules tell it to a person."""

from __future__ import annotations

import pytest
from tests.ask.rules import RulesError, load, load_text, procedure
from tests.cli.running import run

from .sample import edited, sample_text


def told(game, **options) -> str:
    return procedure(load(game, options))


def test_pick_2_completion_a_who_may_touch_wagers_and_where_cards_are_kept():
    words = told("pick-2-poker")
    assert "Nobody but the player and the dealer touches a player's wagers." in words
    assert "Cards stay above the table" in words
    assert "Every player answers for his own play." in words


def test_pick_2_wagers_b_are_made_with_chips():
    assert "All wagers are made in chips." in told("pick-2-poker")


def test_pick_2_shuffle_machine_a_to_c_second_deck_has_other_backs_and_alternates():
    words = told("pick-2-poker", shuffler="machine-two-decks")
    assert "backs of different colours change places every round" in words
    assert "shuffles one while the other is dealt" in words
    assert "backs" not in told("pick-2-poker")


@pytest.mark.parametrize(
    ("shuffler", "words"), [("machine", "from a shuffle machine"), ("by-hand", "dealt by hand")]
)
def test_what_the_cards_are_dealt_from_decides_the_procedure(shuffler, words):
    assert words in told("pick-2-poker", shuffler=shuffler)


def test_spanish_poker_hands_are_neither_shown_nor_discussed():
    assert "neither show each other their hands nor talk" in told("spanish-poker")


@pytest.mark.slow
def test_spanish_poker_is_dealt_from_a_shoe_or_a_shuffle_machine(capsys):
    assert "from a shoe" in told("spanish-poker")
    shown = run(capsys, "rules", "show", "spanish-poker", "--set", "dealt_from=shuffle-machine").out
    assert "shuffler failure" in shown and "from a shuffle machine" in shown
    assert "shuffler failure" not in run(capsys, "rules", "show", "spanish-poker").out


def test_a_machine_that_is_not_there_can_neither_fail_nor_shuffle_a_second_deck():
    text = sample_text("spanish-poker")
    fails = f'{text}\n[irregularities]\nshuffler_failure = "void"\n'
    with pytest.raises(RulesError, match="nothing without a shuffle machine"):
        load_text(fails, "game.toml")
    with pytest.raises(RulesError, match="true only beside a shuffle machine"):
        load_text(text.replace("tuck = true", "tuck = true\nsecond_deck = true"), "game.toml")


def test_spanish_poker_has_five_or_six_spaces():
    text = edited(
        ("least_seats = 5", "least_seats = 5\nseats = 4"), text=sample_text("spanish-poker")
    )
    with pytest.raises(RulesError, match="no fewer than least_seats = 5"):
        load_text(text, "game.toml")
