"""What the state asks of whoever keeps a progressive jackpot.

The house is custodian of the money, no more: the amount on display may fall for a handful of
reasons, each of which needs its paper.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from types import MappingProxyType
from typing import TYPE_CHECKING

from feltworks.regulation.fact import Fact, carried, state_book

if TYPE_CHECKING:
    from collections.abc import Mapping


@dataclass(frozen=True, slots=True, kw_only=True)
class JackpotLaw(Fact):
    """`may_fall_because` maps the short name of each lawful reason to its words."""

    may_fall_because: Mapping[str, str]
    deposit_within_days: int

    def allows_fall(self, reason: str) -> bool:
        """Whether the displayed amount may go down for that reason."""
        return reason in self.may_fall_because

    def cap_is_lawful(self, cap_cents: int, displayed_cents: int) -> bool:
        """A cap may be set at the amount on display or above it, never below."""
        return cap_cents >= displayed_cents


@cache
def jackpot_law() -> JackpotLaw:
    """The one text known on jackpots, whatever the day."""
    table = state_book()["jackpots"]
    return JackpotLaw(
        may_fall_because=MappingProxyType(table["may_fall_because"]),
        deposit_within_days=table["deposit_within_days"],
        **carried(table),
    )
