"""A decision weighed in every round that reaches it, as it has too many positions to list.

If each paid hand looks at a part of the open cards (a cross of two hands), the last decision has
far more positions than a table can hold. But after it only a card or two are still to come. So
every set of cards that may come is tried, the class of each hand with it is looked up, and the pays
of each branch are summed: the same whole numbers that the exact count compares. In the same way a
decision against many open cards of a dealer is weighed over all hands that he may have.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from feltworks.arrays import Int32s, Int64s, UInt8s
from feltworks.hands.lookup import Lookup, suited_value
from feltworks.hands.perfect_hash import find
from feltworks.kernels import kernel
from feltworks.odds.symmetry import sort_few
from feltworks.simulate.evaluating import STRIDE, lookup_of
from feltworks.simulate.operations import RoundCode, RoundLanes, Tables, run_code
from feltworks.simulate.programlines import (
    AGAINST,
    AGAINST_AT,
    EVALUATOR_AT,
    KIND,
    OPERANDS,
    WEIGH,
    WEIGH_AT,
)

MOST_HELD = 8


class WeighHead(NamedTuple):
    """The beginning of the plan of `weigh_lanes`."""

    hands: int
    sets: int
    """How many sets of cards may come."""
    last: int
    """Cards in a set."""
    sets_at: int
    """Where the sets begin, in bytes."""
    endings: int
    folds: int
    many: int
    """Sets that can come in one round."""
    states: int
    most: int
    """The most choices of a state."""


class WeighedHand(NamedTuple):
    """A hand in the plan of `weigh_lanes`."""

    classes: int
    """Where the classes of its sets of cards begin, in bytes."""
    factor: int
    """By how much its class counts in the class of all hands."""
    seen: int
    """Which of the cards seen it holds, as bits."""
    comes: int
    """Whether it holds the cards to come."""


class AgainstHead(NamedTuple):
    """The beginning of the plan of `weigh_against`."""

    hidden: int
    """The dealer's hidden cards."""
    qualifying: int
    """The value with which he qualifies."""
    deck: int
    """Cards of the deck."""
    classes: int
    states: int
    most: int
    """The most choices of a state."""


HEAD, OF_HAND = len(WeighHead._fields), len(WeighedHand._fields)
OF_AGAINST = len(AgainstHead._fields)
HAND_AT = WeighedHand(0, 1, 2, 3)
"""Where the numbers of a hand lie."""


@kernel
def class_with(
    hand: Int32s, held: UInt8s, size: int, come: UInt8s, classes: UInt8s, binomials: Int32s
) -> int:
    """One hand's part of the joint class; `held` are its cards seen, ascending."""
    if hand[HAND_AT.comes]:
        for place in range(len(come)):
            held[size] = come[place]
            size += 1
        sort_few(held, 0, size)
    number = 0
    for place in range(size):
        number += binomials[place * STRIDE + held[place]]
    found: int = hand[HAND_AT.factor] * classes[hand[HAND_AT.classes] + number]
    return found


@kernel
def hold_seen(hand: Int32s, seen: UInt8s, held: UInt8s) -> int:
    """The cards seen that a hand holds, ascending; returns how many."""
    size = 0
    for place in range(len(seen)):
        if hand[HAND_AT.seen] >> place & 1:
            held[size] = seen[place]
            size += 1
    sort_few(held, 0, size)
    return size


@kernel
def weigh_lanes(line: Int64s, tables: Tables, batch: RoundLanes, columns: Int64s) -> None:
    """Take the best branch of the decision in every lane that has to decide; of equals the first.

    `columns` are the cards that a seat has seen. The plan has a `WeighHead`, a `WeighedHand` for
    each hand, for every state how many branches it has (none if nothing is decided), their endings
    and the states they lead to, then what each fold pays, and what every ending pays by class.
    """
    plan, binomials = tables.ints[line[WEIGH_AT.plan] :], tables.ints[line[WEIGH_AT.binomials] :]
    hands, sets, last, sets_at, endings, folds, many, states, most = plan[:HEAD]
    of_hand = plan[HEAD : HEAD + OF_HAND * hands].reshape(hands, OF_HAND)
    at = HEAD + OF_HAND * hands
    branches = plan[at : at + states]
    ends = plan[at + states : at + states * (1 + most)]
    leads = plan[at + states * (1 + most) : at + states * (1 + 2 * most)]
    at += states * (1 + 2 * most)
    fold_pays, pays = plan[at : at + folds], plan[at + folds :]
    to_come = tables.bytes[sets_at : sets_at + sets * last].reshape(sets, last)
    state = batch.registers[line[WEIGH_AT.state]]
    seen, sizes = np.zeros(len(columns), np.uint8), np.zeros(hands, np.int64)
    held, room = np.zeros((hands, MOST_HELD), np.uint8), np.zeros(MOST_HELD, np.uint8)
    worth = np.zeros(most, np.int64)
    for lane in range(len(state)):
        here = np.int64(state[lane])
        count = branches[here]
        if count == 0:
            continue
        gone = np.uint64(0)
        for place in range(len(columns)):
            seen[place] = batch.cards[columns[place], lane]
            gone |= np.uint64(1) << np.uint64(seen[place])
        for hand in range(hands):
            sizes[hand] = hold_seen(of_hand[hand], seen, held[hand])
        own = ends[here * most : here * most + count]
        for branch in range(count):
            ending = own[branch]
            worth[branch] = np.int64(fold_pays[ending]) * many if ending < folds else 0
        for some in range(sets):
            free = True
            for place in range(last):
                free = free and not gone >> np.uint64(to_come[some, place]) & np.uint64(1)
            if not free:
                continue
            pay_class = 0
            for hand in range(hands):
                for place in range(sizes[hand]):
                    room[place] = held[hand, place]
                pay_class += class_with(
                    of_hand[hand], room, sizes[hand], to_come[some], tables.bytes, binomials
                )
            for branch in range(count):
                if own[branch] >= folds:
                    worth[branch] += pays[pay_class * endings + own[branch]]
        best = 0
        for branch in range(1, count):
            if worth[branch] > worth[best]:
                best = branch
        state[lane] = np.uint32(leads[here * most + best])


@kernel
def value_with(lookup: Lookup, total: np.uint64, cards: UInt8s) -> int:
    """The value of the best hand of some cards, given the sum of their marks."""
    return max(find(lookup.mixed, total), suited_value(lookup, total, cards, cards))


@kernel
def count_cases(
    lookup: Lookup,
    dealers: UInt8s,
    unseen: UInt8s,
    mine: int,
    qualifying: int,
    at: Int64s,
    cases: Int64s,
) -> None:
    """How many of the dealer's possible hands lead to each of `odds.cases.CASES`. `dealers` are
    his open cards, then room for the hidden ones; `at` is room for where these lie in `unseen`."""
    cases[:] = 0
    base, size = lookup.bias, len(at)
    shown = len(dealers) - size
    for card in dealers[:shown]:
        base += lookup.marks[card]
    for place in range(size):
        at[place] = place
    while True:
        total = base
        for place in range(size):
            dealers[shown + place] = unseen[at[place]]
            total += lookup.marks[unseen[at[place]]]
        value = value_with(lookup, total, dealers)
        case = 0 if mine > value else 1 if mine == value else 2
        cases[case + (3 if value >= qualifying else 0)] += 1
        place = size - 1
        while place >= 0 and at[place] == len(unseen) - size + place:
            place -= 1
        if place < 0:
            break
        at[place] += 1
        for later in range(place + 1, size):
            at[later] = at[later - 1] + 1


@kernel
def weigh_against(line: Int64s, tables: Tables, batch: RoundLanes, columns: Int64s) -> None:
    """Take the best branch against the dealer's possible hands in every lane that has to decide.

    The first of the `columns` are the dealer's open cards, the others what else is seen. The plan
    has an `AgainstHead`; then branches, endings and states as in `weigh_lanes`, and pays by ending,
    class and case.
    """
    lookup, plan = lookup_of(line, tables), tables.ints[line[AGAINST_AT.plan] :]
    size, qualifying, deck, classes, states, most = plan[:OF_AGAINST]
    first_end = OF_AGAINST + states
    first_lead, first_pay = first_end + states * most, first_end + 2 * states * most
    branches, ends = plan[OF_AGAINST:first_end], plan[first_end:first_lead]
    leads, pays = plan[first_lead:first_pay], plan[first_pay:]
    state, mine = batch.registers[line[EVALUATOR_AT.out]], batch.registers[line[AGAINST_AT.mine]]
    own, shown = batch.registers[line[AGAINST_AT.pay_class]], line[AGAINST_AT.shown]
    dealers, unseen = np.zeros(shown + size, np.uint8), np.zeros(deck - len(columns), np.uint8)
    at, cases = np.zeros(size, np.int64), np.zeros(6, np.int64)
    for lane in range(len(state)):
        here = np.int64(state[lane])
        if branches[here] == 0:
            continue
        gone = np.uint64(0)
        for place in range(len(columns)):
            card = batch.cards[columns[place], lane]
            gone |= np.uint64(1) << np.uint64(card)
            if place < shown:
                dealers[place] = card
        left = 0
        for card in range(deck):
            if not gone >> np.uint64(card) & np.uint64(1):
                unseen[left] = card
                left += 1
        count_cases(lookup, dealers, unseen, int(mine[lane]), qualifying, at, cases)
        best, top = 0, np.int64(0)
        for branch in range(branches[here]):
            first = (ends[here * most + branch] * classes + np.int64(own[lane])) * 6
            worth = np.int64(0)
            for case in range(6):
                worth += cases[case] * pays[first + case]
            if branch == 0 or worth > top:
                best, top = branch, worth
        state[lane] = np.uint32(leads[here * most + best])


def is_weighed(code: RoundCode) -> bool:
    """Whether a program has a decision that is weighed during the deal."""
    return bool(np.isin(code.lines[:, KIND], (WEIGH, AGAINST)).any())


def run_program(code: RoundCode, batch: RoundLanes, live: int, counts: Int64s) -> None:
    """Run all operations of a program on cards in their columns, including those that `run_code`
    leaves out: weighing takes so long that this loop over operations need not be compiled."""
    start = 0
    for at in [*np.flatnonzero(np.isin(code.lines[:, KIND], (WEIGH, AGAINST))).tolist(), None]:
        run_code(code._replace(lines=code.lines[start:at]), batch, live, counts)
        if at is not None:
            line = code.lines[at]
            columns = line[OPERANDS : OPERANDS + line[OPERANDS - 1]]
            weigh = weigh_lanes if line[KIND] == WEIGH else weigh_against
            weigh(line, code.tables, batch, columns)
            start = at + 1
