"""Pays between which the best play is known: nothing is solved there, and figures stay exact."""

from __future__ import annotations

import json
from fractions import Fraction
from hashlib import sha256
from pathlib import Path

import pytest
from tests.ask.rules import Rules, load

from feltworks.odds import countedgame
from feltworks.odds import kept as keeping
from feltworks.odds.analyse import analyse
from feltworks.odds.boardcache import clear
from feltworks.odds.countedgame import SAME_PLAY, CountedGame
from feltworks.odds.errors import OddsRefused
from feltworks.odds.kept import KeptCounts
from feltworks.odds.report import OddsSettings, report
from feltworks.odds.sameplay import rows_changed
from feltworks.odds.solver import Solver
from feltworks.odds.tune import tune
from feltworks.odds.walk import Walk
from feltworks.odds.whatif import read_changes, with_pays

GAME = Path(__file__).parent / "games" / "features" / "raise-once-the-earlier-the-more.toml"


@pytest.fixture(scope="module")
def rules() -> Rules:
    return load(GAME)


@pytest.fixture
def steps(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What walks are asked to do, in a game that counts as one that takes long."""
    clear()
    monkeypatch.setattr("feltworks.odds.walk.FEW_HANDS", -1)
    done: list[str] = []
    for step in ("choose", "count"):
        real = getattr(Walk, step)

        def noted(self, *args, step=step, real=real):
            done.append(step)
            return real(self, *args)

        monkeypatch.setattr(Walk, step, noted)
    return done


@pytest.fixture
def kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> KeptCounts:
    monkeypatch.setattr(keeping, "WORTH_KEEPING_SECONDS", 0.0)
    return KeptCounts(tmp_path)


def changed(rules: Rules, *pays: str) -> Rules:
    return with_pays(rules, read_changes(rules, pays))


def test_between_two_pays_that_are_played_alike_nothing_is_solved(rules, steps):
    game = CountedGame(rules)
    assert steps == ["choose", "count"]
    steps.clear()
    game.at_best(changed(rules, "blind.straight-flush=11"))
    assert steps == ["choose"]  # with a pay of 18, eight times as far from 10
    steps.clear()
    for pay in ("12", "15", "18", "21:2", "10"):
        other = changed(rules, f"blind.straight-flush={pay}")
        assert game.plays_as_before(other)
        assert game.at_best(other) == analyse(other).wagers["main"]
    assert not game.plays_as_before(changed(rules, "blind.straight-flush=19"))


def test_a_far_pay_that_is_refused_does_not_refuse_the_one_asked_about(rules, steps, monkeypatch):
    game, other = CountedGame(rules), changed(rules, "blind.straight-flush=11")
    real = countedgame.solver_of

    def solver_for(asked: Rules) -> Solver:
        if asked not in (rules, other):
            raise OddsRefused("stages", "too many deals")
        return real(asked)

    monkeypatch.setattr(countedgame, "solver_of", solver_for)
    assert game.at_best(other) == analyse(other).wagers["main"]


@pytest.mark.parametrize(
    "asked",
    [
        ["blind.straight=3", "blind.straight=2", "blind.straight=50", "blind.straight=1:2"],
        ["blind.straight=50", "blind.straight=20", "blind.straight=3", "blind.straight=7:4"],
        [
            "blind.straight=2",
            "blind.straight-flush=12",
            "blind.straight=7:4 blind.straight-flush=11",
        ],
        [
            "blind.three-of-a-kind=4",
            "blind.straight=1",
            "blind.three-of-a-kind=9:2 blind.straight=1",
        ],
    ],
)
def test_whatever_was_tried_before_figures_are_those_of_a_count_from_the_start(
    rules, steps, kept, asked
):
    for number, pays in enumerate(asked):
        settings = OddsSettings(pays=tuple(pays.split()))
        if number == 2:
            clear()  # as in a new process
        found = report(rules, settings, kept=kept)
        file = changed(rules, *pays.split())
        assert found.analysis == analyse(file)
        played = CountedGame(rules).edge_as_before(file)
        assert found.what_if.play_changes("main") == (
            played != found.analysis.wagers["main"].house_edge
        )


def test_a_new_process_begins_from_what_is_kept(rules, steps, kept):
    counted = report(rules, kept=kept).analysis
    clear()
    steps.clear()
    game = CountedGame(rules, kept=kept)
    assert steps == [] and game.played_as_before(rules) == counted.wagers["main"]
    other = changed(rules, "blind.straight-flush=11")
    first = game.at_best(other)
    clear()
    steps.clear()
    again = CountedGame(rules, kept=kept)
    assert again.at_best(other) == first == analyse(other).wagers["main"]
    assert "count" not in steps[:-2]  # the last two are those of `analyse`
    listed = sorted(entry.wager for entry in kept.entries())
    assert listed == ["all wagers", "main", f"main, {SAME_PLAY}"]


def test_a_table_that_is_played_in_another_way_is_solved_once(rules, steps, kept):
    other = changed(rules, "blind.straight=50")
    first = CountedGame(rules, kept=kept).at_best(other)
    assert steps[-2:] == ["choose", "count"]
    clear()
    steps.clear()
    assert CountedGame(rules, kept=kept).at_best(other) == first and steps == []
    assert first == analyse(other).wagers["main"]


@pytest.mark.parametrize(
    "part",
    [
        {},
        {"endings": [[1]], "indifferent": {}, "name": "x", "is_quick": True, "is_instant": False},
        {"endings": "none", "indifferent": [], "name": 1},
        {"same": [["blind"]], "other": [["blind", "straight", "1/0"]]},
        [],
    ],
)
def test_what_is_kept_in_another_form_is_counted_again(rules, steps, kept, part):
    other = changed(rules, "blind.straight-flush=11")
    first = CountedGame(rules, kept=kept).at_best(other)
    for entry in kept.entries():
        text = json.dumps({"part": part, "play": part}).encode()
        entry.path.write_bytes(sha256(text).hexdigest().encode() + b"\n" + text)
    clear()
    steps.clear()
    assert CountedGame(rules, kept=kept).at_best(other) == first
    assert steps == ["choose", "count", "choose"]


def test_rules_that_differ_in_more_than_odds_are_not_compared(rules):
    assert rows_changed(rules, rules) == {}
    assert rows_changed(rules, changed(rules, "blind.straight=2")) == {
        ("blind", "straight"): Fraction(1, 2)
    }
    assert rows_changed(rules, changed(rules, "blind.straight=push")) is None
    assert rows_changed(rules, load("mini-tex")) is None


def test_tuning_looks_into_one_table_where_it_is_played_as_today(rules, steps, kept):
    edge = CountedGame(rules, kept=kept).played_as_before(rules).house_edge
    found = tune(rules, edge + Fraction(1, 1000), ["blind"], kept=kept)
    steps.clear()
    clear()
    again = tune(rules, edge + Fraction(1, 1000), ["blind"], kept=kept)
    assert again.found == found.found and again.found[0].play_changes is not None
    if found.found[0].play_changes is False:
        assert steps == []
    for tuned in found.found[:3]:
        file = with_pays(rules, read_changes(rules, [f"{r}={n}" for r, n in tuned.pays.items()]))
        if tuned.play_changes is not None:
            assert tuned.odds == analyse(file).wagers["main"]
