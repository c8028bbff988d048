"""The moves: what players, the deck and the supervisor may do to a round.

A move is itself an operation and goes into the log as it was made, with every amount filled in. The
one exception is a card from the deck: the round knows where it goes, and logs that.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal, Self

from feltworks.cards import Card, join_cards
from feltworks.money import dollars_text
from feltworks.round.chips import Transfer, spot, stack
from feltworks.round.operations import (
    AmountOperation,
    Operation,
    SeatOperation,
    WagerOperation,
    cards_text,
)
from feltworks.round.viewers import Viewer

UNTUCKED = "-untucked"
"""Added to a fold's id: the winning side wagers are given up with the hand.

Only the player knows that they would have won, so others see a plain fold.
"""


MACHINE_FAILURE = "shuffler-failure"
"""The irregularity after which a supervisor checks the cards."""


class Bet(WagerOperation):
    """A wager before the deal; an amount of 0 takes it back."""

    @property
    def line(self) -> str:
        if not self.cents:
            return f"seat {self.seat} withdraws {self.wager}"
        return f"seat {self.seat} bets {self.dollars} on {self.wager}"


class Tip(WagerOperation):
    """A smaller stake for the dealer, beside a wager of the player."""

    written = "seat {0.seat} tips {0.dollars} on {0.wager}"

    def transfers(self) -> tuple[Transfer, ...]:
        return (Transfer(stack(self.seat), spot(self.seat, self.wager, tip=True), self.cents),)


class NoMoreBets(Operation):
    """The dealer closes the betting."""

    written = "no more bets"


@dataclass(frozen=True, slots=True)
class Deal:
    """The next card of the deck."""

    card: Card


class Decide(SeatOperation):
    """A player's choice at a decision.

    `cents` may be left out if the choice has only one size. `cards` are those the player sets
    apart: to play, if the rules let him (by default the best ones), or to be exchanged (by default
    none).
    """

    choice: str
    cents: int | None = None
    cards: tuple[Card | None, ...] = ()

    @property
    def line(self) -> str:
        amount = "" if self.cents is None else f" {dollars_text(self.cents)}"
        setting = f" setting {cards_text(self.cards)}" if self.cards else ""
        return f"seat {self.seat} decides {self.choice}{amount}{setting}"

    def seen_by(self, viewer: Viewer) -> Self:
        gives_up = self.choice.endswith(UNTUCKED)
        if not (self.cards or gives_up) or viewer.looks_at(self.seat):
            return self
        hidden = (None,) * len(self.cards)
        return replace(self, choice=self.choice.removesuffix(UNTUCKED), cards=hidden)


class Irregularity(Operation):
    """A supervisor records that something went wrong; `cards` are those exposed by it."""

    kind: str
    note: str
    seat: int | None = None
    cards: tuple[Card, ...] = ()

    @property
    def line(self) -> str:
        where = "" if self.seat is None else f" at seat {self.seat}"
        exposed = f" exposing {join_cards(self.cards)}" if self.cards else ""
        return f"supervisor notes {self.kind}{where}{exposed}: {self.note}"


class CardCheck(Operation):
    """A supervisor checks the cards of a failed machine before they are shuffled again."""

    written = "supervisor checks the cards: {0.note}"
    note: str


class SitIn(AmountOperation, SeatOperation):
    """In games between players: a seat takes part, with those chips before it.

    `posts` are the blinds it owes for games it missed.
    """

    cents: int
    posts: Literal["", "small", "big", "both"] = ""

    @property
    def line(self) -> str:
        blind = "both blinds" if self.posts == "both" else f"the {self.posts} blind"
        posting = f", posting {blind}" if self.posts else ""
        return f"seat {self.seat} sits in with {self.dollars}{posting}"


class Button(SeatOperation):
    """In games between players: the seat for which the cards are dealt."""

    written = "button at seat {0.seat}"


def awaits_card_check(log: Sequence[Operation]) -> bool:
    """Whether a machine has failed, and no supervisor has checked its cards since."""
    for entry in reversed(log):
        if isinstance(entry, CardCheck):
            return False
        if isinstance(entry, Irregularity) and entry.kind == MACHINE_FAILURE:
            return True
    return False


Move = Bet | Tip | NoMoreBets | Deal | Decide | Irregularity | CardCheck | SitIn | Button
