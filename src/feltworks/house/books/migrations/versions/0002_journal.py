"""The journal: decks that were committed to, the moves of rounds, and the lease of who deals.

A server of the previous version does not know leases: it would go on dealing, but could write no
round into books of this version. It holds a lock as long as its shift lasts, so this migration
looks for that lock.
"""

import json
import sqlite3
from pathlib import Path

import sqlalchemy as sa
from alembic import op

from feltworks.house.books import columns as cols
from feltworks.house.errors import BooksError

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    _refuse_while_dealt()
    op.create_table(
        "moves",
        cols.of_round(),
        cols.key("step", sa.Integer),
        *cols.filled(at=cols.TIME, move=sa.Text),
    )
    op.create_table(
        "decks",
        cols.key("digest", cols.HASH),
        cols.of_record(),
        *cols.filled(table=cols.NAME, number=sa.BigInteger),
    )
    op.create_index("decks_by_table", "decks", ["table", "number"], unique=True)
    op.create_table(
        "lease",
        cols.key("id", sa.Integer),
        *cols.filled(token=sa.BigInteger, holder=sa.Text, beat_ms=sa.BigInteger),
    )
    for table in ("moves", "decks"):
        for statement in cols.only_grows(table, op.get_bind().dialect.name):
            op.execute(statement)
    op.execute("INSERT INTO lease (id, token, holder, beat_ms) VALUES (1, 0, '', 0)")


def _refuse_while_dealt() -> None:
    books = op.get_bind()
    states = sa.text("SELECT subject, state FROM standings WHERE subject LIKE 'shift %'")
    for subject, state in books.execute(states).all():
        shift = json.loads(state)
        if not shift["over"] and _is_held(books, int(shift["token"])):
            raise BooksError(
                f"a server of an earlier version still deals on these books ({subject}): stop it "
                "before they are brought up to date"
            )


def _is_held(books: sa.Connection, token: int) -> bool:
    """Whether somebody holds the lock of a shift, which ends with its process."""
    if books.dialect.name != "sqlite":
        taken = sa.text("SELECT pg_try_advisory_xact_lock(:token)")
        return not books.scalar(taken, {"token": token})
    path = Path(f"{books.engine.url.database}-shift-{token:x}")
    if not path.exists():
        return False
    lock = sqlite3.connect(path, isolation_level=None, timeout=0)
    try:
        lock.execute("BEGIN EXCLUSIVE")
    except sqlite3.OperationalError:
        return True
    finally:
        lock.close()
    return False
