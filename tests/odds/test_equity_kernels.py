"""The arrays behind equities, beside hands looked up one by one."""

from __future__ import annotations

import numpy as np
import pytest

from feltworks.odds.equity import EquityError, PotHand
from feltworks.odds.equity.equity import boards

from .equity_pots import FULL, POTS, value


@pytest.mark.slow
def test_showdowns_over_arrays_are_those_of_the_scalar_chooser():
    draw = np.random.default_rng(3)
    for rules in (*POTS.values(), FULL):
        pot = PotHand.of(rules)
        free = pot.free_faces(())
        deals = np.array([draw.permutation(free)[:9] for _ in range(30)], np.uint8)
        own, board = deals[:, :6].reshape(30, 3, 2), deals[:, 6:]
        values = pot.values(own, board)
        for deal in range(30):
            lying = [pot.deck.face(face) for face in board[deal]]
            for player in range(3):
                cards = [pot.deck.face(face) for face in own[deal, player]]
                assert values[deal, player] == value(rules, cards, lying)


def test_arrays_of_another_shape_are_refused():
    full = PotHand.of(FULL)
    with pytest.raises(EquityError, match="2 cards a player and 3 on the board, not 3 and 3"):
        full.values(np.zeros((5, 4, 3), np.uint8), np.zeros((5, 3), np.uint8))
    with pytest.raises(EquityError, match="by deal, player and card"):
        full.values(np.zeros((5, 4, 2), np.uint8), np.zeros((4, 3), np.uint8))


def test_boards_up_to_a_swap_of_suits_stand_for_all_boards():
    rows, weights = boards(PotHand.of(FULL).deck, (), 3)
    assert weights.sum() == 22_100 and len(rows) == 1_755
