"""A round of blackjack, as a value."""

from __future__ import annotations

from typing import TYPE_CHECKING, Self

from feltworks.blackjack.choices import open_choices
from feltworks.blackjack.dealing import apply_deal, cards_due, cards_wanted, deal_objection
from feltworks.blackjack.deciding import apply_decide, decide_objection
from feltworks.blackjack.flow import begin, go_on
from feltworks.blackjack.layout import Layout
from feltworks.blackjack.position import position
from feltworks.blackjack.ruling import apply_irregularity
from feltworks.blackjack.shoe import count_out
from feltworks.round.banked.betting import apply_bet, bet_objection, misfits
from feltworks.round.banked.opening import check_terms
from feltworks.round.banked.reading import HOUSE
from feltworks.round.banked.round import BankedRound
from feltworks.round.banked.ruling import irregularity_objection
from feltworks.round.banked.tipping import apply_tip, tip_objection
from feltworks.round.contract import Legal
from feltworks.round.moves import Bet, Deal, Decide, Irregularity, NoMoreBets, Tip
from feltworks.round.reasons import Reason

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterator

    from feltworks.blackjack.hand import Hand
    from feltworks.blackjack.plan import BlackjackPlan
    from feltworks.cards import Card
    from feltworks.round.terms import Terms


class BlackjackRound(BankedRound[Layout]):
    """One round of blackjack and of the wagers beside it."""

    __slots__ = ()

    @classmethod
    def open(cls, plan: BlackjackPlan, terms: Terms) -> Self:
        """A round with nothing bet yet; a `TermsError` where the terms do not suit the game."""
        check_terms(plan, terms)
        return cls(Layout(plan, terms, count_out(plan, terms)))

    @property
    def cards_due(self) -> int:
        return cards_due(self._layout)

    @property
    def cards_used(self) -> int:
        """How many cards the round has taken from the shoe."""
        return self._layout.used

    @property
    def hand(self) -> Hand | None:
        """The hand that the seat to decide is playing; None while nobody decides."""
        layout = self._layout
        if layout.over or layout.needs_card or not layout.acting:
            return None
        return layout.spots[layout.acting[0]].hands[layout.hand_at].copy()

    @property
    def dealer_shows(self) -> Card | None:
        """The dealer's open card, once it lies there."""
        layout = self._layout
        return layout.up_card if (HOUSE, layout.plan.dealer_zone) in layout.cards else None

    @property
    def position(self) -> Hashable:
        """What the rest of the round depends on; equal positions go on alike."""
        return position(self._layout)

    def _to_decide(self) -> int:
        return self._layout.acting[0]

    def _go_on(self, layout: Layout) -> None:
        if not (layout.taking_bets or (layout.needs_card and layout.left)):
            go_on(layout)

    def _legal_decisions(self, seat: int) -> Iterator[Legal]:
        for choice in open_choices(self._layout):
            cents = None if choice.amounts is None else choice.amounts.least_cents
            yield Legal(Decide(seat, choice.id, cents), choice.name, choice.amounts)


def _close_objection(layout: Layout, move: NoMoreBets) -> Reason | None:
    if reason := misfits(layout):
        return reason
    wanted = cards_wanted(layout)
    if wanted > layout.left:
        return Reason(
            "shoe-too-low",
            f"{wanted} cards are needed to begin and the shoe holds {layout.left}.",
        )
    return None


def _close(layout: Layout, move: NoMoreBets) -> Reason | None:
    if reason := _close_objection(layout, move):
        return reason
    layout.log.append(move)
    begin(layout)
    return None


BlackjackRound._judge = {
    Bet: bet_objection,
    Tip: tip_objection,
    NoMoreBets: _close_objection,
    Deal: deal_objection,
    Decide: decide_objection,
    Irregularity: irregularity_objection,
}
BlackjackRound._apply = {
    Bet: apply_bet,
    Tip: apply_tip,
    NoMoreBets: _close,
    Deal: apply_deal,
    Decide: apply_decide,
    Irregularity: apply_irregularity,
}
