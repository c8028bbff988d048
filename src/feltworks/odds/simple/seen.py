"""What a player sees at a decision, column by column, for very many positions at once.

Own cards, open cards of the table and open cards of the dealer are separate, as they are for a
person. Data is in columns of small numbers rather than rows of cards: each question then runs over
whole columns and costs next to nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np

from feltworks.arrays import Int8s, Int16s, Int64s, UInt8s
from feltworks.odds.cardspace import CardSpace
from feltworks.odds.handvalues import value_key
from feltworks.odds.kindboards import KindChunk
from feltworks.odds.plan import LevelPlan

Cards = UInt8s
Column = Int8s
Scores = Int16s
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
        for group, cards in zip(self.plan.groups, self.plan.levels[self.level].board, strict=True):
            found.setdefault(zones[group.zone], []).extend(
                -1 - place for place in range(at, at + cards)
            )
            at += cards
        return found

    def count(self, owner: str) -> int:
        return len(self.columns.get(owner, ()))

    @cached_property
    def ranks(self) -> Column:
        """The rank of each card; -1 for a joker."""
        return np.where(self.space.suits < 0, -1, self.space.ranks).astype(np.int8)

    @cached_property
    def suits(self) -> Column:
        return self.space.suits.astype(np.int8)

    @cached_property
    def bits(self) -> Int16s:
        """The rank of each card as one bit, none for a joker."""
        return np.where(self.ranks < 0, 0, 1 << np.maximum(self.ranks, 0).astype(np.int16)).astype(
            np.int16
        )


@dataclass
class SeenPositions:
    """Positions as rows of open cards and hole cards, and the money out."""

    view: DecisionView
    boards: Cards
    holes: Cards
    out: Int16s
    """Hundredths of a unit on the felt before the choice."""
    _known: dict[int, Scores] = field(default_factory=dict)

    def __len__(self) -> int:
        return len(self.holes)

    def value(self, hand_id: str) -> Scores | None:
        """The value of a player's hand in every row, if it is known beforehand."""

    @property
    def groups(self) -> tuple[Int64s, Cards]:
        """Successive rows with the same open cards, as groups, and those cards."""
        new = np.zeros(len(self), np.bool_)
        new[:1] = True
        for cards in self.boards.T:
            new[1:] |= cards[1:] != cards[:-1]
        return np.cumsum(new) - 1, self.boards[new]

    def score(self, score: Score, owner: str | None = None) -> Scores:
        """A score of every row, computed once; `owner` says whose cards alone it looks at."""
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

    def held(self, *owners: str) -> Int16s:
        """The ranks that occur, as bits."""
        found = np.zeros(len(self), np.int16)
        for owner in owners:
            for cards in self._cards(owner):
                found |= self.view.bits[cards]
        return found


@dataclass
class SeenKinds(SeenPositions):
    """All hands on some last boards of kinds, board by board: scores that depend only on the
    open cards or only on the hole cards are computed once for each board or hand, and only ranks
    matter."""

    by_board: SeenPositions = field(kw_only=True)
    by_hand: SeenPositions = field(kw_only=True)
    values: Mapping[tuple[object, ...], Scores] = field(kw_only=True)
    """The values of hands, by `value_key`."""

    @classmethod
    def of(cls, view: DecisionView, chunk: KindChunk, out: int) -> SeenKinds:
        """The positions of a chunk, with this money out."""
        (boards, hands), sets = chunk.weights.shape, chunk.hands
        holes = view.space.of_rank[sets.sets % np.uint8(sets.kinds.ranks)]

        def seen(cards: Cards, own: Cards) -> SeenPositions:
            return SeenPositions(view, cards, own, np.full(len(own), out, np.int16))

        return cls(
            view,
            *chunk.rows(),
            np.full(boards * hands, out, np.int16),
            by_board=seen(chunk.boards, np.zeros((boards, holes.shape[1]), np.uint8)),
            by_hand=seen(np.zeros((hands, chunk.boards.shape[1]), np.uint8), holes),
            values={value_key(view.plan, hand): of for hand, of in chunk.values.items()},
        )

    def value(self, hand_id: str) -> Scores | None:
        known = self.values.get(value_key(self.view.plan, hand_id))
        return None if known is None else known.reshape(-1)

    @property
    def groups(self) -> tuple[Int64s, Cards]:
        numbers = np.arange(len(self.by_board))
        return np.repeat(numbers, len(self.by_hand)), self.by_board.boards

    def score(self, score: Score, owner: str | None = None) -> Scores:
        if owner == "table":
            return np.repeat(self.by_board.score(score), len(self.by_hand))
        if owner == "player":
            return np.tile(self.by_hand.score(score), len(self.by_board))
        return super().score(score)


def downward(columns: Sequence[Column]) -> list[Column]:
    """The columns sorted in each row, the highest first."""
    found = list(columns)
    for done in range(len(found)):
        for place in range(len(found) - 1, done, -1):
            above, below = found[place - 1], found[place]
            found[place - 1], found[place] = np.maximum(above, below), np.minimum(above, below)
    return found


def most(columns: Sequence[Column | Int16s], rows: int) -> Scores:
    """The maximum of some columns in each row, 0 without columns."""
    found = np.zeros(rows, np.int16)
    for column in columns:
        np.maximum(found, column, out=found)
    return found
