"""The scorebook: statistics over many games between players, from their logs.

For each player: his result in big blinds per hundred games, with its standard error, how many games
he played voluntarily, how many he took to the showdown, and how many of those he won. Games count
for the name given for the seat.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from math import sqrt

from feltworks.ring.betting import CHECK, FOLD
from feltworks.ring.operations import GivenUp, HandAnnounced, Taken
from feltworks.ring.round import RingRound
from feltworks.round.chips import balances, stack
from feltworks.round.moves import Decide, SitIn
from feltworks.round.operations import Voided


@dataclass(slots=True)
class Score:
    """One player's games; amounts are in big blinds."""

    games: int = 0
    won: float = 0.0
    won_squared: float = 0.0
    played: int = 0
    showdowns: int = 0
    showdowns_won: int = 0

    def enter(self, won: float, *, played: bool, showdown: bool, took: bool) -> None:
        self.games += 1
        self.won += won
        self.won_squared += won * won
        self.played += played
        self.showdowns += showdown
        self.showdowns_won += showdown and took

    @property
    def win_rate(self) -> float:
        """Big blinds won in a hundred games."""
        return 100 * self.won / self.games if self.games else 0.0

    @property
    def standard_error(self) -> float | None:
        """The error of the win rate; None before the second game."""
        if self.games < 2:
            return None
        spread = self.won_squared - self.won * self.won / self.games
        return 100 * sqrt(max(0.0, spread) / (self.games - 1) / self.games)

    @property
    def played_often(self) -> float:
        """The part of his games in which he put chips in voluntarily."""
        return self.played / self.games if self.games else 0.0

    @property
    def showdown_often(self) -> float:
        return self.showdowns / self.games if self.games else 0.0

    @property
    def showdown_won_often(self) -> float | None:
        """The part of his showdowns in which he took at least a part of a pot."""
        return self.showdowns_won / self.showdowns if self.showdowns else None


@dataclass(slots=True)
class Scorebook:
    """Scores by player, in the order in which they first played; void games do not count."""

    scores: dict[str, Score] = field(default_factory=dict)
    games: int = 0

    def enter(self, done: RingRound, names: Mapping[int, str] | None = None) -> None:
        """Adds one finished game; a seat without a name is called by its number."""
        log = done.log
        if not log or any(isinstance(entry, Voided) for entry in log):
            return
        self.games += 1
        gained = balances(log)
        willing = {e.seat for e in log if isinstance(e, Decide) and e.choice not in (FOLD, CHECK)}
        showdown = {e.seat for e in log if isinstance(e, HandAnnounced | GivenUp)}
        took = {e.seat for e in log if isinstance(e, Taken)}
        for entry in log:
            if isinstance(entry, SitIn):
                seat = entry.seat
                name = (names or {}).get(seat, f"seat {seat}")
                self.scores.setdefault(name, Score()).enter(
                    gained.get(stack(seat), 0) / done.stakes.big_blind,
                    played=seat in willing,
                    showdown=seat in showdown,
                    took=seat in took,
                )
