"""What a seat knows when it has to decide: its cards, the open cards, and where the round is."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from feltworks.round.felt import picture
from feltworks.round.viewers import player
from feltworks.round.views import seen

if TYPE_CHECKING:
    from feltworks.cards import Card
    from feltworks.round.contract import Round


@dataclass(frozen=True, slots=True)
class Position:
    """`cards` are the seat's own that it may look at, `board` whatever else lies open."""

    stage: str
    cards: tuple[Card, ...]
    board: tuple[Card, ...]
    stakes: dict[str, int]


def position(round: Round, seat: int) -> Position:
    """The position of a seat, from its own view of the round and nothing else."""
    felt = picture(seen(round.log, player(seat)))
    own: list[Card] = []
    board: list[Card] = []
    for (whose, _), zone in felt.cards.items():
        known = [lying.card for lying in zone if lying.card is not None]
        if whose == seat:
            own += known
        elif whose is None:
            board += known
    stakes = {
        wager: cents for wager in round.rules.wagers if (cents := felt.stake_cents(seat, wager))
    }
    return Position(felt.stage or "", tuple(own), tuple(board), stakes)
