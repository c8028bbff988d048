"""An inbox: steps that are made one after the other, each to its end."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

Step = Callable[[], Awaitable[None]]


class Inbox:
    """`broken` is told of a step that failed, before the next one is made."""

    def __init__(self, broken: Callable[[Exception], Awaitable[None]]) -> None:
        self._broken = broken
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
            try:
                await step()
            except Exception as error:
                await self._broken(error)
            # A flood of messages at one table must not hold up what others are to be told.
            await asyncio.sleep(0)
