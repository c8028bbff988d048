"""The pen: the one way anything gets into the books.

There is one pen to a process and one lock behind it for all processes. Whoever comes while it is
in use puts his event in the queue; the next to hold the pen writes the whole queue on one page and
commits once for all of it, so that durable writes are shared when many tables are busy. Nobody is
told that an event happened before it is on disk.
"""

from __future__ import annotations

import random
import threading
import time
from collections import deque
from collections.abc import Callable, Iterable
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from sqlalchemy.exc import SQLAlchemyError

from feltworks.house.books.database import is_conflict, trouble
from feltworks.house.books.page import Memory, Page
from feltworks.house.books.reader import Reader
from feltworks.house.books.statements import statements_for

if TYPE_CHECKING:
    from sqlalchemy import Connection

    from feltworks.house.books.database import Database

T = TypeVar("T")
Clock = Callable[[], datetime]
Unit = Callable[[Page], T]

MOST_ON_A_PAGE = 256
PATIENCE_SECONDS = 60.0


def utc_now() -> datetime:
    return datetime.now(UTC)


class _Slip(Generic[T]):
    """An event in the queue, and what came of it."""

    __slots__ = ("done", "error", "result", "unit")

    def __init__(self, unit: Unit[T]) -> None:
        self.unit = unit
        self.done = False
        self.result: T | None = None
        self.error: BaseException | None = None

    def outcome(self) -> T:
        if self.error is not None:
            raise self.error
        return self.result  # type: ignore[return-value]


class Pen:
    """Writes units, functions of a page, each whole or not at all."""

    def __init__(self, database: Database, clock: Clock = utc_now) -> None:
        self.database = database
        self.clock = clock
        self._turn = threading.Condition()
        self._in_use = False
        self._queue: deque[_Slip[Any]] = deque()
        self._memory = Memory()
        self._statements = statements_for(database)

    def write(self, unit: Unit[T]) -> T:
        """What the unit returns, once it is on disk; its own error if it refused."""
        return self.write_all([unit])[0]

    def write_all(self, units: Iterable[Unit[T]]) -> list[T]:
        """Several units with one commit; the first error is raised after all had their turn."""
        slips: list[_Slip[T]] = [_Slip(unit) for unit in units]
        with self._turn:
            self._queue.extend(slips)
        while not all(slip.done for slip in slips):
            # Whoever is here while another writes waits, and most often is written meanwhile.
            with self._turn:
                while self._in_use and not all(slip.done for slip in slips):
                    self._turn.wait()
                if all(slip.done for slip in slips):
                    break
                self._in_use = True
            try:
                self._turn_page()
            finally:
                with self._turn:
                    self._in_use = False
                    self._turn.notify_all()
        return [slip.outcome() for slip in slips]

    def _turn_page(self) -> None:
        with self._turn:
            many = min(len(self._queue), MOST_ON_A_PAGE)
            slips = [self._queue.popleft() for _ in range(many)]
        try:
            self._write_durably(slips)
        except BaseException as error:
            for slip in slips:
                slip.error = error
            if not isinstance(error, Exception):
                raise
        finally:
            for slip in slips:
                slip.done = True

    def _write_durably(self, slips: list[_Slip[Any]]) -> None:
        """Writes a page; tried again while the database asks for that."""
        give_up = time.monotonic() + PATIENCE_SECONDS
        attempt = 0
        while True:
            committing = False
            try:
                with self.database.writing() as connection:
                    page = self._written(connection, slips)
                    committing = True
            except SQLAlchemyError as error:
                self._memory = Memory()
                if is_conflict(error):
                    if time.monotonic() > give_up:
                        raise trouble(self.database, error) from error
                elif committing or len(slips) == 1:
                    raise trouble(self.database, error) from error
                else:
                    # One of them cannot be written, and nothing was: each gets its own page.
                    self._one_by_one(slips)
                    return
                attempt += 1
                time.sleep(random.uniform(0, 0.002 * 2 ** min(attempt, 7)))
            except BaseException:
                self._memory = Memory()
                raise
            else:
                self._memory.at = page.number
                return

    def _one_by_one(self, slips: list[_Slip[Any]]) -> None:
        for slip in slips:
            try:
                self._write_durably([slip])
            except Exception as error:
                slip.error = error

    def _written(self, connection: Connection, slips: list[_Slip[Any]]) -> Page:
        reader = Reader(connection)
        head = reader.head()
        if not self._memory.is_of(head):
            self._memory = Memory()
        self._memory.forget_old_rounds()
        now = self.clock().astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%S.%fZ")
        page = Page(reader, head, self._memory, now)
        for slip in slips:
            mark = page.mark()
            slip.error = None
            try:
                slip.result = slip.unit(page)
            except SQLAlchemyError:
                raise
            except Exception as error:
                page.wipe(mark)
                slip.error = error
        if page.number > head.number:
            self._flush(connection, page)
        return page

    def _flush(self, connection: Connection, page: Page) -> None:
        head = {
            "number": page.number,
            "hash": page.hash,
            "day": page.day,
            "last_round": page.last_round,
        }
        latest = {
            "accounts": list(page.accounts.values()),
            "standings": list(page.standings.values()),
            "head": [head],
        }
        for name, statement in self._statements.items():
            if rows := page.rows.get(name) or latest.get(name):
                statement.run(connection, rows)
