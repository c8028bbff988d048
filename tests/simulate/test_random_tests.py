"""Tests of randomness: fair shuffles pass, unfair ones do not."""

from __future__ import annotations

from tests.ask.rules import Handbook, load_text
from tests.odds.test_ties import THREE_CARDS

from feltworks.cards import Deck, deck
from feltworks.simulate.randomtests import random_tests


def test_fair_shuffles_pass_and_unfair_ones_do_not(monkeypatch):
    fair = random_tests(deck("standard-52"), shuffles=400, seed=7)
    assert min(each.p_value for each in fair) > 1e-4
    lazy = Deck(id="x", title="x", ranks=("2", "3", "4"), suits=("c", "d", "h", "s"))
    monkeypatch.setattr(
        "feltworks.simulate.randomtests.permutation", lambda size, stream: _swapped(size, stream)
    )
    assert min(each.p_value for each in random_tests(lazy, shuffles=400, seed=7)) < 1e-6


def test_a_deck_of_three_cards_has_no_four_neighbours_to_test():
    faces = Handbook(load_text(THREE_CARDS)).deck
    names = [each.name for each in random_tests(faces, shuffles=400, seed=7)]
    assert names == ["chi-square", "runs up and down", "serial correlation"]


def _swapped(size, stream):
    """A deck with two cards exchanged is no shuffled deck."""
    order = list(range(size))
    at = stream.bytes(1)[0] % size
    order[0], order[at] = order[at], order[0]
    return order
