"""What the dealer ends with, against drawing card by card with exact fractions."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from feltworks.odds.blackjack.dealer import (
    count_endings,
    dealer_chances,
    dealer_draws,
    whole_hands,
)
from feltworks.odds.blackjack.shoe import Shoe

from .oracle import Options, Oracle, draws, plus, two

UNIT = np.eye(10, dtype=np.int64)


def drawn(shoe: tuple[int, ...], up: int, soft_17: str) -> list[Fraction]:
    """Chances of 17 to 21, by drawing a hole card and going on."""
    oracle = Oracle(shoe, Options(soft_17=soft_17))
    found = [Fraction(0)] * 5
    for hole, chance, left in draws(plus(shoe, up, -1)):
        for end, part in oracle.dealer(two(up, hole), left).items():
            if 17 <= end <= 21:
                found[end - 17] += chance * part
    return found


@pytest.mark.parametrize("soft_17", ["stands", "hits"])
@pytest.mark.parametrize("up", [0, 1, 5, 9])
def test_a_full_deck_with_an_up_card(up, soft_17):
    shoe = Shoe.of_decks(1).values
    hits = soft_17 == "hits"
    expected = [float(chance) for chance in drawn(shoe, up, soft_17)]
    chances = dealer_chances(np.array([shoe]), hits_soft_17=hits)[0, up]
    assert chances == pytest.approx(expected, abs=1e-15)
    alone = dealer_draws(np.array([shoe]) - UNIT[up], up, hits_soft_17=hits)[0]
    assert alone == pytest.approx(expected, abs=1e-15)


@settings(max_examples=12, deadline=None)
@given(
    st.lists(st.integers(0, 3), min_size=9, max_size=9),
    st.integers(8, 16),
    st.sampled_from(["stands", "hits"]),
)
def test_any_shoe_with_every_up_card(low, tens, soft_17):
    shoe = (*low, tens)
    found = dealer_chances(np.array([shoe]), hits_soft_17=soft_17 == "hits")[0]
    for up in range(10):
        if not shoe[up]:
            assert not found[up].any()
        elif up in (0, 8, 9):
            expected = [float(chance) for chance in drawn(shoe, up, soft_17)]
            assert found[up] == pytest.approx(expected, abs=1e-14)
        assert found[up].sum() <= 1 + 1e-14


def test_blocks_of_shoes_do_not_disturb_each_other():
    """One shoe among two hundred different ones comes out as it does alone."""
    full = np.array(Shoe.of_decks(2).values)
    shoes = np.array([full - UNIT[n % 10] * (n % 7) for n in range(200)])
    together = dealer_chances(shoes, hits_soft_17=False)
    for n in (0, 63, 64, 127, 199):
        alone = dealer_chances(shoes[n : n + 1], hits_soft_17=False)[0]
        assert np.array_equal(together[n], alone)


def test_the_kernel_is_its_plain_definition():
    """Each final hand: orders times falling powers of the counts, by the book."""
    tree = whole_hands(hits_soft_17=True)
    shoe = np.array(Shoe.of_decks(1).values)
    expected = np.zeros(tree.width)
    path: list[int] = []
    for node, (value, depth) in enumerate(zip(tree.values, tree.depths, strict=True)):
        path[depth - 1 :] = [int(value)]
        chance, left = 1.0, shoe.copy()
        for card in path:
            chance *= left[card] / left.sum()
            left[card] -= 1
        for ending in range(tree.first[node], tree.first[node + 1]):
            expected[tree.rows[ending]] += tree.orders[ending] * chance
    found = np.zeros((1, tree.width))
    count_endings(shoe[None, :], tree, found)
    assert found[0] == pytest.approx(expected, abs=1e-15)
