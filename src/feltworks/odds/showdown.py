"""One tree on one plan with its pays, in the form that kernels need: what both halves of the walk
share.

For the last level: which branches each hand may take, where they lead and what the endings pay. For
the levels before: their positions and the paths to them. It also decides how the last boards are
gone through: card by card, by kinds of cards, or the last two levels together.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import comb, factorial
from typing import Protocol

import numpy as np

from feltworks.arrays import Int64s, UInt8s
from feltworks.odds.boards import Boards
from feltworks.odds.cardspace import CardSpace
from feltworks.odds.chunks import BoardChunk
from feltworks.odds.deals import ways_to_deal
from feltworks.odds.ends import (
    CASES_OF,
    EndingPays,
    HandsOnBoards,
    NodeBranches,
    branches_at,
    value_branches,
)
from feltworks.odds.errors import OddsRefused
from feltworks.odds.kindboards import KindBoards
from feltworks.odds.kinds import suit_matters_from, wild_ranks
from feltworks.odds.lasttwo import MOST_CARDS, LastTwo, places_apart
from feltworks.odds.needs import has_needed
from feltworks.odds.paths import PathFinder
from feltworks.odds.pays import Pays
from feltworks.odds.plan import LevelPlan
from feltworks.odds.positions import Positions, RowBlock, positions
from feltworks.odds.sums import CLOSED, MOST_WORTH, NARROW
from feltworks.odds.symmetry import arrangements_fit, refuse_many_arrangements
from feltworks.odds.tree import Tree

MOST_BRANCHES = 63
"""Branches are bits of one number."""
FEW_POSITIONS = 100_000_000
"""Up to this many positions between the last two levels (suits not swapped) are listed."""


class Policy(Protocol):
    """A way to play, not necessarily the best: a branch for every position of a node."""

    def branch(self, level: int, node: int, boards: UInt8s, holes: UInt8s) -> Int64s:
        """The branch taken with each row of open cards and hole cards."""

    def branches(
        self, level: int, here: Positions, block: RowBlock
    ) -> Iterator[tuple[int, Int64s]]:
        """The branch taken at each position of a block of a level, by node that decides."""

    def branch_on(self, node: int, chunk: BoardChunk) -> Int64s:
        """The branch taken at a node of the last level with each board and hand of a chunk."""

    def minds_suits(self, level: int, node: int) -> bool:
        """Whether the branch depends on suits in other ways than flushes do."""


@dataclass(eq=False)
class Showdown:
    """One tree on one plan; with a policy, the branches that it does not take are closed."""

    plan: LevelPlan
    boards: Boards
    tree: Tree
    pays: Pays
    policy: Policy | None = None

    def __post_init__(self) -> None:
        self._check_size()
        self._check_boards()

    @property
    def space(self) -> CardSpace:
        return self.boards.space

    def for_kernels(self, chunk: BoardChunk) -> HandsOnBoards:
        return HandsOnBoards(
            chunk.weighed,
            chunk.classes(self.pays.classes),
            chunk.counts.astype(np.int32, copy=False),
            self._closed(chunk),
        )

    def _closed(self, chunk: BoardChunk) -> Int64s:
        """The branches of the last level that each hand may not take, as bits; empty if it may take
        each."""
        branches = [branch for node in self.tree.levels[-1] for branch in node.branches]
        if self.policy is None and all(branch.needs is None for branch in branches):
            return np.zeros((0, 0), np.int64)
        closed = np.zeros(chunk.weights.shape, np.int64)
        for bit, branch in enumerate(branches):
            if branch.needs is not None:
                held = has_needed(self.plan, self.space, branch.needs, -1, chunk.rows())
                closed |= np.where(held.reshape(closed.shape), 0, 1 << bit)
        if self.policy is not None:
            first = 0
            for number, node in enumerate(self.tree.levels[-1]):
                if node.decision is not None:
                    taken = self.policy.branch_on(number, chunk).reshape(closed.shape)
                    closed |= ((1 << len(node.branches)) - 1 ^ 1 << taken) << first
                first += len(node.branches)
        return closed

    def last_values(self, chunk: BoardChunk, node: int) -> Int64s:
        """The worth of each branch of a node of the last level, by board, hand and branch, summed
        over the dealer's hands; `CLOSED` if the hand may not take it."""
        nodes = self.nodes
        first = int(nodes.first[node])
        branches = nodes.leads[first : nodes.stop[node]]
        out = np.zeros((*chunk.weights.shape, len(branches)), np.int64)
        hands = self.for_kernels(chunk)
        value_branches(hands, self.ending_pays, branches, out)
        for place in range(len(branches) if len(hands.closed) else 0):
            out[..., place][hands.closed >> (first + place) & 1 == 1] = CLOSED
        return out

    @cached_property
    def kinds(self) -> KindBoards | None:
        """The last boards by kinds of cards, if the kinds decide everything."""
        found, level = self.boards.by_kind, len(self.plan.levels) - 1
        branches = [branch for node in self.tree.levels[-1] for branch in node.branches]
        needs = [branch.needs for branch in branches if branch.needs is not None]
        book, levels = self.plan.book, self.plan.levels
        to_come = levels[-1].cards - (levels[-2].cards if level else 0)
        if (
            found is None
            or self.combinations * self.largest_pay * 2 * factorial(to_come) >= MOST_WORTH
            or self._policy_minds_suits
            or any(hand.conditions for hand in self.pays.classes.hands)
            or any(book.test(need.hand, need.is_).condition for need in needs)
        ):
            return None
        hands = [need.hand for need in needs]
        from_ = suit_matters_from(self.plan, hands)
        others_wild = {*wild_ranks(self.plan, self.space, hands)} - {*found.wild}
        return found if from_ is not None and from_ >= found.least and not others_wild else None

    @property
    def boards_of_cards(self) -> Boards | None:
        """The last boards to be looked at card by card: all, or those that kinds leave out."""
        return self.boards if self.kinds is None else self.boards.beside_kinds

    @property
    def _policy_minds_suits(self) -> bool:
        """Whether a policy depends on suits at the last level, apart from flushes."""
        return self.policy is not None and any(
            node.decision is not None and self.policy.minds_suits(len(self.plan.levels) - 1, number)
            for number, node in enumerate(self.tree.levels[-1])
        )

    @cached_property
    def last_two(self) -> LastTwo | None:
        """The last two levels together, if that is possible and there are many positions
        between."""
        if self.policy is not None or self.kinds is not None or self.boards.contests:
            return None
        if self.space.size > MOST_CARDS or self._last_positions <= FEW_POSITIONS:
            return None
        hands = [hand.hand for hand in self.pays.classes.hands]
        places = places_apart(self.plan, self.tree, hands)
        if places is None:
            return None
        here = positions(self.space, self.plan.levels[-3].board, self.plan.hole)
        return LastTwo(self.plan, self.space, self.tree, self.pays, places, here)

    @property
    def _last_positions(self) -> int:
        """How many positions the level before the last has, suits not swapped."""
        nothing = (0,) * len(self.plan.groups)
        before = self.plan.levels[-2].board if len(self.plan.levels) > 1 else nothing
        left = self.space.size - self.plan.hole
        return comb(self.space.size, self.plan.hole) * self._ways([nothing, before], left)

    @cached_property
    def earlier(self) -> list[Positions]:
        """The positions of the levels before the last, or before the last two."""
        levels = self.plan.levels[: -1 if self.last_two is None else -2]
        return [positions(self.space, level.board, self.plan.hole) for level in levels]

    @cached_property
    def path_finder(self) -> PathFinder:
        return PathFinder(self.plan, self.space, self.earlier)

    @property
    def orders(self) -> int:
        """In how many orders the last board can have come."""
        return self.path_finder.orders(len(self.plan.levels) - 1)

    @property
    def ending_pays(self) -> EndingPays:
        counted = [] if self.plan.shown else list(self.boards.contests)
        ids = [contest.id for contest in counted]
        contests = [
            ids.index(ending.contest) if ending.contest in ids else -1
            for ending in self.tree.endings
        ]
        dealer_hands = self.boards.dealer_hands
        pays = self.pays.table[:, :, np.array(CASES_OF).reshape(-1)]
        narrow = 2 * self.largest_pay * dealer_hands < NARROW
        pays = np.ascontiguousarray(pays.reshape(len(pays), -1), np.int32 if narrow else np.int64)
        return EndingPays(
            pays,
            np.array(contests, np.int64),
            len(counted),
            dealer_hands,
            -NARROW if narrow else CLOSED,
        )

    @property
    def nodes(self) -> NodeBranches:
        """The last level's branches, each with the ending it leads to."""
        return branches_at(self.tree, len(self.tree.levels) - 1)

    def fold_pay(self, ending: int) -> int:
        """What a fold pays, whatever the cards."""
        return int(self.pays.table[ending, self.pays.classes.possible, 0])

    def deals_below(self, level: int) -> int:
        """How many deals of all cards follow a level, the dealer's hand last."""
        boards = [here.board for here in self.plan.levels[level:]]
        return self._ways(boards, self.space.size - self.plan.hole) * self.boards.dealer_hands

    def _ways(self, boards: Sequence[tuple[int, ...]], left: int) -> int:
        """In how many ways boards can come one after the other."""
        new = (np.subtract(after, before) for before, after in itertools.pairwise(boards))
        return ways_to_deal(left - sum(boards[0]), (int(size) for some in new for size in some))

    @property
    def combinations(self) -> int:
        """All deals: at each step the ways to deal what is newly seen, the dealer's hand last."""
        nothing = (0,) * len(self.plan.groups)
        first = [nothing, self.plan.levels[0].board]
        deals = comb(self.space.size, self.plan.hole)
        return deals * self._ways(first, self.space.size - self.plan.hole) * self.deals_below(0)

    @property
    def largest_pay(self) -> int:
        """The most that can be won or lost, in the smallest unit of pay."""
        return int(np.abs(self.pays.table).max(initial=1))

    def _check_size(self) -> None:
        largest = self.largest_pay
        if any(len(node.branches) > MOST_BRANCHES for nodes in self.tree.levels for node in nodes):
            raise OddsRefused("stages", f"a decision may offer up to {MOST_BRANCHES} choices")
        last = [branch for node in self.tree.levels[-1] for branch in node.branches]
        picked = self.policy is not None or any(branch.needs is not None for branch in last)
        if picked and len(last) > MOST_BRANCHES:
            raise OddsRefused(
                "stages",
                f"the last decision offers {len(last)} choices over all that may be out by then; "
                f"where a hand may take only some of them, up to {MOST_BRANCHES} can be weighed",
            )
        if self.combinations * largest >= MOST_WORTH:
            raise OddsRefused(
                "stages",
                f"{self.combinations:,} deals at pays up to {largest:,} do not fit whole numbers "
                "of 64 bits, so they are too many to be counted exactly: deal fewer cards or write "
                "smaller pays, or have rounds dealt by a strategy of your own, with `feltworks "
                "simulate GAME --strategy FILE.csv`",
            )

    def _check_boards(self) -> None:
        """Refuses boards that could not be listed, before anything is counted."""
        boards = [level.board for level in self.plan.levels]
        sizes = [*boards, (self.plan.hole,)]
        if all(arrangements_fit(self.space, each) for each in sizes):
            return
        # Only now, because it takes longer: which of them will be listed card by card.
        earlier = boards[: -1 if self.last_two is None else -2]
        sizes = [*earlier, (self.plan.hole,)] if earlier else []
        if self.last_two is None and self.boards_of_cards is not None:
            sizes.append(boards[-1])
        for each in sizes:
            refuse_many_arrangements(self.space, each)
