"""The report of odds: one answer for terminal, pages and players."""

from fractions import Fraction

import pytest
from tests.ask.rules import EXAMPLES_DIR, load

from feltworks.odds.analyse import analyse
from feltworks.odds.errors import OddsRefused
from feltworks.odds.progressive import JackpotError, at_jackpot, progressive
from feltworks.odds.report import OddsSettings, other_pays, report
from feltworks.odds.whatif import PayError
from feltworks.players.expectation import Expectation

TCP = EXAMPLES_DIR / "three-card-poker.toml"


def counted_nothing(what, done, of):
    raise AssertionError(f"{what} before the refusal")


def values(game, **settings):
    return report(load(game), OddsSettings(values_only=True, **settings))


def test_it_has_the_analysis_and_the_line_of_every_jackpot():
    rules = load("spanish-poker")
    found, analysis = report(rules), analyse(rules)
    assert found.analysis == analysis and found.what_if is None and found.rules is rules
    odds = analysis.wagers["gran-progressive"]
    assert found.progressives == {"gran-progressive": progressive(rules, "gran-progressive", odds)}
    assert found.expected_values == {
        id_: odds.expected_value for id_, odds in analysis.wagers.items()
    }


def test_a_jackpot_is_given_as_one_amount_or_by_its_id():
    rules = load("texas-21")
    odds = analyse(rules).wagers["progressive"]
    wanted = at_jackpot(rules, "progressive", odds, Fraction(25_000))
    (id_,) = rules.jackpots
    for jackpots in (Fraction(25_000), {id_: Fraction(25_000)}):
        found = values("texas-21", jackpots=jackpots)
        assert found.analysis.wagers["progressive"] == wanted
        assert found.progressives["progressive"].quoted == "given"
        assert found.progressives["progressive"].quoted_dollars == 25_000
    assert values("texas-21", jackpots={}).analysis.wagers["progressive"] == odds


@pytest.mark.parametrize("jackpots", [Fraction(100), Fraction(0), {"gran": Fraction(100)}])
def test_a_game_without_a_jackpot_says_so_before_anything_is_counted(jackpots):
    rules = load("mini-tex")
    settings = OddsSettings(jackpots=jackpots, pays=("pocket-poker.pair=4",))
    for ask in (report, other_pays):
        with pytest.raises(JackpotError, match=r"^mini-tex has no wager that plays for a jackpot$"):
            ask(rules, settings, progress=counted_nothing)


def test_a_jackpot_of_another_name_is_told_with_those_there_are():
    told = "texas-21 has no jackpot 'gran': progressive plays for texas-21-jackpot"
    with pytest.raises(JackpotError, match=told):
        values("texas-21", jackpots={"gran": Fraction(100)})


def test_players_get_the_same_refusal_and_the_same_values():
    with pytest.raises(JackpotError, match="mini-tex has no wager that plays for a jackpot"):
        Expectation.counted(load("mini-tex"), {"gran": 10_000}, progress=counted_nothing)
    rules = load("texas-21")
    (id_,) = rules.jackpots
    found = values("texas-21", jackpots=Fraction(25_000)).expected_values
    expected = Expectation.counted(rules, {id_: 2_500_000}).cents(
        {rules.unit: 1000, "progressive": 100}
    )
    assert expected == found["main"] * 1000 + found["progressive"] * 100


def test_a_strategy_is_one_of_those_there_are():
    with pytest.raises(OddsRefused, match="only blackjack is weighed by several strategies"):
        report(load("mini-tex"), OddsSettings(strategy="basic"), progress=counted_nothing)
    with pytest.raises(OddsRefused, match="allowed: composition, basic"):
        values("texas-21", strategy="perfect", pays=("progressive.flush=3",))


def test_other_pays_may_be_told_first_and_are_not_counted_again():
    rules, settings = load(TCP), OddsSettings(pays=("pair-plus.flush=3",))
    assert other_pays(rules, OddsSettings()) is None
    first = other_pays(rules, settings)
    assert first is not None and [*first.wagers] == ["pair-plus"]
    found = report(rules, settings, changed=first)
    assert found.what_if is first and found.rules is first.rules
    assert found.analysis.wagers["pair-plus"] is first.wagers["pair-plus"]
    assert found.analysis == report(rules, settings).analysis == analyse(first.rules)
    with pytest.raises(PayError):
        report(rules, OddsSettings(pays=("pair-plus.nothing=3",)), progress=counted_nothing)
