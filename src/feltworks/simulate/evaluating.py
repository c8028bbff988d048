"""The number of a set of cards and the value of a hand, for all lanes at once.

Sets are numbered as `odds.cardspace` numbers them. Hands are evaluated if a table of all of them
would not fit the cache: by the tables of `hands.lookup`, which lie among the program's other
tables.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from feltworks.arrays import Int32s, Int64s, UInt8s, UInt32s, UInt64s
from feltworks.hands.lookup import Lookup, lowest_suit, whole_value
from feltworks.hands.perfect_hash import PerfectHash, find
from feltworks.kernels import inlined, kernel
from feltworks.simulate.programlines import CHOICES_AT, EVALUATOR_AT

if TYPE_CHECKING:
    from feltworks.simulate.operations import RoundLanes, Tables

STRIDE = 64
"""Entries in a row of binomials: one for each card that a deck may have."""
BIAS, ENOUGH, MIXED, SUITED, MARKS = 0, 1, 2, 6, 10
"""Where the parts of an evaluator's longs begin: two numbers of its `Lookup`, four of each perfect
hash, and the mark of each card."""


@kernel
def sort_lanes(out: UInt8s) -> None:
    """Sort each lane in ascending order, by the same comparisons in every lane."""
    for last in range(1, len(out)):
        for place in range(last, 0, -1):
            low, high = out[place - 1], out[place]
            for lane in range(len(low)):
                one, other = low[lane], high[lane]
                low[lane] = min(one, other)
                high[lane] = max(one, other)


@kernel
def gather_sorted(cards: UInt8s, columns: Int64s, out: UInt8s) -> None:
    """Some columns of cards, in ascending order in each lane."""
    for place in range(len(columns)):
        source, target = cards[columns[place]], out[place]
        for lane in range(len(target)):
            target[lane] = source[lane]
    sort_lanes(out[: len(columns)])


@kernel
def gather_swapped(
    cards: UInt8s, columns: Int64s, swap: UInt32s, swapped: UInt8s, out: UInt8s
) -> None:
    """Some columns of cards after a swap of suits, in ascending order in each lane."""
    for place in range(len(columns)):
        source, target = cards[columns[place]], out[place]
        for lane in range(len(target)):
            target[lane] = swapped[swap[lane] * np.uint64(STRIDE) + np.uint64(source[lane])]
    sort_lanes(out[: len(columns)])


@kernel
def number_lanes(sets: UInt8s, binomials: Int32s, out: UInt32s) -> None:
    """The number of the ascending set in each lane."""
    for lane in range(len(out)):
        out[lane] = 0
    for place in range(len(sets)):
        row, column = binomials[place * STRIDE : (place + 1) * STRIDE], sets[place]
        for lane in range(len(out)):
            out[lane] = out[lane] + np.uint32(row[column[lane]])


@inlined
def hash_of(numbers: UInt64s, rows: Int32s, slots: Int32s) -> PerfectHash:
    return PerfectHash(numbers[0], numbers[1], numbers[2], numbers[3], rows, slots)  # type: ignore[arg-type]


@inlined
def lookup_of(line: Int64s, tables: Tables) -> Lookup:
    """The tables of an evaluator; its line in the program says where each begins."""
    at, ints, longs = EVALUATOR_AT, tables.ints, tables.longs[line[EVALUATOR_AT.longs] :]
    mixed = hash_of(longs[MIXED:], ints[line[at.mixed_rows] :], ints[line[at.mixed_slots] :])
    suited = hash_of(longs[SUITED:], ints[line[at.suited_rows] :], ints[line[at.suited_slots] :])
    marks, suits = longs[MARKS:], tables.bytes[line[at.suits] :]
    return Lookup(marks, suits, longs[BIAS], longs[ENOUGH], mixed, suited)


@kernel
def evaluate_lanes(line: Int64s, tables: Tables, batch: RoundLanes, columns: Int64s) -> None:
    """The best hand in some columns of cards, as `hands.lookup.evaluate` finds it."""
    lookup = lookup_of(line, tables)
    totals, out = batch.totals, batch.registers[line[EVALUATOR_AT.out]]
    for lane in range(len(out)):
        totals[lane] = lookup.bias
    for column in columns:
        cards = batch.cards[column]
        for lane in range(len(out)):
            totals[lane] = totals[lane] + lookup.marks[cards[lane]]
    for lane in range(len(out)):
        out[lane] = np.uint32(find(lookup.mixed, totals[lane]))
    for lane in range(len(out)):
        filled = totals[lane] & lookup.enough
        while filled:
            suit = lowest_suit(filled)
            filled &= filled - np.uint64(1)
            total = np.uint64(0)
            for column in columns:
                card = batch.cards[column, lane]
                if lookup.suits[card] & suit:
                    total += lookup.marks[card]
            out[lane] = max(out[lane], np.uint32(find(lookup.suited, total)))


@kernel
def choose_lanes(line: Int64s, tables: Tables, batch: RoundLanes, columns: Int64s) -> None:
    """The best hand that may be made of some columns; `choices` lists the places allowed."""
    lookup = lookup_of(line, tables)
    choices, count = tables.ints[line[CHOICES_AT.choices] :], line[CHOICES_AT.choice_count]
    use, out = line[CHOICES_AT.use], batch.registers[line[EVALUATOR_AT.out]]
    for lane in range(len(out)):
        best = np.uint32(0)
        for choice in range(count):
            total = lookup.bias
            for place in range(use):
                total += lookup.marks[batch.cards[columns[choices[choice * use + place]], lane]]
            best = max(best, np.uint32(whole_value(lookup, total)))
        out[lane] = best
