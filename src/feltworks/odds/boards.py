"""The end of a round, board by board: what every hand of the player comes up against.

For each canonical board and each canonical hole hand on it: how many deals they are counted
for, the values of the player's hands, and for each contest the dealer's hands that do not
qualify, lie below the player's, and lie up to it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from math import comb

import numpy as np
from numpy.typing import NDArray

from feltworks.arrays import Flags, Int32s, Int64s, UInt8s
from feltworks.odds.boardsymmetry import (
    alike_suits,
    canonical_hands,
    hole_symmetry,
    weigh_on_boards,
)
from feltworks.odds.cardspace import CardSpace, binomials, combinations
from feltworks.odds.chunks import BoardChunk, contest_cases
from feltworks.odds.contests import CountedContest
from feltworks.odds.handvalues import BoardValues, SharedPlaces, cards_beside
from feltworks.odds.kindboards import KindBoards, kind_boards
from feltworks.odds.plan import LevelPlan
from feltworks.odds.sweep import (
    Counters,
    DealerHands,
    PlayerHands,
    ValueBounds,
    board_counters,
    counters_of,
    shared_counters,
    signs_of,
    sweep,
)
from feltworks.odds.symmetry import CanonicalSets, Symmetry, canonical_count

HANDS_AT_ONCE = 400_000
"""Boards come in chunks of about so many hands."""
SHARED_HANDS = 20_000
"""Up to so many hands on a board are listed once for all boards."""
MOST_KEPT = 4_000_000
"""Up to so many hands on boards are kept for the next count."""


@dataclass(frozen=True)
class SweptHands:
    """The hole hands and the dealer's hands of some boards, with what is needed to count them."""

    holes: UInt8s
    hidden: UInt8s
    hidden_weights: Int64s
    counters: Counters

    @cached_property
    def hole_counters(self) -> NDArray[np.unsignedinteger]:
        return counters_of(self.holes, self.counters, self.hidden.shape[1])

    @cached_property
    def hidden_counters(self) -> NDArray[np.unsignedinteger]:
        if self.hidden is self.holes:
            return self.hole_counters
        return counters_of(self.hidden, self.counters, self.hidden.shape[1])


@dataclass(eq=False)
class Boards:
    """Iterates over all boards at the end of a round, in chunks."""

    plan: LevelPlan
    space: CardSpace
    contests: Sequence[CountedContest]
    looked_at: Sequence[str]
    """The player's hands that pay tables look at."""
    with_ranks: tuple[int, ...] = ()
    """Only boards that hold a card of one of these ranks; all boards if none is given."""
    _kept: list[BoardChunk] | None = field(default=None, init=False)

    @property
    def dealer_hands(self) -> int:
        """How many hands the dealer can have."""
        plan = self.plan
        return comb(self.space.size - plan.board - plan.hole, plan.hidden)

    @cached_property
    def by_kind(self) -> KindBoards | None:
        """The same boards by kinds of cards, if the kinds decide everything."""
        return kind_boards(self.plan, self.space, self.contests, self.looked_at)

    @cached_property
    def beside_kinds(self) -> Boards | None:
        """The boards of cards that the boards of kinds leave out: those with a wild card."""
        if self.by_kind is None or not self.by_kind.wild:
            return None
        return replace(self, with_ranks=self.by_kind.wild)

    @cached_property
    def hole_count(self) -> int:
        """How many hole hands there are on each board; without a board, how many canonical ones."""
        space, plan = self.space, self.plan
        if plan.board:
            return comb(space.size - plan.board, plan.hole)
        return canonical_count(space, (plan.hole,))

    @property
    def one_by_one(self) -> bool:
        """Whether each board has its own list of hands: if they are many, or there is no board."""
        return not self.plan.board or self.hole_count > SHARED_HANDS

    @cached_property
    def shared(self) -> SweptHands:
        """The hands that all boards share, as places among the cards left."""
        plan, left = self.plan, self.space.size - self.plan.board
        holes = hidden = combinations(left, plan.hole)
        if plan.hidden != plan.hole:
            hidden = combinations(left, plan.hidden)
        counters = shared_counters(left, plan.hidden)
        return SweptHands(holes, hidden, np.ones(len(hidden), np.int64), counters)

    @cached_property
    def canonical(self) -> CanonicalSets:
        """The canonical boards, and how many boards each counts for."""
        boards = Symmetry(self.space, self.plan.levels[-1].board).canonical
        if not self.with_ranks:
            return boards
        chosen = self._are_here(boards.sets)
        return CanonicalSets(boards.sets[chosen], boards.weights[chosen])

    def _are_here(self, boards: UInt8s) -> Flags:
        """Whether boards hold a card of the ranks that are asked for."""
        return np.asarray(np.isin(self.space.ranks[boards], self.with_ranks).any(axis=1))

    def rows_of(self, some: Boards) -> Int64s:
        """The rows of some of these boards among all of them."""
        boards = self.canonical.sets
        return np.arange(len(boards)) if some is self else np.flatnonzero(some._are_here(boards))

    @property
    def _at_once(self) -> int:
        return 1 if self.one_by_one else max(1, HANDS_AT_ONCE // self.hole_count)

    @property
    def chunk_count(self) -> int:
        return -(-len(self.canonical) // self._at_once)

    @property
    def has_all_at_hand(self) -> bool:
        """Whether every chunk is cached from an earlier count."""
        if self._kept is not None:
            return True
        beside = self.beside_kinds
        kept = self.by_kind is not None and self.by_kind.has_all_at_hand
        return kept and (beside is None or beside._kept is not None)

    def prepare(self) -> None:
        """Make what all chunks share, before several threads need it."""
        self.chunk(self.canonical.sets[:1], self.canonical.weights[:1])

    def chunks(self, worker: int = 0, workers: int = 1) -> Iterator[BoardChunk]:
        """All boards, or a worker's share; cached if they are few."""
        if self._kept is not None:
            yield from self._kept[worker::workers]
            return
        boards, weights = self.canonical
        few = workers == 1 and len(boards) * self.hole_count <= MOST_KEPT
        kept = []
        for number in range(worker, self.chunk_count, workers):
            here = slice(number * self._at_once, (number + 1) * self._at_once)
            chunk = self.chunk(boards[here], weights[here], number)
            kept += [chunk] if few else []
            yield chunk
        self._kept = kept if few else None

    def on_board(self, board: Sequence[int]) -> BoardChunk:
        """One particular board, ascending in each group, counted once."""
        row = np.array([board], np.uint8).reshape(1, len(board))
        return self.chunk(row, np.ones(1, np.int64))

    def chunk(self, boards: UInt8s, weights: Int64s, number: int = 0) -> BoardChunk:
        """Everything about some boards."""
        if self.one_by_one:
            hand_weights, values, counts = self._one_board(boards)
        else:
            hand_weights, values, counts = self._some_boards(boards)
        return BoardChunk(
            plan=self.plan,
            space=self.space,
            number=number,
            boards=boards,
            weights=hand_weights * weights[:, None],
            holes=values.holes,
            values={hand: values.players(hand) for hand in self.looked_at},
            counts=counts,
            cases=contest_cases(values, self.contests) if self.plan.shown else None,
        )

    def _one_board(self, boards: UInt8s) -> tuple[Int64s, BoardValues, Int32s]:
        """The weights of the canonical hands of one board, their values and counts."""
        space, plan = self.space, self.plan
        alike = alike_suits(space, boards, plan.levels[-1].board)[0]
        holes = hidden = canonical_hands(space, boards[0], alike, plan.hole)
        laid = hidden_laid = holes.sets[None]
        if plan.hidden != plan.hole:
            hidden = canonical_hands(space, boards[0], alike, plan.hidden)
            hidden_laid = hidden.sets[None]
        values = BoardValues(plan, space, boards, laid, hidden_laid)
        counters = board_counters(space, boards[0], alike, plan.hidden)
        hands = SweptHands(holes.sets, hidden.sets, hidden.weights, counters)
        hand_weights = holes.weights[None]
        return hand_weights, values, self._against(hands, hand_weights, values)

    def _some_boards(self, boards: UInt8s) -> tuple[Int64s, BoardValues, Int32s]:
        """The same for boards that share one list of hands; one that is not canonical weighs 0."""
        space, hands = self.space, self.shared
        laid = hidden = cards_beside(boards, space.size, hands.holes)
        if hands.hidden is not hands.holes:
            hidden = cards_beside(boards, space.size, hands.hidden)
        hand_weights = np.zeros(laid.shape[:2], np.int64)
        alike = hole_symmetry(space, boards, self.plan.levels[-1].board, self.plan.hole)
        binom = binomials(space.size, self.plan.hole)
        weigh_on_boards(laid, binom, alike.patterns, alike.weights, hand_weights)
        places = SharedPlaces(hands.holes, hands.hidden)
        values = BoardValues(self.plan, space, boards, laid, hidden, places)
        return hand_weights, values, self._against(hands, hand_weights, values)

    def _against(self, hands: SweptHands, hand_weights: Int64s, values: BoardValues) -> Int32s:
        """The dealer's hands by board, contest, unqualified / below / up to, and hand; empty if
        they are looked at one by one instead."""
        contests = () if self.plan.shown else self.contests
        counts = np.zeros((len(hand_weights), len(contests), 3, hand_weights.shape[1]), np.int32)
        for number, contest in enumerate(contests):
            mine, dealers = values.players(contest.player), values.dealers(contest.dealer)
            inside = values.inside(contest.dealer)
            signs = signs_of(self.plan.hole, self.plan.hidden)
            sweep(
                PlayerHands(mine, hand_weights, inside, hands.hole_counters, signs),
                DealerHands(dealers, hands.hidden_weights, hands.hidden_counters, mine is dealers),
                hands.counters,
                ValueBounds(contest.values, contest.qualifying),
                counts[:, number],
            )
        return counts
