"""Counting the dealer's hands that a player's hand beats, without visiting them.

The dealer's hands are added in ascending order of value. A counter for every set of up to d - 1
cards says how many of the hands added so far contain that set; then the hands that avoid all cards
of a player's hand P are, by inclusion and exclusion,

    sum over S in P of (-1)^|S| (hands added that contain S).

A counter has two halves, so that one lookup gives the hands below P and the hands up to P: the
hands of P's own value are added to the upper half before P and to the lower half after it. A set of
d cards is a single hand of the dealer, so its count is read off that hand's value.

Many boards may share one list of hands. On a board with a list of its own only canonical hands are
added, each for all hands that swaps of suits the board treats alike make of it, and sets that swaps
turn into each other share a counter. A counter of k sets gets turns / k times the weight of a hand,
where `turns` is the number of swaps, so that it holds turns times its count.
"""

from __future__ import annotations

from itertools import combinations as subsets
from math import comb
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from feltworks.arrays import Int16s, Int32s, Int64s, UInt8s, UInt32s, UInt64s
from feltworks.kernels import inlined, kernel
from feltworks.odds.boardsymmetry import canonical_hands, swaps_alike
from feltworks.odds.cardspace import CardSpace, binomials, set_number
from feltworks.odds.cases import BELOW, UNQUALIFIED, UP_TO
from feltworks.odds.symmetry import insert

HALF = 32
"""The bit at which the upper half of a counter begins (hands up to a value; the lower half: below
it)."""


class Counters(NamedTuple):
    """The counters of all sets with fewer cards than the dealer's hand has."""

    of_set: UInt32s
    """The counter of each set, smaller sets first, by `steps`."""
    steps: UInt64s
    """By card and place in a set, from 1 up: what it adds to the number of the set."""
    shares: Int64s
    """What a hand adds to each counter, for each hand it counts for."""
    turns: int
    """How many swaps of suits there are."""


class Subsets(NamedTuple):
    """The subsets of a hand that have counters, the empty one first."""

    size: UInt64s
    last: UInt64s
    """The place of the last card of each in the hand."""
    rest: UInt64s
    """The subset that is left without that card."""


class PlayerHands(NamedTuple):
    """The player's hands; the first index of arrays is the board; `counters` and `signs` are for
    all boards."""

    values: Int16s
    weights: Int64s
    """Hands without a weight are skipped."""
    inside: Int16s
    """The value of each of the dealer's hands inside the player's."""
    counters: NDArray[np.unsignedinteger]
    """By hand and subset: the counter of the subset."""
    signs: Int64s
    """Plus one for an even number of cards, minus one for an odd number: for each subset, and
    last for a whole hand of the dealer's."""


class DealerHands(NamedTuple):
    """The dealer's hands: their values by board and hand."""

    values: Int16s
    weights: Int64s
    """How many hands each counts for, on every board."""
    counters: NDArray[np.unsignedinteger]
    same_hands: bool
    """Whether hands and values equal the player's."""


class ValueBounds(NamedTuple):
    """How many values hands can have, and the first that qualifies."""

    values: int
    qualifying: int


def steps_of(cards: int, size: int) -> UInt64s:
    """Numbers sets so that a set of k cards comes after all smaller ones."""
    smaller = [0, *(comb(cards, k) for k in range(size))]
    return np.asarray(binomials(cards, size)[:, : size + 1] + np.array(smaller), np.uint64)


def shared_counters(cards: int, size: int) -> Counters:
    """A counter for each set of fewer than `size` out of this many cards."""
    count = sum(comb(cards, k) for k in range(size))
    every, once = np.arange(count, dtype=np.uint32), np.ones(count, np.int64)
    return Counters(every, steps_of(cards, size), once, 1)


def board_counters(space: CardSpace, board: UInt8s, alike: Int64s, size: int) -> Counters:
    """Counters for hands of `size` hidden cards on a board that treats some suits alike."""
    swaps, binom = swaps_alike(space, alike), binomials(space.size, size)
    counts = [comb(space.size, k) for k in range(size)]
    of_set = np.zeros(sum(counts), np.uint32)
    shares: list[Int64s] = []
    for k in range(size):
        hands = canonical_hands(space, board, alike, k)
        here = of_set[sum(counts[:k]) : sum(counts[: k + 1])]
        share_counters(hands.sets, swaps, binom, sum(map(len, shares)), here)
        shares.append(len(swaps) // hands.weights)
    every = np.concatenate([np.zeros(0, np.int64), *shares])
    return Counters(of_set, steps_of(space.size, size), every, len(swaps))


@kernel
def share_counters(sets: UInt8s, swaps: UInt8s, binom: Int64s, first: int, of_set: UInt32s) -> None:
    """Give every set that swaps make of a canonical one its counter, from `first` up."""
    moved = np.zeros(sets.shape[1], np.uint8)
    for row in range(len(sets)):
        for swap in range(len(swaps)):
            for place in range(len(moved)):
                insert(moved, 0, place, swaps[swap, sets[row, place]])
            of_set[set_number(moved, len(moved), binom)] = first + row


def counters_of(hands: UInt8s, counters: Counters, hidden: int) -> NDArray[np.unsignedinteger]:
    """By hand and subset: the counters of all subsets, in the narrowest type."""
    cards = hands.shape[1]
    sizes = range(min(cards + 1, hidden))
    parts = [part for size in sizes for part in subsets(range(cards), size)]
    numbers = {part: number for number, part in enumerate(parts)}
    columns = [(len(part), part[-1] if part else 0, numbers[part[:-1]]) for part in parts]
    shape = (len(hands), len(parts))
    narrow = len(counters.shares) <= 2**16
    found = np.zeros(shape, np.uint16) if narrow else np.zeros(shape, np.uint32)
    find_counters(hands, Subsets(*np.array(columns, np.uint64).T.copy()), counters, found)
    return found


def signs_of(cards: int, hidden: int) -> Int64s:
    """The signs of the subsets of a hand of this many cards, and of a dealer's hand."""
    sizes = [k for k in range(min(cards + 1, hidden)) for _ in range(comb(cards, k))]
    return np.array([1 - 2 * (k % 2) for k in (*sizes, hidden)], np.int64)


@kernel
def find_counters(
    sets: UInt8s, parts: Subsets, counters: Counters, found: NDArray[np.unsignedinteger]
) -> None:
    """The counter of each subset of each hand."""
    numbers = np.zeros(len(parts.size), np.uint64)
    for hand in range(len(sets)):
        for part in range(len(parts.size)):
            if part:
                step = counters.steps[sets[hand, parts.last[part]], parts.size[part]]
                numbers[part] = numbers[parts.rest[part]] + step
            found[hand, part] = counters.of_set[numbers[part]]


@inlined
def halves(total: np.int64) -> tuple[np.int64, np.int64]:
    """The lower and upper half of a sum of counters; either may be below 0."""
    lower = np.int64(np.int32(total & ((1 << HALF) - 1)))
    return lower, (total - lower) >> HALF


@kernel
def order_by_value(values: Int16s, starts: Int64s, order: Int32s) -> None:
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


@kernel
def sweep(
    player: PlayerHands,
    dealer: DealerHands,
    counters: Counters,
    bounds: ValueBounds,
    out: Int32s,
) -> None:
    """Fill `out` with the three counts of every player's hand, by board, count and hand."""
    value_count, qualifying = bounds
    sets, signs, shares, turns = player.counters, player.signs, counters.shares, counters.turns
    dealer_sets, weight_of = dealer.counters, dealer.weights
    parts, dealer_parts = sets.shape[1], dealer_sets.shape[1]
    starts, dealer_starts = np.empty(value_count + 1, np.int64), np.empty(value_count + 1, np.int64)
    order, dealer_order = np.empty(len(sets), np.int32), np.empty(len(dealer_sets), np.int32)
    unqualified, added = np.zeros(len(shares), np.int64), np.zeros(len(shares), np.int64)
    touched = np.zeros(len(shares), np.uint32)
    both_halves = (np.int64(1) << HALF) + 1
    for board in range(len(out)):
        weights, inside, counts = player.weights[board], player.inside[board], out[board]
        order_by_value(dealer.values[board], dealer_starts, dealer_order)
        if dealer.same_hands:
            starts, order = dealer_starts, dealer_order
        else:
            order_by_value(player.values[board], starts, order)
        unqualified[:], added[:] = 0, 0
        for place in range(dealer_starts[qualifying]):
            hand = dealer_order[place]
            for part in range(dealer_parts):
                counter = dealer_sets[hand, part]
                unqualified[counter] += weight_of[hand] * shares[counter]
        for value in range(value_count):
            touches = 0
            for place in range(dealer_starts[value], dealer_starts[value + 1]):
                hand = dealer_order[place]
                weight = weight_of[hand] << HALF
                for part in range(dealer_parts):
                    counter = dealer_sets[hand, part]
                    added[counter] += weight * shares[counter]
                    touched[min(touches, len(touched) - 1)] = counter
                    touches += 1
            for place in range(starts[value], starts[value + 1]):
                hand = order[place]
                if weights[hand] == 0:
                    continue
                total, without = np.int64(0), np.int64(0)
                for part in range(parts):
                    total += signs[part] * added[sets[hand, part]]
                if qualifying:
                    for part in range(parts):
                        without += signs[part] * unqualified[sets[hand, part]]
                below, up_to = halves(total)
                if turns > 1:
                    below, up_to, without = below // turns, up_to // turns, without // turns
                for column in range(inside.shape[1]):
                    below += signs[parts] * (inside[hand, column] < value)
                    up_to += signs[parts] * (inside[hand, column] <= value)
                    without += signs[parts] * (inside[hand, column] < qualifying)
                counts[UNQUALIFIED, hand] = without
                counts[BELOW, hand], counts[UP_TO, hand] = below, up_to
            # The lower half of every counter that was changed is set to the upper half.
            for touch in range(min(touches, len(added))):
                counter = touched[touch] if touches <= len(added) else np.uint32(touch)
                added[counter] = (added[counter] >> HALF) * both_halves
