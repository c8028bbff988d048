"""How a count reports its progress: what is being counted, how much of it, of how much."""

from __future__ import annotations

from collections.abc import Callable

Progress = Callable[[str, int, int], None]


def silent(what: str, done: int, of: int) -> None:
    """No progress shown."""
