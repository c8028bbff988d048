"""Games with an exchange of cards against a dealer, dealt from packs under the best play.

What to exchange and what to do afterwards is looked up in the tables of `odds.exchange.besttables`;
then the hands are compared.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

import numpy as np

from feltworks.arrays import Int64s, UInt8s
from feltworks.odds.cases import CASES, case_numbers
from feltworks.odds.errors import OddsRefused
from feltworks.odds.exchange.besttables import BestTables, PackedChoices, best_choices, tabled
from feltworks.odds.exchange.dealercount import DealerExchange
from feltworks.odds.exchange.game import ExchangeGame
from feltworks.odds.kept import KeptCounts
from feltworks.odds.keys import KeysUsed
from feltworks.odds.progress import Progress, silent
from feltworks.odds.result import WagerOdds
from feltworks.odds.solver import Solved
from feltworks.rules.schema import Rules
from feltworks.simulate.exchangerounds import ExchangeRounds


def has_best_tables(rules: Rules) -> bool:
    """Whether the best play of a game fits into tables."""
    try:
        return tabled(DealerExchange(ExchangeGame(rules, KeysUsed(rules))))
    except OddsRefused:
        return False


class DealerRounds(ExchangeRounds):
    """Rounds against a dealer. The best play is read from disk if it was kept; otherwise all deals
    are counted, which may take minutes. `packed` holds it if the caller has it already."""

    cases = len(CASES)

    def __init__(
        self,
        rules: Rules,
        seats: int,
        wagers: Sequence[str],
        packed: PackedChoices | None = None,
        odds: WagerOdds | None = None,
        *,
        kept: KeptCounts | None = None,
        progress: Progress = silent,
    ) -> None:
        super().__init__(rules, seats, wagers)
        self.play = DealerExchange(self.game)
        if packed is None:
            packed, odds = best_choices(self.play, kept, progress)
        self.packed, self._odds = packed, odds
        self.tables = BestTables(self.play, packed)

    def __reduce__(self) -> tuple[type[DealerRounds], tuple[object, ...]]:
        """Pickles the packed tables; they are unpacked where the rounds are dealt."""
        return DealerRounds, (self.rules, self.seats, self.wagers, self.packed, self._odds)

    @cached_property
    def classes(self) -> Int64s:
        found = self.game.pays.classes
        return np.array([n for n in range(found.count) if found.held(n) is not None])

    def played_odds(self, wager: str) -> WagerOdds:
        """The exact odds, counted now if only the best play was kept."""
        if self._odds is None:
            walk = DealerExchange(self.game)
            self._odds = Solved(self.rules.unit, walk, walk.solve()).main()
        return self._odds

    @cached_property
    def _class_place(self) -> Int64s:
        found = np.zeros(self.game.pays.classes.count, np.int64)
        found[self.classes] = np.arange(len(self.classes))
        return found

    def _values(self, hand: str, rows: UInt8s) -> Int64s:
        """The values of hands, given as rows of face numbers."""
        chooser, compiled = self.book.chooser(hand), self.book.compiled(hand)
        return chooser.row_values(compiled, rows).astype(np.int64)

    def _ended(self, faces: UInt8s, seat: int, taken: Int64s) -> tuple[Int64s, Int64s]:
        tables, contest = self.tables, self.play.contest
        held = faces[self.places(seat, self.hole_zone)].astype(np.int64)
        shown = [self.places(seat, zone)[place] for zone, place in self._open_places]
        deals = tables.seen(self._number_of[faces[shown]].T)
        dealt = tables.swapped(deals, self._number_of[held].T)
        keeps = tables.kept(deals, dealt)
        last = self._drawn(faces, held, keeps.T, taken)
        hands = np.sort(tables.swapped(deals, self._number_of[last].T), axis=1)
        values = self._values(contest.player, last.T.astype(np.uint8))
        classes = self.game.classes_of(hands)
        ending = tables.endings(deals, hands, values, classes, dealt, keeps)
        theirs = self._values(contest.dealer, self.held(faces, seat, contest.dealer))
        case = case_numbers(values, theirs, theirs >= contest.qualifying)
        number = (ending * len(self.classes) + self._class_place[classes]) * self.cases + case
        return self.numbers_beside(number, faces, seat), last

    @cached_property
    def _open_places(self) -> list[tuple[str, int]]:
        """The zone and the place of each of the dealer's open cards."""
        return [
            (zone, place)
            for zone, place, level in self.game.plan.order
            if level == 0 and self.rules.zones[zone] != "player"
        ]
