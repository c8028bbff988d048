"""Cards: where the next one goes, and whether the deck can still hold it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from feltworks.round.operations import Dealt, Turned
from feltworks.round.reasons import Reason
from feltworks.round.shoe import NO_CARD_DUE, card_unit, cards_before_a_turn

if TYPE_CHECKING:
    from feltworks.ring.layout import Layout
    from feltworks.ring.stageplan import Slot
    from feltworks.round.moves import Deal


def deal_objection(layout: Layout, deal: Deal) -> Reason | None:
    """Why this card cannot come now: none is due, or the deck does not hold it any more."""
    if not layout.needs_card:
        return NO_CARD_DUE
    found = card_unit(layout.plan, layout.dealt, deal.card)
    return found if isinstance(found, Reason) else None


def apply_deal(layout: Layout, deal: Deal) -> Reason | None:
    at, script = layout.script_at, layout.script
    if at >= len(script):
        return NO_CARD_DUE
    card, slot = deal.card, script[at]
    shift, copies = layout.plan.faces.get(card, (0, 0))
    if (layout.dealt >> shift) & 255 >= copies or slot.does == "turn":
        return deal_objection(layout, deal)
    layout.script_at = at + 1
    layout.dealt += 1 << shift
    entry = slot.entries.get(shift)
    if entry is None:
        entry = slot.entries[shift] = slot.entry(card)
    layout.log.append(entry)
    if slot.does == "deal":
        place = slot.place
        layout.cards[place] = (*layout.cards.get(place, ()), card)
    return None


def turn_up(layout: Layout, slot: Slot) -> None:
    """The next face-down cards of a zone of the table's come up."""
    zone = slot.place[1]
    down = [
        entry.card
        for entry in layout.log
        if isinstance(entry, Dealt) and (entry.seat, entry.zone) == (None, zone)
        if entry.face != "up" and entry.card is not None
    ]
    up = [card for entry in layout.log if isinstance(entry, Turned) for card in entry.cards]
    turned = sum(card in up for card in down)
    layout.log.append(Turned(zone, tuple(down[turned : turned + slot.cards])))


def cards_due(layout: Layout) -> int:
    return cards_before_a_turn(layout.script[layout.script_at :])


def cards_left(layout: Layout) -> int:
    """How many cards the deck still holds."""
    return layout.plan.deck.size - sum(layout.dealt.to_bytes(len(layout.plan.faces), "little"))
