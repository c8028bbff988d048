"""Between positions of cards and boards of kinds: worths go down to smaller boards, deals up to
larger ones.

On a last board that no suit matters on, a hand is worth what the plain view of ranks says;
on any other, what the view says that distinguishes the one suit that does. So the worth of an
earlier position, summed over the cards to come, is

    plain sum + for each suit (suited sum - plain sum over the boards on which it matters)

and each sum runs from board to smaller board, a card at a time: a kind of which n cards are
left comes in n ways. So cards are met in all the orders they can come in, which is divided out
at the end. Deals take the same way back: those of each position are put into the plain view
and, suit by suit, into the suited ones, which take them out of the plain one.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from feltworks.arrays import Int8s, Int32s, Int64s, UInt8s
from feltworks.kernels import kernel
from feltworks.odds.cardspace import CardSpace
from feltworks.odds.kindboards import KindBoards, KindView
from feltworks.odds.kinds import PLAIN, Links
from feltworks.odds.mixednodes import MixedNodes, mix
from feltworks.odds.positions import EVERY, PositionRuns, Positions, Selected
from feltworks.odds.sums import Sums, zero_sums


class RowsIn(NamedTuple):
    """Where boards of cards and hole hands are found in a view, a suit distinguished or none."""

    view: int
    """The number of the view."""
    boards: Int32s
    """The row of each board, -1 where that suit cannot come to matter any more."""
    holes: Int32s
    """The set of each hole hand."""


@kernel
def add_one_card(links: Links, in_hole: Int8s, source: Sums, into: Sums) -> None:
    """Add the sums of smaller boards to those of larger ones, as often as the card can come;
    `in_hole` has how many of each kind a hole hand holds, by kind and hand."""
    for link in range(len(links.kind)):
        left, held = links.left[link], in_hole[links.kind[link]]
        for node in range(source.shape[1]):
            values, sums = source[links.smaller[link], node], into[links.larger[link], node]
            for hand in range(len(values)):
                sums[hand] += np.int32(left - held[hand]) * values[hand]


@kernel
def add_worths(at: RowsIn, runs: PositionRuns, sums: Sums, out: Int64s) -> None:
    """Add the worth of each history of the next level, by position, from the sums of a view."""
    held, weights, hands = runs.held, runs.weights, at.holes
    for part in range(len(runs.rows)):
        board, start, stop = at.boards[runs.rows[part]], runs.first[part], runs.first[part + 1]
        for node in range(out.shape[1] if board >= 0 else 0):
            values = sums[board, node]
            for position in range(start, stop):
                worth = np.int64(values[hands[held[position]]])
                out[position, node] += weights[position] * worth


@kernel
def put_deals(at: RowsIn, runs: PositionRuns, reach: NDArray[np.integer], sums: Sums) -> None:
    """Put the deals of positions, by the history they lead to, into a view."""
    held, weights, hands = runs.held, runs.weights, at.holes
    for part in range(len(runs.rows)):
        board, start, stop = at.boards[runs.rows[part]], runs.first[part], runs.first[part + 1]
        for position in range(start, stop if board >= 0 else start):
            hand, weight = hands[held[position]], np.int64(weights[position])
            for node in range(reach.shape[1]):
                sums[board, node, hand] += weight * reach[position, node]


def rows_in_views(kinds: KindBoards, space: CardSpace, cards: UInt8s, hole: int) -> list[RowsIn]:
    """Where boards of cards, a row for each, and all hole hands are found: in the plain view, and
    for each suit that may matter in the one that distinguishes it."""
    size, holes = cards.shape[1], space.combinations(hole)
    found = []
    for view in kinds.views:
        for suit in view.kinds.alike or (PLAIN,):
            boards = view.boards(size).find(view.kinds.of(space, cards, suit))
            hands = view.holes.find(view.kinds.of(space, holes, suit))
            found.append(RowsIn(view.number, boards, hands))
    return found


def carry_down(view: KindView, size: int, some: slice, larger: Sums, smaller: Sums) -> None:
    """Add the sums of some boards of this many cards to those of the boards with one card less."""
    add_one_card(view.links(size, some).backwards(), view.in_hole, larger, smaller)


def spread_up(view: KindView, size: int, some: slice, smaller: Sums, larger: Sums) -> None:
    """Add the deals of boards to those of some boards with one card more, which have `size`
    cards."""
    add_one_card(view.links(size, some), view.in_hole, smaller, larger)


def sums_for(view: KindView, size: int, nodes: int, most: int) -> Sums:
    """Zeros by board, history and hole hand, in the narrowest type needed."""
    return zero_sums((len(view.boards(size)), nodes, len(view.holes)), most)


@dataclass(frozen=True)
class KindWorths:
    """The worth of positions, added up from all views when it is asked for."""

    here: Positions
    rows: Sequence[RowsIn]
    sums: Sequence[Sums]
    """By the number of the view."""
    nodes: MixedNodes

    def of(self, some: Selected = EVERY) -> Int64s:
        """The worths of some positions, by position and history of the next level."""
        runs = self.here.runs(some)
        out = np.zeros((len(runs.held), self.sums[0].shape[1]), np.int64)
        for at in self.rows:
            add_worths(at, runs, self.sums[at.view], out)
        if not len(self.nodes.mixtures):
            return out
        worths = np.zeros((len(out), len(self.nodes.kept) + len(self.nodes.mixtures)), np.int64)
        mix(self.nodes, out, worths)
        return worths
