"""The walk over a game: backward for the best choices, forward to count how it ends.

`SolvedPlay` is what the solvers of decisions have in common; `Walk` is that of the main solver,
`exchange` has two others.
"""

from __future__ import annotations

import hashlib
from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from feltworks.arrays import Int8s, Int64s
from feltworks.odds.backward import Backward, LevelChoices
from feltworks.odds.estimate import announcement, hands_on_boards
from feltworks.odds.forward import EndingCounts, count
from feltworks.odds.pays import Pays
from feltworks.odds.positions import EVERY, Selected
from feltworks.odds.progress import Progress, silent
from feltworks.odds.showdown import Showdown
from feltworks.odds.tree import DecisionNode, Tree

FEW_HANDS = 5_000_000
"""This many hands on boards are valued again in a quarter of a second."""


class SolvedPlay(ABC):
    """The play of some wagers, to be solved: finds the best choices and counts the endings."""

    tree: Tree
    pays: Pays

    @abstractmethod
    def choose(self, progress: Progress = silent) -> None:
        """Find only the choices."""

    @abstractmethod
    def count(self, progress: Progress = silent) -> EndingCounts:
        """Count how deals end under the choices found."""

    def solve(self, progress: Progress = silent) -> EndingCounts:
        """Find the choices and count how deals end."""
        self.choose(progress)
        return self.count(progress)

    @abstractmethod
    def with_pays(self, pays: Pays) -> SolvedPlay:
        """The same deals and choices, paid in another way."""

    @property
    def is_quick(self) -> bool:
        """Whether solving it again is quick, because what takes long is kept."""
        return False

    @property
    def is_instant(self) -> bool:
        """Whether that is so quick that a dozen tables can be solved while one waits."""
        return False

    def plays_like(self, other: SolvedPlay) -> bool:
        """Whether the same choices were found over the same deals, so that deals end alike; where
        counting is as quick it is not looked at."""
        return False

    def counts_boards_like(self, other: SolvedPlay) -> bool:
        """Whether boards are counted in the same way: large pays may leave no room for kinds."""
        return True


class _RecalledPlay(NamedTuple):
    """What an earlier walk of the same game found."""

    play: str
    is_quick: bool
    is_instant: bool


class Walk(SolvedPlay):
    """Solves one tree on one plan; with a policy, follows it instead of the best choices."""

    def __init__(self, showdown: Showdown) -> None:
        self.showdown = showdown
        self.plan, self.boards, self.space = showdown.plan, showdown.boards, showdown.space
        self.tree, self.pays = showdown.tree, showdown.pays
        self.backward = Backward(showdown)
        self.decided: list[LevelChoices] = []
        self._recalled: _RecalledPlay | None = None

    def choose_with_worths(self, progress: Progress = silent) -> None:
        """Find the choices and keep the worths of positions too, to answer questions."""
        self._announce(progress)
        self.decided = self.backward.decide(progress, keep=True)

    def choose(self, progress: Progress = silent) -> None:
        self._announce(progress)
        self.decided = self.backward.decide(progress, keep=False)

    def follow(self, taken: Sequence[Int8s]) -> None:
        """Take the choices that another walk of the same rules found, level by level."""
        self.decided = self.backward.known(taken)

    def _announce(self, progress: Progress) -> None:
        """Report how long it will take before it starts, if that is long; 0 of 0 marks a
        message."""
        if (told := announcement(self.showdown)) is not None:
            progress(told, 0, 0)

    def count(self, progress: Progress = silent) -> EndingCounts:
        return count(self.showdown, self.decided, progress)

    def recall(self, play: str, *, is_quick: bool, is_instant: bool) -> None:
        """Take over what an earlier walk found, instead of solving the same again: the name of its
        choices, and how quickly other pays can be solved."""
        self._recalled = _RecalledPlay(play, is_quick, is_instant)

    @property
    def is_quick(self) -> bool:
        if self._recalled is not None:
            return self._recalled.is_quick
        return self.boards.has_all_at_hand

    @property
    def is_instant(self) -> bool:
        if self._recalled is not None:
            return self._recalled.is_instant
        return self.is_quick and hands_on_boards(self.showdown) <= FEW_HANDS

    @property
    def play(self) -> str | None:
        """A name for the choices found, ties included. Where nothing is decided before the last
        level there is none: there counting is as quick."""
        if self._recalled is not None:
            return self._recalled.play
        if self.backward.last_play is None:
            return None
        digest = hashlib.sha256(repr(self.backward.last_play).encode())
        for decided in self.decided:
            digest.update(decided.taken.tobytes())
        return digest.hexdigest()

    def with_pays(self, pays: Pays) -> Walk:
        return Walk(replace(self.showdown, pays=pays, policy=None))

    def counts_boards_like(self, other: SolvedPlay) -> bool:
        return isinstance(other, Walk) and (
            (self.showdown.kinds is None) == (other.showdown.kinds is None)
        )

    def plays_like(self, other: SolvedPlay) -> bool:
        """Whether the same choices were found over the same deals, ties included, so that deals
        end alike."""
        if not isinstance(other, Walk):
            return False
        play = self.play
        return (
            play is not None
            and play == other.play
            and self.boards is other.boards
            and self.tree == other.tree
        )

    def branch_values(self, level: int, node: DecisionNode, some: Selected = EVERY) -> Int64s:
        """What each branch of a node before the last level is worth, by branch and position."""
        return self.backward.branch_values(self.decided[level], node, some)
