"""Kernels that count the dealer's hands for every hand and every card given up at once.

The cards that the dealer's open ones leave are numbered from 0. How many of his hands have a value
below some bound and hold none of the player's cards is an alternating sum over the subsets of these
cards. A table has a row for every set of fewer cards than he has hidden: how many hands hold the
set and each one card more, and in the last column how many hold the set. The player's hands come by
rising value, and the dealer's are added to the table as the bound rises: so one table serves all
bounds, and one row all cards that may have been given up.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from feltworks.arrays import Flags, Int8s, Int32s, Int64s, UInt8s
from feltworks.kernels import inlined, kernel
from feltworks.odds.cases import BELOW, CASE_COUNT, UNQUALIFIED, UP_TO, fill_cases

Cards = UInt8s

STANDS, UNKNOWN, SEVERAL = -1, -2, -3
"""In place of the card to give up: none, not chosen yet, more than one."""
EXCHANGED, STOOD = 0, 1
"""Ways to go on, after an exchange of one card and without one: the first index of pays, totals and
scales."""


class HandPlaces(NamedTuple):
    """From the number of any hand to the place of its canonical hand, and the swap of suits there,
    which is a row of `swapped`; `binom` are the binomials that number sets."""

    places: Int32s
    swaps: Int8s
    swapped: Cards
    binom: Int64s


@kernel
def part_of(cards: Cards, size: int, mask: int, binom: Int64s) -> int:
    """The number of the subset of cards whose bits are set, among sets of its size."""
    number, place = 0, 0
    for at in range(size):
        if mask >> at & 1:
            place += 1
            number += binom[cards[at], place]
    return number


@kernel
def bits_in(mask: int) -> int:
    """How many bits are set."""
    count = 0
    while mask:
        mask &= mask - 1
        count += 1
    return count


@kernel
def add_hand(hand: Cards, binom: Int64s, starts: Int64s, table: Int32s) -> None:
    """Add one hand of the dealer to the table."""
    size, last = len(hand), table.shape[1] - 1
    for mask in range(1 << size):
        held = bits_in(mask)
        if held >= len(starts):
            continue
        row = starts[held] + part_of(hand, size, mask, binom)
        table[row, last] += 1
        for place in range(size):
            if not mask >> place & 1:
                table[row, hand[place]] += 1


@kernel
def count_below(
    hand: Cards,
    binom: Int64s,
    starts: Int64s,
    table: Int32s,
    hidden: Int32s,
    bound: int,
    out: Int32s,
) -> None:
    """By card given up, and last without any: how many of the dealer's hands are below the bound;
    `hidden` has the value of every set of his hidden cards."""
    size, last = len(hand), table.shape[1] - 1
    parts = len(starts)
    out[:] = 0
    whole = 0
    for mask in range(1 << size):
        held = bits_in(mask)
        if held > parts:
            continue
        number = part_of(hand, size, mask, binom)
        if held == parts:
            if hidden[number] < bound:
                whole += -1 if held & 1 else 1
            continue
        row = starts[held] + number
        if held & 1:
            whole -= table[row, last]
            for card in range(last):
                out[card] += table[row, card]
        else:
            whole += table[row, last]
            for card in range(last):
                out[card] -= table[row, card]
    for card in range(last):
        out[card] += whole
    out[last] = whole


@inlined
def end_of_equals(values: Int32s, first: int) -> int:
    """Where the run of equal values that begins there ends."""
    stop = first
    while stop < len(values) and values[stop] == values[first]:
        stop += 1
    return stop


@kernel
def count_dealers(
    hands: Cards,
    values: Int32s,
    dealers: Cards,
    dealer_values: Int32s,
    hidden: Int32s,
    qualifying: int,
    binom: Int64s,
    starts: Int64s,
    table: Int32s,
    out: Int32s,
) -> None:
    """For every hand, by rising value, and every card given up: how many of the dealer's hands do
    not qualify, are below it, and up to it."""
    added, at = 0, 0
    while at < len(hands):
        value, stop = values[at], end_of_equals(values, at)
        for count in (BELOW, UP_TO):
            bound = value + count - BELOW
            while added < len(dealers) and dealer_values[added] < bound:
                add_hand(dealers[added], binom, starts, table)
                added += 1
            for hand in range(at, stop):
                count_below(hands[hand], binom, starts, table, hidden, bound, out[count, hand])
        at = stop
    table[:] = 0
    for added in range(len(dealers)):
        if dealer_values[added] < qualifying:
            add_hand(dealers[added], binom, starts, table)
    for hand in range(len(hands)):
        count_below(hands[hand], binom, starts, table, hidden, qualifying, out[UNQUALIFIED, hand])


class CountedStates(NamedTuple):
    """The player's hands beside some open cards, and how many hands of the dealer's there are."""

    classes: Int64s
    counted: Int32s
    """Those that do not qualify, are below the hand, and up to it: each by hand and card given up,
    and last without any."""
    totals: Int64s
    """All hands of the dealer's, with a card given up and without."""


@inlined
def state_cases(states: CountedStates, hand: int, card: int, cases: Int64s) -> None:
    """How many of the dealer's hands there are for each of `CASES`, against a hand and with a card
    given up."""
    counted = states.counted
    way = STOOD if card == counted.shape[2] - 1 else EXCHANGED
    fill_cases(
        counted[UNQUALIFIED, hand, card],
        counted[BELOW, hand, card],
        counted[UP_TO, hand, card],
        states.totals[way],
        cases,
    )


@kernel
def weigh_states(
    states: CountedStates,
    pays: Int64s,
    choices: Int64s,
    best: NDArray[np.signedinteger],
    taken: Int8s,
) -> None:
    """By hand and card given up: the worth of the best choice after the exchange over all the
    dealer's hands, and which it is. `pays` and `choices` (how many there are) are for hands after
    an exchange, then for those without one."""
    cases = np.zeros(CASE_COUNT, np.int64)
    last = best.shape[1] - 1
    for hand in range(best.shape[0]):
        for card in range(last + 1):
            way = STOOD if card == last else EXCHANGED
            state_cases(states, hand, card, cases)
            for choice in range(choices[way]):
                worth = 0
                for case in range(CASE_COUNT):
                    worth += pays[way, choice, states.classes[hand], case] * cases[case]
                if choice == 0 or worth > best[hand, card]:
                    best[hand, card] = worth
                    taken[hand, card] = choice


@kernel
def choose_cards(
    hands: Cards,
    found: HandPlaces,
    best: NDArray[np.signedinteger],
    scales: Int64s,
    tie_ranks: Int64s,
    given_up: Int8s,
    tops: Int64s,
    tied: Flags,
) -> None:
    """For every deal the place of the best card to give up, or `STANDS`; its worth, and whether
    another choice has the same worth.

    `tie_ranks` are those of an exchange and of standing with the same worth: the lower wins, and 0
    means not allowed; of two cards the first is given up.
    """
    places, swaps, swapped, binom = found
    cards, last = hands.shape[1], best.shape[1] - 1
    for deal in range(len(hands)):
        dealt = hands[deal]
        top, choice, equal = np.int64(0), UNKNOWN, False
        if tie_ranks[STOOD]:
            top, choice = np.int64(best[deal, last]) * scales[STOOD], STANDS
        for place in range(cards if tie_ranks[EXCHANGED] else 0):
            total = np.int64(0)
            for card in range(last):
                number = draw_number(dealt, place, card, binom)
                if number >= 0:
                    gone = swapped[swaps[number], dealt[place]]
                    total += best[places[number], gone]
            total *= scales[EXCHANGED]
            if choice == UNKNOWN or total > top:
                top, choice, equal = total, place, False
            elif total == top:
                equal = True
                if choice == STANDS and tie_ranks[EXCHANGED] < tie_ranks[STOOD]:
                    choice = place
        given_up[deal], tops[deal], tied[deal] = choice, top, equal


@kernel
def follow_choices(
    hands: Cards, weights: Int64s, found: HandPlaces, given_up: Int8s, reached: Int32s
) -> None:
    """How often each state comes under the best choices of `choose_cards`; deals marked `SEVERAL`
    are left out."""
    places, swaps, swapped, binom = found
    last = reached.shape[1] - 1
    for deal in range(len(hands)):
        dealt, choice = hands[deal], given_up[deal]
        if choice == STANDS:
            reached[deal, last] += weights[deal]
        if choice < 0:
            continue
        for card in range(last):
            number = draw_number(dealt, choice, card, binom)
            if number >= 0:
                gone = swapped[swaps[number], dealt[choice]]
                reached[places[number], gone] += weights[deal]


@kernel
def draw_number(dealt: Cards, place: int, card: int, binom: Int64s) -> int:
    """The number of the hand with another card in one place; -1 if that card is dealt already."""
    number, at, waits = 0, 0, True
    for other in range(len(dealt)):
        if dealt[other] == card:
            return -1
        if other == place:
            continue
        if waits and card < dealt[other]:
            at += 1
            number += binom[card, at]
            waits = False
        at += 1
        number += binom[dealt[other], at]
    if waits:
        number += binom[card, at + 1]
    return number


@kernel
def count_states(
    states: CountedStates,
    endings: Int64s,
    taken: Int8s,
    reached: Int32s,
    scales: Int64s,
    ends: Int64s,
) -> None:
    """How deals end: by ending, class and case."""
    cases = np.zeros(CASE_COUNT, np.int64)
    last = taken.shape[1] - 1
    for hand in range(taken.shape[0]):
        for card in range(last + 1):
            if reached[hand, card] == 0:
                continue
            way = STOOD if card == last else EXCHANGED
            state_cases(states, hand, card, cases)
            ending = endings[way, taken[hand, card]]
            deals = reached[hand, card] * scales[way]
            for case in range(CASE_COUNT):
                ends[ending, states.classes[hand], case] += deals * cases[case]
