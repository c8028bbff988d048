"""Papers: every text that a record names must be there, and still be that text."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from sqlalchemy import func, select

from feltworks.house.books import schema
from feltworks.house.books.chain import UNREADABLE, paper_hash
from feltworks.house.books.reader import CHUNK
from feltworks.house.violations import Violation

if TYPE_CHECKING:
    from feltworks.house.books import Record
    from feltworks.house.books.reader import Reader


def missing_papers(reader: Reader, records: Sequence[Record]) -> Iterator[Violation]:
    """Papers that these records name and the books do not have."""
    named = {hash: record.number for record in reversed(records) for hash in _named(record)}
    for hash in sorted(named.keys() - reader.known_papers(named)):
        yield Violation(named[hash], "papers", f"its paper {hash[:12]} is missing")


def _named(record: Record) -> Iterable[str]:
    try:
        content = record.content
        facts, after = content.get("facts", {}), content.get("after") or {}
        found = (facts.get("transcript"), facts.get("sheet"), after.get("sheet"), after.get("file"))
    except UNREADABLE:
        return ()
    return [hash for hash in found if isinstance(hash, str)]


def changed_papers(reader: Reader) -> Iterator[Violation]:
    """Papers whose text no longer fits the hash they are kept under."""
    papers, last = schema.papers.c, ""
    while True:
        rows = reader.connection.execute(
            select(schema.papers).where(papers.hash > last).order_by(papers.hash).limit(CHUNK)
        ).all()
        for row in rows:
            if paper_hash(str(row.text)) != row.hash:
                at = _first_to_name(reader, row.hash)
                yield Violation(at, "papers", f"its paper {row.hash[:12]} was changed")
            elif row.text.startswith('{"approved"'):
                rules: str = json.loads(row.text)["rules"]
                if not reader.known_papers([rules]):
                    at = _first_to_name(reader, row.hash)
                    yield Violation(
                        at, "papers", f"the rules {rules[:12]} of its sheet are missing"
                    )
        if len(rows) < CHUNK:
            return
        last = rows[-1].hash


def _first_to_name(reader: Reader, hash: str) -> int:
    records = schema.records.c
    query = select(func.min(records.number)).where(records.body.contains(hash))
    found = reader.connection.scalar(query)
    if found is not None:
        return int(found)
    # Rules are named by a sheet, and the sheet by a record.
    papers = schema.papers.c
    sheet = reader.connection.scalar(select(papers.hash).where(papers.text.contains(hash)))
    return 0 if sheet is None or sheet == hash else _first_to_name(reader, sheet)
