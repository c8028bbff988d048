"""What the tables of the books are made of: kinds of columns, and triggers that let rows only grow.

The schema and every migration use these. Old migrations must keep making the same SQL, so nothing
here may change its meaning; a new kind of column gets a new name.
"""

from __future__ import annotations

from typing import Any

from sqlalchemy import BigInteger, Column, ForeignKey, Integer, String

HASH, DAY, TIME, NAME = String(64), String(10), String(27), String(60)
# SQLite uses a column as its row number only if its type is plain INTEGER.
NUMBER = BigInteger().with_variant(Integer, "sqlite")


def key(name: str, kind: Any, *of: ForeignKey) -> Column[Any]:  # noqa: ANN401 - a column's type
    """A part of a row's primary key; the books assign it, not the database."""
    return Column(name, kind, *of, primary_key=True, autoincrement=False)


def filled(**kinds: Any) -> list[Column[Any]]:  # noqa: ANN401 - columns' types
    """Columns that may not be empty, in their order."""
    return [Column(name, kind, nullable=False) for name, kind in kinds.items()]


def of_record() -> Column[Any]:
    """The column with the record that a row comes from."""
    return Column("record", BigInteger, ForeignKey("records.number"), nullable=False)


def of_round() -> Column[Any]:
    """The round that a row belongs to, as a part of its key."""
    return key("round", NUMBER, ForeignKey("rounds.number"))


def sqlite_triggers(table: str) -> dict[str, str]:
    """The SQLite triggers, by name, that refuse to change or delete a row of a table."""
    return {
        f"{table}_keeps_{event.lower()}": (
            f"CREATE TRIGGER {table}_keeps_{event.lower()} BEFORE {event} ON {table} "
            f"BEGIN SELECT RAISE(ABORT, '{_refusal(table)}'); END"
        )
        for event in ("UPDATE", "DELETE")
    }


def postgresql_body(table: str) -> str:
    """The body of a table's PostgreSQL trigger, which refuses."""
    return f"BEGIN RAISE EXCEPTION '{_refusal(table)}'; END"


def only_grows(table: str, dialect: str) -> list[str]:
    """The SQL statements that make a database refuse to change or delete rows of a table."""
    if dialect == "sqlite":
        return list(sqlite_triggers(table).values())
    return [
        f"CREATE FUNCTION {table}_keeps() RETURNS trigger LANGUAGE plpgsql AS "
        f"$$ {postgresql_body(table)} $$",
        f"CREATE TRIGGER {table}_keeps BEFORE UPDATE OR DELETE OR TRUNCATE ON {table} "
        f"FOR EACH STATEMENT EXECUTE FUNCTION {table}_keeps()",
    ]


def _refusal(table: str) -> str:
    return f"{table} only grows: a row is neither changed nor deleted"
