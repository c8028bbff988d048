"""A strategy from a file: a line for each kind of position, as `strategy --export` writes it.

Columns `decision`, `cards`, `board` and `best` are read, and `out` where a decision comes up with
different money on the felt; others may be there. A position that differs by a swap of suits
alone need not be written again. Every position of the game has to be covered: the first that is
not is named.
"""

from __future__ import annotations

import csv
from collections.abc import Mapping
from dataclasses import dataclass, field
from math import comb
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from feltworks.cards import CardError, join_cards, parse_cards
from feltworks.errors import did_you_mean
from feltworks.odds.cardspace import binomials, combinations, set_numbers
from feltworks.odds.positionadvice import out_text
from feltworks.odds.positions import arrangement_numbers
from feltworks.odds.seats import Seat
from feltworks.odds.solver import Solver
from feltworks.odds.symmetry import canonical_cards
from feltworks.odds.walk import Walk
from feltworks.simulate.assembling import Assembly
from feltworks.simulate.decisions import UNKNOWN, spread
from feltworks.simulate.errors import SimulationError

NEEDED = ("decision", "cards", "board", "best")
Rows = NDArray[np.uint8]


@dataclass
class FilePolicy:
    """Choices by level and node, each a table by row and hand; what the walk asks of a policy."""

    walk: Walk
    tables: dict[tuple[int, int], NDArray[np.uint8]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.assembly = Assembly(self.walk.space)

    def branch(self, level: int, node: int, boards: Rows, holes: Rows) -> NDArray[np.int64]:
        rows, hands = self.places(level, boards, holes)
        return self.tables[level, node][rows, hands].astype(np.int64)

    def minds_suits(self, level: int, node: int) -> bool:
        """A file may tell any cards apart."""
        return True

    def sizes(self, level: int) -> tuple[int, ...]:
        return tuple(size for size in self.walk.plan.levels[level].board if size)

    def places(
        self, level: int, boards: Rows, holes: Rows
    ) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """The row and the number of the hand, suits swapped, of each position."""
        space, sizes = self.walk.space, self.sizes(level)
        rows = np.zeros(len(holes), np.int64)
        moved = holes
        if sizes:
            both = self.assembly.rows(sizes).places[arrangement_numbers(space, boards, sizes)]
            rows = (both >> 5).astype(np.int64)
            moved = np.take_along_axis(space.swapped[both & 31], holes.astype(np.int64), axis=1)
        hands = np.zeros(len(holes), np.int64)
        ordered = np.ascontiguousarray(np.sort(moved, axis=1))
        set_numbers(ordered, binomials(space.size, max(1, holes.shape[1])), hands)
        return rows, hands


class _StrategyReading:
    def __init__(self, path: Path, walk: Walk) -> None:
        self.path = path
        self.walk = walk
        self.policy = FilePolicy(walk)
        self.nodes: dict[str, list[tuple[int, int]]] = {}
        for level, nodes in enumerate(walk.tree.levels):
            for number, node in enumerate(nodes):
                if node.decision is not None:
                    self.nodes.setdefault(node.decision, []).append((level, number))
                    shape = (self._rows(level), comb(walk.space.size, walk.plan.hole))
                    self.policy.tables[level, number] = np.full(shape, UNKNOWN, np.uint8)

    def _rows(self, level: int) -> int:
        sizes = self.policy.sizes(level)
        return len(self.policy.assembly.rows(sizes).boards) if sizes else 1

    def wrong(self, line: int, problem: str) -> SimulationError:
        return SimulationError(f"{self.path}, line {line}: {problem}")

    def read(self) -> FilePolicy:
        try:
            with self.path.open(encoding="utf-8", newline="") as file:
                lines = csv.DictReader(file)
                missing = [name for name in NEEDED if name not in (lines.fieldnames or ())]
                if missing:
                    raise self.wrong(1, f"there is no column {missing[0]!r}")
                for line in lines:
                    self._line(lines.line_num, line)
        except OSError as error:
            reason = (error.strerror or str(error)).lower()
            raise SimulationError(f"{self.path}: {reason}") from None
        except (UnicodeDecodeError, csv.Error) as error:
            raise SimulationError(f"{self.path}: it is not a CSV file: {error}") from None
        for level, node in self.policy.tables:
            self._check_covered(level, node)
        return self.policy

    def _line(self, number: int, line: Mapping[str, str]) -> None:
        decision = line["decision"] or ""
        if decision not in self.nodes:
            known = ", ".join(self.nodes)
            raise self.wrong(
                number,
                f"there is no decision {decision!r}{did_you_mean(decision, self.nodes)}; "
                f"allowed: {known}",
            )
        try:
            cards, board = parse_cards(line["cards"] or ""), parse_cards(line["board"] or "")
            self.walk.plan.book.deck.check([*cards, *board])
        except CardError as error:
            raise self.wrong(number, str(error)) from None
        for level, node in self._meant(number, decision, line):
            seat = Seat(self.walk.plan, self.walk.space, level)
            if (len(cards), len(board)) != (seat.own, seat.open):
                raise self.wrong(
                    number, f"{decision} is decided on {seat.own} own and {seat.open} open cards"
                )
            choices = [branch.choice for branch in self.walk.tree.levels[level][node].branches]
            if line["best"] not in choices:
                raise self.wrong(
                    number, f"there is no choice {line['best']!r}; allowed: {', '.join(choices)}"
                )
            hole, laid = seat.lay(cards, board)
            self._write(level, node, hole, laid, choices.index(line["best"]))

    def _meant(self, number: int, decision: str, line: Mapping[str, str]) -> list[tuple[int, int]]:
        """The nodes that a line is for: all of a decision, or the one with that money out."""
        nodes, out = self.nodes[decision], line.get("out") or ""
        if len(nodes) == 1 or not out:
            return nodes
        levels = self.walk.tree.levels
        found = [(at, node) for at, node in nodes if out_text(dict(levels[at][node].stakes)) == out]
        if not found:
            raise self.wrong(number, f"decision {decision} never comes up with {out}")
        return found

    def _write(self, level: int, node: int, hole: list[int], laid: list[int], branch: int) -> None:
        """Write a choice down for every hand that a swap of suits makes of this one."""
        space, sizes = self.walk.space, self.policy.sizes(level)
        rows, _ = self.policy.places(level, np.array([laid], np.uint8), np.array([hole], np.uint8))
        board, swap = (laid, 0)
        if sizes:
            board, swap = canonical_cards(space, space.suit_ranks, laid, sizes)
        moved = np.sort(space.swapped[swap][hole]) if sizes else np.array(hole, np.uint8)
        spread(
            np.array([board], np.uint8).reshape(1, len(board)),
            np.array(sizes, np.int64),
            int(rows[0]),
            moved.astype(np.uint8).reshape(1, 1, -1),
            np.array([[branch]], np.uint8),
            space.swapped,
            binomials(space.size, max(1, len(hole))),
            self.policy.tables[level, node],
        )

    def _check_covered(self, level: int, node: int) -> None:
        """Refuse a table with a gap, by a position that the file does not have."""
        table, sizes = self.policy.tables[level, node], self.policy.sizes(level)
        space, holes = self.walk.space, combinations(self.walk.space.size, self.walk.plan.hole)
        boards = self.policy.assembly.rows(sizes).boards if sizes else np.zeros((1, 0), np.uint8)
        for row, hand in np.argwhere(table == UNKNOWN):
            taken, held = {*boards[row].tolist()}, holes[hand].tolist()
            if taken & {*held}:
                continue
            seat = Seat(self.walk.plan, space, level)
            cards, board = seat.told(held, boards[row].tolist())
            decision = self.walk.tree.levels[level][node].decision
            open_cards = f" on {join_cards(board)}" if board else ""
            raise SimulationError(
                f"{self.path}: it does not cover the game: decision {decision} with "
                f"{join_cards(cards)}{open_cards} is missing"
            )


def read_policy(path: Path, solver: Solver, joint: str | None) -> FilePolicy:
    """The strategy of a file, or a refusal that names the line or the position that is missing."""
    return _StrategyReading(path, solver.walk({}, joint)).read()
