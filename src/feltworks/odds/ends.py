"""The last level: what each hand is worth there, and how it ends.

`best_worths` finds the best value of every history, which the levels before are then valued
by. Once their best choices are known, `count_ends` looks at the same hands in the same way
and counts how deals end.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from feltworks.kernels import inlined, kernel

CASES_OF = ((0, 1, 2, 5), (0, 3, 4, 5))
"""The cases that can come up for a hand that would not qualify itself, and for one that would:
where it does not, no dealer's hand that does ties with it or loses to it."""

SPREAD = 6_364_136_223_846_793_005
"""Odd and of long period: powers of it tell the hands of a fingerprint apart."""

Sums = NDArray[np.int32] | NDArray[np.int64]
"""Values summed over deals, by position and history."""


class Hands(NamedTuple):
    """A chunk of boards; arrays begin with the board and end with the hand."""

    weights: NDArray[np.int64]
    """0 where another hand stands for this one, or the deck has no cards for it."""
    classes: NDArray[np.int64]
    """The pay class."""
    counts: NDArray[np.int32]
    """By board, contest, unqualified / below / up to, and hand: the dealer's hands."""
    closed: NDArray[np.int64]
    """The branches that a hand may not take, as bits."""


class Stakes(NamedTuple):
    """What every ending pays."""

    pays: NDArray[np.int64]
    """Net pay by ending, then by class and place in `CASES_OF`."""
    contests: NDArray[np.int64]
    """The contest of each ending, -1 for none."""
    contest_count: int
    dealer_hands: int
    """How many hands the dealer can have."""


class Knots(NamedTuple):
    """The choices of the last level: for each knot the first branch and the one after its last."""

    first: NDArray[np.int64]
    stop: NDArray[np.int64]
    leads: NDArray[np.int64]
    """The ending that each branch leads to."""

    def only(self, some: NDArray[np.int64]) -> Knots:
        """Some of the knots."""
        return Knots(self.first[some], self.stop[some], self.leads)


@inlined
def find_cases(
    counts: NDArray[np.int32], classes: NDArray[np.int64], total: int, cases: NDArray[np.int64]
) -> None:
    """For each hand on a board where its pays begin, and how often each of its cases comes up.

    A hand that would not qualify itself is one that no more lie up to than do not qualify.
    """
    for hand in range(len(classes)):
        unqualified = np.int64(counts[0, hand])
        below = np.int64(counts[1, hand])
        up_to = np.int64(counts[2, hand])
        qualifies = up_to > unqualified
        nearest = unqualified if qualifies else below
        cases[0, hand] = 8 * classes[hand] + (4 if qualifies else 0)
        cases[1, hand] = nearest
        cases[2, hand] = (below if qualifies else up_to) - nearest
        cases[3, hand] = up_to - below if qualifies else unqualified - up_to
        cases[4, hand] = total - max(up_to, unqualified)


@inlined
def value_endings(
    board: int,
    hands: Hands,
    stakes: Stakes,
    wanted: NDArray[np.bool_],
    cases: NDArray[np.int64],
    worth: NDArray[np.int64],
) -> None:
    """The worth of endings to every hand on a board, summed over the dealer's hands; with the
    cases of each contest on the way."""
    classes, total = hands.classes[board], stakes.dealer_hands
    for contest in range(stakes.contest_count):
        find_cases(hands.counts[board, contest], classes, total, cases[contest])
    for ending in range(len(wanted)):
        if not wanted[ending]:
            continue
        pays, contest = stakes.pays[ending], stakes.contests[ending]
        if contest < 0:
            for hand in range(len(classes)):
                worth[ending, hand] = pays[8 * classes[hand]] * total
        else:
            of = cases[contest]
            for hand in range(len(classes)):
                at = of[0, hand]
                worth[ending, hand] = (
                    of[1, hand] * pays[at]
                    + of[2, hand] * pays[at + 1]
                    + of[3, hand] * pays[at + 2]
                    + of[4, hand] * pays[at + 3]
                )


@inlined
def best_branch(
    hand: int,
    first: int,
    stop: int,
    leads: NDArray[np.int64],
    closed: int,
    worth: NDArray[np.int64],
) -> tuple[int, int]:
    """The open branch of most worth, the earlier of equals, and how many are equal."""
    best, equal, most = -1, 0, np.int64(0)
    for branch in range(first, stop):
        if closed >> branch & 1:
            continue
        here = worth[leads[branch], hand]
        if best < 0 or here > most:
            best, equal, most = branch, 1, here
        elif here == most:
            equal += 1
    return best, equal


@kernel
def best_worths(
    hands: Hands, stakes: Stakes, knots: Knots, number: int, worths: NDArray[np.int64]
) -> int:
    """The best value of each history, by board, history and hand, summed over the dealer's hands.

    Returns a fingerprint of the choices taken on these boards and where others are as good;
    it begins with the number of the chunk.
    """
    count = hands.weights.shape[1]
    cases = np.zeros((stakes.contest_count, 5, count), np.int64)
    worth = np.zeros((len(stakes.contests), count), np.int64)
    wanted = np.ones(len(stakes.contests), np.bool_)
    play = 1 + number
    for board in range(len(hands.weights)):
        value_endings(board, hands, stakes, wanted, cases, worth)
        weights, closed = hands.weights[board], hands.closed[board]
        for knot in range(len(knots.first)):
            first, stop, out = knots.first[knot], knots.stop[knot], worths[board, knot]
            if first + 1 == stop:
                only = worth[knots.leads[first]]
                for hand in range(count):
                    out[hand] = only[hand] if weights[hand] else 0
                continue
            for hand in range(count):
                if weights[hand]:
                    best, alike = best_branch(hand, first, stop, knots.leads, closed[hand], worth)
                    out[hand] = worth[knots.leads[best], hand]
                    play = (play ^ play >> 29) * SPREAD + 2 * best + (alike > 1)
    return play


@kernel
def count_ends(
    hands: Hands,
    stakes: Stakes,
    knots: Knots,
    reached: NDArray[np.int64],
    endings: NDArray[np.int64],
    tied: NDArray[np.int64],
) -> None:
    """Follow every hand along its best choice to its ending.

    `reached` says how many deals of board and hole come to each history, by board, history and
    hand; `tied` counts those for which choices were equal, by history.
    """
    count, total = hands.weights.shape[1], stakes.dealer_hands
    cases = np.zeros((stakes.contest_count, 5, count), np.int64)
    worth = np.zeros((len(stakes.contests), count), np.int64)
    wanted = np.zeros(len(stakes.contests), np.bool_)
    for knot in range(len(knots.first)):
        if knots.first[knot] + 1 < knots.stop[knot]:
            wanted[knots.leads[knots.first[knot] : knots.stop[knot]]] = True
    for board in range(len(hands.weights)):
        value_endings(board, hands, stakes, wanted, cases, worth)
        classes, closed = hands.classes[board], hands.closed[board]
        for knot in range(len(knots.first)):
            first, stop, deals_of = knots.first[knot], knots.stop[knot], reached[board, knot]
            for hand in range(count):
                deals = deals_of[hand]
                if deals == 0:
                    continue
                best = first
                if first + 1 < stop:
                    best, alike = best_branch(hand, first, stop, knots.leads, closed[hand], worth)
                    if alike > 1:
                        tied[knot] += deals * total
                ending, pay_class = knots.leads[best], classes[hand]
                contest = stakes.contests[ending]
                if contest < 0:
                    endings[ending, pay_class, 0] += deals * total
                    continue
                second = 3 if cases[contest, 0, hand] & 4 else 1
                endings[ending, pay_class, 0] += deals * cases[contest, 1, hand]
                endings[ending, pay_class, second] += deals * cases[contest, 2, hand]
                endings[ending, pay_class, second + 1] += deals * cases[contest, 3, hand]
                endings[ending, pay_class, 5] += deals * cases[contest, 4, hand]


@kernel
def value_branches(
    hands: Hands, stakes: Stakes, branches: NDArray[np.int64], out: NDArray[np.int64]
) -> None:
    """What each branch of one knot is worth, by board, hand and branch."""
    count = hands.weights.shape[1]
    cases = np.zeros((stakes.contest_count, 5, count), np.int64)
    worth = np.zeros((len(stakes.contests), count), np.int64)
    wanted = np.zeros(len(stakes.contests), np.bool_)
    wanted[branches] = True
    for board in range(len(hands.weights)):
        value_endings(board, hands, stakes, wanted, cases, worth)
        for hand in range(count):
            if hands.weights[board, hand] > 0:
                for place in range(len(branches)):
                    out[board, hand, place] = worth[branches[place], hand]
