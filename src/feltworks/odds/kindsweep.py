"""The sweep on boards of kinds: the dealer's hands that a hand beats, counted by kinds.

As in `sweep`, the dealer's hands are added in ascending order of value, and a counter for each set
S of fewer than d cards says how many of the hands added contain S; cards of one kind share their
counters. If a set of kinds has m cards of a kind of which n are left and s are in S, the number of
hands that contain S is the product of C(n - s, m - s).
"""

from __future__ import annotations

from itertools import combinations as subsets
from typing import NamedTuple

import numpy as np

from feltworks.arrays import Flags, Int8s, Int16s, Int32s, Int64s, UInt8s, UInt32s
from feltworks.kernels import inlined, kernel
from feltworks.odds.kinds import KindSets, kind_sets
from feltworks.odds.sweep import BELOW, UNQUALIFIED, UP_TO

DIGIT = 256


class KindCounters(NamedTuple):
    """Which counters hands look at, and which the dealer's hands add to."""

    sets: UInt32s
    """The counters of each player's hand, by hand and subset."""
    signs: Int8s
    """The sign of each subset, and that of a whole dealer's hand inside."""
    dealer_sets: UInt32s
    """The counters of each dealer's hand, by hand and subset; one past the last if a subset
    recurs."""
    kinds: UInt8s
    """The kinds of each dealer's hand, each once, then any."""
    less: UInt8s
    """By hand, subset and kind: how many of the kind are in the subset ..."""
    take: UInt8s
    """... and how many more the hand has."""
    size: int
    """How many counters there are."""

    @property
    def lengths(self) -> tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...]]:
        """How many subsets a player's and a dealer's hand have, and the dealer's cards, as
        tuples."""
        subsets_of, parts = self.sets.shape[1], self.dealer_sets.shape[1]
        return (0,) * subsets_of, (0,) * parts, (0,) * self.kinds.shape[1]


class KindHands(NamedTuple):
    """The player's hands, by board and hand."""

    values: Int16s
    possible: Flags
    """Whether the board leaves cards for the hand."""
    inside: Int16s
    """The value of each of the dealer's hands inside the player's."""


class DealerKinds(NamedTuple):
    """The dealer's hands on each board."""

    values: Int16s
    left: Int64s
    """By board and kind: the cards that the board leaves."""
    binom: Int64s
    same_hands: bool
    """Whether hands and values equal the player's."""


def kind_counters(holes: KindSets, hidden: KindSets) -> KindCounters:
    """Counters for all sets of fewer kinds than the dealer's hand has."""
    size = hidden.size
    smaller = [kind_sets(holes.kinds, count) for count in range(size)]
    offsets = np.cumsum([0, *map(len, smaller)])

    def found(sets: UInt8s, part: tuple[int, ...]) -> Int64s:
        return np.asarray(smaller[len(part)].find(sets[:, list(part)]) + offsets[len(part)])

    parts = [p for k in range(min(size, holes.size + 1)) for p in subsets(range(holes.size), k)]
    sets = np.zeros((len(holes), len(parts)), np.uint32)
    for place, part in enumerate(parts):
        sets[:, place] = found(holes.sets, part)
    signs = [-1 if count % 2 else 1 for count in (*map(len, parts), size)]
    inner = [p for k in range(size) for p in subsets(range(size), k)]
    shape = (len(hidden), len(inner), size)
    dealer_sets = np.full(shape[:2], offsets[-1], np.uint32)
    kinds = np.zeros((len(hidden), size), np.uint8)
    less, take = np.zeros(shape, np.uint8), np.zeros(shape, np.uint8)
    for hand, held in enumerate(hidden.sets.tolist()):
        distinct = list(dict.fromkeys(held))
        kinds[hand, : len(distinct)] = distinct
        known = set()
        for place, part in enumerate(inner):
            chosen = [held[at] for at in part]
            if tuple(chosen) not in known:
                known.add(tuple(chosen))
                dealer_sets[hand, place] = 0
            less[hand, place, : len(distinct)] = [chosen.count(kind) for kind in distinct]
            take[hand, place, : len(distinct)] = [held.count(kind) for kind in distinct]
    take -= less
    for place, part in enumerate(inner):
        once = dealer_sets[:, place] == 0
        dealer_sets[once, place] = found(hidden.sets[once], part)
    return KindCounters(
        sets, np.array(signs, np.int8), dealer_sets, kinds, less, take, int(offsets[-1])
    )


@inlined
def order_few(values: Int16s, count: int, order: UInt32s, spare: UInt32s, starts: UInt32s) -> None:
    """Sort the first `count` hands of `order` by value, by radix sort with base 256."""
    for shift in (0, 8):
        starts[:] = 0
        for place in range(count):
            starts[(np.uint32(values[order[place]]) >> np.uint32(shift) & np.uint32(255)) + 1] += 1
        for digit in range(DIGIT):
            starts[digit + 1] += starts[digit]
        for place in range(count):
            hand = order[place]
            found = np.uint32(values[hand]) >> np.uint32(shift) & np.uint32(255)
            spare[starts[found]] = hand
            starts[found] += 1
        for place in range(count):
            order[place] = spare[place]


@inlined
def avoid(
    hand: int,
    subsets_of: tuple[int, ...],
    counters: KindCounters,
    inside: Int16s,
    bound: int,
    down: Int32s,
) -> int:
    """How many of the hands added, all those with a value under `bound`, share no card with a
    hand."""
    total = 0
    for place in range(len(subsets_of)):
        total += int(counters.signs[place]) * int(down[counters.sets[hand, place]])
    for place in range(inside.shape[1]):
        if inside[hand, place] < bound:
            total += int(counters.signs[len(subsets_of)])
    return total


@inlined
def put_down(
    hand: int,
    parts: tuple[int, ...],
    cards: tuple[int, ...],
    left: Int64s,
    binom: Int64s,
    counters: KindCounters,
    down: Int32s,
) -> None:
    """Add the dealer's hands of one set of kinds to the counters of their subsets."""
    for place in range(len(parts)):
        ways = np.int64(1)
        for at in range(len(cards)):
            some = left[counters.kinds[hand, at]] - counters.less[hand, place, at]
            ways *= binom[np.uint64(some), counters.take[hand, place, at]]
        down[counters.dealer_sets[hand, place]] += ways


@kernel
def sweep_kinds(
    player: KindHands,
    dealer: DealerKinds,
    counters: KindCounters,
    lengths: tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...]],
    qualifying: int,
    out: Int32s,
) -> None:
    """Fill `out` with the three counts of every possible hand of the player.

    `lengths` are the numbers of subsets of a player's and a dealer's hand and of the dealer's
    cards: as tuples, so that the compiler knows them and unrolls the loops.
    """
    all_values, possible, all_inside = player
    all_dealers, all_left, binom, same_hands = dealer
    subsets_of, parts, cards = lengths
    hands, dealers = all_values.shape[1], all_dealers.shape[1]
    order, dealer_order = np.empty(hands, np.uint32), np.empty(dealers, np.uint32)
    spare = np.empty(max(hands, dealers), np.uint32)
    starts = np.empty(DIGIT + 1, np.uint32)
    down = np.empty(counters.size + 1, np.int32)
    for board in range(len(out)):
        values, dealer_values, inside = all_values[board], all_dealers[board], all_inside[board]
        left, counts = all_left[board], out[board]
        count = 0
        for hand in range(hands):
            order[count] = hand
            count += possible[board, hand]
        order_few(values, count, order, spare, starts)
        dealer_count = count
        if same_hands:
            dealer_order[:count] = order[:count]
        else:
            dealer_count = 0
            for hand in range(dealers):
                fits = True
                for at in range(len(cards)):
                    fits = fits and left[counters.kinds[hand, at]] >= counters.take[hand, 0, at]
                dealer_order[dealer_count] = hand
                dealer_count += fits
            order_few(dealer_values, dealer_count, dealer_order, spare, starts)
        down[:] = 0
        laid = 0
        if qualifying > 0:
            while laid < dealer_count and dealer_values[dealer_order[laid]] < qualifying:
                put_down(dealer_order[laid], parts, cards, left, binom, counters, down)
                laid += 1
            for place in range(count):
                hand = order[place]
                counts[UNQUALIFIED, hand] = avoid(
                    hand, subsets_of, counters, inside, qualifying, down
                )
            down[:] = 0
            laid = 0
        first = 0
        while first < count:
            value = values[order[first]]
            while laid < dealer_count and dealer_values[dealer_order[laid]] < value:
                put_down(dealer_order[laid], parts, cards, left, binom, counters, down)
                laid += 1
            last = first
            while last < count and values[order[last]] == value:
                hand = order[last]
                counts[BELOW, hand] = avoid(hand, subsets_of, counters, inside, value, down)
                last += 1
            while laid < dealer_count and dealer_values[dealer_order[laid]] == value:
                put_down(dealer_order[laid], parts, cards, left, binom, counters, down)
                laid += 1
            for place in range(first, last):
                hand = order[place]
                counts[UP_TO, hand] = avoid(hand, subsets_of, counters, inside, value + 1, down)
            first = last
