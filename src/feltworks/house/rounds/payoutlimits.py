"""Limits on what a table pays in one round on odds, applied after the round is settled.

A limit touches prizes from a pay table only, and never a progressive's, be they shares or fixed
amounts. First each player's prizes are held to the player's limit. If what is left is still above
the table's, every player gets the same part of it, in whole cents; cents that are left over go to
the players in the order in which they were paid.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping

    from feltworks.round import Settled


@dataclass(frozen=True, slots=True)
class PayoutLimits:
    """In cents; None where the table has no such limit."""

    player: int | None = None
    table: int | None = None

    def as_json(self) -> dict[str, int | None]:
        return {"player": self.player, "table": self.table}

    @classmethod
    def from_json(cls, found: Mapping[str, Any]) -> PayoutLimits:
        return cls(found["player"], found["table"])


def reductions(
    settlements: Iterable[Settled], limits: PayoutLimits, exempt: Collection[str]
) -> dict[int, int]:
    """What each seat gets less than the round paid, by seat; `exempt` are progressive wagers."""
    if limits.player is None and limits.table is None:
        return {}
    won: dict[int, int] = {}
    for settled in settlements:
        if settled.rows and settled.paid_cents and not settled.tip and settled.wager not in exempt:
            won[settled.seat] = won.get(settled.seat, 0) + settled.paid_cents
    paid = _to_players(won, limits)
    return {seat: won[seat] - paid[seat] for seat in won if paid[seat] < won[seat]}


def _to_players(won: Mapping[int, int], limits: PayoutLimits) -> dict[int, int]:
    paid = {
        seat: cents if limits.player is None else min(cents, limits.player)
        for seat, cents in won.items()
    }
    total = sum(paid.values())
    if limits.table is None or total <= limits.table:
        return paid
    shares = {seat: cents * limits.table // total for seat, cents in paid.items()}
    left = limits.table - sum(shares.values())
    for seat in shares:
        if left and Fraction(paid[seat] * limits.table, total) > shares[seat]:
            shares[seat] += 1
            left -= 1
    return shares
