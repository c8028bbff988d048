"""What a seat knows when it has to decide: its cards, the open cards, and where the round is."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from feltworks.round.operations import Dealt, StageBegun, Turned
from feltworks.round.viewers import player

if TYPE_CHECKING:
    from feltworks.cards import Card
    from feltworks.round.contract import Round


@dataclass(frozen=True, slots=True)
class Position:
    """`cards` are the seat's own that it may look at, `board` what lies open and is nobody's."""

    stage: str
    cards: tuple[Card, ...]
    board: tuple[Card, ...]


def position(round: Round, seat: int) -> Position:
    """The position of a seat, from those entries of the log that its player may see."""
    viewer = player(seat)
    stage = ""
    own: list[Card] = []
    board: list[Card] = []
    for entry in round.log:
        if isinstance(entry, Dealt):
            if entry.seat not in (None, seat):
                continue
            card = entry.seen_by(viewer).card
            if card is not None:
                (board if entry.seat is None else own).append(card)
        elif isinstance(entry, Turned):
            board += entry.cards
        elif isinstance(entry, StageBegun):
            stage = entry.stage
    return Position(stage, tuple(own), tuple(board))
