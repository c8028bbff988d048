"""The first books: the chain, its indexes, and triggers that keep growing tables growing."""

from alembic import op
from sqlalchemy import BigInteger, Column, ForeignKey, Integer, String, Text

from feltworks.house.books.columns import (
    DAY,
    HASH,
    NAME,
    NUMBER,
    TIME,
    filled,
    key,
    of_record,
    of_round,
    only_grows,
)

revision = "0001"
down_revision = None

GROWING = ("records", "papers", "postings", "rounds", "seatings", "closings", "keys")


def upgrade() -> None:
    _chain()
    _indexes_of_rounds()
    op.create_table("accounts", key("name", String(200)), *filled(cents=BigInteger), of_record())
    op.create_table("standings", key("subject", String(200)), *filled(state=Text), of_record())
    for table in GROWING:
        for statement in only_grows(table, op.get_bind().dialect.name):
            op.execute(statement)
    op.execute(
        "INSERT INTO head (id, number, hash, day, last_round) "
        f"VALUES (1, 0, '{'0' * 64}', '0001-01-01', 0)"
    )


def _chain() -> None:
    op.create_table(
        "head",
        key("id", Integer),
        *filled(number=BigInteger, hash=HASH, day=DAY, last_round=BigInteger),
    )
    op.create_table(
        "records",
        key("number", NUMBER),
        *filled(at=TIME, day=DAY, kind=String(40), subject=String(200)),
        Column("round", BigInteger, nullable=True),
        *filled(body=Text, previous=HASH, hash=HASH),
    )
    op.create_index("records_by_round", "records", ["round"])
    op.create_index("records_by_subject", "records", ["subject", "number"])
    op.create_table("papers", key("hash", HASH), *filled(text=Text))
    op.create_table(
        "postings",
        key("record", NUMBER, ForeignKey("records.number")),
        key("line", Integer),
        *filled(account=String(200), cents=BigInteger, purpose=String(40), after_cents=BigInteger),
    )
    op.create_index("postings_by_account", "postings", ["account", "record"])


def _indexes_of_rounds() -> None:
    op.create_table(
        "rounds",
        key("number", NUMBER),
        of_record(),
        *filled(table=NAME, at=TIME, shift=BigInteger, commitment=String(100)),
    )
    op.create_index("rounds_by_table", "rounds", ["table", "number"])
    op.create_index("rounds_by_time", "rounds", ["at"])
    op.create_index("rounds_by_shift", "rounds", ["shift"])
    op.create_index("rounds_by_commitment", "rounds", ["commitment", "number"])
    op.create_table("seatings", of_round(), key("seat", Integer), *filled(player=NAME))
    op.create_index("seatings_by_player", "seatings", ["player", "round"])
    op.create_table("closings", of_round(), of_record(), *filled(outcome=String(20), at=TIME))
    op.create_table("keys", key("key", String(200)), of_record())
