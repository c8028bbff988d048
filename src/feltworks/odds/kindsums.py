"""Between positions of cards and boards of kinds: values down, deals up.

On a last board that no suit matters on, a hand is worth what the plain world of ranks says;
on any other, what the suited world says for the one suit that does. So the worth of an
earlier position, summed over the cards to come, is

    plain sum + for each suit (suited sum - plain sum over the boards on which it matters)

and each sum runs from board to smaller board, a card at a time: a kind of which n cards are
left comes in n ways. So cards are met in all the orders they can come in, which is divided out
at the end. Deals take the same way back: those of each position are put into the plain world
and, suit by suit, into the suited one, which takes them out of the plain one.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from feltworks.kernels import kernel
from feltworks.odds.cardspace import CardSpace
from feltworks.odds.ends import Sums
from feltworks.odds.kindboards import KindBoards, KindWorld
from feltworks.odds.kinds import KindSets
from feltworks.odds.positions import EVERY, Positions, Run, Some

NARROW = 2**31


class Places(NamedTuple):
    """Where boards of cards and hole hands are found in both worlds."""

    boards: NDArray[np.int32]
    """The plain row of each board."""
    holes: NDArray[np.int32]
    """The plain set of each hole hand."""
    suited_boards: NDArray[np.int32]
    """By board and suit told apart, -1 where that suit cannot come to matter any more."""
    suited_holes: NDArray[np.int32]
    """By suit told apart and hole hand."""


class Cards(NamedTuple):
    """What it takes to add a card to boards of kinds, or to take one away."""

    boards: NDArray[np.uint8]
    """The larger boards."""
    rows: NDArray[np.int32]
    """The row of a smaller board by its number."""
    binom: NDArray[np.int64]
    held: NDArray[np.int64]
    """Cards of each kind in the deck."""
    in_hole: NDArray[np.int8]
    """How many of each kind a hole hand has, by kind and hand."""


def cards_of(world: KindWorld, size: int, some: slice = EVERY) -> Cards:
    """From boards of so many cards to those of one less."""
    smaller = world.boards(size - 1)
    return Cards(
        world.boards(size).sets[some],
        smaller.rows,
        smaller.binom,
        world.kinds.held,
        world.holes.counts.astype(np.int8),
    )


@kernel
def without(cards: Cards, board: int, place: int) -> tuple[int, int]:
    """The smaller board that one card of a board came to, and how many of its kind were left
    with no hole hand; no board where the same kind stands in the place before."""
    kind, left, number = cards.boards[board, place], np.int64(0), np.int64(0)
    if place > 0 and cards.boards[board, place - 1] == kind:
        return -1, 0
    left = cards.held[kind] + 1
    at = 0
    for other in range(cards.boards.shape[1]):
        if cards.boards[board, other] == kind:
            left -= 1
        if other != place:
            number += cards.binom[cards.boards[board, other] + at, at + 1]
            at += 1
    return cards.rows[number], left


@kernel
def carry_one_card(cards: Cards, larger: Sums, smaller: Sums) -> None:
    """Add the values of boards to those that one card was still to come to."""
    for board in range(len(larger)):
        for place in range(cards.boards.shape[1]):
            row, left = without(cards, board, place)
            if row < 0:
                continue
            in_hole = cards.in_hole[cards.boards[board, place]]
            for knot in range(larger.shape[1]):
                for hand in range(larger.shape[2]):
                    smaller[row, knot, hand] += (left - in_hole[hand]) * larger[board, knot, hand]


@kernel
def spread_one_card(cards: Cards, smaller: Sums, larger: Sums) -> None:
    """The deals of boards from those of the boards one card before."""
    for board in range(len(larger)):
        for place in range(cards.boards.shape[1]):
            row, left = without(cards, board, place)
            if row < 0:
                continue
            in_hole = cards.in_hole[cards.boards[board, place]]
            for knot in range(larger.shape[1]):
                for hand in range(larger.shape[2]):
                    larger[board, knot, hand] += (left - in_hole[hand]) * smaller[row, knot, hand]


@kernel
def value_positions(
    places: Places, run: Run, plain: Sums, suited: Sums, out: NDArray[np.int64]
) -> None:
    """The worth of each history of the next level, by position, from the sums of both worlds."""
    held, weights = run.held, run.weights
    for part in range(len(run.rows)):
        row, start, stop = run.rows[part], run.first[part], run.first[part + 1]
        for knot in range(out.shape[1]):
            values, hands = plain[places.boards[row], knot], places.holes
            for at in range(start, stop):
                out[at, knot] = weights[at] * np.int64(values[hands[held[at]]])
        for suit in range(places.suited_boards.shape[1]):
            board = places.suited_boards[row, suit]
            if board < 0:
                continue
            for knot in range(out.shape[1]):
                values, hands = suited[board, knot], places.suited_holes[suit]
                for at in range(start, stop):
                    out[at, knot] += weights[at] * np.int64(values[hands[held[at]]])


@kernel
def put_deals(
    places: Places, run: Run, reach: NDArray[np.integer], plain: Sums, suited: Sums
) -> None:
    """Put the deals of positions, by the history they lead to, into both worlds."""
    held, weights = run.held, run.weights
    for part in range(len(run.rows)):
        row, start, stop = run.rows[part], run.first[part], run.first[part + 1]
        for knot in range(reach.shape[1]):
            deals, hands = plain[places.boards[row], knot], places.holes
            for at in range(start, stop):
                deals[hands[held[at]]] += weights[at] * np.int64(reach[at, knot])
        for suit in range(places.suited_boards.shape[1]):
            board = places.suited_boards[row, suit]
            if board < 0:
                continue
            for knot in range(reach.shape[1]):
                deals, hands = suited[board, knot], places.suited_holes[suit]
                for at in range(start, stop):
                    deals[hands[held[at]]] += weights[at] * np.int64(reach[at, knot])


def places_of(kinds: KindBoards, space: CardSpace, here: Positions, hole: int) -> Places:
    """Where the boards and hole hands of some positions are found."""
    plain, suited = kinds.plain, kinds.suited
    size, holes = here.boards.shape[1], space.combinations(hole)
    suits = range(len(space.deck.suits))
    boards = [suited.boards(size).find(suited.kinds.of(space, here.boards, s)) for s in suits]
    hands = [suited.holes.find(suited.kinds.of(space, holes, s)) for s in suits]
    return Places(
        plain.boards(size).find(plain.kinds.of(space, here.boards)),
        plain.holes.find(plain.kinds.of(space, holes)),
        np.stack(boards, axis=1),
        np.stack(hands),
    )


def as_plain(kinds: KindBoards, sets: KindSets, plain: KindSets) -> NDArray[np.int32]:
    """The plain sets that suited ones come to when no suit is told apart."""
    return plain.find(sets.sets % np.uint8(kinds.plain.kinds.ranks))


def carried_down(world: KindWorld, size: int, larger: Sums, most: int) -> Sums:
    """The sums of boards of one card less; `most` is a bound on them."""
    smaller = sums_for(world, size - 1, larger.shape[1], most)
    carry_one_card(cards_of(world, size), larger, smaller)
    return smaller


def spread_up(world: KindWorld, size: int, smaller: Sums, most: int) -> Sums:
    """The deals of boards of one card more; `most` is a bound on them."""
    larger = sums_for(world, size + 1, smaller.shape[1], most)
    spread_one_card(cards_of(world, size + 1), smaller, larger)
    return larger


def sums_for(world: KindWorld, size: int, knots: int, most: int) -> Sums:
    """Noughts by board, history and hole hand, no wider than they need be."""
    shape = (len(world.boards(size)), knots, len(world.holes))
    return np.zeros(shape, np.int32) if most < NARROW else np.zeros(shape, np.int64)


@dataclass(frozen=True)
class KindWorths:
    """The worth of positions, told when it is asked for."""

    here: Positions
    places: Places
    plain: Sums
    suited: Sums

    def of(self, some: Some = EVERY) -> NDArray[np.int64]:
        """By position and history of the next level."""
        run = self.here.run(some)
        out = np.zeros((len(run.held), self.plain.shape[1]), np.int64)
        value_positions(self.places, run, self.plain, self.suited, out)
        return out
