"""Books that are replaced by others: nobody may be dealing on them, and they are kept.

They become a backup, beside them or beside the new ones; damaged books are kept as they are, under
a name that says so.
"""

from __future__ import annotations

import json
import sqlite3
import time
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from sqlalchemy import inspect, select
from sqlalchemy.exc import SQLAlchemyError

from feltworks.house.backup import TAKEN, back_up, copy_out
from feltworks.house.books import Database, schema, utc_now
from feltworks.house.errors import BooksAway, BooksError
from feltworks.house.lease import SILENT_SECONDS, Holder


class SomebodyServes(BooksError):
    """Books that a running server uses cannot be replaced."""


def check_room(target: Database, *, replace: bool) -> str | None:
    """Checks whether books may be made there; returns what is wrong with damaged ones there."""
    try:
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
    except (BooksError, SQLAlchemyError) as error:
        if not replace or isinstance(error, BooksAway | SomebodyServes):
            raise
        return first_line(error)
    return None


def _check_nobody_deals(target: Database) -> None:
    with target.engine.connect() as connection:
        if not inspect(connection).has_table(schema.lease.name):
            return
        row = connection.execute(select(schema.lease)).first()
    if row is None or not row.holder or time.time() - row.beat_ms / 1000 > SILENT_SECONDS:
        return
    holder = Holder(**json.loads(row.holder))
    raise SomebodyServes(f"{holder} deals on the books at {target.name}: stop it first")


def put_aside(target: Database, folder: Path, damage: str | None) -> tuple[str | None, str | None]:
    """Keeps the books that will be replaced; returns where, and what is wrong with damaged ones.

    They become a backup, beside them or beside the new ones. Damaged books are kept as they are.
    """
    if damage is None:
        if target.revision() is None:
            return None, None
        try:
            target.prepare()
            kept = back_up(target, target.file.parent if target.is_sqlite else folder).file
        except (BooksError, SQLAlchemyError, sqlite3.Error) as error:
            damage = first_line(error)
        else:
            target.close()
            if target.is_sqlite:
                for ending in ("", "-wal", "-shm"):
                    with suppress(FileNotFoundError):
                        target.file.with_name(f"{target.file.name}{ending}").unlink()
            return str(kept), None
    target.close()
    taken = utc_now().strftime(TAKEN)
    if target.is_sqlite:
        aside = target.file.with_name(f"{target.file.stem}-damaged-{taken}.db")
        _rename(target.file, aside, ("", "-wal", "-shm"))
    else:
        aside = folder / f"{target.url.database}-damaged-{taken}.db"
        _copy_damaged(target, aside)
    return str(aside), damage


def put_aside_leftovers(target: Database) -> None:
    """Keeps the write-ahead log of a missing file: SQLite would replay it into the new one."""
    target.close()
    aside = target.file.with_name(f"{target.file.stem}-left-{utc_now().strftime(TAKEN)}.db")
    _rename(target.file, aside, ("-wal", "-shm"))


def _rename(file: Path, aside: Path, endings: Sequence[str]) -> None:
    for ending in endings:
        with suppress(FileNotFoundError):
            file.with_name(f"{file.name}{ending}").rename(f"{aside}{ending}")


def _copy_damaged(target: Database, aside: Path) -> None:
    """Copies the rows of a database server unchecked."""
    try:
        copy_out(target, aside)
    except (BooksError, SQLAlchemyError, sqlite3.Error) as error:
        aside.unlink(missing_ok=True)
        raise BooksError(
            f"the books at {target.name} are damaged and cannot be copied: {first_line(error)}. "
            "Restore into another database"
        ) from None


def first_line(error: Exception) -> str:
    return (str(error).strip().splitlines() or ["it cannot be read"])[0]
