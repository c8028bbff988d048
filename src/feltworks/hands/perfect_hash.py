"""A perfect hash from packed ranks to values: two small arrays, no collisions, no comparison.

A key times an odd constant is read from the top: the first bits choose a row, the next a slot, and
the row's displacement moves the slot where no other key lands. Rows are placed one after another,
the fullest first, each with the first displacement that fits (Fox, Heath, Chen and Daoud's scheme).
A key that was not put in gives the value of some other key.
"""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from feltworks.kernels import kernel

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from feltworks.arrays import Flags, Int64s, UInt32s, UInt64s

KEY_BITS = 48
_FULLEST = 0.85
_ATTEMPTS = 200


class PerfectHash(NamedTuple):
    """`slots[column ^ rows[row]]`, where row and column are cut from `key * multiplier`."""

    multiplier: np.uint64
    row_shift: np.uint64
    column_shift: np.uint64
    column_mask: np.uint64
    rows: UInt32s
    slots: NDArray[Any]


def perfect_hash(keys: UInt64s, values: NDArray[Any]) -> PerfectHash:
    """A perfect hash of distinct keys below 2**48; bits above are multiplied out of the way."""
    column_bits = max(1, int(np.ceil(np.log2(max(1, len(keys)) / _FULLEST))))
    row_bits = max(1, column_bits - 2)
    draw = random.Random(len(keys))
    for _ in range(_ATTEMPTS):
        # A multiple of 2**16 shifts the top sixteen bits of a key out of the product.
        multiplier = (draw.getrandbits(KEY_BITS) | 1) << (64 - KEY_BITS)
        made = PerfectHash(
            multiplier=np.uint64(multiplier),
            row_shift=np.uint64(64 - row_bits),
            column_shift=np.uint64(64 - row_bits - column_bits),
            column_mask=np.uint64((1 << column_bits) - 1),
            rows=np.zeros(1 << row_bits, np.uint32),
            slots=np.zeros(1 << column_bits, values.dtype),
        )
        if not len(keys) or fill(made, keys, values):
            return made
    raise AssertionError(f"no perfect hash found for {len(keys)} keys")


@kernel
def find(table: PerfectHash, key: np.uint64) -> int:
    """The value of a key that was put in."""
    product = key * table.multiplier
    column = (product >> table.column_shift) & table.column_mask
    place = column ^ np.uint64(table.rows[product >> table.row_shift])
    return table.slots[place]  # type: ignore[no-any-return]


def fill(table: PerfectHash, keys: UInt64s, values: NDArray[Any]) -> bool:
    """Place every key; false when some row fits nowhere with this multiplier."""
    product = keys * table.multiplier
    row_of = (product >> table.row_shift).astype(np.int64)
    column_of = (product >> table.column_shift) & table.column_mask
    sizes = np.bincount(row_of, minlength=len(table.rows))
    order = np.lexsort((row_of, -sizes[row_of]))
    starts = np.flatnonzero(np.diff(row_of[order], prepend=-1, append=-1))
    taken = np.zeros(len(table.slots), np.bool_)
    displacements = np.zeros(len(starts) - 1, np.uint32)
    if not place_rows(column_of[order], starts, taken, displacements):
        return False
    table.rows[row_of[order[starts[:-1]]]] = displacements
    table.slots[column_of ^ table.rows[row_of]] = values
    return True


@kernel
def place_rows(columns: UInt64s, starts: Int64s, taken: Flags, displacements: UInt32s) -> bool:
    """Give each row, a run of columns, the first displacement that fits; false if one has none."""
    for row in range(len(displacements)):
        first, last = starts[row], starts[row + 1]
        displacement = fitting(columns[first:last], taken)
        if displacement < 0:
            return False
        displacements[row] = displacement
        for column in columns[first:last]:
            place = column ^ np.uint64(displacement)
            if taken[place]:
                # Two keys of the row share a column, so no displacement separates them.
                return False
            taken[place] = True
    return True


@kernel
def fitting(columns: UInt64s, taken: Flags) -> int:
    """The first displacement that sends all columns to free places, or -1."""
    for displacement in range(len(taken)):
        free = True
        for column in columns:
            if taken[column ^ np.uint64(displacement)]:
                free = False
                break
        if free:
            return displacement
    return -1
