"""Kernels of the best play against a dealer as tables, for dealing rounds."""

from __future__ import annotations

import numpy as np

from feltworks.arrays import Int8s, Int64s, UInt8s
from feltworks.kernels import kernel
from feltworks.odds.cases import CASE_COUNT, fill_cases
from feltworks.odds.exchange.dealerkernels import Cards, HandPlaces
from feltworks.odds.exchange.positionkernels import best_choice

DEPENDS = 15
"""In place of a choice: it depends on the card that was given up."""
CHOICE_BITS = 4
"""How many bits a choice takes; two are kept in a byte."""


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
