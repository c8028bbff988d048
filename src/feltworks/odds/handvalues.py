"""The values of hands on some boards, each looked up once.

In come boards and, for each, the player's hole hands and the dealer's hidden cards, as numbers of
cards; out come values by board and hand. Hands that are chosen alike from the same cards share one
array (`value_key`): mostly the player and the dealer do.
"""

from __future__ import annotations

import itertools
from dataclasses import replace
from typing import NamedTuple

import numpy as np

from feltworks.arrays import Int16s, Int64s, UInt8s
from feltworks.hands.chooser import Chooser
from feltworks.kernels import kernel
from feltworks.odds.cardspace import CardSpace
from feltworks.odds.plan import LevelPlan


@kernel
def lay_hands(boards: UInt8s, own: UInt8s, columns: Int64s, faces: UInt8s, out: UInt8s) -> None:
    """The faces each hand uses; a column below 0 is a board card, counted from -1."""
    row = 0
    for board in range(own.shape[0]):
        for hand in range(own.shape[1]):
            for place in range(len(columns)):
                column = columns[place]
                if column < 0:
                    out[row, place] = faces[boards[board, -1 - column]]
                else:
                    out[row, place] = faces[own[board, hand, column]]
            row += 1


def cards_beside(boards: UInt8s, cards: int, places: UInt8s) -> UInt8s:
    """The cards at sets of places among the cards that each board leaves."""
    left = np.ones((len(boards), cards), np.bool_)
    left[np.arange(len(boards))[:, None], boards] = False
    rest = np.nonzero(left)[1].astype(np.uint8).reshape(len(boards), cards - boards.shape[1])
    return np.take(rest, places, axis=1)


class SharedPlaces(NamedTuple):
    """The hole hands and the dealer's hidden cards as places among the cards that a board
    leaves."""

    holes: UInt8s
    hidden: UInt8s


class BoardValues:
    """Values of the hands of a chunk, each looked up once."""

    def __init__(
        self,
        plan: LevelPlan,
        space: CardSpace,
        boards: UInt8s,
        holes: UInt8s,
        hidden: UInt8s,
        places: SharedPlaces | None = None,
    ) -> None:
        """`places` are given if they are the same on all boards."""
        self.plan = plan
        self.space = space
        self.boards = boards
        self.holes = holes
        self.hidden = hidden
        self._places: dict[int, UInt8s] = {}
        """By identity of an array of hands."""
        if places is not None:
            self._places = {id(hidden): places.hidden, id(holes): places.holes}
        self._known: dict[object, Int16s] = {}

    def players(self, hand_id: str) -> Int16s:
        """The values of a player's hand, by board and hole."""
        return self._values(hand_id, self.holes)

    def dealers(self, hand_id: str) -> Int16s:
        """The values of a dealer's hand, by board and hidden cards."""
        return self._values(hand_id, self.hidden)

    def inside(self, hand_id: str) -> Int16s:
        """The value the dealer would have with each subset of a player's hole cards."""
        hole, hidden = self.plan.hole, self.plan.hidden
        parts = list(itertools.combinations(range(hole), hidden))
        columns = [
            self._values(hand_id, self.holes if hole == hidden else self.holes[:, :, list(part)])
            for part in parts
        ]
        if not columns:
            return np.zeros((*self.holes.shape[:2], 0), np.int16)
        return np.ascontiguousarray(np.stack(columns, axis=2))

    def faces(self, hand_id: str, own: UInt8s) -> UInt8s:
        """The faces that a hand uses, a row for each board and set of own cards."""
        return hand_faces(self.plan, self.space, hand_id, self.boards, own)

    def _values(self, hand_id: str, own: UInt8s) -> Int16s:
        plan = self.plan
        key = (value_key(plan, hand_id), id(own))
        if key not in self._known:
            shaped = self._best(hand_id, plan.book.chooser(hand_id), own)
            if own is not self.holes and own is not self.hidden:
                return shaped
            self._known[key] = shaped
        return self._known[key]

    def _best(self, hand_id: str, chooser: Chooser, own: UInt8s) -> Int16s:
        """The best allowed hands.

        If one of two own cards is enough, what a card makes with the board is looked up once for
        each card, not once for each pair.
        """
        zone = self._one_is_enough(hand_id, chooser)
        if zone is None or id(own) not in self._places:
            return self._looked_up(hand_id, chooser, own)
        both = replace(chooser, at_least={**chooser.at_least, zone: 2})
        single = replace(chooser, zones={**chooser.zones, zone: 1})
        left = np.arange(self.space.size - self.boards.shape[1], dtype=np.uint8)
        cards = self._looked_up(
            hand_id, single, cards_beside(self.boards, self.space.size, left[:, None])
        )
        pairs = self._looked_up(hand_id, both, own)
        for card in self._places[id(own)].T:
            np.maximum(pairs, cards[:, card], out=pairs)
        return pairs

    def _one_is_enough(self, hand_id: str, chooser: Chooser) -> str | None:
        """The zone of two own cards of which a hand must use one or both; None if there is none."""
        for zone, columns in zip(chooser.zones, self.plan.columns(hand_id), strict=True):
            others = sum(chooser.zones.values()) - 2
            if columns == [0, 1] and chooser.at_least.get(zone, 0) == 1:
                demanded = sum(chooser.at_least.values()) - 1
                return zone if 2 + demanded <= chooser.use <= others + 1 else None
        return None

    def _looked_up(self, hand_id: str, chooser: Chooser, own: UInt8s) -> Int16s:
        values = chooser.row_values(self.plan.book.compiled(hand_id), self.faces(hand_id, own))
        return values.astype(np.int16, copy=False).reshape(own.shape[:2])


def hand_faces(
    plan: LevelPlan, space: CardSpace, hand_id: str, boards: UInt8s, own: UInt8s
) -> UInt8s:
    """The faces of a hand, a row for each last board and each set of own cards on it."""
    drawn = [at for zone in plan.columns(hand_id) for at in zone if at < own.shape[2]]
    columns = np.array(drawn, np.int64)
    faces = np.zeros((own.shape[0] * own.shape[1], len(columns)), np.uint8)
    lay_hands(boards, own, columns, space.faces, faces)
    return faces


def value_key(plan: LevelPlan, hand_id: str) -> tuple[object, ...]:
    """A key: hands with the same key have the same values on the same cards."""
    hand = plan.book.rules.hands[hand_id]
    zones = tuple(tuple(columns) for columns in plan.columns(hand_id))
    least = tuple(hand.at_least.get(zone, 0) for zone in hand.from_)
    return plan.book.ranking(hand_id), zones, least, hand.use
