"""Folded hands: given up, and taken in unless a side wager still needs their cards."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from feltworks.ring.operations import KeptBeside
from feltworks.round.operations import Collected, Folded

if TYPE_CHECKING:
    from feltworks.ring.layout import Layout


folded = cache(Folded)
collected = cache(Collected)


def fold_hand(layout: Layout, place: int) -> None:
    """The hand is out of the pot; beside a side wager its cards stay, face down."""
    seat = layout.seats[place]
    layout.live[place] = False
    layout.able -= 1
    layout.log.append(folded(seat))
    side = layout.side.get(seat)
    if side:
        layout.log.append(KeptBeside(seat, next(iter(side))))
    elif layout.plan.rules.table.folded_hands == "collected":
        layout.log.append(collected(seat))
