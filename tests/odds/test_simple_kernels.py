"""What the search for simple rules computes and says, beside plain definitions of it."""

from __future__ import annotations

import random
from itertools import combinations

import numpy as np
import pytest
from tests.ask.rules import load

from feltworks.odds.simple.costs import Draft, DraftRule, with_last_rule_turned
from feltworks.odds.simple.kernels import (
    SignTests,
    add_without,
    best_triples,
    count_outs,
    put_costs,
)
from feltworks.odds.simple.measures import (
    Measure,
    Sign,
    in_stretch,
    opposite,
    own_measures,
    signs,
)
from feltworks.odds.simple.positions import MOST_POSITIONS, _drawn
from feltworks.odds.simple.rulelist import Rule
from feltworks.odds.simple.seen import DecisionView, SeenPositions
from feltworks.odds.simple.signbins import SignBins
from feltworks.odds.solver import Solver


def test_cards_that_beat_a_hand_are_counted_one_by_one() -> None:
    dice = random.Random(4)
    values = np.array([[dice.randint(-1, 9) for _ in range(12)] for _ in range(3)], np.int16)
    holes = np.array([dice.sample(range(12), 2) for _ in range(40)], np.uint8)
    groups = np.array([dice.randrange(3) for _ in range(40)], np.int64)
    mine = np.array([dice.randint(0, 9) for _ in range(40)], np.int16)
    found = np.zeros(40, np.int16)
    count_outs(groups, values, mine, holes, found)
    for row in range(40):
        others = [card for card in range(12) if card not in holes[row]]
        assert found[row] == sum(values[groups[row], card] > mine[row] for card in others)


def test_signs_save_in_pairs_what_their_positions_do() -> None:
    solver = Solver(load("three-card-poker"))
    dice = np.random.default_rng(3)
    holes = np.stack([dice.permutation(52)[:3] for _ in range(200)]).astype(np.uint8)
    view = DecisionView(solver.plan, solver.boards.space, 0)
    seen = SeenPositions(view, np.zeros((200, 0), np.uint8), holes, np.zeros(200, np.int16))
    stock = [sign for measure in own_measures(view) for sign in signs(measure)]
    assert {sign.is_minimum for sign in stock} == {True, False}
    held = np.stack([sign.holds(seen) for sign in stock]).astype(float)
    here, gains = np.arange(0, 200, 3), dice.normal(size=67)
    together = (held[:, here] * gains) @ held[:, here].T
    bins = SignBins(seen, stock)
    assert np.allclose(bins.pair_sums(here, gains), np.triu(together))
    assert np.allclose(bins.sums(here, gains), np.diag(together))


def test_what_a_rule_saves_without_each_of_its_signs() -> None:
    dice = np.random.default_rng(6)
    scores = dice.integers(0, 9, (4, 80)).astype(np.int16)
    bounds = np.array([[2, 3, 99], [0, -99, 5], [3, 4, 4]])
    savings = dice.integers(-9, 9, 80) / 8
    held = [(low <= scores[at]) & (scores[at] <= high) for at, low, high in bounds.tolist()]
    sums = np.zeros(4)
    add_without(savings, SignTests(scores, bounds), sums)
    for place in range(3):
        others = held[:place] + held[place + 1 :]
        assert sums[place] == sum(savings[np.all(others, axis=0)])
    assert sums[3] == sum(savings[np.all(held, axis=0)])


def test_the_first_rule_that_takes_a_position_decides_what_it_costs() -> None:
    dice = np.random.default_rng(7)
    by_branch, taken = dice.random((3, 60)), dice.random((5, 60)) < 0.4
    rules, found = [(4, 0), (1, 2), (3, 0)], np.zeros(60)
    put_costs(by_branch, taken, np.array(rules), 1, found)
    for position in range(60):
        branches = [branch for row, branch in rules if taken[row, position]]
        assert found[position] == by_branch[[*branches, 1][0], position]


def test_the_best_triples_are_those_of_all() -> None:
    dice = np.random.default_rng(5)
    held = (dice.random((90, 14)) < dice.random(14)).astype(float)
    held[:, 6] = held[:, 2]  # two signs that hold at the same positions save the same
    gains = np.where(dice.random(90) < 0.6, dice.integers(1, 9, 90), -dice.integers(1, 9, 90)) / 8
    saved, others = np.zeros(12), np.zeros((12, 2), np.int64)
    most = (np.maximum(gains, 0)[:, None] * held).T @ held
    best_triples(held, gains, most, 5, saved, others)
    triples = [
        max(
            ((sign, *pair) for pair in combinations(range(sign + 1, 14), 2)),
            key=lambda three: (gains * held[:, three].prod(axis=1)).sum(),
        )
        for sign in range(12)
    ]
    all_saved = np.array([(gains * held[:, three].prod(axis=1)).sum() for three in triples])
    best = np.argsort(all_saved, kind="stable")[:-6:-1]
    assert np.isneginf(saved).any()
    assert np.array_equal(np.argsort(saved, kind="stable")[:-6:-1], best)
    assert np.array_equal(saved[best], all_saved[best])
    assert [(sign, *others[sign]) for sign in best] == [triples[sign] for sign in best]


@pytest.mark.slow
def test_positions_are_drawn_as_numpy_draws_them() -> None:
    weights = np.random.default_rng(1).integers(1, 30, MOST_POSITIONS + 5_000)
    chosen = np.random.default_rng(MOST_POSITIONS).choice(
        len(weights), MOST_POSITIONS, p=weights / weights.sum()
    )
    places, shares = _drawn(weights)
    assert np.array_equal(places, np.unique(chosen)) and np.isclose(shares.sum(), 1)


@pytest.mark.parametrize(
    ("ranks", "width", "most"),
    [((0, 1, 2, 3, 4), 5, 5), ((12, 0, 1, 2), 5, 4), ((0, 4, 8, 12), 5, 2), ((3, 5), 2, 1)],
)
def test_ranks_in_a_stretch_count_the_ace_low_too(
    ranks: tuple[int, ...], width: int, most: int
) -> None:
    assert in_stretch(13, width)[sum(1 << rank for rank in ranks)] == most


PAIRS = Measure(lambda seen: np.zeros(len(seen), np.int16), {1: "a pair or better"}, {0: "no pair"})


def test_folding_with_nothing_is_told_as_betting_with_something() -> None:
    nothing = Sign(PAIRS, 0, "no pair", is_minimum=False)
    turned = with_last_rule_turned(Draft((1, 0), (DraftRule(0, (nothing,)),)), 4)
    assert turned.order == (0, 1)
    assert [sign.words for sign in turned.rules[0].signs] == ["a pair or better"]
    assert opposite(turned.rules[0].signs[0]) == nothing


def test_a_score_between_two_bounds_is_told_once() -> None:
    shows = Measure(
        lambda seen: np.zeros(len(seen), np.int16),
        {5: "the dealer showing a six or higher"},
        {5: "the dealer showing a six or lower"},
    )
    up = Sign(shows, 5, shows.at_least[5])
    down = Sign(shows, 5, shows.at_most[5], is_minimum=False)
    assert Rule(0, (up, down)).words == "the dealer showing a six"
