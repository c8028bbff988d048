"""What a void does at a table: to the whole round, or to one hand that leaves it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from feltworks.round.banked.round import rule
from feltworks.round.banked.ruling import give_back
from feltworks.round.operations import Collected, Voided
from feltworks.table.dealing import put_deck_away
from feltworks.table.settling import collect_hand

if TYPE_CHECKING:
    from feltworks.round.moves import Irregularity
    from feltworks.round.reasons import Reason
    from feltworks.table.layout import Layout


def apply_irregularity(layout: Layout, move: Irregularity) -> Reason | None:
    return rule(layout, move, _void_round, _void_seat)


def _void_round(layout: Layout) -> None:
    for seat in layout.seats_from_right:
        give_back(layout, seat)
    if layout.stage_at >= 0:
        for seat in layout.seats_from_right:
            collect_hand(layout, seat)
        layout.log.append(Collected(None))
        put_deck_away(layout)
    layout.log.append(Voided())
    layout.script, layout.deciding = (), ()
    layout.over = True


def _void_seat(layout: Layout, seat: int) -> None:
    """The hand is out of the round; before the deal its spot is free again."""
    give_back(layout, seat)
    if layout.stage_at >= 0:
        collect_hand(layout, seat)
        layout.script = layout.script[: layout.script_at] + tuple(
            slot for slot in layout.script[layout.script_at :] if slot.seat != seat
        )
        layout.deciding = tuple(other for other in layout.deciding if other != seat)
    del layout.spots[seat]
    if not layout.spots:
        layout.script, layout.deciding = (), ()
