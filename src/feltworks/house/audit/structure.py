"""Checks that the database is as the program made it: tables, indexes, triggers, head, version.

The triggers make the database refuse to change or delete rows of tables that only grow. Somebody
with the rights can remove or replace them, or add others or a PostgreSQL rule that redirects
statements; this check finds all of that. A database of books must contain nothing else.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from sqlalchemy import Table, inspect, text
from sqlalchemy.engine.interfaces import (
    ReflectedIndex,
    ReflectedPrimaryKeyConstraint,
    ReflectedUniqueConstraint,
)

from feltworks.house.books import Reader, schema
from feltworks.house.books.columns import postgresql_body, sqlite_triggers
from feltworks.house.books.database import REVISION
from feltworks.house.errors import Violation

_SQLITE = text("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'")
_POSTGRESQL = text(
    "SELECT t.tgname AS name, c.relname AS on_table, p.prosrc AS does, "
    "t.tgenabled::text AS enabled, t.tgtype AS type, t.tgqual IS NOT NULL AS conditional "
    "FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid JOIN pg_proc p ON p.oid = t.tgfoid "
    "WHERE NOT t.tgisinternal AND c.relnamespace = current_schema()::regnamespace"
)
_POSTGRESQL_RULES = text(
    "SELECT rulename, tablename FROM pg_rules WHERE schemaname = current_schema() ORDER BY 1"
)
_POSTGRESQL_EXTENSIONS = text(
    "SELECT c.relname FROM pg_class c JOIN pg_depend d ON d.objid = c.oid "
    "WHERE d.classid = 'pg_class'::regclass AND d.deptype = 'e' "
    "AND c.relnamespace = current_schema()::regnamespace"
)
"""Tables and views that belong to a PostgreSQL extension."""
_VERSION_TABLE = "alembic_version"
_BEFORE_UPDATE_DELETE_TRUNCATE = 2 + 8 + 16 + 32
"""PostgreSQL's bits for a trigger that runs once, before any of the three."""


def structure_violations(reader: Reader) -> Iterator[Violation]:
    """Everything in the database that is not as the migrations made it."""
    for said in (*_tables(reader), *_triggers(reader), *_single_rows(reader)):
        yield Violation(0, "schema", said)


def _tables(reader: Reader) -> Iterator[str]:
    found = inspect(reader.connection)
    there = set(found.get_table_names())
    # PostgreSQL is queried for all tables at once; a query for each takes much longer.
    all_columns, keys = found.get_multi_columns(), found.get_multi_pk_constraint()
    uniques, indexes = found.get_multi_unique_constraints(), found.get_multi_indexes()
    for table in schema.metadata.sorted_tables:
        if table.name not in there:
            yield f"the table {table.name} is missing"
            continue
        own = (None, table.name)
        columns = {column["name"] for column in all_columns[own]}
        for name in sorted(columns ^ set(table.c.keys())):
            has = "has a column" if name in columns else "has lost its column"
            yield f"the table {table.name} {has} {name}"
        yield from _keys(table, keys[own], uniques[own])
        yield from _indexes(table, indexes[own])
    known = {*schema.metadata.tables, _VERSION_TABLE}
    more = there | set(found.get_view_names())
    is_postgresql = reader.connection.dialect.name == "postgresql"
    if is_postgresql:
        more |= set(found.get_materialized_view_names())
        known |= set(reader.connection.scalars(_POSTGRESQL_EXTENSIONS))
    for name in sorted(more - known):
        yield f"there is a table {name} that the program did not make"
    if is_postgresql:
        for rule, on_table in reader.connection.execute(_POSTGRESQL_RULES):
            yield f"there is a rule {rule} on {on_table} that the program did not make"


def _keys(
    table: Table, found: ReflectedPrimaryKeyConstraint, uniques: list[ReflectedUniqueConstraint]
) -> Iterator[str]:
    key = [column.name for column in table.primary_key]
    if found["constrained_columns"] != key:
        yield f"the table {table.name} has lost its key {', '.join(key)}: it lets in twins"
    for unique in uniques:
        yield (
            f"there is a unique constraint {unique['name']} on {table.name} that the program did "
            "not make"
        )


def _indexes(table: Table, found: list[ReflectedIndex]) -> Iterator[str]:
    wanted = {
        str(index.name): (
            [column.name for column in index.columns],
            bool(index.unique),
            _condition(index.dialect_kwargs),
        )
        for index in table.indexes
    }
    there = {
        str(index["name"]): (
            list(index["column_names"]),
            bool(index["unique"]),
            _condition(index.get("dialect_options", {})),
        )
        for index in found
        if "duplicates_constraint" not in index
    }
    return _compared("an index", wanted, there, f"the table {table.name} is slow or lets in twins")


def _condition(options: Mapping[str, Any]) -> tuple[list[str], bool] | None:
    """Which rows a partial index has: the words in its condition, and whether it includes or
    excludes them. PostgreSQL rewrites the condition in its own way."""
    where = options.get("sqlite_where", options.get("postgresql_where"))
    if where is None:
        return None
    said = str(where)
    return re.findall(r"'([^']*)'", said), "NOT IN" in said or "<> ALL" in said


def _triggers(reader: Reader) -> Iterator[str]:
    wanted: dict[str, Any] = {}
    found: dict[str, Any] = {}
    if reader.connection.dialect.name == "sqlite":
        for table in schema.GROWING:
            wanted |= sqlite_triggers(table.name)
        for name, does in reader.connection.execute(_SQLITE):
            found[name] = does
    else:
        for table in schema.GROWING:
            refuses = (postgresql_body(table.name), "O", _BEFORE_UPDATE_DELETE_TRUNCATE, False)
            wanted[f"{table.name}_keeps"] = (table.name, *refuses)
        for name, on_table, does, *how in reader.connection.execute(_POSTGRESQL):
            found[name] = (on_table, does.strip(), *how)
    return _compared("a trigger", wanted, found, "what only grows can be changed")


def _compared(
    what: str, wanted: Mapping[str, Any], found: Mapping[str, Any], without: str
) -> Iterator[str]:
    """Differences between wanted and found objects; `without` says what a missing one is for."""
    the = f"the {what.partition(' ')[2]}"
    for name in sorted(wanted.keys() | found.keys()):
        if name not in found:
            yield f"{the} {name} is missing: {without}"
        elif name not in wanted:
            yield f"there is {what} {name} that the program did not make"
        elif found[name] != wanted[name]:
            yield f"{the} {name} is not the one that the program made, or is off"


def _single_rows(reader: Reader) -> Iterator[str]:
    if (heads := reader.count("head")) != 1:
        yield f"head has {heads} rows: the chain has one last link"
    versions = list(reader.connection.scalars(text(f"SELECT version_num FROM {_VERSION_TABLE}")))
    if versions != [REVISION]:
        told = ", ".join(map(str, versions)) or "none"
        yield f"the books' version is {told} where one row with {REVISION} is due"
