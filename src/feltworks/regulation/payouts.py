"""How low a table may cap what it pays on odds.

A cap must leave room for the best prize of an ordinary wager: the largest wager at the top odds,
those counted only up to a stated multiple, or the smallest wager at the full top odds, whichever
is more; and the table's cap on all players together is a multiple of that.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from math import ceil
from typing import TYPE_CHECKING

from feltworks.regulation.fact import Fact, carried, in_force, state_book

if TYPE_CHECKING:
    from datetime import date


@dataclass(frozen=True, slots=True, kw_only=True)
class PayoutCap(Fact):
    """The rule on caps; it never touches a progressive jackpot."""

    odds_counted_to: int
    table_times_player: int

    def least_player_cap_cents(
        self, minimum_cents: int, maximum_cents: int, top_odds: Fraction
    ) -> int:
        """The lowest cap on one player's prize that is lawful."""
        at_most = maximum_cents * min(top_odds, Fraction(self.odds_counted_to))
        at_least = minimum_cents * top_odds
        return ceil(max(at_most, at_least))

    def least_table_cap_cents(self, player_cap_cents: int) -> int:
        """The lowest cap on all prizes of a round together, given a player's."""
        return self.table_times_player * player_cap_cents


def payout_cap(on: date) -> PayoutCap:
    """The rule on that day."""
    return in_force(_payout_caps(), on)


@cache
def _payout_caps() -> tuple[PayoutCap, ...]:
    return tuple(
        PayoutCap(
            odds_counted_to=table["odds_counted_to"],
            table_times_player=table["table_times_player"],
            **carried(table),
        )
        for table in state_book()["payout_cap"]
    )
