"""The archive: what old rounds need most room for, taken out of the books into a file.

Transcripts, moves and sealed decks of rounds that ended before a day go into one compressed file;
the chain stays whole. Its records hold the hash of every transcript, so that the file can be
checked against the books, and a record of the archiving holds the file's own hash. One number says
what was archived: the last record whose filed texts are in the file.
"""

from __future__ import annotations

import hashlib
import json
import lzma
import sqlite3
from collections import defaultdict
from collections.abc import Iterable, Iterator
from contextlib import closing, contextmanager, suppress
from datetime import date
from pathlib import Path
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, Connection, Table, delete, func, select, text
from sqlalchemy.exc import DBAPIError

from feltworks.house.books import Batch, Database, Reader, Record, Writer, kinds, schema
from feltworks.house.books.chain import canonical, paper_hash
from feltworks.house.books.reader import CHUNK, chunked
from feltworks.house.errors import BooksError, HouseError
from feltworks.house.staff import by_whom, permitted
from feltworks.wholefiles import PRIVATE, whole_file

FORMAT = 1
SUBJECT = "archive"
ENDING = ".jsonl.xz"


class Archive(NamedTuple):
    """An archive that was made, and the size of the books before and after it."""

    file: Path
    before: str
    records: tuple[int, int]
    papers: int
    moves: int
    sha256: str
    books_bytes_before: int
    books_bytes_after: int

    def as_json(self) -> dict[str, Any]:
        return {**self._asdict(), "file": str(self.file), "records": list(self.records)}


def archived(reader: Reader) -> int:
    """The last record whose round's filed texts and moves were archived; 0 if none were."""
    state = reader.state(SUBJECT)
    return 0 if state is None else int(state["record"])


def archive(writer: Writer, folder: Path, before: date, *, staff: str) -> Archive:
    """Moves transcripts, decks and moves of rounds that ended before a day into a new file."""
    with writer.database.reading() as reader:
        permitted(reader, "keep", staff)
        first, last = archived(reader), _last_before(reader, before)
        ended, papers = _ended(first, last), sorted(_papers_of(reader, first, last))
        moves = reader.connection.scalar(
            select(func.count()).select_from(schema.moves).where(ended)
        )
        head = reader.record(last)
        if head is None or last <= first or not (papers or moves):
            raise HouseError(f"there is nothing to archive from before {before}")
        heading = {
            "feltworks archive": FORMAT,
            "before": before.isoformat(),
            "records": [first + 1, last],
            "hash": head.hash,
            "papers": len(papers),
            "moves": moves or 0,
        }
        file = folder / f"archive-{before.isoformat()}-{last}{ENDING}"
        sha256 = _written(file, _lines(reader, heading, papers, ended))

    def unit(batch: Batch) -> None:
        if archived(batch.reader) != first:
            raise HouseError("somebody else archived meanwhile: nothing was taken out")
        _take_out(batch.connection, papers, ended)
        facts = {**heading, "sha256": sha256, "file": file.name, **by_whom(batch, "keep", staff)}
        after = {"record": last, "before": before.isoformat(), "sha256": sha256}
        batch.write("rounds archived", SUBJECT, facts=facts, after=after)

    size = _size(writer.database)
    writer.write(unit)
    _give_room_back(writer.database)
    taken = (len(papers), moves or 0, sha256, size, _size(writer.database))
    return Archive(file, before.isoformat(), (first + 1, last), *taken)


class ArchiveContents(NamedTuple):
    """What an archive holds: filed texts by their hashes, moves by round; and its own hash."""

    heading: dict[str, Any]
    papers: dict[str, str]
    moves: dict[int, list[str]]
    sha256: str


def read_archive(file: Path) -> ArchiveContents:
    """An archive that was read; each text is checked against its hash."""
    digest, papers, heading = hashlib.sha256(), {}, None
    moves: defaultdict[int, list[str]] = defaultdict(list)
    try:
        with lzma.open(file, "rb") as lines:
            for line in lines:
                digest.update(line)
                found = json.loads(line)
                if heading is None:
                    heading = found
                elif "paper" in found:
                    if paper_hash(found["text"]) != found["paper"]:
                        raise BooksError(f"{file}: the paper {found['paper'][:12]} was changed")
                    papers[found["paper"]] = found["text"]
                else:
                    moves[found["round"]].append(found["move"])
    except (OSError, EOFError, lzma.LZMAError, ValueError, KeyError, TypeError) as error:
        raise BooksError(f"{file} is no archive that can be read: {error}") from None
    if heading is None or heading.get("feltworks archive") != FORMAT:
        raise BooksError(f"{file} is no archive of this version")
    return ArchiveContents(heading, papers, moves, digest.hexdigest())


# --- what goes ---------------------------------------------------------------------------------


def _last_before(reader: Reader, day: date) -> int:
    """The last record before a day; days never run backwards in the books."""
    if day.isoformat() > reader.head().day:
        raise HouseError(f"the books stand at {reader.head().day}: nothing later is archived")
    records = schema.records.c
    query = select(func.max(records.number)).where(records.day < day.isoformat())
    return int(reader.connection.scalar(query) or 0)


def _papers_of(reader: Reader, first: int, last: int) -> set[str]:
    """Transcripts of rounds that are over, and sealed decks that no later round comes from."""
    found = {
        record.facts["transcript"]
        for record in reader.chain(first, last)
        if record.kind == kinds.ROUND_SETTLED
    }
    # An older deck that was still in use at an earlier archiving goes into this archive.
    sealed = sorted(record.facts["sealed"] for record in _finished_decks(reader, last))
    for hashes in chunked(sealed):
        found |= reader.known_papers(hashes)
    return found


def _finished_decks(reader: Reader, last: int) -> Iterator[Record]:
    """Decks that were followed by another at their table and whose rounds all ended before."""
    decks, rounds, closings = schema.decks.c, schema.rounds.c, schema.closings.c
    newer = schema.decks.alias()
    followed = select(newer.c.digest).where(
        newer.c.table == decks.table, newer.c.number > decks.number
    )
    in_use = (
        select(rounds.number)
        .outerjoin(schema.closings, closings.round == rounds.number)
        .where(rounds.commitment == decks.digest)
        .where(closings.record.is_(None) | (closings.record > last))
    )
    query = select(decks.record).where(decks.record <= last, followed.exists(), ~in_use.exists())
    for number in list(reader.connection.scalars(query)):
        record = reader.record(number)
        if record is not None and record.kind == kinds.DECK_COMMITTED:
            yield record


def _ended(first: int, last: int) -> ColumnElement[bool]:
    """An SQL condition: moves of rounds that ended between two records."""
    closings = schema.closings.c
    rounds = select(closings.round).where(closings.record > first, closings.record <= last)
    return schema.moves.c.round.in_(rounds)


# --- the file ----------------------------------------------------------------------------------


def _lines(
    reader: Reader, heading: dict[str, Any], papers: list[str], ended: ColumnElement[bool]
) -> Iterator[dict[str, Any]]:
    yield heading
    for wanted in chunked(papers):
        query = select(schema.papers).where(schema.papers.c.hash.in_(wanted))
        rows = {row.hash: row.text for row in reader.connection.execute(query)}
        for hash in wanted:
            if hash not in rows or paper_hash(rows[hash]) != hash:
                raise BooksError(f"the paper {hash[:12]} is missing or changed: audit the books")
            yield {"paper": hash, "text": rows[hash]}
    moves = schema.moves
    query = select(moves).where(ended).order_by(moves.c.round, moves.c.step)
    for move in reader.connection.execution_options(yield_per=CHUNK).execute(query):
        yield dict(move._mapping)


def _written(file: Path, lines: Iterable[dict[str, Any]]) -> str:
    """Writes the file whole or not at all; gives the hash of what is in it, not compressed."""
    digest = hashlib.sha256()
    try:
        if file.exists():
            raise BooksError(f"there is a file {file} already: name another folder")
        with whole_file(file, PRIVATE) as part:
            with lzma.open(part, "wb") as packed:
                for line in lines:
                    data = f"{canonical(line)}\n".encode()
                    digest.update(data)
                    packed.write(data)
            if read_archive(part).sha256 != digest.hexdigest():
                raise BooksError(f"the archive cannot be read again as it was written to {file}")
    except OSError as error:
        raise BooksError(f"the archive cannot be written to {file}: {error}") from None
    return digest.hexdigest()


# --- the books ---------------------------------------------------------------------------------


def _take_out(connection: Connection, papers: list[str], ended: ColumnElement[bool]) -> None:
    with may_delete(connection, schema.papers):
        for hashes in chunked(papers):
            gone = schema.papers.c.hash.in_(hashes)
            connection.execute(delete(schema.papers).where(gone))
    with may_delete(connection, schema.moves):
        connection.execute(delete(schema.moves).where(ended))


@contextmanager
def may_delete(connection: Connection, table: Table) -> Iterator[None]:
    """Suspends, for one step of this transaction, the trigger that keeps rows of a table."""
    if table not in schema.GROWING:
        yield
    elif connection.dialect.name == "sqlite":
        name = f"{table.name}_keeps_delete"
        query = text("SELECT sql FROM sqlite_master WHERE type = 'trigger' AND name = :name")
        rule = connection.scalar(query, {"name": name})
        connection.exec_driver_sql(f"DROP TRIGGER IF EXISTS {name}")
        yield
        if rule is not None:
            connection.exec_driver_sql(str(rule))
    else:
        connection.execute(text(f'ALTER TABLE "{table.name}" DISABLE TRIGGER USER'))
        yield
        connection.execute(text(f'ALTER TABLE "{table.name}" ENABLE TRIGGER USER'))


def _give_room_back(database: Database) -> None:
    """Lets the database reuse the space; SQLite's file shrinks, unless it is too busy now."""
    if database.is_sqlite:
        with suppress(sqlite3.Error), closing(sqlite3.connect(database.file)) as connection:
            connection.execute("VACUUM")
            connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        return
    with suppress(DBAPIError), database.engine.connect() as found:
        alone = found.execution_options(isolation_level="AUTOCOMMIT")
        alone.exec_driver_sql("VACUUM papers, moves")


def _size(database: Database) -> int:
    if database.is_sqlite:
        log = database.file.with_name(f"{database.file.name}-wal")
        return database.file.stat().st_size + (log.stat().st_size if log.exists() else 0)
    with database.engine.connect() as connection:
        size = connection.scalar(text("SELECT pg_database_size(current_database())"))
        return int(size or 0)
