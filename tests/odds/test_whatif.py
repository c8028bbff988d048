"""Other pays: the same counts, the same play unless another becomes best, and no nonsense."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise
from pathlib import Path

import pytest

from feltworks.errors import FeltworksError
from feltworks.odds.analyse import analyse
from feltworks.odds.tune import rows_to_vary, tune, whole_odds
from feltworks.odds.whatif import CountedGame, read_changes, what_if, with_pays
from feltworks.rules.loader import load, load_text
from feltworks.rules.schema import Rules

EXAMPLES = Path(__file__).parents[2] / "examples"
TCP = EXAMPLES / "three-card-poker.toml"


@pytest.fixture(scope="module")
def rules() -> Rules:
    return load(TCP)


def rewritten(old: str, new: str) -> Rules:
    """The file with a row written differently."""
    text = TCP.read_text(encoding="utf-8")
    assert text.count(old) == 1
    return load_text(text.replace(old, new), "rewritten.toml")


def test_another_pay_is_what_a_file_with_that_pay_comes_to(rules: Rules) -> None:
    found = what_if(rules, read_changes(rules, ["pair-plus.flush=3", "ante.straight=2"]))
    text = TCP.read_text(encoding="utf-8")
    text = text.replace('{ hand = "flush", pays = "4:1" }', '{ hand = "flush", pays = "3:1" }')
    text = text.replace(
        '{ hand = "straight", pays = "1:1" }', '{ hand = "straight", pays = "2:1" }'
    )
    file = analyse(load_text(text, "rewritten.toml"))
    assert found.analysis.wagers["main"].house_edge == file.wagers["main"].house_edge
    assert found.analysis.wagers["pair-plus"].house_edge == Fraction(1608, 22100)
    assert found.before == {
        "main": Fraction(686689, 20358520),
        "pair-plus": Fraction(512, 22100),
    }
    assert not found.play_changes("main")


def test_it_says_when_the_best_play_changes() -> None:
    spanish = load("spanish-poker")
    low = what_if(spanish, read_changes(spanish, ["ante.pair=20"]))
    assert low.play_changes("main")
    assert low.analysis.wagers["main"].house_edge < low.as_before["main"] < low.before["main"]


def test_the_first_count_serves_every_other_pay(rules: Rules) -> None:
    counted = CountedGame(rules)
    assert counted.played_as_before(rules).house_edge == Fraction(686689, 20358520)
    for odds in ("2", "7"):
        changed = with_pays(rules, read_changes(rules, [f"ante.straight={odds}"]))
        again = counted.played_as_before(changed)
        assert again == analyse(changed).wagers["main"]
        assert counted.at_best(changed) == again


@pytest.mark.parametrize(
    ("given", "told"),
    [
        (["ante.straight"], "write WAGER.HAND=ODDS"),
        (["straight=3"], "write WAGER.HAND"),
        (["anti.straight=3"], "did you mean 'ante'"),
        (["ante.strait=3"], "did you mean 'straight'"),
        (["play.flush=3"], "play pays by no table"),
        (["ante.straight=x"], "ante.straight: found 'x'"),
        (["ante.straight=1", "ante.straight=2"], "given twice"),
    ],
)
def test_a_pay_that_cannot_be_is_refused_in_a_sentence(
    rules: Rules, given: list[str], told: str
) -> None:
    with pytest.raises(FeltworksError, match=told) as refused:
        read_changes(rules, given)
    assert "\n" not in str(refused.value)


def test_tables_come_nearest_first_and_pay_better_hands_more(rules: Rules) -> None:
    target = Fraction(5, 100)
    found = tune(rules, target, ["pair-plus"], show=12)
    assert found.wager == "pair-plus" and len(found.found) == 12
    off = [abs(each.edge - target) for each in found.found]
    assert off == sorted(off) and off[0] < Fraction(1, 1000)
    for each in found.found:
        now = dict(zip(found.rows, (40, 30, 6, 4, 1), strict=True))
        paid = list({**now, **each.pays}.values())
        assert all(above > below for above, below in pairwise(paid))
        changed = {row: f"{odds}:1" for row, odds in each.pays.items()}
        given = read_changes(rules, [f"{row}={odds}" for row, odds in changed.items()])
        file = analyse(with_pays(rules, given)).wagers["pair-plus"]
        assert (each.edge, each.odds.hit_frequency) == (file.house_edge, file.hit_frequency)
        assert each.odds.standard_deviation == pytest.approx(file.standard_deviation)


def test_one_row_alone_is_tried_at_every_whole_odds(rules: Rules) -> None:
    found = tune(rules, Fraction(0), ["pair-plus.flush"], show=3)
    edges = {next(iter(each.pays.values()), 4): each.edge for each in found.found}
    assert {*edges} == {3, 4, 5}
    assert edges[4] == Fraction(512, 22100)


def test_tuning_tells_where_another_play_becomes_best() -> None:
    spanish = load("spanish-poker")
    found = tune(spanish, Fraction(-1), ["ante"], show=3)
    assert any(each.play_changes for each in found.found)


def test_the_nearest_table_is_the_same_however_many_are_shown() -> None:
    """Where best play changes on the way to the target, its sums are not those of today."""
    spanish, target = load("spanish-poker"), Fraction(-1, 4)
    few, many = (tune(spanish, target, ["ante"], show=show) for show in (1, 12))
    assert few.found[0].play_changes
    assert few.found[0].pays == many.found[0].pays
    assert abs(few.found[0].edge - target) < Fraction(1, 100)


@pytest.mark.parametrize(
    ("vary", "told"),
    [
        (["ante.straight", "pair-plus.flush"], "one wager at a time"),
        (["nothing"], "there is no wager 'nothing'"),
        (["play"], "play pays by no table"),
    ],
)
def test_rows_that_cannot_vary_together_are_refused(
    rules: Rules, vary: list[str], told: str
) -> None:
    with pytest.raises(FeltworksError, match=told):
        tune(rules, Fraction(1, 50), vary)


def test_a_wager_named_alone_means_all_its_rows(rules: Rules) -> None:
    rows = [row.row for row in rows_to_vary(rules, ["pair-plus"])]
    assert rows == ["straight-flush", "three-of-a-kind", "straight", "flush", "pair"]


def test_odds_are_tried_in_steps_that_are_printed() -> None:
    assert whole_odds(Fraction(1)) == [1, 2, 3]
    assert whole_odds(Fraction(40)) == [20, 25, 30, 35, 40, 45, 50, 55, 60, 65, 70, 75, 80]
    assert 1000 in whole_odds(Fraction(1000))
