"""The bookkeeper: one thread that writes for all tables of a server.

Whatever waits for him is one batch with one commit, so tables that ask at the same time share
the disk's pace, and the event loop is woken once for all their answers. Whatever goes wrong with a
unit is the answer to whoever asked for it; nobody is left waiting.
"""

from __future__ import annotations

import asyncio
import logging
import threading
from contextlib import suppress
from queue import SimpleQueue
from typing import TYPE_CHECKING, Any, TypeVar

from feltworks.house.books.writer import PendingWrite

if TYPE_CHECKING:
    from collections.abc import Sequence

    from feltworks.house.books.writer import Unit, Writer

T = TypeVar("T")
Asked = tuple["Unit[Any]", "asyncio.Future[Any]"]

log = logging.getLogger("feltworks.web")


class Bookkeeper:
    """Begins with the first unit and ends with `close`."""

    def __init__(self, writer: Writer) -> None:
        self._writer = writer
        self._waiting: SimpleQueue[Asked | None] = SimpleQueue()
        self._thread: threading.Thread | None = None
        self._gone_home = False

    def write(self, unit: Unit[T]) -> asyncio.Future[T]:
        """What the unit returns, once it is on disk."""
        if self._gone_home:
            raise RuntimeError("nothing is written after the books were closed")
        loop = asyncio.get_running_loop()
        if self._thread is None:
            self._thread = threading.Thread(
                target=self._work, args=[loop], name="bookkeeper", daemon=True
            )
            self._thread.start()
        answer: asyncio.Future[T] = loop.create_future()
        self._waiting.put((unit, answer))
        return answer

    def close(self) -> None:
        """Writes what waits, and goes home."""
        self._gone_home = True
        self._waiting.put(None)
        if self._thread is not None:
            self._thread.join()

    def _work(self, loop: asyncio.AbstractEventLoop) -> None:
        asked = self._waiting.get()
        while asked is not None:
            batch = [asked]
            while not self._waiting.empty() and (asked := self._waiting.get()) is not None:
                batch.append(asked)
            writes = self._written([unit for unit, _ in batch])
            # A loop that has been closed has nobody left who waits.
            with suppress(RuntimeError):
                loop.call_soon_threadsafe(_hand_back, [answer for _, answer in batch], writes)
            if asked is not None:
                asked = self._waiting.get()

    def _written(self, units: Sequence[Unit[Any]]) -> Sequence[PendingWrite[Any]]:
        try:
            return self._writer.write_each(units)
        except BaseException as error:
            log.exception("a batch of the books could not be written")
            writes = [PendingWrite(unit) for unit in units]
            for write in writes:
                write.error = error
            return writes


def _hand_back(answers: Sequence[asyncio.Future[Any]], writes: Sequence[PendingWrite[Any]]) -> None:
    for answer, write in zip(answers, writes, strict=True):
        if answer.done():
            continue
        if write.error is None:
            answer.set_result(write.result)
        elif isinstance(write.error, Exception) and not isinstance(write.error, StopIteration):
            answer.set_exception(write.error)
        else:
            answer.set_exception(RuntimeError(f"the books were interrupted: {write.error!r}"))
