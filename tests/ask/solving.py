"""Limits of the solver that only large games reach, lowered so that games of a few cards do."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from unittest import mock

from feltworks.odds.exchange import widerdraws

__all__ = ["leaving_open_at_most"]


@contextmanager
def leaving_open_at_most(positions: int) -> Iterator[None]:
    """Let the solver evaluate so many positions of an exchange at most in every detail."""
    with mock.patch.object(widerdraws, "MOST_OPEN", positions):
        yield
