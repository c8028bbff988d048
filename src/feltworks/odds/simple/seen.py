"""What a player sees at a decision, column by column, for very many positions at once.

Own cards, open cards of the table and open cards of the dealer are told apart, because a
person does so too. Columns of small numbers rather than rows of cards: each question then
runs over whole columns and costs next to nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from feltworks.odds.cardspace import CardSpace
from feltworks.odds.plan import LevelPlan

Cards = NDArray[np.uint8]
Column = NDArray[np.int8]
Scores = NDArray[np.int16]
Score = Callable[["SeenPositions"], Scores]


@dataclass(frozen=True)
class DecisionView:
    """Which columns of hole and board are whose at one level of a game."""

    plan: LevelPlan
    space: CardSpace
    level: int

    @cached_property
    def columns(self) -> dict[str, list[int]]:
        """Columns by owner: from 0 up of the hole, below 0 of the board, counted from -1."""
        zones = self.plan.book.rules.zones
        found: dict[str, list[int]] = {"player": list(range(self.plan.hole))}
        at = 0
        for pile, cards in zip(self.plan.groups, self.plan.levels[self.level].board, strict=True):
            found.setdefault(zones[pile.zone], []).extend(
                -1 - place for place in range(at, at + cards)
            )
            at += cards
        return found

    def count(self, owner: str) -> int:
        return len(self.columns.get(owner, ()))

    @cached_property
    def ranks(self) -> Column:
        """The rank of each card; a joker has none and is marked -1."""
        return np.where(self.space.suits < 0, -1, self.space.ranks).astype(np.int8)

    @cached_property
    def suits(self) -> Column:
        return self.space.suits.astype(np.int8)

    @cached_property
    def bits(self) -> NDArray[np.int16]:
        """The rank of each card as one bit, a joker as none."""
        return np.where(self.ranks < 0, 0, 1 << np.maximum(self.ranks, 0).astype(np.int16)).astype(
            np.int16
        )


@dataclass
class SeenPositions:
    """Positions as rows of open cards and hole cards, and the money out."""

    view: DecisionView
    boards: Cards
    holes: Cards
    out: NDArray[np.int16]
    """Hundredths of a unit on the felt before the choice."""
    _known: dict[int, Scores] = field(default_factory=dict)

    def __len__(self) -> int:
        return len(self.holes)

    def score(self, score: Score) -> Scores:
        """A score of every row, worked out once."""
        if id(score) not in self._known:
            self._known[id(score)] = score(self)
        return self._known[id(score)]

    def _cards(self, owner: str) -> list[Cards]:
        return [
            self.holes[:, at] if at >= 0 else self.boards[:, -1 - at]
            for at in self.view.columns.get(owner, ())
        ]

    def ranks(self, *owners: str) -> list[Column]:
        return [self.view.ranks[cards] for owner in owners for cards in self._cards(owner)]

    def suits(self, *owners: str) -> list[Column]:
        return [self.view.suits[cards] for owner in owners for cards in self._cards(owner)]

    def held(self, *owners: str) -> NDArray[np.int16]:
        """The ranks that are there, as bits."""
        found = np.zeros(len(self), np.int16)
        for owner in owners:
            for cards in self._cards(owner):
                found |= self.view.bits[cards]
        return found


def downward(columns: Sequence[Column]) -> list[Column]:
    """The columns sorted in each row, the highest first."""
    found = list(columns)
    for done in range(len(found)):
        for place in range(len(found) - 1, done, -1):
            above, below = found[place - 1], found[place]
            found[place - 1], found[place] = np.maximum(above, below), np.minimum(above, below)
    return found


def most(columns: Sequence[Column | NDArray[np.int16]], rows: int) -> Scores:
    """The greatest of some columns in each row, 0 of none."""
    found = np.zeros(rows, np.int16)
    for column in columns:
        np.maximum(found, column, out=found)
    return found
