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
from feltworks.kernels import inlined, inlined_by_llvm, kernel

if TYPE_CHECKING:
    from collections.abc import Sized

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
        out[row] = find(lookup.mixed, total)
        if total & lookup.enough:
            out[row] = max(out[row], suited_value(lookup, total, faces[row], columns))


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
            best = max(best, whole_value(lookup, total))
        out[row] = best


@inlined_by_llvm
def whole_value(lookup: Lookup, total: np.uint64) -> int:
    """The value of exactly as many cards as make a hand, given the sum of their marks: a suit with
    enough cards has all of them."""
    value = find(lookup.mixed, total)
    return max(value, find(lookup.suited, total)) if total & lookup.enough else value


@inlined
def suited_value(lookup: Lookup, total: np.uint64, cards: UInt8s, columns: Sized) -> int:
    """The best value of those of the first cards, one for each column, that share a suit with
    enough of them; -1 if none has. `total` is the sum of the marks of all."""
    best, filled = -1, total & lookup.enough
    while filled:
        suit = lowest_suit(filled)
        filled &= filled - np.uint64(1)
        suited = np.uint64(0)
        for column in range(len(columns)):
            if lookup.suits[cards[column]] & suit:
                suited += lookup.marks[cards[column]]
        best = max(best, find(lookup.suited, suited))
    return best


@kernel
def lowest_suit(filled: np.uint64) -> int:
    """The bit of the first suit whose counter is full."""
    suit = 1
    filled >>= np.uint64(SUIT_SHIFT + SUIT_BITS - 1)
    while not filled & np.uint64(1):
        filled >>= np.uint64(SUIT_BITS)
        suit <<= 1
    return suit
