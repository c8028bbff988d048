"""What is told about a position: the value of every choice there, and the best of them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import NamedTuple

from feltworks.cards import Card
from feltworks.errors import FeltworksError
from feltworks.rules.amounts import number_text


class PositionError(FeltworksError):
    """A position that cannot come up."""


@dataclass(frozen=True)
class PositionAdvice:
    """What to do at a decision; values are the expected net results of the whole hand, in
    units, of the choices that are open with these cards."""

    decision: str
    values: Mapping[str, Fraction]
    best: str
    out: Mapping[str, Fraction] = field(default_factory=dict)
    """What is on the felt before the choice, in units."""

    @property
    def indifferent(self) -> bool:
        top = max(self.values.values())
        return sum(value == top for value in self.values.values()) > 1

    def cost(self, choice: str) -> Fraction:
        """What a choice gives away against the best."""
        return max(self.values.values()) - self.values[choice]


class StrategyLine(NamedTuple):
    """One position of the whole strategy: which cards, how many deals, what to do."""

    decision: str
    cards: tuple[Card, ...]
    board: tuple[Card, ...]
    deals: int
    advice: PositionAdvice


def out_text(out: Mapping[str, Fraction]) -> str:
    """What lies on the felt, in words."""
    return ", ".join(f"{wager} {number_text(units)}" for wager, units in out.items())
