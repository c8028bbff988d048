"""Side wagers at the end: each hand that has one is shown and paid by its pay table.

What a side wager pays is the business of `rules.settlement`. The dealer goes from his right, and a
folded hand is paid like any other where the rules keep the wager in play.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from feltworks.round.operations import Shown
from feltworks.round.payouts import Settled
from feltworks.round.rounding import amounts
from feltworks.rules.settlement import Payment, Situation, settle

if TYPE_CHECKING:
    from feltworks.ring.layout import Layout


def settle_side_wagers(layout: Layout) -> None:
    """Every side wager of the round, from the dealer's right."""
    for seat in sorted(layout.side, reverse=True):
        place = layout.seats.index(seat)
        if not any(isinstance(entry, Shown) and entry.seat == seat for entry in layout.log):
            show_cards(layout, seat)
        for wager, stake in layout.side[seat].items():
            payment = _payment(layout, place, wager)
            rounding = layout.plan.rules.table.pays_rounded
            returned, paid = amounts(payment.odds, stake, rounding)
            paid += payment.cents
            layout.stacks[place] += returned + paid
            layout.log.append(
                Settled(seat, wager, stake, returned, paid, payment.case, payment.rows)
            )


def _payment(layout: Layout, place: int, wager: str) -> Payment:
    plan, seat = layout.plan, layout.seats[place]
    held = {
        hand: plan.side_hands[hand].held(layout.cards, seat) for hand in plan.side_wagers[wager]
    }
    payment = settle(plan.book, wager, Situation(held, folded=not layout.live[place]))
    if getattr(plan.rules.settle[wager], payment.case) is not None:
        return payment
    return Payment("always", payment.odds, payment.cents, payment.hits, payment.rows)


def show_cards(layout: Layout, seat: int) -> None:
    """The seat's cards are turned over."""
    for zone in layout.plan.player_zones:
        cards = layout.cards.get((seat, zone))
        if cards:
            layout.log.append(Shown(seat, zone, cards))
