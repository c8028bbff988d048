"""Jackpot meters: one amount for each, shown at every table that plays for it.

A win or a meter's step at one table is told at the others at once, but no more than so often a
second: a meter is looked at, not counted.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from feltworks.web.protocol.replies import MeterNow

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

SECONDS_BETWEEN = 0.5


class MeterBoard:
    """What each jackpot displays; `tell` is given the names of those that have changed."""

    def __init__(self, tell: Callable[[set[str]], None]) -> None:
        self._tell = tell
        self._shown: dict[str, int] = {}
        self._changed: set[str] = set()
        self._timer: asyncio.TimerHandle | None = None

    def of(self, names: Iterable[str]) -> list[MeterNow]:
        return [
            MeterNow(name=name, displayed_cents=self._shown[name])
            for name in names
            if name in self._shown
        ]

    def show(self, amounts: Mapping[str, int]) -> None:
        """The house displays these amounts now."""
        for name, cents in amounts.items():
            if self._shown.get(name) != cents:
                self._shown[name] = cents
                self._changed.add(name)
        if self._changed and self._timer is None:
            loop = asyncio.get_running_loop()
            self._timer = loop.call_later(SECONDS_BETWEEN, self._tell_changes)

    def _tell_changes(self) -> None:
        changed, self._changed, self._timer = self._changed, set(), None
        self._tell(changed)

    def close(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
