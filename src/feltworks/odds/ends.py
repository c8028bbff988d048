"""Kernels of the last level: what each hand is worth there, and how it ends.

`best_worths` finds the best worth of every history, from which the levels before get theirs. Once
their best choices are known, `count_ends` goes over the same hands and counts how deals end.

The dealer's hands are known only by three counts: those that do not qualify, lie below the player's
hand and lie up to it. Of the six cases of a contest four can come up with a given hand, so a hand
has four counts of cases and the place where the pays of these four begin (`find_cases`); its worth
at an ending is the sum of their products.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from feltworks.arrays import Flags, Int8s, Int32s, Int64s
from feltworks.kernels import inlined, kernel
from feltworks.odds.cases import (
    QUALIFIED_LOSE,
    QUALIFIED_TIE,
    QUALIFIED_WIN,
    UNQUALIFIED,
    UNQUALIFIED_LOSE,
    UNQUALIFIED_TIE,
    UNQUALIFIED_WIN,
    UP_TO,
)
from feltworks.odds.sums import Sums
from feltworks.odds.tree import Tree

CASES_OF = (
    (UNQUALIFIED_WIN, UNQUALIFIED_TIE, UNQUALIFIED_LOSE, QUALIFIED_LOSE),
    (UNQUALIFIED_WIN, QUALIFIED_WIN, QUALIFIED_TIE, QUALIFIED_LOSE),
)
"""The cases that can occur for a hand that would not qualify itself, and for one that would: if it
would not, no dealer's hand that qualifies ties with it or loses to it."""
HAND_CASES = 4
CLASS_PAYS = 2 * HAND_CASES
"""How many cases a hand has, and how many pays a class: those of either row of `CASES_OF`."""
PAYS_AT = HAND_CASES
"""After the four counts of a hand's cases, this row says where its pays begin."""

HASH_FACTOR = 6_364_136_223_846_793_005
"""Odd and of long period: its powers distinguish the hands in a fingerprint."""

SUMS_IN_TURN = 4
"""Hands are added in turn to so many sums: one that was just changed is slow to change again."""

TIED, BRANCH_SHIFT = 1, 1
"""A choice's code is the number of its branch, shifted, and a bit which says that another is as
good."""


class HandsOnBoards(NamedTuple):
    """A chunk of boards; the first index of arrays is the board, the last the hand."""

    weighed: Int8s
    """0 if a hand is not canonical, or the deck has no cards for it, otherwise 1."""
    classes: Int32s
    """The pay class."""
    counts: Int32s
    """The dealer's hands by board, contest, unqualified / below / up to, and hand; without the
    first of the three if every hand qualifies."""
    closed: Int64s
    """The branches that a hand may not take, as bits; empty if each may be taken."""


class EndingPays(NamedTuple):
    """What every ending pays, in the type that sums over the dealer's hands need."""

    pays: Sums
    """Net pay by ending, then by class and place in `CASES_OF`."""
    contests: Int64s
    """The contest of each ending, -1 for none."""
    contest_count: int
    dealer_hands: int
    """How many hands the dealer can have."""
    closed_worth: int
    """Less than any sum: the worth of a branch that a hand may not take."""


class NodeBranches(NamedTuple):
    """The branches of decision nodes: for each node the first and the one after its last."""

    first: Int64s
    stop: Int64s
    leads: Int64s
    """Where each branch leads: at the last level to an ending, before it to a history of the next
    level or, by `fold_of`, to a fold."""

    def only(self, some: Int64s) -> NodeBranches:
        """Some of the nodes."""
        return NodeBranches(self.first[some], self.stop[some], self.leads)


def branches_at(tree: Tree, level: int) -> NodeBranches:
    """The branches of a level's nodes."""
    nodes, is_last = tree.levels[level], level == len(tree.levels) - 1
    leads = []
    for branch in (branch for node in nodes for branch in node.branches):
        if branch.to is not None:
            leads.append(len(tree.folds) + branch.to if is_last else branch.to)
        else:
            assert branch.fold is not None
            leads.append(branch.fold if is_last else -1 - branch.fold)
    counts = np.array([len(node.branches) for node in nodes], np.int64)
    stop = np.cumsum(counts)
    return NodeBranches(stop - counts, stop, np.array(leads, np.int64))


@inlined
def fold_of(lead: int) -> int:
    """The fold that a lead below 0 means."""
    return -1 - lead


@inlined
def choice_code(branch: int, tied: bool) -> int:
    """A choice as one number: the branch taken, and whether another is as good."""
    return branch << BRANCH_SHIFT | (TIED if tied else 0)


@inlined
def branch_of(code: int) -> int:
    """The branch of a choice's code."""
    return code >> BRANCH_SHIFT


@inlined
def with_choices(fingerprint: int, choices: int) -> int:
    """A fingerprint of the choices so far with more of them."""
    return (fingerprint ^ fingerprint >> 29) * HASH_FACTOR + choices


@inlined
def find_cases(counts: Int32s, classes: Int32s, total: int, cases: Sums) -> None:
    """For each hand on a board: where its pays begin, and how often each of its cases comes up.

    A hand would not qualify itself if no more dealer's hands lie up to it than do not qualify. If
    every hand qualifies, `counts` has only the last two of its three rows.
    """
    last = len(counts) - 1
    for hand in range(len(classes)):
        unqualified = counts[UNQUALIFIED, hand] if last == UP_TO else np.int32(0)
        below, up_to = counts[last - 1, hand], counts[last, hand]
        qualifies = up_to > unqualified
        nearest = unqualified if qualifies else below
        cases[0, hand] = nearest
        cases[1, hand] = (below if qualifies else up_to) - nearest
        cases[2, hand] = up_to - below if qualifies else unqualified - up_to
        cases[3, hand] = total - max(up_to, unqualified)
        cases[PAYS_AT, hand] = CLASS_PAYS * classes[hand] + (HAND_CASES if qualifies else 0)


@inlined
def nothing_valued(ending_pays: EndingPays, count: int) -> tuple[Sums, Sums, Flags]:
    """Room for the cases and the worth of so many hands, by contest and by ending, and the endings
    that are wanted: none yet."""
    dtype, endings = ending_pays.pays.dtype, len(ending_pays.contests)
    cases = np.zeros((ending_pays.contest_count + 1, HAND_CASES + 1, count), dtype)
    return cases, np.zeros((endings, count), dtype), np.zeros(endings, np.bool_)


@inlined
def value_endings(
    board: int,
    hands: HandsOnBoards,
    ending_pays: EndingPays,
    wanted: Flags,
    cases: Sums,
    worth: Sums,
) -> None:
    """The worth of endings to every hand on a board, summed over the dealer's hands; also fills the
    cases of each contest, and in the last place those of none, which are all alike."""
    classes, total = hands.classes[board], ending_pays.dealer_hands
    for hand in range(len(classes)):
        cases[ending_pays.contest_count, 0, hand] = total
        cases[ending_pays.contest_count, PAYS_AT, hand] = CLASS_PAYS * classes[hand]
    for contest in range(ending_pays.contest_count):
        find_cases(hands.counts[board, contest], classes, total, cases[contest])
    for ending in range(len(wanted)):
        if not wanted[ending]:
            continue
        pays, contest = ending_pays.pays[ending], ending_pays.contests[ending]
        values = worth[ending]
        if contest < 0:
            for hand in range(len(classes)):
                values[hand] = pays[CLASS_PAYS * classes[hand]] * total
        else:
            of = cases[contest]
            for hand in range(len(classes)):
                at = of[PAYS_AT, hand]
                values[hand] = (
                    of[0, hand] * pays[at]
                    + of[1, hand] * pays[at + 1]
                    + of[2, hand] * pays[at + 2]
                    + of[3, hand] * pays[at + 3]
                )


@inlined
def choose_branches(
    node: int,
    nodes: NodeBranches,
    closed: Int64s,
    closed_worth: int,
    worth: Sums,
    codes: Int32s,
    most: Sums,
) -> None:
    """For every hand the code of the open branch with the most worth, the first of equals, and that
    worth; `closed_worth` is that of a closed one. Goes branch by branch over all hands, so that
    the compiler can use vectors."""
    first, leads = nodes.first[node], nodes.leads
    any_closed = len(closed) > 0
    values = worth[leads[first]]
    for hand in range(len(codes)):
        codes[hand] = choice_code(first, False)
        most[hand] = closed_worth if any_closed and closed[hand] >> first & 1 else values[hand]
    for branch in range(first + 1, nodes.stop[node]):
        values, code = worth[leads[branch]], choice_code(branch, False)
        for hand in range(len(codes)):
            here = closed_worth if any_closed and closed[hand] >> branch & 1 else values[hand]
            before = codes[hand] | TIED if here == most[hand] else codes[hand]
            codes[hand] = code if here > most[hand] else before
            most[hand] = max(here, most[hand])


@kernel
def best_worths(
    hands: HandsOnBoards, ending_pays: EndingPays, nodes: NodeBranches, number: int, worths: Sums
) -> int:
    """The best value of each history, by board, history and hand, summed over the dealer's hands.

    Returns a fingerprint of the choices taken on these boards and where others are as good; it
    begins with the number of the chunk, and each hand's choice is multiplied by a power of
    `HASH_FACTOR`.
    """
    count, dtype = hands.weighed.shape[1], ending_pays.pays.dtype
    powers = np.full(count, HASH_FACTOR, np.int64).cumprod()
    codes, most = np.zeros(count, np.int32), np.zeros(count, dtype)
    cases, worth, wanted = nothing_valued(ending_pays, count)
    for node in range(len(nodes.first)):
        wanted[nodes.leads[nodes.first[node] : nodes.stop[node]]] = True
    closed = np.zeros(0, np.int64)
    fingerprint = 1 + number
    for board in range(len(hands.weighed)):
        value_endings(board, hands, ending_pays, wanted, cases, worth)
        weighed = hands.weighed[board]
        if len(hands.closed):
            closed = hands.closed[board]
        for node in range(len(nodes.first)):
            first, stop, out = nodes.first[node], nodes.stop[node], worths[board, node]
            if first + 1 == stop:
                only = worth[nodes.leads[first]]
                for hand in range(count):
                    out[hand] = only[hand] if weighed[hand] else 0
                continue
            choose_branches(node, nodes, closed, ending_pays.closed_worth, worth, codes, most)
            choices = 0
            for hand in range(count):
                out[hand] = most[hand] if weighed[hand] else 0
                choices += codes[hand] * powers[hand] if weighed[hand] else 0
            fingerprint = with_choices(fingerprint, choices)
    return fingerprint


@inlined
def add_ends(
    hand: int, deals: Sums, contest: int, ending: int, cases: Sums, counted: Int64s
) -> None:
    """Add the deals of a hand to an ending, case by case."""
    some = np.int64(deals[hand])
    if some:
        at, turn = cases[contest, PAYS_AT, hand], hand % SUMS_IN_TURN
        for place in range(HAND_CASES):
            counted[turn, ending, at + place] += some * cases[contest, place, hand]


@kernel
def count_ends(
    hands: HandsOnBoards,
    ending_pays: EndingPays,
    nodes: NodeBranches,
    reached: Sums,
    endings: Int64s,
    tied: Int64s,
) -> None:
    """Follow every hand along its best choice to its ending.

    `reached` is how many deals of board and hole reach each history, by board, history and hand;
    `tied` counts those with equal choices, by history.
    """
    count, total = hands.weighed.shape[1], ending_pays.dealer_hands
    cases, worth, wanted = nothing_valued(ending_pays, count)
    codes, most = np.zeros(count, np.int32), np.zeros(count, ending_pays.pays.dtype)
    counted = np.zeros((SUMS_IN_TURN, *ending_pays.pays.shape), np.int64)
    closed = np.zeros(0, np.int64)
    for node in range(len(nodes.first)):
        if nodes.first[node] + 1 < nodes.stop[node]:
            wanted[nodes.leads[nodes.first[node] : nodes.stop[node]]] = True
    for board in range(len(hands.weighed)):
        value_endings(board, hands, ending_pays, wanted, cases, worth)
        if len(hands.closed):
            closed = hands.closed[board]
        for node in range(len(nodes.first)):
            deals = reached[board, node]
            first = nodes.first[node]
            if first + 1 == nodes.stop[node]:
                ending, contest = nodes.leads[first], ending_pays.contests[nodes.leads[first]]
                for hand in range(count):
                    add_ends(hand, deals, contest, ending, cases, counted)
                continue
            choose_branches(node, nodes, closed, ending_pays.closed_worth, worth, codes, most)
            for hand in range(count):
                ending = nodes.leads[branch_of(codes[hand])]
                contest = ending_pays.contests[ending]
                add_ends(hand, deals, contest, ending, cases, counted)
                if codes[hand] & TIED:
                    tied[node] += deals[hand] * total
    for ending in range(counted.shape[1]):
        for at in range(counted.shape[2]):
            case = CASES_OF[at // HAND_CASES % 2][at % HAND_CASES]
            endings[ending, at // CLASS_PAYS, case] += counted[:, ending, at].sum()


@kernel
def value_branches(
    hands: HandsOnBoards, ending_pays: EndingPays, branches: Int64s, out: Int64s
) -> None:
    """What each branch of one node is worth, by board, hand and branch."""
    count = hands.weighed.shape[1]
    cases, worth, wanted = nothing_valued(ending_pays, count)
    wanted[branches] = True
    for board in range(len(hands.weighed)):
        value_endings(board, hands, ending_pays, wanted, cases, worth)
        for hand in range(count):
            if hands.weighed[board, hand]:
                for place in range(len(branches)):
                    out[board, hand, place] = worth[branches[place], hand]
