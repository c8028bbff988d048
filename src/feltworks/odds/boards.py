"""The end of a round, board by board: what every hand of the player comes up against.

For each board that stands for its kind, every hole hand that does so too is weighed: how
many deals it stands for, its pay class, and for each contest the dealer's hands that do
not qualify, lie below it, and lie up to it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from math import comb
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from feltworks.odds.boardsweep import SweptHands, board_counters, counters_of, sweep_board
from feltworks.odds.cardspace import CardSpace, binomials, combinations
from feltworks.odds.chunks import BoardChunk, compared
from feltworks.odds.contests import ContestPlan
from feltworks.odds.kindboards import KindBoards, kind_boards
from feltworks.odds.layout import alike_with_board, dealt, hole_symmetry, weigh_on_boards
from feltworks.odds.looks import Looks
from feltworks.odds.plan import Plan
from feltworks.odds.sweep import Counters, PlayerHands, counters, signs_of, sweep
from feltworks.odds.symmetry import Symmetry, canonical_hands

HANDS_AT_ONCE = 400_000
SHARED_HANDS = 20_000
KEEP = 4_000_000


class SharedHands(NamedTuple):
    """Hands that many boards share, as places in what is left of the deck."""

    places: NDArray[np.uint8]
    counters: Counters


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

    @property
    def hole_count(self) -> int:
        """How many hole hands there are on each board."""
        return comb(self.space.size - self.plan.board, self.plan.hole)

    @property
    def one_by_one(self) -> bool:
        """Whether each board has a list of hands of its own: there are many, or no board is."""
        return not self.plan.board or self.hole_count > SHARED_HANDS

    @cached_property
    def holes(self) -> SharedHands:
        """The hole hands on every board."""
        return self._shared(self.plan.hole)

    @cached_property
    def hidden(self) -> SharedHands:
        """The dealer's hands on every board."""
        same = self.plan.hidden == self.plan.hole
        return self.holes if same else self._shared(self.plan.hidden)

    def _shared(self, size: int) -> SharedHands:
        left = self.space.size - self.plan.board
        places = combinations(left, size)
        return SharedHands(places, counters(places, left, self.plan.hidden))

    @cached_property
    def boards(self) -> tuple[NDArray[np.uint8], NDArray[np.int64]]:
        """The boards that stand for their kind, and how many each stands for."""
        symmetry = Symmetry(self.space, self.plan.levels[-1].board)
        chosen = symmetry.weights > 0
        return symmetry.hands[chosen], symmetry.weights[chosen]

    @property
    def _at_once(self) -> int:
        return 1 if self.one_by_one else max(1, HANDS_AT_ONCE // self.hole_count)

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
        few = workers == 1 and len(boards) * self.hole_count <= KEEP
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
        if self.one_by_one:
            standing, looks, counts = self._one_board(boards)
        else:
            standing, looks, counts = self._some_boards(boards)
        return BoardChunk(
            plan=self.plan,
            space=self.space,
            number=number,
            boards=boards,
            weights=standing * weights[:, None],
            holes=looks.holes,
            looks={hand: looks.players(hand) for hand in self.looked_at},
            counts=counts,
            cases=compared(looks, self.contests) if self.plan.shown else None,
        )

    @property
    def _counted(self) -> Sequence[ContestPlan]:
        """The contests in which the dealer's hands are counted, not looked at."""
        return () if self.plan.shown else self.contests

    def _one_board(
        self, boards: NDArray[np.uint8]
    ) -> tuple[NDArray[np.int64], Looks, NDArray[np.int32]]:
        """How many hands each canonical one stands for, their values and counts, on one board."""
        space, plan = self.space, self.plan
        alike = np.zeros(len(space.suit_ranks), np.int64)
        shifts = space.pile_shifts(plan.levels[-1].board)
        alike_with_board(boards[0], shifts, space.suits, space.ranks, space.suit_ranks, alike)
        holes = canonical_hands(space, boards[0], alike, plan.hole)
        hidden = holes
        if plan.hidden != plan.hole:
            hidden = canonical_hands(space, boards[0], alike, plan.hidden)
        looks = Looks(plan, space, boards, holes.sets[None], hidden.sets[None])
        counts = np.zeros((1, len(self._counted), 3, len(holes)), np.int32)
        if self._counted:
            counters = board_counters(space, boards[0], alike, plan.hidden)
            mine = dealers = counters_of(holes, counters, plan.hidden)
            if hidden is not holes:
                dealers = counters_of(hidden, counters, plan.hidden)
        for number, contest in enumerate(self._counted):
            sweep_board(
                SweptHands(looks.players(contest.player)[0], holes.weights, mine),
                signs_of(plan.hole, plan.hidden),
                looks.inside(contest.dealer)[0],
                SweptHands(looks.dealers(contest.dealer)[0], hidden.weights, dealers),
                counters,
                (contest.values, contest.qualifying),
                counts[0, number],
            )
        return holes.weights[None], looks, counts

    def _some_boards(
        self, boards: NDArray[np.uint8]
    ) -> tuple[NDArray[np.int64], Looks, NDArray[np.int32]]:
        """The same on some boards that share one list of hands: 0 for one that is not canonical."""
        space, holes, hidden = self.space, self.holes, self.hidden
        laid = dealt(boards, space.size, holes.places)
        hidden_laid = laid if hidden is holes else dealt(boards, space.size, hidden.places)
        standing = np.zeros(laid.shape[:2], np.int64)
        alike = hole_symmetry(space, boards, self.plan.levels[-1].board, self.plan.hole)
        binom = binomials(space.size, self.plan.hole)
        weigh_on_boards(laid, binom, alike.patterns, alike.weights, standing)
        looks = Looks(self.plan, space, boards, laid, hidden_laid, (holes.places, hidden.places))
        counts = np.zeros((len(boards), len(self._counted), 3, laid.shape[1]), np.int32)
        for number, contest in enumerate(self._counted):
            mine, dealers = looks.players(contest.player), looks.dealers(contest.dealer)
            sweep(
                PlayerHands(mine, standing, looks.inside(contest.dealer)),
                dealers,
                mine is dealers,
                holes.counters,
                hidden.counters,
                (contest.values, contest.qualifying),
                counts[:, number],
            )
        return standing, looks, counts
