"""A hand taken apart: one of its cards begins a hand of its own in another zone of the seat."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from feltworks.round.operations import Operation, place_text

if TYPE_CHECKING:
    from feltworks.cards import Card


@dataclass(frozen=True, slots=True)
class Moved(Operation):
    """The last card of one zone of a seat is laid in another, which was empty, face up."""

    seat: int
    zone: str
    to: str
    card: Card

    @property
    def line(self) -> str:
        return f"{self.card} from {place_text(self.seat, self.zone)} to {self.to}"
