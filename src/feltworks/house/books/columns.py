"""What the tables of the books are made of: kinds of columns, and triggers that let rows only grow.

The schema and every migration are made of these. What a migration made once it makes for ever, so
nothing here may come to mean other SQL than it does; another kind of column gets another name.
"""

from __future__ import annotations

from typing import Any

from sqlalchemy import BigInteger, Column, ForeignKey, Integer, String

HASH, DAY, TIME, NAME = String(64), String(10), String(27), String(60)
# SQLite makes a row's number its key only where the column is a plain INTEGER.
NUMBER = BigInteger().with_variant(Integer, "sqlite")


def key(name: str, kind: Any, *of: ForeignKey) -> Column[Any]:  # noqa: ANN401 - a column's type
    """A part of a row's key, which the books give out themselves."""
    return Column(name, kind, *of, primary_key=True, autoincrement=False)


def filled(**kinds: Any) -> list[Column[Any]]:  # noqa: ANN401 - columns' types
    """Columns that every row fills, in their order."""
    return [Column(name, kind, nullable=False) for name, kind in kinds.items()]


def of_record() -> Column[Any]:
    """The record that a row comes from."""
    return Column("record", BigInteger, ForeignKey("records.number"), nullable=False)


def of_round() -> Column[Any]:
    """The round that a row belongs to, as a part of its key."""
    return key("round", NUMBER, ForeignKey("rounds.number"))


def sqlite_triggers(table: str) -> dict[str, str]:
    """The triggers by which SQLite refuses to change or delete a row of a table, by their names."""
    return {
        f"{table}_keeps_{event.lower()}": (
            f"CREATE TRIGGER {table}_keeps_{event.lower()} BEFORE {event} ON {table} "
            f"BEGIN SELECT RAISE(ABORT, '{_refusal(table)}'); END"
        )
        for event in ("UPDATE", "DELETE")
    }


def postgresql_body(table: str) -> str:
    """What PostgreSQL's trigger of a table does: it refuses."""
    return f"BEGIN RAISE EXCEPTION '{_refusal(table)}'; END"


def only_grows(table: str, dialect: str) -> list[str]:
    """The statements that have a database refuse to change or delete rows of a table."""
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
