"""Kernels of single positions against a dealer: what exchanges are worth, what is best after them.

`weigh_draws` weighs every set of cards that may replace those given up in one position. The cards
dealt and the dealer's open ones are always gone; the others are numbered from 0. Some of these come
to the player, and the number of dealer's hands that hold none of them is an alternating sum over
their subsets. A table has for every set of cards how many hands of the dealer hold it, as far as
they are below a bound; last hands are taken by rising value, and the bound rises with them.

The last four kernels keep the best play as tables, for dealing rounds.
"""

from __future__ import annotations

import numpy as np

from feltworks.arrays import Int8s, Int32s, Int64s, UInt8s
from feltworks.kernels import kernel
from feltworks.odds.cases import BELOW, CASE_COUNT, UP_TO, fill_cases
from feltworks.odds.exchange.dealerkernels import Cards, HandPlaces, bits_in, end_of_equals

DEPENDS = 15
"""In place of a choice: it depends on the card that was given up."""
CHOICE_BITS = 4
"""How many bits a choice takes; two are kept in a byte."""


@kernel
def number_parts(cards: Cards, binom: Int64s, starts: Int64s, rows: Int64s) -> None:
    """The row of the table for every subset of some cards, by the subset's bits; -1 for subsets
    larger than those in the table."""
    rows[0] = 0
    for place in range(len(cards)):
        for mask in range(1 << place):
            rows[mask | 1 << place] = rows[mask] + binom[cards[place], bits_in(mask) + 1]
    for mask in range(1 << len(cards)):
        held = bits_in(mask)
        rows[mask] = starts[held] + rows[mask] if held < len(starts) else -1


@kernel
def count_apart(signs: Int64s, rows: Int64s, table: Int32s) -> int:
    """How many hands in the table hold none of the cards whose subsets have these rows."""
    found = 0
    for mask in range(len(rows)):
        if rows[mask] >= 0:
            found += signs[mask] * table[rows[mask]]
    return found


@kernel
def add_hands(
    hands: Cards, first: int, stop: int, binom: Int64s, starts: Int64s, held: Int64s, table: Int32s
) -> None:
    """Add more hands of the dealer to the table; `held` is working memory for their subsets."""
    for hand in range(first, stop):
        number_parts(hands[hand], binom, starts, held)
        for row in held:
            if row >= 0:
                table[row] += 1


@kernel
def best_choice(pays: Int64s, pay_class: int, cases: Int64s) -> tuple[int, int]:
    """The first of the choices with the most worth, and its worth."""
    best, taken = 0, -1
    for choice in range(len(pays)):
        worth = 0
        for case in range(len(cases)):
            worth += pays[choice, pay_class, case] * cases[case]
        if taken < 0 or worth > best:
            best, taken = worth, choice
    return taken, best


@kernel
def weigh_draws(
    draws: Cards,
    values: Int32s,
    classes: Int64s,
    kept: Int64s,
    dealers: Cards,
    dealer_values: Int32s,
    qualifying: int,
    pays: Int64s,
    endings: Int64s,
    binom: Int64s,
    starts: Int64s,
    worths: Int64s,
    ends: Int64s,
) -> None:
    """The worth of the best choice after each of many draws over all the dealer's hands, summed by
    the cards kept, and how they end: by ending, class and case.

    `draws` are the cards that come, by rising value of the last hand, and `dealers` the hidden
    cards by rising value of the dealer's hand. `pays` is by choice, class and case.
    """
    cards, size = len(binom) - 1, draws.shape[1]
    table = np.zeros(starts[-1] + binom[cards, len(starts) - 1], np.int32)
    unqualified = np.zeros_like(table)
    rows, held = np.zeros(1 << size, np.int64), np.zeros(1 << dealers.shape[1], np.int64)
    signs = np.zeros(len(rows), np.int64)
    for mask in range(len(signs)):
        signs[mask] = -1 if bits_in(mask) & 1 else 1
    stop = int(np.searchsorted(dealer_values, qualifying))
    add_hands(dealers, 0, stop, binom, starts, held, unqualified)
    total = binom[cards - size, dealers.shape[1]]
    below, cases = np.zeros(len(draws), np.int32), np.zeros(CASE_COUNT, np.int64)
    added, first = 0, 0
    while first < len(draws):
        value, last = values[first], end_of_equals(values, first)
        for bound in (BELOW, UP_TO):
            stop = int(np.searchsorted(dealer_values, value + bound - BELOW))
            add_hands(dealers, added, stop, binom, starts, held, table)
            added = stop
            for draw in range(first, last):
                number_parts(draws[draw], binom, starts, rows)
                count = count_apart(signs, rows, table)
                if bound == BELOW:
                    below[draw] = count
                    continue
                not_qualified = count_apart(signs, rows, unqualified)
                fill_cases(not_qualified, below[draw], count, total, cases)
                taken, worth = best_choice(pays, classes[draw], cases)
                worths[kept[draw]] += worth
                for case in range(CASE_COUNT):
                    ends[endings[taken], classes[draw], case] += cases[case]
        first = last


@kernel
def note_choices(hands: Cards, taken: Int8s, choices: int, after: UInt8s) -> None:
    """By hand: the choice without an exchange in the low bits, and in the high ones the choice
    after an exchange of one card, if it is the same for every such card; `choices` is how many
    there are after an exchange."""
    last = taken.shape[1] - 1
    for hand in range(len(hands)):
        same = -1 if choices else 0
        held = 0
        for card in range(last if choices else 0):
            if held < hands.shape[1] and hands[hand, held] == card:
                held += 1
            elif same == -1:
                same = taken[hand, card]
            elif same != taken[hand, card]:
                same = DEPENDS
        after[hand] = taken[hand, last] | same << CHOICE_BITS


@kernel
def spread_masks(hands: Cards, found: HandPlaces, masks: UInt8s, out: UInt8s) -> None:
    """The cards kept of every hand, as bits, from those of its canonical hand."""
    places, swaps, swapped, _ = found
    moved = np.zeros(hands.shape[1], np.uint8)
    for hand in range(len(hands)):
        mask = masks[places[hand]]
        for place in range(len(moved)):
            moved[place] = swapped[swaps[hand], hands[hand, place]]
        kept = 0
        for place in range(len(moved)):
            below = 0
            for other in range(len(moved)):
                if moved[other] < moved[place]:
                    below += 1
            kept |= (mask >> below & 1) << place
        out[hand] = kept


@kernel
def choose_after(
    bits: Int64s,
    unqualified: Int64s,
    below: Int64s,
    up_to: Int64s,
    total: Int64s,
    gone: Int64s,
    classes: Int64s,
    pays: Int64s,
    taken: Int64s,
) -> None:
    """The best choice after an exchange in some rounds, over the dealer's possible hands.

    `bits` are these hands by rising value. For each round: how many of them do not qualify, lie
    below its hand and lie up to it, and how many there are without the cards that are `gone`.
    """
    cases = np.zeros(CASE_COUNT, np.int64)
    for round in range(len(gone)):
        out = gone[round]
        fill_cases(
            count_free(bits, unqualified[round], out),
            count_free(bits, below[round], out),
            count_free(bits, up_to[round], out),
            total[round],
            cases,
        )
        taken[round], _ = best_choice(pays, classes[round], cases)


@kernel
def count_free(bits: Int64s, stop: int, gone: int) -> int:
    """How many of the first `stop` hands hold none of the cards that are gone."""
    found = 0
    for hand in range(stop):
        found += 1 if bits[hand] & gone == 0 else 0
    return found
