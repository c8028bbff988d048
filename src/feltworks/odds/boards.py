"""The end of a round, board by board: what every hand of the player comes up against.

For each board that stands for its kind, every hole hand that does so too is weighed: how
many deals it stands for, its pay class, and for each contest the dealer's hands that do
not qualify, lie below it, and lie up to it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from math import comb

import numpy as np
from numpy.typing import NDArray

from feltworks.odds.cardspace import CardSpace, combinations
from feltworks.odds.chunks import BoardChunk, compared
from feltworks.odds.contests import ContestPlan
from feltworks.odds.kindboards import KindBoards, kind_boards
from feltworks.odds.layout import dealt, weigh_on_boards
from feltworks.odds.looks import Looks, Places
from feltworks.odds.plan import Plan
from feltworks.odds.sweep import Counters, counters, sweep
from feltworks.odds.symmetry import Symmetry

HANDS_AT_ONCE = 400_000
KEEP = 4_000_000


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
    def by_kind(self) -> KindBoards | None:
        """The same boards by kinds of cards, where these tell all that matters."""
        return kind_boards(self.plan, self.space, self.contests, self.looked_at)

    @cached_property
    def counters(self) -> Counters:
        left = self.space.size - self.plan.board
        return counters(left, self.plan.hidden, None if self.plan.board else self.space)

    def _places(self, size: int) -> Places:
        """Without a board suits can be swapped, and one set of each kind is enough."""
        if self.plan.board:
            sets = combinations(self.space.size - self.plan.board, size)
            return Places(sets, np.ones(len(sets), np.int64), self.counters)
        symmetry = Symmetry(self.space, (size,))
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
        symmetry = Symmetry(self.space, self.plan.levels[-1].board)
        chosen = symmetry.weights > 0
        return symmetry.hands[chosen], symmetry.weights[chosen]

    @property
    def _at_once(self) -> int:
        return max(1, HANDS_AT_ONCE // len(self.holes))

    @property
    def chunk_count(self) -> int:
        return -(-len(self.boards[0]) // self._at_once)

    @property
    def has_all_at_hand(self) -> bool:
        """Whether every chunk is kept from an earlier count."""
        kept = self.by_kind is not None and self.by_kind.has_all_at_hand
        return kept or self._kept is not None

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
            chunk = self.chunk(boards[here], weights[here], number)
            kept += [chunk] if few else []
            yield chunk
        self._kept = kept if few else None

    def on_board(self, board: Sequence[int]) -> BoardChunk:
        """One particular board, ascending in each pile, counted once."""
        row = np.array([board], np.uint8).reshape(1, len(board))
        return self.chunk(row, np.ones(1, np.int64))

    def chunk(
        self, boards: NDArray[np.uint8], weights: NDArray[np.int64], number: int = 0
    ) -> BoardChunk:
        """Everything about some boards."""
        holes, standing, laid_out = self._standing(boards)
        hidden = laid_out
        if self.hidden is not holes:
            hidden = dealt(boards, self.space.size, self.hidden.sets)
        looks = Looks(self.plan, self.space, boards, laid_out, hidden, (holes, self.hidden))
        return BoardChunk(
            plan=self.plan,
            space=self.space,
            number=number,
            boards=boards,
            weights=standing * weights[:, None],
            holes=laid_out,
            looks={hand: looks.players(hand) for hand in self.looked_at},
            counts=self._against(looks, holes, standing),
            cases=compared(looks, self.contests) if self.plan.shown else None,
        )

    def _against(
        self, looks: Looks, holes: Places, standing: NDArray[np.int64]
    ) -> NDArray[np.int32]:
        """The dealer's hands against each of the player's, contest by contest; none where they
        are looked at instead."""
        contests = () if self.plan.shown else self.contests
        counts = np.zeros((len(looks.boards), len(contests), 3, len(holes)), np.int32)
        for number, contest in enumerate(contests):
            values = looks.players(contest.player)
            sweep(
                (values, standing, *holes.counted, looks.inside(contest.dealer)),
                (looks.dealers(contest.dealer), self.hidden.weights, self.hidden.counted[0]),
                (contest.values, contest.qualifying),
                self.counters.shares,
                counts[:, number],
            )
        return counts

    def _standing(
        self, boards: NDArray[np.uint8]
    ) -> tuple[Places, NDArray[np.int64], NDArray[np.uint8]]:
        """The hole hands on some boards, how many each stands for there, and their cards.

        On a single board with very many hands only those that stand for their kind are
        kept; on many boards all hands are, so that the boards share one list.
        """
        space, holes = self.space, self.holes
        hands = dealt(boards, space.size, holes.sets)
        if not self.plan.board:
            return holes, holes.weights[None, :], hands
        standing = np.zeros((len(boards), len(holes)), np.int64)
        weigh_on_boards(
            boards,
            space.pile_shifts(self.plan.levels[-1].board),
            hands,
            (space.suits, space.ranks, space.suit_ranks),
            standing,
        )
        if len(holes) <= HANDS_AT_ONCE:
            return holes, standing, hands
        few = holes.only(standing[0])
        return few, few.weights[None, :], dealt(boards, space.size, few.sets)
