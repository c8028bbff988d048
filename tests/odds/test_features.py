"""Every feature of a rules file that bears on money, each in a small game of its own: what
is counted equals what is dealt, card by card."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from pathlib import Path

import pytest
from tests.ask.odds import Player, PositionError, Rejected, odds
from tests.ask.rules import EXAMPLES_DIR, Rules, load, load_text, locate

from feltworks.cards import parse_cards

from .oracle_compare import assert_same_odds

FOLDER = Path(__file__).parent / "games" / "features"
GAMES = sorted(path.stem for path in FOLDER.glob("*.toml"))


def game(name: str) -> Rules:
    return load(str(FOLDER / f"{name}.toml"))


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_a_game_with_this_feature_is_counted_as_it_is_dealt(name: str) -> None:
    rules = game(name)
    dealt = assert_same_odds(rules)
    assert len(dealt["main"].rows) > 2
    assert_same_odds(rules, {stage.id: "fold" for stage in rules.stages if stage.decide})


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_positions_come_to_what_is_counted(name: str) -> None:
    """Listed one by one, asked for one by one, and counted all at once they say the same."""
    rules = game(name)
    for rule in ("bet", "fold"):
        player = Player(rules, {stage.id: rule for stage in rules.stages if stage.decide})
        for decision in player.decisions:
            positions = list(player.positions(decision))
            best: Counter[str] = Counter()
            for each in positions:
                best[each.advice.best] += each.deals
            assert player.deals_by_choice(decision) == best
            for each in positions[:: 1 + len(positions) // 40]:
                again = player.advise(decision, each.cards, each.board, out=each.advice.out)
                assert again == each.advice
            if decision == player.decisions[0]:
                values = [(each.deals, max(each.advice.values.values())) for each in positions]
                deals = sum(deals for deals, _ in values)
                won = sum(deals * value for deals, value in values)
                assert won / deals == odds(rules)["main"].expected_value


def test_dollars_on_a_wager_that_play_decides_are_refused() -> None:
    text = locate("pick-2-poker").read_text(encoding="utf-8")
    paid = text.replace("royal flush pays 500:1", "royal flush pays $500")
    assert paid != text
    with pytest.raises(Rejected, match="neither a choice nor the dealer's hand can touch"):
        odds(load_text(paid))


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
    assert odds(rules)["pair-plus"].outcomes == odds(sized)["pair-plus"].outcomes


def test_a_stage_that_may_not_take_place_is_refused_where_it_matters() -> None:
    rules = game("best-five-of-seven")
    river = rules.stage("river").model_copy(update={"if_out": ("turn",)})
    doubtful = rules.model_copy(update={"stages": (*rules.stages[:-1], river)})
    with pytest.raises(Rejected, match=r"stages\.river\.if_out"):
        odds(doubtful)


def test_what_is_out_already_can_be_told() -> None:
    player = Player(game("every-street-bet-one-to-three-times"))
    small, large = ({"ante": Fraction(1), "third": Fraction(units)} for units in (1, 3))
    assert small in player.wagers_out("fourth") and large in player.wagers_out("fourth")
    cards, board = parse_cards("Kc Th"), parse_cards("4d")
    values = [player.advise("fourth", cards, board, out=out).values for out in (small, large)]
    assert values[1]["fold"] == 2 * values[0]["fold"] == -4
    with pytest.raises(PositionError, match="fourth never comes up with ante 1, third 5"):
        player.advise("fourth", cards, board, out={"ante": Fraction(1), "third": Fraction(5)})
