"""What rules give away, exactly: at every position that they lead to, how much less their choice is
worth than the best one.

What each choice before the last level is worth is known from the search for the best play. So only
deals that come to a decision at the last level are counted.
"""

from __future__ import annotations

import numpy as np

from feltworks.odds.backward import LevelChoices
from feltworks.odds.forward import Forward, Orders
from feltworks.odds.progress import Progress
from feltworks.odds.walk import Walk


class GivenAway(Forward):
    """The deals of a walk by rules, held against the worths that the walk of the best play found.
    Sums are over all deals, in the smallest unit of pay."""

    def __init__(self, best: Walk, by_rules: Walk) -> None:
        super().__init__(by_rules.showdown, by_rules.decided)
        self.best = best
        self.lost = [0] * len(self.levels)
        """By level."""
        self.asked = [at for at, node in enumerate(self.levels[-1]) if node.decision is not None]
        """The nodes of the last level at which something is decided."""

    def by_level(self, best_worth: int, progress: Progress) -> list[int]:
        """What is given away at each level; `best_worth` is what all deals are worth at best."""
        last = len(self.levels) - 1
        if not last:
            self.lost[last] = best_worth
        if self.asked:
            endings, _ = self.last_ends(progress)
            self.lost[last] -= int((endings * self.showdown.pays.table).sum())
        else:
            for _ in self.orders(self.decided[-1], self.orders_before()):
                pass
        return self.lost

    def note(self, here: LevelChoices, some: slice, came: Orders, orders: Orders) -> None:
        level, best = here.level, self.best.decided[here.level]
        for number, node in enumerate(self.levels[level]):
            if node.decision is None:
                continue
            taken = here.branches(number, some)
            other = np.flatnonzero((taken != best.branches(number, some)) & (came[:, number] > 0))
            worth = self.best.branch_values(level, node, some.start + other)
            kept = np.take_along_axis(worth, taken[None, other], axis=0)[0]
            self.lost[level] += int((came[other, number] * (worth.max(axis=0) - kept)).sum())
        if level + 2 == len(self.levels):
            self._come_to_last(best, some, orders)

    def _come_to_last(self, best: LevelChoices, some: slice, orders: Orders) -> None:
        """Add what deals that come to a decision at the last level are worth at best; the others
        are not followed any further."""
        reached = orders[:, self.asked]
        orders[:] = 0
        orders[:, self.asked] = reached
        here = np.flatnonzero(reached.any(axis=1))
        if len(here):
            worths = best.worths.of(some.start + here)[:, self.asked]
            self.lost[-1] += int((reached[here] * worths).sum())
