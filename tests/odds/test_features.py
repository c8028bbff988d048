"""Every feature of a rules file that bears on money, each in a small game of its own: what
is counted equals what is dealt, card by card."""

from __future__ import annotations

from pathlib import Path

import pytest

from feltworks.odds.analyse import Solver, analyse
from feltworks.odds.errors import OddsRefused
from feltworks.rules.loader import load
from feltworks.rules.schema import Rules

from .oracle_compare import assert_same_odds

FOLDER = Path(__file__).parent / "games" / "features"
GAMES = sorted(path.stem for path in FOLDER.glob("*.toml"))


def game(name: str) -> Rules:
    return load(str(FOLDER / f"{name}.toml"))


@pytest.mark.parametrize("name", GAMES)
def test_a_game_with_this_feature_is_counted_as_it_is_dealt(name: str) -> None:
    rules = game(name)
    dealt = assert_same_odds(rules)
    assert len(dealt["main"].rows) > 2
    assert_same_odds(rules, {stage.id: "fold" for stage in rules.stages if stage.decide})


def test_a_zone_is_cut_where_a_hand_ends_and_only_there() -> None:
    cut = Solver(game("hands-of-the-first-cards")).plan
    assert [(pile.zone, pile.first, pile.cards) for pile in cut.piles] == [
        ("board", 0, 1),
        ("board", 1, 2),
    ]
    assert [level.board for level in cut.levels] == [(1, 1), (1, 2)]
    whole = Solver(game("best-five-of-seven")).plan
    assert [level.board for level in whole.levels] == [(3,), (4,), (5,)]


def test_cards_nobody_sees_in_time_are_the_last_to_come() -> None:
    plan = Solver(game("cards-to-the-player-after-a-decision")).plan
    assert plan.hole == 1
    assert [level.board for level in plan.levels] == [(0,), (1,), (2,)]
    assert plan.hidden == 3


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("two-contests-at-once", True),
        ("a-qualifier-of-another-kind", True),
        ("a-wager-on-the-dealers-hand", True),
        ("an-up-card-and-unequal-hands", False),
    ],
)
def test_the_dealers_hand_is_looked_at_only_where_counting_is_not_enough(
    name: str, *, shown: bool
) -> None:
    plan = Solver(game(name)).plan
    assert plan.shown is shown
    assert (plan.hidden == 0) is shown


def test_a_side_wager_without_a_size_is_weighed_at_one_unit() -> None:
    path = FOLDER.parents[3] / "examples" / "three-card-poker.toml"
    rules = load(str(path))
    sized = rules.model_copy(
        update={
            "wagers": {
                **rules.wagers,
                "pair-plus": rules.wagers["pair-plus"].model_copy(
                    update={"size": rules.stage("play").decide[1].size}
                ),
            }
        }
    )
    assert (
        analyse(rules).wagers["pair-plus"].outcomes == analyse(sized).wagers["pair-plus"].outcomes
    )


def test_a_stage_that_may_not_take_place_is_refused_where_it_matters() -> None:
    rules = game("best-five-of-seven")
    river = rules.stage("river").model_copy(update={"if_out": ("turn",)})
    doubtful = rules.model_copy(update={"stages": (*rules.stages[:-1], river)})
    with pytest.raises(OddsRefused, match=r"stages\.river\.if_out"):
        analyse(doubtful)
