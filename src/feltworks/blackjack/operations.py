"""The operations that only blackjack has."""

from __future__ import annotations

from dataclasses import dataclass

from feltworks.round.operations import AmountOperation, Operation, ZoneOperation


@dataclass(frozen=True, slots=True)
class Peeked(Operation):
    """The dealer looks whether the face-down card makes a blackjack, and says so."""

    blackjack: bool

    @property
    def line(self) -> str:
        return f"dealer peeks: {'blackjack' if self.blackjack else 'no blackjack'}"


@dataclass(frozen=True, slots=True)
class Called(ZoneOperation):
    """The dealer calls what a finished hand counts."""

    written = "{0.where}: {0.call}"
    call: str


@dataclass(frozen=True, slots=True)
class NextHand(Operation):
    """A seat that has split goes on to another of its hands."""

    written = "seat {0.seat} goes on to {0.zone}"
    seat: int
    zone: str


@dataclass(frozen=True, slots=True)
class FreeBet(AmountOperation):
    """The house marks a wager of its own on a seat's hand: no chip moves, and the seat gets one
    only if the hand wins."""

    written = "house puts a free bet of {0.dollars} on seat {0.seat} {0.wager}"
    seat: int
    wager: str
    cents: int


@dataclass(frozen=True, slots=True)
class CutCardOut(Operation):
    """The cut card comes out of the shoe: this round is played to its end, then all is shuffled."""

    written = "cut card out: the shoe is shuffled after this round"


@dataclass(frozen=True, slots=True)
class ShoeEmpty(Operation):
    """A card is due and the shoe has none."""

    written = "shoe empty: the round cannot be finished"


@dataclass(frozen=True, slots=True)
class ShoeStands(Operation):
    """What the round took from the shoe, and what the next round finds in it."""

    written = "{0.cards_used} cards used, {0.cards_left} left in the shoe"
    cards_used: int
    cards_left: int
