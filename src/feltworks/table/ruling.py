"""What a void does at a table: to the whole round, or to one hand that leaves it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from feltworks.round.banked.exposing import expose
from feltworks.round.banked.ruling import give_back, irregularity_objection, ruling
from feltworks.round.operations import Collected, Ruled, Voided
from feltworks.table.dealing import put_deck_away
from feltworks.table.settling import collect_hand

if TYPE_CHECKING:
    from feltworks.round.moves import Irregularity
    from feltworks.round.reasons import Reason
    from feltworks.table.layout import Layout


def apply_irregularity(layout: Layout, move: Irregularity) -> Reason | None:
    if reason := irregularity_objection(layout, move):
        return reason
    consequence, by = ruling(layout, move.kind)
    layout.log.append(move)
    layout.log.append(Ruled(consequence, by))
    if consequence == "void":
        _void_round(layout)
    elif consequence == "void-seat":
        assert move.seat is not None
        _void_seat(layout, move.seat)
    if consequence != "void" and move.cards:
        expose(layout, move)
    return None


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
