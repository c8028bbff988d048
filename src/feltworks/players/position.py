"""What a seat knows when it has to decide: its cards, the open cards, and where the round is.

A player may know more than that: cards of other hands that he plays or that were turned over, and
cards that a mistake brought to light. Those are kept apart, since the odds do not reckon with them.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from feltworks.round.moves import Bet, Irregularity
from feltworks.round.operations import Dealt, Shown, StageBegun, Staked, Turned
from feltworks.round.viewers import player
from feltworks.table.operations import TakenBack

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from feltworks.cards import Card
    from feltworks.round.contract import Round
    from feltworks.round.operations import Operation


@dataclass(frozen=True, slots=True)
class Position:
    """`cards` are the seat's own that it may look at, `board` what lies open and is nobody's.

    `stakes_cents` is what the seat has put out and not taken back, `known_besides` every other
    card that its player knows.
    """

    stage: str
    cards: tuple[Card, ...]
    board: tuple[Card, ...]
    stakes_cents: Mapping[str, int] = field(default_factory=dict)
    known_besides: tuple[Card, ...] = ()


def position(round: Round, seat: int, *, hands: Iterable[int] = ()) -> Position:
    """The position of a seat whose player plays those other hands too, by what he may see."""
    viewer = player(seat, *hands)
    stage = ""
    own: list[Card] = []
    board: list[Card] = []
    others: list[Card] = []
    for entry in round.log:
        if isinstance(entry, Dealt):
            card = entry.seen_by(viewer).card
            if card is not None:
                zone = board if entry.seat is None else own if entry.seat == seat else others
                zone.append(card)
        elif isinstance(entry, Turned):
            board += entry.cards
        elif isinstance(entry, Shown | Irregularity):
            others += entry.cards
        elif isinstance(entry, StageBegun):
            stage = entry.stage
    seen = {*own, *board}
    besides = tuple(card for card in dict.fromkeys(others) if card not in seen)
    return Position(stage, tuple(own), tuple(board), _stakes(round.log, seat), besides)


def _stakes(log: Iterable[Operation], seat: int) -> dict[str, int]:
    """What the seat has put on each wager, settled already or not."""
    stakes: dict[str, int] = {}
    for entry in log:
        if isinstance(entry, Bet | Staked | TakenBack) and entry.seat == seat:
            stakes[entry.wager] = 0 if isinstance(entry, TakenBack) else entry.cents
    return {wager: cents for wager, cents in stakes.items() if cents}
