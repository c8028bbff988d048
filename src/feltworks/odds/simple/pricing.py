"""Deals followed along rules, level by level as these are found, and what the rules give away.

They give away, at every position that they lead to, what their choice is worth less than the best
one. What each choice before the last level is worth is known from the search for the best play, so
only deals that come to a decision at the last level are counted.
"""

from __future__ import annotations

import numpy as np

from feltworks.arrays import Floats, Int64s
from feltworks.odds.backward import LevelChoices
from feltworks.odds.cardspace import binomials, set_numbers
from feltworks.odds.forward import BEFORE_FIRST, Forward, Orders, arrive, in_blocks
from feltworks.odds.progress import Progress
from feltworks.odds.simple.seen import Cards, changes
from feltworks.odds.walk import Walk


class ByRules(Forward):
    """The deals of a walk by rules, held against the worths that the walk of the best play found.
    Sums are over all deals, in the smallest unit of pay."""

    def __init__(self, best: Walk, by_rules: Walk) -> None:
        self.followed: list[LevelChoices] = []
        super().__init__(by_rules.showdown, self.followed)
        self.best = best
        self.backward = by_rules.backward
        self.before: Orders = BEFORE_FIRST
        """The orders of the positions of the last level that was followed."""
        self.lost = [0] * len(self.levels)
        """By level."""
        self.asked = [at for at, node in enumerate(self.levels[-1]) if node.decision is not None]
        """The nodes of the last level at which something is decided."""

    def go_on(self) -> None:
        """Follow the rules of the next level, if it is not the last."""
        level = len(self.followed)
        if level + 1 == len(self.levels):
            return
        here = self.backward.follow_policy(level)
        self.followed.append(here)
        if self.asked or level + 2 < len(self.levels):
            self.before = self.all_orders(here, self.before)
        else:
            for _ in self.orders(here, self.before):
                pass

    def node_shares(self, boards: Cards, holes: Cards) -> Floats:
        """Which part of the ways to each position of the next level leads to each node, by node."""
        level, showdown = len(self.followed), self.showdown
        came = self.zero_orders(level, len(holes))
        if not level:
            came[:, 0] = 1
        else:
            new = np.flatnonzero(changes(boards))
            held = np.zeros(len(holes), np.int64)
            set_numbers(holes, binomials(showdown.space.size, max(1, holes.shape[1])), held)
            paths = showdown.path_finder.paths(boards[new], level)
            arrive(np.append(new, len(holes)), held, paths, self.before, came)
        return np.asarray(came.T / showdown.path_finder.orders(level), np.float64)

    def lost_by_level(self, best_worth: int, progress: Progress) -> list[int]:
        """What is given away at each level; `best_worth` is what all deals are worth at best."""
        if self.asked:
            reach = self.reach()
            if self.followed:
                reach = in_blocks(self.followed[-1].positions, self.before)
            else:
                self.lost[-1] = best_worth
            endings, _ = self.last_ends(reach, progress)
            self.lost[-1] -= int((endings * self.showdown.pays.table).sum())
        return self.lost

    def note(self, here: LevelChoices, some: slice, came: Orders, orders: Orders) -> None:
        best = self.best.decided[here.level]
        for number, node in enumerate(self.levels[here.level]):
            if node.decision is None:
                continue
            taken = here.branches(number, some)
            other = np.flatnonzero((taken != best.branches(number, some)) & (came[:, number] > 0))
            worth = self.best.branch_values(here.level, node, some.start + other)
            kept = np.take_along_axis(worth, taken[None, other], axis=0)[0]
            lost: Int64s = came[other, number] * (worth.max(axis=0) - kept)
            self.lost[here.level] += int(lost.sum())
        if here.level + 2 == len(self.levels):
            self._note_last(best, some, orders)

    def _note_last(self, best: LevelChoices, some: slice, orders: Orders) -> None:
        """Add what deals that come to a decision at the last level are worth at best; the others
        are not followed any further."""
        reached = orders[:, self.asked]
        orders[:] = 0
        orders[:, self.asked] = reached
        here = np.flatnonzero(reached.any(axis=1))
        if len(here):
            worths = best.worths.of(some.start + here)[:, self.asked]
            self.lost[-1] += int((reached[here] * worths).sum())
