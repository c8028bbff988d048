"""Equity: what share of a pot a hand is worth, counted or sampled."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from feltworks.cards import Card
from feltworks.odds.equity import (
    EquityError,
    PotHand,
    against_one,
    equity,
    sampled_equities,
    strength_table,
)
from feltworks.odds.equity import Share as Counted
from feltworks.rules.schema import Rules

__all__ = ["EquityError", "Pot", "Share", "Start", "Strength"]

Hands = Sequence[Sequence[Card]]


@dataclass(frozen=True)
class Share:
    """What a hand wins of the pot: how often it shares it with how many."""

    sharing: Counter[int]
    deals: int
    exact: bool
    win: Fraction
    tie: Fraction
    part: Fraction
    standard_error: float


@dataclass(frozen=True)
class Start:
    """A kind of first hand: its name, one such hand, and how many there are."""

    name: str
    cards: tuple[Card, ...]
    hands: int


@dataclass(frozen=True)
class Strength:
    """What a first hand is worth against one unknown hand, against two, and so on."""

    start: Start
    against: tuple[Share, ...]


class Pot:
    """The pot of a game between players."""

    def __init__(self, rules: Rules) -> None:
        self._pot = PotHand.of(rules)

    def shares(
        self,
        hands: Hands,
        board: Sequence[Card] = (),
        *,
        unknown: int = 0,
        out: Sequence[Card] = (),
    ) -> list[Share]:
        """Count what each known hand is worth, against so many unknown hands besides."""
        return [*map(_share, equity(self._pot, hands, board, unknown_hands=unknown, out=out))]

    def sampled(
        self, hands: Hands, *, unknown: int, deals: int = 20_000, seed: int = 0
    ) -> list[Share]:
        """Sample the same."""
        return self.sampled_ladder(hands, unknown=unknown, deals=deals, seed=seed)[-1]

    def sampled_ladder(
        self, hands: Hands, *, unknown: int, deals: int, seed: int = 0
    ) -> list[list[Share]]:
        """Sample it for no unknown hand, for one, and so on, all from one sample."""
        rungs = sampled_equities(self._pot, hands, unknown_hands=unknown, deals=deals, seed=seed)
        return [[*map(_share, rung)] for rung in rungs]

    def against_one(self) -> list[tuple[Start, Share]]:
        """Count every kind of first hand against one unknown hand."""
        return [(_start(start), _share(share)) for start, share in against_one(self._pot)]

    def strengths(self, opponents: int, *, deals: int = 20_000) -> list[Strength]:
        """Evaluate every kind of first hand against one to so many unknown hands."""
        return [
            Strength(_start(row.start), tuple(map(_share, row.against)))
            for row in strength_table(self._pot, opponents, deals=deals)
        ]


def _share(found: Counted) -> Share:
    return Share(
        Counter({sharers: count for sharers, count in enumerate(found.sharing) if count}),
        found.deals,
        found.exact,
        found.win,
        found.tie,
        found.part,
        0.0 if found.exact else found.standard_error,
    )


def _start(start: object) -> Start:
    return Start(*(getattr(start, name) for name in Start.__dataclass_fields__))
