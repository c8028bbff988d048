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


@inlined
def count_classes(
    early: Int32s, late: Int32s, class_count: int, bins: Int64s, classes: Int64s, times: Int64s
) -> int:
    """The classes that may follow and how often each does; returns how many there are. Last cards
    that cannot come fall into bins beyond all classes; the bins are empty again afterwards."""
    for last in range(len(early)):
        bins[early[last] + late[last]] += 1
    many = 0
    for last in range(len(early)):
        at = early[last] + late[last]
        if bins[at] > 0 and at < class_count:
            classes[many], times[many] = at, bins[at]
            many += 1
        bins[at] = 0
    return many


@inlined
def value_classes(
    many: int, classes: Int64s, times: Int64s, pays: Int64s, first: int, worth: Int64s
) -> None:
    """The worth of the endings from `first` on, over the classes that may follow."""
    worth[first:] = 0
    for place in range(many):
        often, of_class = times[place], pays[classes[place]]
        for ending in range(first, len(worth)):
            worth[ending] += often * of_class[ending]


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
    folds, class_count = len(decision.fold_pays), len(decision.pays)
    bins, last_sets = np.zeros(3 * class_count, np.int64), hand.early.shape[1]
    classes, times = np.zeros(last_sets, np.int64), np.zeros(last_sets, np.int64)
    worth = np.zeros(decision.pays.shape[1], np.int64)
    worth[:folds] = decision.fold_pays * decision.last_sets
    fingerprint = 1 + hand.number
    for position in range(len(hand.early)):
        early, bits, weight = (
            hand.early[position],
            hand.early_bits[position],
            hand.weights[position],
        )
        for some in range(len(hand.late)):
            if hand.late_bits[some] & bits:
                continue
            many = count_classes(early, hand.late[some], class_count, bins, classes, times)
            value_classes(many, classes, times, decision.pays, folds, worth)
            for node in range(len(first)):
                best, is_tied = best_branch(first[node], stop[node], leads, worth)
                worths[position, node] += weight * worth[leads[best]]
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
    folds, class_count = len(decision.fold_pays), len(decision.pays)
    bins, last_sets = np.zeros(3 * class_count, np.int64), hand.early.shape[1]
    classes, times = np.zeros(last_sets, np.int64), np.zeros(last_sets, np.int64)
    worth = np.zeros(decision.pays.shape[1], np.int64)
    worth[:folds] = decision.fold_pays * decision.last_sets
    for position in range(len(hand.early)):
        early, bits = hand.early[position], hand.early_bits[position]
        if not reached[position].any():
            continue
        for some in range(len(hand.late)):
            if hand.late_bits[some] & bits:
                continue
            many = count_classes(early, hand.late[some], class_count, bins, classes, times)
            value_classes(many, classes, times, decision.pays, folds, worth)
            for node in range(len(first)):
                deals = reached[position, node]
                if deals == 0:
                    continue
                best, is_tied = best_branch(first[node], stop[node], leads, worth)
                if is_tied:
                    tied[node] += deals * decision.last_sets
                if leads[best] < folds:
                    folded[leads[best]] += deals * decision.last_sets
                    continue
                for place in range(many):
                    endings[classes[place], leads[best]] += deals * times[place]
