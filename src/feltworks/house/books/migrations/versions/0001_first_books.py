"""The first books: the chain, its indexes, and triggers that keep growing tables growing."""

from alembic import op
from sqlalchemy import BigInteger, Column, ForeignKey, Integer, String, Text

from feltworks.house.books import columns as cols

revision = "0001"
down_revision = None

GROWING = ("records", "papers", "postings", "rounds", "seatings", "closings", "keys")


def upgrade() -> None:
    _chain()
    _indexes_of_rounds()
    op.create_table(
        "accounts", cols.key("name", String(200)), *cols.filled(cents=BigInteger), cols.of_record()
    )
    op.create_table(
        "standings", cols.key("subject", String(200)), *cols.filled(state=Text), cols.of_record()
    )
    for table in GROWING:
        for statement in cols.only_grows(table, op.get_bind().dialect.name):
            op.execute(statement)
    op.execute(
        "INSERT INTO head (id, number, hash, day, last_round) "
        f"VALUES (1, 0, '{'0' * 64}', '0001-01-01', 0)"
    )


def _chain() -> None:
    op.create_table(
        "head",
        cols.key("id", Integer),
        *cols.filled(number=BigInteger, hash=cols.HASH, day=cols.DAY, last_round=BigInteger),
    )
    op.create_table(
        "records",
        cols.key("number", cols.NUMBER),
        *cols.filled(at=cols.TIME, day=cols.DAY, kind=String(40), subject=String(200)),
        Column("round", BigInteger, nullable=True),
        *cols.filled(body=Text, previous=cols.HASH, hash=cols.HASH),
    )
    op.create_index("records_by_round", "records", ["round"])
    op.create_index("records_by_subject", "records", ["subject", "number"])
    op.create_table("papers", cols.key("hash", cols.HASH), *cols.filled(text=Text))
    op.create_table(
        "postings",
        cols.key("record", cols.NUMBER, ForeignKey("records.number")),
        cols.key("line", Integer),
        *cols.filled(
            account=String(200), cents=BigInteger, purpose=String(40), after_cents=BigInteger
        ),
    )
    op.create_index("postings_by_account", "postings", ["account", "record"])


def _indexes_of_rounds() -> None:
    op.create_table(
        "rounds",
        cols.key("number", cols.NUMBER),
        cols.of_record(),
        *cols.filled(table=cols.NAME, at=cols.TIME, shift=BigInteger, commitment=String(100)),
    )
    op.create_index("rounds_by_table", "rounds", ["table", "number"])
    op.create_index("rounds_by_time", "rounds", ["at"])
    op.create_index("rounds_by_shift", "rounds", ["shift"])
    op.create_index("rounds_by_commitment", "rounds", ["commitment", "number"])
    op.create_table(
        "seatings", cols.of_round(), cols.key("seat", Integer), *cols.filled(player=cols.NAME)
    )
    op.create_index("seatings_by_player", "seatings", ["player", "round"])
    op.create_table(
        "closings",
        cols.of_round(),
        cols.of_record(),
        *cols.filled(outcome=String(20), at=cols.TIME),
    )
    op.create_table("keys", cols.key("key", String(200)), cols.of_record())
