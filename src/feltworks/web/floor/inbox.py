"""An inbox: steps that are made one after the other, each to its end; and timers that add to it."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

Step = Callable[[], Awaitable[None]]


class Inbox:
    """A step takes care of its own faults: one that raises ends the inbox."""

    def __init__(self) -> None:
        self._steps: asyncio.Queue[Step | None] = asyncio.Queue()
        self._task: asyncio.Task[None] | None = None

    def start(self, name: str) -> None:
        self._task = asyncio.create_task(self._run(), name=name)

    def put(self, step: Step) -> None:
        """A step to be made when those before it are done."""
        self._steps.put_nowait(step)

    async def close(self) -> None:
        """Makes the steps that wait, and no more."""
        self._steps.put_nowait(None)
        if self._task is not None:
            await self._task

    async def _run(self) -> None:
        while (step := await self._steps.get()) is not None:
            await step()
            # A flood of messages at one table must not hold up what others are to be told.
            await asyncio.sleep(0)


class Timers:
    """One timer for each name; begun again it runs anew."""

    def __init__(self) -> None:
        self._running: dict[str, asyncio.TimerHandle] = {}

    def begin(self, name: str, seconds: float, then: Callable[[], None]) -> None:
        self.end(name)
        self._running[name] = asyncio.get_running_loop().call_later(seconds, then)

    def end(self, name: str) -> None:
        if (timer := self._running.pop(name, None)) is not None:
            timer.cancel()

    def close(self) -> None:
        for name in list(self._running):
            self.end(name)
