"""How long a count takes, and limits that only large games reach, lowered for small ones."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from unittest import mock

from feltworks.odds import classes, kept, plan, rowcounts, showdown, sums, symmetry
from feltworks.odds.analyse import prepare
from feltworks.odds.estimate import (
    announcement,
    duration_text,
    estimated_seconds,
    hands_on_boards,
)
from feltworks.odds.exchange import widerdraws
from feltworks.odds.passes import cores
from feltworks.odds.walk import Walk
from feltworks.rules.schema import Rules

__all__ = [
    "COUNT_FOR_EVER",
    "LIMITS",
    "Estimate",
    "duration_text",
    "estimate",
    "leaving_open_at_most",
    "listing_positions_up_to",
    "storing_quick_counts",
]


LIMITS = {
    "sums": sums.MOST_WORTH,
    "branches": showdown.MOST_BRANCHES,
    "arrangements of suits": symmetry.MOST_ARRANGEMENTS,
    "bits of ranks": plan.MOST_RANK_BITS,
    "hands laid out": rowcounts.MOST_ROWS,
    "kinds of hands": classes.MOST_KINDS,
}
"""What the solver takes at most."""

COUNT_FOR_EVER = """
import os, time
import feltworks.odds.report
class Stuck:
    def __enter__(self): return self
    def __exit__(self, *error): time.sleep(600)
def report(*a, **k):
    with Stuck():
        os.write(1, b"counting\\n")
        time.sleep(600)
feltworks.odds.report.report = report
"""
"""Python that makes a count write a line and then go on even if it is interrupted, as one in a pool
of busy threads."""


@dataclass(frozen=True)
class Estimate:
    """How much there is to count, and about how long that takes."""

    hands: int
    seconds_on_one_core: float
    announcement: str | None
    """What a person is told before a count that takes long."""


def estimate(rules: Rules) -> Estimate:
    """Estimate the count of all required wagers, without a look at a card."""
    walk = prepare(rules).wagers["main"]
    assert isinstance(walk, Walk)
    hands = hands_on_boards(walk.showdown)
    seconds = estimated_seconds(walk.showdown, hands) * cores()
    return Estimate(hands, seconds, announcement(walk.showdown))


@contextmanager
def leaving_open_at_most(positions: int) -> Iterator[None]:
    """Let the solver evaluate so many positions of an exchange at most in every detail."""
    with mock.patch.object(widerdraws, "MOST_OPEN", positions):
        yield


@contextmanager
def storing_quick_counts() -> Iterator[None]:
    """Store on disk what took no time to count as well."""
    with mock.patch.object(kept, "WORTH_KEEPING_SECONDS", 0.0):
        yield


@contextmanager
def listing_positions_up_to(most: int) -> Iterator[None]:
    """Let the solver list so many positions of a decision at most.

    Where there are more, it may solve that decision together with the cards that follow.
    """
    with mock.patch.object(showdown, "FEW_POSITIONS", most):
        yield
