"""Cards: where the next one goes, and whether the deck can still hold it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from feltworks.cards import Card
from feltworks.round.banked.reading import HOUSE
from feltworks.round.operations import Burnt, Dealt, DeckPutAway, Turned
from feltworks.round.reasons import Reason
from feltworks.round.telling import told

if TYPE_CHECKING:
    from feltworks.round.banked.order import Slot
    from feltworks.round.moves import Deal
    from feltworks.table.layout import Layout


def deal_objection(layout: Layout, deal: Deal) -> Reason | None:
    """Why this card cannot come now: none is due, or the deck does not hold it any more."""
    if not layout.needs_card:
        return Reason("no-card-due", "No card is due now.")
    card = deal.card
    shift, copies = layout.plan.faces.get(card, (0, 0)) if isinstance(card, Card) else (0, 0)
    if not copies:
        name = card if isinstance(card, Card) else told(card)
        return Reason("not-in-deck", f"{name} is not in the deck {layout.plan.deck.id}.")
    if (layout.dealt >> shift) & 255 >= copies:
        return Reason("card-twice", f"{card} has already been dealt.")
    return None


def apply_deal(layout: Layout, deal: Deal) -> Reason | None:
    if reason := deal_objection(layout, deal):
        return reason
    card = deal.card
    slot = layout.script[layout.script_at]
    layout.script_at += 1
    layout.dealt += 1 << layout.plan.faces[card][0]
    if slot.does == "burn":
        layout.log.append(Burnt(card))
        return None
    seat, zone = slot.seat, slot.zone
    place = (seat, zone)
    layout.cards[place] = (*layout.cards.get(place, ()), card)
    if slot.face != "up":
        layout.down[place] = (*layout.down.get(place, ()), card)
    layout.log.append(Dealt(seat or None, zone, card, slot.face))
    return None


def turn_up(layout: Layout, slot: Slot) -> None:
    """The next face-down cards of a table's zone come up."""
    place = (HOUSE, slot.zone)
    down = layout.down.get(place, ())
    layout.down[place] = down[slot.cards :]
    layout.log.append(Turned(slot.zone, down[: slot.cards]))


def cards_due(layout: Layout) -> int:
    """How many cards come from the deck before the script turns cards over or ends."""
    due = 0
    for slot in layout.script[layout.script_at :]:
        if slot.does == "turn":
            break
        due += 1
    return due


def put_deck_away(layout: Layout) -> None:
    """The rest of the deck is not needed any more."""
    if not layout.deck_away:
        layout.deck_away = True
        layout.log.append(DeckPutAway(layout.cards_left()))
