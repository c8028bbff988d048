"""The walk over a game: backward for the best choices, forward to count how it ends."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from feltworks.odds.backward import Backward, Decided
from feltworks.odds.estimate import announcement, hands_on_boards
from feltworks.odds.forward import EndingCounts, count
from feltworks.odds.pays import Pays
from feltworks.odds.positions import EVERY, Some
from feltworks.odds.progress import Progress, silent
from feltworks.odds.showdown import Policy, Showdown
from feltworks.odds.tree import DecisionNode, Tree

__all__ = [
    "Decided",
    "EndingCounts",
    "Policy",
    "Progress",
    "SolvedPlay",
    "Walk",
    "silent",
]


FEW_HANDS = 5_000_000
"""This many hands on boards are valued again in a quarter of a second."""


class SolvedPlay(Protocol):
    """The play of some wagers, to be solved: finds the best choices and counts the endings."""

    @property
    def tree(self) -> Tree: ...

    @property
    def pays(self) -> Pays: ...

    @property
    def is_quick(self) -> bool:
        """Whether solving again is quick, because what takes long is cached."""

    @property
    def is_instant(self) -> bool:
        """Whether it is so quick that a dozen tables can be solved while one waits."""

    def choose(self, progress: Progress = silent) -> None:
        """Find only the choices."""

    def count(self, progress: Progress = silent) -> EndingCounts:
        """Count how deals end under the choices found."""

    def solve(self, progress: Progress = silent) -> EndingCounts:
        """Find the choices and count how deals end."""

    def plays_like(self, other: SolvedPlay) -> bool:
        """Whether the same choices were found over the same deals, so that deals end alike."""

    def with_pays(self, pays: Pays) -> SolvedPlay:
        """The same play with other pays."""


class Walk:
    """Solves one tree on one plan; with a policy, follows it instead of the best choices."""

    def __init__(self, showdown: Showdown) -> None:
        self.showdown = showdown
        self.plan, self.boards, self.space = showdown.plan, showdown.boards, showdown.space
        self.tree, self.pays = showdown.tree, showdown.pays
        self.backward = Backward(showdown)
        self.decided: list[Decided] = []

    def decide(self, progress: Progress = silent) -> None:
        """Find the choices before the last level and their worths, to answer questions."""
        self._announce(progress)
        self.decided = self.backward.decide(progress, keep=True)

    def choose(self, progress: Progress = silent) -> None:
        """Find only the choices."""
        self._announce(progress)
        self.decided = self.backward.decide(progress, keep=False)

    def follow(self, taken: Sequence[NDArray[np.int8]]) -> None:
        """Take the choices that another walk of the same rules found, level by level."""
        self.decided = self.backward.known(taken)

    def _announce(self, progress: Progress) -> None:
        """Report how long it will take before it starts, if that is long; 0 of 0 marks a
        message."""
        if (told := announcement(self.showdown)) is not None:
            progress(told, 0, 0)

    def count(self, progress: Progress = silent) -> EndingCounts:
        """Count how deals end under the choices found."""
        return count(self.showdown, self.decided, progress)

    def solve(self, progress: Progress = silent) -> EndingCounts:
        """Find the choices and count how deals end."""
        self.choose(progress)
        return self.count(progress)

    @property
    def is_quick(self) -> bool:
        return self.boards.has_all_at_hand

    @property
    def is_instant(self) -> bool:
        return self.is_quick and hands_on_boards(self.showdown) <= FEW_HANDS

    def with_pays(self, pays: Pays) -> Walk:
        """The same deals and choices with other pays."""
        return Walk(replace(self.showdown, pays=pays, policy=None))

    def plays_like(self, other: SolvedPlay) -> bool:
        """Whether the same choices were found over the same deals, ties included, so that deals end
        alike. False if nothing is decided before the last level: then a new count is as quick."""
        if not isinstance(other, Walk):
            return False
        mine, others = self.backward.last_play, other.backward.last_play
        return (
            mine is not None
            and mine == others
            and self.boards is other.boards
            and self.tree == other.tree
            and all(
                np.array_equal(here.taken, there.taken)
                for here, there in zip(self.decided, other.decided, strict=True)
            )
        )

    def branch_values(
        self, level: int, node: DecisionNode, some: Some = EVERY
    ) -> NDArray[np.int64]:
        """The worth of each branch of a node before the last level, by branch and position."""
        return self.backward.branch_values(self.decided[level], node, some)
