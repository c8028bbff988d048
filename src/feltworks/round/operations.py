"""The operations every engine shares: what was done with cards and wagers, one small value each.

A round's log is a list of these, and everything else about a round is read from it: `line` is the
operation as a transcript writes it (by default the template `written` with its fields), `transfers`
are the chips it moves, and `seen_by` is what one viewer may know of it. A viewer's log is the log
with `seen_by` applied to every entry, so a hidden card can only leak here. Every kind of operation
is a frozen dataclass, made so by the base.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cache
from typing import ClassVar, Literal, Self, dataclass_transform

from feltworks.cards import SEALED, Card, join_cards
from feltworks.money import dollars_text
from feltworks.round.chips import Transfer, spot, stack
from feltworks.round.viewers import Viewer

Face = Literal["up", "down", "blind"]


@dataclass_transform(frozen_default=True)
class Operation:
    """Base of all entries of a log; by default public and without chips.

    A subclass is a frozen dataclass by itself and is not decorated as one.
    """

    written: ClassVar[str] = ""
    moves_chips: ClassVar[bool] = False
    """Whether it has `transfers` of its own: most entries of a log have none."""

    def __init_subclass__(cls) -> None:
        dataclass(frozen=True)(cls)
        cls.moves_chips = cls.transfers is not Operation.transfers

    @property
    def line(self) -> str:
        return self.written.format(self)

    def transfers(self) -> tuple[Transfer, ...]:
        return ()

    def seen_by(self, viewer: Viewer) -> Self:
        return self


class AmountOperation:
    """Mixed into entries with one amount of money, which lines write as `dollars`."""

    cents: int

    @property
    def dollars(self) -> str:
        return dollars_text(self.cents)


class SeatOperation(Operation):
    """Base of entries about one seat."""

    seat: int


class WagerOperation(AmountOperation, SeatOperation):
    """Base of entries in which a seat's chips go on one of its wagers."""

    wager: str
    cents: int

    def transfers(self) -> tuple[Transfer, ...]:
        return (Transfer(stack(self.seat), spot(self.seat, self.wager), self.cents),)


def card_text(card: Card | None) -> str:
    """A card as it is written, or `??` when it may not be known."""
    return "??" if card is None else str(card)


def cards_text(cards: Iterable[Card | None]) -> str:
    """Cards as they are written, those that may not be known as `??`."""
    return " ".join(map(card_text, cards))


class ZoneOperation(Operation):
    """Base of entries about the cards of a zone; `seat` is None for the dealer's or the table's."""

    seat: int | None
    zone: str

    @property
    def where(self) -> str:
        """The zone as it is written: `seat 2's hole`, or only its name if it is no seat's."""
        return self.zone if self.seat is None else f"seat {self.seat}'s {self.zone}"


class StageBegun(Operation):
    """The round enters a stage of its rules."""

    written = "stage {0.stage}"
    stage: str


class Dealt(ZoneOperation):
    """A card to a zone."""

    card: Card | None
    face: Face

    @property
    def line(self) -> str:
        return f"{card_text(self.card)} to {self.where}, face {self.face}"

    def seen_by(self, viewer: Viewer) -> Self:
        # Called for every card and every viewer: `replace` would take ten times as long.
        return (
            self if self.is_open_to(viewer) else type(self)(self.seat, self.zone, None, self.face)
        )

    def is_open_to(self, viewer: Viewer) -> bool:
        """Whether the viewer may know the card."""
        if self.card is SEALED:
            return False
        if self.face == "up" or viewer.sees_all:
            return True
        return self.face == "down" and self.seat is not None and viewer.looks_at(self.seat)


class Burnt(Operation):
    """A card buried unseen."""

    card: Card | None

    @property
    def line(self) -> str:
        return f"{card_text(self.card)} burnt"

    def seen_by(self, viewer: Viewer) -> Self:
        is_seen = viewer.sees_all and self.card is not SEALED
        return self if is_seen else type(self)(None)


class Turned(Operation):
    """Face-down cards of the table or the dealer are turned up, in the order they were dealt."""

    zone: str
    cards: tuple[Card, ...]

    @property
    def line(self) -> str:
        return f"{self.zone} turned up: {join_cards(self.cards)}"


class Shown(ZoneOperation):
    """All cards of a zone are shown to the table, in the order they were dealt."""

    cards: tuple[Card, ...]

    @property
    def line(self) -> str:
        return f"{self.where} shown: {join_cards(self.cards)}"


class Arranged(Operation):
    """The dealer's hand as he lays it: the row from the players' left, and what is done with it.

    `forward` are the cards pushed toward the players, `turned` those turned face down again.
    """

    row: tuple[Card, ...]
    forward: tuple[Card, ...] = ()
    turned: tuple[Card, ...] = ()

    @property
    def line(self) -> str:
        text = f"dealer arranges {join_cards(self.row)}"
        if self.forward:
            text += f", forward {join_cards(self.forward)}"
        if self.turned:
            text += f", turned {join_cards(self.turned)}"
        return text


class Exposed(ZoneOperation):
    """A card that was exposed by mistake and is known to all; `place` counts from 1 in its zone."""

    written = "{0.where} card {0.place} is known: {0.card}"
    place: int
    card: Card


class Folded(SeatOperation):
    """A hand is given up."""

    written = "seat {0.seat} folds"


class Staked(WagerOperation):
    """A decision puts a wager out."""

    written = "seat {0.seat} puts {0.dollars} on {0.wager}"


class Collected(Operation):
    """Cards go to the discard rack, unseen if they were; `seat` None means all that is no seat's.

    `zone` names one hand if a seat has several and keeps the others.
    """

    seat: int | None
    zone: str | None = None

    @property
    def line(self) -> str:
        whose = "the dealer's and the table's cards" if self.seat is None else f"seat {self.seat}"
        zone = "" if self.zone is None else f"'s {self.zone}"
        return f"{whose}{zone} to the discard rack"


class DeckPutAway(Operation):
    """No more cards are needed: what is left of the deck goes to the discard rack."""

    written = "deck to the discard rack, {0.cards_left} cards undealt"
    cards_left: int


class Closed(Operation):
    """Every wager is settled and the felt is clear."""

    written = "round closed"


class Ruled(Operation):
    """What follows from an irregularity, and whether the rules or the house decided it."""

    consequence: Literal["void", "void-seat", "play-on"]
    by: Literal["rules", "house"]

    @property
    def line(self) -> str:
        what = {"void": "the round is void", "void-seat": "the hand is void", "play-on": "play on"}
        return f"ruled by the {self.by}: {what[self.consequence]}"


class Voided(Operation):
    """The round is undone: every wager has gone back to its player."""

    written = "round void"


class Returned(WagerOperation):
    """A wager, or a stake for the dealer beside it, goes back to its player unsettled."""

    tip: bool = False

    @property
    def line(self) -> str:
        what = f"tip on {self.wager}" if self.tip else self.wager
        return f"seat {self.seat} gets {self.dollars} back from {what}"

    def transfers(self) -> tuple[Transfer, ...]:
        source = spot(self.seat, self.wager, tip=self.tip)
        return (Transfer(source, stack(self.seat), self.cents),)


class Moved(ZoneOperation):
    """A hand is taken apart: its last card is laid in another zone of the seat, face up."""

    written = "{0.card} from {0.where} to {0.to}"
    seat: int
    to: str
    card: Card


class Discarded(ZoneOperation):
    """Cards of a seat go to the discard rack for new ones, which come next.

    `face` is up if the table has seen them, even if only after the deal.
    """

    seat: int
    cards: tuple[Card | None, ...]
    face: Face

    @property
    def line(self) -> str:
        return f"{cards_text(self.cards)} of {self.where} to the discard rack"

    def seen_by(self, viewer: Viewer) -> Self:
        if self.face == "up" or viewer.looks_at(self.seat):
            return self
        return replace(self, cards=(None,) * len(self.cards))


def cards_taken(log: Iterable[Operation]) -> list[Card | None]:
    """The cards that a round took from the deck, in their order."""
    return [entry.card for entry in log if isinstance(entry, (Dealt, Burnt))]


# Cached: the same entries come round after round, and a lookup is faster than making one.
stage_begun, folded, collected = cache(StageBegun), cache(Folded), cache(Collected)
