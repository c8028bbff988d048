"""What a player sees at a decision, column by column, for very many positions at once.

Own cards, open cards of the table and open cards of the dealer are separate, as they are for a
person. Data is in columns of small numbers rather than rows of cards: each question then runs over
whole columns and costs next to nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from copy import copy
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from typing import Any, Self, TypeVar

import numpy as np
from numpy.typing import NDArray

from feltworks.arrays import Flags, Int8s, Int16s, Int64s, UInt8s
from feltworks.odds.cardspace import CardSpace
from feltworks.odds.handvalues import value_key
from feltworks.odds.kindboards import KindChunk
from feltworks.odds.plan import LevelPlan

Cards = UInt8s
Column = Int8s
Scores = Int16s
Score = Callable[["SeenPositions"], Scores]
CardColumn = TypeVar("CardColumn", Int8s, Int16s, UInt8s)
"""Something of each card, or of the card that each row has in a column."""
MONEY = "money"
"""In place of the owner of cards, for a score that looks at the money out."""


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


def changes(boards: Cards) -> Flags:
    """Which rows have other open cards than the row before; the first is one of them."""
    new = np.zeros(len(boards), np.bool_)
    new[:1] = True
    for cards in boards.T:
        new[1:] |= cards[1:] != cards[:-1]
    return new


@dataclass
class SeenPositions:
    """Positions as rows of open cards and hole cards, and the money out."""

    view: DecisionView
    boards: Cards
    holes: Cards
    out: Int16s
    """Hundredths of a unit on the felt before the choice."""
    _known: dict[Score, Scores] = field(default_factory=dict)

    def __len__(self) -> int:
        return len(self.out)

    def with_out(self, out: int) -> Self:
        """The same positions with other money out; what is known of their cards stays known."""
        found = copy(self)
        found.out = np.full(len(self), out, np.int16)
        return found

    def value(self, hand_id: str) -> Scores | None:
        """The value of a player's hand in every row, if it is known beforehand."""

    @property
    def groups(self) -> tuple[Int64s, Cards]:
        """Successive rows with the same open cards, as groups, and those cards."""
        new = changes(self.boards)
        return np.cumsum(new) - 1, self.boards[new]

    def score(self, score: Score, owner: str | None = None) -> Scores:
        """A score of every row, computed once; `owner` says whose cards alone it looks at, and that
        of money is not kept."""
        if owner == MONEY:
            return score(self)
        if score not in self._known:
            self._known[score] = score(self)
        return self._known[score]

    def column(self, of_card: CardColumn, at: int) -> CardColumn:
        """What each row has in a column of the hole, or of the board if it is below 0."""
        return of_card[self.holes[:, at] if at >= 0 else self.boards[:, -1 - at]]

    def columns(self, of_card: CardColumn, *owners: str) -> list[CardColumn]:
        """The same for all cards of some owners."""
        places = self.view.columns
        return [self.column(of_card, at) for owner in owners for at in places.get(owner, ())]

    def ranks(self, *owners: str) -> list[Column]:
        return self.columns(self.view.ranks, *owners)

    def suits(self, *owners: str) -> list[Column]:
        return self.columns(self.view.suits, *owners)

    def held(self, *owners: str) -> Int16s:
        """The ranks that occur, as bits."""
        found = np.zeros(len(self), np.int16)
        for bits in self.columns(self.view.bits, *owners):
            found |= bits
        return found


class SeenHands(SeenPositions):
    """Hands on some boards: scores that depend only on the open cards or only on the hole cards
    are computed once for each board or hand."""

    def __init__(
        self,
        by_board: SeenPositions,
        by_hand: SeenPositions,
        board_of: Int64s,
        hand_of: NDArray[np.integer],
    ) -> None:
        """`board_of` and `hand_of` say which board and hand each position has."""
        self.view = by_board.view
        self.by_board, self.by_hand = by_board, by_hand
        self.board_of, self.hand_of = board_of, hand_of
        self.out = np.zeros(len(hand_of), np.int16)
        self._known = {}
        self._columns: dict[tuple[int, int], Any] = {}

    @cached_property
    def boards(self) -> Cards:  # type: ignore[override]
        return self.by_board.boards[self.board_of]

    @cached_property
    def holes(self) -> Cards:  # type: ignore[override]
        found: Cards = self.by_hand.holes[self.hand_of]
        return found

    @property
    def groups(self) -> tuple[Int64s, Cards]:
        return self.board_of, self.by_board.boards

    def column(self, of_card: CardColumn, at: int) -> CardColumn:
        found: CardColumn | None = self._columns.get((id(of_card), at))
        if found is None:
            one = self.by_hand if at >= 0 else self.by_board
            found = one.column(of_card, at)[self.hand_of if at >= 0 else self.board_of]
            self._columns[id(of_card), at] = found
        return found

    def score(self, score: Score, owner: str | None = None) -> Scores:
        if owner is not None and owner != MONEY and score not in self._known:
            places = self.view.columns.get(owner, [])
            if all(at >= 0 for at in places):
                self._known[score] = np.take(self.by_hand.score(score), self.hand_of)
            elif all(at < 0 for at in places):
                self._known[score] = np.take(self.by_board.score(score), self.board_of)
        return super().score(score, owner)


class SeenKinds(SeenHands):
    """All hands on some last boards of kinds, board by board. Scores of hole cards alone look only
    at ranks; which cards a hand is shown as depends on the board."""

    def __init__(self, view: DecisionView, chunk: KindChunk) -> None:
        (boards, hands), sets = chunk.weights.shape, chunk.hands
        holes = view.space.of_rank[sets.sets % np.uint8(sets.kinds.ranks)]
        by_board, by_hand = on_boards(view, chunk.boards), with_hands(view, holes)
        super().__init__(by_board, by_hand, *every_hand(boards, hands))
        self.chunk = chunk
        self.values = {value_key(view.plan, hand): of for hand, of in chunk.values.items()}
        """The values of hands, by what they depend on."""

    @cached_property
    def boards(self) -> Cards:  # type: ignore[override]
        return self._rows[0]

    @cached_property
    def holes(self) -> Cards:  # type: ignore[override]
        return self._rows[1]

    @cached_property
    def _rows(self) -> tuple[Cards, Cards]:
        return self.chunk.rows()

    def column(self, of_card: CardColumn, at: int) -> CardColumn:
        if at < 0 or of_card is self.view.ranks or of_card is self.view.bits:
            return super().column(of_card, at)
        return SeenPositions.column(self, of_card, at)

    def value(self, hand_id: str) -> Scores | None:
        known = self.values.get(value_key(self.view.plan, hand_id))
        return None if known is None else known.reshape(-1)


def on_boards(view: DecisionView, boards: Cards) -> SeenPositions:
    """Boards alone."""
    count = len(boards)
    return SeenPositions(view, boards, np.zeros((count, 0), np.uint8), np.zeros(count, np.int16))


def with_hands(view: DecisionView, holes: Cards) -> SeenPositions:
    """Hole hands alone."""
    count = len(holes)
    return SeenPositions(view, np.zeros((count, 0), np.uint8), holes, np.zeros(count, np.int16))


@lru_cache(maxsize=4)
def every_hand(boards: int, hands: int) -> tuple[Int64s, Int64s]:
    """The board and the hand of each position, if there is every hand on every board."""
    return np.repeat(np.arange(boards), hands), np.tile(np.arange(hands), boards)


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
