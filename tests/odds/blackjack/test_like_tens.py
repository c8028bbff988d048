"""Tens of unlike rank: which may be split, and what that is worth."""

from __future__ import annotations

from itertools import permutations

import numpy as np
import pytest

from feltworks.odds.blackjack.firsthands import expected_value, like_share
from feltworks.odds.blackjack.plays import Action, best_plays, weigh
from feltworks.odds.blackjack.setting import Setting
from feltworks.odds.blackjack.shoe import TEN, Shoe
from feltworks.rules.schema.mechanisms import Blackjack

LIKE = {"split_unlike_tens": False}


def setting_of(tens: tuple[int, ...], **options: object) -> Setting:
    return Setting(Shoe((*(4,) * 9, *tens)), Blackjack.model_validate(options))


@pytest.mark.parametrize("up", [5, TEN])
def test_shares_are_those_of_drawing_tens_by_rank(up):
    tens = (3, 2, 4, 1)
    cards = [rank for rank, count in enumerate(tens) for _ in range(count)]
    setting = setting_of(tens, **LIKE)
    found = dict.fromkeys(range(5), 0.0)
    for share, left in setting.like_pairs(TEN, up):
        found[left] += share
    drawn = dict.fromkeys(range(5), 0)
    deals = list(permutations(range(len(cards)), 3 if up == TEN else 2))
    for first, second, *shown in deals:
        if cards[first] == cards[second]:
            alike = tens[cards[first]] - 2 - sum(cards[s] == cards[first] for s in shown)
            drawn[alike] += 1
    for left in range(5):
        assert found[left] == pytest.approx(drawn[left] / len(deals))


def test_with_one_rank_of_tens_the_rule_changes_nothing():
    free, like = setting_of((16, 0, 0, 0)), setting_of((16, 0, 0, 0), **LIKE)
    assert np.array_equal(best_plays(free)[1], best_plays(like)[1], equal_nan=True)


def test_a_pair_that_cannot_come_again_is_split_once():
    """Two of each rank: after the pair no like ten is left, so two hands are all there can be."""
    like, once = setting_of((2, 2, 2, 2), **LIKE), setting_of((2, 2, 2, 2), split_hands=2)
    hand = like.hands.pair(TEN)
    for up in (3, 6):
        worths = [best_plays(setting)[1][up, Action.SPLIT, hand] for setting in (like, once)]
        assert worths[0] == pytest.approx(worths[1], abs=1e-14)


def test_a_round_mixes_hands_that_may_be_split_with_hands_that_may_not():
    setting = setting_of((4, 4, 4, 4), **LIKE)
    plays, _ = best_plays(setting)
    before = expected_value(setting, plays, weigh(setting, plays))
    plays.splits[5, TEN] = True
    worths = weigh(setting, plays)
    start = next(s for s in setting.starts if s.up == 5 and s.low == s.high == TEN)
    split, stand = (worths[5, action, start.hand] for action in (Action.SPLIT, Action.STAND))
    changed = start.chance * like_share(setting, start) * (split - stand)
    assert expected_value(setting, plays, worths) == pytest.approx(before + changed, abs=1e-14)
    assert changed < 0
