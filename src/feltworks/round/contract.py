"""What every engine's round can do, whatever the game.

A round is a value. `play` gives the round after a move and leaves the round it was asked of as it
was; so a round can be kept, compared, and played on in two ways at once. A move that may not be
made raises `NotAllowed`, and `why_not` explains it beforehand. There is no clock, no randomness and
no file in a round: cards come as moves.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Literal, Protocol, Self

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
    """What may be put out: one of `only` where stated, else any step from least to most."""

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
        """The amount, when there is just one."""
        if self.only:
            return self.only[0] if len(self.only) == 1 else None
        return self.least_cents if self.least_cents == self.most_cents else None


@dataclass(frozen=True, slots=True)
class Legal:
    """A move that may be made as it stands; `amounts` are the other sizes it may have.

    `sets` is how many cards the player may set apart with it to play them, 0 where he may not;
    `discards` how many he may give up for others, None where he may not.
    """

    move: Move
    name: str
    amounts: Amounts | None = None
    sets: int = 0
    discards: range | None = None

    @property
    def choice(self) -> str | None:
        """The choice that is made, where it is a decision."""
        return self.move.choice if isinstance(self.move, Decide) else None


class Round(Protocol):
    """A round of any game."""

    @property
    def rules(self) -> Rules: ...

    @property
    def terms(self) -> Terms: ...

    @property
    def total(self) -> str | None:
        """What the hand counts that is played now, where hands are called by what they count."""

    @property
    def log(self) -> tuple[Operation, ...]:
        """Everything that has happened, in order."""

    @property
    def moves(self) -> tuple[Move, ...]:
        """The moves that were made, in order; the same ones on the same terms give this round."""

    @property
    def turn(self) -> Turn: ...

    @property
    def cards_due(self) -> int:
        """How many cards must come from the deck before anybody else can move."""

    @property
    def cards_out(self) -> int:
        """How many cards are out of the deck, those of earlier rounds included."""

    def chances(self) -> Mapping[Card, int]:
        """Which cards are left in the deck, and how many of each."""

    def legal_moves(self) -> tuple[Legal, ...]:
        """Every move that may be made now but a supervisor's, who may always speak."""

    def why_not(self, move: Move) -> Reason | None:
        """Why the move may not be made now; None when it may."""

    def play(self, move: Move) -> Self:
        """The round after the move; `NotAllowed` where it may not be made."""

    def play_all(self, moves: Iterable[Move]) -> Self:
        """The round after all these moves in turn; `NotAllowed` where one may not be made."""


def least_bet(round: Round, seat: int, wager: str) -> Bet | None:
    """The least that the seat may put on the wager now; None where it may put nothing on it."""
    for legal in round.legal_moves():
        move = legal.move
        if isinstance(move, Bet) and (move.seat, move.wager) == (seat, wager):
            return move
    return None
