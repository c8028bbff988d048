"""The array evaluator's kernels: add up one number for each card, then look up the sum.

A card is one 64-bit number: a count of one in its rank's three bits, and one in its suit's four
bits at the top (a wild card counts in every suit). Summed over the cards, the low bits are the rank
multiset. The suit counters start from a bias that carries into their top bit exactly when a suit
has enough cards for a hand; only then are that suit's cards looked up among suited hands.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from feltworks.hands.perfect_hash import PerfectHash, find
from feltworks.kernels import kernel

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from feltworks.arrays import Int64s, UInt8s, UInt64s

SUIT_SHIFT = 48
SUIT_BITS = 4


class Lookup(NamedTuple):
    """Every table the kernels need. `suits` has a bit for each suit that a face may count in."""

    marks: UInt64s
    suits: UInt8s
    bias: np.uint64
    enough: np.uint64
    mixed: PerfectHash
    suited: PerfectHash


@kernel
def evaluate(faces: UInt8s, columns: tuple[int, ...], lookup: Lookup, out: NDArray[Any]) -> None:
    """Values of the best hands, a row each.

    The length of the tuple `columns` is known to the compiler, which unrolls the loops.
    """
    for row in range(len(faces)):
        total = lookup.bias
        for column in range(len(columns)):
            total += lookup.marks[faces[row, column]]
        value = find(lookup.mixed, total)
        filled = total & lookup.enough
        while filled:
            suit = lowest_suit(filled)
            filled &= filled - np.uint64(1)
            total = np.uint64(0)
            for column in range(len(columns)):
                face = faces[row, column]
                if lookup.suits[face] & suit:
                    total += lookup.marks[face]
            value = max(value, find(lookup.suited, total))
        out[row] = value


@kernel
def evaluate_choices(
    faces: UInt8s, choices: Int64s, columns: tuple[int, ...], lookup: Lookup, out: NDArray[Any]
) -> None:
    """Values of the best allowed hands: `choices` lists which columns may make one."""
    held = np.zeros(faces.shape[1], np.uint64)
    for row in range(len(faces)):
        for column in range(faces.shape[1]):
            held[column] = lookup.marks[faces[row, column]]
        best = -1
        for choice in range(len(choices)):
            total = lookup.bias
            for place in range(len(columns)):
                total += held[choices[choice, place]]
            best = max(best, find(lookup.mixed, total))
            # A choice is a whole hand: a suit with enough cards has all of them.
            if total & lookup.enough:
                best = max(best, find(lookup.suited, total))
        out[row] = best


@kernel
def lowest_suit(filled: np.uint64) -> int:
    """The bit of the first suit whose counter is full."""
    suit = 1
    filled >>= np.uint64(SUIT_SHIFT + SUIT_BITS - 1)
    while not filled & np.uint64(1):
        filled >>= np.uint64(SUIT_BITS)
        suit <<= 1
    return suit
