"""What a supervisor's entry does to a round of blackjack."""

from __future__ import annotations

from typing import TYPE_CHECKING

from feltworks.blackjack.operations import ShoeStands
from feltworks.blackjack.settling import collect_seat
from feltworks.round.banked.exposing import expose
from feltworks.round.banked.ruling import give_back, irregularity_objection, ruling
from feltworks.round.operations import Collected, Ruled, Voided

if TYPE_CHECKING:
    from feltworks.blackjack.layout import Layout
    from feltworks.round.moves import Irregularity
    from feltworks.round.reasons import Reason


def apply_irregularity(layout: Layout, move: Irregularity) -> Reason | None:
    if reason := irregularity_objection(layout, move):
        return reason
    consequence, by = ruling(layout, move.kind)
    layout.log.append(move)
    layout.log.append(Ruled(consequence, by))
    if consequence == "void":
        void_round(layout)
    elif consequence == "void-seat":
        assert move.seat is not None
        _void_seat(layout, move.seat)
    if consequence != "void" and move.cards:
        expose(layout, move)
    return None


def void_round(layout: Layout) -> None:
    """Every wager goes back; the cards that came out of the shoe stay out."""
    for seat in layout.seats_from_right:
        give_back(layout, seat)
    if not layout.taking_bets:
        for seat in layout.seats_from_right:
            collect_seat(layout, seat)
        layout.log.append(Collected(None))
        layout.log.append(ShoeStands(layout.used, layout.left))
    layout.log.append(Voided())
    layout.script, layout.acting = (), ()
    layout.over = True


def _void_seat(layout: Layout, seat: int) -> None:
    """The hand is out of the round; before the deal its spot is free again."""
    give_back(layout, seat)
    if not layout.taking_bets:
        collect_seat(layout, seat)
        layout.script = layout.script[: layout.script_at] + tuple(
            slot for slot in layout.script[layout.script_at :] if slot.seat != seat
        )
        if layout.acting[:1] == (seat,):
            layout.hand_at = 0
        layout.acting = tuple(other for other in layout.acting if other != seat)
    del layout.spots[seat]
    if not layout.spots:
        layout.script, layout.acting = (), ()
