"""The last two levels solved together, if each paid hand looks at only a part of the open cards. In
a cross of cards two hands share the player's cards and the middle one. The last decision depends on
two pairs of cards, far more positions than can be listed. But the value of a hand depends on only
one of the pairs. So, for one hole hand at a time, two small tables say which pay class the cards
that came early, and those that come late, give with each set of last cards; the classes of a
position are the sums of a row of the one and a row of the other, and nothing is looked up again."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import comb, prod

import numpy as np
from numpy.typing import NDArray

from feltworks.arrays import Int32s, Int64s, UInt8s
from feltworks.odds.cardspace import CardSpace, combinations
from feltworks.odds.classes import HandClasses
from feltworks.odds.ends import branches_at
from feltworks.odds.lasttwokernels import HoleHand, LastDecision, ends_of_two, worths_of_two
from feltworks.odds.passes import Totals, over_boards, sum_of
from feltworks.odds.pays import Pays
from feltworks.odds.plan import LevelPlan
from feltworks.odds.positions import Positions
from feltworks.odds.progress import Progress
from feltworks.odds.tree import Tree

MOST_CARDS = 62
"""A set of cards is stored as bits of one number."""


@dataclass(frozen=True)
class BoardParts:
    """Places on the last board: seen before the last decision, at it and after it."""

    early: tuple[int, ...]
    late: tuple[int, ...]
    last: tuple[int, ...]


def places_apart(plan: LevelPlan, tree: Tree, hands: Sequence[str]) -> BoardParts | None:
    """The places of a plan whose last two levels can be solved together, or None.

    Each level must add cards to one group that had none, there must be no decision after the last
    cards, and no hand may look at cards both of the last decision and from before it.
    """
    if len(plan.levels) < 3 or plan.hidden or plan.shown:
        return None
    if any(node.decision is not None for node in tree.levels[-1]):
        return None
    if any(branch.needs is not None for node in tree.levels[-2] for branch in node.branches):
        return None
    before, here, last = (level.board for level in plan.levels[-3:])
    places: list[list[int]] = [[], [], []]
    at = 0
    for had, has, gets in zip(before, here, last, strict=True):
        if len({0, had, has, gets}) > 2:
            return None
        places[0 if had else 1 if has else 2] += range(at, at + gets)
        at += gets
    if sum(not had and has > 0 for had, has in zip(before, here, strict=True)) != 1:
        return None
    if sum(not has and gets > 0 for has, gets in zip(here, last, strict=True)) != 1:
        return None
    for hand in hands:
        drawn = {-1 - column for zone in plan.columns(hand) for column in zone if column < 0}
        if drawn & {*places[0]} and drawn & {*places[1]}:
            return None
    return BoardParts(*(tuple(some) for some in places))


@dataclass(frozen=True)
class LastTwo:
    """The last two levels of one tree, from the positions before them."""

    plan: LevelPlan
    space: CardSpace
    tree: Tree
    pays: Pays
    places: BoardParts
    here: Positions
    """The positions of the level before the last two."""

    @cached_property
    def decision(self) -> LastDecision:
        level, folds = len(self.tree.levels) - 2, len(self.tree.folds)
        nodes, after = branches_at(self.tree, level), branches_at(self.tree, level + 1)
        leads = [after.leads[lead] if lead >= 0 else -1 - lead for lead in nodes.leads]
        table = np.ascontiguousarray(self.pays.table[:, :, 0].T)
        return LastDecision(
            nodes._replace(leads=np.array(leads, np.int64)),
            table,
            table[self.pays.classes.possible, :folds].copy(),
            comb(self.space.size - self.plan.hole - self._early - self._late, self._last),
        )

    @property
    def _early(self) -> int:
        return len(self.places.early)

    @property
    def _late(self) -> int:
        return len(self.places.late)

    @property
    def _last(self) -> int:
        return len(self.places.last)

    @property
    def late_sets(self) -> int:
        """How many sets of cards may be seen at the last decision after one position."""
        return comb(self.space.size - self.plan.hole - self._early, self._late)

    @cached_property
    def _by_hole(self) -> list[Int64s]:
        """The positions of each hole hand that has any."""
        order = np.argsort(self.here.held, kind="stable")
        held = self.here.held[order]
        return np.split(order, np.flatnonzero(np.diff(held)) + 1)

    @property
    def chunk_count(self) -> int:
        return len(self._by_hole)

    def prepare(self) -> None:
        """Make what all chunks share, before several threads need it."""
        self.hole_hand(0)

    def chunks(self, worker: int = 0, workers: int = 1) -> Iterator[HoleHand]:
        """All hole hands, or a worker's share."""
        for number in range(worker, self.chunk_count, workers):
            yield self.hole_hand(number)

    def hole_hand(self, number: int) -> HoleHand:
        """One hole hand with its tables."""
        chosen = self._by_hole[number]
        boards, holes = self.here.cards(chosen)
        weights = self.here.weights[chosen].astype(np.int64)
        return self._tables(number, chosen, weights, boards, holes[0])

    def _tables(
        self, number: int, chosen: Int64s, weights: Int64s, boards: UInt8s, hole: UInt8s
    ) -> HoleHand:
        late, last = (self._sets(size, hole) for size in (self._late, self._last))
        multiples = [len(hand.examples) for hand in self.pays.classes.hands]
        early_hands: list[tuple[HandClasses, int]] = []
        late_hands: list[tuple[HandClasses, int]] = []
        for place, hand in enumerate(self.pays.classes.hands):
            drawn = {-1 - c for zone in self.plan.columns(hand.hand) for c in zone if c < 0}
            of = late_hands if drawn & {*self.places.late} else early_hands
            of.append((hand, prod(multiples[place + 1 :])))
        return HoleHand(
            number,
            chosen,
            weights,
            self._table(early_hands, hole, boards, self.places.early, last),
            self._table(late_hands, hole, late, self.places.late, last),
            _bits(boards),
            _bits(late),
        )

    def _sets(self, size: int, hole: UInt8s) -> UInt8s:
        """All sets of this many cards beside a hole hand."""
        rest = np.setdiff1d(np.arange(self.space.size, dtype=np.uint8), hole)
        return rest[combinations(len(rest), size)]

    def _table(
        self,
        hands: Sequence[tuple[HandClasses, int]],
        hole: UInt8s,
        boards: UInt8s,
        at: tuple[int, ...],
        last: UInt8s,
    ) -> Int32s:
        """By sets of open cards and of last cards: the part of the class that some hands give."""
        free = _bits(boards)[:, None] & _bits(last)[None] == 0
        rows, columns = np.nonzero(free)
        open_cards = np.zeros((len(rows), self.plan.board), np.uint8)
        open_cards[:, list(at)] = boards[rows]
        open_cards[:, list(self.places.last)] = last[columns]
        number = np.zeros(len(rows), np.int64)
        for hand, times in hands:
            number += self._classes(hand, hole, open_cards) * times
        table = np.full(free.shape, self.pays.classes.count, np.int32)
        table[rows, columns] = number
        return table

    def _classes(self, hand: HandClasses, hole: UInt8s, open_cards: UInt8s) -> Int64s:
        book = self.plan.book
        drawn = [column for zone in self.plan.columns(hand.hand) for column in zone]
        faces = np.empty((len(open_cards), len(drawn)), np.uint8)
        for place, column in enumerate(drawn):
            cards = open_cards[:, -1 - column] if column < 0 else hole[column]
            faces[:, place] = self.space.faces[cards]
        values = book.chooser(hand.hand).row_values(book.compiled(hand.hand), faces)
        return hand.of(self.space.deck, values, faces)

    def worths(self, progress: Progress, values: NDArray[np.integer]) -> tuple[list[int], Int64s]:
        """Fill `values` with the worth of each history of the last decision, by position; returns
        fingerprints of the choices, and for how many deals each branch is the best."""
        plays: list[int] = []

        def start() -> Totals:
            return (np.zeros(len(self.decision.nodes.leads), np.int64),)

        def add(total: Totals, hand: HoleHand) -> None:
            worths = np.zeros((len(hand.chosen), len(self.decision.nodes.first)), np.int64)
            plays.append(worths_of_two(hand, self.decision, worths, total[0]))
            values[hand.chosen] = worths

        totals = over_boards(self, "valuing positions", progress, start, lambda hand: hand, add)
        return plays, sum_of([total[0] for total in totals])

    def counts(self, reached: Int64s, progress: Progress) -> Totals:
        """Deals by class and ending, folds and ties, from the deals that reach each position, by
        position and history."""

        def start() -> Totals:
            folds, nodes = len(self.decision.fold_pays), len(self.decision.nodes.first)
            return (
                np.zeros_like(self.decision.pays),
                np.zeros(folds, np.int64),
                np.zeros(nodes, np.int64),
            )

        def add(total: Totals, hand: HoleHand) -> None:
            ends_of_two(hand, self.decision, reached[hand.chosen], *total)

        totals = over_boards(self, "counting endings", progress, start, lambda hand: hand, add)
        return tuple(sum_of([total[part] for total in totals]) for part in range(3))

    def best_of(self, node: int, deals: Int64s) -> Counter[str]:
        """For how many deals, counted by branch, each choice of a node is the best."""
        branches = self.tree.levels[-2][node].branches
        some = deals[self.decision.nodes.first[node] : self.decision.nodes.stop[node]].tolist()
        return Counter({each.choice: n for each, n in zip(branches, some, strict=True) if n})

    def branch_values(
        self, board: Sequence[int], hole: Sequence[int], node: int
    ) -> tuple[Int64s, int]:
        """The worth of each branch of the last decision with a board, in the order of its groups,
        and how many deals it is summed over."""
        lies = sorted((*self.places.early, *self.places.late))
        cards = dict(zip(lies, board, strict=True))
        early = np.array([[cards[place] for place in self.places.early]], np.uint8)
        late = [cards[place] for place in self.places.late]
        one = np.array([0], np.int64)
        hand = self._tables(0, one, one, early.reshape(1, -1), np.array(hole, np.uint8))
        (some,) = np.flatnonzero(hand.late_bits == _bits(np.array([late], np.uint8))[0])
        classes = hand.early[0] + hand.late[some]
        worth = self.decision.pays[classes[classes < self.pays.classes.count]].sum(axis=0)
        worth[: len(self.decision.fold_pays)] = self.decision.fold_pays * self.decision.last_sets
        nodes = self.decision.nodes
        return worth[nodes.leads[nodes.first[node] : nodes.stop[node]]], self.decision.last_sets


def _bits(sets: UInt8s) -> Int64s:
    """Sets of cards as bits of a number."""
    found = np.zeros(len(sets), np.int64)
    for column in sets.T:
        found |= np.int64(1) << column.astype(np.int64)
    return found
