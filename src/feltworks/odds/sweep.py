"""Counting the dealer's hands that a player's hand beats, without visiting them.

The dealer's hands are put down in ascending order of value. A counter for every set of up
to d - 1 cards says how many hands put down so far contain that set; then the hands that
avoid all cards of a player's hand P are, by inclusion and exclusion,

    sum over S in P of (-1)^|S| (hands put down that contain S).

Asked before and after the hands of P's own value are put down, this gives the hands
below and the hands up to P; asked when the first qualifying value is reached, the hands
that do not qualify. One method serves two cards on a board and five with none. A set of
d cards is a single hand of the dealer, so its count is read off the hand's own value.

Where suits may be swapped only one hand of each kind is put down, for all of its kind at
once: its subsets are counted into the sets that stand for theirs. A set that stands for
k sets gets turns / k times the weight, so that every counter holds turns times its count.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from feltworks.kernels import kernel
from feltworks.odds.cardspace import CardSpace, binomials
from feltworks.odds.symmetry import Symmetry

UNQUALIFIED, BELOW, UP_TO = 0, 1, 2


@kernel
def subset_numbers(
    cards: NDArray[np.uint8],
    size: int,
    binom: NDArray[np.int64],
    numbers: NDArray[np.int64],
    sizes: NDArray[np.int64],
) -> None:
    """For every subset of a hand, by bits, its number among sets of its size."""
    numbers[0] = 0
    sizes[0] = 0
    for place in range(size):
        high = 1 << place
        for rest in range(high):
            sizes[high + rest] = sizes[rest] + 1
            numbers[high + rest] = numbers[rest] + binom[cards[place], sizes[rest] + 1]


@kernel
def order_by_value(
    values: NDArray[np.int16],
    weights: NDArray[np.int64],
    starts: NDArray[np.int64],
    order: NDArray[np.int32],
) -> None:
    """Counting sort of the hands with a weight; `starts` says where each value begins."""
    starts[:] = 0
    for hand in range(len(values)):
        if weights[hand] > 0:
            starts[values[hand] + 1] += 1
    for value in range(1, len(starts)):
        starts[value] += starts[value - 1]
    for hand in range(len(values)):
        if weights[hand] > 0:
            value = values[hand]
            order[starts[value]] = hand
            starts[value] += 1
    for value in range(len(starts) - 1, 0, -1):
        starts[value] = starts[value - 1]
    starts[0] = 0


@kernel
def put_down(
    hands: NDArray[np.uint8],
    chosen: NDArray[np.int32],
    weights: NDArray[np.int64],
    sets: tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int32], NDArray[np.int32]],
    counters: NDArray[np.int32],
) -> None:
    """Count dealer's hands into the counters of all their smaller subsets."""
    binom, offsets, stand_in, share = sets
    size = hands.shape[1]
    numbers = np.empty(1 << size, np.int64)
    sizes = np.empty(1 << size, np.int64)
    for hand in chosen:
        subset_numbers(hands[hand], size, binom, numbers, sizes)
        for bits in range((1 << size) - 1):
            one = stand_in[offsets[sizes[bits]] + numbers[bits]]
            counters[one] += weights[hand] * share[one]


@kernel
def ask(
    hands: NDArray[np.uint8],
    chosen: NDArray[np.int32],
    dealer: tuple[NDArray[np.int16], int, int],
    sets: tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int32], NDArray[np.int32]],
    counters: NDArray[np.int32],
    out: NDArray[np.int32],
) -> None:
    """How many hands put down avoid each chosen hand.

    `dealer` is the value of each of the dealer's hands, how many cards it has, and the
    bound under which values are put down.
    """
    binom, offsets, stand_in, share = sets
    values, dealer_size, bound = dealer
    turns = share[0]
    size = hands.shape[1]
    numbers = np.empty(1 << size, np.int64)
    sizes = np.empty(1 << size, np.int64)
    for hand in chosen:
        subset_numbers(hands[hand], size, binom, numbers, sizes)
        total = 0
        for bits in range(1 << size):
            if sizes[bits] < dealer_size:
                found = np.int64(counters[stand_in[offsets[sizes[bits]] + numbers[bits]]])
            elif sizes[bits] == dealer_size:
                found = np.int64(turns if values[numbers[bits]] < bound else 0)
            else:
                continue
            total += -found if sizes[bits] & 1 else found
        out[hand] = total // turns


@kernel
def sweep(
    player: tuple[NDArray[np.uint8], NDArray[np.int16], NDArray[np.int64]],
    dealer: tuple[NDArray[np.uint8], NDArray[np.int16], NDArray[np.int64]],
    scale: tuple[int, int],
    sets: tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int32], NDArray[np.int32]],
    out: NDArray[np.int32],
) -> None:
    """Fill `out` with the three counts of every player's hand that has a weight.

    `player` and `dealer` are hands, values and weights; `scale` is how many values there
    are and the first that qualifies; `sets` are binomials, where the counters of each set
    size begin, the stand-in of each set and its share of the turns.
    """
    hands, values, weights = player
    dealer_hands, dealer_values, dealer_weights = dealer
    value_count, qualifying = scale
    size = dealer_hands.shape[1]
    counters = np.zeros(sets[1][size], np.int32)
    starts = np.empty(value_count + 1, np.int64)
    order = np.empty(len(values), np.int32)
    order_by_value(values, weights, starts, order)
    dealer_starts = np.empty(value_count + 1, np.int64)
    dealer_order = np.empty(len(dealer_values), np.int32)
    order_by_value(dealer_values, dealer_weights, dealer_starts, dealer_order)
    asked = order[: starts[value_count]]
    for value in range(value_count):
        if value == qualifying and value > 0:
            ask(hands, asked, (dealer_values, size, value), sets, counters, out[UNQUALIFIED])
        here = order[starts[value] : starts[value + 1]]
        there = dealer_order[dealer_starts[value] : dealer_starts[value + 1]]
        if len(here):
            ask(hands, here, (dealer_values, size, value), sets, counters, out[BELOW])
        if len(there):
            put_down(dealer_hands, there, dealer_weights, sets, counters)
        if len(here):
            ask(hands, here, (dealer_values, size, value + 1), sets, counters, out[UP_TO])


@kernel
def sweep_boards(
    player: tuple[NDArray[np.uint8], NDArray[np.int16], NDArray[np.int64]],
    dealer: tuple[NDArray[np.uint8], NDArray[np.int16], NDArray[np.int64]],
    scale: tuple[int, int],
    sets: tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int32], NDArray[np.int32]],
    out: NDArray[np.int32],
) -> None:
    """`sweep` on each of several boards; values and the player's weights begin with the board."""
    hands, values, weights = player
    dealer_hands, dealer_values, dealer_weights = dealer
    for board in range(len(out)):
        sweep(
            (hands, values[board], weights[board]),
            (dealer_hands, dealer_values[board], dealer_weights),
            scale,
            sets,
            out[board],
        )


class Sets:
    """The numbering of small sets of cards that a sweep counts by."""

    def __init__(self, cards: int, size: int, space: CardSpace | None = None) -> None:
        """Sets of fewer than `size` out of `cards`; with a space, suits are swapped."""
        self.binom = binomials(cards, size)
        counts = [int(self.binom[cards, k]) for k in range(size)]
        self.offsets = np.concatenate([[0], np.cumsum(counts, dtype=np.int64)])
        total = int(self.offsets[-1])
        self.stand_in = np.arange(total, dtype=np.int32)
        self.share = np.ones(total, np.int32)
        if space is not None:
            turns = len(space.swaps)
            self.share[0] = turns
            for k in range(1, size):
                symmetry = Symmetry(space, k)
                here = slice(int(self.offsets[k]), int(self.offsets[k + 1]))
                self.stand_in[here] = symmetry.stand_ins()[0] + self.offsets[k]
                self.share[here] = turns // np.maximum(symmetry.weights, 1)

    @property
    def tables(
        self,
    ) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int32], NDArray[np.int32]]:
        return self.binom, self.offsets, self.stand_in, self.share
