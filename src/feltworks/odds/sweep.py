"""Counting the dealer's hands that a player's hand beats, without visiting them.

The dealer's hands are put down in ascending order of value. A counter for every set of up
to d - 1 cards says how many hands put down so far contain that set; then the hands that
avoid all cards of a player's hand P are, by inclusion and exclusion,

    sum over S in P of (-1)^|S| (hands put down that contain S).

A counter has two halves, so that one look tells the hands below P and the hands up to P:
the hands of P's own value are put down in the upper half before it and in the lower half
after it. Asked when the first qualifying value is reached, it tells the hands that do not
qualify. A set of d cards is a single hand of the dealer, so its count is read off that
hand's value.

Here many boards share one list of hands; `boardsweep` does the same for one board with many.
"""

from __future__ import annotations

from itertools import combinations as subsets
from math import comb
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from feltworks.kernels import inlined, kernel
from feltworks.odds.cardspace import binomials, set_numbers

HALF = 32
"""Where the upper half of a counter begins: hands up to a value; the lower half: below it."""
UNQUALIFIED, BELOW, UP_TO = 0, 1, 2
"""The counts of the dealer's hands against one of the player's."""


class PlayerHands(NamedTuple):
    """By board and hand."""

    values: NDArray[np.int16]
    weights: NDArray[np.int64]
    inside: NDArray[np.int16]
    """The value of each of the dealer's hands inside the player's."""


class Counters(NamedTuple):
    """The counters of all subsets of each hand that have fewer cards than the dealer's hand."""

    of: NDArray[np.int32]
    """By hand and subset."""
    signs: NDArray[np.int64]
    count: int
    """How many counters there are."""


def counters(hands: NDArray[np.uint8], cards: int, size: int) -> Counters:
    """Counters for a dealer's hand of `size` out of `cards`."""
    wide = hands.shape[1]
    sizes = range(min(wide + 1, size))
    parts = [part for count in sizes for part in subsets(range(wide), count)]
    binom = binomials(cards, max(wide, size))
    first = np.cumsum([0, *(int(binom[cards, count]) for count in range(size))])
    numbers = np.zeros(len(hands), np.int64)
    found = np.zeros((len(hands), len(parts)), np.int32)
    for column, part in enumerate(parts):
        set_numbers(np.ascontiguousarray(hands[:, list(part)]), binom, numbers)
        found[:, column] = numbers + first[len(part)]
    return Counters(found, signs_of(wide, size), int(first[-1]))


def signs_of(cards: int, size: int) -> NDArray[np.int64]:
    """Plus one for an even number of cards, minus one for an odd number: for each subset of a
    hand with fewer cards than the dealer's `size`, and last for a whole hand of the dealer's."""
    sizes = [k for k in range(min(cards + 1, size)) for _ in range(comb(cards, k))]
    return np.array([1 - 2 * (k % 2) for k in (*sizes, size)], np.int64)


@inlined
def halves(total: int) -> tuple[int, int]:
    """The lower and upper half of a sum of counters; either may be below 0."""
    lower = np.int64(np.int32(total & ((1 << HALF) - 1)))
    return lower, (total - lower) >> HALF


@kernel
def order_by_value(
    values: NDArray[np.int16], starts: NDArray[np.int64], order: NDArray[np.int32]
) -> None:
    """Counting sort of hands; `starts` says where each value begins."""
    starts[:] = 0
    for hand in range(len(values)):
        starts[values[hand] + 1] += 1
    for value in range(1, len(starts)):
        starts[value] += starts[value - 1]
    for hand in range(len(values)):
        value = values[hand]
        order[starts[value]] = hand
        starts[value] += 1
    for value in range(len(starts) - 1, 0, -1):
        starts[value] = starts[value - 1]
    starts[0] = 0


@inlined
def put_down(hand: int, sets: NDArray[np.int32], one: int, down: NDArray[np.int64]) -> None:
    """Add a dealer's hand to the counters of its subsets, in one half."""
    for part in range(sets.shape[1]):
        down[sets[hand, part]] += one


@inlined
def look(
    hand: int, sets: NDArray[np.int32], signs: NDArray[np.int64], down: NDArray[np.int64]
) -> tuple[int, int]:
    """Hands put down that share no card with a hand, but for those inside it: in each half."""
    total = np.int64(0)
    for part in range(sets.shape[1]):
        total += signs[part] * down[sets[hand, part]]
    return halves(total)


@kernel
def sweep(
    player: PlayerHands,
    dealer_values: NDArray[np.int16],
    same_hands: bool,
    counters: Counters,
    dealer_counters: Counters,
    scale: tuple[int, int],
    out: NDArray[np.int32],
) -> None:
    """Fill `out` with the three counts of every player's hand that has a weight.

    `same_hands` says that the dealer's hands and their values are the player's; `scale` is how
    many values there are and the first that qualifies.
    """
    value_count, qualifying = scale
    hands, dealers = player.values.shape[1], dealer_values.shape[1]
    sets, signs, dealer_sets = counters.of, counters.signs, dealer_counters.of
    down = np.zeros(counters.count, np.int64)
    starts, dealer_starts = np.empty(value_count + 1, np.int64), np.empty(value_count + 1, np.int64)
    order, dealer_order = np.empty(hands, np.int32), np.empty(dealers, np.int32)
    upper, lower, sign = np.int64(1) << HALF, np.int64(1), signs[-1]
    for board in range(len(out)):
        down[:] = 0
        weights, inside, counts = player.weights[board], player.inside[board], out[board]
        order_by_value(dealer_values[board], dealer_starts, dealer_order)
        if same_hands:
            starts, order = dealer_starts, dealer_order
        else:
            order_by_value(player.values[board], starts, order)
        for value in range(value_count):
            if value == qualifying and value > 0:
                for hand in range(hands):
                    if weights[hand] == 0:
                        continue
                    below, _ = look(hand, sets, signs, down)
                    for column in range(inside.shape[1]):
                        below += sign * (inside[hand, column] < value)
                    counts[UNQUALIFIED, hand] = below
            for place in range(dealer_starts[value], dealer_starts[value + 1]):
                put_down(dealer_order[place], dealer_sets, upper, down)
            for place in range(starts[value], starts[value + 1]):
                hand = order[place]
                if weights[hand] == 0:
                    continue
                below, up_to = look(hand, sets, signs, down)
                for column in range(inside.shape[1]):
                    below += sign * (inside[hand, column] < value)
                    up_to += sign * (inside[hand, column] <= value)
                counts[BELOW, hand], counts[UP_TO, hand] = below, up_to
            for place in range(dealer_starts[value], dealer_starts[value + 1]):
                put_down(dealer_order[place], dealer_sets, lower, down)
