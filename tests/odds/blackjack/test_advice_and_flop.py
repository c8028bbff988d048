"""Positions, charts, insurance and exposed cards."""

from __future__ import annotations

import math
from functools import cache

import pytest
from tests.ask.blackjack import CODES, Advice, Blackjack, blackjack, blackjack_of_shoe
from tests.ask.odds import Rejected

from feltworks.cards import Card, parse_cards
from feltworks.errors import FeltworksError


def advise(decks: int, cards: str, up: str, seen: str = "", **options: object) -> Advice:
    game = blackjack(decks, **options)
    return game.advise(parse_cards(cards), Card.parse(up), parse_cards(seen) if seen else ())


@pytest.mark.slow
def test_a_position_is_a_line_of_the_table_of_first_hands():
    hand = blackjack(6).hand("9", "A", "7")
    advice = advise(6, "As 7d", "9c")
    assert advice.values == pytest.approx(hand.values, abs=1e-15)
    assert advice.best == hand.best == "hit"
    assert advice.cost("stand") == pytest.approx(hand.values["hit"] - hand.values["stand"])


def test_third_cards_close_doubling_splitting_and_surrender():
    two = advise(6, "8s 8d", "Tc", late_surrender=True)
    assert set(two.values) == {"stand", "hit", "double", "split", "surrender"}
    assert two.values["surrender"] == pytest.approx(-0.5)
    three = advise(6, "8s 5d 3c", "Tc", late_surrender=True)
    assert set(three.values) == {"stand", "hit"}


def test_composition_matters_where_totals_are_even():
    """Sixteen against a ten: ten-six is hit, and with small cards gone it is stood on."""
    assert advise(6, "Ts 6d", "Tc").best == "hit"
    assert advise(6, "6s 5d 5c", "Tc").best == "stand"


def test_seen_cards_change_the_play():
    assert advise(1, "Ts 2d", "3c").best == "hit"
    assert advise(1, "Ts 2d", "3c", seen="2c 4c 5c 5d 6c 6d 7c 8d").best == "stand"


def test_insurance_is_told_against_an_ace_only_and_pays_when_tens_are_rich():
    assert advise(1, "5s 6d", "9c").insurance is None
    assert advise(1, "5s 6d", "Ac", insurance=False).insurance is None
    plain = advise(1, "5s 6d", "Ac")
    assert plain.insurance == pytest.approx(3 * 16 / 49 - 1)
    assert advise(1, "5s 6d", "Ac", seen="2c 3c 4c 2d").insurance > 0
    natural = advise(1, "As Kd", "Ac")
    assert natural.values == {"stand": pytest.approx(1.5 * (1 - 15 / 49))}


def test_insurance_of_a_fresh_shoe():
    found = blackjack(6).insurance
    assert found.value == pytest.approx(-23 / 311)
    assert (found.taken, found.gain) == (0, 0)
    rich = blackjack_of_shoe((4, 0, *[4] * 7, 20)).insurance
    assert rich.taken > 0
    assert rich.gain > 0
    assert blackjack(6, insurance=False).insurance is None


@pytest.mark.parametrize(
    ("cards", "up", "seen", "says"),
    [
        ("As", "9c", "", "two cards or more"),
        ("Ts 9d 5c", "9c", "", "is bust"),
        ("As Ah", "Ac", "Ad Ah", "only 0 of Ah"),
        ("As As", "Ac", "", "only 1 of As"),
        ("As Ah", "Ac", "Ad Ah Ac As Ah", "only 1 of Ah"),
        ("As Jo", "9c", "", "joker"),
    ],
)
def test_a_position_that_cannot_be_is_refused_in_one_sentence(cards, up, seen, says):
    with pytest.raises(FeltworksError, match=says) as refusal:
        advise(1, cards, up, seen)
    assert "\n" not in str(refusal.value)


def test_unlike_tens_are_not_offered_a_split_where_the_rule_says_so():
    assert "split" in advise(6, "Ks Qd", "6c").values
    assert "split" not in advise(6, "Ks Qd", "6c", split_unlike_tens=False).values
    assert "split" in advise(6, "Ks Kd", "6c", split_unlike_tens=False).values


@pytest.mark.slow
def test_charts_speak_of_what_the_rules_allow():
    game = blackjack(6, late_surrender=True, double="10-11")
    assert set(game.codes) == set(game.chart.values()) <= CODES
    assert game.chart_columns == ("2", "3", "4", "5", "6", "7", "8", "9", "T", "A")
    soft = {cell for (hand, _), cell in game.chart.items() if hand.startswith("soft")}
    assert soft and not any(cell.startswith("D") for cell in soft)
    once = blackjack(6, split_hands=1)
    assert "P" in game.codes and "P" not in once.codes
    assert "Rh" in game.codes and "Rh" not in once.codes


@pytest.mark.slow
def test_departures_from_the_chart_name_the_known_ones():
    found = blackjack(6, late_surrender=True).departures
    by_hand = {(each.up, frozenset(each.cards)): each for each in found}
    eight_seven = by_hand["T", frozenset("78")]
    assert (eight_seven.chart, eight_seven.better) == ("surrender", "hit")
    assert all(departure.gain > 0 for departure in found)


def test_a_strategy_that_does_not_exist_is_refused():
    with pytest.raises(Rejected, match="allowed: composition, basic"):
        blackjack(6, "perfect")


@cache
def two_hands() -> Blackjack:
    """One deck, split once at most: its exposed cards are evaluated once for all tests."""
    return blackjack(1, split_hands=2)


def test_exposed_low_cards_favour_the_player_and_looking_never_costs():
    low, high = (
        two_hands().exposed(parse_cards(cards)) for cards in ("5c 5d 6h 4s", "Ac Kd Kh As")
    )
    assert low.looking > high.looking
    assert low.gain > 0
    assert high.gain > -1e-9


@pytest.mark.slow
def test_not_looking_is_worth_the_full_shoe_on_average():
    """Every exposed card, weighted: what the gain is measured against does not move."""
    exposed = [two_hands().exposed([Card.parse(f"{rank}c")]) for rank in "A23456789T"]
    weights = [4] * 9 + [16]
    blind = math.fsum(w * e.not_looking for w, e in zip(weights, exposed, strict=True)) / 52
    assert blind == pytest.approx(two_hands().expected_value, abs=1e-12)
    looking = math.fsum(w * e.gain for w, e in zip(weights, exposed, strict=True)) / 52
    assert looking > 0
    # A sample of one card lies near the average over every card.
    gain, error = two_hands().sampled_gain(1, sets=40, seed=5)
    assert error > 0 and abs(gain - looking) < 4 * error


def test_a_sampled_gain_is_the_same_for_the_same_seed_and_says_how_far_it_is():
    told: list[tuple[str, int, int]] = []
    first = two_hands().sampled_gain(1, sets=40, seed=5, progress=lambda *each: told.append(each))
    assert told[-1] == ("sets", 40, 40)
    assert two_hands().sampled_gain(1, sets=40, seed=5) == first
    assert two_hands().sampled_gain(1, sets=40, seed=6) != first


@pytest.mark.parametrize(("cards", "sets"), [(0, 10), (4, 1)])
def test_a_sample_of_nothing_is_refused(cards, sets):
    with pytest.raises(Rejected, match="at least two sets of at least one card"):
        two_hands().sampled_gain(cards, sets=sets)
