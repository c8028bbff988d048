"""The first books: the chain, its indexes, and triggers that keep growing tables growing."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None

GROWING = ("records", "papers", "postings", "rounds", "seatings", "closings", "keys")
NUMBER = sa.BigInteger().with_variant(sa.Integer, "sqlite")


def upgrade() -> None:
    _chain()
    _indexes_of_rounds()
    _latest()
    for table in GROWING:
        _only_grows(table)
    op.execute(
        "INSERT INTO head (id, number, hash, day, last_round) "
        f"VALUES (1, 0, '{'0' * 64}', '0001-01-01', 0)"
    )


def _number(name: str, *more: sa.ForeignKey) -> sa.Column[int]:
    return sa.Column(name, NUMBER, *more, primary_key=True, autoincrement=False)


def _big(name: str, *more: sa.ForeignKey) -> sa.Column[int]:
    return sa.Column(name, sa.BigInteger, *more, nullable=False)


def _text(name: str, length: int) -> sa.Column[str]:
    return sa.Column(name, sa.String(length), nullable=False)


def _chain() -> None:
    op.create_table(
        "head",
        sa.Column("id", sa.Integer, primary_key=True, autoincrement=False),
        _big("number"),
        _text("hash", 64),
        _text("day", 10),
        _big("last_round"),
    )
    op.create_table(
        "records",
        _number("number"),
        _text("at", 27),
        _text("day", 10),
        _text("kind", 40),
        _text("subject", 200),
        sa.Column("round", sa.BigInteger, nullable=True),
        sa.Column("body", sa.Text, nullable=False),
        _text("previous", 64),
        _text("hash", 64),
    )
    op.create_index("records_by_round", "records", ["round"])
    op.create_index("records_by_subject", "records", ["subject", "number"])
    op.create_table(
        "papers",
        sa.Column("hash", sa.String(64), primary_key=True),
        sa.Column("text", sa.Text, nullable=False),
    )
    op.create_table(
        "postings",
        _number("record", sa.ForeignKey("records.number")),
        sa.Column("line", sa.Integer, primary_key=True, autoincrement=False),
        _text("account", 200),
        _big("cents"),
        _text("purpose", 40),
        _big("after_cents"),
    )
    op.create_index("postings_by_account", "postings", ["account", "record"])


def _indexes_of_rounds() -> None:
    op.create_table(
        "rounds",
        _number("number"),
        _big("record", sa.ForeignKey("records.number")),
        _text("table", 60),
        _text("at", 27),
        _big("shift"),
        _text("commitment", 100),
    )
    op.create_index("rounds_by_table", "rounds", ["table", "number"])
    op.create_index("rounds_by_time", "rounds", ["at"])
    op.create_index("rounds_by_shift", "rounds", ["shift"])
    op.create_index("rounds_by_commitment", "rounds", ["commitment", "number"])
    op.create_table(
        "seatings",
        _number("round", sa.ForeignKey("rounds.number")),
        sa.Column("seat", sa.Integer, primary_key=True, autoincrement=False),
        _text("player", 60),
    )
    op.create_index("seatings_by_player", "seatings", ["player", "round"])
    op.create_table(
        "closings",
        _number("round", sa.ForeignKey("rounds.number")),
        _big("record", sa.ForeignKey("records.number")),
        _text("outcome", 20),
        _text("at", 27),
    )
    op.create_table(
        "keys",
        sa.Column("key", sa.String(200), primary_key=True),
        _big("record", sa.ForeignKey("records.number")),
    )


def _latest() -> None:
    op.create_table(
        "accounts",
        sa.Column("name", sa.String(200), primary_key=True),
        _big("cents"),
        _big("record", sa.ForeignKey("records.number")),
    )
    op.create_table(
        "standings",
        sa.Column("subject", sa.String(200), primary_key=True),
        sa.Column("state", sa.Text, nullable=False),
        _big("record", sa.ForeignKey("records.number")),
    )


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
