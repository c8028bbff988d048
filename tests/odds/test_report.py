"""The report of odds: jackpots as they are posted, and refusals before anything is counted."""

from __future__ import annotations

from fractions import Fraction

import pytest
from tests.ask.coach import expected_cents
from tests.ask.odds import Rejected, odds, reported_odds
from tests.ask.rules import load
from tests.ask.sides import JackpotError, jackpots, side_jackpot, side_odds
from tests.ask.tuning import PayError, other_pays, rules_with_pays


def counted_nothing(what, done, of):
    raise AssertionError(f"{what} before the refusal")


@pytest.mark.slow
def test_it_has_every_wager_and_the_line_of_every_jackpot():
    rules = load("spanish-poker")
    assert reported_odds(rules) == odds(rules)
    assert jackpots(rules) == {"gran-progressive": side_jackpot(rules, "gran-progressive")}


@pytest.mark.slow
def test_a_jackpot_is_given_as_one_amount_or_by_its_id():
    rules = load("texas-21")
    at_seed = side_odds(rules, "progressive")
    wanted = side_odds(rules, "progressive", jackpot_dollars=Fraction(25_000))
    assert wanted != at_seed
    (id_,) = rules.jackpots
    for given in (Fraction(25_000), {id_: Fraction(25_000)}):
        assert reported_odds(rules, jackpots=given)["progressive"] == wanted
        line = jackpots(rules, given)["progressive"]
        assert (line.quoted, line.quoted_dollars) == ("given", 25_000)
    assert reported_odds(rules, jackpots={})["progressive"] == at_seed


@pytest.mark.parametrize("given", [Fraction(100), Fraction(0), {"gran": Fraction(100)}])
def test_a_game_without_a_jackpot_says_so_before_anything_is_counted(given):
    rules, pays = load("mini-tex"), ("pocket-poker.pair=4",)
    for ask in (reported_odds, other_pays):
        with pytest.raises(JackpotError, match=r"^mini-tex has no wager that plays for a jackpot$"):
            ask(rules, pays=pays, jackpots=given, progress=counted_nothing)


def test_a_jackpot_of_another_name_is_told_with_those_there_are():
    told = "texas-21 has no jackpot 'gran': progressive plays for texas-21-jackpot"
    with pytest.raises(JackpotError, match=told):
        reported_odds(load("texas-21"), jackpots={"gran": Fraction(100)})


@pytest.mark.slow
def test_players_get_the_same_refusal_and_the_same_values():
    with pytest.raises(JackpotError, match="mini-tex has no wager that plays for a jackpot"):
        expected_cents(load("mini-tex"), {}, {"gran": 10_000}, progress=counted_nothing)
    rules = load("spanish-poker")
    (id_,) = rules.jackpots
    found = reported_odds(rules, jackpots=Fraction(25_000))
    expected = expected_cents(rules, {rules.unit: 1000, "gran-progressive": 100}, {id_: 2_500_000})
    assert expected == (
        found["main"].expected_value * 1000 + found["gran-progressive"].expected_value * 100
    )


def test_a_strategy_is_one_of_those_there_are():
    with pytest.raises(Rejected, match="only blackjack is weighed by several strategies"):
        reported_odds(load("mini-tex"), strategy="basic", progress=counted_nothing)
    with pytest.raises(Rejected, match="allowed: composition, basic"):
        reported_odds(load("texas-21"), strategy="perfect", pays=("progressive.flush=3",))


def test_other_pays_may_be_shown_first_and_the_report_says_the_same():
    rules, pays = load("three-card-poker"), ("pair-plus.flush=3",)
    first = other_pays(rules, pays)
    assert [*first.wagers] == ["pair-plus"]
    found = reported_odds(rules, pays=pays)
    assert found == odds(rules_with_pays(rules, pays))
    assert found["pair-plus"] == first.wagers["pair-plus"]
    with pytest.raises(PayError):
        reported_odds(rules, pays=("pair-plus.nothing=3",), progress=counted_nothing)
