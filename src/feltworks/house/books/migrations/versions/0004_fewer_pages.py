"""Fewer pages written with a round: one tree for each small table, and fewer indexes.

SQLite keeps a table by a number of its own and the primary key in a tree beside it. Tables whose
rows are small lie in the tree of their key alone, so that a row is written once. Stakes and
settlements are looked for by their round and never by their account, so they leave that index: most
postings are of these, and each would touch another page of it. Nobody looks for rounds by shift.
"""

from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"

NUMBER = sa.BigInteger().with_variant(sa.Integer, "sqlite")
BY_ACCOUNT = "purpose NOT IN ('stake', 'settlement')"
GROWING = ("postings", "seatings", "moves", "keys")


def upgrade() -> None:
    op.drop_index("rounds_by_shift", "rounds")
    op.drop_index("postings_by_account", "postings")
    if op.get_bind().dialect.name == "sqlite":
        for table, columns in _tables().items():
            _made_again(table, columns)
        op.create_index("seatings_by_player", "seatings", ["player", "round"])
    op.create_index(
        "postings_by_account",
        "postings",
        ["account", "record"],
        sqlite_where=sa.text(BY_ACCOUNT),
        postgresql_where=sa.text(BY_ACCOUNT),
    )


def _made_again(table: str, columns: list[sa.Column[Any]]) -> None:
    """Rows are copied in the order of their key; indexes and triggers go with the old table."""
    names = ", ".join(f'"{column.name}"' for column in columns)
    key = ", ".join(f'"{column.name}"' for column in columns if column.primary_key)
    op.create_table(f"new_{table}", *columns, sqlite_with_rowid=False)
    op.execute(f"INSERT INTO new_{table} ({names}) SELECT {names} FROM {table} ORDER BY {key}")
    op.drop_table(table)
    op.rename_table(f"new_{table}", table)
    if table in GROWING:
        says = f"{table} only grows: a row is neither changed nor deleted"
        for event in ("UPDATE", "DELETE"):
            op.execute(
                f"CREATE TRIGGER {table}_keeps_{event.lower()} BEFORE {event} ON {table} "
                f"BEGIN SELECT RAISE(ABORT, '{says}'); END"
            )


def _tables() -> dict[str, list[sa.Column[Any]]]:
    return {
        "postings": [
            _key("record", NUMBER, sa.ForeignKey("records.number")),
            _key("line", sa.Integer()),
            sa.Column("account", sa.String(200), nullable=False),
            sa.Column("cents", sa.BigInteger, nullable=False),
            sa.Column("purpose", sa.String(40), nullable=False),
            sa.Column("after_cents", sa.BigInteger, nullable=False),
        ],
        "seatings": [
            _key("round", NUMBER, sa.ForeignKey("rounds.number")),
            _key("seat", sa.Integer()),
            sa.Column("player", sa.String(60), nullable=False),
        ],
        "moves": [
            _key("round", NUMBER, sa.ForeignKey("rounds.number")),
            _key("step", sa.Integer()),
            sa.Column("at", sa.String(27), nullable=False),
            sa.Column("move", sa.Text, nullable=False),
        ],
        "keys": [_key("key", sa.String(200)), _record()],
        "accounts": [
            _key("name", sa.String(200)),
            sa.Column("cents", sa.BigInteger, nullable=False),
            _record(),
        ],
        "standings": [
            _key("subject", sa.String(200)),
            sa.Column("state", sa.Text, nullable=False),
            _record(),
        ],
    }


def _key(name: str, type: sa.types.TypeEngine[Any], *more: sa.ForeignKey) -> sa.Column[Any]:
    return sa.Column(name, type, *more, primary_key=True, autoincrement=False)


def _record() -> sa.Column[Any]:
    return sa.Column("record", sa.BigInteger, sa.ForeignKey("records.number"), nullable=False)
