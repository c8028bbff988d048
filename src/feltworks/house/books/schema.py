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

from typing import Any

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
HASH, DAY, TIME, NAME = String(64), String(10), String(27), String(60)
FOUND_BY_ACCOUNT = text("purpose NOT IN ('stake', 'settlement')")
"""Which postings the index by account has. Stakes and settlements are found by their round; a
question about an account says this too, or SQLite does not see that the index answers it."""
# SQLite makes a row's number its key only where the column is a plain INTEGER.
NUMBER = BigInteger().with_variant(Integer, "sqlite")


def _key(name: str, kind: Any, *of: ForeignKey) -> Column[Any]:  # noqa: ANN401 - a column's type
    """A number in a row's key, which the books give out themselves."""
    return Column(name, kind, *of, primary_key=True, autoincrement=False)


def _filled(**kinds: Any) -> list[Column[Any]]:  # noqa: ANN401 - columns' types
    """Columns that every row fills, in their order."""
    return [Column(name, kind, nullable=False) for name, kind in kinds.items()]


def _record() -> Column[Any]:
    """The record that a row comes from."""
    return Column("record", BigInteger, ForeignKey("records.number"), nullable=False)


def _round() -> Column[Any]:
    return _key("round", NUMBER, ForeignKey("rounds.number"))


head = Table(
    "head",
    metadata,
    _key("id", Integer),
    *_filled(number=BigInteger, hash=HASH, day=DAY, last_round=BigInteger),
)

records = Table(
    "records",
    metadata,
    _key("number", NUMBER),
    *_filled(at=TIME, day=DAY, kind=String(40), subject=String(200)),
    Column("round", BigInteger, nullable=True),
    *_filled(body=Text, previous=HASH, hash=HASH),
    Index("records_by_round", "round"),
    Index("records_by_subject", "subject", "number"),
)

papers = Table("papers", metadata, Column("hash", HASH, primary_key=True), *_filled(text=Text))

postings = Table(
    "postings",
    metadata,
    _key("record", NUMBER, ForeignKey("records.number")),
    _key("line", Integer),
    *_filled(account=String(200), cents=BigInteger, purpose=String(40), after_cents=BigInteger),
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
    _key("number", NUMBER),
    _record(),
    *_filled(table=NAME, at=TIME, shift=BigInteger, commitment=String(100)),
    Index("rounds_by_table", "table", "number"),
    Index("rounds_by_time", "at"),
    Index("rounds_by_commitment", "commitment", "number"),
)

seatings = Table(
    "seatings",
    metadata,
    _round(),
    _key("seat", Integer),
    *_filled(player=NAME),
    Index("seatings_by_player", "player", "round"),
    sqlite_with_rowid=False,
)

closings = Table("closings", metadata, _round(), _record(), *_filled(outcome=String(20), at=TIME))

keys = Table(
    "keys",
    metadata,
    Column("key", String(200), primary_key=True),
    _record(),
    sqlite_with_rowid=False,
)

decks = Table(
    "decks",
    metadata,
    Column("digest", HASH, primary_key=True),
    _record(),
    *_filled(table=NAME, number=BigInteger),
    Index("decks_by_table", "table", "number", unique=True),
)

moves = Table(
    "moves",
    metadata,
    _round(),
    _key("step", Integer),
    *_filled(at=TIME, move=Text),
    sqlite_with_rowid=False,
)

lease = Table(
    "lease",
    metadata,
    _key("id", Integer),
    *_filled(token=BigInteger, holder=Text, beat_ms=BigInteger),
)

people = Table(
    "people",
    metadata,
    Column("player", NAME, primary_key=True),
    Column("name", NAME, nullable=True),
    Column("folded", String(200), nullable=True),
    *_filled(seen=DAY),
    Index("people_by_name", "folded", unique=True),
)

accounts = Table(
    "accounts",
    metadata,
    Column("name", String(200), primary_key=True),
    *_filled(cents=BigInteger),
    _record(),
    sqlite_with_rowid=False,
)

standings = Table(
    "standings",
    metadata,
    Column("subject", String(200), primary_key=True),
    *_filled(state=Text),
    _record(),
    sqlite_with_rowid=False,
)

GROWING = (records, papers, postings, rounds, seatings, closings, keys, decks, moves)
"""Tables whose rows the database itself refuses to change or delete."""

FIRST_HEAD = {"id": 1, "number": 0, "hash": "0" * 64, "day": "0001-01-01", "last_round": 0}
