"""Adds to a program the last decision of a game that has too many positions to list.

With a cross of cards the decision is weighed over the cards to come (`put_weighed`); against many
open cards of a dealer it is weighed over the hands that he may have (`put_against`).
"""

from __future__ import annotations

from collections.abc import Sequence
from math import comb
from typing import TYPE_CHECKING

import numpy as np

from feltworks.arrays import Int64s
from feltworks.odds.cardspace import combinations
from feltworks.simulate.decisions import MOST_POSITIONS, last_positions
from feltworks.simulate.errors import SimulationError
from feltworks.simulate.operations import MOST_CHOICES, STATES
from feltworks.simulate.weighing import AgainstHead, WeighedHand, WeighHead

if TYPE_CHECKING:
    from feltworks.odds.contests import CountedContest
    from feltworks.odds.ends import NodeBranches
    from feltworks.odds.lasttwo import LastTwo
    from feltworks.odds.walk import Walk
    from feltworks.simulate.assembling import Assembly
    from feltworks.simulate.columns import Columns
    from feltworks.simulate.reading import RegisterReader

MOST_PAY = 2**31
MOST_HANDS = 100_000
"""The most hands of the dealer that are looked at in every round."""


def seen_columns(two: LastTwo, columns: Columns, seat: int) -> list[int]:
    """The columns of the cards that a seat has seen at the decision."""
    board = columns.board(seat)
    return columns.hole(seat) + [board[at] for at in (*two.places.early, *two.places.late)]


def put_weighed(
    two: LastTwo, reader: RegisterReader, columns: Columns, leads: Sequence[Sequence[int]]
) -> int:
    """Append the plan by which the decision is weighed and return where it begins; `leads` holds,
    by node and branch, the state that follows. The plan is the same for every seat."""
    assembly: Assembly = reader.assembly
    seen, board = seen_columns(two, columns, 0), columns.board(0)
    to_come = [board[at] for at in two.places.last]
    hands, factor = [], two.pays.classes.count
    for classes in two.pays.classes.hands:
        hand = columns.hand(0, classes.hand)
        factor //= len(classes.examples)
        drawn = [column for zone in hand.columns for column in zone]
        bits = sum(1 << place for place, column in enumerate(seen) if column in drawn)
        comes = int({*to_come} <= {*drawn})
        if len(drawn) != bits.bit_count() + comes * len(to_come):
            raise SimulationError(
                f"hands.{classes.hand}.from: where the last decision is weighed in every round, a "
                "hand draws on all of the cards still to come, or on none"
            )
        hands.append(WeighedHand(reader.set_classes(hand, classes), factor, bits, comes))
    last, sets = two.decision, combinations(two.space.size, len(to_come))
    if np.abs(last.pays).max() >= MOST_PAY:
        raise SimulationError("pays: they do not fit whole numbers of 32 bits")
    head = WeighHead(
        hands=len(hands),
        sets=len(sets),
        last=len(to_come),
        sets_at=assembly.put("bytes", sets),
        endings=last.pays.shape[1],
        folds=len(last.fold_pays),
        many=last.last_sets,
        states=STATES,
        most=MOST_CHOICES,
    )
    return _put(assembly, head, hands, *_branches(last.nodes, leads), last.fold_pays, last.pays)


def is_against(walk: Walk, contests: Sequence[CountedContest]) -> bool:
    """Whether the last decision is weighed over the dealer's hands in every round."""
    plan, nodes = walk.plan, walk.tree.levels[-1]
    if walk.showdown.policy is not None or walk.showdown.kinds is not None:
        return False
    if all(node.decision is None for node in nodes) or last_positions(walk) <= MOST_POSITIONS:
        return False
    if len(contests) != 1 or contests[0].test is not None or plan.shown:
        return False
    if any(branch.needs is not None for node in nodes for branch in node.branches):
        return False
    unseen = walk.space.size - plan.hole - plan.board
    is_free = plan.book.chooser(contests[0].dealer).is_free
    return is_free and 0 < comb(unseen, plan.hidden) <= MOST_HANDS


def put_against(
    walk: Walk, contest: CountedContest, assembly: Assembly, leads: Sequence[Sequence[int]]
) -> int:
    """Append the plan that weighs the decision against the dealer; returns where it begins."""
    pays = walk.pays.table
    if np.abs(pays).max() >= MOST_PAY:
        raise SimulationError("pays: they do not fit whole numbers of 32 bits")
    head = AgainstHead(
        hidden=walk.plan.hidden,
        qualifying=contest.qualifying,
        deck=walk.space.size,
        classes=pays.shape[1],
        states=STATES,
        most=MOST_CHOICES,
    )
    return _put(assembly, head, *_branches(walk.showdown.nodes, leads), pays)


def _branches(nodes: NodeBranches, leads: Sequence[Sequence[int]]) -> list[Int64s]:
    """By state: how many branches it has, the ending of each, and the state it leads to."""
    count = np.zeros(STATES, np.int64)
    ends, states = (np.zeros((STATES, MOST_CHOICES), np.int64) for _ in range(2))
    for node, lead in enumerate(leads):
        count[node] = len(lead)
        ends[node, : len(lead)] = nodes.leads[nodes.first[node] : nodes.stop[node]]
        states[node, : len(lead)] = lead
    return [count, ends, states]


def _put(assembly: Assembly, *parts: object) -> int:
    plan = np.concatenate([np.asarray(part, np.int64).reshape(-1) for part in parts])
    return assembly.put("ints", plan.astype(np.int32))
