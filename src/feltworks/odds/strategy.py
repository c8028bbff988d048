"""The best move in a position, and the exact value of every choice there.

An `Advisor` solves the game once and then answers positions. Positions of the levels before the
last are looked up; on the last level a board is counted on demand, and kept.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from feltworks.arrays import Int16s, Int64s, UInt8s
from feltworks.cards import Card
from feltworks.odds.boardsymmetry import alike_suits
from feltworks.odds.chunks import BoardChunk
from feltworks.odds.estimate import estimated_seconds, hands_on_boards
from feltworks.odds.exchange.game import exchange_stages
from feltworks.odds.exchange.solver import ExchangeSolver
from feltworks.odds.kindwalk import chunks_with_deals
from feltworks.odds.levelcards import LevelCards
from feltworks.odds.needs import seen_cards
from feltworks.odds.positionadvice import (
    Place,
    PositionAdvice,
    PositionError,
    StrategyLine,
    TreeAdvisor,
)
from feltworks.odds.positions import position_of
from feltworks.odds.progress import Progress, silent
from feltworks.odds.solver import Solver
from feltworks.odds.symmetry import canonical_cards
from feltworks.odds.walk import Walk
from feltworks.rules.schema import Rules


def seconds_to_solve(rules: Rules) -> float:
    """About how long it takes until advice on these rules is available."""
    if exchange_stages(rules):
        return ExchangeSolver(rules).positions({}).seconds_to_get_ready
    showdown = Solver(rules).walk({}).showdown
    return estimated_seconds(showdown, hands_on_boards(showdown))


class _BestBranches(NamedTuple):
    """Positions with the branch that is best at each, the deals that each represents, what lays
    out their open cards and hole cards, and the values of hands that are known beforehand."""

    branches: NDArray[np.intp]
    deals: NDArray[np.integer]
    rows: Callable[[], tuple[UInt8s, UInt8s]]
    values: Mapping[str, Int16s]


class Advisor(TreeAdvisor):
    """Answers for one rules file, from the walk over its boards."""

    def __init__(
        self,
        rules: Rules,
        *,
        indifferent: Mapping[str, str] | None = None,
        progress: Progress = silent,
    ) -> None:
        self.solver = Solver(rules)
        self.walk: Walk = self.solver.walk(indifferent or {})
        self.walk.choose_with_worths(progress)
        self.space = self.solver.boards.space
        self._on_board = lru_cache(maxsize=4096)(self._count_board)
        super().__init__(self.walk.tree, self.walk.plan.book.deck)

    def cards_seen(self, level: int) -> tuple[int, int]:
        level_cards = self._cards_at(level)
        return level_cards.own, level_cards.open

    def _cards_at(self, level: int) -> LevelCards:
        return LevelCards(self.walk.plan, self.space, level)

    def _is_last(self, place: Place) -> bool:
        return place.level == len(self.walk.plan.levels) - 1

    def advise_at(
        self, place: Place, cards: Sequence[Card], board: Sequence[Card], given_up: Sequence[Card]
    ) -> PositionAdvice:
        hole, open_cards = self._cards_at(place.level).lay(cards, board)
        worths = self._last if self._is_last(place) else self._earlier
        return self._advice(place, *worths(place, open_cards, hole))

    def _earlier(self, place: Place, board: list[int], hole: list[int]) -> tuple[Int64s, int]:
        if place.level == len(self.walk.decided):
            two = self.walk.showdown.last_two
            assert two is not None
            return two.branch_values(board, hole, place.node)
        decided = self.walk.decided[place.level]
        sizes = self.walk.plan.levels[place.level].board
        number = position_of(self.space, decided.positions, sizes, board, hole)
        worth = self.walk.branch_values(place.level, self.node(place), np.array([number]))[:, 0]
        return worth, int(decided.positions.weights[number]) * decided.deals_below

    def _last(self, place: Place, board: list[int], hole: list[int]) -> tuple[Int64s, int]:
        space, sizes = self.space, self.walk.plan.levels[-1].board
        stands, swap = canonical_cards(space, space.suit_ranks, board, sizes)
        moved = sorted(int(card) for card in space.swapped[swap][hole])
        on = np.array([stands], np.uint8).reshape(1, len(stands))
        alike = alike_suits(space, on, sizes)[0]
        lies, _ = canonical_cards(space, alike, moved, [len(moved)])
        holes, values = self._on_board(tuple(stands), place.node)
        row = np.searchsorted(holes, _as_number(np.array(lies)))
        return values[row], self.walk.boards.dealer_hands

    def _count_board(self, board: tuple[int, ...], node: int) -> tuple[Int64s, Int64s]:
        """All hands that may be held with a board, as numbers that rise, and what each branch is
        worth with them."""
        chunk = self.walk.boards.on_board(board)
        holes, values = _as_number(chunk.holes[0]), self.walk.showdown.last_values(chunk, node)[0]
        order = np.argsort(holes)
        return holes[order], values[order]

    def _advice(self, place: Place, worths: Int64s, deals: int) -> PositionAdvice:
        return self.advice(place, worths.tolist(), deals * self.walk.pays.scale)

    def lines(self, decision: str) -> Iterator[StrategyLine]:
        """Every position of a decision with what to do, up to swaps of suits."""
        if self.is_unlisted(decision):
            raise PositionError(
                f"decision {decision} comes up with millions of positions, which are not listed: "
                "ask for one by its cards"
            )
        for place in self.places[decision]:
            lines = self._last_lines if self._is_last(place) else self._earlier_lines
            yield from lines(decision, place)

    def is_unlisted(self, decision: str) -> bool:
        level = self.places[decision][0].level
        return len(self.walk.decided) <= level < len(self.walk.plan.levels) - 1

    def _earlier_lines(self, decision: str, place: Place) -> Iterator[StrategyLine]:
        decided, level_cards = self.walk.decided[place.level], self._cards_at(place.level)
        worths = self.walk.branch_values(place.level, self.node(place))
        here = decided.positions
        for number, (row, hole) in enumerate(zip(here.row_of(), here.held, strict=True)):
            weight = int(here.weights[number])
            advice = self._advice(place, worths[:, number], weight * decided.deals_below)
            told = level_cards.as_cards(here.holes[hole], here.boards[row])
            yield StrategyLine(decision, *told, weight, advice)

    def _last_lines(self, decision: str, place: Place) -> Iterator[StrategyLine]:
        dealer_hands, level_cards = self.walk.boards.dealer_hands, self._cards_at(place.level)
        for chunk in self.walk.boards.chunks():
            values = self.walk.showdown.last_values(chunk, place.node)
            for board, hand in zip(*np.nonzero(chunk.weights), strict=True):
                advice = self._advice(place, values[board, hand], dealer_hands)
                told = level_cards.as_cards(chunk.holes[board, hand], chunk.boards[board])
                yield StrategyLine(decision, *told, int(chunk.weights[board, hand]), advice)

    def deals_by_best(self, decision: str) -> Counter[str]:
        """Deals by best choice, counted without a value for each position.

        Branches are in the order in which ties are broken, so the first of the highest is the
        choice.
        """
        best: Counter[str] = Counter()
        for place in self.places[decision]:
            node = self.node(place)
            two = self.walk.showdown.last_two
            if two is not None and self.is_unlisted(decision):
                best += two.best_of(place.node, self.walk.backward.best_before_last)
                continue
            for chosen in self._chosen(place):
                for number, branch in enumerate(node.branches):
                    if taken := int(chosen.deals[chosen.branches == number].sum(dtype=np.int64)):
                        best[branch.choice] += taken
        return best

    def best_by_value(self, decision: str, hand: str) -> dict[int, Counter[str]]:
        """The same for each value of a hand that has all its cards at the decision."""
        found: dict[int, Counter[str]] = {}
        for place in self.places[decision]:
            branches = self.node(place).branches
            deals = np.zeros((0, len(branches)), np.int64)
            for chosen in self._chosen(place):
                values = self._hand_values(chosen, hand, place.level)
                higher = max(0, int(values.max(initial=0)) + 1 - len(deals))
                deals = np.pad(deals, ((0, higher), (0, 0)))
                np.add.at(deals, (values, chosen.branches.reshape(-1)), chosen.deals.reshape(-1))
            for value, number in np.argwhere(deals).tolist():
                best = found.setdefault(value, Counter())
                best[branches[number].choice] += int(deals[value, number])
        return found

    def _hand_values(self, at: _BestBranches, hand: str, level: int) -> NDArray[np.signedinteger]:
        if hand in at.values:
            return at.values[hand].reshape(-1)
        book = self.walk.plan.book
        faces = self.space.faces[seen_cards(self.walk.plan, hand, level, *at.rows())]
        return book.chooser(hand).row_values(book.compiled(hand), faces)

    def _chosen(self, place: Place) -> Iterator[_BestBranches]:
        """The best branch of every position of a place, some positions at a time."""
        walk = self.walk
        if not self._is_last(place):
            here = walk.decided[place.level].positions
            best = walk.branch_values(place.level, self.node(place)).argmax(axis=0)
            rows = lambda: (here.boards[here.row_of()], here.holes[here.held])  # noqa: E731
            yield _BestBranches(best, here.weights, rows, {})
            return
        for chunk, deals in self._last_chunks():
            best = walk.showdown.last_values(chunk, place.node).argmax(axis=-1)
            yield _BestBranches(best, deals, chunk.rows, chunk.values)

    def _last_chunks(self) -> Iterator[tuple[BoardChunk, NDArray[np.integer]]]:
        """All last boards, with how many deals each board and hand stands for."""
        showdown = self.walk.showdown
        if showdown.kinds is not None:
            yield from chunks_with_deals(showdown.kinds)
        if (boards := showdown.boards_of_cards) is not None:
            yield from ((chunk, chunk.weights) for chunk in boards.chunks())


def _as_number(hands: NDArray[np.integer[Any]]) -> Int64s:
    """Each hand as one number: its cards are the digits."""
    digits = 256 ** np.arange(hands.shape[-1], dtype=np.int64)
    number: Int64s = hands.astype(np.int64) @ digits
    return number
