"""Positions, charts, insurance and exposed cards."""

from __future__ import annotations

import math

import pytest

from feltworks.cards import Card, parse_cards
from feltworks.errors import FeltworksError
from feltworks.odds.blackjack.advice import HandAdvisor
from feltworks.odds.blackjack.analysis import BlackjackOdds
from feltworks.odds.blackjack.charts import MEANINGS, departures
from feltworks.odds.blackjack.flop import FlopGain
from feltworks.odds.blackjack.plays import Action
from feltworks.odds.blackjack.shoe import Shoe
from feltworks.odds.errors import OddsRefused
from feltworks.rules.schema.mechanisms import Blackjack

SIX, ONE = Shoe.of_decks(6), Shoe.of_decks(1)


def advise(shoe: Shoe, cards: str, up: str, seen: str = "", **options: object):
    rules = Blackjack.model_validate(options)
    advisor = HandAdvisor(shoe, rules, parse_cards(seen) if seen else ())
    return advisor.advise(parse_cards(cards), Card.parse(up))


def test_a_position_is_a_line_of_the_table_of_first_hands():
    hand = next(
        h
        for h in BlackjackOdds(SIX, Blackjack()).hands
        if h.up == "9" and set(h.cards) == {"A", "7"}
    )
    advice = advise(SIX, "As 7d", "9c")
    assert advice.values == pytest.approx(hand.values, abs=1e-15)
    assert advice.best == hand.best == "hit"
    assert advice.cost("stand") == pytest.approx(hand.values["hit"] - hand.values["stand"])


def test_third_cards_close_doubling_splitting_and_surrender():
    two = advise(SIX, "8s 8d", "Tc", late_surrender=True)
    assert set(two.values) == {"stand", "hit", "double", "split", "surrender"}
    assert two.values["surrender"] == pytest.approx(-0.5)
    three = advise(SIX, "8s 5d 3c", "Tc", late_surrender=True)
    assert set(three.values) == {"stand", "hit"}


def test_composition_matters_where_totals_are_even():
    """Sixteen against a ten: ten-six is hit, and with small cards gone it is stood on."""
    assert advise(SIX, "Ts 6d", "Tc").best == "hit"
    assert advise(SIX, "6s 5d 5c", "Tc").best == "stand"


def test_seen_cards_change_the_play():
    assert advise(ONE, "Ts 2d", "3c").best == "hit"
    assert advise(ONE, "Ts 2d", "3c", seen="2c 4c 5c 5d 6c 6d 7c 8d").best == "stand"


def test_insurance_is_told_against_an_ace_only_and_pays_when_tens_are_rich():
    assert advise(ONE, "5s 6d", "9c").insurance is None
    assert advise(ONE, "5s 6d", "Ac", insurance=False).insurance is None
    plain = advise(ONE, "5s 6d", "Ac")
    assert plain.insurance == pytest.approx(3 * 16 / 49 - 1)
    assert advise(ONE, "5s 6d", "Ac", seen="2c 3c 4c 2d").insurance > 0
    natural = advise(ONE, "As Kd", "Ac")
    assert natural.values == {"stand": pytest.approx(1.5 * (1 - 15 / 49))}


def test_insurance_of_a_fresh_shoe():
    found = BlackjackOdds(SIX, Blackjack()).insurance
    assert found.value == pytest.approx(-23 / 311)
    assert (found.taken, found.gain) == (0, 0)
    rich = BlackjackOdds(Shoe((4, 0, *[4] * 7, 20, 0, 0, 0)), Blackjack()).insurance
    assert rich.taken > 0
    assert rich.gain > 0
    assert BlackjackOdds(SIX, Blackjack(insurance=False)).insurance is None


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
        advise(ONE, cards, up, seen)
    assert "\n" not in str(refusal.value)


def test_unlike_tens_are_not_offered_a_split_where_the_rule_says_so():
    assert "split" in advise(SIX, "Ks Qd", "6c").values
    assert "split" not in advise(SIX, "Ks Qd", "6c", split_unlike_tens=False).values
    assert "split" in advise(SIX, "Ks Kd", "6c", split_unlike_tens=False).values


def test_charts_speak_of_what_the_rules_allow():
    chart = BlackjackOdds(SIX, Blackjack(late_surrender=True, double="10-11")).chart
    assert set(chart.used) <= set(MEANINGS)
    assert chart.columns == ("2", "3", "4", "5", "6", "7", "8", "9", "T", "A")
    soft = {cell for row in chart.soft for cell in row.cells}
    assert not any(cell.startswith("D") for cell in soft)
    once = BlackjackOdds(SIX, Blackjack(split_hands=1)).chart
    assert not any(cell == "P" for row in once.pairs for cell in row.cells)
    assert "Rh" in chart.used
    assert "Rh" not in once.used


def test_departures_from_the_chart_name_the_known_ones():
    odds = BlackjackOdds(SIX, Blackjack(late_surrender=True))
    found = departures(odds.setting, odds.basic_plays, *odds.best)
    by_hand = {(d.start.up, d.start.low, d.start.high): d for d in found}
    eight_seven = by_hand[9, 6, 7]
    assert (eight_seven.says, eight_seven.better) == (Action.SURRENDER, Action.HIT)
    assert all(departure.gain > 0 for departure in found)


def test_a_strategy_that_does_not_exist_is_refused():
    with pytest.raises(OddsRefused, match="allowed: composition, basic"):
        BlackjackOdds(SIX, Blackjack(), "perfect")


def test_exposed_low_cards_favour_the_player_and_looking_never_costs():
    gain = FlopGain(SIX, Blackjack())
    low, high = (gain.given(parse_cards(cards)) for cards in ("5c 5d 6h 4s", "Ac Kd Kh As"))
    assert low.looking > high.looking
    assert low.gain > 0
    assert high.gain > -1e-9


def test_not_looking_is_worth_the_full_shoe_on_average():
    """Every exposed card, weighted: what the gain is measured against does not move."""
    rules = Blackjack(split_hands=2)
    gain = FlopGain(ONE, rules)
    exposed = [gain.given([Card.parse(f"{rank}c")]) for rank in "A23456789T"]
    weights = [4] * 9 + [16]
    blind = math.fsum(w * e.not_looking for w, e in zip(weights, exposed, strict=True)) / 52
    assert blind == pytest.approx(BlackjackOdds(ONE, rules).expected_value, abs=1e-12)
    looking = math.fsum(w * e.gain for w, e in zip(weights, exposed, strict=True)) / 52
    assert looking > 0


def test_sampled_gain_is_the_same_for_the_same_seed_and_near_the_full_average():
    rules = Blackjack(split_hands=2)
    gain = FlopGain(ONE, rules)
    told: list[tuple[str, int, int]] = []
    first = gain.sampled(1, sets=40, seed=5, progress=lambda *each: told.append(each))
    assert told[-1] == ("sets", 40, 40)
    assert gain.sampled(1, sets=40, seed=5) == first
    assert gain.sampled(1, sets=40, seed=6).gain != first.gain
    assert first.standard_error > 0
    every = [gain.given([card]).gain for card in ONE.faces]
    assert abs(first.gain - math.fsum(every) / 52) < 4 * first.standard_error


@pytest.mark.parametrize(("cards", "sets"), [(0, 10), (4, 1)])
def test_a_sample_of_nothing_is_refused(cards, sets):
    with pytest.raises(OddsRefused, match="at least two sets of at least one card"):
        FlopGain(ONE, Blackjack(split_hands=1)).sampled(cards, sets=sets)
