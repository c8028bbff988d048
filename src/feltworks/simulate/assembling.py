"""Putting a program together: tables end to end, numbered registers, nothing computed twice.

Two operations that need the same thing (the number of a set of cards, a table) share it: what they
need is the key under which its register or its place in the tables is remembered.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from math import comb
from typing import Any, TypeVar, cast

import numpy as np
from numpy.typing import NDArray

from feltworks.arrays import Int32s, Int64s, UInt8s
from feltworks.odds.cardspace import CardSpace, binomials
from feltworks.odds.symmetry import Symmetry
from feltworks.simulate import programlines as op
from feltworks.simulate.errors import SimulationError
from feltworks.simulate.evaluating import STRIDE
from feltworks.simulate.operations import SWAP_BITS, Tables

Made = TypeVar("Made")

MOST_IN_SET = 8
"""The most cards in a set; the numbers of larger sets would not fit 31 bits."""
ZERO = 0
"""The register that is always 0."""


@dataclass(frozen=True)
class ArrangementRows:
    """Arrangements of cards in piles; arrangements that differ by a swap of suits share one row."""

    boards: UInt8s
    """One arrangement of each row, in place of all of them."""
    places: Int32s
    """For each arrangement by its number: its row and the swap that leads there, as one number."""


class Assembly:
    """A program that is being put together."""

    def __init__(self, space: CardSpace) -> None:
        if space.size > STRIDE:
            raise SimulationError(
                f"game.deck: it has {space.size} cards; decks of up to {STRIDE} are simulated"
            )
        self.space = space
        self.lines: list[list[int]] = []
        self.registers = 1
        self._arenas: dict[str, list[NDArray[Any]]] = {
            "bytes": [],
            "shorts": [],
            "ints": [],
            "longs": [],
        }
        self._filled = dict.fromkeys(self._arenas, 0)
        self._known: dict[Hashable, Any] = {}

    def once(self, key: Hashable, make: Callable[[], Made]) -> Made:
        """The result of `make`, which is called only the first time that the key is used."""
        if key not in self._known:
            self._known[key] = make()
        return cast("Made", self._known[key])

    def put(self, arena: str, table: NDArray[Any]) -> int:
        """Append a table to an arena; returns where the table begins."""
        start = self._filled[arena]
        self._arenas[arena].append(np.ascontiguousarray(table).reshape(-1))
        self._filled[arena] += table.size
        return start

    def register(self, count: int = 1) -> int:
        """Reserve new registers; returns the number of the first."""
        self.registers += count
        return self.registers - count

    def add(self, kind: int, *parts: tuple[int, ...], columns: Sequence[int] = ()) -> None:
        """Append one operation; `parts` are the records of `programlines` that its kind has."""
        line = [kind, *(number for part in parts for number in part)]
        line += [0] * (op.OPERANDS - 1 - len(line))
        line += [len(columns), *columns]
        self.lines.append(line + [0] * (op.WIDTH - len(line)))

    def tables(self) -> Tables:
        types = {"bytes": np.uint8, "shorts": np.int16, "ints": np.int32, "longs": np.uint64}
        made = {
            # A few entries more, for lanes that look where nothing depends on what they find.
            name: np.concatenate([*parts, np.zeros(64, types[name])]).astype(types[name])
            for name, parts in self._arenas.items()
        }
        return Tables(**made)

    def code(self) -> Int64s:
        return np.array(self.lines, np.int64).reshape(len(self.lines), op.WIDTH)

    # --- sets of cards ---------------------------------------------------------------------

    def set_number(self, columns: Sequence[int], swap: int | None = None) -> int:
        """The register with the number of a set of cards, after a swap of suits if one is given."""
        if len(columns) > MOST_IN_SET:
            raise SimulationError(f"hands: {len(columns)} cards in one pile are too many to number")

        def make() -> int:
            out = self.register()
            swapped = -1 if swap is None else swap
            where = 0 if swap is None else self._swaps()
            line = op.SetLine(out, swapped, where, self.binomials())
            self.add(op.SET, line, columns=columns)
            return out

        return self.once(("set", tuple(sorted(columns)), swap), make)

    def row(self, piles: Sequence[Sequence[int]]) -> tuple[int, int | None]:
        """Two registers: the row of cards in piles, and the swap of suits that leads to it."""
        piles = [pile for pile in piles if pile]
        if not piles:
            return ZERO, None

        def make() -> tuple[int, int | None]:
            sizes = tuple(map(len, piles))
            number = self.set_number(piles[0])
            for pile in piles[1:]:
                number = self.join(number, comb(self.space.size, len(pile)), self.set_number(pile))
            where = self.once(("rows", sizes), lambda: self.put("ints", self.rows(sizes).places))
            both = self.register()
            self.add(op.LOOK_INT, op.LookUpLine(both, number, where))
            row = self.register(2)
            self.add(op.SPLIT, op.SplitLine(row, both))
            return row, row + 1

        return self.once(("row", tuple(map(tuple, piles))), make)

    def rows(self, sizes: tuple[int, ...]) -> ArrangementRows:
        """The rows of all arrangements in piles of these sizes."""

        def make() -> ArrangementRows:
            symmetry = Symmetry(self.space, sizes)
            chosen = np.flatnonzero(symmetry.weights > 0)
            canonical, swaps = symmetry.canonical_numbers()
            row_of = np.zeros(len(symmetry.hands), np.int32)
            row_of[chosen] = np.arange(len(chosen), dtype=np.int32)
            return ArrangementRows(symmetry.hands[chosen], row_of[canonical] << SWAP_BITS | swaps)

        return self.once(("made rows", sizes), make)

    def position(self, piles: Sequence[Sequence[int]], own: Sequence[int]) -> int:
        """The register with the number of a position: the row of the piles, then the own cards."""
        row, swap = self.row(piles)
        inside = self.set_number(own, swap)
        if swap is None:
            return inside
        return self.join(row, comb(self.space.size, len(own)), inside)

    def join(self, high: int, factor: int, low: int) -> int:
        def make() -> int:
            out = self.register()
            self.add(op.JOIN, op.JoinLine(out, high, factor, low))
            return out

        return self.once(("join", high, factor, low), make)

    def _swaps(self) -> int:
        def make() -> int:
            swapped = self.space.swapped
            table = np.zeros((len(swapped), STRIDE), np.uint8)
            table[:, : self.space.size] = swapped
            return self.put("bytes", table)

        return self.once("swaps", make)

    def binomials(self) -> int:
        """Where the binomial coefficients begin that number sets of cards."""

        def make() -> int:
            table = np.zeros((MOST_IN_SET, STRIDE), np.int32)
            chosen = binomials(self.space.size, MOST_IN_SET)[: self.space.size]
            table[:, : self.space.size] = chosen[:, 1 : MOST_IN_SET + 1].T
            return self.put("ints", table)

        return self.once("binomials", make)
