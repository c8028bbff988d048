"""What the operator of a card room may set: its pace, and how many chips a guest may have."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True, kw_only=True)
class Pace:
    """Seconds. Betting is timed from the first wager on; guests idle for `idle_seconds` lose
    their seats.

    `seed_seconds` is how long the table waits for the players' seeds if somebody gives one. With
    `result_stays` a player alone at a house-banked table sees a result until he goes on.
    """

    betting_seconds: float = 20.0
    seed_seconds: float = 2.0
    decision_seconds: float = 30.0
    result_seconds: float = 6.0
    result_stays: bool = True
    bot_seconds: float = 0.9
    idle_seconds: float = 180.0


@dataclass(frozen=True, slots=True, kw_only=True)
class BuyIn:
    """How many chips a guest gets, in cents; `most_cents` is what a stack may be filled up to."""

    least_cents: int = 100_00
    usual_cents: int = 1_000_00
    most_cents: int = 10_000_00


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """`hosts` are the host names that the server accepts; empty means any, as behind a proxy."""

    pace: Pace = field(default_factory=Pace)
    buy_in: BuyIn = field(default_factory=BuyIn)
    hosts: frozenset[str] = frozenset({"localhost", "127.0.0.1", "[::1]", "testserver"})
    most_hands: int = 3
    messages_a_second: int = 60
    guests_a_minute: int = 120
    most_connections: int = 4_000
    connections_an_address: int = 200
