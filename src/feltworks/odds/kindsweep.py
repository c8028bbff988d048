"""The sweep on boards of kinds: the dealer's hands that a hand beats, counted by kinds.

As in `sweep`, the dealer's hands are added in ascending order of value, and a counter for each set
S of fewer than d cards says how many of the hands added contain S; cards of one kind share their
counters. If a set of kinds has m cards of a kind of which n are left and s are in S, the number of
hands that contain S is the product of C(n - s, m - s).

Values are not compared to bring them in order: a bit is set for each that occurs on a board, the
number of bits below it is its place among them, and the hands of one place form a group.
"""

from __future__ import annotations

from itertools import combinations as subsets
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from feltworks.arrays import Int8s, Int16s, Int32s, Int64s, UInt8s, UInt16s, UInt32s, UInt64s
from feltworks.kernels import inlined_by_llvm, kernel
from feltworks.odds.cases import UNQUALIFIED, UP_TO
from feltworks.odds.kinds import KindSets, kind_sets
from feltworks.odds.sweep import ValueBounds


class KindCounters(NamedTuple):
    """Which counters hands look at, and which the dealer's hands add to. Tuples have lengths that
    the compiler knows, so that it unrolls loops."""

    sets: UInt32s
    """The counters of each player's hand, by hand and subset."""
    signs: tuple[int, ...]
    """The sign of each subset of a player's hand ..."""
    sign_inside: int
    """... and that of a whole dealer's hand inside."""
    dealer_sets: UInt32s
    """The counters of each dealer's hand, by hand and subset; one past the last if a subset
    recurs."""
    factors: UInt16s
    """By dealer's hand, subset and place: where in the factors of a board the ways are found to
    take from a kind what the hand has of it beyond the subset."""
    parts: tuple[int, ...]
    """The numbers of the subsets of a dealer's hand ..."""
    cards: tuple[int, ...]
    """... and of its cards."""
    size: int
    """How many counters there are."""


class KindHands(NamedTuple):
    """The player's hands, by board and hand."""

    values: Int16s
    possible: Int8s
    """1 if the board leaves cards for the hand, otherwise 0."""
    inside: Int16s
    """The value of each of the dealer's hands inside the player's."""


class DealerKinds(NamedTuple):
    """The dealer's hands on each board."""

    values: Int16s
    possible: Int8s
    left: Int8s
    """By board and kind: the cards that the board leaves."""
    binom: Int64s
    same_hands: bool
    """Whether hands and values equal the player's."""


class ValueGroups(NamedTuple):
    """The hands of one board in groups of one value, in ascending order."""

    order: UInt32s
    """The hands, group by group."""
    start: Int32s
    """Where in `order` each group begins, and one more at the end; with room for one before."""


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
    signs = tuple(-1 if len(part) % 2 else 1 for part in parts)
    inner = [p for k in range(size) for p in subsets(range(size), k)]
    shape = (len(hidden), len(inner), size)
    dealer_sets = np.full(shape[:2], offsets[-1], np.uint32)
    factors = np.zeros(shape, np.uint16)  # the first factor is C(n, 0)
    for hand, held in enumerate(hidden.sets.tolist()):
        known = set()
        for place, part in enumerate(inner):
            chosen = [held[at] for at in part]
            if tuple(chosen) not in known:
                known.add(tuple(chosen))
                dealer_sets[hand, place] = 0
            for at, kind in enumerate(dict.fromkeys(held)):
                less = chosen.count(kind)
                take = held.count(kind) - less
                factors[hand, place, at] = (kind * (size + 1) + less) * (size + 1) + take
    for place, part in enumerate(inner):
        once = dealer_sets[:, place] == 0
        dealer_sets[once, place] = found(hidden.sets[once], part)
    return KindCounters(
        sets=sets,
        signs=signs,
        sign_inside=-1 if size % 2 else 1,
        dealer_sets=dealer_sets,
        factors=factors,
        parts=tuple(range(len(inner))),
        cards=tuple(range(size)),
        size=int(offsets[-1]),
    )


@inlined_by_llvm
def bit_count(word: np.uint64) -> np.uint64:
    """How many bits are set; written so that the compiler sees the instruction for it."""
    twos = word - (word >> np.uint64(1) & np.uint64(0x5555555555555555))
    others = twos >> np.uint64(2) & np.uint64(0x3333333333333333)
    fours = (twos & np.uint64(0x3333333333333333)) + others
    bytes_ = fours + (fours >> np.uint64(4)) & np.uint64(0x0F0F0F0F0F0F0F0F)
    return bytes_ * np.uint64(0x0101010101010101) >> np.uint64(56)


@inlined_by_llvm
def note_values(values: Int16s, possible: Int8s, seen: UInt64s) -> None:
    """Set the bits of the values that occur."""
    for hand in range(len(values)):
        value = np.uint64(values[hand])
        seen[value >> np.uint64(6)] |= np.uint64(possible[hand]) << (value & np.uint64(63))


@inlined_by_llvm
def place_of(value: np.uint64, seen: UInt64s, before: Int32s) -> int:
    """How many values lie below one; `before` has how many lie below each word of bits."""
    word = value >> np.uint64(6)
    below = (np.uint64(1) << (value & np.uint64(63))) - np.uint64(1)
    return int(before[word]) + int(bit_count(seen[word] & below))


@inlined_by_llvm
def group_hands(
    values: Int16s,
    possible: Int8s,
    seen: UInt64s,
    before: Int32s,
    places: Int32s,
    groups: ValueGroups,
) -> None:
    """Sort the possible hands by value, counting how many have each."""
    order, start = groups
    count = before[len(seen)]
    for place in range(count + 2):
        start[place] = 0
    for hand in range(len(values)):
        place = place_of(np.uint64(values[hand]), seen, before)
        places[hand] = place
        start[place + 2] += possible[hand]
    for place in range(1, count + 2):
        start[place] += start[place - 1]
    for hand in range(len(values)):
        if possible[hand]:
            order[start[places[hand] + 1]] = hand
            start[places[hand] + 1] += 1


@inlined_by_llvm
def count_avoiding(
    hand: int,
    counters: KindCounters,
    inside: Int16s,
    bound: int,
    added: Int32s,
) -> int:
    """How many of the hands added, all those with a value under `bound`, share no card with a
    hand."""
    total = 0
    for place in range(len(counters.signs)):
        total += counters.signs[place] * int(added[counters.sets[hand, place]])
    for place in range(inside.shape[1]):
        total += counters.sign_inside if inside[hand, place] < bound else 0
    return total


@inlined_by_llvm
def find_factors(left: Int8s, binom: Int64s, size: int, factors: Int32s) -> None:
    """C(n - s, k) for each kind of which n cards are left, by kind, s and k up to `size`."""
    at = 0
    for kind in range(len(left)):
        for less in range(size + 1):
            for take in range(size + 1):
                some = int(left[kind]) - less
                factors[at] = binom[some, take] if some >= 0 else 0
                at += 1


@inlined_by_llvm
def add_dealer_hand(hand: int, counters: KindCounters, factors: Int32s, added: Int32s) -> None:
    """Add the dealer's hands of one set of kinds to the counters of their subsets."""
    for place in range(len(counters.parts)):
        ways = np.int64(1)
        for at in range(len(counters.cards)):
            ways *= factors[counters.factors[hand, place, at]]
        added[counters.dealer_sets[hand, place]] += ways


@kernel
def sweep_kinds(
    player: KindHands,
    dealer: DealerKinds,
    counters: KindCounters,
    bounds: ValueBounds,
    out: NDArray[np.signedinteger],
) -> None:
    """Fill `out` with the counts of every possible hand of the player: those below it and up to it,
    after those that do not qualify if there are three.
    """
    hands, dealers = player.values.shape[1], dealer.values.shape[1]
    most = max(hands, dealers)
    mine = ValueGroups(np.empty(hands, np.uint32), np.empty(hands + dealers + 2, np.int32))
    theirs = ValueGroups(np.empty(dealers, np.uint32), np.empty(hands + dealers + 2, np.int32))
    places, added = np.empty(most, np.int32), np.empty(counters.size + 1, np.int32)
    seen = np.empty(bounds.values // 64 + 1, np.uint64)
    before = np.empty(len(seen) + 1, np.int32)
    factors = np.empty(dealer.left.shape[1] * (len(counters.cards) + 1) ** 2, np.int32)
    last = out.shape[1] - 1  # the row of the hands up to a value
    for board in range(len(out)):
        values, inside, counts = player.values[board], player.inside[board], out[board]
        seen[:] = 0
        note_values(values, player.possible[board], seen)
        if not dealer.same_hands:
            note_values(dealer.values[board], dealer.possible[board], seen)
        before[0] = 0
        for word in range(len(seen)):
            before[word + 1] = before[word] + bit_count(seen[word])
        group_hands(values, player.possible[board], seen, before, places, mine)
        if not dealer.same_hands:
            others, possible = dealer.values[board], dealer.possible[board]
            group_hands(others, possible, seen, before, places, theirs)
        laid = mine if dealer.same_hands else theirs
        find_factors(dealer.left[board], dealer.binom, len(counters.cards), factors)
        added[:] = 0
        count = before[len(seen)]
        qualifying = place_of(np.uint64(bounds.qualifying), seen, before) if last == UP_TO else -1
        for group in range(count + 1):
            if group == qualifying:
                for place in range(mine.start[count]):
                    hand = mine.order[place]
                    counts[UNQUALIFIED, hand] = count_avoiding(
                        hand, counters, inside, bounds.qualifying, added
                    )
            if group == count:
                break
            first, stop = mine.start[group], mine.start[group + 1]
            value = int(values[mine.order[first]]) if first < stop else 0
            for place in range(first, stop):
                hand = mine.order[place]
                counts[last - 1, hand] = count_avoiding(hand, counters, inside, value, added)
            for place in range(laid.start[group], laid.start[group + 1]):
                add_dealer_hand(laid.order[place], counters, factors, added)
            for place in range(first, stop):
                hand = mine.order[place]
                counts[last, hand] = count_avoiding(hand, counters, inside, value + 1, added)
