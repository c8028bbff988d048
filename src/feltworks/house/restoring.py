"""Restoring: books made again from a backup, after it was checked link by link.

Seals kept outside show how much was written after the backup was taken. Somebody answers for what
is lost, with a name and a reason; that record names the seals of the lost records, so that an audit
can tell a restore from a forgery.
"""

from __future__ import annotations

import sqlite3
import tempfile
from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sqlalchemy import update
from sqlalchemy.exc import SQLAlchemyError

from feltworks.house import backup
from feltworks.house.audit.auditing import AuditPlan, HeldAgainst, audit
from feltworks.house.audit.repairs import Repairs, counted_moves, counted_records, lost_seals
from feltworks.house.books import (
    Batch,
    Clock,
    Database,
    Head,
    Reader,
    Writer,
    kinds,
    schema,
    utc_now,
)
from feltworks.house.errors import BooksError
from feltworks.house.replacing import check_room, first_line, put_aside, put_aside_leftovers
from feltworks.house.sealing import SealLog, seals_folder
from feltworks.house.seals import Seal
from feltworks.house.staff import checked_reason, checked_staff
from feltworks.odds.progress import Progress, silent

NotedSeal = tuple[int, str]
"""The number and the hash of a record, noted outside the books."""


@dataclass(frozen=True, slots=True)
class Restored:
    """Books that were restored.

    `missing` is how many records are lost, as far as it is known from outside the backup, None if
    nothing is; `whole` says that certainly none are. `lost_moves` are moves of open rounds that
    came after the last record. `kept` is where the replaced books went, and `damage` why they could
    not be kept as a backup. `left_out` are indexes and views of the backup that do not belong to
    the books.
    """

    books: str
    head: Head
    at: str | None
    open_rounds: int
    missing: int | None
    whole: bool
    kept: str | None
    damage: str | None = None
    lost_moves: int = 0
    left_out: tuple[str, ...] = ()

    def as_json(self) -> dict[str, Any]:
        return {
            "books": self.books,
            "records": self.head.number,
            "seal": self.head.seal,
            "last_record_at": self.at,
            "rounds": self.head.last_round,
            "rounds_in_flight": self.open_rounds,
            "records_missing": self.missing,
            "moves_missing": self.lost_moves,
            "whole": self.whole,
            "old_books": self.kept,
            "old_books_damage": self.damage,
            "left_out": list(self.left_out),
        }


def restore(
    file: Path,
    where: str,
    *,
    by: str,
    because: str | None = None,
    seal: NotedSeal | None = None,
    seals: Sequence[Seal] = (),
    replace: bool = False,
    clock: Clock = utc_now,
    progress: Progress = silent,
) -> Restored:
    """Restores the books of a backup, after checking them.

    `seal` is the newest one that is known, or `seals` are all that the house signed; without
    either, those beside the books are used. If records are or may be lost, `because` says why.

    Existing books are refused unless `replace` is set; then they are kept.

    The restore is the first record after those of the backup, and is in the books before they are
    moved to their place.
    """
    if not file.is_file():
        raise BooksError(f"there is no backup {file}")
    target = Database(where)
    with closing(target):
        damage = check_room(target, replace=replace)
        log = SealLog(seals_folder(target))
        beside = target.file.parent if target.is_sqlite else Path(tempfile.gettempdir())
        with backup.backup_part(beside) as part:
            facts, last = _checked_copy(file, part, seal, seals or log.all(), progress)
            if replace and damage is None:
                _hold_against_old(target, part, last, facts)
            _check_answered_for(file, facts, by, because)
            checked = _record_restore(part, facts, clock)
            kept = None
            if replace:
                kept, damage = put_aside(target, file.parent, damage)
            if target.is_sqlite:
                put_aside_leftovers(target)
                part.replace(target.file)
            else:
                _copy_in(part, target)
        _check_arrived(target, checked)
        # New seals follow the last one, wherever the earlier ones were read from.
        for each in seals:
            log.add(each)
        return _restored(target, facts, kept, damage)


def _restored(
    target: Database, facts: dict[str, Any], kept: str | None, damage: str | None
) -> Restored:
    with target.reading() as reader:
        head = reader.head()
        before = reader.record(head.number - 1)
        return Restored(
            target.name,
            head,
            None if before is None else before.at,
            len(reader.open_rounds()),
            facts["missing"],
            facts.get("whole", False),
            kept,
            damage,
            facts.get("lost_moves", 0),
            tuple(facts.get("left_out", ())),
        )


def _check_arrived(target: Database, checked: Head) -> None:
    """Checks that what can be read now is what was checked."""
    try:
        with target.reading() as reader:
            found = reader.head()
    except SQLAlchemyError as error:
        raise BooksError(
            f"the books at {target.name} cannot be read after the restore: {first_line(error)}"
        ) from None
    if found != checked:
        raise BooksError(
            f"the books at {target.name} end with record {found.number} after the restore and the "
            f"backup with record {checked.number}: they are not to be used"
        )


def _record_restore(part: Path, facts: dict[str, Any], clock: Clock) -> Head:
    """Writes the first record after those of the backup; returns the new head.

    The lease in the backup is released: its holder is gone.
    """

    def unit(batch: Batch) -> None:
        batch.connection.execute(update(schema.lease).values(holder="", beat_ms=0))
        batch.write(kinds.BOOKS_RESTORED, "house", facts={**facts, "records": batch.number})

    with closing(Database(str(part))) as copied:
        writer = Writer(copied, clock)
        # An implausible clock is reported when the house opens, not in the middle of a restore.
        writer.believe_clock()
        writer.write(unit)
        with copied.reading() as reader:
            head = reader.head()
    with closing(sqlite3.connect(part)) as connection:
        backup.in_one_file(connection)
    return head


def _checked_copy(
    file: Path, part: Path, noted: NotedSeal | None, seals: Sequence[Seal], progress: Progress
) -> tuple[dict[str, Any], Head]:
    """Copies, upgrades and checks a backup; returns the facts of the restore and the backup's head.

    A seal newer than the backup shows what is lost; an older one shows nothing, because rounds are
    played between seals. A noted record that is the backup's last is taken as the person's word
    that the books ended there; it proves nothing, so such books are not `whole`.
    """
    try:
        backup.copy_file(file, part)
    except sqlite3.Error as error:
        raise BooksError(f"{file} is no backup of books: {error}") from None
    with closing(Database(str(part))) as copied:
        if copied.revision() is None:
            raise BooksError(f"{file} is no backup of books: it has none in it")
        copied.prepare()
        left_out = _leave_out_foreign(part)
        with copied.reading() as reader:
            head = reader.head()
            last = head.number
            last_seal = [(each.record, each.hash) for each in seals[-1:]]
            newest = max([*last_seal, *([noted] if noted else [])], default=None)
            behind = -1 if newest is None else newest[0] - last
            missing = behind if behind > 0 or (behind == 0 and noted == newest) else None
            against = HeldAgainst(seals=seals or None, may_end_before=True)
            plan = AuditPlan(replay=False, seal=newest if behind <= 0 else None, against=against)
            report = audit(reader, copied, plan, progress)
            lost = lost_seals(seals, last, Repairs(reader))
    if report.first is not None:
        more = len(report.violations) - 1
        raise BooksError(
            f"{file} is not restored: {report.first}" + (f", and {more} more" if more else "")
        )
    told = None if newest is None else f"{newest[0]}:{newest[1]}"
    facts: dict[str, Any] = {"seal": told, "missing": missing}
    if lost is not None:
        facts["lost_seals"] = lost
    if left_out:
        facts["left_out"] = left_out
    return facts, head


def _leave_out_foreign(part: Path) -> list[str]:
    """Drops an operator's own indexes and views from a copy; returns kind and name of each.

    They hold no data, so the rows of the books are the same without them. Tables and triggers that
    do not belong to the books stay, and the audit refuses them.
    """
    with closing(sqlite3.connect(part)) as connection, connection:
        found = backup.foreign_objects(connection)
        for kind, name in found:
            quoted = name.replace('"', '""')
            connection.execute(f'DROP {kind} "{quoted}"')
    return [f"{kind} {name}" for kind, name in found]


def _hold_against_old(target: Database, part: Path, last: Head, facts: dict[str, Any]) -> None:
    """Adds what the books to be replaced show: they may have gone on after the backup.

    Moves of open rounds are answered and on disk, but are no records: books that end with the same
    record may have more of them.
    """
    try:
        with target.reading() as reader:
            head, same = reader.head(), reader.record(last.number)
            played = _open_moves(reader)
    except (BooksError, SQLAlchemyError):
        return
    if same is None or same.hash != last.hash:
        return
    facts["missing"] = max(head.number - last.number, facts["missing"] or 0)
    if facts["missing"]:
        return
    with closing(Database(str(part))) as copied, copied.reading() as reader:
        given_back = _open_moves(reader)
    if played == given_back:
        facts["whole"] = True
    else:
        facts["missing"] = None
        if lost := len(played - given_back):
            facts["lost_moves"] = lost


def _open_moves(reader: Reader) -> set[tuple[int, int, str]]:
    """Every move of the open rounds, with its round and its place in it."""
    return {
        (round, step, move)
        for round in reader.open_rounds()
        for step, move in enumerate(reader.moves(round))
    }


def _check_answered_for(file: Path, facts: dict[str, Any], by: str, because: str | None) -> None:
    """Adds who restores the books and why; the reason may be left out if nothing is lost."""
    facts["by"] = checked_staff(by)
    if because is not None:
        facts["because"] = checked_reason(because)
    elif facts["missing"]:
        raise BooksError(
            f"{file} ends {counted_records(facts['missing'])} before the books did, and those "
            "would be lost: say why with --because REASON"
        )
    elif "lost_moves" in facts:
        moves = counted_moves(facts["lost_moves"])
        raise BooksError(
            f"{file} ends with the last record of the books, but {moves} came after it and "
            "would be lost: say why with --because REASON"
        )
    elif facts["missing"] is None:
        raise BooksError(
            f"no seal is newer than {file}, so what was written after it is not known and "
            "would be lost: say why with --because REASON"
        )


def _copy_in(part: Path, target: Database) -> None:
    target.prepare()
    with (
        closing(Database(str(part))) as copied,
        copied.reading() as reader,
        target.writing() as connection,
    ):
        backup.copy_rows(reader.connection, connection)
