"""Which side wagers of a folding hand win, so that the cards may be tucked under one of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from feltworks.rules.settlement import Situation

if TYPE_CHECKING:
    from collections.abc import Iterator

    from feltworks.table.layout import Layout, Spot


def winning_side_wagers(layout: Layout, spot: Spot) -> Iterator[str]:
    """The side wagers that pay on the cards as they lie; those still waiting for cards may."""
    plan = layout.plan
    for id in plan.order:
        wager = plan.wagers[id]
        if wager.kind != "side" or not wager.lives_when_folded or not spot.has_out(id):
            continue
        readers = [plan.hands[hand] for hand in wager.hands]
        if any(reader.cards(layout.cards, spot.seat) is None for reader in readers):
            yield id
            continue
        held = {reader.id: reader.held(layout.cards, spot.seat) for reader in readers}
        payment = plan.payment(id, Situation(held, folded=True))
        if payment.odds.numerator > 0 or payment.cents or payment.hits:
            yield id
