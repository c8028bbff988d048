"""The statements that write a batch, compiled once.

A batch is written with the same dozen statements every time, thousands of times a minute. So they
are compiled to the database's SQL once in a process, and handed to the driver itself. SQLite
takes a statement's rows one by one, which is no more than a call there. For PostgreSQL each row
would be a message with an answer of its own: it gets all of them as one JSON text.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cache
from operator import itemgetter
from typing import Any

import sqlalchemy as sa
from sqlalchemy.dialects.postgresql import insert as postgresql_insert
from sqlalchemy.dialects.sqlite import insert as sqlite_insert
from sqlalchemy.sql.dml import UpdateBase

from feltworks.house.books import schema
from feltworks.house.books.chain import Row, canonical

InsertRows = Callable[[Any, Sequence[Row]], None]
"""Writes rows with a cursor of the driver."""


@cache
def statements_for(*, is_sqlite: bool) -> dict[str, InsertRows]:
    """How each table is written, in the order that their references require."""
    upsert = sqlite_insert if is_sqlite else postgresql_insert
    prepared = _row_by_row if is_sqlite else _as_one_text
    dialect = sa.make_url("sqlite://" if is_sqlite else "postgresql+psycopg://").get_dialect()()

    def replaced(table: sa.Table, key: str) -> InsertRows:
        new = upsert(table)
        changed = {each.name: new.excluded[each.name] for each in table.c if each.name != key}
        put = new.on_conflict_do_update(index_elements=[key], set_=changed)
        return prepared(put, table.c, dialect)

    # A text is filed under its hash, so filing it again changes nothing.
    papers = upsert(schema.papers).on_conflict_do_nothing()
    head = sa.update(schema.head).where(sa.text("id = 1"))
    moved = [column for column in schema.head.c if column.name != "id"]
    return {
        **{table.name: prepared(upsert(table), table.c, dialect) for table in schema.GROWING},
        "papers": prepared(papers, schema.papers.c, dialect),
        "accounts": replaced(schema.accounts, "name"),
        "standings": replaced(schema.standings, "subject"),
        "head": _row_by_row(head, moved, dialect),
    }


def _row_by_row(
    statement: UpdateBase, columns: Iterable[sa.Column[Any]], dialect: sa.Dialect
) -> InsertRows:
    compiled: Any = statement.compile(
        dialect=dialect, column_keys=[column.name for column in columns]
    )
    # SQLite takes values by their place, PostgreSQL by their name.
    sql, by_place = str(compiled), compiled.positional
    in_order = itemgetter(*compiled.positiontup) if by_place else None

    def run(cursor: Any, rows: Sequence[Row]) -> None:  # noqa: ANN401 - the driver's own
        cursor.executemany(sql, rows if in_order is None else map(in_order, rows))

    return run


def _as_one_text(
    statement: sa.Insert, columns: Iterable[sa.Column[Any]], dialect: sa.Dialect
) -> InsertRows:
    # Texts are passed unchanged; the column refuses one that is too long.
    given = [
        sa.column(each.name, sa.Text() if isinstance(each.type, sa.String) else each.type)
        for each in columns
    ]
    read = sa.func.json_to_recordset(sa.cast(sa.bindparam("rows"), sa.JSON(none_as_null=True)))
    table = read.table_valued(*given).render_derived(with_types=True)
    statement = statement.from_select([each.name for each in given], sa.select(*table.c))
    sql = str(statement.compile(dialect=dialect))

    def run(cursor: Any, rows: Sequence[Row]) -> None:  # noqa: ANN401 - the driver's own
        cursor.execute(sql, {"rows": canonical(rows)})

    return run
