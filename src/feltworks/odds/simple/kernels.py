"""The compiled loops of the rule search: what signs save together, and cards that beat a hand."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from feltworks.kernels import kernel


@kernel
def add_pairs(
    held: NDArray[np.float64], gains: NDArray[np.float64], pairs: NDArray[np.float64]
) -> None:
    """Sum the gains of the positions at which both signs of a pair hold.

    Only the upper triangle is filled; the diagonal has the sums of single signs. A matrix product
    would do the same, but spreads such small ones over threads that then wait for each other.
    """
    signs = held.shape[1]
    for position in range(len(held)):
        gain = gains[position]
        for first in range(signs):
            if held[position, first] > 0:
                sums, flags = pairs[first], held[position]
                for second in range(first, signs):
                    sums[second] += gain * flags[second]


@kernel
def best_triples(
    held: NDArray[np.float64],
    gains: NDArray[np.float64],
    saved: NDArray[np.float64],
    others: NDArray[np.int64],
) -> None:
    """For each sign the two signs after it with which it saves most, and what they save."""
    signs = held.shape[1]
    for sign in range(len(saved)):
        pairs = np.zeros((signs, signs))
        for position in range(len(held)):
            if held[position, sign] > 0:
                for first in range(sign + 1, signs):
                    if held[position, first] > 0:
                        for second in range(first + 1, signs):
                            pairs[first, second] += gains[position] * held[position, second]
        for first in range(sign + 1, signs):
            for second in range(first + 1, signs):
                if second == sign + 2 or pairs[first, second] > saved[sign]:
                    saved[sign] = pairs[first, second]
                    others[sign] = first, second


@kernel
def count_outs(
    groups: NDArray[np.int64],
    with_card: NDArray[np.int16],
    mine: NDArray[np.int16],
    holes: NDArray[np.uint8],
    found: NDArray[np.int16],
) -> None:
    """For each row the cards, not its own, that make more than its value.

    `with_card` has the dealer's value by group of rows with the same open cards, and card;
    cards that lie open are marked -1.
    """
    for row in range(len(mine)):
        values = with_card[groups[row]]
        count = 0
        for card in range(len(values)):
            count += values[card] > mine[row]
        for place in range(holes.shape[1]):
            count -= values[holes[row, place]] > mine[row]
        found[row] = count
