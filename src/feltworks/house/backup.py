"""Backups: the books of one moment in a file, and books made from such a file again.

A backup is itself a set of books, in one file of SQLite, whatever database it was taken from: every
command that looks at books looks at a backup, and it can be restored into either database. SQLite's
books are copied by SQLite's own online backup, those of PostgreSQL are read from one snapshot;
rounds are dealt meanwhile. Nothing that is kept beside the books is in it: no deck key, no password
of the staff.
"""

from __future__ import annotations

import re
import shutil
import sqlite3
import tempfile
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, func, insert, select

from feltworks.house.archive import may_delete
from feltworks.house.books import Database, Head, schema, utc_now
from feltworks.house.books.database import REVISION
from feltworks.house.errors import BooksError
from feltworks.wholefiles import PRIVATE

ROWS_AT_ONCE = 1000
TAKEN = "%Y%m%dT%H%M%SZ"
"""When books were copied or put aside, in the name of their file."""
PART = ".backup-"
LEFT_AFTER_SECONDS = 3600.0


@dataclass(frozen=True, slots=True)
class Backup:
    """A backup that was taken."""

    file: Path
    head: Head
    at: str | None
    open_rounds: int
    bytes: int
    removed: tuple[Path, ...] = ()
    foreign: tuple[str, ...] = ()
    """Indexes and views that do not belong to the books; a restore leaves them out."""

    def as_json(self) -> dict[str, Any]:
        return {
            "file": str(self.file),
            "records": self.head.number,
            "seal": self.head.seal,
            "day": self.head.day,
            "last_record_at": self.at,
            "rounds": self.head.last_round,
            "rounds_in_flight": self.open_rounds,
            "bytes": self.bytes,
            "removed": [str(path) for path in self.removed],
            "not_of_the_books": list(self.foreign),
        }


# --- taking one --------------------------------------------------------------------------------


def back_up(database: Database, to: Path, *, keep: int | None = None) -> Backup:
    """Copies the books of one moment into a new file, or into a folder under a name of its own.

    `keep` is how many backups of these books stay in the folder; the oldest beyond it are removed,
    after the new one is on disk.
    """
    # SQLite's file is copied whole, older books included; rows are read by this version's names.
    if not database.is_sqlite or database.revision() is None:
        database.require()
    folder = to if to.is_dir() else None
    if keep is not None and (folder is None or keep < 1):
        raise BooksError("old backups are removed from a folder, and at least one is kept")
    with backup_part(folder or to.parent) as part:
        if database.is_sqlite:
            copy_file(database.file, part)
        else:
            copy_out(database, part)
        backup = _described(part)
        named = f"{_stem(database)}-{utc_now().strftime(TAKEN)}-{backup.head.number}.db"
        file = to if folder is None else folder / named
        if file.exists():
            raise BooksError(f"there is a file {file} already: name another")
        part.replace(file)
    removed = () if keep is None else _outdated(database, file, keep)
    for old in removed:
        old.unlink()
    return replace(backup, file=file, bytes=file.stat().st_size, removed=tuple(removed))


def _stem(database: Database) -> str:
    """How these books' backups are named: the books' name, and the hash of their first record."""
    name = database.file.stem if database.is_sqlite else (database.url.database or "house")
    with database.reading() as reader:
        first = reader.record(1)
    return f"{name}-{'empty' if first is None else first.hash[:8]}"


def _outdated(database: Database, taken: Path, keep: int) -> list[Path]:
    """Backups of these books beyond the newest `keep`, counting the one just taken.

    Names sort by time, but the one just taken counts as the newest, even if a clock was wrong.
    """
    name = re.compile(re.escape(_stem(database)) + r"-\d{8}T\d{6}Z-\d+\.db")
    found = [path for path in taken.parent.iterdir() if name.fullmatch(path.name) and path != taken]

    def moment(path: Path) -> tuple[str, int]:
        _, at, number = path.stem.rsplit("-", 2)
        return at, int(number)

    older = sorted(found, key=moment)
    return older[: len(older) - (keep - 1)] if len(older) >= keep else []


@contextmanager
def backup_part(folder: Path) -> Iterator[Path]:
    """A temporary file in the folder of the final one; removed if writing fails."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        _remove_left(folder)
        with tempfile.TemporaryDirectory(prefix=PART, dir=folder) as inside:
            yield Path(inside) / "books.db"
    except (OSError, sqlite3.Error) as error:
        raise BooksError(f"the backup cannot be written to {folder}: {error}") from None


def _remove_left(folder: Path) -> None:
    """Removes what killed backups left behind: files that were not written to for an hour."""
    latest = time.time() - LEFT_AFTER_SECONDS
    for left in folder.glob(f"{PART}*"):
        with suppress(OSError):
            if all(each.stat().st_mtime < latest for each in (left, *left.iterdir())):
                shutil.rmtree(left)


def copy_file(source: Path, target: Path) -> None:
    """SQLite's own copy of books that are in use, taken in one read transaction.

    Only its owner can read it: it holds hands that were never shown.
    """
    target.touch(PRIVATE)
    with (
        closing(sqlite3.connect(f"{source.absolute().as_uri()}?mode=ro", uri=True)) as read,
        closing(sqlite3.connect(target)) as written,
    ):
        read.backup(written)
        in_one_file(written)


def in_one_file(connection: sqlite3.Connection) -> None:
    """Switches the write-ahead log off, so that the one file is the whole database."""
    connection.execute("PRAGMA journal_mode = DELETE")


def copy_out(database: Database, target: Path) -> None:
    with closing(Database(str(target))) as made:
        made.prepare()
        with database.reading() as reader, made.writing() as connection:
            copy_rows(reader.connection, connection)
    with closing(sqlite3.connect(target)) as written:
        in_one_file(written)


def _described(file: Path) -> Backup:
    """What a copy holds, after a check that SQLite can read all of it."""
    with closing(sqlite3.connect(file)) as connection:
        (found,) = connection.execute("PRAGMA quick_check(1)").fetchone()
    if found != "ok":
        raise BooksError(f"the copy is damaged: {found}")
    with closing(Database(str(file))) as copied, copied.reading() as reader:
        head, last = reader.head(), reader.record(reader.head().number)
        if (last is None) != (head.number == 0) or (last and last.hash != head.hash):
            raise BooksError("the books' head is not their last record: `feltworks audit` tells")
        still_open = len(reader.open_rounds())
        is_current = copied.revision() == REVISION
    with closing(sqlite3.connect(file)) as connection:
        in_one_file(connection)
        # This version does not know the names of older books' indexes.
        foreign = foreign_objects(connection) if is_current else []
    told = tuple(f"{kind} {name}" for kind, name in foreign)
    return Backup(file, head, None if last is None else last.at, still_open, 0, foreign=told)


def foreign_objects(connection: sqlite3.Connection) -> list[tuple[str, str]]:
    """Indexes and views in a file of SQLite that an operator has added to the books."""
    ours = {str(index.name) for table in schema.metadata.sorted_tables for index in table.indexes}
    found = connection.execute(
        "SELECT type, name FROM sqlite_master WHERE type = 'view' OR type = 'index' AND sql <> '' "
        "ORDER BY type, name"
    )
    return [(kind, name) for kind, name in found if name not in ours]


# --- rows from one database to another ---------------------------------------------------------


def copy_rows(source: Connection, target: Connection) -> None:
    """Copies every row of every table; the target's own rows go first."""
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
