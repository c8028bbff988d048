"""What an error of the database means: may the same request succeed at once, later, or never?

SQLite's errors are known by their text, PostgreSQL's by their codes. A held lock, a lost connection
or a full disk do not mean that the request was wrong; every other error is final.
"""

from __future__ import annotations

import sqlite3

from sqlalchemy.exc import DBAPIError, InterfaceError, OperationalError
from sqlalchemy.exc import TimeoutError as PoolTimeout

from feltworks.house.errors import BooksAway, BooksError

_CONFLICTS = frozenset({"40001", "40P01", "55P03"})
_AWAY_CLASSES = frozenset({"08", "57", "58"})
"""PostgreSQL's classes of errors: connection lost, server stopped, its system."""
_FULL_CLASS, _STANDBY = "53", "25006"
_SQLITE_PASSING = ("locked", "busy", "disk i/o")
_SQLITE_AWAY = (*_SQLITE_PASSING, "full", "unable to open", "readonly")


def trouble(books: str, error: Exception) -> BooksError:
    """An error of the books' database as one sentence, for the operator."""
    cause = str(getattr(error, "orig", None) or error).strip().splitlines()
    told = f"the books at {books} cannot be used: {cause[0] if cause else ''}"
    return BooksAway(told) if is_away(error) else BooksError(told)


def is_away(error: Exception) -> bool:
    """Whether the same request may succeed later, because nothing was wrong with it."""
    return is_passing(error) or _is_full(error)


def _is_full(error: Exception) -> bool:
    """Whether somebody must free space or grant rights before anything can be written."""
    cause = error.orig if isinstance(error, DBAPIError) else None
    if isinstance(cause, sqlite3.Error):
        return any(word in str(cause).lower() for word in _SQLITE_AWAY)
    state = getattr(cause, "sqlstate", None) or ""
    return state == _STANDBY or state[:2] == _FULL_CLASS


def is_passing(error: Exception) -> bool:
    """Whether the same request may succeed at once: a lock was held, or a connection lost."""
    if isinstance(error, PoolTimeout | OSError):
        return True
    if not isinstance(error, DBAPIError):
        return False
    cause = error.orig
    if isinstance(cause, sqlite3.Error):
        return any(word in str(cause).lower() for word in _SQLITE_PASSING)
    state = getattr(cause, "sqlstate", None)
    if state is None:
        return error.connection_invalidated or isinstance(error, OperationalError | InterfaceError)
    return state in _CONFLICTS or state[:2] in _AWAY_CLASSES
