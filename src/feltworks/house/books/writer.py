"""The writer: the one way anything gets into the books.

A process has one writer, and all processes share one lock behind it. Units that come while a batch
is being written wait in a queue; whoever is next writes all that waits as one batch, up to a good
many units, and commits once for all of them, so that tables that are busy at the same time share
the wait for the disk. Nobody is told that a thing happened before it is on disk.
"""

from __future__ import annotations

import random
import threading
import time
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from sqlalchemy.exc import SQLAlchemyError

from feltworks.house.books.batch import Batch, Memory
from feltworks.house.books.database import is_conflict, trouble
from feltworks.house.books.reader import Reader
from feltworks.house.books.statements import statements_for

if TYPE_CHECKING:
    from sqlalchemy import Connection

    from feltworks.house.books.database import Database

T = TypeVar("T")
Clock = Callable[[], datetime]
Unit = Callable[[Batch], T]

MOST_IN_A_BATCH = 256
PATIENCE_SECONDS = 60.0


def utc_now() -> datetime:
    return datetime.now(UTC)


class PendingWrite(Generic[T]):
    """A unit handed in, and what came of it; `kept` once that is on disk."""

    __slots__ = ("error", "kept", "result", "unit")

    def __init__(self, unit: Unit[T]) -> None:
        self.unit = unit
        self.kept = False
        self.result: T | None = None
        self.error: BaseException | None = None

    def outcome(self) -> T:
        """What the unit returned; its own error if it refused."""
        if self.error is not None:
            raise self.error
        return self.result  # type: ignore[return-value]


class _Waiter:
    """Slips that somebody waits for; his bell rings when they are written or the writer is his."""

    __slots__ = ("bell", "writes", "written")

    def __init__(self, writes: Sequence[PendingWrite[Any]]) -> None:
        self.writes = writes
        self.written = False
        self.bell = threading.Event()


class Writer:
    """Writes units, functions of a batch, each whole or not at all."""

    def __init__(self, database: Database, clock: Clock = utc_now) -> None:
        self.database = database
        self.clock = clock
        self._lock = threading.Lock()
        self._in_use = False
        self._queue: deque[_Waiter] = deque()
        self._memory = Memory()
        self._statements = statements_for(database)

    def write(self, unit: Unit[T]) -> T:
        """What the unit returns, once it is on disk; its own error if it refused."""
        return self.write_each([unit])[0].outcome()

    def write_each(self, units: Iterable[Unit[T]]) -> list[PendingWrite[T]]:
        """Several units with one commit, each with its own outcome."""
        writes = [PendingWrite(unit) for unit in units]
        if not writes:
            return writes
        waiter, holds = _Waiter(writes), False
        try:
            with self._lock:
                self._queue.append(waiter)
                holds = not self._in_use
                self._in_use = True
            if not holds:
                waiter.bell.wait()
                holds = not waiter.written
            if holds:
                self._write_batch()
        except BaseException:
            holds = self._withdraw(waiter) or holds
            raise
        finally:
            if holds:
                self._pass_on()
        return writes

    def _withdraw(self, waiter: _Waiter) -> bool:
        """Somebody was interrupted; whether the writer was on its way to him."""
        with self._lock:
            waited = waiter in self._queue
            if waited:
                self._queue.remove(waiter)
            return waited and waiter.bell.is_set()

    def _pass_on(self) -> None:
        """The writer goes to whoever has waited longest."""
        with self._lock:
            self._in_use = bool(self._queue)
            if self._queue:
                self._queue[0].bell.set()

    def _write_batch(self) -> None:
        """Writes what waits; the waiter that holds the writer is the first of it."""
        with self._lock:
            waiters = [self._queue.popleft()]
            room = MOST_IN_A_BATCH - len(waiters[0].writes)
            while self._queue and len(self._queue[0].writes) <= room:
                waiters.append(self._queue.popleft())
                room -= len(waiters[-1].writes)
        writes = [write for waiter in waiters for write in waiter.writes]
        try:
            self._write_durably(writes)
        except BaseException as error:
            for write in writes:
                if not write.kept:
                    write.error = error
            if not isinstance(error, Exception):
                raise
        finally:
            for waiter in waiters:
                waiter.written = True
                waiter.bell.set()

    def _write_durably(self, writes: list[PendingWrite[Any]]) -> None:
        """Writes a batch; tried again while the database asks for that."""
        give_up = time.monotonic() + PATIENCE_SECONDS
        attempt = 0
        while True:
            committing = False
            try:
                with self.database.writing() as connection:
                    batch = self._written(connection, writes)
                    committing = True
            except SQLAlchemyError as error:
                self._memory = Memory()
                if is_conflict(error):
                    if time.monotonic() > give_up:
                        raise trouble(self.database, error) from error
                elif committing or len(writes) == 1:
                    raise trouble(self.database, error) from error
                else:
                    # One of them cannot be written, and nothing was: each gets its own batch.
                    self._one_by_one(writes)
                    return
                attempt += 1
                time.sleep(random.uniform(0, 0.002 * 2 ** min(attempt, 7)))
            except BaseException:
                self._memory = Memory()
                raise
            else:
                self._memory.at = batch.number
                for write in writes:
                    write.kept = True
                return

    def _one_by_one(self, writes: list[PendingWrite[Any]]) -> None:
        for write in writes:
            try:
                self._write_durably([write])
            except Exception as error:
                write.error = error

    def _written(self, connection: Connection, writes: list[PendingWrite[Any]]) -> Batch:
        reader = Reader(connection)
        head = reader.head()
        if not self._memory.is_of(head):
            self._memory = Memory()
        self._memory.forget_old_rounds()
        now = self.clock().astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%S.%fZ")
        batch = Batch(reader, head, self._memory, now)
        for write in writes:
            mark = batch.mark()
            write.error = None
            try:
                write.result = write.unit(batch)
            except SQLAlchemyError:
                raise
            except Exception as error:
                batch.wipe(mark)
                write.error = error
        if batch.number > head.number:
            self._flush(connection, batch)
        return batch

    def _flush(self, connection: Connection, batch: Batch) -> None:
        head = {
            "number": batch.number,
            "hash": batch.hash,
            "day": batch.day,
            "last_round": batch.last_round,
        }
        latest = {
            "accounts": list(batch.accounts.values()),
            "standings": list(batch.standings.values()),
            "head": [head],
        }
        for name, statement in self._statements.items():
            if rows := batch.rows.get(name) or latest.get(name):
                statement.run(connection, rows)
