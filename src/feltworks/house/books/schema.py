"""The tables of the books.

`records` is the chain and `papers` the longer texts that records name by their hash. `postings`,
`rounds`, `seatings`, `closings`, `decks` and `keys` index the chain and only ever grow; `accounts`
and `standings` have the present balance of each account and the present state of each subject.
`moves` only grows as well: every decision of a round, on disk before it is answered. `head` is the
last link of the chain, and the lock that the writer holds; `lease` says which process deals;
`people` has the names of guests, whom the chain knows by a pseudonym. Times and days are ISO texts,
which sort as they should in any database. Tables of small rows have no SQLite row number
(`sqlite_with_rowid`): they lie in the tree of their key, and a row is written once.
"""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa

from feltworks.house.books import columns as cols

metadata = sa.MetaData()
FOUND_BY_ACCOUNT = sa.text("purpose NOT IN ('stake', 'settlement')")
"""Which postings the index by account has. Stakes and settlements are found by their round. A query
by account must repeat this condition, or SQLite does not use the index."""


def _table(
    name: str, *parts: sa.Column[Any] | sa.Index, sqlite_with_rowid: bool = True
) -> sa.Table:
    return sa.Table(name, metadata, *parts, sqlite_with_rowid=sqlite_with_rowid)


head = _table(
    "head",
    cols.key("id", sa.Integer),
    *cols.filled(number=sa.BigInteger, hash=cols.HASH, day=cols.DAY, last_round=sa.BigInteger),
)

records = _table(
    "records",
    cols.key("number", cols.NUMBER),
    *cols.filled(at=cols.TIME, day=cols.DAY, kind=sa.String(40), subject=sa.String(200)),
    sa.Column("round", sa.BigInteger, nullable=True),
    *cols.filled(body=sa.Text, previous=cols.HASH, hash=cols.HASH),
    sa.Index("records_by_round", "round"),
    sa.Index("records_by_subject", "subject", "number"),
)

papers = _table("papers", cols.key("hash", cols.HASH), *cols.filled(text=sa.Text))

postings = _table(
    "postings",
    cols.key("record", cols.NUMBER, sa.ForeignKey("records.number")),
    cols.key("line", sa.Integer),
    *cols.filled(account=sa.String(200), cents=sa.BigInteger),
    *cols.filled(purpose=sa.String(40), after_cents=sa.BigInteger),
    sa.Index(
        "postings_by_account",
        "account",
        "record",
        sqlite_where=FOUND_BY_ACCOUNT,
        postgresql_where=FOUND_BY_ACCOUNT,
    ),
    sqlite_with_rowid=False,
)

rounds = _table(
    "rounds",
    cols.key("number", cols.NUMBER),
    cols.of_record(),
    *cols.filled(table=cols.NAME, at=cols.TIME, shift=sa.BigInteger, commitment=sa.String(100)),
    sa.Index("rounds_by_table", "table", "number"),
    sa.Index("rounds_by_time", "at"),
    sa.Index("rounds_by_commitment", "commitment", "number"),
)

seatings = _table(
    "seatings",
    cols.of_round(),
    cols.key("seat", sa.Integer),
    *cols.filled(player=cols.NAME),
    sa.Index("seatings_by_player", "player", "round"),
    sqlite_with_rowid=False,
)

closings = _table(
    "closings", cols.of_round(), cols.of_record(), *cols.filled(outcome=sa.String(20), at=cols.TIME)
)

keys = _table("keys", cols.key("key", sa.String(200)), cols.of_record(), sqlite_with_rowid=False)

decks = _table(
    "decks",
    cols.key("digest", cols.HASH),
    cols.of_record(),
    *cols.filled(table=cols.NAME, number=sa.BigInteger),
    sa.Index("decks_by_table", "table", "number", unique=True),
)

moves = _table(
    "moves",
    cols.of_round(),
    cols.key("step", sa.Integer),
    *cols.filled(at=cols.TIME, move=sa.Text),
    sqlite_with_rowid=False,
)

lease = _table(
    "lease",
    cols.key("id", sa.Integer),
    *cols.filled(token=sa.BigInteger, holder=sa.Text, beat_ms=sa.BigInteger),
)

people = _table(
    "people",
    cols.key("player", cols.NAME),
    sa.Column("name", cols.NAME, nullable=True),
    sa.Column("folded", sa.String(200), nullable=True),
    *cols.filled(seen=cols.DAY),
    sa.Index("people_by_name", "folded", unique=True),
)

accounts = _table(
    "accounts",
    cols.key("name", sa.String(200)),
    *cols.filled(cents=sa.BigInteger),
    cols.of_record(),
    sqlite_with_rowid=False,
)

standings = _table(
    "standings",
    cols.key("subject", sa.String(200)),
    *cols.filled(state=sa.Text),
    cols.of_record(),
    sqlite_with_rowid=False,
)

GROWING = (records, papers, postings, rounds, seatings, closings, keys, decks, moves)
"""Tables whose rows the database itself refuses to change or delete."""

FIRST_HEAD = {"id": 1, "number": 0, "hash": "0" * 64, "day": "0001-01-01", "last_round": 0}
