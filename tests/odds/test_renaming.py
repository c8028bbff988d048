"""Names are not rules: with every id replaced and every table turned round, no number changes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from fractions import Fraction

import pytest
from tests.ask.odds import Wager, odds
from tests.ask.rules import Rules

from .renaming import KEPT, Renaming
from .small_decks import DECKS, Document, dealt_from, shipped, with_options

SECTIONS = ("zones", "hands", "contests", "wagers", "settle", "pays", "jackpots", "options")
CASES = ("fold", "dealer-not-qualified", "win", "tie", "push", "lose")
OPTIONS: dict[str, list[dict[str, str]]] = {
    "mini-tex": [
        {},
        {
            "dealer_qualifier": "ace-king",
            "pocket_poker_table": "35-15",
            "community_dealing": "up-front",
        },
    ],
    "spanish-poker": [
        {},
        {
            "ante_table": "2",
            "dos_pares_table": "2",
            "ace_low_straights": "on",
            "tie": "dealer-wins",
            "side_wagers": "joker-and-gran",
        },
    ],
    "pick-2-poker": [
        {},
        {
            "dealer_not_qualified": "ante-compares",
            "three_five_bonus_pays": "higher",
            "bonuses_on_fold": "in-action",
        },
    ],
    "texas-21": [{}, {"bonus_table": "B", "progressive": "off"}],
}

Figures = Counter[tuple[str, Fraction, Fraction, Fraction, int]]


def figures(wager: Wager, *, main: bool) -> Figures:
    """The rows without the names that a file gives; of main wagers the case is our own word."""
    told: Figures = Counter()
    for row in wager.outcomes:
        case = next((case for case in CASES if row.id.startswith(case)), "") if main else ""
        told[case, row.net, row.share, row.staked, row.combinations] += 1
    return told


def assert_same_figures(
    before: Mapping[str, Wager], after: Mapping[str, Wager], renaming: Renaming
) -> None:
    assert {renaming.new("wager", id_) for id_ in before} == set(after)
    for id_, wager in before.items():
        again = after[renaming.new("wager", id_)]
        assert figures(again, main=id_ == "main") == figures(wager, main=id_ == "main"), id_
        assert again.unit == renaming.new("wager", wager.unit)
        assert again.expected_value == wager.expected_value, id_
        assert again.parts == {
            renaming.new("wager", part): value for part, value in wager.parts.items()
        }
        assert again.ties == {
            renaming.new("stage", stage): deals for stage, deals in wager.ties.items()
        }


def both(game: str, chosen: dict[str, str]) -> tuple[Document, Document, Renaming]:
    """A shipped file and the same in other words, with the same options chosen."""
    renaming = Renaming(shipped(game))
    again = {
        renaming.new("option", option): renaming.new("value", value)
        for option, value in chosen.items()
    }
    return with_options(shipped(game), chosen), with_options(renaming.renamed(), again), renaming


@pytest.mark.slow
@pytest.mark.parametrize("choice", [0, 1])
@pytest.mark.parametrize("game", DECKS)
def test_a_renamed_game_has_the_same_odds_on_small_decks(game: str, choice: int) -> None:
    before, after, renaming = both(game, OPTIONS[game][choice])
    for deck in DECKS[game].values():
        assert_same_figures(odds(dealt_from(before, deck)), odds(dealt_from(after, deck)), renaming)


def choices(rules: Rules) -> set[str]:
    return {choice.id for stage in rules.stages for choice in stage.decide}


@pytest.mark.parametrize("game", DECKS)
def test_renaming_leaves_no_id_of_the_file(game: str) -> None:
    renaming = Renaming(shipped(game))
    after = Rules.model_validate(renaming.renamed())
    before = Rules.model_validate(shipped(game))
    for section in (
        "zones",
        "hands",
        "contests",
        "wagers",
        "settle",
        "pays",
        "jackpots",
        "options",
    ):
        old, new = list(getattr(before, section)), list(getattr(after, section))
        assert len(old) == len(new) and not set(old) & set(new), section
    assert {stage.id for stage in before.stages}.isdisjoint(stage.id for stage in after.stages)
    assert choices(before) & choices(after) <= KEPT["choice"]
    rows = {row.id for table in before.pays.values() for row in table.rows}
    assert rows.isdisjoint(row.id for table in after.pays.values() for row in table.rows)


@pytest.mark.parametrize("game", DECKS)
def test_renaming_turns_every_table_round(game: str) -> None:
    renaming = Renaming(shipped(game))
    again = [renaming.new("wager", wager) for wager in shipped(game)["wagers"]]
    assert list(renaming.renamed()["wagers"]) == again[::-1]
