"""A game compiled into a program: what is dealt, read, looked up and settled, for every seat.

The rules come from the solver of the exact odds: its plan says which cards are seen when, its tree
where each choice leads, its pays what every ending is worth. The program does the same for one deal
at a time. So a simulation counts in the same slots as the exact analysis, and the two can be
compared row by row.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from feltworks.arrays import Int64s
from feltworks.odds.cases import CASES
from feltworks.odds.classes import HandClasses
from feltworks.odds.progress import Progress, silent
from feltworks.odds.solver import Solver
from feltworks.odds.tree import DecisionNode
from feltworks.odds.walk import Walk
from feltworks.simulate import programlines as op
from feltworks.simulate.assembling import ZERO, Assembly
from feltworks.simulate.decisions import (
    decision_tables,
    is_against,
    packed,
    put_against,
    put_weighed,
    seen_columns,
)
from feltworks.simulate.errors import SimulationError
from feltworks.simulate.operations import MOST_CHOICES, STATES, RoundCode, Tables
from feltworks.simulate.reading import Columns, RegisterReader
from feltworks.simulate.seatplay import SeatPlay

FOLDED = 128
"""States from this number on are folds; those below are histories of play."""
LevelLine = op.DecideLine | op.WeighLine | op.AgainstPart
"""How a level is decided, looked up or weighed during the deal; what each seat adds is still 0."""


@dataclass(frozen=True)
class Program:
    """Everything needed to deal rounds, as arrays that can be sent to other processes."""

    deck: int
    cards: int
    seats: int
    registers: int
    code: Int64s
    tables: Tables
    pays: Int64s
    """Net pay of each count, seat by seat, in the smallest unit of pay."""
    slots: int
    """Counts of one seat: first the ways its play ends, then each side wager's classes."""
    side_slots: tuple[int, ...] = ()
    side_ids: tuple[str, ...] = ()

    @property
    def for_kernels(self) -> RoundCode:
        return RoundCode(self.deck, self.code, self.tables, self.pays)

    @property
    def counts(self) -> int:
        return self.seats * self.slots

    @property
    def most_won(self) -> int:
        """A bound: more than all seats can win or lose in a round."""
        rows = np.abs(self.pays).reshape(self.seats, self.slots)
        ends = np.cumsum([self.slots - sum(self.side_slots), *self.side_slots])
        parts = np.split(rows, ends[:-1], axis=1)
        return max(1, sum(int(part.max(axis=1).sum()) for part in parts if part.size))

    def side_registers(self, wager: str) -> list[int]:
        """The registers that hold the class of a side wager, for the seats that play it."""
        at = self.slots - sum(self.side_slots[self.side_ids.index(wager) :])
        found, places = self.code[self.code[:, op.KIND] == op.COUNT], op.COUNT_AT
        here = found[found[:, places.first] % self.slots == at]
        return [int(register) for register in here[:, places.pay_class]]

    def side_counts(self, counts: Int64s, wager: str) -> Int64s:
        """How often each class of a side wager came up, by seat."""
        place = self.side_ids.index(wager)
        at = self.slots - sum(self.side_slots[place:])
        return counts.reshape(self.seats, -1)[:, at : at + self.side_slots[place]]


class _Compiler:
    def __init__(self, solver: Solver, played: SeatPlay) -> None:
        walk, seats = played.walks[0], len(played.walks)
        self.played = played
        self.contests = solver.contests
        self.columns = Columns(walk, seats)
        self.assembly = Assembly(walk.space)
        self.reader = RegisterReader(self.assembly, walk.plan.book)
        self.seats = seats
        if self.columns.count > walk.space.size:
            raise SimulationError(
                f"seats {seats}: they would need {self.columns.count} cards; the deck has "
                f"{walk.space.size}"
            )

    def program(self, progress: Progress) -> Program:
        for seat, walk in enumerate(self.played.walks):
            self._seat(seat, walk, progress)
        sides = self.played.sides
        return Program(
            deck=self.columns.walk.space.size,
            cards=self.columns.count,
            seats=self.seats,
            registers=self.assembly.registers,
            code=self.assembly.code(),
            tables=self.assembly.tables(),
            pays=self.played.pays.reshape(-1),
            slots=self.played.slots,
            side_slots=tuple(side.classes.count for side in sides),
            side_ids=tuple(side.id for side in sides),
        )

    def _put_levels(self, walk: Walk, progress: Progress) -> list[LevelLine]:
        most = max(map(len, walk.tree.levels))
        if most > FOLDED or len(walk.tree.folds) > STATES - FOLDED:
            raise SimulationError(f"stages: {most} ways to come to a decision are too many")
        levels = range(len(walk.tree.levels))
        return [self._put_level(walk, level, progress) for level in levels]

    def _put_level(self, walk: Walk, level: int, progress: Progress) -> LevelLine:
        """Append the choices of a level and the plan of where they lead."""
        assembly = self.assembly
        nodes = walk.tree.levels[level]
        if walk.showdown.last_two is not None and level == len(walk.tree.levels) - 2:
            leads = [_leads(node) for node in nodes]
            plan = put_weighed(walk.showdown.last_two, self.reader, self.columns, leads)
            return op.WeighLine(0, plan, 0)
        if level == len(walk.tree.levels) - 1 and is_against(walk, self.contests):
            leads = [_leads(node) for node in nodes]
            return op.AgainstPart(0, 0, put_against(walk, self.contests[0], assembly, leads), 0)
        tables = decision_tables(walk, level, progress)
        choices, bits_log = packed(list(tables.values())) if tables else (None, 0)
        first, mask = np.zeros(STATES, np.int32), np.zeros(STATES, np.int32)
        states = np.tile(np.arange(STATES, dtype=np.int32)[:, None], (1, MOST_CHOICES))
        entries = 0
        for number, node in enumerate(nodes):
            if number in tables:
                first[number], mask[number] = entries, (1 << (1 << bits_log)) - 1
                entries += tables[number].size
            states[number, : len(node.branches)] = _leads(node)
        where = 0 if choices is None else assembly.put("bytes", choices)
        table = np.concatenate([first, mask, states.reshape(-1)])
        return op.DecideLine(0, 0, where, assembly.put("ints", table), bits_log)

    def _weigh_against(self, seat: int, walk: Walk, state: int, part: op.AgainstPart) -> None:
        """Weigh the last decision over the hands that the dealer may have."""
        columns, contest = self.columns, self.contests[0]
        hand = columns.hand(seat, contest.dealer)
        drawn = [column for zone in hand.columns for column in zone]
        shown = [column for column in drawn if column not in columns.hidden()]
        others = [*columns.hole(seat), *columns.board(seat)]
        seen = [*shown, *(column for column in others if column not in shown)]
        mine = self.reader.value(columns.hand(seat, contest.player))
        own = self._classes(seat, walk.pays.classes.hands)
        line = self.reader.evaluator(contest.dealer, len(drawn))._replace(out=state)
        part = part._replace(mine=mine, pay_class=own, shown=len(shown))
        self.assembly.add(op.AGAINST, line, part, columns=seen)

    def _seat(self, seat: int, walk: Walk, progress: Progress) -> None:
        assembly, played = self.assembly, self.played
        levels = assembly.once(("levels", id(walk)), lambda: self._put_levels(walk, progress))
        state = assembly.register()
        assembly.add(op.JOIN, op.JoinLine(state, ZERO, 0, ZERO))
        for level, line in enumerate(levels):
            if isinstance(line, op.WeighLine):
                assert walk.showdown.last_two is not None
                seen = seen_columns(walk.showdown.last_two, self.columns, seat)
                line = line._replace(state=state, binomials=assembly.binomials())
                assembly.add(op.WEIGH, line, columns=seen)
            elif isinstance(line, op.AgainstPart):
                self._weigh_against(seat, walk, state, line)
            else:
                index, columns = ZERO, self.columns
                if any(node.decision is not None for node in walk.tree.levels[level]):
                    index = assembly.position(columns.piles(seat, level), columns.hole(seat))
                assembly.add(op.DECIDE, line._replace(state=state, position=index))
        cases = self._cases(seat)
        classes = self._classes(seat, walk.pays.classes.hands)
        if walk.pays.classes.contests:
            for place, contest in enumerate(self.contests):
                assert walk.pays.classes.contests[place] == contest.id
                classes = assembly.join(classes, len(CASES), cases + place)
        at = seat * played.slots
        settled = op.SettleLine(seat, state, self._settling(walk), classes, cases, first=at)
        assembly.add(op.SETTLE, settled)
        at += played.pay_slots
        for side in played.sides:
            if side.id in played.plays[seat]:
                number, is_money = (
                    self._classes(seat, side.classes.hands),
                    played.wagers is not None,
                )
                assembly.add(op.COUNT, op.CountLine(number, at, seat, int(is_money)))
            at += side.classes.count

    def _cases(self, seat: int) -> int:
        """The first of the registers that hold the result of each contest."""
        assembly, reader = self.assembly, self.reader
        cases = assembly.register(max(1, len(self.contests)))
        for place, contest in enumerate(self.contests):
            dealer = self.columns.hand(seat, contest.dealer)
            mine = reader.value(self.columns.hand(seat, contest.player))
            theirs = reader.value(dealer)
            least, qualified = contest.qualifying, ZERO
            if contest.test is not None:
                least, qualified = -1, reader.qualifies(dealer, contest)
            assembly.add(op.CASE, op.CaseLine(cases + place, mine, theirs, least, qualified))
        return cases

    def _classes(self, seat: int, hands: Sequence[HandClasses]) -> int:
        """The register that holds the joint pay class of all hands that pay tables look at."""
        number = ZERO
        for place, hand in enumerate(hands):
            one = self.reader.pay_class(self.columns.hand(seat, hand.hand), hand)
            number = one if not place else self.assembly.join(number, len(hand.examples), one)
        return number

    def _settling(self, walk: Walk) -> int:
        """Where the plan of the endings lies."""

        def make() -> int:
            tree, classes = walk.tree, walk.pays.classes
            known = [] if classes.contests else [contest.id for contest in self.contests]
            cases, folds = len(CASES), len(tree.folds)
            plan = np.zeros((4, STATES), np.int32)
            first, by_class, by_case, contest = plan
            for fold in range(folds):
                first[FOLDED + fold] = (fold * classes.count + classes.possible) * cases
            for number, ending in enumerate(tree.last_endings):
                first[number] = (folds + number) * classes.count * cases
                by_class[number] = cases
                if ending.contest in known:
                    by_case[number], contest[number] = 1, known.index(ending.contest)
            return self.assembly.put("ints", plan)

        return self.assembly.once(("settling", id(walk)), make)


def _leads(node: DecisionNode) -> list[int]:
    """The state that each branch leads to."""
    if len(node.branches) > MOST_CHOICES:
        raise SimulationError(f"stages: {len(node.branches)} choices are too many")
    return [FOLDED + (b.fold or 0) if b.to is None else b.to for b in node.branches]


def compile_program(solver: Solver, played: SeatPlay, progress: Progress = silent) -> Program:
    """The program of a game whose choices the walks have found."""
    return _Compiler(solver, played).program(progress)
