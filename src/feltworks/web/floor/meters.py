"""Jackpot meters: one amount for each, shown at every table that plays for it.

A win or a meter's step at one table is told at the others at once, but no more than so often a
second: a meter is looked at, not counted.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from feltworks.web.protocol.told import MeterNow, Meters

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from feltworks.web.floor.runner import TableRunner

SECONDS_BETWEEN = 0.5


class MeterBoard:
    """What each jackpot displays, and the tables to be told."""

    def __init__(self, tables: Mapping[str, TableRunner]) -> None:
        self._tables = tables
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
            self._timer = loop.call_later(SECONDS_BETWEEN, self._tell)

    def _tell(self) -> None:
        changed, self._changed, self._timer = self._changed, set(), None
        for runner in self._tables.values():
            names = [name for name in runner.sheet.jackpots.values() if name in changed]
            if names and runner.lines:
                text = Meters(jackpots=self.of(names)).model_dump_json()
                for line in runner.lines:
                    line.tell_text(text)

    def close(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
