"""Fewer pages written with a round: one tree for each small table, and fewer indexes.

SQLite keeps a table by a number of its own and the primary key in a tree beside it. Tables whose
rows are small lie in the tree of their key alone, so that a row is written once. Stakes and
settlements are always looked up by round and never by account, so the index by account leaves them
out: most postings are of these, and each would touch another page. Nobody looks up rounds by shift.
"""

from typing import Any

import sqlalchemy as sa
from alembic import op

from feltworks.house.books import columns as cols

revision = "0004"
down_revision = "0003"

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
        for statement in cols.only_grows(table, "sqlite"):
            op.execute(statement)


def _tables() -> dict[str, list[sa.Column[Any]]]:
    return {
        "postings": [
            cols.key("record", cols.NUMBER, sa.ForeignKey("records.number")),
            cols.key("line", sa.Integer),
            *cols.filled(account=sa.String(200), cents=sa.BigInteger),
            *cols.filled(purpose=sa.String(40), after_cents=sa.BigInteger),
        ],
        "seatings": [cols.of_round(), cols.key("seat", sa.Integer), *cols.filled(player=cols.NAME)],
        "moves": [
            cols.of_round(),
            cols.key("step", sa.Integer),
            *cols.filled(at=cols.TIME, move=sa.Text),
        ],
        "keys": [cols.key("key", sa.String(200)), cols.of_record()],
        "accounts": [
            cols.key("name", sa.String(200)),
            *cols.filled(cents=sa.BigInteger),
            cols.of_record(),
        ],
        "standings": [
            cols.key("subject", sa.String(200)),
            *cols.filled(state=sa.Text),
            cols.of_record(),
        ],
    }
