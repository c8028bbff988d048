"""The statements that write a batch, put into the database's own words once.

A batch is written with the same dozen statements every time, thousands of times a minute; so they
are compiled when the writer is made and only filled in afterwards.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sqlalchemy import insert, text, update
from sqlalchemy.dialects.postgresql import insert as postgresql_insert
from sqlalchemy.dialects.sqlite import insert as sqlite_insert

from feltworks.house.books import schema

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sqlalchemy import Connection, Table
    from sqlalchemy.sql.dml import UpdateBase

    from feltworks.house.books.database import Database
    from feltworks.house.books.index import Row


class Statement:
    """One statement for any number of rows."""

    def __init__(self, database: Database, statement: UpdateBase, columns: Sequence[str]) -> None:
        compiled = statement.compile(dialect=database.engine.dialect, column_keys=list(columns))
        self._sql = str(compiled)
        # SQLite takes values by their place, PostgreSQL by their name.
        placed: Any = compiled
        self._places: list[str] | None = placed.positiontup if placed.positional else None

    def run(self, connection: Connection, rows: Sequence[Row]) -> None:
        if self._places is None:
            connection.exec_driver_sql(self._sql, list(rows))
        else:
            places = self._places
            values = [tuple([row[place] for place in places]) for row in rows]
            connection.exec_driver_sql(self._sql, values)


def statements_for(database: Database) -> dict[str, Statement]:
    """How each table is written, in the order that references between them ask for."""
    upsert = sqlite_insert if database.is_sqlite else postgresql_insert

    def latest(table: Table, key: str, *columns: str) -> Statement:
        new = upsert(table)
        changed = {column: new.excluded[column] for column in columns}
        put = new.on_conflict_do_update(index_elements=[key], set_=changed)
        return Statement(database, put, table.c.keys())

    growing = {
        table.name: Statement(database, insert(table), table.c.keys()) for table in schema.GROWING
    }
    # A paper is kept under the hash of its text: whoever files it again files the same.
    papers = upsert(schema.papers).on_conflict_do_nothing()
    head = update(schema.head).where(text("id = 1"))
    return {
        **growing,
        "papers": Statement(database, papers, schema.papers.c.keys()),
        "accounts": latest(schema.accounts, "name", "cents", "record"),
        "standings": latest(schema.standings, "subject", "state", "record"),
        "head": Statement(database, head, ("number", "hash", "day", "last_round")),
    }
