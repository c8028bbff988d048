"""The net result of a round: whole, right on average, and seen again when rounds are dealt."""

from __future__ import annotations

import math
from collections import Counter
from fractions import Fraction

import numpy as np
import pytest

from feltworks.odds.blackjack.distribution import distribution
from feltworks.odds.blackjack.plays import best_plays
from feltworks.odds.blackjack.setting import Setting
from feltworks.odds.blackjack.shoe import Shoe
from feltworks.odds.blackjack.splitends import HandEnds, JoinedEnds, Split, distinct_sums
from feltworks.odds.blackjack.splithand import ANY, SURE, split_hand
from feltworks.odds.blackjack.splitround import (
    EndLimits,
    last_cumulant,
    last_moment,
    split_results,
    times,
)
from feltworks.odds.errors import OddsRefused
from feltworks.rules.schema.mechanisms import Blackjack

from .analysed import odds
from .dealing import Rounds

GAMES = [
    (6, {}),
    (1, {"soft_17": "hits"}),
    (2, {"late_surrender": True, "split_hands": 3, "peek": False}),
    (8, {"resplit_aces": True, "one_card_to_split_aces": False, "blackjack_pays": "6:5"}),
]


@pytest.mark.parametrize(("decks", "options"), GAMES)
def test_chances_add_to_one_and_average_to_the_expected_value(decks, options):
    game = odds(decks, **options)
    found = game.distribution
    assert sum(found.chances.values()) == pytest.approx(1, abs=1e-12)
    assert all(chance > 0 for chance in found.chances.values())
    # Nets reach eight units, and all chances together are off by no more than `within`.
    assert abs(found.mean - game.expected_value) <= 8 * found.within + 1e-12
    assert found.within < 4e-7
    most = 2 * game.setting.rules.split_hands
    assert (min(found.chances), max(found.chances)) == (-most, most)


def test_a_blackjack_is_paid_as_often_as_it_comes_alone():
    chances = odds(6).distribution.chances
    natural = Fraction(2 * 24 * 96, 312 * 311)
    both = natural * Fraction(2 * 23 * 95, 310 * 309)
    assert chances[Fraction(3, 2)] == pytest.approx(float(natural - both), abs=1e-15)


@pytest.mark.parametrize(("decks", "up", "pair"), [(6, 5, 7), (1, 9, 7), (6, 9, 0), (2, 4, 3)])
def test_leaving_rare_ends_out_moves_no_more_than_is_told(decks, up, pair):
    setting = Setting(Shoe.of_decks(decks), Blackjack())
    plays, _ = best_plays(setting)
    every_end = EndLimits(10**6, 10**6, 10**6)
    exact, none = split_results(setting, up, pair, plays, every_end)
    assert none == 0
    cut, within = split_results(setting, up, pair, plays, EndLimits(40, 30, 14))
    assert np.abs(cut - exact).sum() <= within + 1e-14
    assert within < 1e-4
    assert exact.sum() == pytest.approx(1 - natural_chance(setting, up, pair), abs=1e-12)


def natural_chance(setting: Setting, up: int, pair: int) -> float:
    return setting.natural_chance(up, setting.hands.pair(pair))


@pytest.mark.parametrize(
    ("decks", "options", "rounds"),
    [(6, {}, 30_000), (1, {"soft_17": "hits", "late_surrender": True, "peek": False}, 20_000)],
)
def test_dealt_rounds_lie_within_four_standard_errors(decks, options, rounds):
    game = odds(decks, **options)
    dealer = Rounds(game.setting, game.plays, seed=21)
    nets = Counter(dealer.deal() for _ in range(rounds))
    mean = sum(net * count for net, count in nets.items()) / rounds
    found = game.distribution
    assert abs(mean - game.expected_value) < 4 * found.standard_deviation / math.sqrt(rounds)
    for net, chance in found.chances.items():
        if rounds * chance >= 20:
            error = math.sqrt(chance * (1 - chance) / rounds)
            assert abs(nets[float(net)] / rounds - chance) < 4 * error, net


def test_dealing_worse_than_the_plays_is_noticed():
    """The same comparison fails for a strategy that it is not the distribution of."""
    game = odds(6)
    plays = game.plays
    wrong = Rounds(game.setting, plays, seed=21)
    wrong.hits = np.zeros_like(plays.hits).tolist()
    nets = [wrong.deal() for _ in range(20_000)]
    error = game.distribution.standard_deviation / math.sqrt(len(nets))
    assert abs(sum(nets) / len(nets) - game.expected_value) > 4 * error


def test_cumulants_take_moments_apart_and_put_them_together():
    rng = np.random.default_rng(4)
    moments = [rng.random((3, 5 * n + 1)) for n in range(1, 5)]
    moments = [moment[:, : 4 * n + 1] for n, moment in enumerate(moments, start=1)]
    cumulants = [last_cumulant(moments[:n]) for n in range(1, 5)]
    for n in range(1, 5):
        assert np.allclose(last_moment(cumulants[:n]), moments[n - 1], atol=1e-12)


def test_independent_hands_share_nothing():
    one = np.array([[0.5, 0.1, 0.4], [0.3, 0.2, 0.5]])
    powers = [times(*[one] * n) for n in range(1, 5)]
    for n in range(2, 5):
        assert np.abs(last_cumulant(powers[:n])).max() < 1e-15


def test_distinct_sums_are_those_of_adding_every_pair():
    sets, keys = np.array([0, 5, 9, 64]), np.array([0, 1, 5, 4096])
    found, step = distinct_sums(sets, keys)
    assert sorted(found) == sorted({int(a + b) for a in sets for b in keys})
    assert np.array_equal(found[step], sets[:, None] + keys[None, :])


def test_moments_are_those_of_joining_ends_one_by_one():
    """Two hands, end by end in plain Python: the kernels' twin."""
    setting = Setting(Shoe.of_decks(1), Blackjack())
    plays, _ = best_plays(setting)
    hand = split_hand(setting, 5, 8, plays)
    split, listed = Split(setting, up=5, pair=8), hand.listed()
    records = [
        (int(key), int(listed.kinds[r]), float(listed.orders[r]))
        for n, key in enumerate(listed.keys)
        for r in range(listed.first[n], listed.first[n + 1])
    ]
    expected: Counter[tuple[int, int]] = Counter()
    for key_a, kind_a, orders_a in records:
        for key_b, kind_b, orders_b in records:
            ends = split.chances(np.array([key_a + key_b]), 0)[0]
            for end, chance in enumerate(ends):
                for paired_a, net_a, sign_a in plain_nets(kind_a, end):
                    for paired_b, net_b, sign_b in plain_nets(kind_b, end):
                        weight = sign_a * sign_b * orders_a * orders_b * chance
                        expected[paired_a + paired_b, net_a + net_b] += weight
    found = split.moments(JoinedEnds.of(*[HandEnds.of(hand, 20)] * 2), 0)[1].sum(axis=0)
    for paired in range(3):
        for net in range(-4, 5):
            assert found[paired * 20 + net + 4] == pytest.approx(expected[paired, net], abs=1e-14)


def plain_nets(kind: int, end: int) -> list[tuple[int, int, int]]:
    """What a kind brings against an end of the dealer's, and the bust it is taken from."""
    paired, doubled, total = kind // (3 * SURE), kind // SURE % 3, kind % SURE
    stake = 1 + doubled
    if total == ANY:
        return [(paired, -stake, 1)]
    dealer = end + 1
    won = 1 if end == 5 else (total > dealer) - (total < dealer)
    return [(paired, won * stake, 1), (paired, -stake, -1)]


def test_splitting_like_tens_only_is_refused_where_it_would_be_done():
    rules = Blackjack(split_unlike_tens=False)
    setting = Setting(Shoe.of_decks(6), rules)
    plays, _ = best_plays(setting)
    assert distribution(setting, plays).within < 1e-7
    plays.splits[5, 9] = True
    with pytest.raises(OddsRefused, match="split_unlike_tens"):
        distribution(setting, plays)
