"""What a decision comes to: the worth of every choice, or among players the part of the pot."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from fractions import Fraction

    from feltworks.cards import Card
    from feltworks.players.ring import Advice
    from feltworks.round import Decide, Round


@dataclass(frozen=True)
class Weighed:
    """The choices at a decision, each as a move with its worth in units; the best comes first.

    A worth is a fraction where it is exact and a float where it is not. `left_out` are cards the
    player knows that the worths do not reckon with. Against other players no choice has a worth of
    its own: there is the `pot` instead.
    """

    choices: tuple[tuple[Decide, Fraction | float], ...] = ()
    left_out: tuple[Card, ...] = ()
    pot: Advice | None = None

    @property
    def best(self) -> Decide:
        return self.choices[0][0]


class Adviser(Protocol):
    """Whoever can weigh the decisions of a game."""

    def weigh(self, round: Round, seat: int) -> Weighed:
        """What the seat to decide should know, by what it may see."""
