"""Positions and what is kept of them: numbered row by row, in numbers no wider than need be."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray
from tests.ask.rules import Rules, load, load_text

from feltworks.odds import backward, showdown
from feltworks.odds.analyse import analyse
from feltworks.odds.chunks import BoardChunk
from feltworks.odds.errors import OddsRefused
from feltworks.odds.positions import Positions
from feltworks.odds.solver import Solver

from .oracle_compare import assert_same_odds

NINE_CARDS = """
[game]
id = "nine-cards"
name = "Nine Cards"
title = "Two cards of one's own and two that come one by one."
deck = {{ ranks = "3 8 K", suits = "c d h" }}
unit = "ante"
[zones]
hole = "player"
board = "table"
[hands.player]
ranking = "four-card"
from = {{ hole = 2, board = 2 }}
[wagers]
ante = {{ name = "Ante", kind = "required" }}
third = {{ name = "Third", kind = "decision" }}
[[stages]]
id = "third"
deal = [
    {{ to = "hole", cards = 2, face = "down" }},
    {{ to = "board", cards = 2, face = "down" }},
]
decide = ["fold", {{ id = "bet", bet = "third", size = "1 x ante" }}]
[[stages]]
id = "fourth"
deal = [{{ turn = "board", cards = {seen} }}]
decide = ["fold", "check"]
{show}
[settle.ante]
folded = "lose"
always = {{ table = "pays", else = "{otherwise}" }}
[settle.third]
folded = "lose"
always = "{third}"
[pays.pays]
hand = "player"
rows = [
    {{ hand = "three of a kind or better", pays = "{three}" }},
    {{ hand = "pair of threes or better", pays = "{pair}" }},
]
[table]
seats = 1
most_seats = 1
"""
FEATURES = Path(__file__).parent / "games" / "features"
STREETS = str(FEATURES / "every-street-bet-one-to-three-times.toml")


def nine_cards(*, seen: int, **pays: str) -> Rules:
    """With so many cards of the board seen before the last decision."""
    last = '[[stages]]\nid = "show"\ndeal = [{ turn = "board", cards = 1 }]'
    show = last if seen == 1 else ""
    return load_text(NINE_CARDS.format(seen=seen, show=show, **pays), "nine-cards.toml")


def levels() -> list[Positions]:
    return Solver(load("mini-tex")).walk({}).showdown.earlier


def test_the_row_of_a_position_follows_from_its_number() -> None:
    for level in levels():
        rows = level.row_of()
        assert np.array_equal(level.numbers[rows, level.held], np.arange(level.count))
        some = np.array([level.count - 1, 0, level.count // 2])
        assert np.array_equal(level.row_of(some), rows[some])
        assert np.array_equal(level.row_of(slice(3, 50)), rows[3:50])


def test_positions_stand_for_every_deal_of_board_and_hole() -> None:
    for level in levels():
        held = level.numbers[level.rows]
        assert int(level.weights.sum(dtype=np.int64)) == int((held >= 0).sum())


@pytest.mark.parametrize("blocks", [7, 250_000])
def test_wide_sums_and_narrow_ones_come_to_the_same(
    monkeypatch: pytest.MonkeyPatch, blocks: int
) -> None:
    rules = load(STREETS)
    narrow = analyse(rules)
    widths = set()

    def wide(self: backward.Backward, level: int) -> backward.Sums:
        values = zeros_for(self, level)
        widths.add(values.dtype)
        return values

    zeros_for = backward.Backward._zeros_for
    monkeypatch.setattr(backward.Backward, "_zeros_for", wide)
    monkeypatch.setattr("feltworks.odds.sums.NARROW", 0)
    monkeypatch.setattr("feltworks.odds.positions.AT_ONCE", blocks)
    assert analyse(rules) == narrow
    assert widths == {np.dtype(np.int64)}


@pytest.mark.parametrize(
    ("odds", "width"), [("8521759:1", np.dtype(np.int32)), ("8521760:1", np.dtype(np.int64))]
)
def test_sums_are_narrow_up_to_the_last_that_fits(
    monkeypatch: pytest.MonkeyPatch, odds: str, width: np.dtype[np.signedinteger]
) -> None:
    rules = nine_cards(seen=1, otherwise=odds, third="1:1", three=odds, pair=odds)
    found: dict[int, backward.Sums] = {}

    def noted(self: backward.Backward, level: int) -> backward.Sums:
        found[level] = zeros_for(self, level)
        return found[level]

    zeros_for = backward.Backward._zeros_for
    monkeypatch.setattr(backward.Backward, "_zeros_for", noted)
    analysis = analyse(rules)
    assert found[0].dtype == width and int(found[0].max()) > 2**31 - 2**10
    assert_same_odds(rules, analysis=analysis)


def test_a_tie_on_the_last_level_is_another_play() -> None:
    """A pair loses as a fold does, or is paid: it is kept in both."""
    ties, none = (
        nine_cards(seen=2, otherwise="lose", third="lose", three="1000:1", pair=pair)
        for pair in ("lose", "1:1")
    )
    walks = [Solver(rules).walk({}) for rules in (ties, none)]
    for walk in walks:
        walk.choose()
    counts = [analyse(rules).wagers["main"].indifferent_deals for rules in (ties, none)]
    assert counts[0] != counts[1]
    assert np.array_equal(walks[0].decided[0].taken, walks[1].decided[0].taken)
    assert walks[0].backward.last_play != walks[1].backward.last_play


def test_choices_that_only_some_hands_may_take_are_limited_over_all_histories(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    rules = load(STREETS)
    levels = [
        [len(node.branches) for node in nodes] for nodes in Solver(rules).walk({}).tree.levels
    ]
    most, last = max(map(max, levels)), sum(levels[-1])
    assert last > most
    monkeypatch.setattr(showdown, "MOST_BRANCHES", most)
    Solver(rules).walk({})
    with pytest.raises(OddsRefused, match=f"offers {last} choices over all"):
        Solver(rules).walk({}, policy=Folds())


class Folds:
    """A policy that takes the first branch everywhere."""

    def branch(
        self, level: int, node: int, boards: NDArray[np.uint8], holes: NDArray[np.uint8]
    ) -> NDArray[np.int64]:
        return np.zeros(len(holes), np.int64)

    def branch_on(self, node: int, chunk: BoardChunk) -> NDArray[np.int64]:
        return self.branch(-1, node, *chunk.rows())

    def minds_suits(self, level: int, node: int) -> bool:
        return False


def test_a_decision_of_too_many_choices_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(showdown, "MOST_BRANCHES", 3)
    with pytest.raises(OddsRefused, match="up to 3 choices"):
        analyse(load(STREETS))


def test_what_is_too_much_for_an_exact_count_is_refused_with_what_can_be_done(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(showdown, "MOST_WORTH", 1 << 10)
    refused = r"deals at pays up to .* fewer cards or write smaller pays, .* simulate GAME"
    with pytest.raises(OddsRefused, match=refused):
        analyse(load(STREETS))
