"""A table's clock: one thing at a time is timed, and what is due comes through the inbox.

Beside it runs a watch for everybody who has lost the connection, from the last time he did.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from feltworks.web.floor.inbox import Step


class Clock:
    """`clock_seconds` is what the running clock was set to."""

    def __init__(self) -> None:
        self.clock_seconds = 0.0
        self._deadline: float | None = None
        self._timer: asyncio.TimerHandle | None = None

    def soon(self, step: Step) -> None:
        """A step to be made when the steps before it are done."""
        raise NotImplementedError

    def start_clock(self, seconds: float, then: Step) -> None:
        self.stop_clock()
        loop = asyncio.get_running_loop()
        self.clock_seconds = seconds
        self._deadline = loop.time() + seconds
        mark = self._deadline

        async def step() -> None:
            if self._deadline == mark:
                self._deadline = self._timer = None
                await then()

        self._timer = loop.call_later(seconds, self.soon, step)

    def stop_clock(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
        self._timer = self._deadline = None

    def seconds_left(self) -> float | None:
        if self._deadline is None:
            return None
        return max(0.0, self._deadline - asyncio.get_running_loop().time())


class Absences:
    """How long each guest has been gone; whoever was back in between begins anew."""

    def __init__(self) -> None:
        self._timers: dict[str, asyncio.TimerHandle] = {}

    def begin(self, guest: str, seconds: float, then: Callable[[], None]) -> None:
        self.end(guest)
        self._timers[guest] = asyncio.get_running_loop().call_later(seconds, then)

    def end(self, guest: str) -> None:
        if (timer := self._timers.pop(guest, None)) is not None:
            timer.cancel()

    def close(self) -> None:
        for guest in list(self._timers):
            self.end(guest)
