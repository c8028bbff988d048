"""Shifts: which process deals, and what becomes of its rounds when it is gone.

A process that deals works a shift, and holds a lock for as long as it lives. The database or the
operating system lets go of the lock when the process ends, however it ends; so a lock that can be
taken means that nobody will finish that process's rounds. When a process ends by itself its open
rounds are voided; when it is killed, whoever comes next finds the shift deserted and voids them,
each stake back to its player.
"""

from __future__ import annotations

import secrets
import sqlite3
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

from sqlalchemy import text

from feltworks.house.books import Batch, Database, Writer
from feltworks.house.rounds.rounds import void_round

DESERTED = "its dealer was gone before it ended"
ENDED = "the house closed before it ended"


class Shift:
    """The time in which one process deals; rounds are recorded under its `number`."""

    def __init__(self, writer: Writer) -> None:
        self._writer = writer
        token = secrets.randbits(62)
        self._release = _hold_lock(writer.database, token)
        self.number: int = writer.write(lambda batch: _started(batch, token))

    def end(self) -> None:
        """Voids the rounds that are still open and lets go of the lock."""
        self._writer.write(lambda batch: _ended(batch, self.number, ENDED))
        self._release()


def _started(batch: Batch, token: int) -> int:
    number = batch.number + 1
    batch.write(
        "shift started",
        f"shift {number}",
        after={"token": str(token), "over": False},
    )
    return number


def _ended(batch: Batch, number: int, why: str) -> list[int]:
    """Ends a shift; gives the rounds that had to be voided."""
    state = batch.state(f"shift {number}")
    if state is None or state["over"]:
        return []
    voided = batch.open_rounds(number)
    for round in voided:
        void_round(batch, round, why)
    batch.write(
        "shift ended",
        f"shift {number}",
        facts={"voided": voided, "why": why},
        after={**state, "over": True},
    )
    return voided


def recover(writer: Writer, wait_seconds: float = 0.0) -> list[int]:
    """Ends every deserted shift; gives the numbers of the rounds that were voided.

    A server may take a moment to notice that its client was killed: a shift that still seems to be
    worked is looked at again until `wait_seconds` are over, if it has open rounds.
    """
    until = time.monotonic() + wait_seconds
    voided: list[int] = []
    while True:
        with writer.database.reading() as reader:
            shifts = reader.states("shift")
        busy = False
        for number, state in shifts.items():
            if state["over"]:
                continue
            if _is_free(writer.database, int(state["token"])):
                voided += writer.write(partial(_ended, number=int(number), why=DESERTED))
            else:
                with writer.database.reading() as reader:
                    busy = busy or bool(reader.open_rounds(int(number)))
        if not busy or time.monotonic() > until:
            return voided
        time.sleep(0.01)


# --- the lock ----------------------------------------------------------------------------------
# With PostgreSQL it is an advisory lock of a connection kept for this alone. Beside SQLite's books
# it is a small file that is itself held by an open transaction, which works alike on every system.


def _hold_lock(database: Database, token: int) -> Callable[[], None]:
    """Takes a lock of that token; what is returned lets go of it."""
    if not database.is_sqlite:
        connection = database.engine.connect().execution_options(isolation_level="AUTOCOMMIT")
        # Out of the pool: it goes back to no one while it holds the lock.
        connection.detach()
        connection.execute(text("SELECT pg_advisory_lock(:token)"), {"token": token})
        return connection.close
    path = _lock_file(database, token)
    lock = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
    lock.execute("BEGIN EXCLUSIVE")

    def release() -> None:
        lock.close()
        path.unlink(missing_ok=True)

    return release


def _is_free(database: Database, token: int) -> bool:
    """Whether the holder of the lock of that token has let go of it."""
    if not database.is_sqlite:
        with database.engine.connect() as connection:
            # A lock taken by a transaction ends with it.
            query = text("SELECT pg_try_advisory_xact_lock(:token)")
            return bool(connection.scalar(query, {"token": token}))
    path = _lock_file(database, token)
    if not path.exists():
        return True
    lock = sqlite3.connect(path, isolation_level=None, timeout=0)
    try:
        lock.execute("BEGIN EXCLUSIVE")
    except sqlite3.OperationalError:
        return False
    finally:
        lock.close()
    path.unlink(missing_ok=True)
    return True


def _lock_file(database: Database, token: int) -> Path:
    return database.file.with_name(f"{database.file.name}-shift-{token:x}")
