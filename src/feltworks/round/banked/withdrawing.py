"""A wager taken back before the deal: a bet of nothing on it, while the betting is open.

It goes back with the stake for the dealer that rides on it, and the spot is as if it had never been
bet on. A wager by which another is measured stays until that one has been taken back.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from feltworks.round.operations import Returned
from feltworks.round.reasons import Reason
from feltworks.round.telling import told

if TYPE_CHECKING:
    from feltworks.round.banked.felt import BankedLayout, BankedSpot
    from feltworks.round.moves import Bet


def withdrawal_objection(layout: BankedLayout, bet: Bet) -> Reason | None:
    """Why the wager cannot be taken back."""
    spot = layout.spots.get(bet.seat) if type(bet.seat) is int else None
    if spot is None or type(bet.wager) is not str or bet.wager not in spot.stakes:
        seat, wager = told(bet.seat), told(bet.wager)
        return Reason("not-out", f"Seat {seat} has no wager on {wager} to take back.")
    for id in spot.stakes:
        size = layout.plan.wagers[id].size
        if size is not None and size.of == bet.wager:
            names = layout.plan.wagers[bet.wager].name, layout.plan.wagers[id].name
            return Reason("other-first", f"{names[1]} is measured by {names[0]}: take it first.")
    return None


def withdraw(layout: BankedLayout, bet: Bet) -> None:
    """Gives the wager back; a spot with nothing left on it is free again."""
    spot = layout.own(bet.seat)
    layout.log.append(Returned(bet.seat, bet.wager, spot.stakes.pop(bet.wager)))
    if bet.wager in spot.tips:
        layout.log.append(Returned(bet.seat, bet.wager, spot.tips.pop(bet.wager), tip=True))
    if not spot.stakes:
        del cast("dict[int, BankedSpot]", layout.spots)[bet.seat]
