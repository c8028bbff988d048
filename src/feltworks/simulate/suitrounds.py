"""Games decided by the longest flush, dealt: the best play of every kind of hand is looked up.

`odds.suitgame` plays all kinds of hands once, some millions, and remembers the best play of each.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from functools import cached_property

import numpy as np

from feltworks.arrays import UInt8s
from feltworks.odds.cases import CASES, case_numbers
from feltworks.odds.keys import KeysUsed
from feltworks.odds.pays import PaidCase
from feltworks.odds.result import WagerOdds
from feltworks.odds.suitgame import SuitGame
from feltworks.odds.suitkernels import HANDS_PLAYED, PlayedHands
from feltworks.rules.schema import Rules
from feltworks.simulate.packrounds import EndedRounds, PackEnding, PlayedBeside


class SuitRounds(PlayedBeside):
    """Rounds of one such game."""

    def __init__(self, rules: Rules, seats: int, wagers: Sequence[str]) -> None:
        super().__init__(rules, seats, wagers)
        self.game = SuitGame(self.book, KeysUsed(rules))

    @cached_property
    def _hands(self) -> PlayedHands:
        return self.game.played(kinds=int(self.game.played().totals[HANDS_PLAYED]))

    @cached_property
    def endings(self) -> tuple[PackEnding | None, ...]:
        """Endings by branch and case, and by class of each side wager."""
        cases = itertools.product(self.game.endings, range(len(CASES)))
        slots = (PaidCase(ending, case, 0) for ending, case in cases)
        return self.endings_beside(self.game.tree, self.game.pays, slots)

    def played_odds(self, wager: str) -> WagerOdds:
        return self.game.main()

    def played(self, faces: UInt8s) -> EndedRounds:
        contest, compiled = self.game.contest, self.game.compiled
        his = compiled.values(self.held(faces, 0, contest.dealer))
        endings = []
        for seat in range(1, self.seats + 1):
            cards = self.held(faces, seat, contest.player)
            known = np.searchsorted(self._hands.codes, self.game.codes_of(cards))
            case = case_numbers(compiled.values(cards), his, his >= contest.qualifying)
            number = self._hands.chosen[known].astype(np.int64) * len(CASES) + case
            endings.append(self.numbers_beside(number, faces, seat))
        return EndedRounds(np.stack(endings), np.full(faces.shape[1], self.most_cards, np.int64))
