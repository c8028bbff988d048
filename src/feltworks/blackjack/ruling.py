"""What a supervisor's entry does to a round of blackjack."""

from __future__ import annotations

from typing import TYPE_CHECKING

from feltworks.blackjack.operations import ShoeStands
from feltworks.blackjack.settling import collect_seat
from feltworks.round.banked.round import rule
from feltworks.round.banked.ruling import give_back
from feltworks.round.operations import Collected, Voided

if TYPE_CHECKING:
    from feltworks.blackjack.layout import Layout
    from feltworks.round.moves import Irregularity
    from feltworks.round.reasons import Reason


def apply_irregularity(layout: Layout, move: Irregularity) -> Reason | None:
    return rule(layout, move, void_round, _void_seat)


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
