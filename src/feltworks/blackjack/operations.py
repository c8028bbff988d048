"""The operations that only blackjack has."""

from __future__ import annotations

from feltworks.round.operations import AmountOperation, Operation, SeatOperation, ZoneOperation


class Peeked(Operation):
    """The dealer looks whether the face-down card makes a blackjack, and says so."""

    blackjack: bool

    @property
    def line(self) -> str:
        return f"dealer peeks: {'blackjack' if self.blackjack else 'no blackjack'}"


class Called(ZoneOperation):
    """The dealer calls what a finished hand counts."""

    written = "{0.where}: {0.call}"
    call: str


class NextHand(SeatOperation):
    """A seat that has split goes on to another of its hands."""

    written = "seat {0.seat} goes on to {0.zone}"
    zone: str


class FreeBet(AmountOperation, SeatOperation):
    """The house marks a wager of its own on a seat's hand: no chip moves, and the seat gets one
    only if the hand wins."""

    written = "house puts a free bet of {0.dollars} on seat {0.seat} {0.wager}"
    wager: str
    cents: int


class CutCardOut(Operation):
    """The cut card comes out of the shoe: this round is played to its end, then all is shuffled."""

    written = "cut card out: the shoe is shuffled after this round"


class ShoeEmpty(Operation):
    """A card is due and the shoe has none."""

    written = "shoe empty: the round cannot be finished"


class ShoeStands(Operation):
    """What the round took from the shoe, and what the next round finds in it."""

    written = "{0.cards_used} cards used, {0.cards_left} left in the shoe"
    cards_used: int
    cards_left: int
