"""Between positions of cards and boards of kinds: values down, deals up.

On a last board on which no suit matters, a hand is worth what the plain view of ranks says; on any
other, what the suited view says for the one suit that matters. So the worth of an earlier position,
summed over the cards to come, is

    plain sum + for each suit (suited sum - plain sum over the boards on which it matters)

and each sum goes from a board to smaller boards, one card at a time: a kind of which n cards are
left comes in n ways. This counts cards in all orders they can come in, which is divided out at the
end. Deals go the same way in reverse: those of each position are put into the plain view and, suit
by suit, into the suited one, which removes them from the plain one.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from feltworks.kernels import kernel
from feltworks.odds.cardspace import CardSpace
from feltworks.odds.ends import Sums
from feltworks.odds.kindboards import KindBoards, KindView
from feltworks.odds.kinds import Links
from feltworks.odds.positions import EVERY, Positions, Run, Some

NARROW = 2**31


class Places(NamedTuple):
    """Where boards of cards and hole hands are found in both views."""

    boards: NDArray[np.int32]
    """The plain row of each board."""
    holes: NDArray[np.int32]
    """The plain set of each hole hand."""
    suited_boards: NDArray[np.int32]
    """By board and distinguished suit, -1 if that suit can no longer matter."""
    suited_holes: NDArray[np.int32]
    """By distinguished suit and hole hand."""


@kernel
def add_one_card(links: Links, in_hole: NDArray[np.int8], source: Sums, into: Sums) -> None:
    """Add the sums of smaller boards to those of larger ones, as often as the card can come;
    `in_hole` has how many of each kind a hole hand holds, by kind and hand."""
    for link in range(len(links.kind)):
        left, held = np.int64(links.left[link]), in_hole[links.kind[link]]
        for node in range(source.shape[1]):
            values, sums = source[links.smaller[link], node], into[links.larger[link], node]
            for hand in range(len(values)):
                sums[hand] += (left - held[hand]) * values[hand]


@kernel
def value_positions(
    places: Places, run: Run, plain: Sums, suited: Sums, out: NDArray[np.int64]
) -> None:
    """The worth of each history of the next level, by position, from the sums of both views."""
    held, weights = run.held, run.weights
    for part in range(len(run.rows)):
        row, start, stop = run.rows[part], run.first[part], run.first[part + 1]
        for node in range(out.shape[1]):
            values, hands = plain[places.boards[row], node], places.holes
            for at in range(start, stop):
                out[at, node] = weights[at] * np.int64(values[hands[held[at]]])
        for suit in range(places.suited_boards.shape[1]):
            board = places.suited_boards[row, suit]
            if board < 0:
                continue
            for node in range(out.shape[1]):
                values, hands = suited[board, node], places.suited_holes[suit]
                for at in range(start, stop):
                    out[at, node] += weights[at] * np.int64(values[hands[held[at]]])


@kernel
def put_deals(
    places: Places, run: Run, reach: NDArray[np.integer], plain: Sums, suited: Sums
) -> None:
    """Put the deals of positions, by the history they lead to, into both views."""
    held, weights = run.held, run.weights
    for part in range(len(run.rows)):
        row, start, stop = run.rows[part], run.first[part], run.first[part + 1]
        for node in range(reach.shape[1]):
            deals, hands = plain[places.boards[row], node], places.holes
            for at in range(start, stop):
                deals[hands[held[at]]] += weights[at] * np.int64(reach[at, node])
        for suit in range(places.suited_boards.shape[1]):
            board = places.suited_boards[row, suit]
            if board < 0:
                continue
            for node in range(reach.shape[1]):
                deals, hands = suited[board, node], places.suited_holes[suit]
                for at in range(start, stop):
                    deals[hands[held[at]]] += weights[at] * np.int64(reach[at, node])


def places_of(kinds: KindBoards, space: CardSpace, cards: NDArray[np.uint8], hole: int) -> Places:
    """Where boards of cards, a row for each, and all hole hands are found."""
    plain, suited = kinds.plain, kinds.suited
    size, holes = cards.shape[1], space.combinations(hole)
    suits = range(len(space.deck.suits))
    boards = [suited.boards(size).find(suited.kinds.of(space, cards, s)) for s in suits]
    hands = [suited.holes.find(suited.kinds.of(space, holes, s)) for s in suits]
    return Places(
        plain.boards(size).find(plain.kinds.of(space, cards)),
        plain.holes.find(plain.kinds.of(space, holes)),
        np.stack(boards, axis=1),
        np.stack(hands),
    )


def carry_down(view: KindView, size: int, some: slice, larger: Sums, smaller: Sums) -> None:
    """Add the sums of some boards of this many cards to those of the boards with one card less."""
    add_one_card(view.links(size, some).backwards(), view.in_hole, larger, smaller)


def spread_up(view: KindView, size: int, some: slice, smaller: Sums, larger: Sums) -> None:
    """Add the deals of boards to those of some boards with one card more, which have `size`
    cards."""
    add_one_card(view.links(size, some), view.in_hole, smaller, larger)


def sums_for(view: KindView, size: int, nodes: int, most: int) -> Sums:
    """Zeros by board, history and hole hand, in the narrowest type needed."""
    shape = (len(view.boards(size)), nodes, len(view.holes))
    return np.zeros(shape, np.int32) if most < NARROW else np.zeros(shape, np.int64)


@dataclass(frozen=True)
class KindWorths:
    """The worth of positions, added up from both views on demand."""

    here: Positions
    places: Places
    plain: Sums
    suited: Sums

    def of(self, some: Some = EVERY) -> NDArray[np.int64]:
        """The worths of some positions, by position and history of the next level."""
        run = self.here.run(some)
        out = np.zeros((len(run.held), self.plain.shape[1]), np.int64)
        value_positions(self.places, run, self.plain, self.suited, out)
        return out
