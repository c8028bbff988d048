"""Split hands: how many a pair comes to, the short sums that weigh them, and how they end."""

from __future__ import annotations

from collections import Counter
from itertools import product
from math import comb
from pathlib import Path

import numpy as np
import pytest
from tests.ask.blackjack import Options

from feltworks.odds.blackjack.dealer import whole_hands
from feltworks.odds.blackjack.hands import blackjack_hands, removals
from feltworks.odds.blackjack.plays import best_plays
from feltworks.odds.blackjack.setting import Setting
from feltworks.odds.blackjack.shoe import Shoe
from feltworks.odds.blackjack.splitends import HandEnds, JoinedEnds, Split, distinct_sums
from feltworks.odds.blackjack.splithand import ANY, SURE, split_hand
from feltworks.odds.blackjack.splitround import (
    SPLIT_SIZES,
    EndLimits,
    last_cumulant,
    last_moment,
    split_results,
    times,
)
from feltworks.odds.blackjack.splits import PLAYED, split_worth

GUIDE = (Path(__file__).parents[3] / "docs" / "blackjack.md").read_text(encoding="utf-8")


def second_cards(most: int) -> Counter[tuple[int, int, int]]:
    """Play a split out by second cards: (hands, complete before the last split, free after it).

    P pairs and is split again while there may be another hand; N does not pair. Once the last
    hand is there, second cards are free.
    """
    found: Counter[tuple[int, int, int]] = Counter()

    def play(waiting: int, complete: int, hands: int) -> None:
        if hands == most:
            found[hands, complete, waiting] += 1
        elif waiting == 0:
            found[hands, complete, 0] += 1
        else:
            play(waiting - 1, complete + 1, hands)
            play(waiting + 1, complete, hands + 1)

    play(2, 0, 2)
    return found


@pytest.mark.parametrize("most", [2, 3, 4])
def test_the_sums_follow_from_playing_splits_out(most):
    """A free hand leaves the others alone; one that did not pair acts on them as 1 - s."""
    free, unpaired = [0] * (2 * most - 3), [0] * (2 * most - 3)
    for (hands, complete, waiting), ways in second_cards(most).items():
        gone = hands - 2
        for others in range(complete + 1):
            sign = (-1) ** others * ways
            if waiting:
                free[gone + others] += sign * waiting * comb(complete, others)
            if complete and others < complete:
                unpaired[gone + others] += sign * complete * comb(complete - 1, others)
    assert PLAYED[most] == (tuple(free), tuple(unpaired))


@pytest.mark.parametrize("most", [2, 3, 4])
def test_weights_by_how_many_hands_paired_again(most):
    """The same plays, sorted by the second cards of all hands."""
    for coming in SPLIT_SIZES[most]:
        weights = [0.0] * (coming.hands + 1)
        for (hands, complete, waiting), ways in second_cards(most).items():
            if hands == coming.hands:
                for paired in product((0, 1), repeat=waiting):
                    weights[sum(paired)] += ways
                assert complete + waiting == hands
        for paired, weight in enumerate(weights):
            # A moment holds each choice of the hands that paired.
            assert coming.by_paired[paired] == pytest.approx(weight / comb(coming.hands, paired))
        assert coming.gone == coming.hands - 2


@pytest.mark.parametrize("most", [2, 3, 4])
@pytest.mark.parametrize(("pairs", "cards"), [(22, 309), (2, 49), (1, 20), (0, 20)])
def test_hands_worth_one_each_count_the_hands(most, pairs, cards):
    """With a worth of one for every hand, a split is worth its average number of hands."""

    def average(waiting: int, complete: int, hands: int, pairs: int, cards: int) -> float:
        if hands == most or waiting == 0:
            return hands
        again = pairs / cards
        worth = (1 - again) * average(waiting - 1, complete + 1, hands, pairs, cards - 1)
        if again:
            worth += again * average(waiting + 1, complete, hands + 1, pairs - 1, cards - 1)
        return worth

    one = [1.0] * (2 * most - 3)
    assert split_worth(most, one, one, pairs, cards) == pytest.approx(
        average(2, 0, 2, pairs, cards), abs=1e-12
    )


def test_the_guide_writes_the_sums_of_the_program():
    free, unpaired = PLAYED[4]
    assert "X: 14 ss - 14 sss + 4 ssss" in GUIDE
    assert free == (0, 0, 14, -14, 4)
    assert "N: 2 + 4 s - 6 ss + 2 sss" in GUIDE
    assert unpaired == (2, 4, -6, 2, 0)


def test_the_guide_counts_what_the_program_lists():
    def finals(hits: bool) -> int:
        return int(np.count_nonzero(np.diff(whole_hands(hits_soft_17=hits).first)))

    counts = (blackjack_hands().count - 1, finals(False), finals(True), len(removals(4).cards) - 1)
    for count in counts:
        assert f"{count:,}" in GUIDE, count


@pytest.mark.slow
@pytest.mark.parametrize(("decks", "up", "pair"), [(6, 5, 7), (2, 4, 3)])
def test_leaving_rare_ends_out_moves_no_more_than_is_told(decks, up, pair):
    setting = Setting(Shoe.of_decks(decks), Options())
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
    setting = Setting(Shoe.of_decks(1), Options())
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
