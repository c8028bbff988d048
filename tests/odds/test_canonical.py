"""Canonical hands: one of all that swaps of suits make of one another, and the sweep over them."""

from __future__ import annotations

from itertools import combinations
from math import comb

import numpy as np
import pytest

from feltworks.cards import Card, Deck
from feltworks.odds import boards
from feltworks.odds.boardcache import clear
from feltworks.odds.boards import Boards
from feltworks.odds.boardsymmetry import (
    alike_suits,
    canonical_hands,
    hole_symmetry,
    swaps_alike,
)
from feltworks.odds.cardspace import CardSpace
from feltworks.odds.solver import Solver
from feltworks.odds.symmetry import Symmetry, canonical_count

from .test_kinds import small

RANKS, SUITS = ("3", "8", "K"), ("c", "d", "h")
SPACES = {
    "four suits": CardSpace(Deck("small", "Small", RANKS, (*SUITS, "s"))),
    "two jokers": CardSpace(Deck("small", "Small", RANKS, SUITS, jokers=2)),
    "a card removed": CardSpace(
        Deck("small", "Small", RANKS, (*SUITS, "s"), removed=(Card("8", "d"),))
    ),
    "suits that may not be swapped": CardSpace(
        Deck("small", "Small", RANKS, SUITS), swap_suits=False
    ),
}
GAMES = ("three cards against two", "two cards against three, one of them at least used")


@pytest.mark.parametrize("name", SPACES)
@pytest.mark.parametrize("on_board", [(), (4,), (0, 5), (1, 2, 8)])
@pytest.mark.parametrize("size", [0, 1, 2, 3])
def test_one_hand_of_each_orbit_is_listed_with_its_size(
    name: str, on_board: tuple[int, ...], size: int
) -> None:
    space = SPACES[name]
    board = np.array(on_board, np.uint8)
    alike = alike_suits(space, board[None], [len(board)])[0]
    found = canonical_hands(space, board, alike, size)
    assert found.weights.sum() == comb(space.size - len(board), size)
    weights = {tuple(map(int, cards)): int(w) for cards, w in zip(*found, strict=True)}
    assert len(weights) == len(found)
    left = [card for card in range(space.size) if card not in on_board]
    for cards in combinations(left, size):
        orbit = {tuple(sorted(map(int, swap[list(cards)]))) for swap in swaps_alike(space, alike)}
        assert [weights[hand] for hand in orbit if hand in weights] == [len(orbit)]


@pytest.mark.parametrize("name", SPACES)
@pytest.mark.parametrize("sizes", [(), (0,), (2,), (3,), (1, 2), (2, 0, 1), (1, 1, 1)])
def test_canonical_arrangements_are_counted_as_they_are_listed(
    name: str, sizes: tuple[int, ...]
) -> None:
    space = SPACES[name]
    assert canonical_count(space, sizes) == int((Symmetry(space, sizes).weights > 0).sum())


@pytest.mark.parametrize("name", SPACES)
def test_hole_hands_on_many_boards_are_looked_up_as_listed(name: str) -> None:
    space = SPACES[name]
    lying = space.combinations(2)
    alike = hole_symmetry(space, lying, [2], 2)
    holes = space.combinations(2)
    marks = alike_suits(space, lying, [2])
    for row, board in enumerate(lying):
        listed = canonical_hands(space, board, marks[row], 2)
        weights = alike.weights[alike.patterns[row]]
        free = [not {*map(int, hole)} & {*map(int, board)} for hole in holes]
        looked_up = {
            tuple(map(int, hole)): int(weight)
            for hole, weight, is_free in zip(holes, weights, free, strict=True)
            if weight and is_free
        }
        assert looked_up == {
            tuple(map(int, cards)): int(weight) for cards, weight in zip(*listed, strict=True)
        }


@pytest.mark.parametrize("name", GAMES)
def test_boards_one_by_one_are_counted_as_many_boards_at_once(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The sweep over canonical hands and the one over hands that boards share."""
    rules = small(name)
    monkeypatch.setattr(Boards, "by_kind", None)
    found = []
    for shared in (boards.SHARED_HANDS, 0):
        clear()
        monkeypatch.setattr(boards, "SHARED_HANDS", shared)
        solver = Solver(rules)
        assert solver.boards.one_by_one == (shared == 0)
        found.append(solver.main({}))
    clear()
    assert found[0] == found[1]
