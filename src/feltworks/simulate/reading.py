"""Where the cards of a round lie in a program, and hands read from them.

Every card has a column. A hand is looked up in a table if its cards are few, otherwise evaluated.
Its cards lie in zones. If any of them may be used and there are at most five, the number of the
whole set is the index of the table. If a hand must use cards of one zone, or has more, the index is
the row of the other zones' cards after a swap of suits, then the set of the zone with the most
cards. Such tables stay in the cache; hands that would need larger ones (the best five of seven) are
evaluated as in `hands.lookup`.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass
from functools import partial
from math import comb, prod
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from feltworks.arrays import Int16s, UInt8s
from feltworks.odds.cardspace import combinations
from feltworks.odds.walk import Walk
from feltworks.rules.handbook import Handbook
from feltworks.simulate import programlines as op
from feltworks.simulate.assembling import Assembly
from feltworks.simulate.errors import SimulationError

if TYPE_CHECKING:
    from feltworks.odds.classes import HandClasses
    from feltworks.odds.contests import CountedContest

MOST_ENTRIES = 4_000_000
MOST_SET = 5
MOST_BYTES = 256
AT_ONCE = 400_000

Measure = Callable[[NDArray[Any], UInt8s], NDArray[Any]]
"""A property of hands, computed from their values and a row of face numbers for each."""


@dataclass(frozen=True)
class SeatHand:
    """A hand of one seat, with its columns by zone."""

    id: str
    columns: tuple[tuple[int, ...], ...]


@dataclass(frozen=True)
class Columns:
    """Which column of cards is which: each seat's own, then the shared, then the dealer's."""

    walk: Walk
    seats: int

    @property
    def _own_board(self) -> list[bool]:
        """For each card of the last board, whether every seat has its own."""
        plan = self.walk.plan
        zones = plan.book.rules.zones
        return [
            zones[pile.zone] == "player"
            for pile, cards in zip(plan.groups, plan.levels[-1].board, strict=True)
            for _ in range(cards)
        ]

    @property
    def per_seat(self) -> int:
        return self.walk.plan.hole + sum(self._own_board)

    @property
    def count(self) -> int:
        plan = self.walk.plan
        shared = len(self._own_board) - sum(self._own_board)
        return self.seats * self.per_seat + shared + plan.hidden

    def hole(self, seat: int) -> list[int]:
        start = seat * self.per_seat
        return list(range(start, start + self.walk.plan.hole))

    def board(self, seat: int) -> list[int]:
        """The columns of the last board as a seat sees it, pile by pile."""
        own = seat * self.per_seat + self.walk.plan.hole
        shared = self.seats * self.per_seat
        found = []
        for is_own in self._own_board:
            found.append(own if is_own else shared)
            own, shared = own + is_own, shared + (not is_own)
        return found

    def hidden(self) -> list[int]:
        return list(range(self.count - self.walk.plan.hidden, self.count))

    def piles(self, seat: int, level: int) -> list[list[int]]:
        """The open cards of each pile at a level: the first of those that the pile will hold."""
        plan, at, found = self.walk.plan, 0, []
        board = self.board(seat)
        for now, all_ in zip(plan.levels[level].board, plan.levels[-1].board, strict=True):
            found.append(board[at : at + now])
            at += all_
        return found

    def hand(self, seat: int, hand_id: str) -> SeatHand:
        """The columns that a hand of a seat draws on, zone by zone."""
        plan = self.walk.plan
        drawn = plan.book.rules.hands[hand_id].from_
        board, zones = self.board(seat), []
        for zone, places in zip(drawn, plan.columns(hand_id), strict=True):
            held = plan.hole_group is not None and plan.hole_group.zone == zone
            own = self.hole(seat) if held else self.hidden()
            columns = [own[place] if place >= 0 else board[-1 - place] for place in places]
            more = len(columns) - drawn[zone]
            if more < 0 or (more and not self._in_order(zone)):
                raise SimulationError(
                    f"hands.{hand_id}.from.{zone}: the play does not look at its first "
                    f"{drawn[zone]} cards, or not in the order of dealing, so a wager on it cannot "
                    "be simulated beside the play: `feltworks odds` counts it exactly, and without "
                    "it the game is simulated"
                )
            zones.append(tuple(columns[: drawn[zone]]))
        return SeatHand(hand_id, tuple(zones))

    def _in_order(self, zone: str) -> bool:
        """Whether the columns of a zone lie as its cards are dealt, so that a hand of the first
        ones takes the first columns."""
        plan = self.walk.plan
        parts = [
            group
            for group in (plan.hole_group, plan.hidden_group, *plan.groups)
            if group is not None and group.zone == zone
        ]
        places = [place for where, place, _ in plan.order if where == zone]
        return len(parts) == 1 and places == sorted(places)


class RegisterReader:
    """Adds operations to an assembly that read hands into registers."""

    def __init__(self, assembly: Assembly, book: Handbook) -> None:
        self.assembly = assembly
        self.book = book
        self.space = assembly.space

    def value(self, hand: SeatHand) -> int:
        """The register with the value of a hand."""
        if self._is_tabled(hand):
            return self._tabled(hand, "value", lambda values, _: values)
        return self.assembly.once(
            ("evaluated", self._kind(hand.id), hand.columns), lambda: self._evaluated(hand)
        )

    def pay_class(self, hand: SeatHand, classes: HandClasses) -> int:
        """The register with the class that pay tables sort a hand into."""
        key = ("class", classes.of_value.tobytes(), classes.conditions)
        if not classes.conditions:
            return self._looked_up(self.value(hand), key, lambda: classes.of_value)
        if not self._is_tabled(hand):
            raise SimulationError(
                f"hands.{hand.id}: rows that look at single cards cannot be simulated yet on a "
                f"hand drawn from {sum(map(len, hand.columns))} cards"
            )
        return self._tabled(hand, key, partial(classes.of, self.book.deck))

    def set_classes(self, hand: SeatHand, classes: HandClasses) -> int:
        """Where the pay classes of a hand begin, indexed by the number of its set of cards."""
        cards = sum(map(len, hand.columns))
        if not self._is_set(hand) or len(classes.examples) > MOST_BYTES:
            raise SimulationError(
                f"hands.{hand.id}: where the last decision is weighed in every round, hands of all "
                f"their cards are read, up to {MOST_SET} of them and up to {MOST_BYTES} classes"
            )

        def make() -> int:
            measure = partial(classes.of, self.book.deck)
            measured = self._measured(hand.id, self._set_faces(cards), measure)
            return self.assembly.put("bytes", measured.astype(np.uint8))

        told = classes.of_value.tobytes(), classes.conditions, self._kind(hand.id)
        return self.assembly.once(("set classes", *told), make)

    def qualifies(self, hand: SeatHand, contest: CountedContest) -> int:
        """The register that is 1 if the dealer's hand passes its qualifying test."""
        test = contest.test
        assert test is not None
        if self._is_tabled(hand):
            return self._tabled(hand, ("qualifies", contest.id), test.mask)
        if test.condition is not None:
            raise SimulationError(
                f"contests.{contest.id}.qualifies: a test of single cards cannot be simulated yet "
                f"on a hand drawn from {sum(map(len, hand.columns))} cards"
            )
        passed = test.mask(np.arange(contest.values), np.zeros((contest.values, 1), np.uint8))
        return self._looked_up(self.value(hand), ("qualifies of", contest.id), lambda: passed)

    def _looked_up(self, index: int, key: Hashable, make_table: Callable[[], NDArray[Any]]) -> int:
        assembly = self.assembly
        where = assembly.once(key, lambda: assembly.put("shorts", make_table().astype(np.int16)))

        def make() -> int:
            out = assembly.register()
            assembly.add(op.LOOK_SHORT, op.LookUpLine(out, index, where))
            return out

        return assembly.once((key, index), make)

    # --- by table --------------------------------------------------------------------------

    def _kind(self, hand_id: str) -> tuple[object, ...]:
        """A key: hands with the same key have the same values on the same cards."""
        chooser = self.book.chooser(hand_id)
        least = tuple(chooser.at_least.get(zone, 0) for zone in chooser.zones)
        return self.book.ranking(hand_id), tuple(chooser.zones.values()), least, chooser.use

    def _is_set(self, hand: SeatHand) -> bool:
        cards = sum(map(len, hand.columns))
        return self.book.chooser(hand.id).is_free and cards <= MOST_SET

    def _is_tabled(self, hand: SeatHand) -> bool:
        if self._is_set(hand):
            return True
        inner, outer = self._inner_outer(hand)
        sizes = tuple(len(hand.columns[zone]) for zone in outer)
        size = self.space.size
        if len(hand.columns[inner]) > MOST_SET or any(count > MOST_SET for count in sizes):
            return False
        if prod(comb(size, count) for count in sizes) > MOST_ENTRIES:
            return False
        rows = len(self.assembly.rows(sizes).boards) if sizes else 1
        return rows * comb(size, len(hand.columns[inner])) <= MOST_ENTRIES

    def _inner_outer(self, hand: SeatHand) -> tuple[int, list[int]]:
        """The zone whose set of cards is the inner number, and the others."""
        inner = min(range(len(hand.columns)), key=lambda zone: (len(hand.columns[zone]), zone))
        return inner, [zone for zone in range(len(hand.columns)) if zone != inner]

    def _tabled(self, hand: SeatHand, key: Hashable, measure: Measure) -> int:
        assembly = self.assembly
        columns, is_set = hand.columns, self._is_set(hand)
        if is_set:
            index = assembly.set_number([column for zone in columns for column in zone])
        else:
            inner, outer = self._inner_outer(hand)
            index = assembly.position([columns[zone] for zone in outer], columns[inner])

        def make() -> Int16s:
            faces = self._set_faces(sum(map(len, columns))) if is_set else self._row_faces(hand)
            return self._measured(hand.id, faces, measure)

        table = (key, self._kind(hand.id))
        return self._looked_up(index, table, make)

    def _measured(self, hand_id: str, faces: UInt8s, measure: Measure) -> Int16s:
        chooser, compiled = self.book.chooser(hand_id), self.book.compiled(hand_id)
        out = np.zeros(len(faces), np.int16)
        for start in range(0, len(faces), AT_ONCE):
            some = faces[start : start + AT_ONCE]
            out[start : start + AT_ONCE] = measure(chooser.row_values(compiled, some), some)
        return out

    def _set_faces(self, cards: int) -> UInt8s:
        return self.space.faces[combinations(self.space.size, cards)]

    def _row_faces(self, hand: SeatHand) -> UInt8s:
        """The faces of every entry, zones in the order of the hand."""
        inner, outer = self._inner_outer(hand)
        sizes = tuple(len(hand.columns[zone]) for zone in outer)
        boards = self.assembly.rows(sizes).boards
        sets = combinations(self.space.size, len(hand.columns[inner]))
        inside = np.tile(sets, (len(boards), 1))
        around = np.repeat(boards, len(sets), axis=0)
        parts, at = {inner: inside}, 0
        for zone, size in zip(outer, sizes, strict=True):
            parts[zone] = around[:, at : at + size]
            at += size
        laid = np.concatenate([parts[zone] for zone in range(len(hand.columns))], axis=1)
        found: UInt8s = self.space.faces[laid]
        return found

    # --- evaluated -------------------------------------------------------------------------

    def evaluator(self, hand_id: str, cards: int) -> op.EvaluatorLine:
        """Where the tables begin that evaluate hands of this many cards; `out` is still 0."""
        return self.assembly.once(
            ("evaluator", self.book.ranking(hand_id), cards),
            lambda: self._put_evaluator(hand_id, cards),
        )

    def _evaluated(self, hand: SeatHand) -> int:
        assembly, chooser = self.assembly, self.book.chooser(hand.id)
        columns = [column for zone in hand.columns for column in zone]
        cards = len(columns) if chooser.is_free else chooser.use
        evaluator, out = self.evaluator(hand.id, cards), assembly.register()
        line = evaluator._replace(out=out)
        if chooser.is_free:
            assembly.add(op.EVALUATE, line, columns=columns)
        else:
            choices = np.array(chooser.choices, np.int32)
            at = assembly.once(
                ("choices", self._kind(hand.id)), lambda: assembly.put("ints", choices)
            )
            count, use = choices.shape
            part = op.ChoicesPart(at, count, use)
            assembly.add(op.CHOOSE, line, part, columns=columns)
        return out

    def _put_evaluator(self, hand_id: str, cards: int) -> op.EvaluatorLine:
        """Where the tables of `hands.lookup` begin, cards numbered as the program does."""
        lookup = self.book.compiled(hand_id).tables(cards).lookup
        put, faces = self.assembly.put, self.space.faces
        hashes = [
            number
            for table in (lookup.mixed, lookup.suited)
            for number in (table.multiplier, table.row_shift, table.column_shift, table.column_mask)
        ]
        head = np.array([lookup.bias, lookup.enough, *hashes], np.uint64)
        longs = put("longs", np.concatenate([head, lookup.marks[faces]]))
        tables = [
            put("ints", part.astype(np.int32))
            for table in (lookup.mixed, lookup.suited)
            for part in (table.rows, table.slots)
        ]
        return op.EvaluatorLine(*(0, longs, *tables, put("bytes", lookup.suits[faces])))
