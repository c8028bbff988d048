"""The golden rounds show every branch between them."""

from functools import cache

import pytest
from tests.ask.rounds import Settled
from tests.ask.rules import load

from .golden_rounds import ROUNDS

GAMES = ("mini-tex", "pick-2-poker", "spanish-poker")

# A wager that only the last decision puts out cannot be folded any more, and a dealer who
# qualified with a pair is never beaten by less than one.
CANNOT_HAPPEN = {
    ("mini-tex", "play", "folded"),
    ("pick-2-poker", "play", "folded"),
    ("spanish-poker", "raise", "folded"),
}


@cache
def _settled(game: str) -> list[Settled]:
    return [
        entry
        for name, rigged in ROUNDS.items()
        if name.startswith(f"{game}/")
        for entry in rigged.played().log
        if isinstance(entry, Settled)
    ]


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_every_cell_of_settlement_is_shown(game):
    shown = {(game, entry.wager, entry.case) for entry in _settled(game)}
    # A dealer who does not qualify may still be compared with; the cell is then the result's.
    stated = {
        (game, wager, case)
        for wager, cells in load(game).settle.items()
        for case in cells.cells
        if cells.cell(case)
    }
    assert stated - shown == {cell for cell in CANNOT_HAPPEN if cell[0] == game}


@pytest.mark.parametrize("game", GAMES)
def test_every_row_of_every_pay_table_is_shown(game):
    rules = load(game)
    shown = {(entry.wager, row) for entry in _settled(game) for row in entry.rows}
    stated = {
        (wager, row.id)
        for wager, cells in rules.settle.items()
        for cell in cells.cells.values()
        for pay in cell
        for table in pay.all_tables
        for row in rules.pays[table].rows
    }
    assert stated - shown == set()


@pytest.mark.parametrize("game", GAMES)
def test_every_wager_wins_loses_and_where_it_can_pushes(game):
    signs = {(e.wager, (e.net_cents > 0) - (e.net_cents < 0)) for e in _settled(game)}
    for wager, cells in load(game).settle.items():
        assert {(wager, 1), (wager, -1)} <= signs
        if cells.tie is not None:
            assert (wager, 0) in signs
