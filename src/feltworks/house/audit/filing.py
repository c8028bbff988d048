"""Are the indexes what the records say? They are made again and compared row by row."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from sqlalchemy import select

from feltworks.house.books import schema
from feltworks.house.books.chain import UNREADABLE
from feltworks.house.books.index import file_record
from feltworks.house.violations import Violation

if TYPE_CHECKING:
    from feltworks.house.books import Record
    from feltworks.house.books.index import Row, Rows
    from feltworks.house.books.reader import Reader

INDEXES = ("postings", "rounds", "closings", "keys")
"""Indexes whose rows name their record; seatings go by the round."""


def misfiled(reader: Reader, records: Sequence[Record]) -> Iterator[Violation]:
    """Rows that are missing, changed or too many among those that belong to these records."""
    rows: Rows = defaultdict(list)
    for record in records:
        try:
            file_record(rows, record, record.content)
        except UNREADABLE:
            yield Violation(record.number, "records", "its body cannot be read")
    numbers = [record.number for record in records]
    for name in INDEXES:
        table = schema.metadata.tables[name]
        found = reader.connection.execute(select(table).where(table.c.record.in_(numbers)))
        yield from _compared(name, rows[name], [dict(row._mapping) for row in found])
    rounds = {row["number"]: row["record"] for row in rows["rounds"]}
    seatings = schema.seatings
    seated = reader.connection.execute(select(seatings).where(seatings.c.round.in_(list(rounds))))
    wanted = [{**row, "record": rounds[row["round"]]} for row in rows["seatings"]]
    actual = [{**row._mapping, "record": rounds[row.round]} for row in seated]
    yield from _compared("seatings", wanted, actual)


def _compared(name: str, wanted: Sequence[Row], found: Sequence[Row]) -> Iterator[Violation]:
    keys = [column.name for column in schema.metadata.tables[name].primary_key]

    def keyed(rows: Sequence[Row]) -> dict[tuple[Any, ...], Row]:
        return {tuple(row[key] for key in keys): row for row in rows}

    due, there = keyed(wanted), keyed(found)
    for key, row in due.items():
        if key not in there:
            text = f"its row {_named(key)} is missing from {name}"
            yield Violation(row["record"], "index", text)
        elif there[key] != row:
            yield Violation(row["record"], "index", f"its row {_named(key)} of {name} was changed")
    for key, row in there.items():
        if key not in due:
            text = f"{name} has a row {_named(key)} that it does not call for"
            yield Violation(row["record"], "index", text)


def _named(key: tuple[Any, ...]) -> str:
    return "/".join(map(str, key))
