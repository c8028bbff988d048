"""Games that draw by rule, dealt from packs: rounds take different numbers of cards.

In each stage the rounds that draw put their next cards into the zone. The other rounds have
`NO_CARD` in that place, and go on in the next stage with the card they did not take.
"""

from __future__ import annotations

import numpy as np

from feltworks.arrays import Flags, Int64s, UInt8s
from feltworks.hands.totals import NO_CARD
from feltworks.odds.draws import rows_where
from feltworks.rules.schema.stages import Cases
from feltworks.simulate.packrounds import EndedRounds
from feltworks.simulate.undecidedrounds import UndecidedRounds

Laid = dict[tuple[int, str, int], UInt8s]
"""The card in every round, by seat (0 is the house), zone and place in the zone."""


class DrawnRounds(UndecidedRounds):
    """Rounds of a game whose stages draw or end by totals that lie open."""

    def played(self, faces: UInt8s) -> EndedRounds:
        laid, taken = self._lay(faces)
        endings = []
        for seat in range(1, self.seats + 1):
            places = [(self.owner(seat, zone), zone, which) for zone, which in self._looked_at]
            cards = [laid[place] for place in places]
            endings.append(self._read(np.stack(cards, axis=1)))
        return EndedRounds(np.stack(endings), taken)

    def shown_cards(self, faces: UInt8s, seat: int) -> dict[str, Int64s]:
        laid, _ = self._lay(faces)
        return {
            f"{zone}_{which + 1}": np.where(card == NO_CARD, -1, card.astype(np.int64))
            for (owner, zone, which), card in laid.items()
            if owner in (0, seat + 1)
        }

    def _lay(self, faces: UInt8s) -> tuple[Laid, Int64s]:
        """The cards where they lie in each round, and how many cards each round has taken."""
        rounds = np.arange(faces.shape[1])
        taken, over = np.zeros(len(rounds), np.int64), np.zeros(len(rounds), np.bool_)
        laid: Laid = {}
        for stage, script in self.scripts:
            draws = ~over
            if stage.draws_if:
                draws &= self._hold(stage.draws_if, laid, len(rounds))
            for act in script:
                if act.does == "deal":
                    which = sum(place[:2] == act.place for place in laid)
                    card = faces[np.minimum(taken, len(faces) - 1), rounds]
                    laid[(*act.place, which)] = np.where(draws, card, np.uint8(NO_CARD))
                taken += draws
            if stage.ends_if:
                over |= self._hold(stage.ends_if, laid, len(rounds))
        return laid, taken

    def _hold(self, cases: Cases, laid: Laid, rounds: int) -> Flags:
        """The rounds in which one of the cases holds at this stage."""
        none = np.full(rounds, NO_CARD, np.uint8)
        asked = dict.fromkeys(hand for case in cases for hand in case)
        over = (self.rules.totals[hand].over for hand in asked)
        cards: list[UInt8s] = []
        columns: dict[str, list[int]] = {}
        for hand in dict.fromkeys((*asked, *(other for other in over if other is not None))):
            first = len(cards)
            for zone, count in self.rules.totals[hand].from_.items():
                cards += [laid.get((0, zone, which), none) for which in range(count)]
            columns[hand] = list(range(first, len(cards)))
        return rows_where(self.book, cases, np.stack(cards, axis=1), columns)
