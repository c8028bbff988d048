"""Closing the betting: may the cards be dealt, and who plays the main game."""

from __future__ import annotations

from typing import TYPE_CHECKING

from feltworks.round.banked.betting import misfits
from feltworks.round.reasons import Reason

if TYPE_CHECKING:
    from feltworks.round.moves import NoMoreBets
    from feltworks.table.layout import Layout


def close_objection(layout: Layout, move: NoMoreBets) -> Reason | None:
    """Why the betting cannot be closed: wagers that do not fit, or too few cards for them."""
    if reason := misfits(layout):
        return reason
    needed, held = layout.plan.cards_needed(len(layout.spots)), layout.plan.deck.size
    if needed > held:
        return Reason(
            "deck-too-small",
            f"{len(layout.spots)} seats need {needed} cards and the deck holds {held}.",
        )
    return None


def enter_main(layout: Layout) -> None:
    """Marks the seats that play the main game, once the betting is closed."""
    required = layout.plan.required
    for seat in layout.seats:
        if all(wager.id in layout.spots[seat].stakes for wager in required):
            layout.own(seat).in_main = True
