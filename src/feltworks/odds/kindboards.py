"""The last boards by kinds of cards: what every hand comes up against on each.

A `KindView` has all boards with one suit distinguished, or with none (the plain view); a
`KindBoards` has all views that a game needs. They work like `boards`, with one card of each kind
laid out in place of the kind. Nothing here depends on pays, so the results are cached for the next
question.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from math import comb

import numpy as np
from numpy.typing import NDArray

from feltworks.arrays import Flags, Int8s, Int32s, Int64s, UInt8s
from feltworks.odds.cardspace import CardSpace, binomials
from feltworks.odds.chunks import BoardChunk
from feltworks.odds.contests import CountedContest
from feltworks.odds.handvalues import value_key
from feltworks.odds.kindflushes import FlushTable, flush_table
from feltworks.odds.kinds import (
    Kinds,
    KindSets,
    Links,
    as_plain,
    count_hands,
    hands_that_fit,
    kind_sets,
    kinds_of,
    links_between,
    suit_matters_from,
    wild_ranks,
)
from feltworks.odds.kindsweep import (
    DealerKinds,
    KindCounters,
    KindHands,
    kind_counters,
    sweep_kinds,
)
from feltworks.odds.kindvalues import (
    KIND_HANDS_AT_ONCE,
    KindValues,
    SuitedBoards,
    laid_boards,
    laid_hands,
)
from feltworks.odds.plan import LevelPlan
from feltworks.odds.positions import EVERY
from feltworks.odds.sweep import ValueBounds

MOST_KEPT = 22_000_000
"""Up to so many hands on boards, over all views, are kept: some 9 bytes for each."""
VIEW_SHIFT = 32
"""The number of a chunk has the number of its view above this bit, and its first board below."""


@dataclass(frozen=True, kw_only=True)
class KindChunk(BoardChunk):
    """Boards of kinds, each shown as cards of these kinds; a weight is 1 if the deck has cards for
    both board and hand. Counts are in narrow integer types."""

    sets: KindSets
    """All boards of kinds ..."""
    hands: KindSets
    """... and all hands."""
    first: int
    """The row of its first board among all."""

    @property
    def weighed(self) -> Int8s:
        return self.weights.astype(np.int8, copy=False)

    def rows(self) -> tuple[UInt8s, UInt8s]:
        """Open cards and hole cards of each board and hand, laid out on demand."""
        holes = laid_hands(self.space, self.hands, self.boards, EVERY)
        boards = np.repeat(self.boards, holes.shape[1], axis=0)
        return boards, holes.reshape(len(boards), holes.shape[2])

    @property
    def rows_of_all(self) -> slice:
        """The rows of its boards among all."""
        return slice(self.first, self.first + len(self.boards))


@dataclass(eq=False)
class KindView:
    """All boards of kinds, with a suit distinguished or not, some at a time."""

    plan: LevelPlan
    space: CardSpace
    contests: Sequence[CountedContest]
    looked_at: Sequence[str]
    kinds: Kinds
    least: int
    """From how many cards of a suit on the last board it matters; in a view that tells a suit
    apart, as many of it lie there at least."""
    number: int = 0
    """Its place among all views."""
    plain: KindView | None = None
    """The view without a suit distinguished, if this is one with."""
    keep: bool = True
    """Whether what was counted is kept for the next time."""
    _kept: dict[int, KindChunk] = field(default_factory=dict, init=False)
    _links: dict[int, Links] = field(default_factory=dict, init=False)
    _known_flushes: dict[object, FlushTable] = field(default_factory=dict, init=False)

    def boards(self, size: int) -> KindSets:
        """The boards of so many cards from which a suit may still come to matter."""
        least = self.least - self.plan.board + size if self.kinds.suited else 0
        return kind_sets(self.kinds, size, max(0, least), self.kinds.wild)

    @cached_property
    def last(self) -> KindSets:
        return self.boards(self.plan.board)

    @cached_property
    def holes(self) -> KindSets:
        return kind_sets(self.kinds, self.plan.hole)

    def links(self, size: int, some: slice = EVERY) -> Links:
        """From boards of one card less to some boards of this many cards."""
        if size not in self._links:
            self._links[size] = links_between(self.boards(size - 1), self.boards(size))
        return self._links[size].to(some)

    @cached_property
    def in_hole(self) -> Int8s:
        """How many of each kind a hole hand holds, by kind and hand."""
        return self.holes.counts.astype(np.int8)

    @cached_property
    def hidden(self) -> KindSets:
        """The dealer's hands; the player's if they have the same size."""
        return kind_sets(self.kinds, self.plan.hidden)

    @cached_property
    def counters(self) -> KindCounters:
        return kind_counters(self.holes, self.hidden)

    @property
    def _at_once(self) -> int:
        return max(1, KIND_HANDS_AT_ONCE // len(self.holes))

    @property
    def chunk_count(self) -> int:
        return -(-len(self.last) // self._at_once)

    @property
    def has_all_at_hand(self) -> bool:
        return len(self._kept) == self.chunk_count

    def prepare(self) -> None:
        """Make what all chunks share, before several threads need it."""
        if len(self.last):
            self._chunk(0, 1)

    def chunks(self, worker: int = 0, workers: int = 1) -> Iterator[KindChunk]:
        """All boards, or a worker's share; kept for the next time unless they are very many."""
        for number in range(worker, self.chunk_count, workers):
            chunk = self._kept.get(number) or self._chunk(number * self._at_once, self._at_once)
            if self.keep:
                self._kept[number] = chunk
            yield chunk

    def _chunk(self, first: int, count: int) -> KindChunk:
        rows = slice(first, min(first + count, len(self.last)))
        values, here = (self._suited_values(rows), EVERY) if self.plain else (self.values, rows)
        possible = self._possible(rows, self.holes)
        return KindChunk(
            plan=self.plan,
            space=self.space,
            number=self.number << VIEW_SHIFT | first,
            boards=values.boards[here],
            weights=possible,
            holes=np.zeros((0, 0, 0), np.uint8),
            values={hand: values.players(hand)[here] for hand in self.looked_at},
            counts=self._against(values, rows, here, possible),
            sets=self.last,
            hands=self.holes,
            first=first,
        )

    @cached_property
    def laid(self) -> UInt8s:
        """Cards for all last boards."""
        return laid_boards(self.space, self.last, self.least)

    @cached_property
    def crowded(self) -> Flags:
        """Whether there are so many cards of a suit on a last board, as it is laid, that it
        matters."""
        suits = np.arange(len(self.space.deck.suits))
        held = (self.space.suits[self.laid][:, :, None] == suits).sum(axis=1)
        return np.asarray(held.max(axis=1) >= self.least)

    @cached_property
    def values(self) -> KindValues:
        """The values of hands on all boards."""
        return self._values_on(self.laid, None)

    def _suited_values(self, rows: slice) -> KindValues:
        """The values of hands on some boards with a distinguished suit."""
        assert self.plain is not None
        counts = (self.last.sets[rows] >= self.kinds.ranks).sum(axis=1)
        plain_rows = self.plain_rows[rows]
        crowded = self.plain.crowded[plain_rows]

        def flushes(hand_id: str, hands: KindSets) -> FlushTable:
            table = self._flushes(hand_id, hands)
            return table._replace(of_board=table.of_board[rows])

        suited = SuitedBoards(counts, self.plain.values, plain_rows, crowded, flushes)
        return self._values_on(self.laid[rows], suited)

    def _values_on(self, laid: UInt8s, suited: SuitedBoards | None) -> KindValues:
        value_keys = self.value_keys
        return KindValues(self.plan, self.space, laid, self.holes, self.hidden, value_keys, suited)

    @cached_property
    def value_keys(self) -> dict[str, object]:
        """For each hand what its values depend on."""
        sides = (hand for contest in self.contests for hand in (contest.player, contest.dealer))
        return {hand: value_key(self.plan, hand) for hand in (*sides, *self.looked_at)}

    def _flushes(self, hand_id: str, hands: KindSets) -> FlushTable:
        """The flushes of a hand on all boards, looked up once."""
        key = (self.value_keys[hand_id], hands.size)
        if key not in self._known_flushes:
            book = self.plan.book
            drawn = sum(book.chooser(hand_id).zones.values())
            lookup = book.compiled(hand_id).tables(drawn).lookup
            needed = book.ranking(hand_id).cards
            self._known_flushes[key] = flush_table(self.space, self.last, hands, needed, lookup)
        return self._known_flushes[key]

    @cached_property
    def plain_rows(self) -> Int32s:
        """The rows of the last boards among the plain ones."""
        return as_plain(self.last, (self.plain or self).last)

    @cached_property
    def plain_hands(self) -> Int32s:
        """... and of the hole hands."""
        return as_plain(self.holes, (self.plain or self).holes)

    @cached_property
    def left(self) -> Int8s:
        """The cards of each kind that the last boards leave, by board and kind."""
        left = self.kinds.held[:, None] - self.last.counts
        return np.ascontiguousarray(left.T, np.int8)

    def _hands_on(self, rows: slice) -> Int32s:
        """How many hole hands of cards each hand of kinds counts for on some boards."""
        left = self.left[rows]
        hands = np.zeros((len(left), len(self.holes)), np.int32)
        count_hands(left, self.holes.sets, hands)
        return hands

    def deals_of(self, chunk: KindChunk) -> Int64s:
        """How many deals of board and hole each board and hand is, whichever of the suits alike is
        distinguished."""
        boards = self.last.ways[chunk.rows_of_all]
        return boards[:, None] * self._hands_on(chunk.rows_of_all)

    def _possible(self, rows: slice, hands: KindSets) -> Int8s:
        """1 for each of these hands that some boards leave cards for."""
        left = self.left[rows]
        fits = np.zeros((len(left), len(hands)), np.int8)
        hands_that_fit(left, hands.sets, fits)
        return fits

    def _against(
        self, values: KindValues, rows: slice, here: slice, possible: Int8s
    ) -> NDArray[np.signedinteger]:
        """The dealer's hands by board, contest, unqualified / below / up to, and hand; stored
        without the first of the three if every hand qualifies."""
        plan, left, counters = self.plan, self.left[rows], self.counters
        known = 3 if any(contest.qualifying for contest in self.contests) else 2
        shape = (len(left), len(self.contests), known, len(self.holes))
        dealers_hands = comb(self.space.size - plan.board, plan.hidden)
        found = np.zeros(shape, np.dtype(np.int16 if dealers_hands < 2**15 else np.int32))
        binom = binomials(int(self.kinds.held.max()), plan.hidden)
        theirs = possible if self.hidden is self.holes else self._possible(rows, self.hidden)
        for number, contest in enumerate(self.contests):
            mine, dealers = values.players(contest.player), values.dealers(contest.dealer)
            sweep_kinds(
                KindHands(mine[here], possible, values.inside(contest.dealer)[here]),
                DealerKinds(dealers[here], theirs, left, binom, mine is dealers),
                counters,
                ValueBounds(contest.values, contest.qualifying),
                found[:, number],
            )
        return found


@dataclass(frozen=True)
class KindBoards:
    """The boards of all views: without a suit distinguished, and with one of some suits alike."""

    plain: KindView
    suited: tuple[KindView, ...]
    least: int
    """The number of board cards of a suit from which it is distinguished."""
    wild: tuple[int, ...]
    """The ranks that lie on none of these boards, because some hand takes them for any card."""

    @property
    def views(self) -> tuple[KindView, ...]:
        return self.plain, *self.suited

    @property
    def hands(self) -> int:
        """How many hands on how many boards there are."""
        return sum(len(view.last) * len(view.holes) for view in self.views)

    @property
    def has_all_at_hand(self) -> bool:
        return all(view.has_all_at_hand for view in self.views)


def kind_boards(
    plan: LevelPlan, space: CardSpace, contests: Sequence[CountedContest], looked_at: Sequence[str]
) -> KindBoards | None:
    """The boards of kinds, if kinds decide everything that these hands look at."""
    sides = [hand for contest in contests for hand in (contest.player, contest.dealer)]
    least = suit_matters_from(plan, [*sides, *looked_at])
    if least is None:
        return None
    wild = wild_ranks(plan, space, [*sides, *looked_at])
    plain = KindView(plan, space, contests, looked_at, kinds_of(space, (), wild), least)
    suited = list[KindView]()
    for ranks in dict.fromkeys(space.suit_ranks.tolist()) if least <= plan.board else ():
        alike = tuple(np.flatnonzero(space.suit_ranks == ranks).tolist())
        distinguished = kinds_of(space, alike, wild)
        number = 1 + len(suited)
        view = KindView(plan, space, contests, looked_at, distinguished, least, number, plain)
        suited += [view] if len(view.last) else []
    found = KindBoards(plain, tuple(suited), least, wild)
    for view in found.views:
        view.keep = found.hands <= MOST_KEPT
    return found
