"""A round of players against each other."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import ClassVar, Self

from feltworks.cards import Card
from feltworks.ring.betting import ask, take_bet_down
from feltworks.ring.deciding import decide
from feltworks.ring.flow import go_on
from feltworks.ring.layout import LARGEST_STACK_CENTS, RingLayout
from feltworks.ring.opening import begin, check_close, place_button, sit_in
from feltworks.ring.operations import PaidBack, PutBack, Taken
from feltworks.ring.plan import RingPlan
from feltworks.ring.stakes import Stakes
from feltworks.round.contract import Amounts, Legal
from feltworks.round.core.betting import legal_bets, place_bet
from feltworks.round.core.dealing import clear_felt, collect_hand, deal, end_round, put_deck_away
from feltworks.round.core.engine import EngineRound, Handlers, check_terms, check_whole_deck
from feltworks.round.core.ruling import give_back
from feltworks.round.moves import Bet, Button, Deal, Decide, Irregularity, SitIn
from feltworks.round.operations import Dealt, Turned, Voided
from feltworks.round.terms import Terms

MOST_NOTED = 99
"""The most times that one entry may name a card."""


class RingRound(EngineRound[RingLayout]):
    """One round between players."""

    __slots__ = ()

    _handlers: ClassVar[Handlers] = {
        SitIn: sit_in,
        Button: place_button,
        Bet: place_bet,
        Deal: deal,
        Decide: decide,
    }

    @classmethod
    def open(cls, plan: RingPlan, terms: Terms) -> Self:
        """A round without players; raises a `TermsError` if the terms do not suit the game."""
        check_terms(plan, terms)
        check_whole_deck(terms)
        return cls(RingLayout(plan, terms, stakes=plan.stakes(terms)))

    @property
    def plan(self) -> RingPlan:
        return self._layout.plan

    @property
    def stakes(self) -> Stakes:
        """Ante, blinds and bets of this round."""
        return self._layout.stakes

    @property
    def stacks(self) -> dict[int, int]:
        """What each seat has before it, bets and side wagers not included, in cents."""
        layout = self._layout
        if layout.seat_at:
            return dict(zip(layout.seat_at, layout.stacks, strict=True))
        return {seat: layout.stack_of(seat) for seat in layout.sitting}

    def _legal_before_the_deal(self) -> Iterator[Legal]:
        layout = self._layout
        amounts = Amounts(1, LARGEST_STACK_CENTS)
        usual = min(100 * layout.stakes.bet, LARGEST_STACK_CENTS)
        for seat in range(1, layout.plan.seats + 1):
            if self.why_not(SitIn(seat, usual)) is None:
                yield Legal(SitIn(seat, usual), f"Seat {seat} sits in", amounts)
            if self.why_not(Button(seat)) is None:
                yield Legal(Button(seat), f"Button at seat {seat}")
        yield from legal_bets(layout)
        yield from self._legal_close(layout)

    def _check_close(self, layout: RingLayout) -> None:
        check_close(layout)

    def _begin(self, layout: RingLayout) -> None:
        begin(layout)
        go_on(layout)

    def _go_on(self, layout: RingLayout) -> None:
        if layout.actor < 0 and layout.stage_at >= 0:
            go_on(layout)

    def legal_moves(self) -> tuple[Legal, ...]:
        layout = self._layout
        # Found when the turn came to the player.
        return layout.legal if layout.actor >= 0 and not layout.over else super().legal_moves()

    def _legal_decisions(self) -> tuple[Legal, ...]:
        return self._layout.legal

    def _is_last_hand(self, layout: RingLayout, seat: int | None) -> bool:
        """Whether nobody would be left to take the pot, or it was taken already."""
        if layout.over:
            return True
        return bool(layout.seat_at) and not set(layout.live_seats) - {seat}

    def _hidden_cards(self, layout: RingLayout, of_the_dealer: bool) -> Counter[Card]:
        """Every card that does not lie open, in the deck too, however often it is noted.

        There is no dealer's hand: an exposed card was dealt face down, to a player or the board.
        """
        turned = [card for e in layout.log if isinstance(e, Turned) for card in e.cards]
        dealt = [e for e in layout.log if isinstance(e, Dealt)]
        cards = [e.card for e in dealt if e.face != "up"] if of_the_dealer else self.plan.deck.cards
        is_open = {*turned, *(e.card for e in dealt if e.face == "up")}
        return Counter({card: MOST_NOTED for card in cards if card and card not in is_open})

    def _expose(self, layout: RingLayout, move: Irregularity) -> None:
        """Between players the entry itself names the cards, and they stay as they lie."""

    def _void_round(self, layout: RingLayout) -> None:
        """Everybody gets back what he put in; pots of a closed round are put back first."""
        for entry in tuple(layout.log):
            if isinstance(entry, Taken):
                layout.stacks[layout.seat_at.index(entry.seat)] -= entry.cents
                layout.log.append(PutBack(entry))
        for seat in sorted(layout.sitting, reverse=True):
            _pay_back(layout, seat)
        if layout.stage_at >= 0 and not layout.over:
            clear_felt(layout, layout.seat_at)
            put_deck_away(layout)
        end_round(layout, Voided())

    def _void_seat(self, layout: RingLayout, seat: int) -> None:
        """Takes the hand out; nobody has to match a bet that only it had made.

        Before the deal its seat is free again.
        """
        _pay_back(layout, seat)
        layout.free(seat)
        layout.sitting = {other: sat for other, sat in layout.sitting.items() if other != seat}
        if layout.stage_at < 0:
            if layout.button == seat:
                layout.button = None
            return
        place = layout.seat_at.index(seat)
        layout.live[place] = False
        layout.able = sum(
            stack > 0 and live for stack, live in zip(layout.stacks, layout.live, strict=True)
        )
        collect_hand(layout, seat)
        layout.drop(seat)
        if layout.opened:
            take_bet_down(layout)
            ask(layout, layout.actor if layout.actor >= 0 else 0)


def _pay_back(layout: RingLayout, seat: int) -> None:
    """Returns what the seat has put in for the pot and on side wagers."""
    if layout.seat_at:
        place = layout.seat_at.index(seat)
        bets = layout.bets[place]
        pot = layout.paid[place] + layout.dead[place] - bets
        if pot or bets:
            layout.log.append(PaidBack(seat, pot, bets))
        layout.stacks[place] += pot + bets + sum(layout.stakes_beside(seat).values())
        layout.paid[place] = layout.bets[place] = 0
        layout.dead = [0 if at == place else cents for at, cents in enumerate(layout.dead)]
    if seat in layout.spots:
        give_back(layout, seat)
