"""Cards from the shoe: what the stages take, a card drawn to a hand, hands turned over."""

from __future__ import annotations

from typing import TYPE_CHECKING

from feltworks.round.core.order import shared_slot
from feltworks.round.core.reading import HOUSE
from feltworks.round.operations import Shown

if TYPE_CHECKING:
    from feltworks.blackjack.hand import BlackjackHand
    from feltworks.blackjack.layout import BlackjackLayout, BlackjackSpot


def draw(layout: BlackjackLayout, seat: int, zone: str) -> None:
    """One card is due, face up, to a hand in play or to the dealer."""
    layout.script, layout.script_at = (shared_slot("deal", (seat, zone), "up"),), 0


def cards_wanted(layout: BlackjackLayout) -> int:
    """How many cards the stages take before blackjack itself begins."""
    seats = len(layout.spots)
    dealt = [order for order in layout.plan.stages if takes_place(layout, order.stage.if_out)]
    burnt = 0 if layout.terms.discarded else layout.plan.game.burn
    return burnt + sum(order.cards_needed(seats) for order in dealt)


def takes_place(layout: BlackjackLayout, if_out: tuple[str, ...]) -> bool:
    """Whether a stage is played: always, or only if somebody has one of its wagers out."""
    return not if_out or any(spot.has_out(id) for spot in layout.spots.values() for id in if_out)


def show_hand(layout: BlackjackLayout, spot: BlackjackSpot, hand: BlackjackHand | None) -> None:
    """A seat's cards that were dealt face down are turned over; no hand is made of them yet: None.

    Only a seat's first hand can lie face down: what is split off is open.
    """
    place = (spot.seat, layout.plan.zone)
    if layout.down.get(place) and (hand is None or hand.number == 1):
        layout.down[place] = ()
        layout.log.append(Shown(*place, layout.cards[place] if hand is None else hand.cards))


def show_hole_card(layout: BlackjackLayout) -> None:
    """The dealer turns his face-down card over."""
    place = (HOUSE, layout.plan.dealer_zone)
    if layout.down.get(place):
        layout.down[place] = ()
        layout.log.append(Shown(None, layout.plan.dealer_zone, layout.dealer.cards))
