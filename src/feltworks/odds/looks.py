"""The values of hands on some boards, each looked up once."""

from __future__ import annotations

import itertools
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from feltworks.odds.cardspace import CardSpace
from feltworks.odds.layout import dealt, lay_hands
from feltworks.odds.plan import Plan
from feltworks.odds.sweep import Counters


@dataclass(frozen=True)
class Places:
    """Sets of places in what is left of the deck, how many sets each stands for, and the
    counters of their subsets with their signs."""

    sets: NDArray[np.uint8]
    weights: NDArray[np.int64]
    counters: Counters

    def __len__(self) -> int:
        return len(self.sets)

    @cached_property
    def counted(self) -> tuple[NDArray[np.int32], NDArray[np.int8]]:
        return self.counters.of(self.sets)

    def only(self, weights: NDArray[np.int64]) -> Places:
        """Those that have a weight."""
        chosen = weights > 0
        return Places(self.sets[chosen], weights[chosen], self.counters)


class Looks:
    """Values of the hands of a chunk, each looked up once."""

    def __init__(
        self,
        plan: Plan,
        space: CardSpace,
        boards: NDArray[np.uint8],
        holes: Places,
        hidden: Places,
    ) -> None:
        self.plan = plan
        self.space = space
        self.boards = boards
        self.holes = self._laid_out(holes)
        self.hidden = self.holes if hidden is holes else self._laid_out(hidden)
        self._known: dict[object, NDArray[np.int16]] = {}

    def _laid_out(self, places: Places) -> NDArray[np.uint8]:
        return dealt(self.boards, self.space.size, places.sets)

    def players(self, hand_id: str) -> NDArray[np.int16]:
        """The values of a player's hand, by board and hole."""
        return self._values(hand_id, self.holes)

    def dealers(self, hand_id: str) -> NDArray[np.int16]:
        """The values of a dealer's hand, by board and hidden cards."""
        return self._values(hand_id, self.hidden)

    def inside(self, hand_id: str) -> NDArray[np.int16]:
        """The value the dealer would have with each part of a player's hole cards."""
        hole, hidden = self.plan.hole, self.plan.hidden
        parts = list(itertools.combinations(range(hole), hidden))
        columns = [
            self._values(hand_id, self.holes if hole == hidden else self.holes[:, :, list(part)])
            for part in parts
        ]
        if not columns:
            return np.zeros((*self.holes.shape[:2], 0), np.int16)
        return np.ascontiguousarray(np.stack(columns, axis=2))

    def faces(self, hand_id: str, own: NDArray[np.uint8]) -> NDArray[np.uint8]:
        """The faces that a hand is drawn from, a row for each board and set of own cards."""
        return hand_faces(self.plan, self.space, hand_id, self.boards, own)

    def _values(self, hand_id: str, own: NDArray[np.uint8]) -> NDArray[np.int16]:
        plan = self.plan
        look = (_look_key(plan, hand_id), id(own))
        if look not in self._known:
            chooser, compiled = plan.book.chooser(hand_id), plan.book.compiled(hand_id)
            values = chooser.row_values(compiled, self.faces(hand_id, own))
            shaped = values.astype(np.int16, copy=False).reshape(own.shape[:2])
            if own is not self.holes and own is not self.hidden:
                return shaped
            self._known[look] = shaped
        return self._known[look]


def hand_faces(
    plan: Plan,
    space: CardSpace,
    hand_id: str,
    boards: NDArray[np.uint8],
    own: NDArray[np.uint8],
) -> NDArray[np.uint8]:
    """The faces of a hand, a row for each last board and each set of own cards on it."""
    columns = np.array([at for zone in plan.columns(hand_id) for at in zone], np.int64)
    faces = np.zeros((own.shape[0] * own.shape[1], len(columns)), np.uint8)
    lay_hands(boards, own, columns, space.faces, faces)
    return faces


def _look_key(plan: Plan, hand_id: str) -> tuple[object, ...]:
    """Hands with the same key have the same values on the same cards."""
    hand = plan.book.rules.hands[hand_id]
    zones = tuple(tuple(columns) for columns in plan.columns(hand_id))
    least = tuple(hand.at_least.get(zone, 0) for zone in hand.from_)
    return plan.book.ranking(hand_id), zones, least, hand.use
