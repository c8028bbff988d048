"""Hands evaluated in lanes, where a table of all of them would not fit the cache.

The tables are those of `hands.lookup`, laid end to end with all others of a program: a sum of what
each card stands for is looked up by a perfect hash, and suits that have enough cards once more.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from feltworks.hands.lookup import lowest_suit
from feltworks.kernels import kernel

if TYPE_CHECKING:
    from feltworks.simulate.operations import RoundLanes, Tables


@kernel
def find_lanes(
    longs: NDArray[np.uint64],
    rows: NDArray[np.int32],
    slots: NDArray[np.int32],
    totals: NDArray[np.uint64],
    out: NDArray[np.uint32],
) -> None:
    """`hands.perfect_hash.find` of each lane's total."""
    multiplier, row_shift, column_shift, column_mask = longs[0], longs[1], longs[2], longs[3]
    for lane in range(len(out)):
        product = totals[lane] * multiplier
        column = (product >> column_shift) & column_mask
        out[lane] = np.uint32(slots[column ^ np.uint64(rows[product >> row_shift])])


@kernel
def find_one(
    longs: NDArray[np.uint64], rows: NDArray[np.int32], slots: NDArray[np.int32], total: np.uint64
) -> np.uint32:
    product = total * longs[0]
    column = (product >> longs[2]) & longs[3]
    return np.uint32(slots[column ^ np.uint64(rows[product >> longs[1]])])


@kernel
def evaluate_lanes(
    line: NDArray[np.int64], tables: Tables, batch: RoundLanes, columns: NDArray[np.int64]
) -> None:
    """The best hand in some columns of cards, as `hands.lookup.evaluate` finds it."""
    longs = tables.longs[line[2] :]
    mixed_rows, mixed_slots = tables.ints[line[3] :], tables.ints[line[4] :]
    suited_rows, suited_slots = tables.ints[line[5] :], tables.ints[line[6] :]
    in_suit, marks = tables.bytes[line[7] :], longs[10:]
    totals, out = batch.totals, batch.registers[line[1]]
    for lane in range(len(out)):
        totals[lane] = longs[0]
    for column in columns:
        cards = batch.cards[column]
        for lane in range(len(out)):
            totals[lane] = totals[lane] + marks[cards[lane]]
    find_lanes(longs[2:6], mixed_rows, mixed_slots, totals, out)
    for lane in range(len(out)):
        filled = totals[lane] & longs[1]
        while filled:
            suit = lowest_suit(filled)
            filled &= filled - np.uint64(1)
            total = np.uint64(0)
            for column in columns:
                card = batch.cards[column, lane]
                if in_suit[card] & suit:
                    total += marks[card]
            found = find_one(longs[6:10], suited_rows, suited_slots, total)
            out[lane] = max(out[lane], found)


@kernel
def choose_lanes(
    line: NDArray[np.int64], tables: Tables, batch: RoundLanes, columns: NDArray[np.int64]
) -> None:
    """The best hand that may be made of some columns; `choices` lists the places allowed."""
    longs = tables.longs[line[2] :]
    mixed_rows, mixed_slots = tables.ints[line[3] :], tables.ints[line[4] :]
    suited_rows, suited_slots = tables.ints[line[5] :], tables.ints[line[6] :]
    marks, choices, use = longs[10:], tables.ints[line[8] :], line[10]
    out = batch.registers[line[1]]
    for lane in range(len(out)):
        best = np.uint32(0)
        for choice in range(line[9]):
            total = longs[0]
            for place in range(use):
                total += marks[batch.cards[columns[choices[choice * use + place]], lane]]
            best = max(best, find_one(longs[2:6], mixed_rows, mixed_slots, total))
            if total & longs[1]:
                best = max(best, find_one(longs[6:10], suited_rows, suited_slots, total))
        out[lane] = best
