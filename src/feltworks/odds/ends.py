"""The last level: what each hand is worth there, and what it brings to the levels before.

`carry_back` adds the best value of every history to the positions that lead there. Once the
best choices before the last level are known, `forward` looks at the same hands in the same
way and counts how deals end.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from feltworks.kernels import inlined, kernel

Hand = tuple[
    NDArray[np.int64],
    NDArray[np.uint8],
    NDArray[np.int64],
    NDArray[np.int16],
    NDArray[np.int32],
    NDArray[np.int64],
]
"""A chunk of boards: weights, hole cards, pay classes, values, counts, and as bits the
branches that are closed to a hand."""

Stakes = tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64], int]
"""Net pay by ending, class and case; the contest of each ending; first qualifying value of
each contest; and how many hands the dealer can have."""

Knots = tuple[NDArray[np.int64], NDArray[np.int64]]
"""First branch of each knot of the last level (one more at the end), and the ending each
branch leads to."""

Ways = tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.uint8], NDArray[np.int64]]
"""For each board and each part of it that lay open earlier: where its row of position
numbers begins and the swap of suits; what swaps do to cards; binomials."""

SPREAD = 6_364_136_223_846_793_005
"""Odd and of long period: powers of it tell the hands of a fingerprint apart."""

Sums = NDArray[np.int32] | NDArray[np.int64]
"""Values summed over deals, by position and history."""


@inlined
def value_endings(
    hand: int,
    pay_class: int,
    values: NDArray[np.int16],
    counts: NDArray[np.int32],
    stakes: Stakes,
    cases: NDArray[np.int64],
    worth: NDArray[np.int64],
) -> None:
    """The worth of each ending to a hand, summed over the dealer's hands.

    On the way the counts become cases: win, tie, lose, first unqualified, then qualified.
    """
    pays, contests, qualifying, total = stakes
    for contest in range(len(qualifying)):
        unqualified = np.int64(counts[contest, 0, hand])
        below = np.int64(counts[contest, 1, hand])
        up_to = np.int64(counts[contest, 2, hand])
        if values[contest, hand] < qualifying[contest]:
            cases[contest, 0] = below
            cases[contest, 1] = up_to - below
            cases[contest, 2] = unqualified - up_to
            cases[contest, 3] = 0
            cases[contest, 4] = 0
            cases[contest, 5] = total - unqualified
        else:
            cases[contest, 0] = unqualified
            cases[contest, 1] = 0
            cases[contest, 2] = 0
            cases[contest, 3] = below - unqualified
            cases[contest, 4] = up_to - below
            cases[contest, 5] = total - up_to
    for ending in range(len(contests)):
        contest = contests[ending]
        if contest < 0:
            worth[ending] = pays[ending, pay_class, 0] * total
        else:
            value = 0
            for case in range(6):
                value += cases[contest, case] * pays[ending, pay_class, case]
            worth[ending] = value


@inlined
def best_branch(
    first: int, last: int, leads: NDArray[np.int64], worth: NDArray[np.int64], closed: int
) -> tuple[int, int]:
    """The open branch of most worth, the earlier of equals, and how many are equal."""
    best, equal = -1, 0
    for branch in range(first, last):
        if closed >> branch & 1:
            continue
        if best < 0 or worth[leads[branch]] > worth[leads[best]]:
            best, equal = branch, 1
        elif worth[leads[branch]] == worth[leads[best]]:
            equal += 1
    return best, equal


@inlined
def position_number(
    holes: NDArray[np.uint8],
    hand: int,
    start: int,
    swap: int,
    swapped: NDArray[np.uint8],
    numbers: NDArray[np.int32],
    binom: NDArray[np.int64],
    moved: NDArray[np.uint8],
) -> int:
    """The number of the position that a hole hand and an earlier board make."""
    size = holes.shape[1]
    for place in range(size):
        card = swapped[swap, holes[hand, place]]
        at = place
        while at > 0 and moved[at - 1] > card:
            moved[at] = moved[at - 1]
            at -= 1
        moved[at] = card
    number = start
    for place in range(size):
        number += binom[moved[place], place + 1]
    found: int = numbers[number]
    return found


@kernel
def carry_back(
    chunk: Hand,
    stakes: Stakes,
    knots: Knots,
    ways: Ways,
    numbers: NDArray[np.int32],
    values: Sums,
) -> int:
    """Add each history's best value to the positions one level before.

    Returns a fingerprint of the choices taken on these boards and where others are as good.
    """
    weights, holes, classes, hand_values, counts, closed = chunk
    first_branch, leads = knots
    starts, swaps, swapped, binom = ways
    cases = np.zeros((max(1, len(stakes[2])), 6), np.int64)
    worth = np.zeros(len(stakes[1]), np.int64)
    best_worth = np.zeros(len(first_branch) - 1, np.int64)
    moved = np.zeros(holes.shape[2], np.uint8)
    play = 1 + int(starts[0, 0])
    for board in range(len(weights)):
        board_values, board_counts, board_holes = hand_values[board], counts[board], holes[board]
        for hand in range(weights.shape[1]):
            weight = weights[board, hand]
            if weight == 0:
                continue
            pay_class = classes[board, hand]
            value_endings(hand, pay_class, board_values, board_counts, stakes, cases, worth)
            shut = closed[board, hand]
            for knot in range(len(best_worth)):
                best, alike = best_branch(
                    first_branch[knot], first_branch[knot + 1], leads, worth, shut
                )
                best_worth[knot] = weight * worth[leads[best]]
                play = (play ^ play >> 29) * SPREAD + 2 * best + (alike > 1)
            for part in range(starts.shape[1]):
                number = position_number(
                    board_holes,
                    hand,
                    starts[board, part],
                    swaps[board, part],
                    swapped,
                    numbers,
                    binom,
                    moved,
                )
                for knot in range(len(best_worth)):
                    values[number, knot] += best_worth[knot]
    return play


@kernel
def value_branches(
    chunk: Hand, stakes: Stakes, branches: NDArray[np.int64], out: NDArray[np.int64]
) -> None:
    """What each branch of one knot is worth, by board, hand and branch."""
    weights, _, classes, hand_values, counts, _ = chunk
    cases = np.zeros((max(1, len(stakes[2])), 6), np.int64)
    worth = np.zeros(len(stakes[1]), np.int64)
    for board in range(len(weights)):
        board_values, board_counts = hand_values[board], counts[board]
        for hand in range(weights.shape[1]):
            if weights[board, hand] > 0:
                pay_class = classes[board, hand]
                value_endings(hand, pay_class, board_values, board_counts, stakes, cases, worth)
                for place in range(len(branches)):
                    out[board, hand, place] = worth[branches[place]]
