"""The end of a round on boards of kinds: what every hand comes up against on each.

As `boards` does for boards of cards, with a card that is like each kind laid out in its
place. Nothing here depends on what anything pays, so it is kept for the next question.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from feltworks.kernels import kernel
from feltworks.odds.cardspace import CardSpace, CardTables, binomials
from feltworks.odds.chunks import BoardChunk
from feltworks.odds.contests import CountedContest
from feltworks.odds.handvalues import BoardValues
from feltworks.odds.kinds import KindDeck, Kinds, KindSets, kind_sets, suit_matters_from
from feltworks.odds.kindsweep import (
    DealerKinds,
    KindCounters,
    KindHands,
    kind_counters,
    sweep_kinds,
)
from feltworks.odds.plan import LevelPlan
from feltworks.odds.sweep import BELOW

HANDS_AT_ONCE = 100_000
KEEP = 40_000_000


@kernel
def lay_board_kinds(
    boards: NDArray[np.uint8],
    deck: KindDeck,
    by_rank: NDArray[np.int64],
    laid: NDArray[np.uint8],
) -> None:
    """Cards for kinds on boards: suits in turn, so that no other suit comes to matter."""
    ranks, suits, told_apart = deck
    for board in range(len(boards)):
        others = 0
        for place in range(boards.shape[1]):
            kind, suit = boards[board, place], 0
            if kind >= ranks:
                kind -= ranks
            else:
                suit = told_apart + others % (suits - told_apart)
                others += 1
            laid[board, place] = by_rank[kind * suits + suit]


@kernel
def lay_hole_kinds(
    laid: NDArray[np.uint8],
    sets: NDArray[np.uint8],
    deck: KindDeck,
    cards: CardTables,
    out: NDArray[np.uint8],
) -> None:
    """Cards for the kinds in hands, none of them on the board; any for a hand that the board
    leaves no cards for."""
    ranks, suits, told_apart = deck
    card_suits, card_ranks, by_rank = cards
    free = np.zeros((2 * ranks, suits), np.uint8)
    count = np.zeros(2 * ranks, np.int64)
    taken = np.zeros((ranks, suits), np.bool_)
    for board in range(len(laid)):
        taken[:, :] = False
        for card in laid[board]:
            taken[card_ranks[card], card_suits[card]] = True
        for rank in range(ranks):
            free[rank + ranks, 0] = by_rank[rank * suits]
            count[rank + ranks] = 1
            at = 0
            for suit in range(told_apart, suits):
                if not taken[rank, suit]:
                    free[rank, at] = by_rank[rank * suits + suit]
                    at += 1
            count[rank] = max(at, 1)
        for hand in range(len(sets)):
            before, run = -1, 0
            for place in range(sets.shape[1]):
                kind = int(sets[hand, place])
                run = run + 1 if kind == before else 0
                before = kind
                out[board, hand, place] = free[kind, run % count[kind]]


@kernel
def count_hands(left: NDArray[np.int64], sets: NDArray[np.uint8], hands: NDArray[np.int32]) -> None:
    """How many hands of cards each hand of kinds is, with the cards of each kind that boards
    leave; 0 where a board leaves too few."""
    for board in range(len(left)):
        for hand in range(len(sets)):
            before, run, ways = -1, 0, 1
            for place in range(sets.shape[1]):
                kind = int(sets[hand, place])
                run = run + 1 if kind == before else 1
                before = kind
                ways *= max(0, left[board, kind] - run + 1)
                if run > 1:
                    ways //= run  # C(n, run) from C(n, run - 1)
            hands[board, hand] = ways


@dataclass(frozen=True, kw_only=True)
class KindChunk(BoardChunk):
    """Boards of kinds, shown by cards like them; a weight is 1 if the deck has both board and
    hand. Counts are in narrow numbers."""

    sets: KindSets
    """All boards of kinds ..."""
    hands: KindSets
    """... and all hands."""
    first: int
    """The row of its first board among all."""

    @property
    def is_suited(self) -> bool:
        return self.sets.kinds.suited

    def wide_counts(self) -> NDArray[np.int32]:
        missing = 3 - self.counts.shape[2]
        filled = ((0, 0), (0, 0), (missing, 0), (0, 0))
        return np.pad(self.counts, filled).astype(np.int32, copy=False)

    def rows(self) -> tuple[NDArray[np.uint8], NDArray[np.uint8]]:
        """Open cards and hole cards of each board and hand, laid out when they are asked for."""
        holes = laid_out(self.space, self.hands, self.boards)
        boards = np.repeat(self.boards, holes.shape[1], axis=0)
        return boards, holes.reshape(len(boards), holes.shape[2])

    @property
    def rows_of_all(self) -> slice:
        """The rows of its boards among all."""
        return slice(self.first, self.first + len(self.boards))


def laid_boards(space: CardSpace, boards: KindSets, rows: slice) -> NDArray[np.uint8]:
    """Cards for some boards of kinds."""
    laid = np.zeros(boards.sets[rows].shape, np.uint8)
    lay_board_kinds(boards.sets[rows], boards.kinds.deck, space.by_rank, laid)
    return laid


def laid_out(space: CardSpace, hands: KindSets, boards: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Cards for all hands of kinds on each board."""
    laid = np.zeros((len(boards), *hands.sets.shape), np.uint8)
    lay_hole_kinds(boards, hands.sets, hands.kinds.deck, space.tables, laid)
    return laid


@dataclass(eq=False)
class KindView:
    """All boards of kinds, with a suit told apart or not, some at a time."""

    plan: LevelPlan
    space: CardSpace
    contests: Sequence[CountedContest]
    looked_at: Sequence[str]
    kinds: Kinds
    least: int
    """How many cards of the suit told apart lie on a last board at least."""
    _kept: dict[int, KindChunk] = field(default_factory=dict, init=False)

    def boards(self, size: int) -> KindSets:
        """The boards of so many cards from which a suit may still come to matter."""
        return kind_sets(self.kinds, size, max(0, self.least - self.plan.board + size))

    @cached_property
    def last(self) -> KindSets:
        return self.boards(self.plan.board)

    @cached_property
    def holes(self) -> KindSets:
        return kind_sets(self.kinds, self.plan.hole)

    @cached_property
    def in_hole(self) -> NDArray[np.int8]:
        """How many of each kind a hole hand holds, by kind and hand."""
        return self.holes.counts.astype(np.int8)

    @cached_property
    def hidden(self) -> KindSets:
        return kind_sets(self.kinds, self.plan.hidden)

    @cached_property
    def counters(self) -> KindCounters:
        return kind_counters(self.holes, self.hidden)

    @property
    def _at_once(self) -> int:
        return max(1, HANDS_AT_ONCE // len(self.holes))

    @property
    def chunk_count(self) -> int:
        return -(-len(self.last) // self._at_once)

    @property
    def has_all_at_hand(self) -> bool:
        return len(self._kept) == self.chunk_count

    def prepare(self) -> None:
        """Make what all chunks share, before several cores ask for it at once."""
        if len(self.last):
            self._chunk(0, 1)

    def chunks(self, worker: int = 0, workers: int = 1) -> Iterator[KindChunk]:
        """All boards, or a worker's share; kept for the next time unless they are very many."""
        few = len(self.last) * len(self.holes) <= KEEP
        for number in range(worker, self.chunk_count, workers):
            chunk = self._kept.get(number) or self._chunk(number * self._at_once, self._at_once)
            if few:
                self._kept[number] = chunk
            yield chunk

    def _chunk(self, first: int, count: int) -> KindChunk:
        rows = slice(first, min(first + count, len(self.last)))
        boards = laid_boards(self.space, self.last, rows)
        laid = laid_out(self.space, self.holes, boards)
        same = self.plan.hole == self.plan.hidden
        hidden = laid if same else laid_out(self.space, self.hidden, boards)
        values = BoardValues(self.plan, self.space, boards, laid, hidden)
        left = self._left(rows)
        possible = self._hands_on(rows) > 0
        return KindChunk(
            plan=self.plan,
            space=self.space,
            number=2 * first + self.kinds.suited,
            boards=boards,
            weights=possible.astype(np.int8),
            holes=np.zeros((0, 0, 0), np.uint8),
            values={hand: values.players(hand) for hand in self.looked_at},
            counts=self._against(values, possible, left),
            sets=self.last,
            hands=self.holes,
            first=first,
        )

    def _left(self, rows: slice) -> NDArray[np.int64]:
        """The cards of each kind that some boards leave, by board and kind."""
        return np.ascontiguousarray((self.kinds.held[:, None] - self.last.counts[:, rows]).T)

    def _hands_on(self, rows: slice) -> NDArray[np.int32]:
        """How many hole hands of cards each hand is on some boards."""
        left = self._left(rows)
        hands = np.zeros((len(left), len(self.holes)), np.int32)
        count_hands(left, self.holes.sets, hands)
        return hands

    def deals_of(self, chunk: KindChunk) -> NDArray[np.int64]:
        """How many deals of board and hole each board and hand is, whatever the suit told apart."""
        boards = self.last.ways[chunk.rows_of_all]
        return boards[:, None] * self._hands_on(chunk.rows_of_all)

    def _against(
        self, values: BoardValues, possible: NDArray[np.bool_], left: NDArray[np.int64]
    ) -> NDArray[np.integer]:
        """By board, contest, unqualified / below / up to, and hand: the dealer's hands; kept
        without the first of the three where every hand qualifies."""
        shape = (len(values.boards), len(self.contests), 3, len(self.holes))
        found = np.zeros(shape, np.int32)
        binom = binomials(int(self.kinds.held.max()), self.plan.hidden)
        for number, contest in enumerate(self.contests):
            counters = self.counters
            mine, dealers = values.players(contest.player), values.dealers(contest.dealer)
            sweep_kinds(
                KindHands(mine, possible, values.inside(contest.dealer)),
                DealerKinds(dealers, left, binom, mine is dealers),
                counters,
                counters.lengths,
                contest.qualifying,
                found[:, number],
            )
        if not any(contest.qualifying for contest in self.contests):
            found = found[:, :, BELOW:]
        narrow = found.max(initial=0) < 2**15
        return found.astype(np.int16) if narrow else found


@dataclass(frozen=True)
class KindBoards:
    """The boards of both views: without a suit told apart, and with one."""

    plain: KindView
    suited: KindView
    least: int
    """From how many board cards of a suit on it is told apart."""

    @property
    def has_all_at_hand(self) -> bool:
        return self.plain.has_all_at_hand and self.suited.has_all_at_hand


def kind_boards(
    plan: LevelPlan, space: CardSpace, contests: Sequence[CountedContest], looked_at: Sequence[str]
) -> KindBoards | None:
    """The boards of kinds, where kinds tell all that these hands look at."""
    sides = [hand for contest in contests for hand in (contest.player, contest.dealer)]
    least = suit_matters_from(plan, space, [*sides, *looked_at])
    if least is None:
        return None
    plain, suited = (
        KindView(
            plan,
            space,
            contests,
            looked_at,
            Kinds(len(space.deck.ranks), len(space.deck.suits), suited),
            least if suited else 0,
        )
        for suited in (False, True)
    )
    return KindBoards(plain, suited, least)
