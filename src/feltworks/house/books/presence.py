"""Telling whether whoever dealt a round is still there.

A process that deals holds a lock for as long as it lives. The database or the operating system
lets go of it when the process ends, however it ends; so a lock that can be taken means that nobody
will finish that process's rounds. With PostgreSQL it is an advisory lock of a connection kept for
this alone. Beside SQLite's books it is a small file that is itself held by an open transaction,
which works alike on every system.
"""

from __future__ import annotations

import secrets
import sqlite3
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from sqlalchemy import text

if TYPE_CHECKING:
    from sqlalchemy import Connection

    from feltworks.house.books.database import Database

_HOLD = text("SELECT pg_advisory_lock(:token)")
_TRY = text("SELECT pg_try_advisory_lock(:token)")
_LET_GO = text("SELECT pg_advisory_unlock(:token)")


class Presence(Protocol):
    """Held until `leave`, or until the process is no more."""

    @property
    def token(self) -> int: ...

    def leave(self) -> None: ...


def be_present(database: Database) -> Presence:
    """Takes a lock of one's own."""
    token = secrets.randbits(62)
    return _File(database, token) if database.is_sqlite else _Advisory(database, token)


def is_gone(database: Database, token: int) -> bool:
    """Whether the holder of that lock has let go of it."""
    if database.is_sqlite:
        return _file_is_free(_lock_file(database, token))
    with database.engine.connect() as connection:
        free = bool(connection.scalar(_TRY, {"token": token}))
        if free:
            connection.execute(_LET_GO, {"token": token})
        connection.rollback()
        return free


class _Advisory:
    def __init__(self, database: Database, token: int) -> None:
        self.token = token
        connection = database.engine.connect()
        self._connection: Connection = connection.execution_options(isolation_level="AUTOCOMMIT")
        # Out of the pool: it goes back to no one while it holds the lock.
        self._connection.detach()
        self._connection.execute(_HOLD, {"token": token})

    def leave(self) -> None:
        self._connection.close()


class _File:
    def __init__(self, database: Database, token: int) -> None:
        self.token = token
        self._path = _lock_file(database, token)
        self._lock = sqlite3.connect(self._path, isolation_level=None, check_same_thread=False)
        self._lock.execute("BEGIN EXCLUSIVE")

    def leave(self) -> None:
        self._lock.close()
        self._path.unlink(missing_ok=True)


def _lock_file(database: Database, token: int) -> Path:
    return database.file.with_name(f"{database.file.name}-shift-{token:x}")


def _file_is_free(path: Path) -> bool:
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
