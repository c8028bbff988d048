"""The net result of a round: whole, and right on average."""

from __future__ import annotations

from fractions import Fraction

import pytest
from tests.ask.blackjack import blackjack_of
from tests.ask.rules import load

GAMES = [
    (None, {}),
    (2, {"late_surrender": True, "split_hands": 3, "peek": False}),
]
"""Six decks by the usual rules, and two decks by others."""


@pytest.mark.slow
@pytest.mark.parametrize(("decks", "options"), GAMES)
def test_chances_add_to_one_and_average_to_the_expected_value(decks, options):
    game = blackjack_of(load("texas-21"), decks=decks, **options)
    chances = game.chances
    assert sum(chances.values()) == pytest.approx(1, abs=1e-12)
    assert all(chance > 0 for chance in chances.values())
    # Nets reach eight units, and all chances together are off by no more than `chances_within`.
    average = sum(float(net) * chance for net, chance in chances.items())
    assert abs(average - game.expected_value) <= 8 * game.chances_within + 1e-12
    assert game.chances_within < 4e-7
    most = 2 * options.get("split_hands", 4)
    assert (min(chances), max(chances)) == (-most, most)


def test_a_blackjack_is_paid_as_often_as_it_comes_alone():
    natural = Fraction(2 * 24 * 96, 312 * 311)
    both = natural * Fraction(2 * 23 * 95, 310 * 309)
    paid = blackjack_of(load("texas-21")).chances[Fraction(3, 2)]
    assert paid == pytest.approx(float(natural - both), abs=1e-15)
