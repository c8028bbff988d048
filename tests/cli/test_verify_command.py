"""`feltworks verify`: what is said of each published figure, and how the command ends."""

from __future__ import annotations

import pytest
from tests.ask.published import agreement
from tests.ask.rules import load, locate
from tests.ask.shipped import ship_games
from tests.ask.sides import side_odds
from tests.ask.tuning import rules_with_pays

from feltworks.cli import verify as command

from .running import refusal, run


@pytest.fixture
def ask(capsys):
    return lambda *words: run(capsys, "verify", *words)


@pytest.mark.slow
def test_figures_that_all_agree_end_well(ask):
    ran = ask("mini-tex")
    assert ran.code == 0
    assert ran.out.count("agrees exactly") == 97
    assert "84,284,272,800" in ran.out
    last = "193 printed cells compared: 97 equal, 96 agree after rounding, 0 after cutting off"
    assert ran.out.rstrip().endswith(f"{last}, 0 differ")
    assert "Table 1: where choices are worth the same, hole bet, flop bet, river fold" in ran.out


@pytest.mark.slow
def test_an_unexplained_difference_ends_with_one(ask):
    ran = ask("texas-21")
    assert ran.code == 1
    counts, told = ran.out.split("5 printed cells compared: ")
    assert told.startswith(
        "0 equal, 3 agree after rounding, 1 after cutting off, 1 differs (0 explained, 1 not)"
    )
    assert "0.0378 and comes to 0.03565826: unexplained." in told
    assert "truncates to it" in counts


def test_a_conjecture_on_the_second_bonus_table_says_what_speaks_against_it(ask):
    told = " ".join(ask("texas-21").out.split())
    assert "A straight flush at 40 gives 3.783%, and the print says 3.78%" in told
    assert "the same slip in table A would give 7.863%, where the print says 7.6%" in told
    for table, edge in (("A", "0.07863"), ("B", "0.03783")):
        rules = load("texas-21", {"bonus_table": table})
        slip = rules_with_pays(rules, ["bonus.straight-flush=40"])
        assert agreement(edge, side_odds(slip, "bonus").house_edge) == "rounds"


def test_a_game_without_published_figures_is_told_one_thing(ask):
    ran = ask("mini-tex-ring")
    assert ran.code == 0
    assert "no figure is published for this game" in ran.out
    assert ran.out.rstrip().endswith("nothing was compared: no figure is published")
    assert "explained" not in ran.out


def test_an_explained_difference_is_told_and_ends_well(ask, tmp_path):
    text = locate("spanish-poker").read_text(encoding="utf-8")
    start, end = text.index("[published"), text.rindex("[published")
    claim = (
        'options = { gran_stake = "lost" }\n'
        'explained = { fixed_return = "The print counts the dollar as returned." }\n'
    )
    path = tmp_path / "own.toml"
    path.write_text(text[:start] + text[end:] + claim, encoding="utf-8")
    ran = ask(str(path))
    assert ran.code == 0
    assert "printed as 0.4376 and comes to 0.43274735: The print counts" in ran.out
    assert "1 printed cell compared: " in ran.out
    assert "1 differs (1 explained, 0 not)" in ran.out


def test_the_same_as_json(ask):
    ran = ask("texas-21", "--json")
    assert ran.code == 1
    assert list(ran.data) == ["games", "unexplained", "counts"]
    assert ran.data["unexplained"] == 1
    assert ran.data["counts"] == {
        "compared": 5,
        "exactly": 0,
        "rounds": 3,
        "truncates": 1,
        "explained": 0,
        "unexplained": 1,
        "differs": 1,
    }
    (game,) = ran.data["games"]
    assert list(game) == ["game", "figures", "readings"]
    assert game["readings"] == []
    assert [list(each) for each in game["figures"]] == [
        [
            "wager",
            "source",
            "options",
            "figure",
            "published",
            "computed",
            "agreement",
            "explanation",
            "note",
            "indifferent",
        ]
    ] * 5
    assert game["figures"][1]["options"] == {"bonus_table": "B"}
    assert game["figures"][1]["agreement"] == "differs"
    assert game["figures"][1]["explanation"] is None


@pytest.mark.slow
def test_readings_are_told_plainly(ask):
    ran = ask("pick-2-poker")
    assert ran.code == 0
    assert "no figure is published for this game" in ran.out
    assert "-0.9567%" in ran.out
    assert "6 of 16 readings favour the player; the default is one of them, on main" in ran.out


def test_without_a_game_every_game_is_verified(ask, monkeypatch):
    ship_games(monkeypatch, "mini-tex-ring", "texas-21")
    ran = ask("--json")
    assert [game["game"] for game in ran.data["games"]] == ["mini-tex-ring", "texas-21"]


def test_a_game_that_is_not_there(capsys):
    assert "there is no game 'mini'" in refusal(capsys, "verify", "mini")


def test_numbers_are_shown_with_digits_to_spare():
    assert command.number("84284272800") == "84,284,272,800"
    assert command.number("-0.032235") == "-0.032235"
