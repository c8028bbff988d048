"""The tables of the books.

`records` is the chain and `papers` the longer texts that records name by their hash. `postings`,
`rounds`, `seatings`, `closings`, `decks` and `keys` index the chain and only ever grow; `accounts`
and `standings` have the present balance of each account and the present state of each subject.
`moves` only grows as well: every decision of a round, on disk before it is answered. `head` is the
last link of the chain, and the lock that the writer holds; `lease` says which process deals;
`people` has the names of guests, whom the chain knows by a pseudonym. Times and days are ISO texts,
which sort as they should in any database. Tables of small rows have no number of SQLite's own for a
row (`sqlite_with_rowid`): they lie in the tree of their key, and a row is written once.
"""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Column,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    String,
    Table,
    Text,
    text,
)

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
)

metadata = MetaData()
FOUND_BY_ACCOUNT = text("purpose NOT IN ('stake', 'settlement')")
"""Which postings the index by account has. Stakes and settlements are found by their round; a
question about an account says this too, or SQLite does not see that the index answers it."""

head = Table(
    "head",
    metadata,
    key("id", Integer),
    *filled(number=BigInteger, hash=HASH, day=DAY, last_round=BigInteger),
)

records = Table(
    "records",
    metadata,
    key("number", NUMBER),
    *filled(at=TIME, day=DAY, kind=String(40), subject=String(200)),
    Column("round", BigInteger, nullable=True),
    *filled(body=Text, previous=HASH, hash=HASH),
    Index("records_by_round", "round"),
    Index("records_by_subject", "subject", "number"),
)

papers = Table("papers", metadata, key("hash", HASH), *filled(text=Text))

postings = Table(
    "postings",
    metadata,
    key("record", NUMBER, ForeignKey("records.number")),
    key("line", Integer),
    *filled(account=String(200), cents=BigInteger, purpose=String(40), after_cents=BigInteger),
    Index(
        "postings_by_account",
        "account",
        "record",
        sqlite_where=FOUND_BY_ACCOUNT,
        postgresql_where=FOUND_BY_ACCOUNT,
    ),
    sqlite_with_rowid=False,
)

rounds = Table(
    "rounds",
    metadata,
    key("number", NUMBER),
    of_record(),
    *filled(table=NAME, at=TIME, shift=BigInteger, commitment=String(100)),
    Index("rounds_by_table", "table", "number"),
    Index("rounds_by_time", "at"),
    Index("rounds_by_commitment", "commitment", "number"),
)

seatings = Table(
    "seatings",
    metadata,
    of_round(),
    key("seat", Integer),
    *filled(player=NAME),
    Index("seatings_by_player", "player", "round"),
    sqlite_with_rowid=False,
)

closings = Table(
    "closings", metadata, of_round(), of_record(), *filled(outcome=String(20), at=TIME)
)

keys = Table(
    "keys",
    metadata,
    key("key", String(200)),
    of_record(),
    sqlite_with_rowid=False,
)

decks = Table(
    "decks",
    metadata,
    key("digest", HASH),
    of_record(),
    *filled(table=NAME, number=BigInteger),
    Index("decks_by_table", "table", "number", unique=True),
)

moves = Table(
    "moves",
    metadata,
    of_round(),
    key("step", Integer),
    *filled(at=TIME, move=Text),
    sqlite_with_rowid=False,
)

lease = Table(
    "lease",
    metadata,
    key("id", Integer),
    *filled(token=BigInteger, holder=Text, beat_ms=BigInteger),
)

people = Table(
    "people",
    metadata,
    key("player", NAME),
    Column("name", NAME, nullable=True),
    Column("folded", String(200), nullable=True),
    *filled(seen=DAY),
    Index("people_by_name", "folded", unique=True),
)

accounts = Table(
    "accounts",
    metadata,
    key("name", String(200)),
    *filled(cents=BigInteger),
    of_record(),
    sqlite_with_rowid=False,
)

standings = Table(
    "standings",
    metadata,
    key("subject", String(200)),
    *filled(state=Text),
    of_record(),
    sqlite_with_rowid=False,
)

GROWING = (records, papers, postings, rounds, seatings, closings, keys, decks, moves)
"""Tables whose rows the database itself refuses to change or delete."""

FIRST_HEAD = {"id": 1, "number": 0, "hash": "0" * 64, "day": "0001-01-01", "last_round": 0}
