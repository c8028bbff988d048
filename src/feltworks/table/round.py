"""A round at a table: hands against a dealer, or against a pay table."""

from __future__ import annotations

from typing import TYPE_CHECKING, Self

from feltworks.round.banked.betting import apply_bet, bet_objection
from feltworks.round.banked.opening import check_terms
from feltworks.round.banked.round import BankedRound
from feltworks.round.banked.ruling import irregularity_objection
from feltworks.round.banked.tipping import apply_tip, tip_objection
from feltworks.round.contract import Legal
from feltworks.round.moves import Bet, Deal, Decide, Irregularity, NoMoreBets, Tip
from feltworks.round.terms import Terms, TermsError
from feltworks.table.closing import close_objection, enter_main
from feltworks.table.dealing import apply_deal, cards_due, deal_objection
from feltworks.table.deciding import apply_decide, decide_objection, open_choices
from feltworks.table.flow import go_on
from feltworks.table.layout import Layout
from feltworks.table.ruling import apply_irregularity

if TYPE_CHECKING:
    from collections.abc import Iterator

    from feltworks.round.reasons import Reason
    from feltworks.table.plan import TablePlan


class TableRound(BankedRound[Layout]):
    """One round against the dealer or a pay table."""

    __slots__ = ()

    @classmethod
    def open(cls, plan: TablePlan, terms: Terms) -> Self:
        """A round with nothing bet yet; a `TermsError` where the terms do not suit the game."""
        _check_terms(plan, terms)
        return cls(Layout(plan, terms))

    @property
    def cards_due(self) -> int:
        return cards_due(self._layout)

    def _to_decide(self) -> int:
        return self._layout.deciding[0]

    def _go_on(self, layout: Layout) -> None:
        if not (layout.taking_bets or layout.needs_card):
            go_on(layout)

    def _legal_decisions(self, seat: int) -> Iterator[Legal]:
        for choice in open_choices(self._layout, seat):
            amounts = choice.amounts
            cents = None if amounts is None else (amounts.only or (amounts.least_cents,))[0]
            sets = choice.plan.sets.chooser.use if choice.plan.sets else 0
            yield Legal(Decide(seat, choice.id, cents), choice.name, amounts, sets)


def _close(layout: Layout, move: NoMoreBets) -> Reason | None:
    if reason := close_objection(layout, move):
        return reason
    layout.log.append(move)
    enter_main(layout)
    go_on(layout)
    return None


def _check_terms(plan: TablePlan, terms: Terms) -> None:
    check_terms(plan, terms)
    if terms.discarded:
        raise TermsError(
            "no card can be out before the deal: this deck is shuffled every round", "discarded"
        )


TableRound._judge = {
    Bet: bet_objection,
    Tip: tip_objection,
    NoMoreBets: close_objection,
    Deal: deal_objection,
    Decide: decide_objection,
    Irregularity: irregularity_objection,
}
TableRound._apply = {
    Bet: apply_bet,
    Tip: apply_tip,
    NoMoreBets: _close,
    Deal: apply_deal,
    Decide: apply_decide,
    Irregularity: apply_irregularity,
}
