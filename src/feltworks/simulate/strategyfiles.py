"""A strategy from a file: a line for each kind of position, as `strategy --export` writes it.

Columns `decision`, `cards`, `board` and `best` are read, and `out` where a decision comes up with
different money on the felt; others may be there. A position that differs only by a swap of suits
need not be written again. Every position has to be covered; the error names the first that is
missing.

A file can have millions of lines, so many are read at once, as columns of numbers. If that fails (a
card written `10d`, any mistake), those lines are read one at a time, and the error names the first
wrong one.
"""

from __future__ import annotations

import csv
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import islice, permutations, zip_longest
from math import comb
from pathlib import Path

import numpy as np

from feltworks.arrays import Int64s, UInt8s
from feltworks.cards import CardError, parse_cards
from feltworks.odds.cardspace import binomials, combinations, set_numbers
from feltworks.odds.chunks import BoardChunk
from feltworks.odds.levelcards import LevelCards
from feltworks.odds.positionadvice import out_text
from feltworks.odds.positions import Positions, RowBlock, arrangement_numbers
from feltworks.odds.solver import Solver
from feltworks.odds.walk import Walk
from feltworks.simulate.assembling import Assembly
from feltworks.simulate.decisions import MOST_POSITIONS, UNKNOWN, last_positions, spread
from feltworks.simulate.errors import NotDealtAtOnce, StrategyFile
from feltworks.simulate.operations import SWAP_BITS

NEEDED = ("decision", "cards", "board", "best")
LINES_AT_ONCE = 100_000
NO_CARD = 255
Rows = UInt8s


@dataclass
class FilePolicy:
    """Choices by level and node, each a table by row and hand: the policy that a walk follows."""

    walk: Walk
    tables: dict[tuple[int, int], UInt8s] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.assembly = Assembly(self.walk.space)

    def branch(self, level: int, node: int, boards: Rows, holes: Rows) -> Int64s:
        rows, hands = self.places(level, boards, holes)
        return self.tables[level, node][rows, hands].astype(np.int64)

    def branches(
        self, level: int, here: Positions, block: RowBlock
    ) -> Iterator[tuple[int, Int64s]]:
        places = self.places(level, *here.cards(block.positions))
        for (at, node), table in self.tables.items():
            if at == level:
                yield node, table[places].astype(np.int64)

    def branch_on(self, node: int, chunk: BoardChunk) -> Int64s:
        return self.branch(len(self.walk.plan.levels) - 1, node, *chunk.rows())

    def minds_suits(self, level: int, node: int) -> bool:
        """Always true: a file may distinguish any cards."""
        return True

    def sizes(self, level: int) -> tuple[int, ...]:
        return tuple(size for size in self.walk.plan.levels[level].board if size)

    def places(self, level: int, boards: Rows, holes: Rows) -> tuple[Int64s, Int64s]:
        """The row and the number of the hand of each position, after its swap of suits."""
        rows, moved = self.moved(level, boards, holes)
        hands = np.zeros(len(moved), np.int64)
        set_numbers(moved, binomials(self.walk.space.size, max(1, moved.shape[1])), hands)
        return rows, hands

    def moved(self, level: int, boards: Rows, holes: Rows) -> tuple[Int64s, Rows]:
        """The row and the sorted hand of each position, after its swap of suits."""
        space, sizes = self.walk.space, self.sizes(level)
        rows = np.zeros(len(holes), np.int64)
        moved = holes
        if sizes:
            both = self.assembly.rows(sizes).places[arrangement_numbers(space, boards, sizes)]
            rows = (both >> SWAP_BITS).astype(np.int64)
            moved = space.swapped[(both & (1 << SWAP_BITS) - 1)[:, None], holes]
        return rows, np.ascontiguousarray(np.sort(moved, axis=1))


class _StrategyReading:
    def __init__(self, path: Path, walk: Walk) -> None:
        self.file = StrategyFile(path)
        self.walk = walk
        self.policy = FilePolicy(walk)
        self.nodes: dict[str, list[tuple[int, int]]] = {}
        for level, nodes in enumerate(walk.tree.levels):
            for number, node in enumerate(nodes):
                if node.decision is not None:
                    self.nodes.setdefault(node.decision, []).append((level, number))
                    shape = (len(self._boards(level)), comb(walk.space.size, walk.plan.hole))
                    self.policy.tables[level, number] = np.full(shape, UNKNOWN, np.uint8)
        space, copies = walk.space, walk.plan.book.deck.copies
        self._copies = np.array([copies[face] for face in space.faces])
        self._numbers = np.full((128, 128), NO_CARD, np.uint8)
        for card, number in space.numbers.items():
            rank, suit = str(card).encode()
            self._numbers[rank, suit] = number

    def _boards(self, level: int) -> Rows:
        """One set of open cards for each row of a table."""
        sizes = self.policy.sizes(level)
        return self.policy.assembly.rows(sizes).boards if sizes else np.zeros((1, 0), np.uint8)

    def read(self) -> FilePolicy:
        with self.file.opened() as text:
            lines = csv.reader(text)
            names = next(lines, [])
            self.file.check_columns(NEEDED, names)
            told = ((lines.line_num, line) for line in lines if line)
            while some := list(islice(told, LINES_AT_ONCE)):
                if not self._read_at_once(names, [line for _, line in some]):
                    for number, line in some:
                        self._line(number, dict(zip_longest(names, line[: len(names)])))
        for level, node in self.policy.tables:
            self._check_covered(level, node)
        return self.policy

    def _read_at_once(self, names: Sequence[str], lines: Sequence[Sequence[str]]) -> bool:
        """Read many lines as `_line` reads each; False, with nothing read, if one is unusual."""
        if {*map(len, lines)} != {len(names)}:
            return False
        columns = dict(zip(names, zip(*lines, strict=True), strict=True))
        kinds: dict[tuple[str, str], int] = {}
        pairs = zip(columns["decision"], columns.get("out", [""] * len(lines)), strict=True)
        kind_of = np.array([kinds.setdefault(pair, len(kinds)) for pair in pairs])
        told_by: dict[tuple[int, int], list[int]] = {}
        for (decision, out), kind in kinds.items():
            meant = self._nodes_for(decision, out)
            if not meant:
                return False
            for place in meant:
                told_by.setdefault(place, []).append(kind)
        found = []
        for place, kinds_there in told_by.items():
            chosen = np.flatnonzero(np.isin(kind_of, kinds_there)).tolist()
            texts = ([columns[name][at] for at in chosen] for name in ("cards", "board", "best"))
            laid = self._positions_of(*place, *texts)
            if laid is None:
                return False
            found.append((place, laid))
        for place, laid in found:
            self._write(*place, *laid)
        return True

    def _positions_of(
        self, level: int, node: int, cards: list[str], boards: list[str], bests: list[str]
    ) -> tuple[Rows, Rows, UInt8s] | None:
        """Holes, boards and branches of positions of one node; None if one is unusual."""
        shown = LevelCards(self.walk.plan, self.walk.space, level)
        own, others = self._read_cards(cards, shown.own), self._read_cards(boards, shown.open)
        branches = self.walk.tree.levels[level][node].branches
        known = {branch.choice: number for number, branch in enumerate(branches)}
        taken = np.array([known.get(best, UNKNOWN) for best in bests], np.uint8)
        if own is None or others is None or (taken == UNKNOWN).any():
            return None
        seen = np.column_stack([own, others])
        for column in seen.T:
            if ((seen == column[:, None]).sum(axis=1) > self._copies[column]).any():
                return None
        return *shown.lay_many(own, others), taken

    def _read_cards(self, texts: Sequence[str], count: int) -> Rows | None:
        """The numbers of this many cards in each text; None unless all are in standard notation."""
        if not count:
            return None if any(texts) else np.zeros((len(texts), 0), np.uint8)
        # Every line is as long as the others: rank, suit and what stands behind a card.
        letters = np.frombuffer(("\n".join(texts) + "\n").encode(), np.uint8)
        if len(letters) != 3 * count * len(texts) or letters.max() > 127:
            return None
        ranks, suits, behind = np.moveaxis(letters.reshape(-1, count, 3), 2, 0)
        if (behind != np.frombuffer(b" " * (count - 1) + b"\n", np.uint8)).any():
            return None
        numbers: Rows = self._numbers[ranks, suits]
        return None if (numbers == NO_CARD).any() else numbers

    def _line(self, number: int, line: Mapping[str, str | None]) -> None:
        decision = line["decision"] or ""
        self.file.check_decision(number, decision, self.nodes)
        try:
            cards, board = parse_cards(line["cards"] or ""), parse_cards(line["board"] or "")
            self.walk.plan.book.deck.check([*cards, *board])
        except CardError as error:
            raise self.file.wrong(number, str(error)) from None
        out = line.get("out") or ""
        meant = self._nodes_for(decision, out)
        if not meant:
            raise self.file.wrong(number, f"decision {decision} never comes up with {out}")
        for level, node in meant:
            shown = LevelCards(self.walk.plan, self.walk.space, level)
            if (len(cards), len(board)) != (shown.own, shown.open):
                raise self.file.wrong(
                    number, f"{decision} is decided on {shown.own} own and {shown.open} open cards"
                )
            choices = [branch.choice for branch in self.walk.tree.levels[level][node].branches]
            if line["best"] not in choices:
                raise self.file.wrong(
                    number, f"there is no choice {line['best']!r}; allowed: {', '.join(choices)}"
                )
            hole, laid = shown.lay(cards, board)
            branch = np.array([choices.index(line["best"])], np.uint8)
            self._write(level, node, np.array([hole], np.uint8), np.array([laid], np.uint8), branch)

    def _nodes_for(self, decision: str, out: str) -> list[tuple[int, int]]:
        """The nodes that a line is for: all nodes of a decision, or the one with that money out."""
        nodes, levels = self.nodes.get(decision, []), self.walk.tree.levels
        if len(nodes) == 1 or not out:
            return nodes
        return [(at, node) for at, node in nodes if out_text(dict(levels[at][node].stakes)) == out]

    def _write(self, level: int, node: int, holes: Rows, laid: Rows, branches: UInt8s) -> None:
        """Write choices down for every hand that a swap of suits or of jokers makes of these; of
        several lines for the same hand the last one counts."""
        space, sizes = self.walk.space, self.policy.sizes(level)
        ends = np.cumsum(sizes)[:-1]
        for swapped in self._joker_swaps:
            piles = (np.sort(pile, axis=1) for pile in np.split(swapped[laid], ends, axis=1))
            rows, moved = self.policy.moved(level, np.column_stack([*piles]), swapped[holes])
            spread(
                self._boards(level)[rows],
                np.array(sizes, np.int64),
                rows,
                moved[:, None],
                branches[:, None],
                space.swapped,
                binomials(space.size, max(1, moved.shape[1])),
                self.policy.tables[level, node],
            )

    @cached_property
    def _joker_swaps(self) -> list[Rows]:
        """Where every exchange of jokers takes each card. A file has one name for all jokers; the
        first that is seen is taken as the first joker."""
        numbers = np.arange(self.walk.space.size, dtype=np.uint8)
        jokers = np.flatnonzero(self.walk.space.suits < 0)
        found = []
        for order in permutations(jokers.tolist()):
            swapped = numbers.copy()
            swapped[jokers] = order
            found.append(swapped)
        return found

    def _check_covered(self, level: int, node: int) -> None:
        """Refuse a table with a gap; the error names a position that the file does not have."""
        space, holes = self.walk.space, combinations(self.walk.space.size, self.walk.plan.hole)
        for board_cards, choices in zip(
            self._boards(level), self.policy.tables[level, node], strict=True
        ):
            (hands,) = np.nonzero(choices == UNKNOWN)
            missing = hands[~np.isin(holes[hands], board_cards).any(axis=1)]
            if not len(missing):
                continue
            shown = LevelCards(self.walk.plan, space, level)
            cards, board = shown.as_cards(holes[missing[0]].tolist(), board_cards.tolist())
            decision = self.walk.tree.levels[level][node].decision
            raise self.file.not_covered(f"decision {decision}", cards, board)


def read_policy(path: Path, solver: Solver, joint: str | None) -> FilePolicy:
    """The strategy of a file; refuses a wrong line or a missing position by name."""
    walk = solver.walk({}, joint)
    if walk.showdown.last_two is not None or last_positions(walk) > MOST_POSITIONS:
        raise NotDealtAtOnce(
            f"--strategy {path}: the last decision has more positions than a table of them holds"
        )
    return _StrategyReading(path, walk).read()
