"""A round of blackjack, as a value."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from typing import ClassVar, Self

from feltworks.blackjack.choices import decide, open_choices
from feltworks.blackjack.flow import begin, go_on, void_round
from feltworks.blackjack.hand import BlackjackHand
from feltworks.blackjack.layout import BlackjackLayout, cards_wanted
from feltworks.blackjack.plan import BlackjackPlan
from feltworks.blackjack.position import position
from feltworks.cards import Card
from feltworks.round.contract import Legal
from feltworks.round.core.betting import check_wagers_fit
from feltworks.round.core.engine import SHARED_MOVES, EngineRound, Handlers, check_terms
from feltworks.round.core.reading import HOUSE
from feltworks.round.moves import Decide
from feltworks.round.reasons import NotAllowed
from feltworks.round.terms import Terms, TermsError


class BlackjackRound(EngineRound[BlackjackLayout]):
    """One round of blackjack and of the wagers beside it."""

    __slots__ = ()

    _may_run_out: ClassVar[bool] = True
    _handlers: ClassVar[Handlers] = {**SHARED_MOVES, Decide: decide}

    @classmethod
    def open(cls, plan: BlackjackPlan, terms: Terms) -> Self:
        """A round without bets; raises a `TermsError` if the terms do not suit the game."""
        check_terms(plan, terms)
        return cls(BlackjackLayout(plan, terms, _count_out(plan, terms)))

    @property
    def hand(self) -> BlackjackHand | None:
        """The hand that the seat to decide is playing; None while nobody decides."""
        layout = self._layout
        if layout.over or layout.needs_card or not layout.deciding:
            return None
        return layout.spots[layout.decides].hands[layout.hand_at].copy()

    @property
    def total(self) -> str | None:
        """What the hand in play counts; with its number, if the seat has several hands."""
        hand = self.hand
        if hand is None:
            return None
        return f"{hand.call} in hand {hand.number}" if hand.split else hand.call

    @property
    def dealer_shows(self) -> Card | None:
        """The dealer's open card, once it lies there."""
        layout = self._layout
        place = (HOUSE, layout.plan.dealer_zone)
        is_up = len(layout.cards.get(place, ())) > len(layout.down.get(place, ()))
        return layout.up_card if is_up else None

    @property
    def position(self) -> Hashable:
        """What the rest of the round depends on; equal positions go on alike."""
        return position(self._layout)

    def _check_close(self, layout: BlackjackLayout) -> None:
        check_wagers_fit(layout)
        wanted = cards_wanted(layout)
        if wanted > layout.left:
            raise NotAllowed(
                "shoe-too-low",
                f"{wanted} cards are needed to begin and the shoe holds {layout.left}.",
            )

    def _begin(self, layout: BlackjackLayout) -> None:
        begin(layout)

    def _go_on(self, layout: BlackjackLayout) -> None:
        if not (layout.taking_bets or (layout.needs_card and layout.left)):
            go_on(layout)

    def _legal_decisions(self) -> Iterator[Legal]:
        seat = self._layout.decides
        for choice in open_choices(self._layout):
            cents = None if choice.amounts is None else choice.amounts.least_cents
            yield Legal(Decide(seat, choice.id, cents), choice.name, choice.amounts)

    def _void_round(self, layout: BlackjackLayout) -> None:
        void_round(layout)


def _count_out(plan: BlackjackPlan, terms: Terms) -> int:
    """The cards that are out, counted by face as a layout counts them.

    Raises a `TermsError` or `CardError` if no round may begin from such a shoe. Rounds of one shoe
    follow each other, so the count of the round before is used again.
    """
    discarded = terms.discarded
    if len(discarded) >= plan.cut_at:
        raise TermsError(
            f"{len(discarded)} cards are out and the cut card lies after {plan.cut_at}: "
            "the shoe is shuffled before another round"
        )
    known, dealt = plan.counted
    if discarded[: len(known)] != known:
        known, dealt = (), 0
    for card in discarded[len(known) :]:
        shift, copies = plan.faces.get(card, (0, 0))
        if (dealt >> shift) & 255 >= copies:
            plan.deck.check(discarded)
        dealt += 1 << shift
    plan.counted = (discarded, dealt)
    return dealt
