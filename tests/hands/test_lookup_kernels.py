"""Each kernel equals a few lines of plain Python."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from feltworks.cards import deck
from feltworks.hands.lookup import SUIT_BITS, SUIT_SHIFT, evaluate, evaluate_choices, lowest_suit
from feltworks.hands.perfect_hash import fill, find, fitting, perfect_hash, place_rows

from .dealing import cards_of, compiled, every_hand

pytestmark = pytest.mark.slow

KEYS = st.sets(st.integers(0, 2**48 - 1), min_size=1, max_size=300)


@settings(max_examples=60, deadline=None)
@given(KEYS, st.integers(0, 2**16 - 1))
def test_find_is_a_dictionary(keys, above):
    twin = {key: i for i, key in enumerate(keys)}
    table = perfect_hash(np.array(list(twin), np.uint64), np.array(list(twin.values()), np.int16))
    for key, value in twin.items():
        assert find(table, np.uint64(key)) == value
        assert find(table, np.uint64(key | above << 48)) == value


def test_fill_refuses_keys_that_cannot_be_told_apart():
    table = perfect_hash(np.array([1], np.uint64), np.array([1], np.int16))
    assert not fill(table, np.array([7, 7], np.uint64), np.array([1, 2], np.int16))


@given(
    st.sets(st.integers(0, 31), min_size=1, max_size=4),
    st.lists(st.booleans(), min_size=32, max_size=32),
)
def test_fitting_is_the_first_displacement_that_fits(columns, taken):
    fits = (d for d in range(32) if not any(taken[column ^ d] for column in columns))
    assert fitting(np.array(sorted(columns), np.uint64), np.array(taken)) == next(fits, -1)


@given(st.lists(st.sets(st.integers(0, 31), min_size=1, max_size=4), min_size=1, max_size=9))
def test_rows_are_placed_one_after_another(rows):
    taken, expected = set(), []
    for row in rows:
        fits = (d for d in range(32) if not taken & {column ^ d for column in row})
        expected.append(next(fits, -1))
        taken |= {column ^ expected[-1] for column in row}
        if expected[-1] < 0:
            break
    displacements = np.zeros(len(rows), np.uint32)
    columns = np.array([column for row in rows for column in sorted(row)], np.uint64)
    starts = np.cumsum([0, *map(len, rows)])
    placed = place_rows(columns, starts, np.zeros(32, np.bool_), displacements)
    assert placed == (expected[-1] >= 0)
    if placed:
        assert displacements.tolist() == expected


@given(st.sets(st.integers(0, 3), min_size=1))
def test_lowest_suit(suits):
    filled = sum(1 << (SUIT_SHIFT + SUIT_BITS * suit + SUIT_BITS - 1) for suit in suits)
    assert lowest_suit(np.uint64(filled)) == 1 << min(suits)


def plain_values(hands, faces, choices):
    """The twin: look every allowed choice up in the dictionaries."""
    return [
        max(hands.whole_hand(cards_of(hands.deck, row[list(choice)])) for choice in choices)
        for row in faces
    ]


@pytest.mark.parametrize(
    ("ranking_id", "deck_id", "drawn"),
    [
        ("three-card", "small-12", 4),
        ("five-card-wild", "small-13-joker", 6),
        ("two-card", "small-15", 4),
    ],
)
def test_evaluate_and_its_choices(ranking_id, deck_id, drawn):
    from itertools import combinations

    hands = compiled(ranking_id, deck(deck_id))
    size = hands.ranking.cards
    faces = every_hand(hands.deck, drawn)
    choices = list(combinations(range(drawn), size))
    out = np.empty(len(faces), np.int16)
    evaluate(faces, (0,) * drawn, hands.tables(drawn).lookup, out)
    assert out.tolist() == plain_values(hands, faces, choices)
    some = choices[1:-1]
    evaluate_choices(faces, np.array(some), (0,) * size, hands.tables(size).lookup, out)
    assert out.tolist() == plain_values(hands, faces, some)
