"""The operations that only blackjack has."""

from __future__ import annotations

from dataclasses import dataclass

from feltworks.money import dollars_text
from feltworks.round.operations import Operation, place_text


@dataclass(frozen=True, slots=True)
class Peeked(Operation):
    """The dealer looks whether the face-down card makes a blackjack, and says so."""

    blackjack: bool

    @property
    def line(self) -> str:
        return f"dealer peeks: {'blackjack' if self.blackjack else 'no blackjack'}"


@dataclass(frozen=True, slots=True)
class Called(Operation):
    """The dealer calls what a finished hand counts; `seat` None is the dealer's own."""

    seat: int | None
    zone: str
    call: str

    @property
    def line(self) -> str:
        return f"{place_text(self.seat, self.zone)}: {self.call}"


@dataclass(frozen=True, slots=True)
class NextHand(Operation):
    """A seat that has split goes on to another of its hands."""

    written = "seat {0.seat} goes on to {0.zone}"
    seat: int
    zone: str


@dataclass(frozen=True, slots=True)
class FreeBet(Operation):
    """The house marks a wager of its own on a seat's hand: no chip moves, and none is the seat's
    unless the hand wins."""

    seat: int
    wager: str
    cents: int

    @property
    def line(self) -> str:
        amount = dollars_text(self.cents)
        return f"house puts a free bet of {amount} on seat {self.seat} {self.wager}"


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
