"""The last decision of a game that has too many positions to list them, put into a program."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from feltworks.odds.cardspace import combinations
from feltworks.simulate.errors import SimulationError
from feltworks.simulate.operations import MOST_CHOICES, STATES
from feltworks.simulate.weighing import HEAD

if TYPE_CHECKING:
    from feltworks.odds.lasttwo import LastTwo
    from feltworks.simulate.assembling import Assembly
    from feltworks.simulate.program import Columns
    from feltworks.simulate.reading import RegisterReader

MOST_PAY = 2**31


def seen_columns(two: LastTwo, columns: Columns, seat: int) -> list[int]:
    """The columns of the cards that a seat has seen at the decision."""
    board = columns.board(seat)
    return columns.hole(seat) + [board[at] for at in (*two.places.early, *two.places.late)]


def put_weighed(
    two: LastTwo, reader: RegisterReader, columns: Columns, leads: Sequence[Sequence[int]]
) -> int:
    """Where the plan lies by which the decision is weighed; `leads` has by node and branch the
    state that follows. It is the same for every seat."""
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
        hands.append((reader.set_classes(hand, classes), factor, bits, comes))
    on, sets = two.on, combinations(two.space.size, len(to_come))
    if np.abs(on.pays).max() >= MOST_PAY:
        raise SimulationError("pays: they do not fit whole numbers of 32 bits")
    count = np.zeros(STATES, np.int64)
    ends, states = (np.zeros((STATES, MOST_CHOICES), np.int64) for _ in range(2))
    for node, lead in enumerate(leads):
        count[node] = len(lead)
        ends[node, : len(lead)] = on.nodes.leads[on.nodes.first[node] : on.nodes.stop[node]]
        states[node, : len(lead)] = lead
    head = [len(hands), *sets.shape, assembly.put("bytes", sets), on.pays.shape[1]]
    head += [len(on.fold_pays), on.last_sets, STATES, MOST_CHOICES]
    assert len(head) == HEAD
    parts = (head, hands, count, ends, states, on.fold_pays, on.pays)
    plan = np.concatenate([np.asarray(part, np.int64).reshape(-1) for part in parts])
    return assembly.put("ints", plan.astype(np.int32))
