"""Other pays: the same counts, the same play unless another becomes best, and no nonsense."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise
from pathlib import Path

import pytest
from tests.ask.odds import Rejected, odds, reported_odds
from tests.ask.rules import EXAMPLES_DIR, Rules, load, load_text
from tests.ask.tuning import other_pays, rows_to_vary, rules_with_pays, tuned, whole_odds

from feltworks.errors import FeltworksError

TCP = EXAMPLES_DIR / "three-card-poker.toml"
FEATURES = Path(__file__).parent / "games" / "features"


@pytest.fixture(scope="module")
def rules() -> Rules:
    return load(TCP)


def counted_nothing(what: str, done: int, of: int) -> None:
    raise AssertionError(f"{what} before the rejection")


def test_another_pay_is_what_a_file_with_that_pay_comes_to(rules: Rules) -> None:
    found = other_pays(rules, ["pair-plus.flush=3", "ante.straight=2"])
    text = TCP.read_text(encoding="utf-8")
    text = text.replace('"flush pays 4:1"', '"flush pays 3:1"')
    text = text.replace('"straight pays 1:1"', '"straight pays 2:1"')
    file = odds(load_text(text, "rewritten.toml"))
    assert found.wagers["main"].house_edge == file["main"].house_edge
    assert found.wagers["pair-plus"].house_edge == Fraction(1608, 22100)
    assert found.before == {
        "main": Fraction(686689, 20358520),
        "pair-plus": Fraction(512, 22100),
    }
    assert not found.play_changes("main")


@pytest.fixture(scope="module")
def spanish() -> Rules:
    return load("spanish-poker")


@pytest.mark.slow
def test_the_next_change_begins_from_the_same_counts(spanish: Rules) -> None:
    alone = other_pays(spanish, ["ante.pair=10"])
    low = other_pays(spanish, ["ante.pair=20"])
    assert low.play_changes("main")
    assert low.wagers["main"].house_edge < low.as_before["main"] < low.before["main"]
    told: list[str] = []
    again = other_pays(spanish, ["ante.pair=10"], progress=lambda what, done, of: told.append(what))
    assert again == alone
    assert told and all("played as before" in what for what in told)
    other = rules_with_pays(spanish, ["ante.pair=20"])
    assert other_pays(other, ["ante.pair=10"]).before["main"] == low.wagers["main"].house_edge


@pytest.mark.slow
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
    assert reported_odds(rules, pays=[pay]) == odds(rules_with_pays(rules, [pay]))


@pytest.mark.slow
def test_deals_are_counted_again_only_where_the_play_is_another() -> None:
    """In a game that no other test asks about, so that nothing of it is counted yet."""
    text = (FEATURES / "raise-once-the-earlier-the-more.toml").read_text(encoding="utf-8")
    trips = '{ hand = "three of a kind", pays = "5:1" }'
    assert text.count(trips) == 1
    rules = load_text(text.replace(trips, trips.replace("5:1", "6:1")), "sixes.toml")
    steps: dict[str, None] = {}

    def note(what: str, done: int, of: int) -> None:
        before, _, step = what.rpartition("; best play: ")
        steps["again: " * bool(before) + step] = None

    same = other_pays(rules, ["blind.straight=3:2"], progress=note)
    assert [*steps] == ["valuing boards", "counting endings", "again: valuing boards"]
    assert not same.play_changes("main") and same.wagers["main"] == odds(rules)["main"]
    steps.clear()
    other = other_pays(rules, ["blind.straight=50"], progress=note)
    assert [*steps] == ["again: valuing boards", "again: counting endings"]
    assert other.play_changes("main")


def test_a_side_wager_of_cards_alone_is_told_without_solving_the_game() -> None:
    holdem = load(EXAMPLES_DIR / "ultimate-texas-holdem.toml")
    found = other_pays(holdem, ["trips.flush=8"], progress=counted_nothing)
    assert [*found.wagers] == ["trips"]
    assert found.before["trips"] - found.as_before["trips"] == Fraction(4_047_644, 133_784_560)


def test_a_file_that_cannot_be_evaluated_is_rejected_before_anything_is_counted() -> None:
    text = (FEATURES / "raise-once-the-earlier-the-more.toml").read_text(encoding="utf-8")
    twice = 'decide = ["check", { id = "raise", bet = "raise", size = "2 x ante" }]'
    assert text.count(twice) == 1
    once = twice.replace('"check"', '{ id = "check", ends = true }')
    never = load_text(text.replace(twice, once), "never.toml")
    for pays in ((), ("blind.straight=2",)):
        with pytest.raises(Rejected, match="the solver has no use for this key"):
            reported_odds(never, pays=pays, progress=counted_nothing)


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
        rules_with_pays(rules, given)
    assert "\n" not in str(refused.value)


def test_tables_come_nearest_first_and_pay_better_hands_more(rules: Rules) -> None:
    target = Fraction(5, 100)
    found = tuned(rules, target, ["pair-plus"], show=12)
    assert found.wager == "pair-plus" and len(found.found) == 12
    off = [abs(each.wager.house_edge - target) for each in found.found]
    assert off == sorted(off) and off[0] < Fraction(1, 1000)
    for each in found.found:
        now = dict(zip(found.rows, (40, 30, 6, 4, 1), strict=True))
        paid = list({**now, **each.pays}.values())
        assert all(above > below for above, below in pairwise(paid))
    for each in found.found[::4]:
        pays = [f"{row}={odds_to_one}" for row, odds_to_one in each.pays.items()]
        assert each.wager == odds(rules_with_pays(rules, pays))["pair-plus"]


def test_one_row_alone_is_tried_at_every_whole_odds(rules: Rules) -> None:
    found = tuned(rules, Fraction(0), ["pair-plus.flush"], show=3)
    edges = {next(iter(each.pays.values()), 4): each.wager.house_edge for each in found.found}
    assert {*edges} == {3, 4, 5}
    assert edges[4] == Fraction(512, 22100)


@pytest.mark.slow
def test_the_nearest_table_is_the_same_however_many_are_shown(spanish: Rules) -> None:
    """Where best play changes on the way to the target, its sums are not those of today."""
    target = Fraction(-1, 4)
    few, many = (tuned(spanish, target, ["ante"], show=show) for show in (1, 12))
    assert few.found[0].play_changes
    assert few.found[0].pays == many.found[0].pays
    assert abs(few.found[0].wager.house_edge - target) < Fraction(1, 100)


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
        tuned(rules, Fraction(1, 50), vary)


def test_a_wager_named_alone_means_all_its_rows(rules: Rules) -> None:
    rows = ["straight-flush", "three-of-a-kind", "straight", "flush", "pair"]
    assert rows_to_vary(rules, ["pair-plus"]) == [f"pair-plus.{row}" for row in rows]


def test_odds_are_tried_in_steps_that_are_printed() -> None:
    assert whole_odds(1) == [1, 2, 3]
    assert whole_odds(40) == [20, 25, 30, 35, 40, 45, 50, 55, 60, 65, 70, 75, 80]
    assert 1000 in whole_odds(1000)


@pytest.mark.slow
def test_wagers_of_a_game_without_decisions_are_counted_with_other_pays() -> None:
    """Winning three-card sevens out of all coups of eight decks: the Wizard on EZ Baccarat."""
    seven = Fraction(112_633_011_329_024, 4_998_398_275_503_360)
    found = other_pays(load(EXAMPLES_DIR / "baccarat.toml"), ["dragon-7.three-card-7=45"])
    assert found.before == {"dragon-7": 1 - 41 * seven}
    assert found.wagers["dragon-7"].house_edge == 1 - 46 * seven
    assert not found.play_changes("dragon-7")
