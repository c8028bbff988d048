"""Counting the dealer's hands that a player's hand beats, without visiting them.

The dealer's hands are put down in ascending order of value. A counter for every set of up
to d - 1 cards says how many hands put down so far contain that set; then the hands that
avoid all cards of a player's hand P are, by inclusion and exclusion,

    sum over S in P of (-1)^|S| (hands put down that contain S).

Asked before and after the hands of P's own value are put down, this gives the hands
below and the hands up to P; asked when the first qualifying value is reached, the hands
that do not qualify. One method serves two cards on a board and five with none. A set of
d cards is a single hand of the dealer, so its count is read off that hand's value.

Where suits may be swapped only one hand of each kind is put down, for all of its kind at
once: its subsets are counted into the sets that stand for theirs. A set that stands for
k sets gets turns / k times the weight, so that every counter holds turns times its count.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations as subsets

import numpy as np
from numpy.typing import NDArray

from feltworks.kernels import inlined, kernel
from feltworks.odds.cardspace import CardSpace, binomials, set_numbers
from feltworks.odds.symmetry import Symmetry

UNQUALIFIED, BELOW, UP_TO = 0, 1, 2

PlayerHands = tuple[
    NDArray[np.int16], NDArray[np.int64], NDArray[np.int32], NDArray[np.int8], NDArray[np.int16]
]
"""By board: values and weights. For all boards: the counters of each hand's subsets and
their signs. By board again: the value of each of the dealer's hands inside the hand."""

DealerHands = tuple[NDArray[np.int16], NDArray[np.int64], NDArray[np.int32]]
"""By board: values. For all boards: weights, and the counters of each hand's subsets."""


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


@inlined
def avoiding(
    hand: int,
    sets: NDArray[np.int32],
    signs: NDArray[np.int8],
    inside: NDArray[np.int16],
    bound: int,
    turns: int,
    counters: NDArray[np.int32],
) -> int:
    """How many hands put down, all those of a value under `bound`, share no card with a hand."""
    total = 0
    for place in range(sets.shape[1]):
        total += int(signs[place]) * int(counters[sets[hand, place]])
    for place in range(inside.shape[1]):
        if inside[hand, place] < bound:
            total += int(signs[sets.shape[1]]) * turns
    return total if turns == 1 else total // turns


@kernel
def sweep(
    player: PlayerHands,
    dealer: DealerHands,
    scale: tuple[int, int],
    shares: NDArray[np.int32],
    out: NDArray[np.int32],
) -> None:
    """Fill `out` with the three counts of every player's hand that has a weight.

    `scale` is how many values there are and the first that qualifies; `shares` is what a
    hand put down adds to each counter, for each hand it stands for.
    """
    all_values, all_weights, sets, signs, all_inside = player
    all_dealer_values, dealer_weights, dealer_sets = dealer
    value_count, qualifying = scale
    turns = shares[0]
    counters = np.zeros(len(shares), np.int32)
    starts = np.empty(value_count + 1, np.int64)
    order = np.empty(all_values.shape[1], np.int32)
    dealer_starts = np.empty(value_count + 1, np.int64)
    dealer_order = np.empty(all_dealer_values.shape[1], np.int32)
    for board in range(len(out)):
        counters[:] = 0
        inside = all_inside[board]
        counts = out[board]
        order_by_value(all_dealer_values[board], dealer_weights, dealer_starts, dealer_order)
        order_by_value(all_values[board], all_weights[board], starts, order)
        for value in range(value_count):
            if value == qualifying and value > 0:
                for place in range(starts[value_count]):
                    hand = order[place]
                    counts[UNQUALIFIED, hand] = avoiding(
                        hand, sets, signs, inside, value, turns, counters
                    )
            for place in range(starts[value], starts[value + 1]):
                hand = order[place]
                counts[BELOW, hand] = avoiding(hand, sets, signs, inside, value, turns, counters)
            for place in range(dealer_starts[value], dealer_starts[value + 1]):
                hand = dealer_order[place]
                weight = dealer_weights[hand]
                for subset in range(dealer_sets.shape[1]):
                    counter = dealer_sets[hand, subset]
                    counters[counter] += weight * shares[counter]
            for place in range(starts[value], starts[value + 1]):
                hand = order[place]
                counts[UP_TO, hand] = avoiding(
                    hand, sets, signs, inside, value + 1, turns, counters
                )


@dataclass(frozen=True)
class Counters:
    """A counter for every set of fewer than `size` cards, and for which sets it stands."""

    cards: int
    size: int
    stand_in: NDArray[np.int32]
    shares: NDArray[np.int32]
    offsets: NDArray[np.int64]

    def of(self, hands: NDArray[np.uint8]) -> tuple[NDArray[np.int32], NDArray[np.int8]]:
        """The counters of all subsets of each hand that have one, and their signs."""
        wide = hands.shape[1]
        sizes = range(min(wide + 1, self.size))
        parts = [part for size in sizes for part in subsets(range(wide), size)]
        binom = binomials(self.cards, wide)
        numbers = np.zeros(len(hands), np.int64)
        found = np.zeros((len(hands), len(parts)), np.int32)
        for column, part in enumerate(parts):
            set_numbers(np.ascontiguousarray(hands[:, list(part)]), binom, numbers)
            found[:, column] = self.stand_in[numbers + self.offsets[len(part)]]
        signs = [-1 if size % 2 else 1 for size in (*map(len, parts), self.size)]
        return found, np.array(signs, np.int8)


def counters(cards: int, size: int, space: CardSpace | None = None) -> Counters:
    """Counters for hands of `size` out of `cards`; with a space, suits are swapped."""
    binom = binomials(cards, size)
    counts = [int(binom[cards, k]) for k in range(size)]
    offsets = np.concatenate([[0], np.cumsum(counts, dtype=np.int64)])
    stand_in = np.arange(int(offsets[-1]), dtype=np.int32)
    shares = np.ones(len(stand_in), np.int32)
    if space is not None:
        turns = len(space.swaps)
        shares[:1] = turns
        for k in range(1, size):
            symmetry = Symmetry(space, (k,))
            here = slice(int(offsets[k]), int(offsets[k + 1]))
            stand_in[here] = symmetry.stand_ins()[0] + offsets[k]
            shares[here] = turns // np.maximum(symmetry.weights, 1)
    return Counters(cards, size, stand_in, shares, offsets)
