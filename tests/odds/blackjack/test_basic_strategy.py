"""Play by totals: the answers hold together, and none of them can be bettered alone."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest

from feltworks.odds.blackjack.basic import basic_strategy
from feltworks.odds.blackjack.firsthands import expected_value
from feltworks.odds.blackjack.plays import best_plays, weigh
from feltworks.odds.blackjack.setting import Setting
from feltworks.odds.blackjack.shoe import Shoe
from feltworks.rules.schema.mechanisms import Blackjack


@cache
def basic(decks: int, **options: object):
    setting = Setting(Shoe.of_decks(decks), Blackjack.model_validate(options))
    return setting, *basic_strategy(setting, best_plays(setting)[0])


def test_hands_of_one_total_are_played_alike():
    setting, found, plays, _ = basic(1)
    hands = setting.hands
    for up in range(10):
        for total in range(4, 21):
            for soft in (False, True):
                alike = (hands.totals == total) & (hands.soft == soft)
                assert len(set(plays.hits[up, alike].tolist())) <= 1
                first = alike & (hands.sizes == 2) & setting.may_double
                assert len(set(plays.doubles[up, first].tolist())) <= 1
    assert found.hits[:, 0, 11].all()


@pytest.mark.parametrize("decks", [1, 6])
@pytest.mark.parametrize("up", [3, 8, 9])
def test_no_total_is_better_hit_where_it_stands_or_stood_on_where_it_hits(decks, up):
    setting, _, plays, worths = basic(decks, double="10-11")
    value = expected_value(setting, plays, worths)
    hands = setting.hands
    for total in range(12, 20):
        changed = plays._replace(hits=plays.hits.copy())
        alike = (hands.totals == total) & ~hands.soft
        changed.hits[up, alike] = ~changed.hits[up, alike]
        # Splits are played by the same answers, so they are held out of the comparison.
        other = weigh(setting, changed)
        other[:, 3] = worths[:, 3]
        assert expected_value(setting, changed, other) <= value + 1e-15


def test_no_pair_is_better_split_or_kept():
    setting, _, plays, worths = basic(2)
    value = expected_value(setting, plays, worths)
    for up in range(10):
        for pair in range(10):
            splits = plays.splits.copy()
            splits[up, pair] = not splits[up, pair]
            changed = plays._replace(splits=splits)
            assert expected_value(setting, changed, worths) <= value


def test_the_best_play_weighed_as_a_given_one_is_worth_the_same():
    setting = Setting(Shoe.of_decks(2), Blackjack(late_surrender=True))
    plays, worths = best_plays(setting)
    assert np.array_equal(weigh(setting, plays), worths, equal_nan=True)
