"""The operations that a round is made of, each done for all lanes before the next one begins.

A program is a list of these, with the numbers of the columns and registers it reads and writes.
The loop over operations is outside and that over lanes inside, so the cost of finding out what to
do next is shared by a thousand rounds, and the inner loops are plain enough for the compiler to
make vectors of them. Nobody leaves early: a player who folded is carried along to the end, which
costs less than sorting lanes would.

Columns hold cards, registers numbers. Tables of one width lie end to end in one array, and an
operation is told where its own begins.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from feltworks.hands.lookup import lowest_suit
from feltworks.kernels import kernel
from feltworks.simulate.dealing import draw_cards, draw_places

SET, JOIN, LOOK_SHORT, LOOK_INT, DECIDE, EVALUATE, CHOOSE, CASE, COUNT, SETTLE, SPLIT = range(11)
"""What an operation does; the first number of its line."""
OPERANDS = 16
"""Where the columns of a line begin."""
WIDTH = 32
STATES = 256
MOST_CHOICES = 16
STRIDE = 64
"""Entries of a row of binomials: one for each card a deck may have."""


class Tables(NamedTuple):
    """Every table of a program, by the width of its entries."""

    bytes: NDArray[np.uint8]
    shorts: NDArray[np.int16]
    ints: NDArray[np.int32]
    longs: NDArray[np.uint64]


class Batch(NamedTuple):
    """The lanes of one batch of rounds."""

    words: NDArray[np.uint32]
    rest: NDArray[np.uint32]
    places: NDArray[np.uint8]
    moved: NDArray[np.uint8]
    cards: NDArray[np.uint8]
    sorted: NDArray[np.uint8]
    registers: NDArray[np.uint32]
    totals: NDArray[np.uint64]
    net: NDArray[np.int64]
    """What all seats won together, in whole numbers of the smallest pay."""
    slots: NDArray[np.uint32]
    """By seat: how the round ended for it."""


@kernel
def gather_sorted(
    cards: NDArray[np.uint8], columns: NDArray[np.int64], out: NDArray[np.uint8]
) -> None:
    """Some columns of cards, ascending in each lane."""
    for place in range(len(columns)):
        source, target = cards[columns[place]], out[place]
        for lane in range(len(target)):
            target[lane] = source[lane]
    sort_lanes(out[: len(columns)])


@kernel
def sort_lanes(out: NDArray[np.uint8]) -> None:
    """Each lane ascending, by exchanges that every lane makes alike."""
    for last in range(1, len(out)):
        for place in range(last, 0, -1):
            low, high = out[place - 1], out[place]
            for lane in range(len(low)):
                one, other = low[lane], high[lane]
                low[lane] = min(one, other)
                high[lane] = max(one, other)


@kernel
def gather_swapped(
    cards: NDArray[np.uint8],
    columns: NDArray[np.int64],
    swap: NDArray[np.uint32],
    swapped: NDArray[np.uint8],
    out: NDArray[np.uint8],
) -> None:
    """Some columns of cards with suits swapped, ascending in each lane."""
    for place in range(len(columns)):
        source, target = cards[columns[place]], out[place]
        for lane in range(len(target)):
            target[lane] = swapped[swap[lane] * np.uint64(64) + np.uint64(source[lane])]
    sort_lanes(out[: len(columns)])


@kernel
def number_lanes(
    sets: NDArray[np.uint8], binomials: NDArray[np.int32], out: NDArray[np.uint32]
) -> None:
    """The number of the ascending set in each lane."""
    for lane in range(len(out)):
        out[lane] = 0
    for place in range(len(sets)):
        row, column = binomials[place * 64 : place * 64 + 64], sets[place]
        for lane in range(len(out)):
            out[lane] = out[lane] + np.uint32(row[column[lane]])


@kernel
def join(
    high: NDArray[np.uint32], factor: int, low: NDArray[np.uint32], out: NDArray[np.uint32]
) -> None:
    times = np.uint32(factor)
    for lane in range(len(out)):
        out[lane] = np.uint32(high[lane] * times + low[lane])


@kernel
def split(both: NDArray[np.uint32], high: NDArray[np.uint32], low: NDArray[np.uint32]) -> None:
    """A row and the swap to it, which are kept in one number."""
    for lane in range(len(both)):
        number = both[lane]
        high[lane] = np.uint32(number >> np.uint32(5))
        low[lane] = np.uint32(number & np.uint32(31))


@kernel
def look_short(
    table: NDArray[np.int16], index: NDArray[np.uint32], out: NDArray[np.uint32]
) -> None:
    for lane in range(len(out)):
        out[lane] = np.uint32(table[index[lane]])


@kernel
def look_int(table: NDArray[np.int32], index: NDArray[np.uint32], out: NDArray[np.uint32]) -> None:
    for lane in range(len(out)):
        out[lane] = np.uint32(table[index[lane]])


@kernel
def decide(
    packed: NDArray[np.uint8],
    bits_log: int,
    plan: NDArray[np.int32],
    index: NDArray[np.uint32],
    state: NDArray[np.uint32],
) -> None:
    """Look the choice up and go where it leads; choices are packed 1, 2, 4 or 8 bits wide.

    `plan` says of every state where its choices begin, which bits count (none where nothing is
    decided), and where each choice leads.
    """
    first, mask, leads = plan[:256], plan[256:512], plan[512:]
    in_byte = np.uint64(3 - bits_log)
    width, inside = np.uint64(1 << bits_log), np.uint64((1 << (3 - bits_log)) - 1)
    for lane in range(len(state)):
        here = np.uint64(state[lane])
        entry = np.uint64(first[here]) + np.uint64(index[lane])
        byte = np.uint64(packed[entry >> in_byte])
        choice = (byte >> ((entry & inside) * width)) & np.uint64(mask[here])
        state[lane] = np.uint32(leads[here * np.uint64(16) + choice])


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
    line: NDArray[np.int64], tables: Tables, batch: Batch, columns: NDArray[np.int64]
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
    line: NDArray[np.int64], tables: Tables, batch: Batch, columns: NDArray[np.int64]
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


@kernel
def compare(
    mine: NDArray[np.uint32],
    dealers: NDArray[np.uint32],
    qualified: NDArray[np.uint32],
    least: int,
    out: NDArray[np.uint32],
) -> None:
    """How a contest comes out, as a place in `odds.classes.CASES`.

    The dealer qualifies with the value `least`; below 0 `qualified` says whether he does.
    """
    if least < 0:
        for lane in range(len(out)):
            one, other, plays = mine[lane], dealers[lane], qualified[lane]
            ahead, level = np.uint32(one > other), np.uint32(one == other)
            out[lane] = np.uint32(2 - 2 * ahead - level + 3 * plays)
        return
    from_ = np.uint32(least)
    for lane in range(len(out)):
        one, other = mine[lane], dealers[lane]
        ahead, level = np.uint32(one > other), np.uint32(one == other)
        out[lane] = np.uint32(2 - 2 * ahead - level + 3 * np.uint32(other >= from_))


@kernel
def settle(
    line: NDArray[np.int64],
    tables: Tables,
    pays: NDArray[np.int64],
    batch: Batch,
    live: int,
    counts: NDArray[np.int64],
) -> None:
    """Find the slot that each lane ends in, count it, and add what it pays.

    `plan` says of every state the first slot of its ending, by how much pay class and case move
    it, and which contest's case is meant.
    """
    plan = tables.ints[line[3] : line[3] + 1024]
    first, by_class, by_case, contest = plan[:256], plan[256:512], plan[512:768], plan[768:]
    state, classes = batch.registers[line[2]], batch.registers[line[4]]
    cases = batch.registers[line[5] :]
    slots, net = batch.slots[line[1]], batch.net
    for lane in range(len(state)):
        here = state[lane]
        case = np.uint32(cases[contest[here], lane])
        move = classes[lane] * np.uint32(by_class[here]) + case * np.uint32(by_case[here])
        slots[lane] = np.uint32(np.uint32(first[here]) + move)
    for lane in range(len(state)):
        net[lane] += pays[slots[lane]]
    count_lanes(slots, live, counts[line[6] :])


@kernel
def count_lanes(index: NDArray[np.uint32], live: int, counts: NDArray[np.int64]) -> None:
    for lane in range(live):
        counts[index[lane]] += 1


@kernel
def run_line(
    line: NDArray[np.int64],
    tables: Tables,
    pays: NDArray[np.int64],
    batch: Batch,
    live: int,
    counts: NDArray[np.int64],
) -> None:
    """One operation, for all lanes."""
    kind, registers = line[0], batch.registers
    columns = line[16 : 16 + line[15]]
    if kind == SET:
        sets = batch.sorted[: len(columns)]
        if line[2] < 0:
            gather_sorted(batch.cards, columns, sets)
        else:
            gather_swapped(batch.cards, columns, registers[line[2]], tables.bytes[line[3] :], sets)
        number_lanes(sets, tables.ints[line[4] :], registers[line[1]])
    elif kind == JOIN:
        join(registers[line[2]], line[3], registers[line[4]], registers[line[1]])
    elif kind == SPLIT:
        split(registers[line[2]], registers[line[1]], registers[line[1] + 1])
    elif kind == LOOK_SHORT:
        look_short(tables.shorts[line[3] :], registers[line[2]], registers[line[1]])
    elif kind == LOOK_INT:
        look_int(tables.ints[line[3] :], registers[line[2]], registers[line[1]])
    elif kind == DECIDE:
        plan = tables.ints[line[4] : line[4] + 512 + 256 * 16]
        index = registers[line[2]]
        decide(tables.bytes[line[3] :], line[5], plan, index, registers[line[1]])
    elif kind == EVALUATE:
        evaluate_lanes(line, tables, batch, columns)
    elif kind == CHOOSE:
        choose_lanes(line, tables, batch, columns)
    elif kind == CASE:
        mine, dealers = registers[line[2]], registers[line[3]]
        compare(mine, dealers, registers[line[5]], line[4], registers[line[1]])
    elif kind == COUNT:
        count_lanes(registers[line[1]], live, counts[line[2] :])
    elif kind == SETTLE:
        settle(line, tables, pays, batch, live, counts)


@kernel
def deal_batch(
    seed: np.uint64,
    first: np.uint64,
    live: int,
    deck: int,
    code: NDArray[np.int64],
    tables: Tables,
    pays: NDArray[np.int64],
    batch: Batch,
    counts: NDArray[np.int64],
) -> None:
    """One batch of rounds from the deck to the money."""
    draw_places(seed, first, deck, batch.words, batch.rest, batch.places)
    draw_cards(batch.places, deck, batch.moved, batch.cards)
    batch.net[:] = 0
    for line in range(len(code)):
        run_line(code[line], tables, pays, batch, live, counts)


@kernel
def deal_rounds(
    seed: np.uint64,
    first: np.uint64,
    rounds: int,
    deck: int,
    code: NDArray[np.int64],
    tables: Tables,
    pays: NDArray[np.int64],
    batch: Batch,
    counts: NDArray[np.int64],
    totals: NDArray[np.int64],
) -> None:
    """Rounds `first` and following; `totals` are the sum and the squares of what seats won."""
    lanes = len(batch.net)
    done = 0
    while done < rounds:
        live = min(lanes, rounds - done)
        deal_batch(seed, first + np.uint64(done), live, deck, code, tables, pays, batch, counts)
        for lane in range(live):
            totals[0] += batch.net[lane]
            totals[1] += batch.net[lane] * batch.net[lane]
        done += live
