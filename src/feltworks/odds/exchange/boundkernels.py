"""Kernels that bound from above what a draw of several cards can be worth.

What a hand is worth against the dealer's hands that hold none of the cards given up is the most it
can win from each of them, less its shortfall. The shortfall over hands that avoid all these cards
is at least the one over all hands, less those over the hands that hold each card: hands that hold
two are subtracted twice. So the counts for one card given up, which are known, are enough: the card
with the largest of these, subtracted once for each card given up, gives a bound whatever the cards
are.
"""

from __future__ import annotations

import numpy as np

from feltworks.arrays import Flags, Int64s
from feltworks.kernels import kernel
from feltworks.odds.cases import CASE_COUNT
from feltworks.odds.exchange.dealerkernels import (
    Cards,
    CountedStates,
    bits_in,
    part_of,
    state_cases,
)

MARGIN = 1e-9
"""Larger than any floating-point error in the bounds that are compared."""


@kernel
def count_short(
    hands: Cards, states: CountedStates, short: Int64s, over_all: Int64s, by_card: Int64s
) -> None:
    """By choice and hand: its shortfall over all the dealer's hands, and over those that hold one
    card, for the card with which that is most.

    `short` is what is missing from the most that can be won, by choice, class and case.
    """
    cases, without = np.zeros(CASE_COUNT, np.int64), np.zeros(CASE_COUNT, np.int64)
    classes = states.classes
    last = states.counted.shape[2] - 1
    for hand in range(len(hands)):
        state_cases(states, hand, last, cases)
        for choice in range(len(short)):
            for case in range(CASE_COUNT):
                over_all[choice, hand] += short[choice, classes[hand], case] * cases[case]
        held = 0
        for card in range(last):
            if held < hands.shape[1] and hands[hand, held] == card:
                held += 1
                continue
            state_cases(states, hand, card, without)
            for choice in range(len(short)):
                missing = np.int64(0)
                for case in range(CASE_COUNT):
                    part = cases[case] - without[case]
                    missing += short[choice, classes[hand], case] * part
                by_card[choice, hand] = max(by_card[choice, hand], missing)


@kernel
def sum_parts(sets: Cards, of_sets: Int64s, binom: Int64s, sums: Int64s) -> None:
    """By set of one card less, what is known of all sets that contain it, summed."""
    size = sets.shape[1]
    whole = (1 << size) - 1
    for number in range(len(sets)):
        for place in range(size):
            part = part_of(sets[number], size, whole ^ 1 << place, binom)
            sums[part] += of_sets[number]


@kernel
def find_open(
    deals: Cards,
    given_up: int,
    sums: Int64s,
    binom: Int64s,
    starts: Int64s,
    tops: Int64s,
    scale: float,
    found: Flags,
) -> None:
    """By deal and bits of the cards kept: whether giving up the others could be worth as much as
    the best known (`tops`, once multiplied by `scale`); `sums` has by set of cards the bounds of
    all hands that contain it."""
    size = deals.shape[1]
    parts = np.zeros(1 << size, np.int64)
    for deal in range(len(deals)):
        for mask in range(1 << size):
            parts[mask] = sums[starts[bits_in(mask)] + part_of(deals[deal], size, mask, binom)]
        # Sets that contain no more of the deal: for each card subtract those that hold it too.
        for place in range(size):
            for mask in range(1 << size):
                if not mask >> place & 1:
                    parts[mask] -= parts[mask | 1 << place]
        least = tops[deal] * scale
        for mask in range(1 << size):
            if size - bits_in(mask) == given_up:
                found[deal, mask] = parts[mask] >= least - MARGIN * abs(least)
