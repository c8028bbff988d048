"""A round at a table: hands against a dealer, or against a pay table."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar, Self

from feltworks.round.contract import Legal
from feltworks.round.core.betting import check_wagers_fit
from feltworks.round.core.dealing import clear_felt, end_round
from feltworks.round.core.engine import (
    SHARED_MOVES,
    EngineRound,
    Handlers,
    check_terms,
    check_whole_deck,
)
from feltworks.round.core.ruling import give_back
from feltworks.round.moves import Decide
from feltworks.round.operations import Voided
from feltworks.round.reasons import NotAllowed
from feltworks.round.terms import Terms
from feltworks.table.deciding import decide, open_choices
from feltworks.table.flow import end_deck, go_on
from feltworks.table.layout import TableLayout
from feltworks.table.plan import TablePlan


class TableRound(EngineRound[TableLayout]):
    """One round against the dealer or a pay table."""

    __slots__ = ()

    _handlers: ClassVar[Handlers] = {**SHARED_MOVES, Decide: decide}

    @classmethod
    def open(cls, plan: TablePlan, terms: Terms) -> Self:
        """A round without bets; raises a `TermsError` if the terms do not suit the game."""
        check_terms(plan, terms)
        check_whole_deck(terms)
        return cls(TableLayout(plan, terms))

    def _check_close(self, layout: TableLayout) -> None:
        """Refuses to close if wagers do not fit together, or there are too few cards for them."""
        check_wagers_fit(layout)
        needed, held = layout.plan.cards_needed(len(layout.spots)), layout.plan.deck.size
        if needed > held:
            playing = len(layout.spots)
            seats = "1 seat needs" if playing == 1 else f"{playing} seats need"
            raise NotAllowed("deck-too-small", f"{seats} {needed} cards and the deck holds {held}.")

    def _begin(self, layout: TableLayout) -> None:
        """Seats with every required wager play the main game."""
        required = layout.plan.required
        for seat in layout.seats:
            if all(wager.id in layout.spots[seat].stakes for wager in required):
                layout.own(seat).in_main = True
        go_on(layout)

    def _go_on(self, layout: TableLayout) -> None:
        if not (layout.taking_bets or layout.needs_card):
            go_on(layout)

    def _legal_decisions(self) -> Iterator[Legal]:
        seat = self._layout.decides
        for choice in open_choices(self._layout, seat):
            amounts = choice.amounts
            cents = None if amounts is None else (amounts.only or (amounts.least_cents,))[0]
            sets = choice.plan.sets.chooser.use if choice.plan.sets else 0
            discard = choice.plan.rule.discard
            if discard is None:
                yield Legal(Decide(seat, choice.id, cents), choice.name, amounts, sets)
                continue
            given_up = self._layout.cards[seat, discard.of][: discard.least]
            counts = range(discard.least, discard.most + 1)
            move = Decide(seat, choice.id, cents, given_up)
            yield Legal(move, choice.name, amounts, discards=counts)

    def _void_round(self, layout: TableLayout) -> None:
        for seat in layout.seats_from_right:
            give_back(layout, seat)
        if layout.stage_at >= 0 and not layout.over:
            clear_felt(layout, layout.seats_from_right)
            end_deck(layout)
        end_round(layout, Voided())
