"""Cards that an irregularity brings to light: which a supervisor may name, and what all then see.

A card can be exposed once, and only one that nobody else was to see: face down on the felt, burnt,
or still in the deck. What lies open already or is in the discard rack exposes nothing. Of an
exposed card of the dealer's it is the dealer's own cards that are meant.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from feltworks.cards import Card
from feltworks.round.felt import picture
from feltworks.round.moves import Irregularity
from feltworks.round.operations import Burnt, Dealt, Exposed
from feltworks.round.reasons import Reason
from feltworks.round.telling import told

if TYPE_CHECKING:
    from feltworks.round.banked.felt import BankedLayout

OF_THE_DEALER = "exposed-dealer-card"


def exposure_objection(layout: BankedLayout, move: Irregularity) -> Reason | None:
    """Why those cards cannot have come to light."""
    if type(move.cards) is not tuple or not all(isinstance(card, Card) for card in move.cards):
        return Reason("not-cards", f"{told(move.cards)} are not cards.")
    hidden = _hidden(layout, of_the_dealer=move.kind == OF_THE_DEALER)
    for card, times in Counter(move.cards).items():
        if times > hidden[card]:
            where = "face down before the dealer" if move.kind == OF_THE_DEALER else "hidden"
            return Reason("not-hidden", f"{card} does not lie {where}, or is named too often.")
    return None


def _hidden(layout: BankedLayout, *, of_the_dealer: bool) -> Counter[Card]:
    """How many of each card could still be exposed."""
    lying = Counter(
        card.card
        for (seat, _), cards in picture(layout.log).cards.items()
        for card in cards
        if card.face != "up" and card.card is not None and not (of_the_dealer and seat is not None)
    )
    if not of_the_dealer:
        out = [entry.card for entry in layout.log if isinstance(entry, Dealt | Burnt)]
        in_deck = Counter(layout.plan.deck.cards)
        in_deck.subtract(card for card in (*out, *layout.terms.discarded) if card is not None)
        lying += in_deck
        lying += Counter(e.card for e in layout.log if isinstance(e, Burnt) and e.card is not None)
    lying.subtract(
        card for entry in layout.log if isinstance(entry, Irregularity) for card in entry.cards
    )
    return lying


def expose(layout: BankedLayout, move: Irregularity) -> None:
    """Play goes on with the cards known: each that is on the felt lies open where it is."""
    left = Counter(move.cards)
    for (seat, zone), cards in picture(layout.log).cards.items():
        for place, lying in enumerate(cards, start=1):
            if lying.face != "up" and lying.card is not None and left[lying.card]:
                if move.kind == OF_THE_DEALER and seat is not None:
                    continue
                left[lying.card] -= 1
                layout.log.append(Exposed(seat, zone, place, lying.card))
