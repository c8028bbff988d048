"""Backups: the books of one moment in a file, and books made from such a file again.

A backup is itself a set of books, in one file of SQLite, whatever database it was taken from: every
command that looks at books looks at a backup, and it can be restored into either database. SQLite's
books are copied by SQLite's own online backup, those of PostgreSQL are read from one snapshot;
rounds are dealt meanwhile. Nothing that is kept beside the books is in it: no deck key, no password
of the staff.

What is restored is checked first, link by link; a seal that was noted elsewhere tells how much was
written after the backup was taken.
"""

from __future__ import annotations

import json
import re
import sqlite3
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, func, insert, inspect, select, update

from feltworks.house.archive import may_delete
from feltworks.house.audit.auditing import AuditPlan, HeldAgainst, audit
from feltworks.house.audit.replaying import Progress, no_progress
from feltworks.house.books import Batch, Database, Writer, schema
from feltworks.house.books.reader import Head
from feltworks.house.books.writer import Clock, utc_now
from feltworks.house.errors import BooksError
from feltworks.house.seals import Seal

ROWS_AT_ONCE = 1000
HEARD_OF_SECONDS = 15
"""Whoever deals is heard of more often than that."""

NotedSeal = tuple[int, str]
"""The number and the hash of a record, noted outside the books."""


@dataclass(frozen=True, slots=True)
class Backup:
    """A backup as it was taken."""

    file: Path
    head: Head
    at: str | None
    open_rounds: int
    bytes: int
    removed: tuple[Path, ...] = ()

    def as_json(self) -> dict[str, Any]:
        return {
            "file": str(self.file),
            "records": self.head.number,
            "seal": f"{self.head.number}:{self.head.hash}",
            "day": self.head.day,
            "last_record_at": self.at,
            "rounds": self.head.last_round,
            "rounds_in_flight": self.open_rounds,
            "bytes": self.bytes,
            "removed": [str(path) for path in self.removed],
        }


@dataclass(frozen=True, slots=True)
class Restored:
    """Books as they were restored.

    `missing` is how many records the newest seal has more than the backup, None where no seal was
    given; `kept` is where the books went that had to make room.
    """

    books: str
    head: Head
    at: str | None
    open_rounds: int
    missing: int | None
    kept: str | None

    def as_json(self) -> dict[str, Any]:
        return {
            "books": self.books,
            "records": self.head.number,
            "seal": f"{self.head.number}:{self.head.hash}",
            "last_record_at": self.at,
            "rounds": self.head.last_round,
            "rounds_in_flight": self.open_rounds,
            "records_missing": self.missing,
            "old_books": self.kept,
        }


# --- taking one --------------------------------------------------------------------------------


def back_up(database: Database, to: Path, *, keep: int | None = None) -> Backup:
    """Copies the books of one moment into a new file, or into a folder under a name of its own.

    `keep` is how many backups of these books stay in the folder; the oldest beyond it are removed,
    after the new one is on disk.
    """
    # A copy of SQLite's older books is one of older books; rows are read by this version's names.
    if not database.is_sqlite or database.revision() is None:
        database.require()
    folder = to if to.is_dir() else None
    if keep is not None and (folder is None or keep < 1):
        raise BooksError("old backups are removed from a folder, and at least one is kept")
    with _part(folder or to.parent) as part:
        if database.is_sqlite:
            _copy_file(database.file, part)
        else:
            _copy_out(database, part)
        backup = _described(part)
        file = to if folder is None else folder / _file_name(database, backup)
        if file.exists():
            raise BooksError(f"there is a file {file} already: name another")
        part.replace(file)
    removed = () if keep is None else _outdated(database, file, keep)
    for old in removed:
        old.unlink()
    return Backup(
        file, backup.head, backup.at, backup.open_rounds, file.stat().st_size, tuple(removed)
    )


def _file_name(database: Database, backup: Backup) -> str:
    taken = utc_now().strftime("%Y%m%dT%H%M%SZ")
    return f"{_stem(database)}-{taken}-{backup.head.number}.db"


def _stem(database: Database) -> str:
    """What backups of these books are called: their name, and the hash of their first record."""
    name = database.file.stem if database.is_sqlite else (database.url.database or "house")
    with database.reading() as reader:
        first = reader.record(1)
    return f"{name}-{'empty' if first is None else first.hash[:8]}"


def _outdated(database: Database, taken: Path, keep: int) -> list[Path]:
    """Backups of these books beyond the newest, of which the one just taken is the first.

    A name begins with the moment it was taken; a clock that was wrong then deletes nothing now.
    """
    name = re.compile(re.escape(_stem(database)) + r"-\d{8}T\d{6}Z-\d+\.db")
    found = [path for path in taken.parent.iterdir() if name.fullmatch(path.name) and path != taken]

    def moment(path: Path) -> tuple[str, int]:
        _, at, number = path.stem.rsplit("-", 2)
        return at, int(number)

    older = sorted(found, key=moment)
    return older[: len(older) - (keep - 1)] if len(older) >= keep else []


@contextmanager
def _part(folder: Path) -> Iterator[Path]:
    """A file to write into, in the folder where the whole one belongs; gone if that fails."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(prefix=".backup-", dir=folder) as inside:
            yield Path(inside) / "books.db"
    except (OSError, sqlite3.Error) as error:
        raise BooksError(f"the backup cannot be written to {folder}: {error}") from None


def _copy_file(source: Path, target: Path) -> None:
    """SQLite's own copy of books that are in use, taken in one step of one read transaction."""
    with (
        closing(sqlite3.connect(f"{source.absolute().as_uri()}?mode=ro", uri=True)) as read,
        closing(sqlite3.connect(target)) as written,
    ):
        read.backup(written)
        _in_one_file(written)


def _in_one_file(connection: sqlite3.Connection) -> None:
    """Without a log beside it, so that whoever moves the file moves all of it."""
    connection.execute("PRAGMA journal_mode = DELETE")


def _copy_out(database: Database, target: Path) -> None:
    with closing(Database(str(target))) as made:
        made.prepare()
        with database.reading() as reader, made.writing() as connection:
            _empty_and_copy(reader.connection, connection)
    with closing(sqlite3.connect(target)) as written:
        _in_one_file(written)


def _described(file: Path) -> Backup:
    """What a copy holds, after a look at whether SQLite can read all of it."""
    with closing(sqlite3.connect(file)) as connection:
        (found,) = connection.execute("PRAGMA quick_check(1)").fetchone()
    if found != "ok":
        raise BooksError(f"the copy is damaged: {found}")
    with closing(Database(str(file))) as copied, copied.reading() as reader:
        head, last = reader.head(), reader.record(reader.head().number)
        if (last is None) != (head.number == 0) or (last and last.hash != head.hash):
            raise BooksError("the books' head is not their last record: `feltworks audit` tells")
        flying = len(reader.open_rounds())
    with closing(sqlite3.connect(file)) as connection:
        _in_one_file(connection)
    return Backup(file, head, None if last is None else last.at, flying, 0)


# --- rows from one database to another ---------------------------------------------------------


def _empty_and_copy(source: Connection, target: Connection) -> None:
    """Every row of every table; the target's own rows go first."""
    for table in reversed(schema.metadata.sorted_tables):
        if target.scalar(select(func.count()).select_from(table)):
            with may_delete(target, table):
                target.execute(table.delete())
    for table in schema.metadata.sorted_tables:
        rows = source.execution_options(yield_per=ROWS_AT_ONCE).execute(
            select(table).order_by(*table.primary_key)
        )
        for chunk in rows.mappings().partitions():
            target.execute(insert(table), [dict(row) for row in chunk])


# --- restoring one -----------------------------------------------------------------------------


def restore(
    file: Path,
    where: str,
    *,
    by: str,
    seal: NotedSeal | None = None,
    seals: Sequence[Seal] = (),
    replace: bool = False,
    clock: Clock = utc_now,
    progress: Progress = no_progress,
) -> Restored:
    """Makes the books of a backup again, after checking them.

    `seal` is the newest one that is known, or `seals` are all that the house signed. Books that are
    there already are refused, unless they shall be replaced: then they are kept beside, as a file.
    That books were restored is the first record written to them.
    """
    if not file.is_file():
        raise BooksError(f"there is no backup {file}")
    target = Database(where)
    with closing(target):
        _check_room(target, replace=replace)
        beside = target.file.parent if target.is_sqlite else Path(tempfile.gettempdir())
        with _part(beside) as part:
            noted = [] if seal is None else [seal]
            noted += [(each.record, each.hash) for each in seals]
            newest = max(noted, default=None)
            missing = _checked_copy(file, part, newest, seals, progress)
            kept = _put_aside(target, file.parent) if replace else None
            if target.is_sqlite:
                part.replace(target.file)
            else:
                _copy_in(part, target)
        told = None if newest is None else f"{newest[0]}:{newest[1]}"
        facts = {"by": by, "seal": told, "missing": missing}
        Writer(target, clock).write(lambda batch: _tell(batch, facts))
        with target.reading() as reader:
            head = reader.head()
            before = reader.record(head.number - 1)
            at = None if before is None else before.at
            flying = len(reader.open_rounds())
    return Restored(target.name, head, at, flying, missing, kept)


def _tell(batch: Batch, facts: dict[str, Any]) -> None:
    """The first record of restored books; whoever dealt when the backup was taken is gone."""
    batch.reader.connection.execute(update(schema.lease).values(holder="", beat_ms=0))
    batch.write("books restored", "house", facts={**facts, "records": batch.number})


def _check_room(target: Database, *, replace: bool) -> None:
    revision = target.revision()
    if revision is not None and replace:
        _check_nobody_deals(target)
    elif revision is not None:
        with target.reading() as reader:
            number = reader.head().number
        if number or target.is_sqlite:
            raise BooksError(
                f"there are books at {target.name} already, with {number} records: restore to "
                "another place, or ask for them to be replaced"
            )


def _check_nobody_deals(target: Database) -> None:
    """Books are not taken away from under a server: its lease says that it is at work."""
    with target.engine.connect() as connection:
        if not inspect(connection).has_table(schema.lease.name):
            return
        row = connection.execute(select(schema.lease)).first()
    if row is None or not row.holder or time.time() - row.beat_ms / 1000 > HEARD_OF_SECONDS:
        return
    holder = json.loads(row.holder)
    raise BooksError(
        f"{holder['name']} (process {holder['pid']} on {holder['host']}) deals on the books at "
        f"{target.name}: stop it first"
    )


def _checked_copy(
    file: Path, part: Path, newest: NotedSeal | None, seals: Sequence[Seal], progress: Progress
) -> int | None:
    """Copies a backup, brings it up to date and checks it; gives how many records it lacks."""
    try:
        _copy_file(file, part)
    except sqlite3.Error as error:
        raise BooksError(f"{file} is no backup of books: {error}") from None
    with closing(Database(str(part))) as copied:
        if copied.revision() is None:
            raise BooksError(f"{file} is no backup of books: it has none in it")
        copied.prepare()
        with copied.reading() as reader:
            last = reader.head().number
            missing = None if newest is None else max(0, newest[0] - last)
            known = [each for each in seals if each.record <= last]
            against = HeldAgainst(seals=known or None)
            plan = AuditPlan(replay=False, seal=None if missing else newest, against=against)
            report = audit(reader, copied, plan, progress)
    if report.first is not None:
        more = len(report.violations) - 1
        raise BooksError(
            f"{file} is not restored: {report.first}" + (f", and {more} more" if more else "")
        )
    with closing(sqlite3.connect(part)) as connection:
        _in_one_file(connection)
    return missing


def _put_aside(target: Database, folder: Path) -> str | None:
    """Keeps the books that shall be replaced as a backup: beside them, or beside the new one."""
    if target.revision() is None:
        return None
    target.prepare()
    kept = back_up(target, target.file.parent if target.is_sqlite else folder).file
    target.close()
    if target.is_sqlite:
        for ending in ("", "-wal", "-shm"):
            with suppress(FileNotFoundError):
                target.file.with_name(f"{target.file.name}{ending}").unlink()
    return str(kept)


def _copy_in(part: Path, target: Database) -> None:
    target.prepare()
    with (
        closing(Database(str(part))) as copied,
        copied.reading() as reader,
        target.writing() as connection,
    ):
        _empty_and_copy(reader.connection, connection)
