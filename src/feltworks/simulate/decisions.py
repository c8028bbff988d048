"""The choice in every position as a table: by the row of the open cards, then by the cards held.

The best choices come from the walk that counts the exact odds; those of a policy come from its
rules. Before the last level the walk has numbered the positions. At the last level it looks at
kinds of boards and hands if the kinds decide everything, otherwise at one of the hands that a swap
of suits turns into each other; the choice found is then written down for every hand.

If the last decision has too many positions to list, it is weighed in every round: with a cross of
cards over the cards to come (`put_weighed`), against many open cards of a dealer over the hands
that he may have (`put_against`).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import comb
from typing import TYPE_CHECKING

import numpy as np

from feltworks.arrays import Int64s, UInt8s
from feltworks.kernels import kernel
from feltworks.odds.cardspace import binomials, combinations, set_number
from feltworks.odds.chunks import BoardChunk
from feltworks.odds.kindboards import KindBoards
from feltworks.odds.kindsums import RowsIn, rows_in_views
from feltworks.odds.progress import Progress
from feltworks.odds.symmetry import sort_few
from feltworks.odds.walk import Walk
from feltworks.simulate.errors import NotDealtAtOnce, SimulationError
from feltworks.simulate.operations import MOST_CHOICES, STATES
from feltworks.simulate.weighing import AgainstHead, WeighedHand, WeighHead

if TYPE_CHECKING:
    from feltworks.odds.contests import CountedContest
    from feltworks.odds.ends import NodeBranches
    from feltworks.odds.lasttwo import LastTwo
    from feltworks.odds.walk import Walk
    from feltworks.simulate.assembling import Assembly
    from feltworks.simulate.reading import Columns, RegisterReader

Choices = UInt8s
"""The branch taken, by row and hand."""
UNKNOWN = 255
MOST_POSITIONS = 200_000_000


@kernel
def spread(
    boards: UInt8s,
    sizes: Int64s,
    rows: Int64s,
    holes: UInt8s,
    taken: UInt8s,
    swapped: UInt8s,
    binom: Int64s,
    out: UInt8s,
) -> None:
    """Copy choices to all hands that a swap of suits, which keeps the board, makes of a hand.

    `boards` belong to `rows`, `holes` are the hands on each and `taken` their choices, `UNKNOWN`
    for a hand whose choice is that of another; `out` is by row and number of the hand.
    """
    moved = np.zeros(holes.shape[2], np.uint8)
    pile = np.zeros(boards.shape[1], np.uint8)
    for board in range(len(boards)):
        for swap in range(len(swapped)):
            at, keeps = 0, True
            for size in sizes:
                for place in range(at, at + size):
                    pile[place] = swapped[swap, boards[board, place]]
                sort_few(pile, at, size)
                for place in range(at, at + size):
                    keeps = keeps and pile[place] == boards[board, place]
                at += size
            if not keeps:
                continue
            for hand in range(holes.shape[1]):
                if taken[board, hand] == UNKNOWN:
                    continue
                for place in range(len(moved)):
                    moved[place] = swapped[swap, holes[board, hand, place]]
                sort_few(moved, 0, len(moved))
                number = set_number(moved, len(moved), binom)
                out[rows[board], number] = taken[board, hand]


def decision_tables(walk: Walk, level: int, progress: Progress) -> dict[int, Choices]:
    """By node of a level that has a decision: the branch by row and hand."""
    nodes = [n for n, node in enumerate(walk.tree.levels[level]) if node.decision is not None]
    if not nodes:
        return {}
    if level < len(walk.tree.levels) - 1:
        decided = walk.decided[level]
        numbers = np.maximum(decided.positions.numbers, 0)
        return {node: decided.branches(node).astype(np.uint8)[numbers] for node in nodes}
    return _last_tables(walk, nodes, progress)


@kernel
def choose_by_kind(at: RowsIn, told: Choices, out: Choices) -> None:
    """The choice for every hand on every board, from the choices for their kinds.

    If the board has a suit that can still matter, the choice found with that suit counts, unless
    the hand is not possible beside it.
    """
    for row in range(len(out)):
        if at.boards[row] < 0:
            continue
        choices = told[at.boards[row]]
        for hand in range(out.shape[1]):
            choice = choices[at.holes[hand]]
            if choice != UNKNOWN:
                out[row, hand] = choice


def _tables_by_kind(walk: Walk, kinds: KindBoards, nodes: list[int]) -> dict[int, Choices]:
    """The choices of the last level if kinds of cards decide everything: few hands are looked
    at."""
    cards = walk.boards.canonical.sets
    rows = rows_in_views(kinds, walk.space, cards, walk.plan.hole)
    found = {}
    for node in nodes:
        told = []
        for view in kinds.views:
            choices = np.full((len(view.last), len(view.holes)), UNKNOWN, np.uint8)
            for chunk in view.chunks():
                ((_, taken),) = _chunk_choices(walk, [node], chunk)
                choices[chunk.rows_of_all] = taken
            told.append(choices)
        found[node] = np.full((len(cards), len(rows[0].holes)), UNKNOWN, np.uint8)
        for at in rows:
            choose_by_kind(at, told[at.view], found[node])
    return found


def last_positions(walk: Walk) -> int:
    """How many positions the table of the last level would have."""
    return len(walk.boards.canonical) * comb(walk.space.size, walk.plan.hole)


def _last_tables(walk: Walk, nodes: list[int], progress: Progress) -> dict[int, Choices]:
    space, plan = walk.space, walk.plan
    shape = (len(walk.boards.canonical), comb(space.size, plan.hole))
    if (count := last_positions(walk)) > MOST_POSITIONS:
        raise NotDealtAtOnce(
            f"stages: {count:,} positions at the last decision are more than can be kept for a "
            "simulation"
        )
    if (kinds := walk.showdown.kinds) is not None:
        tables = _tables_by_kind(walk, kinds, nodes)
    else:
        tables = {node: np.full(shape, UNKNOWN, np.uint8) for node in nodes}
    if (boards := walk.showdown.boards_of_cards) is None:
        return tables
    rows, first, of = walk.boards.rows_of(boards), 0, boards.chunk_count
    progress("the last decisions", 0, of)
    for done, chunk in enumerate(boards.chunks()):
        here = rows[first : first + len(chunk.boards)]
        for node, taken in _chunk_choices(walk, nodes, chunk):
            fill(walk, here, chunk, taken, tables[node])
        first += len(chunk.boards)
        progress("the last decisions", done + 1, of)
    return tables


def fill(walk: Walk, rows: Int64s, chunk: BoardChunk, taken: Choices, out: Choices) -> None:
    """Write the choices found on some boards, which stand on these rows, down for all hands of
    their kinds."""
    space, sizes = walk.space, walk.plan.levels[-1].board
    binom = binomials(space.size, max(1, chunk.holes.shape[2]))
    piles = np.array([size for size in sizes if size], np.int64)
    spread(chunk.boards, piles, rows, chunk.holes, taken, space.swapped, binom, out)


def _chunk_choices(
    walk: Walk, nodes: list[int], chunk: BoardChunk
) -> Iterator[tuple[int, Choices]]:
    """The choices of the last level in a chunk of boards."""
    level, policy = len(walk.tree.levels) - 1, walk.showdown.policy
    for node in nodes:
        if policy is not None:
            taken = policy.branch(level, node, *chunk.rows()).reshape(chunk.weights.shape)
        else:
            taken = walk.showdown.last_values(chunk, node).argmax(axis=2)
        yield node, np.where(chunk.weights > 0, taken, UNKNOWN).astype(np.uint8)


def packed(tables: list[UInt8s]) -> tuple[UInt8s, int]:
    """Choices packed end to end, as narrow as they fit; and the logarithm of their width in
    bits."""
    flat = np.concatenate([table.reshape(-1) for table in tables])
    most = int(flat[flat != UNKNOWN].max(initial=0))
    flat[flat == UNKNOWN] = 0
    bits_log = next(log for log in range(4) if most < 1 << (1 << log))
    if bits_log == 3:
        return flat, bits_log
    each = 8 >> bits_log
    flat = np.concatenate([flat, np.zeros(-len(flat) % each, np.uint8)]).reshape(-1, each)
    out = np.zeros(len(flat), np.uint8)
    for place in range(each):
        out |= flat[:, place] << (place << bits_log)
    return out, bits_log


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
