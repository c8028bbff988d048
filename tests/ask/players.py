"""Players that decide without a person: what the best player does in a round."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from feltworks.cards import Card
from feltworks.players.optimal import Optimal, position
from feltworks.round import Decide, Round
from feltworks.rules.schema import Rules

__all__ = ["Seen", "optimal", "seen_by"]


@dataclass(frozen=True)
class Seen:
    """What a seat sees when it decides: the stage, its own cards and those that lie open."""

    stage: str
    cards: tuple[Card, ...]
    board: tuple[Card, ...]


def optimal(rules: Rules) -> Callable[[Round, int], Decide]:
    """Solve a game; return what decides for a seat of its rounds as the odds say."""
    return Optimal(rules).decide


def seen_by(round: Round, seat: int) -> Seen:
    """Look at a round as a seat does."""
    here = position(round, seat)
    return Seen(here.stage, here.cards, here.board)
