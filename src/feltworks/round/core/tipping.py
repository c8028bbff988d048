"""Stakes for the dealer: allowed or not by the house, smaller than the wager they ride on."""

from __future__ import annotations

from collections.abc import Iterator

from feltworks.errors import short_repr
from feltworks.round.contract import Amounts, Legal
from feltworks.round.core.betting import check_betting_open, sizes_text
from feltworks.round.core.layout import AnyLayout
from feltworks.round.moves import Tip
from feltworks.round.reasons import NotAllowed


def place_tip(layout: AnyLayout, tip: Tip) -> None:
    """A stake for the dealer goes out beside a wager."""
    check_betting_open(layout)
    amounts = _tip_amounts(layout, tip.seat, tip.wager)
    if type(tip.cents) is not int or not amounts.allows(tip.cents):
        raise NotAllowed("wrong-tip", f"A tip here is {sizes_text(amounts)}.")
    layout.own(tip.seat).tips[tip.wager] = tip.cents
    layout.log.append(tip)


def legal_tips(layout: AnyLayout) -> Iterator[Legal]:
    """Every stake for the dealer that may be placed now."""
    for seat in layout.seats:
        for wager_id in layout.spots[seat].stakes:
            try:
                amounts = _tip_amounts(layout, seat, wager_id)
            except NotAllowed:
                continue
            name = f"{layout.plan.wagers[wager_id].name} for the dealer"
            yield Legal(Tip(seat, wager_id, amounts.least_cents), name, amounts)


def _tip_amounts(layout: AnyLayout, seat: int, wager_id: str) -> Amounts:
    """What may be bet for the dealer beside the seat's wager."""
    if not layout.plan.rules.table.tips:
        raise NotAllowed("no-tips", "This house does not allow wagers for the dealer.")
    spot = layout.spots.get(seat) if type(seat) is int else None
    if spot is None or type(wager_id) is not str or wager_id not in spot.stakes:
        where = f"Seat {short_repr(seat)} has no wager on {short_repr(wager_id)}"
        raise NotAllowed("nothing-to-ride", f"{where} to tip on.")
    wager = layout.plan.wagers[wager_id]
    if not wager.takes_tips:
        raise NotAllowed(
            "no-tip-here", f"{wager.name} pays fixed prizes; a tip rides on odds only."
        )
    if wager_id in spot.tips:
        raise NotAllowed("already-out", f"Seat {seat} already has a tip on {wager.name}.")
    step, stake = layout.terms.limits.chips[0], spot.stakes[wager_id]
    most = stake - 1
    law = layout.terms.law
    if law is not None:
        most = min(most, law.largest.most_cents - stake)
    most = most // step * step
    if most < step:
        raise NotAllowed("no-room", f"No chip is smaller than the wager on {wager.name}.")
    return Amounts(step, most, step)
