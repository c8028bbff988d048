"""The pen: the one way anything gets into the books.

There is one pen to a process and one lock behind it for all processes. Whoever comes while it is
in use puts his event in the queue; the next to hold the pen writes what waits on one page, up to a
good many events, and commits once for all of them, so that durable writes are shared when many
tables are busy. Nobody is told that an event happened before it is on disk.
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


class Slip(Generic[T]):
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


class _Party:
    """Slips that somebody waits for; his bell rings when they are written or the pen is his."""

    __slots__ = ("bell", "slips", "written")

    def __init__(self, slips: Sequence[Slip[Any]]) -> None:
        self.slips = slips
        self.written = False
        self.bell = threading.Event()


class Pen:
    """Writes units, functions of a page, each whole or not at all."""

    def __init__(self, database: Database, clock: Clock = utc_now) -> None:
        self.database = database
        self.clock = clock
        self._lock = threading.Lock()
        self._in_use = False
        self._queue: deque[_Party] = deque()
        self._memory = Memory()
        self._statements = statements_for(database)

    def write(self, unit: Unit[T]) -> T:
        """What the unit returns, once it is on disk; its own error if it refused."""
        return self.write_each([unit])[0].outcome()

    def write_each(self, units: Iterable[Unit[T]]) -> list[Slip[T]]:
        """Several units with one commit, each with its own outcome."""
        slips = [Slip(unit) for unit in units]
        if not slips:
            return slips
        party, holds = _Party(slips), False
        try:
            with self._lock:
                self._queue.append(party)
                holds = not self._in_use
                self._in_use = True
            if not holds:
                party.bell.wait()
                holds = not party.written
            if holds:
                self._turn_page()
        except BaseException:
            holds = self._withdraw(party) or holds
            raise
        finally:
            if holds:
                self._pass_on()
        return slips

    def _withdraw(self, party: _Party) -> bool:
        """Somebody was interrupted; whether the pen was on its way to him."""
        with self._lock:
            waited = party in self._queue
            if waited:
                self._queue.remove(party)
            return waited and party.bell.is_set()

    def _pass_on(self) -> None:
        """The pen goes to whoever has waited longest."""
        with self._lock:
            self._in_use = bool(self._queue)
            if self._queue:
                self._queue[0].bell.set()

    def _turn_page(self) -> None:
        """Writes what waits; the party that holds the pen is the first of it."""
        with self._lock:
            parties = [self._queue.popleft()]
            room = MOST_ON_A_PAGE - len(parties[0].slips)
            while self._queue and len(self._queue[0].slips) <= room:
                parties.append(self._queue.popleft())
                room -= len(parties[-1].slips)
        slips = [slip for party in parties for slip in party.slips]
        try:
            self._write_durably(slips)
        except BaseException as error:
            for slip in slips:
                if not slip.kept:
                    slip.error = error
            if not isinstance(error, Exception):
                raise
        finally:
            for party in parties:
                party.written = True
                party.bell.set()

    def _write_durably(self, slips: list[Slip[Any]]) -> None:
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
                for slip in slips:
                    slip.kept = True
                return

    def _one_by_one(self, slips: list[Slip[Any]]) -> None:
        for slip in slips:
            try:
                self._write_durably([slip])
            except Exception as error:
                slip.error = error

    def _written(self, connection: Connection, slips: list[Slip[Any]]) -> Page:
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
