"""The terms a round is dealt on: what the house posts beside the rules of the game.

Limits and chips, the most that pay tables pay, the date whose state rules hold, the posted
jackpots, what the house does about irregularities the rules leave to it, the digest that commits it
to the deck, and the players' seeds that fix in which order its slots are dealt.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date, datetime
from functools import cached_property
from typing import Literal

from feltworks.cards import Card, PlayerSeed
from feltworks.errors import FeltworksError, short_repr
from feltworks.money import dollars_text, money
from feltworks.regulation import WagerLaw, wager_law
from feltworks.rules.schema.part import PROSE
from feltworks.rules.schema.table import Irregularities

Consequence = Literal["void", "void-seat", "play-on"]
CONSEQUENCES: tuple[Consequence, ...] = ("void", "void-seat", "play-on")
KINDS = tuple(name.replace("_", "-") for name in Irregularities.model_fields if name not in PROSE)
"""All kinds of irregularities."""

_DIGEST = re.compile("[0-9a-f]{64}")
MOST_CENTS = 10**15
"""No amount may be larger: it must be a slip, and would be hard to print."""


class TermsError(FeltworksError):
    """Terms on which no round can be dealt; `key` is the wrong one, if it is one."""

    def __init__(self, problem: str, key: str = "") -> None:
        super().__init__(problem)
        self.key = key


@dataclass(frozen=True, slots=True)
class Limits:
    """The table's limits in cents, and its chips; side wagers have limits of their own."""

    minimum_cents: int = 500
    maximum_cents: int = 10_000
    side_minimum_cents: int = 100
    side_maximum_cents: int = 10_000
    chips: tuple[int, ...] = (100, 500, 2_500, 10_000)

    def __post_init__(self) -> None:
        for name in (*_LIMITS, *(_maximum(name) for name in _LIMITS)):
            _check_cents(getattr(self, name), name.removesuffix("_cents"))
        if type(self.chips) is not tuple:
            raise TermsError(f"chips are {short_repr(self.chips)}: they must be a tuple", "chips")
        for chip in self.chips:
            _check_cents(chip, "chips")
        if not self.chips or min(self.chips) < 1 or list(self.chips) != sorted(set(self.chips)):
            raise TermsError(
                "chips are amounts above zero, each listed once, smallest first", "chips"
            )
        odd = [chip for chip in self.chips if chip % self.chips[0]]
        if odd:
            raise TermsError(
                f"a chip of {dollars_text(odd[0])} cannot be changed into chips of "
                f"{dollars_text(self.chips[0])}: every chip is a multiple of the smallest",
                "chips",
            )
        for name in _LIMITS:
            least, most = getattr(self, name), getattr(self, _maximum(name))
            if not 0 < least <= most:
                key = name.removesuffix("_cents")
                raise TermsError(
                    f"{key.replace('_', ' ')} {dollars_text(least)} is not between a cent and "
                    f"the maximum of {dollars_text(most)}",
                    key,
                )


@dataclass(frozen=True, slots=True)
class PayoutLimits:
    """The most that pay tables pay in a round, in cents; None if the table has no such limit.

    `player` is the most for one seat and `table` the most for all seats together. They never limit
    a wager that plays for a jackpot.
    """

    player: int | None = None
    table: int | None = None

    def __post_init__(self) -> None:
        for name, cents in self.as_json().items():
            if cents is not None:
                _check_cents(cents, f"{name}_limit")

    def __bool__(self) -> bool:
        return self.player is not None or self.table is not None

    @property
    def says(self) -> str:
        """The limits as a table posts them; empty if it has none."""
        posted = [(self.player, "to one player"), (self.table, "to all players together")]
        most = " and ".join(f"{money(cents)} {to}" for cents, to in posted if cents is not None)
        return f"Pay tables pay at most {most} in a round." if most else ""

    def as_json(self) -> dict[str, int | None]:
        return {"player": self.player, "table": self.table}


_LIMITS = ("minimum_cents", "side_minimum_cents")


def _maximum(minimum: str) -> str:
    return minimum.replace("minimum", "maximum")


def _check_cents(found: object, key: str) -> None:
    if type(found) is not int or not 0 <= found <= MOST_CENTS:
        raise TermsError(f"{key} has {short_repr(found)}: it must be whole cents, 0 or more", key)


@dataclass(frozen=True)
class Terms:
    """`under` is the date of the state's rules, None for none; `pack` which of two decks is used.

    `policy` names the house's consequence for each kind of irregularity; a kind without one voids
    the round. `discarded` are the cards that earlier rounds took from a shoe in use, in the order
    they came out; the commitment and the seeds are those of the whole shoe. `seeds` are in the
    order of their seats.
    """

    limits: Limits = field(default_factory=Limits)
    under: date | None = None
    jackpots: Mapping[str, int] = field(default_factory=dict)
    policy: Mapping[str, Consequence] = field(default_factory=dict)
    commitment: str | None = None
    pack: int = 1
    discarded: tuple[Card, ...] = ()
    seeds: tuple[PlayerSeed, ...] = ()
    payout_limits: PayoutLimits = field(default_factory=PayoutLimits)

    def __post_init__(self) -> None:
        self._check_types()
        for name, cents in self.jackpots.items():
            if type(cents) is not int or not 0 <= cents <= MOST_CENTS:
                raise TermsError(
                    f"jackpot {name} is {short_repr(cents)}: it must be whole cents, 0 or more",
                    "jackpots",
                )
        for kind, consequence in self.policy.items():
            if kind not in KINDS:
                allowed = ", ".join(KINDS)
                raise TermsError(
                    f"the policy on {short_repr(kind)} is about nothing: there are {allowed}",
                    "policy",
                )
            if consequence not in CONSEQUENCES:
                allowed = ", ".join(CONSEQUENCES)
                raise TermsError(
                    f"the policy on {kind} is {short_repr(consequence)}: allowed are {allowed}",
                    "policy",
                )
        if type(self.pack) is not int or self.pack not in (1, 2):
            raise TermsError(
                f"there is no pack {short_repr(self.pack)}: a table has pack 1, and 2 if it has "
                "two",
                "pack",
            )
        digest = self.commitment
        if digest is not None and not (isinstance(digest, str) and _DIGEST.fullmatch(digest)):
            raise TermsError(
                f"the commitment {short_repr(digest)} is no digest: it must be 64 small "
                "hexadecimal digits",
                "commitment",
            )

        if [each.seat for each in self.seeds] != sorted({each.seat for each in self.seeds}):
            raise TermsError("seeds are by rising seat, one for each", "seeds")

    def _check_types(self) -> None:
        for key, wanted in _TYPES.items():
            found = getattr(self, key)
            # A `datetime` is a `date` to Python, but cannot be compared with one.
            if not isinstance(found, wanted) or isinstance(found, datetime):
                what = "a date or none" if key == "under" else f"of the kind {wanted[0].__name__}"
                raise TermsError(f"{key} is {short_repr(found)}: it must be {what}", key)

    @cached_property
    def law(self) -> WagerLaw | None:
        """The state's limits on house-banked wagers, if a date was named."""
        return None if self.under is None else wager_law(self.under)


_TYPES: dict[str, tuple[type, ...]] = {
    "limits": (Limits,),
    "under": (date, type(None)),
    "jackpots": (Mapping,),
    "policy": (Mapping,),
    "discarded": (tuple,),
    "seeds": (tuple,),
    "payout_limits": (PayoutLimits,),
}
