"""Other pays: the same counts, the same play unless another becomes best, and no nonsense."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from tests.ask.rules import EXAMPLES_DIR, Rules, load, load_text

from feltworks.errors import FeltworksError
from feltworks.odds.analyse import analyse
from feltworks.odds.boardcache import clear
from feltworks.odds.countedgame import CountedGame
from feltworks.odds.errors import OddsRefused
from feltworks.odds.progress import Progress
from feltworks.odds.report import OddsSettings, report
from feltworks.odds.solver import Solver
from feltworks.odds.tune import rows_to_vary, tune, whole_odds
from feltworks.odds.walk import Walk
from feltworks.odds.whatif import read_changes, what_if, with_pays

TCP = EXAMPLES_DIR / "three-card-poker.toml"
FEATURES = Path(__file__).parent / "games" / "features"


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
    text = text.replace('"flush pays 4:1"', '"flush pays 3:1"')
    text = text.replace('"straight pays 1:1"', '"straight pays 2:1"')
    file = analyse(load_text(text, "rewritten.toml"))
    assert found.wagers["main"].house_edge == file.wagers["main"].house_edge
    assert found.wagers["pair-plus"].house_edge == Fraction(1608, 22100)
    assert found.before == {
        "main": Fraction(686689, 20358520),
        "pair-plus": Fraction(512, 22100),
    }
    assert not found.play_changes("main")


def test_the_next_change_begins_from_the_same_counts() -> None:
    spanish = load("spanish-poker")
    changes = [read_changes(spanish, [pay]) for pay in ("ante.pair=20", "ante.pair=10")]
    alone = what_if(spanish, changes[1])
    what_if(spanish, changes[0])
    told: list[str] = []
    again = what_if(spanish, changes[1], progress=lambda what, done, of: told.append(what))
    assert again == alone
    assert told and all("played as before" in what for what in told)
    other = with_pays(spanish, changes[0])
    assert what_if(other, changes[1]).before["main"] == analyse(other).wagers["main"].house_edge


def test_it_says_when_the_best_play_changes() -> None:
    spanish = load("spanish-poker")
    low = what_if(spanish, read_changes(spanish, ["ante.pair=20"]))
    assert low.play_changes("main")
    assert low.wagers["main"].house_edge < low.as_before["main"] < low.before["main"]


@pytest.mark.parametrize(
    ("name", "pay"),
    [
        ("raise-once-the-earlier-the-more", "blind.straight=2"),
        ("raise-once-the-earlier-the-more", "blind.straight-flush=1000"),
        # Another choice on the last level alone.
        ("raise-once-the-earlier-the-more", "blind.straight=1:2"),
        ("every-street-bet-one-to-three-times", "ante.flush=7"),
        ("wagers-taken-back", "first.flush=4"),
        ("best-five-of-seven", "ante.straight=4"),
    ],
)
def test_whatever_is_taken_over_is_what_a_count_from_the_start_gives(name: str, pay: str) -> None:
    rules = load(FEATURES / f"{name}.toml")
    found = report(rules, OddsSettings(pays=(pay,)))
    assert found.analysis == analyse(with_pays(rules, read_changes(rules, [pay])))


def played_and_counted(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What walks are asked to do from here on."""
    done: list[str] = []
    for step in ("choose", "count"):
        real = getattr(Walk, step)

        def noted(self: Walk, progress: Progress, step: str = step, real: Any = real) -> Any:
            done.append(step)
            return real(self, progress)

        monkeypatch.setattr(Walk, step, noted)
    return done


def test_deals_are_counted_again_only_where_the_play_is_another(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    clear()
    rules = load(FEATURES / "raise-once-the-earlier-the-more.toml")
    done = played_and_counted(monkeypatch)
    same = what_if(rules, read_changes(rules, ["blind.straight=3:2"]))
    assert done == ["choose", "count", "choose"]
    assert not same.play_changes("main") and same.wagers["main"] == analyse(rules).wagers["main"]
    done.clear()
    other = what_if(rules, read_changes(rules, ["blind.straight=50"]))
    assert done == ["choose", "count"]  # the game as it stands was counted before
    assert other.play_changes("main")


def test_a_tie_more_is_another_play() -> None:
    """The same choices with other ties end alike, but ties are counted too."""
    rules = load(FEATURES / "raise-once-the-earlier-the-more.toml")
    solver = Solver(rules)
    walks = [solver.walk({}) for _ in range(2)]
    for walk in walks:
        walk.choose()
    assert walks[0].plays_like(walks[1])
    walks[1].decided[0].taken[0, 0] ^= 1
    assert not walks[0].plays_like(walks[1])


def test_a_side_wager_of_cards_alone_is_told_without_solving_the_game(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    holdem = load(EXAMPLES_DIR / "ultimate-texas-holdem.toml")
    done = played_and_counted(monkeypatch)
    found = what_if(holdem, read_changes(holdem, ["trips.flush=8"]))
    assert done == []
    assert [*found.wagers] == ["trips"]
    assert found.before["trips"] - found.as_before["trips"] == Fraction(4_047_644, 133_784_560)


def test_a_file_that_cannot_be_weighed_is_refused_before_anything_is_counted(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    text = (FEATURES / "raise-once-the-earlier-the-more.toml").read_text(encoding="utf-8")
    twice = 'decide = ["check", { id = "raise", bet = "raise", size = "2 x ante" }]'
    assert text.count(twice) == 1
    once = twice.replace('"check"', '{ id = "check", ends = true }')
    never = load_text(text.replace(twice, once), "never.toml")
    done = played_and_counted(monkeypatch)
    with pytest.raises(OddsRefused, match="the solver has no use for this key"):
        analyse(never)
    with pytest.raises(OddsRefused, match="the solver has no use for this key"):
        what_if(never, read_changes(never, ["blind.straight=2"]))
    assert done == []


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


def test_wagers_of_a_game_without_decisions_are_counted_with_other_pays() -> None:
    """Winning three-card sevens out of all coups of eight decks: the Wizard on EZ Baccarat."""
    baccarat = load(EXAMPLES_DIR / "baccarat.toml")
    seven = Fraction(112_633_011_329_024, 4_998_398_275_503_360)
    found = what_if(baccarat, read_changes(baccarat, ["dragon-7.three-card-7=45"]))
    assert found.before == {"dragon-7": 1 - 41 * seven}
    assert found.wagers["dragon-7"].house_edge == 1 - 46 * seven
    assert not found.play_changes("dragon-7")
