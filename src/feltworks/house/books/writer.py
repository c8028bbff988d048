"""The writer: the one way anything gets into the books.

A process has one writer, and all processes share one lock behind it. Units that come while a batch
is being written wait in a queue; the next thread writes all that wait as one batch, up to a
maximum, and commits once, so that tables that are busy at the same time share the wait for the
disk. Nothing is reported as done before it is on disk.

A database that is away is tried again for a while. If the answer to a COMMIT was lost, the chain
shows whether it succeeded: the batch's last record is there with its hash, or not; read under the
lock, that is certain. So nothing is done twice, and nothing that was done is given up. A process
that deals writes under a fencing token (see `house.lease`): once another has taken over, this one
can write nothing.
"""

from __future__ import annotations

import random
import threading
import time
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any, Generic, TypeVar

from sqlalchemy import Connection
from sqlalchemy.exc import SQLAlchemyError

from feltworks.house.books.batch import Batch, BooksCache
from feltworks.house.books.clock import TIME_FORM, check_ahead, check_clock
from feltworks.house.books.database import Database
from feltworks.house.books.reader import Head, Reader
from feltworks.house.books.statements import statements_for
from feltworks.house.books.trouble import is_passing, trouble
from feltworks.house.errors import BooksAway, LeaseLost

T = TypeVar("T")
Clock = Callable[[], datetime]
Unit = Callable[[Batch], T]
"""A unit of work: a function that reads and writes in a batch, whole or not at all."""

MOST_IN_A_BATCH = 256
PATIENCE_SECONDS = 60.0
GATHER_SECONDS, MOST_GATHERED_SECONDS = 0.0002, 0.002


def utc_now() -> datetime:
    return datetime.now(UTC)


@dataclass(slots=True, eq=False)
class PendingWrite(Generic[T]):
    """A unit handed in, and its outcome; `kept` once that is on disk."""

    unit: Unit[T]
    kept: bool = False
    result: T | None = None
    error: BaseException | None = None

    def outcome(self) -> T:
        """What the unit returned; raises its own error if it refused."""
        if self.error is not None:
            raise self.error
        return self.result  # type: ignore[return-value]


@dataclass(slots=True, eq=False)
class _Waiter:
    """Writes that a thread waits for; it is woken when they are written or when it is its turn.

    It waits by acquiring a lock a second time; the thread that wakes it releases the lock. An event
    would do the same at several times the cost.
    """

    writes: Sequence[PendingWrite[Any]]
    has_turn: bool = False
    waiting: threading.Lock = field(default_factory=threading.Lock)

    def __post_init__(self) -> None:
        self.waiting.acquire()


class Writer:
    """Commits units in batches; any number of threads may hand them in."""

    def __init__(self, database: Database, clock: Clock = utc_now) -> None:
        self.database = database
        self.clock = clock
        self.fence: int | None = None
        self.patience_seconds = PATIENCE_SECONDS
        self._lock = threading.Lock()
        self._in_use = False
        self.committed: Callable[[int], None] = lambda number: None
        """Is told the number of the last record after each batch, and must not wait."""
        self._began = self._believed = False
        self._queue: deque[_Waiter] = deque()
        self._woken = 0
        self._cache = BooksCache()
        self._statements = statements_for(is_sqlite=database.is_sqlite)

    def believe_clock(self) -> None:
        """Writes the next batch whatever the clock says; somebody is about to answer for it."""
        self._believed = True

    def write(self, unit: Unit[T]) -> T:
        """Writes a unit; returns its result once it is on disk, or raises the unit's own error."""
        return self.write_each([unit])[0].outcome()

    def write_each(self, units: Iterable[Unit[T]]) -> list[PendingWrite[T]]:
        """Writes several units with one commit, each with its own outcome."""
        writes = [PendingWrite(unit) for unit in units]
        if not writes:
            return writes
        waiter = _Waiter(writes)
        try:
            with self._lock:
                self._queue.append(waiter)
                waiter.has_turn = not self._in_use
                self._in_use = True
            if not waiter.has_turn:
                waiter.waiting.acquire()
            if waiter.has_turn:
                self._write_batch()
        except BaseException:
            # An interrupted thread leaves the queue; its turn is passed on below.
            with self._lock:
                if waiter in self._queue:
                    self._queue.remove(waiter)
            raise
        finally:
            if waiter.has_turn:
                self._pass_on()
        return writes

    def _pass_on(self) -> None:
        """Gives the turn to the thread that has waited longest."""
        with self._lock:
            self._in_use = bool(self._queue)
            if self._queue:
                self._queue[0].has_turn = True
                self._queue[0].waiting.release()

    def _write_batch(self) -> None:
        """Writes everything that waits, beginning with the waiter whose turn it is."""
        self._gather()
        with self._lock:
            waiters = [self._queue.popleft()]
            room = MOST_IN_A_BATCH - len(waiters[0].writes)
            while self._queue and len(self._queue[0].writes) <= room:
                waiters.append(self._queue.popleft())
                room -= len(waiters[-1].writes)
        writes = [write for waiter in waiters for write in waiter.writes]
        try:
            self._write_durably(writes)
            if self._cache.at > 0:
                self.committed(self._cache.at)
        except BaseException as error:
            for write in writes:
                if not write.kept:
                    write.error = error
            if not isinstance(error, Exception):
                raise
        finally:
            self._woken = len(waiters) + len(self._queue)
            # The first is this thread itself.
            for waiter in waiters[1:]:
                waiter.waiting.release()

    def _gather(self) -> None:
        """Waits a moment for the threads that the last batch has woken, as long as more arrive.

        They are about to hand in their next unit. Without the wait they would find a batch under
        way, and tables that are busy at the same time would share half as many commits.
        """
        waiting, until = 0, time.monotonic() + MOST_GATHERED_SECONDS
        while self._woken > len(self._queue) > waiting and time.monotonic() < until:
            waiting = len(self._queue)
            _pause(GATHER_SECONDS)

    def _write_durably(self, writes: list[PendingWrite[Any]]) -> None:
        """Writes a batch; tries again while the database asks for that or is away."""
        began, attempt = time.monotonic(), 0
        lost: Head | None = None
        while True:
            batch: Batch | None = None
            try:
                with self.database.writing() as connection:
                    # Read under the lock: whether the batch whose commit got no answer is on disk.
                    kept = None if lost is None else Reader(connection).record(lost.number)
                    if lost is None or kept is None or kept.hash != lost.hash:
                        lost = None
                        batch = self._written(connection, writes)
                        lost = batch.head if batch.rows["records"] else None
            except SQLAlchemyError as error:
                self._cache = BooksCache()
                if not is_passing(error):
                    if batch is None and lost is not None:
                        # It may be on disk: the caller repeats the request with the same key.
                        raise BooksAway(str(trouble(self.database.name, error))) from error
                    if batch is not None or len(writes) == 1:
                        raise trouble(self.database.name, error) from error
                    # One unit cannot be written, so nothing was written: each gets its own batch.
                    self._one_by_one(writes)
                    return
                if time.monotonic() > began + self.patience_seconds:
                    raise trouble(self.database.name, error) from error
                attempt += 1
                _pause(random.uniform(0, 0.002 * 2 ** min(attempt, 7)))
            except BaseException:
                self._cache = BooksCache()
                raise
            else:
                if batch is not None:
                    self._cache.at = batch.number
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
        head, token = reader.head_and_token()
        if self.fence not in (None, token):
            raise LeaseLost("another process deals on these books now")
        if not self._cache.is_of(head):
            self._cache = BooksCache()
        self._cache.forget_old_rounds()
        clock = self.clock().astimezone(UTC)
        if not self._began and not self._believed:
            check_clock(reader, clock)
        now = self._cache.time_after(reader, head, clock.strftime(TIME_FORM))
        if self._cache.time and not self._believed:
            check_ahead(self._cache.time, clock)
        batch = Batch(reader, head, self._cache, now)
        for write in writes:
            batch.mark()
            write.error = None
            try:
                write.result = write.unit(batch)
            except SQLAlchemyError:
                raise
            except Exception as error:
                batch.wipe()
                write.error = error
        batch.mark()
        if batch.rows["records"] or batch.rows["moves"]:
            self._flush(connection, batch)
        self._began, self._believed, self._cache.time = True, False, batch.now
        return batch

    def _flush(self, connection: Connection, batch: Batch) -> None:
        rows = {
            **batch.rows,
            "accounts": list(batch.account_rows.values()),
            "standings": list(batch.state_rows.values()),
            "head": [batch.head._asdict()] if batch.rows["records"] else [],
        }
        with self.database.driver_cursor(connection) as cursor:
            for name, run in self._statements.items():
                if rows.get(name):
                    run(cursor, rows[name])


def _pause(seconds: float) -> None:
    """Sleeps; setting the clock meanwhile may end the sleep with an error, which is harmless."""
    with suppress(OSError):
        time.sleep(seconds)
