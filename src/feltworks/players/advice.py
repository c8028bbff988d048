"""Advice at a decision: the value of every choice, or among players the part of the pot."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from fractions import Fraction

    from feltworks.cards import Card
    from feltworks.players.ring.advice import PotAdvice
    from feltworks.round import Decide, Round


@dataclass(frozen=True)
class DecisionAdvice:
    """The choices at a decision, each as a move with its value in units; the best comes first.

    A value is a fraction if it is exact, otherwise a float. `left_out` are cards that the player
    knows and the values do not take into account. Against other players no choice has a value of
    its own: `pot` says what the hand is worth instead.
    """

    choices: tuple[tuple[Decide, Fraction | float], ...] = ()
    left_out: tuple[Card, ...] = ()
    pot: PotAdvice | None = None

    @property
    def best_by_count(self) -> tuple[tuple[Decide, Fraction | float], ...]:
        """The choices; for an exchange, the best for each number of cards."""
        found: dict[tuple[str, int | None, int], tuple[Decide, Fraction | float]] = {}
        for move, value in self.choices:
            found.setdefault((move.choice, move.cents, len(move.cards)), (move, value))
        return tuple(found.values())

    @property
    def best(self) -> Decide:
        return self.choices[0][0]


class DecisionAdvisor(Protocol):
    """An object that can advise a seat of a game."""

    def weigh(self, round: Round, seat: int) -> DecisionAdvice:
        """The choices of the seat whose turn it is, judged by what that seat may see."""
