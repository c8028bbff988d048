"""Pays between which the best play is known: nothing is solved there, and figures stay exact."""

from __future__ import annotations

import json
from collections.abc import Iterator
from fractions import Fraction
from hashlib import sha256
from pathlib import Path

import pytest
from tests.ask.odds import odds
from tests.ask.rules import Rules, load
from tests.ask.stored import (
    StoredCounts,
    every_game_is_long,
    forget_what_is_in_memory,
)
from tests.ask.tuning import rules_with_pays

from .test_large_numbers import nine_cards

GAME = Path(__file__).parent / "games" / "features" / "raise-once-the-earlier-the-more.toml"


@pytest.fixture(scope="module")
def rules() -> Rules:
    return load(GAME)


@pytest.fixture
def stored(tmp_path: Path) -> Iterator[StoredCounts]:
    """Counts of games that count as long ones, in a process that counted nothing before."""
    forget_what_is_in_memory()
    with every_game_is_long():
        yield StoredCounts(tmp_path)


def changed(rules: Rules, *pays: str) -> Rules:
    """The rules with other pays, each `TABLE.ROW=ODDS`."""
    return rules_with_pays(rules, pays)


@pytest.mark.slow
def test_between_two_pays_that_are_played_alike_nothing_is_solved(rules, stored):
    stored.odds(rules)
    stored.steps.clear()
    first = stored.odds(rules, pays=["blind.straight-flush=11"])
    assert first.wagers == odds(changed(rules, "blind.straight-flush=11"))
    assert stored.steps == ["choose"]  # with a pay of 18, eight times as far from 10
    stored.steps.clear()
    for pay in ("12", "15", "18", "21:2", "10"):
        found = stored.odds(rules, pays=[f"blind.straight-flush={pay}"])
        assert found.wagers == odds(changed(rules, f"blind.straight-flush={pay}"))
        assert found.play_changes == {"main": False}
    assert stored.steps == []
    stored.odds(rules, pays=["blind.straight-flush=19"])
    assert stored.steps == ["choose"]


def test_a_far_pay_that_is_rejected_does_not_reject_the_one_asked_about(stored):
    """Eight times as far it would be more than 64 bits hold."""
    pays = {"seen": 1, "third": "1:1", "otherwise": "lose", "pair": "1:9999991"}
    base, far = (nine_cards(three=three, **pays) for three in ("1:1", "100000000:1"))
    asked = "pays.three-of-a-kind-or-better"
    assert stored.odds(base, pays=[f"{asked}=100000000"]).wagers == odds(far)
    assert changed(base, f"{asked}=100000000").pays == far.pays


@pytest.mark.slow
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
        ["blind.straight=push", "blind.straight=2"],
    ],
)
def test_whatever_was_tried_before_figures_are_those_of_a_count_from_the_start(
    rules, stored, asked
):
    for number, pays in enumerate(asked):
        if number == 2:
            forget_what_is_in_memory()
        found = stored.odds(rules, pays=pays.split())
        assert found.wagers == odds(changed(rules, *pays.split()))


def test_a_new_process_begins_from_what_is_stored(rules, stored):
    stored.odds(rules)
    forget_what_is_in_memory()
    stored.steps.clear()
    pays = ["blind.straight-flush=11"]
    first = stored.odds(rules, pays=pays)
    assert stored.steps == ["choose"]
    forget_what_is_in_memory()
    stored.steps.clear()
    assert stored.odds(rules, pays=pays) == first and stored.steps == []
    assert first.wagers == odds(changed(rules, *pays))


def test_a_table_that_is_played_in_another_way_is_solved_once(rules, stored):
    pays = ["blind.straight=50"]
    first = stored.odds(rules, pays=pays)
    assert stored.steps[-2:] == ["choose", "count"]
    assert first.play_changes == {"main": True}
    forget_what_is_in_memory()
    stored.steps.clear()
    assert stored.odds(rules, pays=pays) == first and stored.steps == []
    assert first.wagers == odds(changed(rules, *pays))


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
def test_what_is_stored_in_another_form_is_counted_again(rules, stored, part):
    pays = ["blind.straight-flush=11"]
    first = stored.odds(rules, pays=pays)
    for entry in stored.entries():
        text = json.dumps({"part": part, "play": part}).encode()
        entry.path.write_bytes(sha256(text).hexdigest().encode() + b"\n" + text)
    forget_what_is_in_memory()
    stored.steps.clear()
    assert stored.odds(rules, pays=pays) == first
    assert stored.steps == ["choose", "count", "choose"]


@pytest.mark.slow
def test_tuning_looks_into_one_table_where_it_is_played_as_today(rules, stored):
    edge = odds(rules)["main"].house_edge + Fraction(1, 1000)
    first = stored.tuned(rules, edge, ["blind"])
    stored.steps.clear()
    forget_what_is_in_memory()
    again = stored.tuned(rules, edge, ["blind"])
    assert again == first and again[0][2] is not None
    assert first[0][2] or stored.steps == []
    for pays, wager, play_changes in first[:3]:
        if play_changes is not None:
            file = changed(rules, *(f"{row}={to_one}" for row, to_one in pays.items()))
            assert wager == odds(file)["main"]
