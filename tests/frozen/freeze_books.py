"""Books of version 0.1 in SQLite and in PostgreSQL, as files that need no tool of either to load.

SQLite's are SQL text. PostgreSQL's are the statements that Alembic ran to make them, so that later
migrations start from exactly those tables, and each table's rows as COPY writes them.
"""

from __future__ import annotations

import json
import lzma
import sqlite3
import tempfile
from pathlib import Path

import psycopg
from sqlalchemy import event
from tests.ask.books import Database, database, schema
from tests.house import postgres

from .books import figures
from .freeze_days import three_days


def freeze_books(rules: Path, folder: Path) -> None:
    with tempfile.TemporaryDirectory() as kept, postgres.started() as server:
        where = str(Path(kept) / "house.db")
        database.SYNCHRONOUS = "OFF"
        three_days(where, rules)
        told = {"sqlite": figures(where)}
        with sqlite3.connect(where) as connection:
            _write(folder / "books.sqlite.sql.xz", "\n".join(connection.iterdump()))
        postgres.run(server.url, "CREATE DATABASE books")
        statements = _made(server.books)
        three_days(server.books, rules)
        told["postgresql"] = figures(server.books)
        tables = {table.name: _rows(server.books, table) for table in schema.metadata.sorted_tables}
        dumped = {"statements": statements, "tables": tables}
        _write(folder / "books.postgresql.json.xz", json.dumps(dumped, indent=1))
    _write(folder / "books.figures.json.xz", json.dumps(told, indent=1))


def _made(url: str) -> list[str]:
    """Makes new books and gives the statements that did it."""
    made = Database(url)
    statements: list[str] = []

    @event.listens_for(made.engine, "before_cursor_execute")
    def heard(connection, cursor, statement, parameters, context, executemany) -> None:
        if not statement.lstrip().startswith("SELECT"):
            assert not parameters, statement
            statements.append(statement.strip())

    made.prepare()
    made.close()
    return statements


def _rows(url: str, table) -> dict[str, object]:
    columns = [column.name for column in table.columns]
    named = ", ".join(f'"{column}"' for column in columns)
    with psycopg.connect(url) as connection, connection.cursor() as cursor:
        query = f"COPY (SELECT {named} FROM {table.name} ORDER BY 1, 2) TO STDOUT"
        with cursor.copy(query) as copy:
            rows = b"".join(bytes(part) for part in copy).decode()
    return {"columns": columns, "rows": rows}


def _write(path: Path, text: str) -> None:
    path.write_bytes(lzma.compress(text.encode(), preset=9 | lzma.PRESET_EXTREME))
    print(f"{path.name}: {path.stat().st_size:,} bytes")
