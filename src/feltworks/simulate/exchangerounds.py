"""Games in which cards are exchanged, dealt from packs under the best play.

The seats draw one after the other from the same deck, as at a table. Against a pay table the solver
knows for every set of kept cards what all hands that contain it are worth. So the best cards to
keep are found for many deals at once, new ones replace the others, and the last hand's class is
looked up.
"""

from __future__ import annotations

import itertools
from abc import abstractmethod
from collections.abc import Sequence
from functools import cached_property

import numpy as np

from feltworks.arrays import Flags, Int64s, UInt8s
from feltworks.odds.exchange.game import ExchangeGame, exchange_stages
from feltworks.odds.exchange.paytable import PayTableExchange
from feltworks.odds.exchange.subsets import part_numbers
from feltworks.odds.keys import KeysUsed
from feltworks.odds.pays import PaidCase
from feltworks.odds.progress import Progress, silent
from feltworks.odds.result import WagerOdds
from feltworks.odds.solver import Solved
from feltworks.round.core.order import deal_order
from feltworks.rules.handbook import Handbook
from feltworks.rules.schema import Rules
from feltworks.simulate.packrounds import EndedRounds, PackEnding, PlayedBeside
from feltworks.simulate.roundfiles import numbered


def is_drawn_from_packs(rules: Rules) -> bool:
    """Whether an exchange can be dealt from packs: all cards are different, none come after it, and
    no stage depends on a wager (`if_out`)."""
    stages = exchange_stages(rules)
    if not stages or max(Handbook(rules).deck.copies) > 1:
        return False
    after = rules.stages[rules.stages.index(stages[0]) + 1 :]
    return not any(stage.deal for stage in after) and not any(s.if_out for s in rules.stages)


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

    def shown_cards(self, faces: UInt8s, seat: int) -> dict[str, Int64s]:
        """The last hand: cards kept as they were dealt, and those that came."""
        taken = np.full(faces.shape[1], len(self.dealt), np.int64)
        last = [self._ended(faces, each + 1, taken)[1] for each in range(seat + 1)][-1]
        dealt = [
            (zone, faces[place].astype(np.int64))
            for place, (owner, zone) in enumerate(self.dealt)
            if zone and owner == 0
        ]
        return numbered([*((self.hole_zone, card) for card in last), *dealt])

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
