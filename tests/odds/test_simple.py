"""Strategies to remember: known answers, prices that add up, words that say what is meant."""

from __future__ import annotations

import json
from fractions import Fraction
from functools import cache
from itertools import pairwise
from pathlib import Path

import pytest
from tests.ask.odds import Player
from tests.ask.rules import EXAMPLES_DIR, load, load_text
from tests.ask.simple import SimpleRules, searching_for_no_rules, simple_rules
from tests.ask.solving import storing_quick_counts
from tests.cli.running import run

from feltworks.cards import parse_cards

GAMES = Path(__file__).parent / "games"
FEATURES = sorted(path.stem for path in (GAMES / "features").glob("*.toml"))


@cache
def of_feature(name: str) -> SimpleRules:
    return simple_rules(load(str(GAMES / "features" / f"{name}.toml")), rule_count=2)


def test_three_card_poker_is_queen_six_four_and_costs_nothing() -> None:
    found = simple_rules(load(str(EXAMPLES_DIR / "three-card-poker.toml")))
    assert found.lines == {"play": ["bet with queen-six-four high or better", "otherwise fold"]}
    assert found.cost == 0 and -found.best_value == Fraction(686689, 20358520)


@pytest.mark.slow
def test_spanish_poker_is_told_in_few_words_and_more_rules_never_cost_more() -> None:
    rules = load("spanish-poker")
    one, two, three = (simple_rules(rules, rule_count=count) for count in (1, 2, 4))
    assert one.cost > two.cost > 0 and two.cost >= three.cost
    assert three.cost < Fraction(1, 2000)
    *lines, last = three.lines["raise"]
    assert "six" in " ".join(lines)
    assert last == "otherwise fold"


@pytest.mark.slow
def test_three_decisions_in_a_row_are_told_one_by_one() -> None:
    found = simple_rules(load("mini-tex"))
    assert list(found.lines) == ["hole", "flop", "river"]
    assert found.lines["hole"] == ["bet with a three or higher", "otherwise fold"]
    assert "cards that beat you" in " ".join(found.lines["river"])
    assert 0 < found.cost < Fraction(2, 100)
    assert found.costs["river"] < Fraction(1, 200)


@pytest.mark.slow
@pytest.mark.parametrize("name", FEATURES)
def test_every_decision_gets_rules_and_a_price(name: str) -> None:
    found = of_feature(name)
    asked = [stage.id for stage in found.rules.stages if stage.decide]
    assert list(found.lines) == asked == list(found.costs)
    assert all(cost >= 0 for cost in found.costs.values())
    assert sum(found.costs.values()) == found.cost == found.best_value - found.value
    assert all(count <= 2 for count in found.rule_counts)
    for _, (*rules_told, last) in found.lists:
        assert last.startswith("otherwise " if rules_told else "always ")
        assert all(" with " in line for line in rules_told)


WORDS = {
    "a-larger-raise-needs-a-hand": [
        "more with two pair, jacks and sixes or better",
        "suited with a suited",
        "otherwise raise",
    ],
    "a-qualifier-of-another-kind": [
        "bet 2x with a pair of aces or better",
        "bet 1x with a pair of tens or jacks",
        "otherwise fold",
    ],
    "an-up-card-and-unequal-hands": [
        "bet 3x with an ace-high straight or better",
        "bet 1x with a straight or better and three cards seven or higher",
        "otherwise fold",
    ],
    "two-contests-at-once": [
        "fold with less than a two-card straight and less than a three-card pair of kings",
        "bet with a three-card pair of sevens, eight kicker or better",
        "otherwise fold",
    ],
    "rows-that-look-at-cards": [
        "bet with a flush or better, or with two cards four or higher",
        "otherwise fold",
    ],
    "cells-for-each-contest": [
        "front with less than a three-card straight and a two-card eight-high straight or better",
        "back with a three-card pair of eights or better",
        "otherwise fold",
    ],
    "a-wager-on-the-dealers-hand": [
        "bet with a pair of kings or better, or with three cards higher than the dealer's card",
        "otherwise check",
    ],
}


@pytest.mark.parametrize("name", WORDS)
def test_rules_are_told_in_these_words(name: str) -> None:
    """Those of the last decision. Pairs that an earlier rule leaves over are named one by one."""
    *_, lines = of_feature(name).lines.values()
    assert lines == WORDS[name]


def priced_by_hand(found: SimpleRules) -> Fraction:
    """What the first decision's rules give away, position by position."""
    lost, deals = Fraction(0), 0
    for line in Player(found.rules).positions(found.lists[0][0]):
        values = line.advice.values
        lost += line.deals * (
            max(values.values()) - values[found.first_choice(line.cards, line.board)]
        )
        deals += line.deals
    return lost / deals


@pytest.mark.slow
@pytest.mark.parametrize(
    "name",
    [
        "a-larger-raise-needs-a-hand",
        "a-choice-ends-all-others",
        "raise-once-the-earlier-the-more",
        "an-up-card-and-unequal-hands",
    ],
)
def test_the_price_is_what_each_position_gives_away(name: str) -> None:
    found = of_feature(name)
    assert priced_by_hand(found) == found.costs[found.lists[0][0]]


WHOLE_BOARD = """
[game]
id = "whole-board"
name = "Whole Board"
title = "One raise on the whole board. Suits matter for flushes alone, so kinds are counted."
deck = { ranks = "T J Q K A", suits = "c d h" }

[zones]
hole = "player"
dealer = "dealer"
board = "table"

[hands]
player = { ranking = "five-card", from = { hole = 1, board = 5 } }
dealer = { ranking = "five-card", from = { dealer = 1, board = 5 } }

[contests.main]
player = "player"
dealer = "dealer"

[wagers]
ante = "required"
play = "decision"

[[stages]]
id = "play"
deal = ["1 down to hole", "1 down to dealer", "5 up to board"]
decide = ["fold", { bet = "play", size = "2 x ante" }]

[settle]
ante = { folded = "lose", win = "1:1", tie = "push", lose = "lose" }
play = { win = "1:1", tie = "push", lose = "lose" }

[table]
seats = 1
most_seats = 1
"""


@pytest.mark.slow
def test_rules_on_the_whole_board_are_priced_by_kinds_as_position_by_position() -> None:
    found = simple_rules(load_text(WHOLE_BOARD), rule_count=2)
    assert priced_by_hand(found) == found.cost > 0
    assert found.value_over_all_deals() == found.value


FOUR_OPEN = {
    "five-card": "four-card",
    "board = 5": "board = 4",
    "5 up": "4 up",
    "dealer = 1": "dealer = 2",
    "1 down to dealer": "2 down to dealer",
    '"fold", ': '"check", ',
    'folded = "lose", ': "",
    'play = { win = "1:1", tie = "push"': 'play = { win = "1:1", tie = "lose"',
}
"""The changes to the game above that make a better kind of hand the thing to look for."""


def test_a_better_kind_of_hand_than_the_open_cards_is_told_and_followed() -> None:
    text = WHOLE_BOARD
    for before, after in FOUR_OPEN.items():
        assert before in text
        text = text.replace(before, after)
    found = simple_rules(load_text(text), rule_count=1)
    kind = "a better kind of hand than the open cards alone"
    assert found.lines["play"] == [f"bet with a flush or better and {kind}", "otherwise check"]
    ace = parse_cards("Ac")
    assert found.first_choice(ace, parse_cards("Tc Jc Qc Kc")) == "check"
    assert found.first_choice(ace, parse_cards("Tc Jc Qc Ad")) == "bet"
    assert found.value_over_all_deals() == found.value < found.best_value


@pytest.mark.parametrize("name", FEATURES)
def test_the_price_is_that_of_all_deals_played_by_the_rules(name: str) -> None:
    found = of_feature(name)
    assert found.value_over_all_deals() == found.value


@pytest.mark.slow
@pytest.mark.parametrize(
    "path", ["streets/every-street.toml", "features/raise-once-the-earlier-the-more.toml"]
)
def test_the_price_of_a_decision_is_that_of_rules_up_to_it_and_the_best_play_after_it(
    path: str,
) -> None:
    """Each counted over all deals; most boards of the first game come in several orders."""
    found = simple_rules(load(str(GAMES / path)), rule_count=1)
    values = found.values_by_decisions_followed()
    prices = [before - after for before, after in pairwise(values)]
    assert list(found.costs.values()) == prices and sum(price > 0 for price in prices) > 1


@pytest.mark.slow
def test_hands_judged_by_a_pay_table_alone_are_played_by_points():
    found = simple_rules(load(str(Path(__file__).with_name("games") / "mississippi-stud.toml")))
    assert found.cost < Fraction(3, 1000)
    first = found.lines["third-street"]
    assert "bet 3x with a pair of your own" in first
    told = "2 points or more (2 for jack to ace, 1 for six to ten)"
    assert any(line.startswith(f"bet 1x with {told}") for line in first)


@pytest.mark.slow
def test_rules_that_were_found_once_are_stored_on_disk(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    words, card = ("strategy", "three-card-poker", "--simple"), tmp_path / "card.md"
    monkeypatch.setenv("FELTWORKS_COUNTS", str(tmp_path))
    with storing_quick_counts():
        first = run(capsys, *words).out
    with searching_for_no_rules():
        report = ("report", "three-card-poker", "--kind", "strategy", "--out", str(card))
        assert run(capsys, *report).code == 0
        assert "by these rules" in card.read_text("utf-8")
        assert "rules to remember" in first and run(capsys, *words).out == first
        assert json.loads(run(capsys, *words, "--json").out)["decisions"][0]["rules"]
