"""Stakes for the dealer: allowed or not by the house, smaller than the wager they ride on."""

from __future__ import annotations

from typing import TYPE_CHECKING

from feltworks.round.banked.betting import NOT_NOW
from feltworks.round.contract import Amounts
from feltworks.round.reasons import Reason
from feltworks.round.telling import told
from feltworks.rules.written import dollars_text

if TYPE_CHECKING:
    from feltworks.round.banked.felt import BankedLayout
    from feltworks.round.moves import Tip


def tip_objection(layout: BankedLayout, tip: Tip) -> Reason | None:
    """Why this stake for the dealer may not be placed now."""
    if not layout.taking_bets:
        return NOT_NOW
    amounts = tip_amounts(layout, tip.seat, tip.wager)
    if isinstance(amounts, Reason):
        return amounts
    if type(tip.cents) is int and amounts.allows(tip.cents):
        return None
    return Reason(
        "wrong-tip",
        f"A tip here is from {dollars_text(amounts.least_cents)} to "
        f"{dollars_text(amounts.most_cents)} in chips of {dollars_text(amounts.step_cents)}.",
    )


def tip_amounts(layout: BankedLayout, seat: int, wager_id: str) -> Amounts | Reason:
    """What may be put beside the seat's wager for the dealer, or why nothing."""
    if not layout.plan.rules.table.tips:
        return Reason("no-tips", "This house does not allow wagers for the dealer.")
    spot = layout.spots.get(seat) if type(seat) is int else None
    if spot is None or type(wager_id) is not str or wager_id not in spot.stakes:
        where = f"Seat {told(seat)} has no wager on {told(wager_id)}"
        return Reason("nothing-to-ride", f"{where} to tip on.")
    wager = layout.plan.wagers[wager_id]
    if not wager.takes_tips:
        return Reason("no-tip-here", f"{wager.name} pays fixed prizes; a tip rides on odds only.")
    if wager_id in spot.tips:
        return Reason("already-out", f"Seat {seat} already has a tip on {wager.name}.")
    step, stake = layout.terms.limits.chips[0], spot.stakes[wager_id]
    most = stake - 1
    law = layout.terms.law
    if law is not None:
        most = min(most, law.largest.cents - stake)
    most = most // step * step
    if most < step:
        return Reason("no-room", f"No chip is smaller than the wager on {wager.name}.")
    return Amounts(step, most, step)


def apply_tip(layout: BankedLayout, tip: Tip) -> Reason | None:
    if reason := tip_objection(layout, tip):
        return reason
    layout.own(tip.seat).tips[tip.wager] = tip.cents
    layout.log.append(tip)
    return None
