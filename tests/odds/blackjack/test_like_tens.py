"""Tens of unlike rank: which may be split, and what that is worth."""

from __future__ import annotations

import math
from itertools import permutations

import pytest
from tests.ask.blackjack import blackjack_of_ranks
from tests.ask.odds import Rejected

LIKE = {"split_unlike_tens": False}
FULL = (4,) * 9
FEW = (6, 0, 0, 0, 4, 6, 0, 0, 0)
"""Few cards below ten, so that tens are best split."""


def like_share(tens: tuple[int, ...], *, is_ten_up: bool) -> float:
    """How often two tens of a shoe are of one rank, perhaps with another ten open."""
    cards = [rank for rank, count in enumerate(tens) for _ in range(count)]
    deals = list(permutations(cards, 3 if is_ten_up else 2))
    return sum(first == second for first, second, *_ in deals) / len(deals)


@pytest.mark.parametrize("tens", [(3, 2, 4, 7), (4, 4, 4, 4)])
def test_a_round_mixes_hands_that_may_be_split_with_hands_that_may_not(tens):
    """Split once at most, a pair is worth the same under both rules: only fewer pairs are split."""
    free, like = (blackjack_of_ranks((*FEW, *tens), split_hands=2, **own) for own in ({}, LIKE))
    left = sum(FEW) + sum(tens) - 3
    lost = []
    for hand in free.hands:
        if hand.cards == ("T", "T") and hand.best == "split":
            naturals = {"A": (sum(tens) - 2) / left, "T": FEW[0] / left}
            share = like_share(tens, is_ten_up=hand.up == "T")
            assert like.hand(hand.up, "T", "T").values == pytest.approx(hand.values, abs=1e-14)
            gain = hand.values["split"] - hand.values["stand"]
            lost.append(hand.chance * (1 - share) * gain * (1 - naturals.get(hand.up, 0)))
    assert len(lost) == 4
    difference = free.expected_value - like.expected_value
    assert difference == pytest.approx(math.fsum(lost), abs=1e-13)


@pytest.mark.slow
def test_with_one_rank_of_tens_the_rule_changes_nothing():
    free, like = (blackjack_of_ranks((*FULL, 16, 0, 0, 0), **own) for own in ({}, LIKE))
    assert free.hands == like.hands


def test_a_pair_that_cannot_come_again_is_split_once():
    """Two of each rank: after the pair no like ten is left, so two hands are all there can be."""
    ranks = (*FULL, 2, 2, 2, 2)
    like, once = blackjack_of_ranks(ranks, **LIKE), blackjack_of_ranks(ranks, split_hands=2)
    for up in ("4", "7"):
        values = [game.hand(up, "T", "T").values["split"] for game in (like, once)]
        assert values[0] == pytest.approx(values[1], abs=1e-14)


@pytest.mark.slow
def test_the_chances_of_splitting_like_tens_only_are_refused_where_it_would_be_done():
    with pytest.raises(Rejected, match="split_unlike_tens"):
        _ = blackjack_of_ranks((*FEW, 4, 4, 4, 4), split_hands=2, **LIKE).chances
    # Nothing is refused where a full deck's tens are never split.
    assert blackjack_of_ranks((*FULL, 4, 4, 4, 4), split_hands=2, **LIKE).chances_within < 1e-7
