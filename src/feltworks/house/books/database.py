"""The database behind the books: SQLite in a file, or PostgreSQL by its URL.

Both give the same guarantees. A writer holds the one lock on the head of the chain from its first
statement on, so that writers wait for each other instead of failing; and a commit that returns is
on disk. PostgreSQL also runs serializable; SQLite always does.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from sqlalchemy import URL, Connection, Engine, create_engine, event, inspect, make_url, text
from sqlalchemy.exc import ArgumentError, DBAPIError, SQLAlchemyError

from feltworks.house.books.reader import Reader
from feltworks.house.books.trouble import trouble
from feltworks.house.errors import BooksError
from feltworks.wholefiles import PRIVATE, user_data

if TYPE_CHECKING:
    from alembic.config import Config
    from alembic.script import Script

T = TypeVar("T")
REVISION = "0004"
"""The migration that these modules are written for."""

WAIT_SECONDS = 30
CONNECT_SECONDS = 5
IDLE_SECONDS = 300
"""How long a PostgreSQL transaction may be idle: an audit computes between its queries."""
_KEEPALIVES = {"keepalives_idle": 30, "keepalives_interval": 10, "keepalives_count": 3}
"""A server that has vanished is noticed after a minute."""
SYNCHRONOUS = "FULL"
"""SQLite waits for the disk at every commit."""
CACHE_KILOBYTES = 32 * 1024
"""How much of the file an SQLite connection may keep in memory."""

_ALEMBIC = text("SELECT version_num FROM alembic_version")
_MIGRATING = 0x666C7477
"""The PostgreSQL advisory lock that a process holds while it migrates the books."""


def default_url() -> str:
    """Where books are kept by default: FELTWORKS_BOOKS, or a file of the user's own."""
    return os.environ.get("FELTWORKS_BOOKS") or str(user_data() / "house.db")


class Database:
    """Connections to one set of books; a process makes its own and must not share it by forking."""

    def __init__(self, where: str) -> None:
        self.url = _url(where)
        self.engine = _engine(self.url)

    @property
    def is_sqlite(self) -> bool:
        return self.engine.dialect.name == "sqlite"

    @property
    def file(self) -> Path:
        """The file of SQLite's books."""
        assert self.url.database is not None
        return Path(self.url.database)

    @property
    def name(self) -> str:
        """The books as messages name them, without a password."""
        return str(self.file) if self.is_sqlite else self.url.render_as_string(hide_password=True)

    def revision(self) -> str | None:
        """The migration that the books are at; None if there are no books yet."""
        if self.is_sqlite and not self.file.exists():
            return None
        with self._one_sentence(), self.engine.connect() as connection:
            if not self.is_sqlite:
                # A standby server can be audited, but has no serializable transactions.
                connection = connection.execution_options(isolation_level="READ COMMITTED")
            if not inspect(connection).has_table("alembic_version"):
                return None
            found: list[str] = list(connection.scalars(_ALEMBIC))
            # The audit reports a second row that somebody has added.
            return REVISION if REVISION in found else next(iter(found), None)

    def prepare(self) -> None:
        """Makes the books, or brings older ones up to date."""
        revision = self.revision()
        if revision == REVISION:
            return
        with self._one_sentence():
            if self.is_sqlite:
                self.file.parent.mkdir(parents=True, exist_ok=True)
            self._upgrade(revision)

    def _upgrade(self, revision: str | None) -> None:
        """Runs every migration the books have not had yet, in one transaction."""
        from alembic import command

        config, migrations = alembic_migrations()
        if revision not in (None, *(migration.revision for migration in migrations)):
            raise BooksError(
                f"the books at {self.name} are of version {revision}, which this program does "
                f"not know: it keeps version {REVISION}"
            )
        if self.is_sqlite and not self.file.exists():
            # Private, as it holds hands that were never shown; SQLite gives its other files the
            # same mode.
            self.file.touch(PRIVATE)
        with self._migrating() as connection:
            config.attributes["connection"] = connection
            command.upgrade(config, "head")

    @contextmanager
    def _migrating(self) -> Iterator[Connection]:
        """A transaction that processes enter one by one; later ones find nothing left to do."""
        if self.is_sqlite:
            with self._transaction() as connection:
                yield connection
            return
        # Serializable would see the books as they were before the wait for the lock.
        waits = self.engine.connect().execution_options(isolation_level="READ COMMITTED")
        with waits, waits.begin():
            waits.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": _MIGRATING})
            yield waits

    def require(self) -> None:
        """Refuses books that do not exist or have another version."""
        revision = self.revision()
        if revision is None:
            raise BooksError(f"there are no books at {self.name}: open a house there first")
        if revision != REVISION:
            raise BooksError(
                f"the books at {self.name} are of version {revision} and this program keeps "
                f"version {REVISION}: `feltworks house open` brings older ones up to date"
            )

    @contextmanager
    def reading(self) -> Iterator[Reader]:
        """A transaction in which everything read is of one moment."""
        with self._one_sentence(), self.engine.connect() as connection:
            if not self.is_sqlite:
                connection = connection.execution_options(
                    isolation_level="REPEATABLE READ", postgresql_readonly=True
                )
            with connection.begin():
                yield Reader(connection)

    def read(self, look: Callable[[Reader], T]) -> T:
        """The result of `look`, read at one moment."""
        with self.reading() as reader:
            return look(reader)

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        """A transaction that holds the head of the chain until it is committed."""
        with self._transaction() as connection:
            if not self.is_sqlite:
                # The lock comes before the snapshot, so that a writer that waited sees what was
                # written.
                connection.execute(text("LOCK TABLE head IN EXCLUSIVE MODE"))
            yield connection

    @contextmanager
    def driver_cursor(self, connection: Connection) -> Iterator[Any]:
        """A cursor of the driver itself, for statements whose results are not needed.

        PostgreSQL gets them one after the other without waiting for each answer.
        """
        dialect, fairy = self.engine.dialect, connection.connection
        driver: Any = fairy.driver_connection
        try:
            with nullcontext() if self.is_sqlite else driver.pipeline():
                yield driver.cursor()
        except dialect.loaded_dbapi.Error as error:
            is_lost = dialect.is_disconnect(error, fairy, None)
            if is_lost:
                connection.invalidate(error)
            raise DBAPIError.instance(
                None,
                None,
                error,
                dialect.loaded_dbapi.Error,
                connection_invalidated=is_lost,
                dialect=dialect,
            ) from error

    @contextmanager
    def _transaction(self) -> Iterator[Connection]:
        with self.engine.connect() as connection:
            writing = connection.execution_options(feltworks_writes=True)
            with writing.begin():
                yield writing

    def close(self) -> None:
        self.engine.dispose()

    @contextmanager
    def _one_sentence(self) -> Iterator[None]:
        """Turns an error of an unusable database into one sentence."""
        try:
            yield
        except (SQLAlchemyError, OSError) as error:
            raise trouble(self.name, error) from error


def alembic_migrations() -> tuple[Config, list[Script]]:
    """Alembic's settings, made here without a file, and all migrations, the newest first.

    Alembic is imported late: it loads slowly, and is needed only when books are made.
    """
    from alembic.config import Config
    from alembic.script import ScriptDirectory

    config = Config()
    folder = Path(__file__).parent / "migrations"
    # A percent sign in a path would be read as a placeholder.
    config.set_main_option("script_location", str(folder).replace("%", "%%"))
    return config, list(ScriptDirectory.from_config(config).walk_revisions())


def _url(where: str) -> URL:
    if "://" not in where:
        return make_url("sqlite:///").set(database=str(Path(where).expanduser()))
    try:
        url = make_url(where)
    except (ArgumentError, ValueError):
        raise BooksError(f"{where!r} is no place for books: give a file or a URL") from None
    backend = url.get_backend_name()
    if backend in ("postgresql", "postgres"):
        return url.set(drivername="postgresql+psycopg")
    if backend != "sqlite":
        raise BooksError(f"books are kept in sqlite or postgresql, not in {backend}")
    if not url.database or url.database == ":memory:":
        raise BooksError("books are kept in a file: sqlite:///PATH")
    return url


def _engine(url: URL) -> Engine:
    if url.get_backend_name() == "sqlite":
        engine = create_engine(
            url,
            # A connection keeps the pages that it wrote last, until another one writes.
            pool_use_lifo=True,
            connect_args={"timeout": WAIT_SECONDS, "check_same_thread": False},
        )
        event.listen(engine, "do_connect", _connect_read_only)
        event.listen(engine, "connect", _set_up_sqlite)
        event.listen(engine, "begin", _begin_sqlite)
        return engine
    engine = create_engine(
        url,
        isolation_level="SERIALIZABLE",
        pool_size=8,
        max_overflow=24,
        # A connection that died with a restarted server is noticed before it is used.
        pool_pre_ping=True,
        pool_use_lifo=True,
        connect_args={"connect_timeout": CONNECT_SECONDS, **_KEEPALIVES},
    )
    event.listen(engine, "connect", _set_up_postgresql)
    return engine


def _connect_read_only(
    _dialect: object, _record: object, where: list[str], options: dict[str, Any]
) -> sqlite3.Connection | None:
    """Opens books that we may not write for reading; None lets all others be opened as usual.

    SQLite writes beside a file even to read it, unless it is told that nobody changes the file.
    Nobody does if there is no write-ahead log (-wal) beside it; changes in a log would be missed.
    """
    file = Path(where[0])
    if not file.exists() or (os.access(file, os.W_OK) and os.access(file.parent, os.W_OK)):
        return None
    log = file.with_name(f"{file.name}-wal")
    settled = not log.exists() or not log.stat().st_size
    uri = f"{file.absolute().as_uri()}?mode=ro{'&immutable=1' if settled else ''}"
    connection: sqlite3.Connection = sqlite3.connect(uri, uri=True, **options)
    return connection


def _set_up_sqlite(connection: Any, _: object) -> None:  # noqa: ANN401 - the driver's own
    # The driver opens transactions late; we open them ourselves, at once.
    connection.isolation_level = None
    # Bytes that are no valid text are read as well, so that an audit can report them.
    connection.text_factory = _text
    cursor = connection.cursor()
    cursor.execute("PRAGMA journal_mode = WAL")
    cursor.execute(f"PRAGMA synchronous = {SYNCHRONOUS}")
    cursor.execute("PRAGMA foreign_keys = ON")
    # The log of changes goes into the file every 32 MB: a round's rows touch pages all over it.
    cursor.execute("PRAGMA wal_autocheckpoint = 8000")
    # A number below zero is one of kilobytes.
    cursor.execute(f"PRAGMA cache_size = {-CACHE_KILOBYTES}")
    cursor.close()


def _set_up_postgresql(connection: Any, _: object) -> None:  # noqa: ANN401 - the driver's own
    """Sets timeouts for waiting and idle transactions, so that nobody is blocked for ever."""
    connection.autocommit = True
    connection.execute(f"SET lock_timeout = '{WAIT_SECONDS}s'")
    connection.execute(f"SET idle_in_transaction_session_timeout = '{IDLE_SECONDS}s'")
    connection.autocommit = False


# Every text of every row passes through it; built-in functions take half the time.
_text = partial(str, encoding="utf-8", errors="backslashreplace")


def _begin_sqlite(connection: Connection) -> None:
    writes = connection.get_execution_options().get("feltworks_writes", False)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")
