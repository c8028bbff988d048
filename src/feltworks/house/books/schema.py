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

metadata = MetaData()
HASH = String(64)
FOUND_BY_ACCOUNT = text("purpose NOT IN ('stake', 'settlement')")
"""Which postings the index by account has. Stakes and settlements are found by their round; a
question about an account says this too, or SQLite does not see that the index answers it."""
# SQLite makes a row's number its key only where the column is a plain INTEGER.
NUMBER = BigInteger().with_variant(Integer, "sqlite")

head = Table(
    "head",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=False),
    Column("number", BigInteger, nullable=False),
    Column("hash", HASH, nullable=False),
    Column("day", String(10), nullable=False),
    Column("last_round", BigInteger, nullable=False),
)

records = Table(
    "records",
    metadata,
    Column("number", NUMBER, primary_key=True, autoincrement=False),
    Column("at", String(27), nullable=False),
    Column("day", String(10), nullable=False),
    Column("kind", String(40), nullable=False),
    Column("subject", String(200), nullable=False),
    Column("round", BigInteger, nullable=True),
    Column("body", Text, nullable=False),
    Column("previous", HASH, nullable=False),
    Column("hash", HASH, nullable=False),
    Index("records_by_round", "round"),
    Index("records_by_subject", "subject", "number"),
)

papers = Table(
    "papers",
    metadata,
    Column("hash", HASH, primary_key=True),
    Column("text", Text, nullable=False),
)

postings = Table(
    "postings",
    metadata,
    Column("record", NUMBER, ForeignKey("records.number"), primary_key=True, autoincrement=False),
    Column("line", Integer, primary_key=True, autoincrement=False),
    Column("account", String(200), nullable=False),
    Column("cents", BigInteger, nullable=False),
    Column("purpose", String(40), nullable=False),
    Column("after_cents", BigInteger, nullable=False),
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
    Column("number", NUMBER, primary_key=True, autoincrement=False),
    Column("record", BigInteger, ForeignKey("records.number"), nullable=False),
    Column("table", String(60), nullable=False),
    Column("at", String(27), nullable=False),
    Column("shift", BigInteger, nullable=False),
    Column("commitment", String(100), nullable=False),
    Index("rounds_by_table", "table", "number"),
    Index("rounds_by_time", "at"),
    Index("rounds_by_commitment", "commitment", "number"),
)

seatings = Table(
    "seatings",
    metadata,
    Column("round", NUMBER, ForeignKey("rounds.number"), primary_key=True, autoincrement=False),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("player", String(60), nullable=False),
    Index("seatings_by_player", "player", "round"),
    sqlite_with_rowid=False,
)

closings = Table(
    "closings",
    metadata,
    Column("round", NUMBER, ForeignKey("rounds.number"), primary_key=True, autoincrement=False),
    Column("record", BigInteger, ForeignKey("records.number"), nullable=False),
    Column("outcome", String(20), nullable=False),
    Column("at", String(27), nullable=False),
)

keys = Table(
    "keys",
    metadata,
    Column("key", String(200), primary_key=True),
    Column("record", BigInteger, ForeignKey("records.number"), nullable=False),
    sqlite_with_rowid=False,
)

decks = Table(
    "decks",
    metadata,
    Column("digest", HASH, primary_key=True),
    Column("record", BigInteger, ForeignKey("records.number"), nullable=False),
    Column("table", String(60), nullable=False),
    Column("number", BigInteger, nullable=False),
    Index("decks_by_table", "table", "number", unique=True),
)

moves = Table(
    "moves",
    metadata,
    Column("round", NUMBER, ForeignKey("rounds.number"), primary_key=True, autoincrement=False),
    Column("step", Integer, primary_key=True, autoincrement=False),
    Column("at", String(27), nullable=False),
    Column("move", Text, nullable=False),
    sqlite_with_rowid=False,
)

lease = Table(
    "lease",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=False),
    Column("token", BigInteger, nullable=False),
    Column("holder", Text, nullable=False),
    Column("beat_ms", BigInteger, nullable=False),
)

people = Table(
    "people",
    metadata,
    Column("player", String(60), primary_key=True),
    Column("name", String(60), nullable=True),
    Column("folded", String(200), nullable=True),
    Column("seen", String(10), nullable=False),
    Index("people_by_name", "folded", unique=True),
)

accounts = Table(
    "accounts",
    metadata,
    Column("name", String(200), primary_key=True),
    Column("cents", BigInteger, nullable=False),
    Column("record", BigInteger, ForeignKey("records.number"), nullable=False),
    sqlite_with_rowid=False,
)

standings = Table(
    "standings",
    metadata,
    Column("subject", String(200), primary_key=True),
    Column("state", Text, nullable=False),
    Column("record", BigInteger, ForeignKey("records.number"), nullable=False),
    sqlite_with_rowid=False,
)

GROWING = (records, papers, postings, rounds, seatings, closings, keys, decks, moves)
"""Tables whose rows the database itself refuses to change or delete."""

FIRST_HEAD = {"id": 1, "number": 0, "hash": "0" * 64, "day": "0001-01-01", "last_round": 0}
FIRST_LEASE = {"id": 1, "token": 0, "holder": "", "beat_ms": 0}
