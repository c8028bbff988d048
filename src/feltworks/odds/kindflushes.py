"""Flushes on boards of kinds, each looked up once for all boards with the same cards of the suit.

If any cards may make the hand, the best flush depends on the cards of the distinguished suit alone,
on the board and in the hand, with wild cards among them. So one table, by cards of the suit on
boards and cards of it in hands, has them all: with boards of five and two cards of one's own 2,288
by 92 flushes, where 4.8 million pairs of board and hand may hold one. It takes all wild ranks of
the view for cards of the suit, so it serves only hands for which just these are wild.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from feltworks.arrays import Int16s, Int32s, Int64s, UInt8s, UInt64s
from feltworks.hands.lookup import Lookup
from feltworks.hands.perfect_hash import PerfectHash, find
from feltworks.kernels import kernel
from feltworks.odds.cardspace import CardSpace
from feltworks.odds.kinds import Kinds, KindSets

NO_FLUSH = -1


class FlushTable(NamedTuple):
    """The best flush of each set of cards of the suit on a board with each in a hand."""

    of_board: Int32s
    """The row of each board."""
    of_hand: Int32s
    """The column of each hand."""
    values: Int16s
    """`NO_FLUSH` where there are too few cards."""


class SuitParts(NamedTuple):
    """What sets of kinds hold of a suit, wild cards included."""

    of_set: Int32s
    """The part of each set."""
    counts: Int64s
    """How many cards each part has ..."""
    marks: UInt64s
    """... and the sum of their marks."""


@kernel
def look_up_flushes(
    boards: SuitParts, hands: SuitParts, needed: int, suited: PerfectHash, out: Int16s
) -> None:
    """The value of the best flush in each part of a board with each part of a hand."""
    for board in range(len(out)):
        for hand in range(out.shape[1]):
            held = boards.counts[board] + hands.counts[hand]
            total = boards.marks[board] + hands.marks[hand]
            out[board, hand] = find(suited, total) if held >= needed else NO_FLUSH


@kernel
def insert_flushes(
    plain: Int16s, rows: Int32s, hands: Int32s, flushes: FlushTable, out: Int16s
) -> None:
    """The values of hands on boards: those of their ranks alone, which the plain view has by these
    rows and hands, or those of their flushes if these are better."""
    for board in range(len(out)):
        by_ranks, by_suit = plain[rows[board]], flushes.values[flushes.of_board[board]]
        for hand in range(out.shape[1]):
            out[board, hand] = max(by_ranks[hands[hand]], by_suit[flushes.of_hand[hand]])


def flush_table(
    space: CardSpace, boards: KindSets, hands: KindSets, needed: int, lookup: Lookup
) -> FlushTable:
    """The flushes of `needed` cards on all boards."""
    of_boards = _suit_parts(space, boards, lookup.marks)
    of_hands = _suit_parts(space, hands, lookup.marks)
    values = np.zeros((len(of_boards.counts), len(of_hands.counts)), np.int16)
    look_up_flushes(of_boards, of_hands, needed, lookup.suited, values)
    return FlushTable(of_boards.of_set, of_hands.of_set, values)


def _suit_parts(space: CardSpace, sets: KindSets, marks: UInt64s) -> SuitParts:
    """A part is told by the sum of its marks, which counts its ranks; a mark has no part if the
    kind is neither of the suit nor wild."""
    kinds = sets.kinds
    every = np.arange(len(kinds.held))
    counted = (every >= kinds.ranks) | np.isin(every, kinds.wild)
    of_kind = np.where(counted, marks[_faces(space, kinds)], np.uint64(0))
    sums = of_kind[sets.sets].sum(axis=1, dtype=np.uint64)
    found, first, of_set = np.unique(sums, return_index=True, return_inverse=True)
    counts = counted[sets.sets[first]].sum(axis=1)
    return SuitParts(of_set.reshape(-1).astype(np.int32), counts.astype(np.int64), found)


def _faces(space: CardSpace, kinds: Kinds) -> UInt8s:
    """The face of a card of each kind; any where the deck has none."""
    every = np.arange(space.size, dtype=np.uint8)
    faces = np.zeros(len(kinds.held), np.uint8)
    faces[kinds.of(space, every, kinds.deck.distinguished)] = space.faces
    return faces
