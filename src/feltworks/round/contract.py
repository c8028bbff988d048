"""What every engine's round can do, whatever the game.

A round is a value. `play` returns the round after a move and does not change the present one; so a
round can be kept, compared, and continued in two ways. A move that may not be made raises
`NotAllowed`, and `why_not` explains it beforehand. There is no clock, no randomness and no file in
a round: cards come as moves.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Literal, Protocol, Self, TypeVar

from feltworks.cards import Card
from feltworks.round.moves import Bet, Decide, Move
from feltworks.round.operations import Operation
from feltworks.round.reasons import Reason
from feltworks.round.terms import Terms
from feltworks.rules.schema import Rules


@dataclass(frozen=True, slots=True)
class Turn:
    """What the round waits for: wagers, a card, a seat's decision, or nothing any more."""

    waits_for: Literal["bets", "card", "decision", "nothing"]
    seat: int | None = None


BETS, CARD, OVER = Turn("bets"), Turn("card"), Turn("nothing")


@dataclass(frozen=True, slots=True)
class Amounts:
    """What may be put out: one of `only` if given, otherwise any step from least to most."""

    least_cents: int
    most_cents: int
    step_cents: int = 1
    only: tuple[int, ...] = ()

    def allows(self, cents: int) -> bool:
        if self.only:
            return cents in self.only
        return self.least_cents <= cents <= self.most_cents and cents % self.step_cents == 0

    @property
    def single(self) -> int | None:
        """The amount, if there is only one."""
        if self.only:
            return self.only[0] if len(self.only) == 1 else None
        return self.least_cents if self.least_cents == self.most_cents else None


@dataclass(frozen=True, slots=True)
class Legal:
    """A move that may be made as it is; `amounts` are the other sizes it may have.

    `sets` is how many cards the player may set apart to play them, 0 if none; `discards` how many
    he may exchange, None if none.
    """

    move: Move
    name: str
    amounts: Amounts | None = None
    sets: int = 0
    discards: range | None = None

    @property
    def choice(self) -> str | None:
        """The choice, if the move is a decision."""
        return self.move.choice if isinstance(self.move, Decide) else None


class Round(Protocol):
    """A round of any game."""

    @property
    def rules(self) -> Rules: ...

    @property
    def terms(self) -> Terms: ...

    @property
    def total(self) -> str | None:
        """What the hand in play counts, if hands are called by what they count."""

    @property
    def log(self) -> tuple[Operation, ...]:
        """Everything that has happened, in order."""

    @property
    def moves(self) -> tuple[Move, ...]:
        """The moves that were made, in order; the same moves on the same terms give this round."""

    @property
    def turn(self) -> Turn: ...

    @property
    def cards_due(self) -> int:
        """How many cards must come from the deck before anybody can decide."""

    @property
    def cards_out(self) -> int:
        """How many cards have left the deck, including in earlier rounds."""

    def chances(self) -> Mapping[Card, int]:
        """Which cards are left in the deck, and how many of each."""

    def legal_moves(self) -> tuple[Legal, ...]:
        """Every move that may be made now, except a supervisor's, who may always act."""

    def why_not(self, move: Move) -> Reason | None:
        """Why the move may not be made now; None if it may."""

    def play(self, move: Move) -> Self:
        """The round after the move; raises `NotAllowed` if it may not be made."""

    def play_all(self, moves: Iterable[Move]) -> Self:
        """The round after all these moves; raises `NotAllowed` if one may not be made."""


R = TypeVar("R", bound=Round)


def least_bet(round: Round, seat: int, wager: str) -> Bet | None:
    """The least that the seat may bet on the wager now; None if it may not bet."""
    for legal in round.legal_moves():
        move = legal.move
        if isinstance(move, Bet) and (move.seat, move.wager) == (seat, wager):
            return move
    return None


def with_required_bets(round: R, seat: int) -> R:
    """The round after the seat has bet the least on every required wager."""
    while True:
        bets = [least_bet(round, seat, wager) for wager in round.rules.opening_wagers]
        due = next(filter(None, bets), None)
        if due is None:
            return round
        round = round.play(due)
