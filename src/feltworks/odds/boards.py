"""The end of a round, board by board: what every hand of the player comes up against.

For each board that stands for its kind, every hole hand that does so too is weighed: how
many deals it stands for, its pay class, and for each contest the dealer's hands that do
not qualify, lie below it, and lie up to it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import comb

import numpy as np
from numpy.typing import NDArray

from feltworks.cards import Card
from feltworks.odds.cardspace import CardSpace, combinations
from feltworks.odds.contests import ContestPlan
from feltworks.odds.layout import dealt, weigh_on_boards
from feltworks.odds.looks import Looks, Places
from feltworks.odds.pays import PayClasses
from feltworks.odds.plan import Plan
from feltworks.odds.sweep import Counters, counters, sweep
from feltworks.odds.symmetry import Symmetry

HANDS_AT_ONCE = 400_000
KEEP = 3_000_000


@dataclass(frozen=True)
class BoardChunk:
    """Some boards with every hole hand on each; arrays begin with board and hand."""

    boards: NDArray[np.uint8]
    weights: NDArray[np.int64]
    """Deals of board and hole that each pair stands for; 0 where another stands for it."""
    holes: NDArray[np.uint8]
    looks: dict[str, NDArray[np.int16]]
    """The value of each of the player's hands."""
    values: NDArray[np.int16]
    """The player's value in each contest, by board, contest and hand."""
    counts: NDArray[np.int32]
    """By board, contest, unqualified / below / up to, and hand."""

    def rows(self) -> tuple[NDArray[np.uint8], NDArray[np.uint8]]:
        """Open cards and hole cards, one row for each board and hand."""
        boards = np.repeat(self.boards, self.holes.shape[1], axis=0)
        return boards, self.holes.reshape(-1, self.holes.shape[2])

    def classes(self, classes: PayClasses) -> NDArray[np.int64]:
        """The pay class of every hole hand."""
        number = np.zeros(self.weights.shape, np.int64)
        for hand in classes.hands:
            number = number * len(hand.examples) + hand.of_value[self.looks[hand.hand]]
        return number


class Boards:
    """Walks over all boards at the end of a round, a chunk at a time."""

    def __init__(
        self,
        plan: Plan,
        space: CardSpace,
        contests: Sequence[ContestPlan],
        looked_at: Sequence[str],
    ) -> None:
        """`looked_at` are the player's hands that pay tables will ask about."""
        self.plan = plan
        self.space = space
        self.contests = contests
        self.looked_at = looked_at
        self.dealer_hands = comb(space.size - plan.board - plan.hole, plan.hidden)
        self._kept: list[BoardChunk] | None = None

    @cached_property
    def counters(self) -> Counters:
        left = self.space.size - self.plan.board
        return counters(left, self.plan.hidden, None if self.plan.board else self.space)

    def _places(self, size: int) -> Places:
        """Without a board suits can be swapped, and one set of each kind is enough."""
        if self.plan.board:
            sets = combinations(self.space.size - self.plan.board, size)
            return Places(sets, np.ones(len(sets), np.int64), self.counters)
        symmetry = Symmetry(self.space, size)
        return Places(symmetry.hands, symmetry.weights, self.counters).only(symmetry.weights)

    @cached_property
    def holes(self) -> Places:
        return self._places(self.plan.hole)

    @cached_property
    def hidden(self) -> Places:
        same = self.plan.hidden == self.plan.hole
        return self.holes if same else self._places(self.plan.hidden)

    @cached_property
    def boards(self) -> tuple[NDArray[np.uint8], NDArray[np.int64]]:
        """The boards that stand for their kind, and how many each stands for."""
        symmetry = Symmetry(self.space, self.plan.board)
        chosen = symmetry.weights > 0
        return symmetry.hands[chosen], symmetry.weights[chosen]

    @property
    def _at_once(self) -> int:
        return max(1, HANDS_AT_ONCE // len(self.holes))

    @property
    def chunk_count(self) -> int:
        return -(-len(self.boards[0]) // self._at_once)

    def prepare(self) -> None:
        """Make what all chunks share, before several cores ask for it at once."""
        self.chunk(self.boards[0][:1], self.boards[1][:1])

    def chunks(self, worker: int = 0, workers: int = 1) -> Iterator[BoardChunk]:
        """All boards, or a worker's share; kept for the next time when they are few."""
        if self._kept is not None:
            yield from self._kept[worker::workers]
            return
        boards, weights = self.boards
        few = workers == 1 and len(boards) * len(self.holes) <= KEEP
        kept = []
        for number in range(worker, self.chunk_count, workers):
            here = slice(number * self._at_once, (number + 1) * self._at_once)
            chunk = self.chunk(boards[here], weights[here])
            kept += [chunk] if few else []
            yield chunk
        self._kept = kept if few else None

    def on_board(self, cards: Sequence[Card]) -> BoardChunk:
        """One particular board, counted once."""
        board = np.array([self.space.in_order(cards)], np.uint8).reshape(1, len(cards))
        return self.chunk(board, np.ones(1, np.int64))

    def chunk(self, boards: NDArray[np.uint8], weights: NDArray[np.int64]) -> BoardChunk:
        """Everything about some boards."""
        holes, standing = self._standing(boards)
        looks = Looks(self.plan, self.space, boards, holes, self.hidden)
        shape = (len(boards), len(self.contests), 3, len(holes))
        counts = np.zeros(shape, np.int32)
        values = np.zeros((shape[0], shape[1], shape[3]), np.int16)
        for number, contest in enumerate(self.contests):
            values[:, number] = looks.players(contest.player)
            sweep(
                (values[:, number], standing, *holes.counted, looks.inside(contest.dealer)),
                (looks.dealers(contest.dealer), self.hidden.weights, self.hidden.counted[0]),
                (contest.values, contest.qualifying),
                self.counters.shares,
                counts[:, number],
            )
        seen = {hand: looks.players(hand) for hand in self.looked_at}
        return BoardChunk(boards, standing * weights[:, None], looks.holes, seen, values, counts)

    def _standing(self, boards: NDArray[np.uint8]) -> tuple[Places, NDArray[np.int64]]:
        """The hole hands on some boards and how many each stands for there.

        On a single board with very many hands only those that stand for their kind are
        kept; on many boards all hands are, so that the boards share one list.
        """
        space, holes = self.space, self.holes
        if not self.plan.board:
            return holes, holes.weights[None, :]
        standing = np.zeros((len(boards), len(holes)), np.int64)
        cards = dealt(boards, space.size, holes.sets)
        weigh_on_boards(boards, cards, space.suits, space.ranks, space.suit_ranks, standing)
        if len(holes) <= HANDS_AT_ONCE:
            return holes, standing
        few = holes.only(standing[0])
        return few, few.weights[None, :]
