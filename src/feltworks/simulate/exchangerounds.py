"""Games in which cards are exchanged, dealt from packs under the best play.

The seats draw one after the other from the same deck, as at a table. Against a pay table the solver
knows for every set of kept cards what all hands that contain it are worth. So the best cards to
keep are found for many deals at once, new ones replace the others, and the last hand's class is
looked up. Against a dealer, what to exchange and what to do afterwards is looked up in the tables
of `odds.exchange.besttables`; then the hands are compared.
"""

from __future__ import annotations

import itertools
from abc import abstractmethod
from collections.abc import Sequence
from functools import cached_property

import numpy as np

from feltworks.arrays import Flags, Int64s, UInt8s
from feltworks.odds.cases import CASES, case_numbers
from feltworks.odds.errors import OddsRefused
from feltworks.odds.exchange.besttables import BestTables, PackedChoices, best_choices, tabled
from feltworks.odds.exchange.dealercount import DealerExchange
from feltworks.odds.exchange.game import ExchangeGame, exchange_stages
from feltworks.odds.exchange.paytable import PayTableExchange
from feltworks.odds.exchange.subsets import part_numbers
from feltworks.odds.kept import KeptCounts
from feltworks.odds.keys import KeysUsed
from feltworks.odds.pays import PaidCase
from feltworks.odds.progress import Progress, silent
from feltworks.odds.result import WagerOdds
from feltworks.odds.solver import Solved
from feltworks.round.core.order import deal_order
from feltworks.rules.handbook import Handbook
from feltworks.rules.schema import Rules
from feltworks.simulate.packrounds import EndedRounds, LaidCards, PackEnding, PlayedBeside


def is_drawn_from_packs(rules: Rules) -> bool:
    """Whether an exchange can be dealt from packs: all cards are different, none come after it, no
    stage depends on a wager (`if_out`), and against a dealer the best play fits into tables."""
    stages = exchange_stages(rules)
    if not stages or max(Handbook(rules).deck.copies) > 1:
        return False
    after = rules.stages[rules.stages.index(stages[0]) + 1 :]
    if any(stage.deal for stage in after) or any(stage.if_out for stage in rules.stages):
        return False
    try:
        return not rules.contests or tabled(DealerExchange(ExchangeGame(rules, KeysUsed(rules))))
    except OddsRefused:
        return False


class ExchangeRounds(PlayedBeside):
    """Rounds of one such game."""

    def __init__(self, rules: Rules, seats: int, wagers: Sequence[str]) -> None:
        most = sum(deal_order(rules, each).cards_needed(seats) for each in rules.stages)
        super().__init__(rules, seats, wagers, most_cards=most)
        self.game = ExchangeGame(rules, KeysUsed(rules))
        hole = self.game.plan.hole_group
        assert hole is not None
        self.hole_zone = hole.zone

    # --- what an ending pays ---------------------------------------------------------------

    @cached_property
    def endings(self) -> tuple[PackEnding | None, ...]:
        """By ending of the tree, class of the last hand, case, and class of each side wager."""
        endings, classes = range(len(self.game.tree.endings)), self.classes.tolist()
        ways = itertools.product(endings, classes, range(self.cases))
        slots = (PaidCase(ending, case, pay_class) for ending, pay_class, case in ways)
        return self.endings_beside(self.game.tree, self.game.pays, slots)

    @property
    @abstractmethod
    def classes(self) -> Int64s:
        """The pay classes of hands."""

    cases = 1
    """In how many ways the hands can compare."""

    # --- play ------------------------------------------------------------------------------

    def played(self, faces: UInt8s) -> EndedRounds:
        taken = np.full(faces.shape[1], len(self.dealt), np.int64)
        endings = [self._ended(faces, seat, taken)[0] for seat in range(1, self.seats + 1)]
        return EndedRounds(np.stack(endings), taken)

    def laid(self, faces: UInt8s) -> list[LaidCards]:
        """The last hands: cards kept as they were dealt, and those that came; then the dealer's."""
        taken = np.full(faces.shape[1], len(self.dealt), np.int64)
        last = [
            ((seat, self.hole_zone), card)
            for seat in range(1, self.seats + 1)
            for card in self._ended(faces, seat, taken)[1]
        ]
        return [*last, *((place, cards) for place, cards in super().laid(faces) if place[0] == 0)]

    @cached_property
    def _number_of(self) -> UInt8s:
        """The solver's number of each face."""
        numbers = np.zeros(len(self.deck.faces), np.uint8)
        numbers[self.game.space.faces] = np.arange(self.game.space.size)
        return numbers

    @abstractmethod
    def _ended(self, faces: UInt8s, seat: int, taken: Int64s) -> tuple[Int64s, Int64s]:
        """The ending of a seat's rounds and the faces of its last hands, by card and round; the
        cards it draws are added to `taken`."""

    def _drawn(self, faces: UInt8s, held: Int64s, keeps: Flags, taken: Int64s) -> Int64s:
        """The last hands, by card and round: the cards kept, then the next cards of the deck."""
        rounds, kept = np.arange(faces.shape[1]), keeps.sum(axis=0)
        last = np.take_along_axis(held, np.argsort(~keeps, axis=0, kind="stable"), axis=0)
        for place in range(len(held)):
            comes = rounds[kept <= place]
            last[place, comes] = faces[taken[comes] + place - kept[comes], comes]
        taken += len(held) - kept
        return last


class PayTableRounds(ExchangeRounds):
    """Rounds against a pay table."""

    def __init__(
        self, rules: Rules, seats: int, wagers: Sequence[str], progress: Progress = silent
    ) -> None:
        super().__init__(rules, seats, wagers)
        self.play = PayTableExchange(self.game)
        self.play.get_ready(progress)

    def __reduce__(self) -> tuple[type[PayTableRounds], tuple[Rules, int, tuple[str, ...]]]:
        """Pickles the rules only: the tables are large, and faster to make again than to send."""
        return PayTableRounds, (self.rules, self.seats, self.wagers)

    @property
    def classes(self) -> Int64s:
        return self.play.classes

    def played_odds(self, wager: str) -> WagerOdds:
        return Solved(self.rules.unit, self.play, self.play.solve()).main()

    def _ended(self, faces: UInt8s, seat: int, taken: Int64s) -> tuple[Int64s, Int64s]:
        game, play = self.game, self.play
        held = faces[self.places(seat, self.hole_zone)].astype(np.int64)
        numbers = self._number_of[held]
        order = np.argsort(numbers, axis=0)
        best = play.best(np.take_along_axis(numbers, order, axis=0).T)
        keeps = np.zeros(held.shape, np.bool_)
        bits = best.mask >> np.arange(game.cards)[:, None] & 1
        np.put_along_axis(keeps, order, bits.astype(np.bool_), axis=0)
        last = self._drawn(faces, held, keeps, taken)
        hands = np.sort(self._number_of[last], axis=0).T
        number = part_numbers(hands, list(range(game.cards)), game.space.size)
        pay_class = play.subsets.class_of[number]
        history = np.array([draw.history for draw in game.draws])[best.draw]
        ending = play.best_endings[history, pay_class] * len(play.classes) + pay_class
        return self.numbers_beside(ending, faces, seat), last


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
