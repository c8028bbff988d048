"""Positions and what is kept of them: numbered row by row, in numbers no wider than need be."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from feltworks.odds import backward, showdown
from feltworks.odds.analyse import analyse
from feltworks.odds.errors import OddsRefused
from feltworks.odds.positions import Positions
from feltworks.odds.solver import Solver
from feltworks.rules.loader import load

FEATURES = Path(__file__).parent / "games" / "features"
STREETS = str(FEATURES / "every-street-bet-one-to-three-times.toml")


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
        values = noughts(self, level)
        widths.add(values.dtype)
        return values

    noughts = backward.Backward._noughts
    monkeypatch.setattr(backward.Backward, "_noughts", wide)
    monkeypatch.setattr(backward, "NARROW", 0)
    monkeypatch.setattr(backward, "AT_ONCE", blocks)
    assert analyse(rules) == narrow
    assert widths == {np.dtype(np.int64)}


def test_a_decision_of_too_many_choices_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(showdown, "MOST_BRANCHES", 3)
    with pytest.raises(OddsRefused, match="up to 3 choices"):
        analyse(load(STREETS))
