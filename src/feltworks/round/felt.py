"""What lies on the felt, read from a log: cards by place, chips by account.

It takes any log, a viewer's as well as the full one, and knows only what the log says: a card the
viewer may not know is None in both. Chips follow from the transfers, so that the engines' own
operations need no special code here.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field

from feltworks.cards import Card
from feltworks.round.chips import Account, spot
from feltworks.round.operations import (
    Arranged,
    Burnt,
    Closed,
    Collected,
    Dealt,
    Discarded,
    Exposed,
    Face,
    Folded,
    Moved,
    Operation,
    Shown,
    StageBegun,
    Turned,
    Voided,
)

FeltPlace = tuple[int | None, str]
"""Whose zone (None: the dealer's or the table's) and its name."""


@dataclass(frozen=True, slots=True)
class Lying:
    """A card on the felt; None if it is not known."""

    card: Card | None
    face: Face


@dataclass(slots=True)
class Felt:
    """The felt at one moment; `arranged` is the dealer's hand as he has laid it out."""

    cards: dict[FeltPlace, list[Lying]] = field(default_factory=dict)
    chips: Counter[Account] = field(default_factory=Counter)
    folded: set[int] = field(default_factory=set)
    burnt: int = 0
    arranged: Arranged | None = None
    stage: str | None = None
    over: bool = False

    def stake_cents(self, seat: int, wager: str) -> int:
        """What the seat has out on a wager."""
        return self.chips[spot(seat, wager)]

    def take(self, operation: Operation) -> None:
        """Applies one more entry of the log."""
        for transfer in operation.transfers():
            self.chips[transfer.source] -= transfer.cents
            self.chips[transfer.target] += transfer.cents
        match operation:
            case Dealt(seat, zone, card, face):
                self.cards.setdefault((seat, zone), []).append(Lying(card, face))
            case Burnt():
                self.burnt += 1
            case Turned(zone, cards):
                self._turn(zone, cards)
            case Shown(seat, zone, cards):
                self.cards[seat, zone] = [Lying(card, "up") for card in cards]
            case Arranged():
                self.arranged = operation
            case Exposed(seat, zone, number, card):
                # Known, but still face down, because it counts among the cards to be turned.
                self.cards[seat, zone][number - 1] = Lying(card, "down")
            case Moved(seat, zone, to, card):
                self.cards[seat, zone].pop()
                self.cards[seat, to] = [Lying(card, "up")]
            case Discarded(seat, zone, cards):
                for card in cards:
                    self._discard((seat, zone), card)
            case Collected(whose, one):
                for place in [place for place in self.cards if place[0] == whose]:
                    if one in (None, place[1]):
                        del self.cards[place]
            case Folded(seat):
                self.folded.add(seat)
            case StageBegun(stage):
                self.stage = stage
            case Closed() | Voided():
                self.over = True

    def _turn(self, zone: str, cards: tuple[Card, ...]) -> None:
        lying = self.cards[None, zone]
        hidden = [place for place, card in enumerate(lying) if card.face != "up"]
        for place, card in zip(hidden, cards, strict=False):
            lying[place] = Lying(card, "up")

    def _discard(self, place: FeltPlace, card: Card | None) -> None:
        """Removes a card; if it is not known, any unknown one, which makes no difference."""
        lying = self.cards[place]
        alike = [at for at, each in enumerate(lying) if each.card == card]
        del lying[alike[0] if alike else -1]


def picture(log: Iterable[Operation]) -> Felt:
    """The felt after everything in the log."""
    felt = Felt()
    for operation in log:
        felt.take(operation)
    return felt
