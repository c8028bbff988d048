"""Frozen books loaded again, and what is told of books."""

from __future__ import annotations

import json
import lzma
import sqlite3
from datetime import date
from pathlib import Path
from typing import Any

import psycopg
from sqlalchemy import text

from feltworks.house import House, RoundQuery


def load_sqlite(folder: Path, path: Path) -> str:
    """The books of a folder in a file of SQLite; gives where they are."""
    dumped = lzma.decompress((folder / "books.sqlite.sql.xz").read_bytes()).decode()
    connection = sqlite3.connect(path)
    connection.executescript(dumped)
    connection.close()
    return str(path)


def load_postgresql(folder: Path, url: str) -> str:
    """The books of a folder in an empty database of PostgreSQL; gives where they are."""
    dumped = json.loads(lzma.decompress((folder / "books.postgresql.json.xz").read_bytes()))
    with psycopg.connect(url) as connection, connection.cursor() as cursor:
        for statement in dumped["statements"]:
            cursor.execute(statement)
        cursor.execute("DELETE FROM head")
        for name, table in dumped["tables"].items():
            columns = ", ".join(f'"{column}"' for column in table["columns"])
            with cursor.copy(f"COPY {name} ({columns}) FROM STDIN") as copy:
                copy.write(table["rows"])
    return url


def figures(where: str) -> dict[str, Any]:
    """What the house tells of its books: the audit with every round replayed, money, jackpots."""
    with House(where, create=True) as house:
        with house.database.reading() as reader:
            rows = reader.connection.execute(text("SELECT name, cents FROM accounts")).all()
            days = reader.connection.scalars(text("SELECT DISTINCT day FROM records")).all()
        rounds = house.find(RoundQuery(limit=10_000))
        return {
            "audit": house.audit().as_json(),
            "balances": {row.name: row.cents for row in sorted(rows)},
            "open_tables": sorted(house.tables()),
            "statements": {
                name: [
                    house.jackpots.statement(name, date.fromisoformat(day)).as_json()
                    for day in sorted(days)
                ]
                for name in house.jackpots.all()
            },
            "rounds": [found.as_json() for found in sorted(rounds, key=lambda each: each.number)],
        }
