"""Cards: where the next one goes, and whether the deck can still hold it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from feltworks.round.banked.reading import HOUSE
from feltworks.round.operations import Burnt, Dealt, DeckPutAway, Turned
from feltworks.round.reasons import Reason
from feltworks.round.shoe import NO_CARD_DUE, card_unit, cards_before_a_turn

if TYPE_CHECKING:
    from feltworks.round.banked.order import Slot
    from feltworks.round.moves import Deal
    from feltworks.table.layout import Layout


def deal_objection(layout: Layout, deal: Deal) -> Reason | None:
    """Why this card cannot come now: none is due, or the deck does not hold it any more."""
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
    return cards_before_a_turn(layout.script[layout.script_at :])


def put_deck_away(layout: Layout) -> None:
    """The rest of the deck is not needed any more."""
    if not layout.deck_away:
        layout.deck_away = True
        layout.log.append(DeckPutAway(layout.cards_left()))
