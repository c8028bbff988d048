"""Some boards at a time, with every hole hand on each and what it meets."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from feltworks.arrays import Int8s, Int16s, Int32s, Int64s, UInt8s
from feltworks.kernels import kernel
from feltworks.odds.cardspace import CardSpace
from feltworks.odds.cases import CASE_COUNT, case_numbers
from feltworks.odds.classes import PayClasses
from feltworks.odds.contests import CountedContest
from feltworks.odds.handvalues import BoardValues, hand_faces
from feltworks.odds.plan import LevelPlan


@kernel
def add_classes(of_value: Int64s, values: Int16s, count: int, numbers: Int32s) -> None:
    """Number the classes of hands together with those of another, which has `count` classes."""
    for board in range(len(numbers)):
        for hand in range(numbers.shape[1]):
            numbers[board, hand] = numbers[board, hand] * count + of_value[values[board, hand]]


@dataclass(frozen=True)
class BoardChunk:
    """Some of the last boards, with every hole hand on each; arrays begin with board and hand."""

    plan: LevelPlan
    space: CardSpace
    number: int
    """Its number among all chunks."""
    boards: UInt8s
    weights: NDArray[np.integer]
    """How many deals of board and hole each pair counts for; 0 if it is not canonical."""
    holes: UInt8s
    values: dict[str, Int16s]
    """The value of each of the player's hands."""
    counts: NDArray[np.integer]
    """By board, contest, unqualified / below / up to, and hand."""
    cases: Int16s | None = None
    """By board, contest and hand: the result of a contest in which the dealer's cards lie open."""

    @property
    def weighed(self) -> Int8s:
        """1 for each hand that has a weight."""
        return (self.weights > 0).astype(np.int8)

    def rows(self) -> tuple[UInt8s, UInt8s]:
        """Open cards and hole cards, one row for each board and hand."""
        boards = np.repeat(self.boards, self.holes.shape[1], axis=0)
        return boards, self.holes.reshape(len(boards), self.holes.shape[2])

    def classes(self, classes: PayClasses) -> Int32s:
        """The pay class of every hole hand."""
        numbers = np.zeros(self.weights.shape, np.int32)
        for hand in classes.hands:
            values, count = self.values[hand.hand], len(hand.examples)
            if hand.conditions:
                faces = hand_faces(self.plan, self.space, hand.hand, self.boards, self.holes)
                numbers = numbers * count + hand.of(self.space.deck, values, faces)
            else:
                add_classes(hand.of_value, values, count, numbers)
        if self.cases is not None:
            for contest in range(self.cases.shape[1]):
                numbers = numbers * CASE_COUNT + self.cases[:, contest]
        return numbers.astype(np.int32, copy=False)


def contest_cases(values: BoardValues, contests: Sequence[CountedContest]) -> Int16s:
    """The result of each contest, by board, contest and hand, as places in `CASES`."""
    found = []
    for contest in contests:
        mine, dealers = values.players(contest.player), values.players(contest.dealer)
        qualified = dealers >= contest.qualifying
        if contest.test is not None:
            faces = values.faces(contest.dealer, values.holes)
            qualified = contest.test.mask(dealers.reshape(-1), faces).reshape(mine.shape)
        found.append(case_numbers(mine, dealers, qualified))
    return np.stack(found, axis=1).astype(np.int16)
