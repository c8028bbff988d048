"""Kernels of the rule search: what signs save together, and cards that beat a hand."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from feltworks.arrays import Flags, Floats, Int16s, Int64s, UInt8s
from feltworks.kernels import copy_to, inlined, kernel

COLUMN, LEAST, HIGHEST = 0, 1, 2
"""What a test consists of: a column of scores, the least and the highest score there."""


class SignTests(NamedTuple):
    """Signs in the form that kernels test."""

    scores: Int16s
    """By column and position."""
    bounds: Int64s
    """A row for each test."""


@kernel
def add_singles(bins: Int16s, gains: Int64s, sums: Int64s) -> None:
    """Sum the gains of positions by the bin that each measure puts them into."""
    for position in range(len(bins)):
        for measure in range(bins.shape[1]):
            sums[bins[position, measure]] += gains[position]


@kernel
def add_pairs(bins: Int16s, gains: Int64s, pairs: Int64s) -> None:
    """Sum the gains of positions by the bins that two measures put them into.

    `bins` has a number for each position and measure, measures in their order; only pairs of a
    measure with itself or a later one are summed.
    """
    measures = bins.shape[1]
    for position in range(len(bins)):
        gain = gains[position]
        for first in range(measures):
            sums = pairs[bins[position, first]]
            for second in range(first, measures):
                sums[bins[position, second]] += gain


@inlined
def all_hold(tests: SignTests, position: int) -> bool:
    """Whether a position passes all tests; without branches, because the results are
    unpredictable."""
    scores, bounds = tests
    held = True
    for test in range(len(bounds)):
        score = scores[bounds[test, COLUMN], position]
        held &= (bounds[test, LEAST] <= score) & (score <= bounds[test, HIGHEST])
    return held


@kernel
def add_by_score(savings: Floats, tests: SignTests, places: Int16s, each: Floats) -> None:
    """Sum what is saved where all tests hold, by the place of each position."""
    for position in range(len(savings)):
        each[places[position]] += savings[position] * all_hold(tests, position)


@kernel
def add_without(savings: Floats, tests: SignTests, sums: Floats) -> None:
    """Sum what is saved where all tests but one hold, by that one, and last where all do."""
    scores, bounds = tests
    count = len(bounds)
    for position in range(len(savings)):
        failed, failures = count, 0
        for test in range(count):
            score = scores[bounds[test, COLUMN], position]
            held = (bounds[test, LEAST] <= score) & (score <= bounds[test, HIGHEST])
            failed = failed if held else test
            failures += not held
        for test in range(count + 1):
            sums[test] += savings[position] * ((failures == 0) | (failures == 1) & (failed == test))


@kernel
def put_costs(by_branch: Floats, taken: Flags, rules: Int64s, otherwise: int, out: Floats) -> None:
    """What the choice of a list of rules costs at each position. A rule is a row of `taken`, which
    says which positions it takes, and its branch; the first that takes a position decides."""
    copy_to(out, by_branch[otherwise])
    for rule in range(len(rules) - 1, -1, -1):
        takes, costs = taken[rules[rule, 0]], by_branch[rules[rule, 1]]
        for position in range(len(out)):
            out[position] = costs[position] if takes[position] else out[position]


@inlined
def add_to(best: Floats, found: float) -> None:
    """Put a sum among the largest, which ascend."""
    at = 0
    while at < len(best) and best[at] < found:
        if at:
            best[at - 1] = best[at]
        best[at] = found
        at += 1


@kernel
def draw(weights: NDArray[np.integer], whole: float, numbers: Floats, chosen: Int64s) -> None:
    """The place at which the running sum of the parts that weights have of the whole first exceeds
    each number; numbers ascend from 0 to 1. The sum is divided by what it comes to in the end."""
    end = 0.0
    for place in range(len(weights)):
        end += weights[place] / whole
    running, at = 0.0, 0
    for place in range(len(weights)):
        running += weights[place] / whole
        while at < len(numbers) and running / end > numbers[at]:
            chosen[at] = place
            at += 1


@kernel
def best_triples(
    held: Floats, gains: Floats, most: Floats, wanted: int, saved: Floats, others: Int64s
) -> None:
    """For each sign the two later signs with which it saves most, and what they save; less for a
    sign that is not among the `wanted` best.

    `most` has what every two signs could save at most together, if they held only where something
    is gained: what cannot come up to what was found before is not summed.
    """
    signs = held.shape[1]
    here = np.zeros(len(held), np.int64)
    sums = np.zeros(signs)
    best = np.full(wanted, -np.inf)
    for sign in range(len(saved)):
        saved[sign] = -np.inf
        if most[sign, sign + 1 : signs - 1].max() < best[0]:
            continue
        count = 0
        for position in range(len(held)):
            here[count] = position
            count += held[position, sign] > 0
        for first in range(sign + 1, signs - 1):
            if most[sign, first] <= saved[sign] or most[sign, first] < best[0]:
                continue
            limit = -np.inf
            for second in range(first + 1, signs):
                limit = max(limit, min(most[sign, second], most[first, second]))
            if limit <= saved[sign] or limit < best[0]:
                continue
            sums[first + 1 :] = 0
            for place in range(count):
                position = here[place]
                if held[position, first] > 0:
                    for second in range(first + 1, signs):
                        sums[second] += gains[position] * held[position, second]
            for second in range(first + 1, signs):
                if sums[second] > saved[sign]:
                    saved[sign] = sums[second]
                    others[sign, 0], others[sign, 1] = first, second
        add_to(best, saved[sign])


@kernel
def count_outs(
    groups: Int64s, with_card: Int16s, mine: Int16s, holes: UInt8s, found: Int16s
) -> None:
    """For each row the number of cards, other than its own, that beat its value.

    `with_card` has the dealer's value by group of rows with the same open cards, and card; cards
    that lie open are marked -1.
    """
    for row in range(len(mine)):
        values = with_card[groups[row]]
        count = 0
        for card in range(len(values)):
            count += values[card] > mine[row]
        for place in range(holes.shape[1]):
            count -= values[holes[row, place]] > mine[row]
        found[row] = count
