"""The player who never errs: every decision is the one the exact odds call best.

The odds engine solves the game once; a position is then looked up by the cards the seat sees. The
values are those of all required wagers together, in units, as the strategy command prints them.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from feltworks.odds.strategy import Advisor
from feltworks.odds.tree import sized
from feltworks.odds.walk import Progress, silent
from feltworks.players.position import Position, position
from feltworks.round.moves import Decide

if TYPE_CHECKING:
    from collections.abc import Mapping

    from feltworks.round.contract import Legal, Round
    from feltworks.rules.schema import Rules


@dataclass(frozen=True)
class Weighed:
    """The choices at a decision, each as a move with its exact value; the best comes first."""

    choices: tuple[tuple[Decide, Fraction], ...]

    @property
    def best(self) -> Decide:
        return self.choices[0][0]


class Optimal:
    """Decides by the exact odds; a refusal of the odds engine names the key it cannot weigh."""

    def __init__(
        self,
        rules: Rules,
        *,
        indifferent: Mapping[str, str] | None = None,
        progress: Progress = silent,
    ) -> None:
        self.advisor = Advisor(rules, indifferent=indifferent, progress=progress)

    def decide(self, round: Round, seat: int) -> Decide:
        """The best move of the seat to act."""
        return self.weigh(round, seat).best

    def weigh(self, round: Round, seat: int) -> Weighed:
        """Every choice open to the seat with its value, the best one first."""
        here = position(round, seat)
        moves = _moves(round, here)
        advice = self.advisor.advise(here.stage, here.cards, here.board)
        # The odds settle ties by their own rule; so the best is theirs to name.
        order = sorted(
            (id for id in moves if id in advice.values),
            key=lambda id: (id == advice.best, advice.values[id]),
            reverse=True,
        )
        return Weighed(tuple((moves[id], advice.values[id]) for id in order))


def _moves(round: Round, here: Position) -> dict[str, Decide]:
    """The open choices by the names the odds give them, one for each size."""
    choices = {choice.id: choice for choice in round.rules.stage(here.stage).decide}
    moves: dict[str, Decide] = {}
    for legal in round.legal_moves():
        move = legal.move
        if not isinstance(move, Decide) or move.choice not in choices:
            continue
        names = [id for id, _ in sized(choices[move.choice])]
        for id, cents in zip(names, _sizes(legal), strict=True):
            moves[id] = Decide(move.seat, move.choice, cents)
    return moves


def _sizes(legal: Legal) -> tuple[int | None, ...]:
    """The amounts of a choice in rising order; of a range its two ends."""
    amounts = legal.amounts
    if amounts is None:
        return (None,)
    return amounts.only or (amounts.least_cents, amounts.most_cents)
