"""The operations that a round is made of, each done for all lanes before the next one begins.

A program is a list of these, with the numbers of the columns and registers it reads and writes. The
loop over operations is outside and that over lanes inside, so the cost of finding out what to do
next is shared by a thousand rounds, and the inner loops are plain enough for the compiler to make
vectors of them. No lane ends early: a player who folded is carried along to the end, which costs
less than sorting lanes would.

Columns hold cards, registers hold numbers. Tables of one width lie end to end in one array, and the
numbers of an operation (`programlines`) say where its own table begins.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from feltworks.arrays import Int16s, Int32s, Int64s, UInt8s, UInt32s, UInt64s
from feltworks.kernels import kernel
from feltworks.simulate.dealing import Draws, draw_lanes
from feltworks.simulate.evaluating import (
    choose_lanes,
    evaluate_lanes,
    gather_sorted,
    gather_swapped,
    number_lanes,
)
from feltworks.simulate.programlines import (
    CASE,
    CASE_AT,
    CHOOSE,
    COUNT,
    COUNT_AT,
    DECIDE,
    DECIDE_AT,
    EVALUATE,
    JOIN,
    JOIN_AT,
    KIND,
    LOOK_INT,
    LOOK_SHORT,
    LOOK_UP_AT,
    OPERANDS,
    SET,
    SET_AT,
    SETTLE,
    SETTLE_AT,
    SPLIT,
    SPLIT_AT,
)

STATES = 256
MOST_CHOICES = 16
SWAP_BITS = 5
"""A row and its swap of suits share one number; the swap takes this many of the low bits."""


class Tables(NamedTuple):
    """Every table of a program, by the width of its entries."""

    bytes: UInt8s
    shorts: Int16s
    ints: Int32s
    longs: UInt64s


class RoundCode(NamedTuple):
    """The program that runs in every round."""

    deck: int
    """How many cards the deck has."""
    lines: Int64s
    """The operations, a line for each."""
    tables: Tables
    pays: Int64s
    """Net pay of each count."""


class RoundLanes(NamedTuple):
    """The lanes of one batch of rounds."""

    draws: Draws
    cards: UInt8s
    """Those of `draws`."""
    sorted: UInt8s
    registers: UInt32s
    totals: UInt64s
    net: Int64s
    """By seat: what it won, in the smallest unit of pay."""
    slots: UInt32s
    """By seat: how the round ended for it."""


@kernel
def join(high: UInt32s, factor: int, low: UInt32s, out: UInt32s) -> None:
    times = np.uint32(factor)
    for lane in range(len(out)):
        out[lane] = np.uint32(high[lane] * times + low[lane])


@kernel
def split(both: UInt32s, high: UInt32s, low: UInt32s) -> None:
    """Separate a row and its swap, which share one number."""
    for lane in range(len(both)):
        number = both[lane]
        high[lane] = np.uint32(number >> np.uint32(SWAP_BITS))
        low[lane] = np.uint32(number & np.uint32((1 << SWAP_BITS) - 1))


@kernel
def look_up(table: NDArray[np.signedinteger], index: UInt32s, out: UInt32s) -> None:
    for lane in range(len(out)):
        out[lane] = np.uint32(table[index[lane]])


@kernel
def look_up_line(line: Int64s, tables: NDArray[np.signedinteger], registers: UInt32s) -> None:
    table, index = tables[line[LOOK_UP_AT.table] :], registers[line[LOOK_UP_AT.number]]
    look_up(table, index, registers[line[LOOK_UP_AT.out]])


@kernel
def decide(packed: UInt8s, bits_log: int, plan: Int32s, index: UInt32s, state: UInt32s) -> None:
    """Look up the choice and go to its state; choices are packed 1, 2, 4 or 8 bits wide.

    `plan` holds for every state where its choices begin, which bits count (none if nothing is
    decided), and where each choice leads.
    """
    first, mask, leads = plan[:STATES], plan[STATES : 2 * STATES], plan[2 * STATES :]
    in_byte = np.uint64(3 - bits_log)
    width, inside = np.uint64(1 << bits_log), np.uint64((1 << (3 - bits_log)) - 1)
    for lane in range(len(state)):
        here = np.uint64(state[lane])
        entry = np.uint64(first[here]) + np.uint64(index[lane])
        byte = np.uint64(packed[entry >> in_byte])
        choice = (byte >> ((entry & inside) * width)) & np.uint64(mask[here])
        state[lane] = np.uint32(leads[here * np.uint64(MOST_CHOICES) + choice])


@kernel
def compare(mine: UInt32s, dealers: UInt32s, qualified: UInt32s, least: int, out: UInt32s) -> None:
    """The result of a contest, as a place in `odds.cases.CASES`.

    The dealer qualifies with the value `least`; if it is below 0, `qualified` decides.
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
def settle(line: Int64s, code: RoundCode, batch: RoundLanes, live: int, counts: Int64s) -> None:
    """Find the slot that each lane ends in, count it, and add what it pays.

    `plan` holds for every state the first slot of its ending, how far pay class and case shift the
    slot, and which contest's case is meant.
    """
    at, registers, seat = SETTLE_AT, batch.registers, line[SETTLE_AT.seat]
    plan = code.tables.ints[line[at.plan] : line[at.plan] + 4 * STATES].reshape(4, STATES)
    first, by_class, by_case, contest = plan[0], plan[1], plan[2], plan[3]
    state, classes = registers[line[at.state]], registers[line[at.pay_class]]
    cases = registers[line[at.cases] :]
    slots, net, own = batch.slots[seat], batch.net[seat], code.pays[line[at.first] :]
    for lane in range(len(state)):
        here = state[lane]
        case = np.uint32(cases[contest[here], lane])
        move = classes[lane] * np.uint32(by_class[here]) + case * np.uint32(by_case[here])
        slots[lane] = np.uint32(np.uint32(first[here]) + move)
    for lane in range(len(state)):
        net[lane] = own[slots[lane]]
    count_lanes(slots, live, counts[line[at.first] :])


@kernel
def count_lanes(index: UInt32s, live: int, counts: Int64s) -> None:
    for lane in range(live):
        counts[index[lane]] += 1


@kernel
def pay_lanes(index: UInt32s, pays: Int64s, net: Int64s) -> None:
    for lane in range(len(net)):
        net[lane] += pays[index[lane]]


@kernel
def run_line(line: Int64s, code: RoundCode, batch: RoundLanes, live: int, counts: Int64s) -> None:
    """Run one operation for all lanes."""
    kind, registers, tables = line[KIND], batch.registers, code.tables
    columns = line[OPERANDS : OPERANDS + line[OPERANDS - 1]]
    if kind == SET:
        sets, swap = batch.sorted[: len(columns)], line[SET_AT.swap]
        if swap < 0:
            gather_sorted(batch.cards, columns, sets)
        else:
            swapped = tables.bytes[line[SET_AT.swaps] :]
            gather_swapped(batch.cards, columns, registers[swap], swapped, sets)
        number_lanes(sets, tables.ints[line[SET_AT.binomials] :], registers[line[SET_AT.out]])
    elif kind == JOIN:
        high, low = registers[line[JOIN_AT.high]], registers[line[JOIN_AT.low]]
        join(high, line[JOIN_AT.factor], low, registers[line[JOIN_AT.out]])
    elif kind == SPLIT:
        out = line[SPLIT_AT.out]
        split(registers[line[SPLIT_AT.both]], registers[out], registers[out + 1])
    elif kind == LOOK_SHORT:
        look_up_line(line, tables.shorts, registers)
    elif kind == LOOK_INT:
        look_up_line(line, tables.ints, registers)
    elif kind == DECIDE:
        first, index = line[DECIDE_AT.plan], registers[line[DECIDE_AT.position]]
        plan = tables.ints[first : first + (2 + MOST_CHOICES) * STATES]
        packed, state = tables.bytes[line[DECIDE_AT.choices] :], registers[line[DECIDE_AT.state]]
        decide(packed, line[DECIDE_AT.bits_log], plan, index, state)
    elif kind == EVALUATE:
        evaluate_lanes(line, tables, batch, columns)
    elif kind == CHOOSE:
        choose_lanes(line, tables, batch, columns)
    elif kind == CASE:
        mine, dealers = registers[line[CASE_AT.mine]], registers[line[CASE_AT.dealers]]
        qualified, least = registers[line[CASE_AT.qualified]], line[CASE_AT.least]
        compare(mine, dealers, qualified, least, registers[line[CASE_AT.out]])
    elif kind == COUNT:
        pay_class, slot = registers[line[COUNT_AT.pay_class]], line[COUNT_AT.first]
        count_lanes(pay_class, live, counts[slot:])
        if line[COUNT_AT.is_money]:
            pay_lanes(pay_class, code.pays[slot:], batch.net[line[COUNT_AT.seat]])
    elif kind == SETTLE:
        settle(line, code, batch, live, counts)


@kernel
def run_code(code: RoundCode, batch: RoundLanes, live: int, counts: Int64s) -> None:
    """Run all operations on cards that are already in their columns."""
    for line in range(len(code.lines)):
        run_line(code.lines[line], code, batch, live, counts)


@kernel
def deal_rounds(
    seed: np.uint64,
    first: np.uint64,
    rounds: int,
    code: RoundCode,
    batch: RoundLanes,
    counts: Int64s,
    totals: Int64s,
) -> None:
    """Deal, play and settle rounds `first` and following.

    `totals` are the sum and the squares of what all seats won together, then of what each won.
    """
    seats, lanes = batch.net.shape
    done = 0
    while done < rounds:
        live = min(lanes, rounds - done)
        number = first + np.uint64(done)
        draw_lanes(seed, number, code.deck, batch.draws)
        run_code(code, batch, live, counts)
        for lane in range(live):
            together = 0
            for seat in range(seats):
                together += batch.net[seat, lane]
            totals[0] += together
            totals[1] += together * together
        for seat in range(seats if seats > 1 else 0):
            for lane in range(live):
                totals[2 + 2 * seat] += batch.net[seat, lane]
                totals[3 + 2 * seat] += batch.net[seat, lane] * batch.net[seat, lane]
        done += live
