"""What a supervisor can declare at this moment of a round, and whose word decides what follows.

The rules of play decide where they speak; else the house's policy does, and a house that has none
voids the round. Only what can have happened is offered: a machine fails where there is one, a card
of the dealer's comes to light while one lies face down, cards are counted once some are out.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from feltworks.round.felt import picture
from feltworks.round.moves import MACHINE_FAILURE
from feltworks.round.operations import Dealt, Voided
from feltworks.rules.schema.table import Irregularities

if TYPE_CHECKING:
    from feltworks.round.contract import Round
    from feltworks.round.terms import Consequence, Terms
    from feltworks.rules.schema import Rules

OF_THE_DEALER = "exposed-dealer-card"
OF_CARDS = (OF_THE_DEALER, "face-up-card")
"""Irregularities that bring cards to light."""


@dataclass(frozen=True, slots=True)
class Declarable:
    """An irregularity that can be declared now; `says` tells it in a sentence.

    `needs_seat` where one hand is void and must be named; `names_cards` where cards can have been
    seen; `card_check` where a supervisor checks the cards before they are shuffled again.
    """

    kind: str
    says: str
    consequence: Consequence
    by: Literal["rules", "house"]

    @property
    def needs_seat(self) -> bool:
        return self.consequence == "void-seat"

    @property
    def names_cards(self) -> bool:
        return self.kind in OF_CARDS

    @property
    def card_check(self) -> bool:
        return self.kind == MACHINE_FAILURE


def ruling(rules: Rules, terms: Terms, kind: str) -> tuple[Consequence, Literal["rules", "house"]]:
    """What follows, and who says so."""
    if getattr(rules.irregularities, kind.replace("-", "_")) == "void":
        return "void", "rules"
    return terms.policy.get(kind, "void"), "house"


def declarable(round: Round) -> tuple[Declarable, ...]:
    """What a supervisor can declare now; nothing once the round is void."""
    if any(isinstance(entry, Voided) for entry in round.log):
        return ()
    fields = Irregularities.model_fields
    return tuple(
        Declarable(
            kind,
            fields[kind.replace("-", "_")].description or kind,
            *ruling(round.rules, round.terms, kind),
        )
        for kind in _possible(round)
    )


def _possible(round: Round) -> Iterator[str]:
    cards_are_out = any(isinstance(entry, Dealt) for entry in round.log)
    felt = picture(round.log)
    dealer_hides = any(
        lying.face != "up"
        for (seat, _), cards in felt.cards.items()
        if seat is None
        for lying in cards
    )
    for kind in round.rules.irregularity_kinds:
        if kind == OF_THE_DEALER and not dealer_hides:
            continue
        if kind == "wrong-card-count" and not cards_are_out:
            continue
        yield kind
