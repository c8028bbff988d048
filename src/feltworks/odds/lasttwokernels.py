"""Kernels of the last two levels: what positions are worth, and how deals end.

For each position and each set of cards that may be seen at the last decision, the pay class with
every set of last cards is the sum of an early part and a late one; the classes are counted in bins,
and each ending is worth the sum of what it pays in each class.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from feltworks.arrays import Int32s, Int64s
from feltworks.kernels import inlined, kernel
from feltworks.odds.ends import NodeBranches, choice_code, with_choices


class HoleHand(NamedTuple):
    """One hole hand, with everything that may follow; the last index of tables is the last
    cards."""

    number: int
    chosen: Int64s
    """The positions with this hole hand."""
    weights: Int64s
    """How many deals each position counts for."""
    early: Int32s
    """By position: the part of the class given by its open cards; no class if the last cards cannot
    come."""
    late: Int32s
    """The same by set of cards seen at the last decision."""
    early_bits: Int64s
    late_bits: Int64s
    """The open cards of each position and set, as bits."""


class LastDecision(NamedTuple):
    """The last decision, as far as it does not depend on cards."""

    nodes: NodeBranches
    """The branches of the last decision, each with the ending it leads to."""
    pays: Int64s
    """By class and ending; folds come first."""
    fold_pays: Int64s
    """What each fold pays, whatever the cards."""
    last_sets: int
    """In how many ways the last cards can come to a position."""


class LastClasses(NamedTuple):
    """The classes that may follow, how often each does, and the worth of each ending over all of
    them. The bins in which they are counted are empty in between."""

    classes: Int64s
    times: Int64s
    worth: Int64s
    bins: Int64s


@inlined
def no_classes(decision: LastDecision, last_sets: int) -> LastClasses:
    """Room for the classes that so many sets of last cards may give; folds have their worth."""
    worth = np.zeros(decision.pays.shape[1], np.int64)
    worth[: len(decision.fold_pays)] = decision.fold_pays * decision.last_sets
    classes, times = np.zeros(last_sets, np.int64), np.zeros(last_sets, np.int64)
    return LastClasses(classes, times, worth, np.zeros(3 * len(decision.pays), np.int64))


@inlined
def count_classes(early: Int32s, late: Int32s, decision: LastDecision, found: LastClasses) -> int:
    """Count and value the classes that may follow; returns how many there are. Last cards that
    cannot come fall into bins beyond all classes."""
    classes, times, worth, bins = found
    for last in range(len(early)):
        bins[early[last] + late[last]] += 1
    many = 0
    for last in range(len(early)):
        at = early[last] + late[last]
        if bins[at] > 0 and at < len(decision.pays):
            classes[many], times[many] = at, bins[at]
            many += 1
        bins[at] = 0
    folds = len(decision.fold_pays)
    worth[folds:] = 0
    for place in range(many):
        often, of_class = times[place], decision.pays[classes[place]]
        for ending in range(folds, len(worth)):
            worth[ending] += often * of_class[ending]
    return many


@inlined
def best_branch(first: int, stop: int, leads: Int64s, worth: Int64s) -> tuple[int, bool]:
    """The branch with the most worth, the first of equals, and whether another is as good."""
    best, tied = first, False
    for branch in range(first + 1, stop):
        if worth[leads[branch]] > worth[leads[best]]:
            best, tied = branch, False
        elif worth[leads[branch]] == worth[leads[best]]:
            tied = True
    return best, tied


@kernel
def worths_of_two(hand: HoleHand, decision: LastDecision, worths: Int64s, best_of: Int64s) -> int:
    """The worth of the histories of the last decision, by position and history, over all that may
    come, and in `best_of` for how many deals each branch is the best.

    Returns a fingerprint of the choices, which begins with the number of the hand.
    """
    first, stop, leads = decision.nodes
    found, fingerprint = no_classes(decision, hand.early.shape[1]), 1 + hand.number
    for position in range(len(hand.early)):
        early, bits, weight = (
            hand.early[position],
            hand.early_bits[position],
            hand.weights[position],
        )
        for some in range(len(hand.late)):
            if hand.late_bits[some] & bits:
                continue
            count_classes(early, hand.late[some], decision, found)
            for node in range(len(first)):
                best, is_tied = best_branch(first[node], stop[node], leads, found.worth)
                worths[position, node] += weight * found.worth[leads[best]]
                best_of[best] += weight
                fingerprint = with_choices(fingerprint, choice_code(best, is_tied))
    return fingerprint


@kernel
def ends_of_two(
    hand: HoleHand,
    decision: LastDecision,
    reached: Int64s,
    endings: Int64s,
    folded: Int64s,
    tied: Int64s,
) -> None:
    """Follow every position along its best choice: deals by class and ending, those that fold and
    those with equal choices. `reached` has the deals by position and history."""
    first, stop, leads = decision.nodes
    found, folds = no_classes(decision, hand.early.shape[1]), len(decision.fold_pays)
    for position in range(len(hand.early)):
        early, bits = hand.early[position], hand.early_bits[position]
        if not reached[position].any():
            continue
        for some in range(len(hand.late)):
            if hand.late_bits[some] & bits:
                continue
            many = count_classes(early, hand.late[some], decision, found)
            for node in range(len(first)):
                deals = reached[position, node]
                if deals == 0:
                    continue
                best, is_tied = best_branch(first[node], stop[node], leads, found.worth)
                if is_tied:
                    tied[node] += deals * decision.last_sets
                if leads[best] < folds:
                    folded[leads[best]] += deals * decision.last_sets
                    continue
                for place in range(many):
                    endings[found.classes[place], leads[best]] += deals * found.times[place]
