"""Checks that the tables beside the chain follow from the records.

Index rows are rebuilt from the records and compared one by one. Every filed text that a record
names must be there and unchanged.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from sqlalchemy import bindparam, func, select

from feltworks.house.archive import archived
from feltworks.house.books import Reader, Record, schema
from feltworks.house.books.chain import UNREADABLE, Row, Rows, index_record, paper_hash
from feltworks.house.books.reader import CHUNK
from feltworks.house.errors import Violation

BY_RECORD = ("postings", "rounds", "closings", "keys", "decks")
"""Indexes whose rows name their record; seatings name the round."""
_TABLES = schema.metadata.tables
# Queries are written here once: to put one together takes longer than to run it.
_BETWEEN = {
    name: select(_TABLES[name]).where(
        _TABLES[name].c.record.between(bindparam("first"), bindparam("last"))
    )
    for name in BY_RECORD
}
_AMONG = {
    name: select(_TABLES[name]).where(
        _TABLES[name].c.record.in_(bindparam("numbers", expanding=True))
    )
    for name in BY_RECORD
}
_SEATED = select(schema.seatings).where(
    schema.seatings.c.round.in_(bindparam("rounds", expanding=True))
)


def rows_called_for(records: Sequence[Record]) -> tuple[Rows, list[Violation]]:
    """The index rows that follow from these records, and the records that cannot be read."""
    rows: Rows = defaultdict(list)
    unreadable = []
    for record in records:
        try:
            index_record(rows, record, record.content)
        except UNREADABLE:
            unreadable.append(Violation(record.number, "records", "its body cannot be read"))
    return rows, unreadable


def index_violations(reader: Reader, records: Sequence[Record], rows: Rows) -> Iterator[Violation]:
    """Index rows of these records that are missing, changed or superfluous."""
    numbers = [record.number for record in records]
    # A range without gaps is queried by its two ends, which is faster.
    is_range = numbers[-1] - numbers[0] == len(numbers) - 1
    queries = _BETWEEN if is_range else _AMONG
    values: dict[str, Any] = (
        {"first": numbers[0], "last": numbers[-1]} if is_range else {"numbers": numbers}
    )
    for name in BY_RECORD:
        found = reader.connection.execute(queries[name], values).mappings().all()
        yield from _compared(name, rows[name], list(map(dict, found)))
    rounds = {row["number"]: row["record"] for row in rows["rounds"]}
    seated = reader.connection.execute(_SEATED, {"rounds": list(rounds)})
    wanted = [{**row, "record": rounds[row["round"]]} for row in rows["seatings"]]
    actual = [{**row._mapping, "record": rounds[row.round]} for row in seated]
    yield from _compared("seatings", wanted, actual)


def _compared(name: str, wanted: Sequence[Row], found: Sequence[Row]) -> Iterator[Violation]:
    keys = [column.name for column in schema.metadata.tables[name].primary_key]

    def keyed(rows: Sequence[Row]) -> dict[tuple[Any, ...], Row]:
        return {tuple(row[key] for key in keys): row for row in rows}

    due, there = keyed(wanted), keyed(found)
    for key in [*due, *(there.keys() - due.keys())]:
        row, named = due.get(key) or there[key], "/".join(map(str, key))
        if key not in there:
            yield Violation(row["record"], "index", f"its row {named} is missing from {name}")
        elif key not in due:
            text = f"{name} has a row {named} that it does not call for"
            yield Violation(row["record"], "index", text)
        elif there[key] != row:
            yield Violation(row["record"], "index", f"its row {named} of {name} was changed")


# --- papers ------------------------------------------------------------------------------------


def missing_papers(
    reader: Reader, records: Sequence[Record], *, texts: bool
) -> Iterator[Violation]:
    """Filed texts that these records name and the books lack; with `texts`, or have changed."""
    gone = archived(reader)
    named = {hash: record.number for record in reversed(records) for hash in _named(record, gone)}
    for hash in sorted(named.keys() - reader.known_papers(named)):
        yield Violation(named[hash], "papers", f"its paper {hash[:12]} is missing")
    if texts:
        query = select(schema.papers).where(schema.papers.c.hash.in_(list(named)))
        for row in reader.connection.execute(query):
            if text := _wrong_with(reader, row.hash, str(row.text)):
                yield Violation(named[row.hash], "papers", text)


def _named(record: Record, gone: int) -> Iterable[str]:
    """The filed texts that a record names, without those of an archived round."""
    kept = ("sheet",) if record.number <= gone else ("transcript", "sheet", "sealed")
    try:
        content = record.content
        facts, after = content.get("facts", {}), content.get("after") or {}
        found = [facts.get(name) for name in kept]
        found += [after.get("sheet"), after.get("file")]
    except UNREADABLE:
        return ()
    return [hash for hash in found if isinstance(hash, str)]


def changed_papers(reader: Reader) -> Iterator[Violation]:
    """Filed texts that no longer match the hash they are kept under."""
    papers, last = schema.papers.c, ""
    while True:
        rows = reader.connection.execute(
            select(schema.papers).where(papers.hash > last).order_by(papers.hash).limit(CHUNK)
        ).all()
        for row in rows:
            if text := _wrong_with(reader, row.hash, str(row.text)):
                yield Violation(_first_to_name(reader, row.hash), "papers", text)
        if len(rows) < CHUNK:
            return
        last = rows[-1].hash


def _wrong_with(reader: Reader, hash: str, text: str) -> str | None:
    if paper_hash(text) != hash:
        return f"its paper {hash[:12]} was changed"
    if text.startswith('{"approved"'):
        rules: str = json.loads(text)["rules"]
        if not reader.known_papers([rules]):
            return f"the rules {rules[:12]} of its sheet are missing"
    return None


def _first_to_name(reader: Reader, hash: str) -> int:
    records = schema.records.c
    query = select(func.min(records.number)).where(records.body.contains(hash))
    found = reader.connection.scalar(query)
    if found is not None:
        return int(found)
    # A sheet names its rules, and a record names the sheet.
    papers = schema.papers.c
    sheet = reader.connection.scalar(select(papers.hash).where(papers.text.contains(hash)))
    return 0 if sheet is None or sheet == hash else _first_to_name(reader, sheet)
