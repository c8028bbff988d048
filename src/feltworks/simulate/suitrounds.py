"""Games decided by the longest flush, dealt: the best play of every kind of hand is looked up.

`odds.suitgame` plays all kinds of hands once, some millions, and remembers the best play of each.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import cached_property

import numpy as np

from feltworks.arrays import UInt8s
from feltworks.odds.classes import CASES, case_numbers
from feltworks.odds.keys import KeysUsed
from feltworks.odds.outcomes import RowNames
from feltworks.odds.pays import PaidCase
from feltworks.odds.result import WagerOdds
from feltworks.odds.suitgame import SuitGame
from feltworks.odds.suitkernels import PlayedHands
from feltworks.rules.schema import Rules
from feltworks.simulate.packrounds import MAIN, EndedRounds, PackEnding, PlayedBeside
from feltworks.simulate.sides import SideRow


class SuitRounds(PlayedBeside):
    """Rounds of one such game."""

    def __init__(self, rules: Rules, seats: int, wagers: Sequence[str]) -> None:
        super().__init__(rules, seats, wagers)
        self.game = SuitGame(self.book, KeysUsed(rules))

    @cached_property
    def _hands(self) -> PlayedHands:
        return self.game.played(kinds=int(self.game.played().by_branch[-1]))

    @cached_property
    def endings(self) -> tuple[PackEnding | None, ...]:
        """Endings by branch and case, and by class of each side wager."""
        tree, pays = self.game.tree, self.game.pays
        names, main = RowNames(tree, pays), []
        for ending in self.game.endings:
            for case in range(len(CASES)):
                slot = PaidCase(ending, case, 0)
                row = SideRow(names.of(slot), pays.net[slot], Fraction(0))
                main.append(PackEnding({MAIN: row}, tree.endings[ending].out))
        return tuple(self.endings_beside(main))

    def played_odds(self, wager: str) -> WagerOdds:
        return self.game.main()

    def _drawn(self, faces: UInt8s, hand: str, seat: int) -> UInt8s:
        """The cards of a hand, one row for each round."""
        zones = self.book.chooser(hand).zones.items()
        places = [at for zone, count in zones for at in self.places(seat, zone)[:count]]
        return np.ascontiguousarray(faces[places].T)

    def played(self, faces: UInt8s) -> EndedRounds:
        contest, compiled = self.game.contest, self.game.compiled
        his = compiled.values(self._drawn(faces, contest.dealer, 0))
        endings = []
        for seat in range(1, self.seats + 1):
            cards = self._drawn(faces, contest.player, seat)
            known = np.searchsorted(self._hands.codes, self.game.codes_of(cards))
            case = case_numbers(compiled.values(cards), his, his >= contest.qualifying)
            number = self._hands.chosen[known].astype(np.int64) * len(CASES) + case
            endings.append(self.numbers_beside(number, faces, seat))
        return EndedRounds(np.stack(endings), np.full(faces.shape[1], self.most_cards, np.int64))
