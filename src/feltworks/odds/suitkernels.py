"""Hands whose best suit counts, against every hand that the dealer may then have.

The dealer has less than a value when each of his suits is worth less. How many such choices there
are in one suit depends on nothing but the ranks of it that the player holds and on how many cards
are chosen; the suits together are a product of polynomials in the number of cards. So a hand of the
player costs a few multiplications, whatever the number of dealer's hands.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from feltworks.kernels import kernel

CASES = 6
"""Dealer not qualified and win, tie, lose; then the same with a dealer who qualifies."""


@kernel
def add_ranks(ways: NDArray[np.int64], bits: int, size: int, full: int) -> None:
    """Let one more set of ranks be chosen in a suit, wherever the player holds none of it."""
    left = full & ~bits
    held = left
    while True:
        ways[held, size] += 1
        if held == 0:
            break
        held = (held - 1) & left


@kernel
def multiply(
    one: NDArray[np.int64], other: NDArray[np.int64], cards: int, out: NDArray[np.int64]
) -> None:
    """The ways of two parts together, by the number of cards."""
    for total in range(cards + 1):
        ways = 0
        for some in range(total + 1):
            ways += one[some] * other[total - some]
        out[total] = ways


@kernel
def in_cases(
    less: int, as_much: int, unqualified: int, every: int, cases: NDArray[np.int64]
) -> None:
    """Dealer's hands by case, from how many are worth less than the player's, or no more, how many
    do not qualify, and how many there are."""
    cases[0] = min(less, unqualified)
    cases[1] = max(0, min(as_much, unqualified) - less)
    cases[2] = unqualified - min(as_much, unqualified)
    cases[3] = max(0, less - unqualified)
    cases[4] = max(0, as_much - max(less, unqualified))
    cases[5] = every - max(as_much, unqualified)


@kernel
def choose(
    cases: NDArray[np.int64],
    times: int,
    pays: NDArray[np.int64],
    is_open: NDArray[np.bool_],
    counts: NDArray[np.int64],
    tally: NDArray[np.int64],
) -> None:
    """Play a hand by its best branch, the first of equals, and count its deals there."""
    best, most, equal = -1, np.int64(0), False
    for branch in range(len(pays)):
        if not is_open[branch]:
            continue
        worth = np.int64(0)
        for case in range(CASES):
            worth += pays[branch, case] * cases[case]
        if best < 0 or worth > most:
            best, most, equal = branch, worth, False
        elif worth == most:
            equal = True
    total = np.int64(0)
    for case in range(CASES):
        counts[best, case] += times * cases[case]
        total += cases[case]
    tally[best] += times * total
    if equal:
        tally[len(pays)] += times * total


@kernel
def play_value(
    top: int,
    sets: NDArray[np.int64],
    starts: NDArray[np.int64],
    ways: NDArray[np.int64],
    shape: tuple[int, int, int, int],
    pays: NDArray[np.int64],
    is_open: NDArray[np.bool_],
    counts: NDArray[np.int64],
    tally: NDArray[np.int64],
) -> None:
    """Every hand whose best suit holds `sets[top]`: once for all that a swap of suits makes.

    `sets` ascend by size and rank, those of a size from `starts`. `ways[0]` counts what is worth
    less than that, `ways[1]` no more, `ways[2]` what does not qualify. `shape` is the player's
    cards, the dealer's, the suits and the dealer's hands.
    """
    cards, dealer, suits, every = shape
    full = ways.shape[1] - 1
    two = np.zeros((3, dealer + 1), np.int64)
    three = np.zeros((3, dealer + 1), np.int64)
    found = np.zeros(3, np.int64)
    cases = np.zeros(CASES, np.int64)
    picks = np.zeros(4, np.int64)
    picks[0] = top
    size_1 = 0
    while starts[size_1 + 1] <= top:
        size_1 += 1
    left_1 = cards - size_1
    for second in range(top + 1 if suits > 1 else 1):
        size_2 = 0
        while starts[size_2 + 1] <= second:
            size_2 += 1
        left_2 = left_1 - size_2
        if left_2 < 0:
            break
        picks[1] = second
        held_2 = sets[second] if suits > 1 else full
        for kind in range(3):
            multiply(ways[kind, sets[top]], ways[kind, held_2], dealer, two[kind])
        for third in range(second + 1 if suits > 2 else 1):
            size_3 = 0
            while starts[size_3 + 1] <= third:
                size_3 += 1
            size_4 = left_2 - size_3
            if size_4 < 0:
                break
            if size_4 > size_3 or (size_4 and suits < 4):
                continue
            picks[2] = third
            held_3 = sets[third] if suits > 2 else full
            for kind in range(3):
                multiply(two[kind], ways[kind, held_3], dealer, three[kind])
            last = min(starts[size_4 + 1], third + 1) if suits > 3 else 1
            for fourth in range(starts[size_4], last):
                picks[3] = fourth
                held_4 = sets[fourth] if suits > 3 else full
                for kind in range(3):
                    total = np.int64(0)
                    for some in range(dealer + 1):
                        total += three[kind, some] * ways[kind, held_4, dealer - some]
                    found[kind] = total
                in_cases(found[0], found[1], found[2], every, cases)
                choose(cases, orders(picks, suits), pays, is_open, counts, tally)


@kernel
def orders(picks: NDArray[np.int64], suits: int) -> int:
    """In how many ways suits that hold these sets can be told apart."""
    times, alike = 1, 1
    for place in range(1, suits):
        times *= place + 1
        alike = alike + 1 if picks[place] == picks[place - 1] else 1
        times //= alike
    return times
