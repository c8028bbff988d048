"""Cards from the shoe: where the next one goes, the cut card, and an empty shoe."""

from __future__ import annotations

from typing import TYPE_CHECKING

from feltworks.blackjack.operations import CutCardOut
from feltworks.round.banked.order import Slot
from feltworks.round.banked.reading import HOUSE
from feltworks.round.operations import Burnt, Dealt, Shown, Turned
from feltworks.round.reasons import Reason
from feltworks.round.shoe import NO_CARD_DUE, card_unit, cards_before_a_turn

if TYPE_CHECKING:
    from feltworks.blackjack.hand import Hand
    from feltworks.blackjack.layout import Layout, Spot
    from feltworks.round.moves import Deal


def deal_objection(layout: Layout, deal: Deal) -> Reason | None:
    """Why this card cannot come now: none is due, or the shoe does not hold it any more."""
    if not layout.needs_card:
        return NO_CARD_DUE
    found = card_unit(layout.plan, layout.dealt, deal.card)
    return found if isinstance(found, Reason) else None


def apply_deal(layout: Layout, deal: Deal) -> Reason | None:
    if not layout.needs_card:
        return NO_CARD_DUE
    card = deal.card
    unit = card_unit(layout.plan, layout.dealt, card)
    if isinstance(unit, Reason):
        return unit
    slot = layout.script[layout.script_at]
    layout.script_at += 1
    layout.dealt += unit
    layout.left -= 1
    if slot.does == "burn":
        layout.log.append(Burnt(card))
    else:
        seat, zone = slot.seat, slot.zone
        layout.log.append(Dealt(seat or None, zone, card, slot.face))
        if layout.phase == "stages":
            place = (seat, zone)
            layout.cards[place] = (*layout.cards.get(place, ()), card)
            if slot.face != "up":
                layout.down[place] = (*layout.down.get(place, ()), card)
        elif seat == HOUSE:
            layout.dealer.take(card)
        else:
            layout.own(seat).hands[layout.hand_at].take(card)
    if layout.plan.deck.size - layout.left == layout.plan.cut_at:
        layout.log.append(CutCardOut())
    return None


def draw(layout: Layout, seat: int, zone: str) -> None:
    """One card is due, face up, to a hand in play or to the dealer."""
    layout.script, layout.script_at = (Slot("deal", seat, zone, "up"),), 0


def turn_up(layout: Layout) -> None:
    """What the script turns over before the next card is due."""
    while layout.script_at < len(layout.script) and not layout.needs_card:
        slot = layout.script[layout.script_at]
        layout.script_at += 1
        place = (HOUSE, slot.zone)
        down = layout.down.get(place, ())
        layout.down[place] = down[slot.cards :]
        layout.log.append(Turned(slot.zone, down[: slot.cards]))


def cards_due(layout: Layout) -> int:
    return cards_before_a_turn(layout.script[layout.script_at :])


def cards_wanted(layout: Layout) -> int:
    """How many cards the stages take before blackjack itself begins."""
    seats = len(layout.spots)
    dealt = [order for order in layout.plan.stages if takes_place(layout, order.stage.if_out)]
    burnt = 0 if layout.terms.discarded else layout.plan.game.burn
    return burnt + sum(order.cards_needed(seats) for order in dealt)


def takes_place(layout: Layout, if_out: tuple[str, ...]) -> bool:
    """Whether a stage is played: always, or only if somebody has one of its wagers out."""
    return not if_out or any(spot.has_out(id) for spot in layout.spots.values() for id in if_out)


def show_hand(layout: Layout, spot: Spot, hand: Hand | None) -> None:
    """A seat's cards that were dealt face down are turned over; no hand is made of them yet: None.

    Only a seat's first hand can lie face down: what is split off is open.
    """
    place = (spot.seat, layout.plan.zone)
    if layout.down.get(place) and (hand is None or hand.number == 1):
        layout.down[place] = ()
        layout.log.append(Shown(*place, layout.cards[place] if hand is None else hand.cards))


def show_hole_card(layout: Layout) -> None:
    """The dealer turns his face-down card over."""
    place = (HOUSE, layout.plan.dealer_zone)
    if layout.down.get(place):
        layout.down[place] = ()
        layout.log.append(Shown(None, layout.plan.dealer_zone, layout.dealer.cards))
