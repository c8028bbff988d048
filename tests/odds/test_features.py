"""Every feature of a rules file that bears on money, each in a small game of its own: what
is counted equals what is dealt, card by card."""

from __future__ import annotations

import itertools
from collections import Counter
from fractions import Fraction
from pathlib import Path

import pytest
from tests.ask.rules import EXAMPLES_DIR, Rules, load, load_text, locate

from feltworks.cards import parse_cards
from feltworks.odds.analyse import analyse
from feltworks.odds.errors import OddsRefused
from feltworks.odds.positionadvice import PositionError
from feltworks.odds.solver import Solver
from feltworks.odds.strategy import Advisor

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


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("rule", ["bet", "fold"])
def test_best_choices_are_counted_as_they_are_told_line_by_line(name: str, rule: str) -> None:
    rules = game(name)
    ties = {stage.id: rule for stage in rules.stages if stage.decide}
    advisor = Advisor(rules, indifferent=ties)
    for decision in advisor.decisions:
        told: Counter[str] = Counter()
        for line in advisor.lines(decision):
            told[line.advice.best] += line.deals
        assert advisor.deals_by_best(decision) == told


def test_dollars_on_a_wager_that_play_decides_are_refused() -> None:
    text = locate("pick-2-poker").read_text(encoding="utf-8")
    paid = text.replace("royal flush pays 500:1", "royal flush pays $500")
    assert paid != text
    with pytest.raises(OddsRefused, match="neither a choice nor the dealer's hand can touch"):
        analyse(load_text(paid))


def test_a_zone_is_cut_where_a_hand_ends_and_only_there() -> None:
    cut = Solver(game("hands-of-the-first-cards")).plan
    assert [(group.zone, group.first, group.cards) for group in cut.groups] == [
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
    path = EXAMPLES_DIR / "three-card-poker.toml"
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


@pytest.mark.parametrize("name", GAMES)
def test_every_position_of_a_strategy_can_be_asked_for_again(name: str) -> None:
    rules = game(name)
    advisor = Advisor(rules)
    asked = 0
    for decision in advisor.decisions:
        for line in itertools.islice(advisor.lines(decision), 0, None, 7):
            again = advisor.advise(decision, line.cards, line.board, out=line.advice.out)
            assert again == line.advice
            asked += 1
    assert asked > 0


@pytest.mark.parametrize("name", GAMES)
def test_the_first_decision_is_worth_what_the_whole_game_is(name: str) -> None:
    advisor = Advisor(game(name))
    lines = list(advisor.lines(advisor.decisions[0]))
    deals = sum(line.deals for line in lines)
    worth = sum(line.deals * max(line.advice.values.values()) for line in lines)
    assert worth / deals == analyse(game(name)).wagers["main"].expected_value


def test_what_is_out_already_can_be_told() -> None:
    advisor = Advisor(game("every-street-bet-one-to-three-times"))
    small, large = ({"ante": Fraction(1), "third": Fraction(units)} for units in (1, 3))
    assert small in advisor.histories("fourth") and large in advisor.histories("fourth")
    cards, board = parse_cards("Kc Th"), parse_cards("4d")
    values = [advisor.advise("fourth", cards, board, out=out).values for out in (small, large)]
    assert values[1]["fold"] == 2 * values[0]["fold"] == -4
    with pytest.raises(PositionError, match="fourth never comes up with ante 1, third 5"):
        advisor.advise("fourth", cards, board, out={"ante": Fraction(1), "third": Fraction(5)})
