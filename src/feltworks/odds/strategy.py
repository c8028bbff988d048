"""The best move in a position, and the exact value of every choice there.

An `Advisor` solves the game once and then answers positions. Positions of the levels
before the last are looked up; on the last level the board in question is counted when it
is asked for, and kept.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cached_property, lru_cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from feltworks.cards import Card, Deck
from feltworks.errors import did_you_mean
from feltworks.odds.boardsymmetry import alike_suits
from feltworks.odds.estimate import estimated_seconds, hands_on_boards
from feltworks.odds.exchange.game import exchange_stages
from feltworks.odds.exchange.solver import ExchangeSolver
from feltworks.odds.positionadvice import PositionAdvice, PositionError, StrategyLine, out_text
from feltworks.odds.positions import position_of
from feltworks.odds.seats import Seat
from feltworks.odds.solver import Solver
from feltworks.odds.symmetry import canonical_cards
from feltworks.odds.walk import CLOSED, Progress, Walk, silent
from feltworks.rules.schema import Rules


def seconds_to_solve(rules: Rules) -> float:
    """About how long it takes until whoever advises on these rules can answer."""
    if exchange_stages(rules):
        return ExchangeSolver(rules).positions({}).seconds_to_get_ready
    showdown = Solver(rules).walk({}).showdown
    return estimated_seconds(showdown, hands_on_boards(showdown))


class Place(NamedTuple):
    """A decision in the tree: its level and node."""

    level: int
    node: int


class Advisor:
    """Answers for one rules file, required wagers only."""

    def __init__(
        self,
        rules: Rules,
        *,
        indifferent: Mapping[str, str] | None = None,
        progress: Progress = silent,
    ) -> None:
        self.solver = Solver(rules)
        self.walk: Walk = self.solver.walk(indifferent or {})
        self.walk.decide(progress)
        self.space = self.solver.boards.space
        self._on_board = lru_cache(maxsize=4096)(self._count_board)

    @property
    def deck(self) -> Deck:
        return self.walk.plan.book.deck

    @property
    def decisions(self) -> list[str]:
        return list(self._places)

    @cached_property
    def _places(self) -> dict[str, list[Place]]:
        found: dict[str, list[Place]] = {}
        for level, nodes in enumerate(self.walk.tree.levels):
            for number, node in enumerate(nodes):
                if node.decision is not None:
                    found.setdefault(node.decision, []).append(Place(level, number))
        return found

    def places(self, decision: str) -> list[Place]:
        """Where a decision stands in the tree, once for each history that leads to it."""
        return self._places.get(decision, [])

    def board_cards(self, decision: str) -> int:
        """How many open cards that are not the player's own lie there at a decision."""
        return self._seat(self._places[decision][0].level).open

    def own_cards(self, decision: str) -> int:
        """How many cards the player holds at a decision."""
        return self._seat(self._places[decision][0].level).own

    def histories(self, decision: str) -> list[Mapping[str, Fraction]]:
        """What can be on the felt when a decision comes up, in units."""
        return [self._out(place) for place in self._places[decision]]

    def advise(
        self,
        decision: str,
        cards: Sequence[Card],
        board: Sequence[Card] = (),
        *,
        choices: Sequence[str] | None = None,
        out: Mapping[str, Fraction] | None = None,
    ) -> PositionAdvice:
        """The value of each choice, cards in the order in which they were seen.

        Where a decision comes up with different money out, `out` says what lies there in
        units, or `choices` what is offered; else it is the first of `histories`.
        """
        place = self._place(decision, choices, out)
        seat = self._seat(place.level)
        self._check(decision, seat, cards, board)
        hole, open_cards = seat.lay(cards, board)
        if place.level < len(self.walk.plan.levels) - 1:
            return self._advice(decision, place, *self._earlier(place, open_cards, hole))
        return self._advice(decision, place, *self._last(place, open_cards, hole))

    def _seat(self, level: int) -> Seat:
        return Seat(self.walk.plan, self.space, level)

    def _out(self, place: Place) -> dict[str, Fraction]:
        return dict(self.walk.tree.levels[place.level][place.node].stakes)

    def _place(
        self, decision: str, choices: Sequence[str] | None, out: Mapping[str, Fraction] | None
    ) -> Place:
        if decision not in self._places:
            raise PositionError(
                f"there is no decision {decision!r}{did_you_mean(decision, self._places)}; "
                f"allowed: {', '.join(self._places)}"
            )
        for place in self._places[decision]:
            node = self.walk.tree.levels[place.level][place.node]
            offered = choices is None or {b.choice for b in node.branches} == set(choices)
            if offered and (out is None or self._out(place) == dict(out)):
                return place
        if out is not None:
            ways = "; or ".join(out_text(way) for way in self.histories(decision))
            raise PositionError(f"decision {decision} never comes up with {out_text(out)}: {ways}")
        raise PositionError(f"decision {decision} never offers {', '.join(choices or ())}")

    def _check(
        self, decision: str, seat: Seat, cards: Sequence[Card], board: Sequence[Card]
    ) -> None:
        if len(cards) != seat.own:
            raise PositionError(f"the player holds {seat.own} cards, not {len(cards)}")
        if len(board) != seat.open:
            raise PositionError(
                f"at decision {decision} {seat.open} cards lie open, not {len(board)}"
            )
        self.walk.plan.book.deck.check([*cards, *board])

    def _earlier(
        self, place: Place, board: list[int], hole: list[int]
    ) -> tuple[NDArray[np.int64], int]:
        if place.level == len(self.walk.decided):
            two = self.walk.showdown.last_two
            assert two is not None
            return two.branch_values(board, hole, place.node)
        decided = self.walk.decided[place.level]
        sizes = self.walk.plan.levels[place.level].board
        number = position_of(self.space, decided.positions, sizes, board, hole)
        node = self.walk.tree.levels[place.level][place.node]
        worth = self.walk.branch_values(place.level, node, np.array([number]))[:, 0]
        return worth, int(decided.positions.weights[number]) * decided.deals_below

    def _last(
        self, place: Place, board: list[int], hole: list[int]
    ) -> tuple[NDArray[np.int64], int]:
        space, sizes = self.space, self.walk.plan.levels[-1].board
        stands, swap = canonical_cards(space, space.suit_ranks, board, sizes)
        moved = sorted(int(card) for card in space.swapped[swap][hole])
        on = np.array([stands], np.uint8).reshape(1, len(stands))
        alike = alike_suits(space, on, sizes)[0]
        lies, _ = canonical_cards(space, alike, moved, [len(moved)])
        holes, values = self._on_board(tuple(stands), place.node)
        row = np.searchsorted(holes, _as_number(np.array(lies)))
        return values[row], self.walk.boards.dealer_hands

    def _count_board(
        self, board: tuple[int, ...], node: int
    ) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """All hands that may be held with a board, as numbers that rise, and what each branch is
        worth with them."""
        chunk = self.walk.boards.on_board(board)
        holes, values = _as_number(chunk.holes[0]), self.walk.showdown.last_values(chunk, node)[0]
        order = np.argsort(holes)
        return holes[order], values[order]

    def _advice(
        self, decision: str, place: Place, worth: NDArray[np.int64], deals: int
    ) -> PositionAdvice:
        node = self.walk.tree.levels[place.level][place.node]
        per_deal = deals * self.walk.pays.scale
        values = {
            branch.choice: Fraction(int(total), per_deal)
            for branch, total in zip(node.branches, worth, strict=True)
            if total != CLOSED
        }
        best = max(values, key=lambda choice: values[choice])
        return PositionAdvice(decision, values, best, self._out(place))

    def lines(self, decision: str) -> Iterator[StrategyLine]:
        """Every position of a decision with what to do, once for all that a swap of suits makes."""
        if self.is_unlisted(decision):
            raise PositionError(
                f"decision {decision} comes up with millions of positions, which are not listed: "
                "ask for one by its cards"
            )
        for place in self.places(decision):
            if place.level < len(self.walk.plan.levels) - 1:
                yield from self._earlier_lines(decision, place)
            else:
                yield from self._last_lines(decision, place)

    def is_unlisted(self, decision: str) -> bool:
        """Whether a decision's positions are valued only when one of them is asked for."""
        level = self._places[decision][0].level
        return len(self.walk.decided) <= level < len(self.walk.plan.levels) - 1

    def _earlier_lines(self, decision: str, place: Place) -> Iterator[StrategyLine]:
        decided, seat = self.walk.decided[place.level], self._seat(place.level)
        node = self.walk.tree.levels[place.level][place.node]
        worth = self.walk.branch_values(place.level, node)
        holes = self.space.combinations(self.walk.plan.hole)
        here = decided.positions
        for number, (row, hole) in enumerate(zip(here.row_of(), here.held, strict=True)):
            weight = int(here.weights[number])
            advice = self._advice(decision, place, worth[:, number], weight * decided.deals_below)
            told = seat.told(holes[hole], here.boards[row])
            yield StrategyLine(decision, *told, weight, advice)

    def _last_lines(self, decision: str, place: Place) -> Iterator[StrategyLine]:
        dealer_hands, seat = self.walk.boards.dealer_hands, self._seat(place.level)
        for chunk in self.walk.boards.chunks():
            values = self.walk.showdown.last_values(chunk, place.node)
            for board, hand in zip(*np.nonzero(chunk.weights), strict=True):
                advice = self._advice(decision, place, values[board, hand], dealer_hands)
                told = seat.told(chunk.holes[board, hand], chunk.boards[board])
                yield StrategyLine(decision, *told, int(chunk.weights[board, hand]), advice)


def _as_number(hands: NDArray[np.integer[Any]]) -> NDArray[np.int64]:
    """Each hand as one number: its cards are the digits."""
    digits = 256 ** np.arange(hands.shape[-1], dtype=np.int64)
    number: NDArray[np.int64] = hands.astype(np.int64) @ digits
    return number
