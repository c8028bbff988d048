"""From a later board back to the positions it came from.

A board of the last level may have come in several orders; each part of it that has the
size of an earlier board may have lain open then.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from feltworks.odds.cardspace import CardSpace, binomials
from feltworks.odds.ends import Ways
from feltworks.odds.plan import Plan
from feltworks.odds.positions import Positions, arrangement_numbers


class Paths:
    """Finds the positions of the levels before the last from the boards of later ones."""

    def __init__(self, plan: Plan, space: CardSpace, earlier: Sequence[Positions]) -> None:
        self.plan = plan
        self.space = space
        self.earlier = earlier

    def numbers(self) -> NDArray[np.int32]:
        """The position numbers of all levels in one list, counted on from level to level."""
        numbers = np.zeros(sum(level.numbers.size for level in self.earlier), np.int32)
        at = base = 0
        for level in self.earlier:
            here = numbers[at : at + level.numbers.size]
            np.add(level.numbers.reshape(-1), base, out=here)
            at += level.numbers.size
            base += level.count
        return numbers

    def parts(self, later: int, level: int) -> list[tuple[int, ...]]:
        """The columns of a later level's board that may have lain open at a level."""
        found: list[tuple[int, ...]] = [()]
        at = 0
        for cards, earlier in zip(
            self.plan.levels[later].board, self.plan.levels[level].board, strict=True
        ):
            chosen = list(itertools.combinations(range(at, at + cards), earlier))
            found = [(*part, *more) for part in found for more in chosen]
            at += cards
        return found

    def chains(self) -> NDArray[np.int64]:
        """Every order in which the last board can have come, as numbers of parts by level."""
        levels = len(self.plan.levels) - 1
        parts = [self.parts(levels, level) for level in range(levels)]
        bases = np.cumsum([0, *(len(part) for part in parts[:-1])])[:levels]
        chains: list[list[int]] = [[]]
        for level in range(levels):
            chains = [
                [*chain, number]
                for chain in chains
                for number, part in enumerate(parts[level])
                if not chain or set(parts[level - 1][chain[-1]]) <= set(part)
            ]
        return np.asarray(np.array(chains, np.int64).reshape(len(chains), levels) + bases)

    def ways(self, boards: NDArray[np.uint8], later: int, levels: Sequence[int]) -> Ways:
        """How to find the positions of earlier levels from boards of a later one."""
        binom = binomials(self.space.size, max(self.plan.hole, self.plan.board))
        starts, swaps = [], []
        base = 0
        for level in levels:
            here = self.earlier[level]
            for part in self.parts(later, level):
                sizes = self.plan.levels[level].board
                raw = arrangement_numbers(self.space, boards[:, list(part)], sizes)
                starts.append(base + here.rows[raw].astype(np.int64) * here.numbers.shape[1])
                swaps.append(here.swaps[raw].astype(np.int64))
            base += here.numbers.size
        if not starts:
            empty = np.zeros((len(boards), 0), np.int64)
            return empty, empty, self.space.swapped, binom
        return (
            np.stack(starts, axis=1),
            np.stack(swaps, axis=1),
            self.space.swapped,
            binom,
        )
