"""The part of a plan that every engine needs: deck, wagers, hands, stages, payments.

A plan is made once from a rules file and shared by all its rounds; nothing in it changes. Only
`rules.settlement` computes what a wager pays by its cells and tables.
"""

from __future__ import annotations

from typing import NamedTuple

from feltworks.round.core.order import deal_order
from feltworks.round.core.reading import HandReader, TotalReader
from feltworks.round.core.wagers import MAIN, wager_plans
from feltworks.rules.handbook import Handbook
from feltworks.rules.schema import Rules
from feltworks.rules.settlement import Payment, Situation, settle


class FaceCount(NamedTuple):
    """Eight bits of one integer count how often a face was dealt: their place and maximum."""

    shift: int
    copies: int


class Plan:
    """Everything about the wagers and cards of a game that stays the same from round to round."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.book = Handbook(rules)
        self.deck = self.book.deck
        self.seats = rules.table.seats
        self.ranked = {id: HandReader(self.book, id) for id in rules.hands}
        totals = {id: TotalReader(self.book, id) for id in rules.totals}
        self.hands: dict[str, HandReader | TotalReader] = {**self.ranked, **totals}
        self.wagers = wager_plans(rules)
        self.required = tuple(w for w in self.wagers.values() if w.kind == "required")
        self.beside = tuple(id for id, wager in self.wagers.items() if wager.game != MAIN)
        self.order = self._settling_order()
        self.irregularities = rules.irregularity_kinds
        self.side_limits_bind = True
        self.progressive = {jackpot.wager for jackpot in rules.jackpots.values()}
        self.stages = tuple(deal_order(rules, stage) for stage in rules.stages)
        self._cards_needed = [
            sum(stage.cards_needed(seats) for stage in self.stages)
            for seats in range(self.seats + 1)
        ]
        self.player_zones = tuple(z for z, owner in rules.zones.items() if owner == "player")
        self.dealer_zones = tuple(z for z, owner in rules.zones.items() if owner == "dealer")
        self.faces = {
            face: FaceCount(8 * at, copies)
            for at, (face, copies) in enumerate(zip(self.deck.faces, self.deck.copies, strict=True))
        }
        self._by_rank = {id: self._pays_by_rank(id) for id in self.wagers}
        self._payments: dict[tuple[object, ...], Payment] = {}

    def cards_needed(self, seats: int) -> int:
        """The most cards that the stages take with this many seats."""
        return self._cards_needed[seats]

    def payment(self, wager: str, situation: Situation) -> Payment:
        """What the wager pays, by its rules; computed once for hands that rank alike."""
        if not self._by_rank[wager]:
            return self._by_rules(wager, situation)
        case = (wager, situation.folded, situation.qualified, situation.result, situation.contest)
        hands = self.wagers[wager].hands
        # A folded hand may be settled before all its cards are out, if no pay table is used.
        values = tuple([situation.held[hand].value for hand in hands if hand in situation.held])
        known = self._payments.get((case, values))
        if known is None:
            known = self._payments[case, values] = self._by_rules(wager, situation)
        return known

    def _by_rules(self, wager: str, situation: Situation) -> Payment:
        payment = settle(self.book, wager, situation)
        cells = self.rules.settle[wager].in_contest(situation.contest)
        if getattr(cells, payment.case) is not None:
            return payment
        return Payment("always", payment.odds, payment.cents, payment.hits, payment.rows)

    def _pays_by_rank(self, wager: str) -> bool:
        """Whether its pay tables depend on the rank of a hand, and not on single cards."""
        return all(
            self.book.test(self.rules.pays[table].hand, row.hand).condition is None
            for table in self.rules.tables_of(wager)
            for row in self.rules.pays[table].rows
        )

    def _settling_order(self) -> tuple[str, ...]:
        """A seat's wagers in the order of settling: side wagers first, or last."""
        main = tuple(id for id, wager in self.wagers.items() if wager.game == MAIN)
        first = self.rules.table.settle_side_wagers == "first"
        return self.beside + main if first else main + self.beside
