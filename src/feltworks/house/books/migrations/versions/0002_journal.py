"""The journal: decks that were committed to, the moves of rounds, and the lease of who deals."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"

NUMBER = sa.BigInteger().with_variant(sa.Integer, "sqlite")


def upgrade() -> None:
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
