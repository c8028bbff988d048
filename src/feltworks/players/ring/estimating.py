"""A bot's estimate of its part of the pot, by dealing the unknown cards a few hundred times.

A rival's cards are random, but how he has bet makes some of them likelier. Each deal gets a weight
that says how well it fits what he did: for the first betting round by the strength of his starting
hand, and after that by whether his hand would beat another one dealt at random on the same board.

Where players have two cards of their own and take the pot with three at most, the hands' values
lie in one table by the faces of the cards in any order: a card's place in a hand is a power of the
number of faces, so that a choice of own and board cards is a sum of products. Other hands are
looked up by their ranks.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from feltworks.hands.lookup import whole_value
from feltworks.kernels import borrowing, inlined, kernel
from feltworks.odds.equity import PotHand, against_one
from feltworks.odds.equity.kernels import board_sums, draw, hand_value
from feltworks.odds.equity.strengths import starts

if TYPE_CHECKING:
    from collections.abc import Sequence

    from feltworks.arrays import Floats, Int16s, Int64s, UInt8s, UInt32s, UInt64s
    from feltworks.hands.lookup import Lookup
    from feltworks.odds.equity.tables import PotTables
    from feltworks.players.ring.advice import RingPosition, Rival

DEALS = 250
"""How many deals one estimate uses."""
UNFIT_WEIGHT = 0.2
"""The weight of a deal in which a rival's hand does not justify what he did; otherwise 1."""
CALLED_WITH = 0.65
RAISED_WITH = 0.3
"""The best part of all starting hands that a rival is assumed to call with, and to raise with."""
CALLED, RAISED, RAISED_LATER = range(3)
"""What a rival did, in the form for kernels: columns of a row for each rival."""


MOST_VALUES = 1 << 18
"""The most entries of a table of values by faces: half a megabyte, which fits the cache."""


class PotReader(NamedTuple):
    """How kernels find the best hand of a player.

    `values` is by the faces of a hand's cards and empty if there would be too many; `own` and
    `board` say by card and choice what its face adds to the place in it. Unsigned numbers spare the
    check for negative indexes.
    """

    tables: PotTables
    values: Int16s
    own: UInt32s
    board: UInt32s
    stronger: Floats
    """`stronger_starts`."""


class PotKnown(NamedTuple):
    """What an estimating player knows, in arrays with spare room; `counts` says how many of his own
    cards, of the board and of the pile of all others there are, and how many rivals."""

    mine: UInt8s
    board: UInt8s
    pile: UInt8s
    rivals: Int64s
    """What each rival did."""
    counts: Int64s
    sums: UInt64s
    """What the board adds to each choice."""
    state: UInt64s
    """Where the stream of random numbers is."""


HELD, LYING, FREE, RIVALS = range(4)


@dataclass(frozen=True, slots=True)
class PotEstimate:
    """The part of the pot that a hand wins on average against this many rivals."""

    part: float
    rivals: int

    @property
    def edge(self) -> float:
        """The part over an equal share of the pot: above 1 is better than average."""
        return self.part * (self.rivals + 1)


def pot_estimate(
    pot: PotHand, here: RingPosition, rivals: Sequence[Rival], *, weighed: bool, seed: int
) -> PotEstimate:
    """The part of the pot against those rivals, with `weighed` weighted by what they did."""
    known = new_known(pot_reader(pot), len(rivals))
    free = pot.free_faces([*here.own, *here.board])
    for array, cards in ((known.mine, here.own), (known.board, here.board)):
        array[: len(cards)] = pot.faces(cards)
    known.pile[: len(free)] = free
    if weighed:
        for at, rival in enumerate(rivals):
            known.rivals[at] = rival.called, rival.raised, rival.raised_later
    known.counts[:] = len(here.own), len(here.board), len(free), len(rivals)
    part = pot_part(known, pot_reader(pot), np.uint64(seed))
    return PotEstimate(part, int(known.counts[RIVALS]))


def new_known(reader: PotReader, rivals: int) -> PotKnown:
    """Arrays for the estimates of players with at most this many rivals."""
    return PotKnown(
        mine=np.zeros(len(reader.own), np.uint8),
        board=np.zeros(len(reader.board), np.uint8),
        pile=np.zeros(256, np.uint8),
        rivals=np.zeros((rivals, 3), np.int64),
        counts=np.zeros(4, np.int64),
        sums=np.zeros(len(reader.tables.own), np.uint64),
        state=np.zeros(1, np.uint64),
    )


@borrowing
def pot_part(known: PotKnown, reader: PotReader, seed: np.uint64) -> float:
    """The part of the pot over a sample of deals from the pile, which is shuffled in place.

    Rivals for whom the deck is too small are left out, also of the known counts.
    """
    mine, board, pile, rivals, counts, sums, state = known
    state[0] = seed
    own, held, lying, is_weighed = len(mine), counts[HELD], counts[LYING], False
    missing, coming = len(board) - lying, own - held
    first = missing + coming
    # One hand more than there are rivals: theirs are compared with it.
    hands = min(counts[RIVALS], (counts[FREE] - first) // own - 1)
    counts[RIVALS] = hands
    for rival in range(hands):
        for did in range(3):
            is_weighed |= rivals[rival, did] != 0
    won, weighed, value = 0.0, 0.0, -1
    for deal in range(DEALS):
        draw(pile, counts[FREE], first + (hands + 1) * own, state)
        for at in range(missing):
            board[lying + at] = pile[at]
        for at in range(coming):
            mine[held + at] = pile[missing + at]
        if deal == 0 or missing:
            read_board(board, reader, sums)
        if deal == 0 or first:
            value = best_value(mine, 0, reader, sums)
        weight = 1.0
        if is_weighed:
            weight = deal_weight(pile, first, own, hands, rivals, reader, sums)
        weighed += weight
        tied = 1
        for rival in range(hands):
            other = best_value(pile, first + rival * own, reader, sums)
            if other > value:
                tied = 0
                break
            tied += other == value
        if tied:
            won += weight / tied
    return won / weighed


@borrowing
def deal_weight(
    pile: UInt8s, first: int, own: int, hands: int, rivals: Int64s, reader: PotReader, sums: UInt64s
) -> float:
    """How well the rivals' hands of a deal, from that place of the pile on, fit what they did."""
    weight, other = 1.0, -2
    for rival in range(hands):
        at = first + rival * own
        called, raised = rivals[rival, CALLED], rivals[rival, RAISED]
        later = rivals[rival, RAISED_LATER]
        if len(reader.stronger) and (raised or called):
            most = RAISED_WITH / raised if raised else CALLED_WITH
            if reader.stronger[pile[at], pile[at + 1]] >= most:
                weight *= UNFIT_WEIGHT
        if later:
            if other == -2:
                other = best_value(pile, first + hands * own, reader, sums)
            if best_value(pile, at, reader, sums) <= other:
                weight *= UNFIT_WEIGHT**later
    return weight


@inlined
def read_board(board: UInt8s, reader: PotReader, sums: UInt64s) -> None:
    """What the board adds to each choice."""
    if len(reader.values):
        for choice in range(len(sums)):
            sums[choice] = 0
        for at in range(len(board)):
            face = np.uint32(board[at])
            for choice in range(len(sums)):
                sums[choice] += reader.board[at, choice] * face
    else:
        board_sums(board, reader.tables, sums)


@inlined
def best_value(cards: UInt8s, first: int, reader: PotReader, sums: UInt64s) -> int:
    """The best hand of the cards from that place on, with a board that was read.

    Inlined into its callers: as a call with all its tables it takes five times as long.
    """
    best = -1
    if len(reader.values):
        one, other = np.uint32(cards[first]), np.uint32(cards[first + 1])
        for choice in range(len(sums)):
            here = reader.own[0, choice] * one + reader.own[1, choice] * other
            value = int(reader.values[np.uint32(np.uint32(sums[choice]) + here)])
            best = value if value > best else best
    else:
        best = hand_value(cards, first, reader.tables, sums)
    return best


@kernel
def fill_values(faces: int, cards: int, lookup: Lookup, values: Int16s) -> None:
    """The value of every hand of this many cards, by their faces in any order."""
    for place in range(len(values)):
        total, rest = lookup.bias, place
        for _ in range(cards):
            total += lookup.marks[rest % faces]
            rest //= faces
        values[place] = whole_value(lookup, total)


@lru_cache(maxsize=16)
def pot_reader(pot: PotHand) -> PotReader:
    """How the hand that takes the pot is found."""
    tables, faces = pot.tables, len(pot.deck.faces)
    choices, cards = tables.own.shape
    is_small = pot.own_cards == 2 and faces**cards <= MOST_VALUES
    values = np.zeros(faces**cards if is_small else 0, np.int16)
    fill_values(faces, cards, tables.lookup, values)
    weights = np.zeros((pot.own_cards + pot.board_cards, choices), np.uint32)
    for choice in range(choices):
        picked = [at for at in tables.own[choice] if at >= 0]
        picked += [pot.own_cards + at for at in tables.board[choice] if at >= 0]
        weights[picked, choice] = faces ** np.arange(cards)
    own, board = weights[: pot.own_cards], weights[pot.own_cards :]
    return PotReader(tables, values, own, board, stronger_starts(pot))


@lru_cache(maxsize=16)
def stronger_starts(pot: PotHand) -> Floats:
    """For each pair of faces, the part of all starting hands that are stronger; empty if a player's
    own cards are not a pair.

    0 is the strongest start, 1 the weakest.
    """
    if not pot.counts_unknown:
        return np.zeros((0, 0))
    kinds, number = starts(pot)
    parts = {start.name: share.part for start, share in against_one(pot)}
    stronger = np.zeros(len(kinds))
    better, hands = 0, sum(start.hands for start in kinds)
    for at in sorted(range(len(kinds)), key=lambda at: parts[kinds[at].name], reverse=True):
        stronger[at] = better / hands
        better += kinds[at].hands
    table: Floats = stronger[np.maximum(number, 0)]
    return table
