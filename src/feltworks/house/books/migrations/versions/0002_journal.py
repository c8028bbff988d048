"""The journal: decks that were committed to, the moves of rounds, and the lease of who deals.

A server of the version before knows no lease: it would go on dealing, and could write no round into
books that are of this one. It holds a lock as long as its shift lasts, and is looked for by that.
"""

import json
import sqlite3
from pathlib import Path

import sqlalchemy as sa
from alembic import op

from feltworks.house.errors import BooksError

revision = "0002"
down_revision = "0001"

NUMBER = sa.BigInteger().with_variant(sa.Integer, "sqlite")


def upgrade() -> None:
    _refuse_while_dealt()
    op.create_table(
        "moves",
        sa.Column(
            "round",
            NUMBER,
            sa.ForeignKey("rounds.number"),
            primary_key=True,
            autoincrement=False,
        ),
        sa.Column("step", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("at", sa.String(27), nullable=False),
        sa.Column("move", sa.Text, nullable=False),
    )
    op.create_table(
        "decks",
        sa.Column("digest", sa.String(64), primary_key=True),
        sa.Column("record", sa.BigInteger, sa.ForeignKey("records.number"), nullable=False),
        sa.Column("table", sa.String(60), nullable=False),
        sa.Column("number", sa.BigInteger, nullable=False),
    )
    op.create_index("decks_by_table", "decks", ["table", "number"], unique=True)
    op.create_table(
        "lease",
        sa.Column("id", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("token", sa.BigInteger, nullable=False),
        sa.Column("holder", sa.Text, nullable=False),
        sa.Column("beat_ms", sa.BigInteger, nullable=False),
    )
    for table in ("moves", "decks"):
        _only_grows(table)
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


def _only_grows(table: str) -> None:
    says = f"{table} only grows: a row is neither changed nor deleted"
    if op.get_bind().dialect.name == "sqlite":
        for event in ("UPDATE", "DELETE"):
            op.execute(
                f"CREATE TRIGGER {table}_keeps_{event.lower()} BEFORE {event} ON {table} "
                f"BEGIN SELECT RAISE(ABORT, '{says}'); END"
            )
        return
    op.execute(
        f"CREATE FUNCTION {table}_keeps() RETURNS trigger LANGUAGE plpgsql AS "
        f"$$ BEGIN RAISE EXCEPTION '{says}'; END $$"
    )
    op.execute(
        f"CREATE TRIGGER {table}_keeps BEFORE UPDATE OR DELETE OR TRUNCATE ON {table} "
        f"FOR EACH STATEMENT EXECUTE FUNCTION {table}_keeps()"
    )
