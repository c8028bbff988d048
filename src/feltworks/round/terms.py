"""The terms a round is dealt on: what the house posts beside the rules of the game.

Limits and chips, the date whose state rules hold, the posted jackpots, what the house does about
irregularities the rules leave to it, and the digest that commits it to the order of the deck.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Literal

from feltworks.errors import FeltworksError
from feltworks.regulation import WagerLaw, wager_law
from feltworks.rules.written import dollars_text

if TYPE_CHECKING:
    from collections.abc import Mapping
    from datetime import date

    from feltworks.cards import Card

Consequence = Literal["void", "void-seat", "play-on"]
CONSEQUENCES: tuple[Consequence, ...] = ("void", "void-seat", "play-on")


class TermsError(FeltworksError):
    """Terms on which no round can be dealt."""


@dataclass(frozen=True, slots=True)
class Limits:
    """The table's limits in cents, and its chips; side wagers have limits of their own."""

    minimum_cents: int = 500
    maximum_cents: int = 10_000
    side_minimum_cents: int = 100
    side_maximum_cents: int = 10_000
    chips: tuple[int, ...] = (100, 500, 2_500, 10_000)

    def __post_init__(self) -> None:
        if not self.chips or min(self.chips) < 1 or list(self.chips) != sorted(set(self.chips)):
            raise TermsError("chips are amounts above zero, each listed once, smallest first")
        odd = [chip for chip in self.chips if chip % self.chips[0]]
        if odd:
            raise TermsError(
                f"a chip of {dollars_text(odd[0])} cannot be changed into chips of "
                f"{dollars_text(self.chips[0])}: every chip is a multiple of the smallest"
            )
        for name in ("minimum", "side_minimum"):
            least, most = getattr(self, f"{name}_cents"), getattr(self, _maximum(name))
            if not 0 < least <= most:
                raise TermsError(
                    f"{name.replace('_', ' ')} {dollars_text(least)} is not between a cent and "
                    f"the maximum of {dollars_text(most)}"
                )


def _maximum(minimum: str) -> str:
    return f"{minimum.replace('minimum', 'maximum')}_cents"


@dataclass(frozen=True)
class Terms:
    """`under` is the date of the state's rules, None for none; `pack` which of two decks is used.

    `policy` names the house's consequence for each kind of irregularity; one it does not name
    voids the round. `discarded` are the cards that earlier rounds took from a shoe that runs on,
    in the order they came out; the commitment is to the whole shoe.
    """

    limits: Limits = field(default_factory=Limits)
    under: date | None = None
    jackpots: Mapping[str, int] = field(default_factory=dict)
    policy: Mapping[str, Consequence] = field(default_factory=dict)
    commitment: str | None = None
    pack: int = 1
    discarded: tuple[Card, ...] = ()

    def __post_init__(self) -> None:
        for name, cents in self.jackpots.items():
            if type(cents) is not int or cents < 0:
                raise TermsError(f"jackpot {name} is {cents!r}: it must be whole cents, 0 or more")
        for kind, consequence in self.policy.items():
            if consequence not in CONSEQUENCES:
                allowed = ", ".join(CONSEQUENCES)
                raise TermsError(f"the policy on {kind} is {consequence!r}: allowed are {allowed}")
        if self.pack not in (1, 2):
            raise TermsError(
                f"there is no pack {self.pack}: a table has pack 1, and 2 if it has two"
            )

    @cached_property
    def law(self) -> WagerLaw | None:
        """The state's limits on house-banked wagers, if a date was named."""
        return None if self.under is None else wager_law(self.under)
