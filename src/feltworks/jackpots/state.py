"""A jackpot's state, and the movements of money that change it.

Funds change by movements alone: whatever happens to a jackpot is first a list of movements, each
with both of its ends, and the new funds follow from them. So no cent is lost or made between what a
function says was moved and the state it returns.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, Generic, Literal, NamedTuple, TypeVar

from feltworks.errors import FeltworksError
from feltworks.jackpots.terms import NOTHING, JackpotTerms, read_fraction
from feltworks.money import money

OwnPlace = Literal["displayed", "first", "second", "reserve", "counted"]
Place = Literal[OwnPlace, "seed", "house", "fees", "boxes", "players", "custody", "heir"]
"""Where money can lie: on display, in the two backups, in the reserve above the cap, or counted and
not yet posted, which are the jackpot's own; the house's seed, funds and fees; the tables' boxes;
with the players; and where a removed jackpot's money goes, into custody or on the display of the
jackpot that inherits it."""

Purpose = Literal[
    "contribution",
    "seed",
    "seed recovered",
    "restart",
    "prize",
    "drop",
    "fees",
    "adjustment",
    "above cap",
    "backup above cap",
    "posting",
    "removal",
]


class JackpotRefused(FeltworksError):
    """What a jackpot's terms, its money or the state do not allow, and why."""


class Movement(NamedTuple):
    """Cents from one place to another, and their purpose."""

    source: Place
    target: Place
    cents: int
    purpose: Purpose


def moving(*movements: Movement) -> tuple[Movement, ...]:
    """The movements that move anything."""
    return tuple(movement for movement in movements if movement.cents)


@dataclass(frozen=True, slots=True)
class JackpotFunds:
    """A jackpot's money in cents, and the seed still out.

    It is displayed, in two backups, in the reserve, or counted and not yet posted.
    """

    displayed: int = 0
    first: int = 0
    second: int = 0
    reserve: int = 0
    seed_out: int = 0
    counted: int = 0

    @property
    def undisplayed(self) -> int:
        return self.first + self.second + self.reserve + self.counted

    def moved(self, movements: Iterable[Movement]) -> JackpotFunds:
        """The funds after these movements; refused if they take what is not there."""
        change: Counter[Place] = Counter()
        for source, target, cents, _ in movements:
            change[source] -= cents
            change[target] += cents
        after = JackpotFunds(
            self.displayed + change["displayed"],
            self.first + change["first"],
            self.second + change["second"],
            self.reserve + change["reserve"],
            self.seed_out - change["seed"],
            self.counted + change["counted"],
        )
        short = min(after.displayed, after.first, after.second, after.reserve, after.counted)
        if short < 0:
            raise JackpotRefused(f"the jackpot is short of {money(-short)}")
        return after


@dataclass(frozen=True, slots=True)
class Carry:
    """Fractions of a cent that are owed, each at least 0 and below 1."""

    contribution: Fraction = NOTHING
    seed: Fraction = NOTHING
    backup: Fraction = NOTHING
    fees: Fraction = NOTHING

    def as_json(self) -> dict[str, str]:
        return {name: str(getattr(self, name)) for name in self.__slots__}

    @classmethod
    def from_json(cls, found: dict[str, Any]) -> Carry:
        return cls(**{name: read_fraction(part) for name, part in found.items()})


@dataclass(frozen=True, slots=True)
class JackpotState:
    """A jackpot: its terms, its money, and what was played for it since the last daily count.

    Amounts are in cents. `shortfall` is what tray payouts exceeded the drop by on earlier days and
    the next drop still has to bear. A new jackpot holds nothing until `restart` seeds it.
    """

    name: str
    terms: JackpotTerms
    held: JackpotFunds = field(default_factory=JackpotFunds)
    wagered: int = 0
    lost: int = 0
    tray_paid: int = 0
    shortfall: int = 0
    carry: Carry = field(default_factory=Carry)

    @property
    def displayed(self) -> int:
        """The amount on display."""
        return self.held.displayed


StateT = TypeVar("StateT", bound=JackpotState)
"""A subclass with more fields is returned as itself: a house adds its own fields."""


@dataclass(frozen=True, slots=True)
class Change(Generic[StateT]):
    """A jackpot after something happened to it, and the money that moved, in order."""

    state: StateT
    movements: tuple[Movement, ...]
