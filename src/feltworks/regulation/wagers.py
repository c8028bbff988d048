"""How much may be bet, and on how many games at once.

`wager_law` is for play against the house; `ring_law` for players against each other, which the
house-banked limits do not cover.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

from feltworks.regulation.fact import Fact, carried, in_force, state_book

if TYPE_CHECKING:
    from datetime import date


@dataclass(frozen=True, slots=True)
class SomeTables:
    """A higher limit that a house may use on a few of its tables."""

    cents: int
    tables: int


@dataclass(frozen=True, slots=True, kw_only=True)
class LargestWager(Fact):
    """The largest single wager."""

    cents: int
    some_tables: SomeTables | None = None


@dataclass(frozen=True, slots=True)
class SmallGames:
    """Of all games on a hand, how many must be small, and how small that is."""

    games: int
    cents: int


@dataclass(frozen=True, slots=True, kw_only=True)
class GamesOnAHand(Fact):
    """How many separate games one hand of cards may play."""

    most: int
    small: SmallGames | None = None

    @property
    def most_above_small(self) -> int:
        """How many of them may be bet for more than the small amount."""
        return self.most - (self.small.games if self.small else 0)


@dataclass(frozen=True, slots=True)
class WagerLaw:
    """The limits of house-banked play in force together."""

    largest: LargestWager
    games: GamesOnAHand


@dataclass(frozen=True, slots=True, kw_only=True)
class RingLaw(Fact):
    """The limits of a game between players."""

    largest_cents: int
    rounds: int
    wagers_a_round: int


def wager_law(on: date) -> WagerLaw:
    """The limits of house-banked play on that day."""
    return WagerLaw(in_force(_largest_wagers(), on), in_force(_games_on_a_hand(), on))


def ring_law(on: date) -> RingLaw:
    """The limits of play between players on that day."""
    return in_force(_rings(), on)


@cache
def _largest_wagers() -> tuple[LargestWager, ...]:
    def some(table: dict[str, int] | None) -> SomeTables | None:
        return SomeTables(table["dollars"] * 100, table["tables"]) if table else None

    return tuple(
        LargestWager(
            cents=table["dollars"] * 100,
            some_tables=some(table.get("some_tables")),
            **carried(table),
        )
        for table in state_book()["largest_wager"]
    )


@cache
def _games_on_a_hand() -> tuple[GamesOnAHand, ...]:
    def small(table: dict[str, int] | None) -> SmallGames | None:
        return SmallGames(table["games"], table["dollars"] * 100) if table else None

    return tuple(
        GamesOnAHand(most=table["most"], small=small(table.get("small")), **carried(table))
        for table in state_book()["games_on_a_hand"]
    )


@cache
def _rings() -> tuple[RingLaw, ...]:
    return tuple(
        RingLaw(
            largest_cents=table["dollars"] * 100,
            rounds=table["rounds"],
            wagers_a_round=table["wagers_a_round"],
            **carried(table),
        )
        for table in state_book()["ring"]
    )
