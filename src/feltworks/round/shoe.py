"""What the engines share when cards come from a deck: which card can come, and how many are due.

A plan gives each face its place in a count of dealt cards, eight bits wide, and its copies.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Literal, Protocol

from feltworks.cards import Card
from feltworks.round.reasons import Reason
from feltworks.round.telling import told

if TYPE_CHECKING:
    from feltworks.cards import Deck

NO_CARD_DUE = Reason("no-card-due", "No card is due now.")


class Faces(Protocol):
    """The part of a plan that knows the deck."""

    @property
    def deck(self) -> Deck: ...

    @property
    def faces(self) -> Mapping[Card, tuple[int, int]]: ...


class Act(Protocol):
    """Something the dealer does with the deck."""

    @property
    def does(self) -> Literal["deal", "burn", "turn"]: ...


def card_unit(plan: Faces, dealt: int, card: object) -> int | Reason:
    """What one more of this card adds to the count of dealt cards, if the deck still holds it."""
    if isinstance(card, Card) and card in plan.faces:
        shift, copies = plan.faces[card]
        if (dealt >> shift) & 255 < copies:
            return 1 << shift
        out = f"{card} has" if copies == 1 else f"All {copies} of {card} have"
        return Reason("card-twice", f"{out} already been dealt.")
    name = card if isinstance(card, Card) else told(card)
    return Reason("not-in-deck", f"{name} is not in the deck {plan.deck.id}.")


def cards_before_a_turn(script: Sequence[Act]) -> int:
    """How many cards come from the deck before the dealer turns cards over or is done."""
    for at, act in enumerate(script):
        if act.does == "turn":
            return at
    return len(script)
