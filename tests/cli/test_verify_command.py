"""`feltworks verify`: what is said of each published figure, and how the command ends."""

from __future__ import annotations

import pytest

from feltworks.cli import verify as command
from feltworks.rules.catalogue import locate

from .running import refusal, run


@pytest.fixture
def ask(capsys):
    return lambda *words: run(capsys, "verify", *words)


def test_figures_that_all_agree_end_well(ask):
    ran = ask("mini-tex")
    assert ran.code == 0
    assert ran.out.count("agrees exactly") == 24
    assert "84,284,272,800" in ran.out
    assert "every difference is explained, or there is none" in ran.out


def test_an_unexplained_difference_ends_with_one(ask):
    ran = ask("texas-21")
    assert ran.code == 1
    assert "0.0378 and comes to 0.03565826: unexplained." in ran.out
    assert "1 figure differs and nobody has explained why" in ran.out
    assert "truncates to it" in ran.out


def test_an_explained_difference_is_told_and_ends_well(ask, tmp_path):
    text = locate("spanish-poker").read_text(encoding="utf-8")
    start, end = text.index("[published"), text.rindex("[published")
    path = tmp_path / "own.toml"
    path.write_text(text[:start] + text[end:], encoding="utf-8")
    ran = ask(str(path))
    assert ran.code == 0
    assert "printed as 0.4376 and comes to 0.43274735: The print counts" in ran.out


def test_the_same_as_json(ask):
    ran = ask("texas-21", "--json")
    assert ran.code == 1
    assert list(ran.data) == ["games", "unexplained"]
    assert ran.data["unexplained"] == 1
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
        ]
    ] * 5
    assert game["figures"][1]["options"] == {"bonus_table": "B"}
    assert game["figures"][1]["agreement"] == "differs"
    assert game["figures"][1]["explanation"] is None


def test_readings_are_told_plainly(ask):
    ran = ask("pick-2-poker")
    assert ran.code == 0
    assert "no figure is published for this game" in ran.out
    assert "-0.9567%" in ran.out
    assert "6 of 16 readings favour the player; the default is one of them, on main" in ran.out


def test_without_a_game_every_game_is_verified(ask, monkeypatch):
    monkeypatch.setattr("feltworks.rules.catalogue.game_ids", lambda: ("mini-tex-ring", "texas-21"))
    ran = ask("--json")
    assert [game["game"] for game in ran.data["games"]] == ["mini-tex-ring", "texas-21"]


def test_a_game_that_is_not_there(capsys):
    assert "there is no game 'mini'" in refusal(capsys, "verify", "mini")


def test_numbers_are_shown_with_digits_to_spare():
    assert command.number("84284272800") == "84,284,272,800"
    assert command.number("-0.032235") == "-0.032235"
