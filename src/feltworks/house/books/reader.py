"""Queries to the books, for the writer and for everybody who looks things up."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple, TypeVar

from sqlalchemy import ColumnElement, Connection, Select, bindparam, func, select

from feltworks.house.books import schema
from feltworks.house.books.chain import Record
from feltworks.house.errors import BooksError
from feltworks.house.ledger import LedgerAccount, read_account

T = TypeVar("T")
State = dict[str, Any]
CHUNK = 500
LARGEST_NUMBER = 2**63 - 1
"""The largest number that an integer column holds."""


class Head(NamedTuple):
    """The last record of the chain, the day of the books and the last round that was begun."""

    number: int
    hash: str
    day: str
    last_round: int

    @property
    def seal(self) -> str:
        """The last record as people note it outside the books: its number and its hash."""
        return f"{self.number}:{self.hash}"


class DeckUse(NamedTuple):
    """The latest round from a deck, and whether the deck was shown since."""

    last_round: int | None
    is_shown: bool


class TableDeckRow(NamedTuple):
    """The deck that a table committed to last: the latest round from it, and whether it was shown.

    `number` counts the table's decks.
    """

    number: int
    digest: str
    last_round: int | None
    is_shown: bool

    @property
    def is_used(self) -> bool:
        return self.last_round is not None


class Reader:
    """Reads over one connection, so that all answers are of one moment."""

    def __init__(self, connection: Connection) -> None:
        self.connection = connection

    def head(self) -> Head:
        row = self.connection.execute(_HEAD).first()
        if row is None:
            raise BooksError("these books have lost their head row: the chain's last link")
        return Head(row.number, row.hash, row.day, row.last_round)

    def head_and_token(self) -> tuple[Head, int]:
        """The head of the chain, and the token of the process that deals."""
        row = self.connection.exec_driver_sql(_HEAD_AND_TOKEN).first()
        if row is None:
            raise BooksError("these books have lost their head row or the row of their lease")
        return Head(row.number, row.hash, row.day, row.last_round), row.token

    def cents(self, account: LedgerAccount) -> int:
        """The balance of an account; 0 if it was never used."""
        return self._balance(account) or 0

    def is_used(self, account: LedgerAccount) -> bool:
        """Whether anything was ever posted to the account."""
        return self._balance(account) is not None

    def _balance(self, account: LedgerAccount) -> int | None:
        found: int | None = self.connection.scalar(_BALANCE, {"account": str(account)})
        return found

    def accounts(self, purse: str | None = None) -> dict[LedgerAccount, int]:
        """Every account that was ever used, or those of one purse."""
        query = select(schema.accounts.c.name, schema.accounts.c.cents)
        if purse is not None:
            name = schema.accounts.c.name
            query = query.where((name == purse) | name.startswith(f"{purse}:", autoescape=True))
        rows = self.connection.execute(query.order_by("name"))
        return {read_account(row.name): row.cents for row in rows}

    def purses(self) -> dict[str, int]:
        """The total of all accounts of each purse."""
        held: Counter[str] = Counter()
        for account, cents in self.accounts().items():
            held[account.purse] += cents
        return dict(held)

    def state(self, subject: str) -> State | None:
        """The present state of a table, a jackpot, a shift or the house."""
        found = self.connection.scalar(_STATE, {"subject": subject})
        return None if found is None else _state(subject, found)

    def states(self, kind: str) -> dict[str, State]:
        """All states of one kind of subject, by the name that follows the kind."""
        subject = schema.standings.c.subject
        query = (
            select(subject, schema.standings.c.state)
            .where(subject.startswith(f"{kind} ", autoescape=True))
            .order_by(subject)
        )
        rows = self.connection.execute(query)
        return {row.subject.partition(" ")[2]: _state(row.subject, row.state) for row in rows}

    def record(self, number: int) -> Record | None:
        return self._one(_RECORD, {"number": number})

    def records(self, *conditions: ColumnElement[bool]) -> list[Record]:
        """All records for which these SQL conditions hold, in order."""
        return self._all(_RECORDS.where(*conditions).order_by("number"), {})

    def of_round(self, round: int) -> list[Record]:
        """Everything recorded about a round, in order."""
        known = 0 < round <= LARGEST_NUMBER
        return self._all(_OF_ROUND, {"round": round}) if known else []

    def keyed(self, key: str) -> Record | None:
        """The record that was written under an idempotency key."""
        return self._one(_KEYED, {"key": key})

    def about(self, subject: str) -> list[Record]:
        """Everything recorded about a subject, in order."""
        return self._all(_ABOUT, {"subject": subject})

    def last_of_kind(self, kind: str, subject: str) -> Record | None:
        """The latest record of a kind about a subject."""
        return self._one(_LAST_OF_KIND, {"kind": kind, "subject": subject})

    def subjects_since(self, after: int, kinds: Sequence[str]) -> list[str]:
        """The subjects of the records of some kinds after a number, in order."""
        records = schema.records.c
        query = select(records.subject).where(records.number > after, records.kind.in_(kinds))
        return list(self.connection.scalars(query.order_by(records.number)))

    def chain(self, after: int = 0, up_to: int | None = None) -> Iterator[Record]:
        """The records after a number, in order."""
        for records in self.chunks(after, up_to):
            yield from records

    def chunks(self, after: int = 0, up_to: int | None = None) -> Iterator[list[Record]]:
        """The records after a number, in order, a few hundred at a time."""
        while True:
            last = LARGEST_NUMBER if up_to is None else up_to
            found = self._all(_CHUNK, {"after": after, "last": last})
            if found:
                yield found
            if len(found) < CHUNK:
                return
            after = found[-1].number

    def paper(self, hash: str) -> str | None:
        found = self.connection.scalar(_PAPER, {"hash": hash})
        return None if found is None else str(found)

    def known_papers(self, hashes: Iterable[str]) -> set[str]:
        return set(self.connection.scalars(_KNOWN_PAPERS, {"hashes": list(hashes)}))

    def open_rounds(self) -> list[int]:
        """Rounds that were begun and neither settled nor voided."""
        return list(self.connection.scalars(_OPEN_ROUNDS))

    def ended(self, rounds: Sequence[int]) -> list[int]:
        """Which of some rounds are settled or voided."""
        closings = schema.closings.c
        query = select(closings.round).where(closings.round.in_(rounds))
        return list(self.connection.scalars(query)) if rounds else []

    def moves(self, round: int) -> list[str]:
        """The moves of a round that are on disk, in order."""
        return list(self.connection.scalars(_MOVES, {"round": round}))

    def has_deck(self, digest: str) -> bool:
        """Whether a deck was committed to in the books."""
        decks = schema.decks.c
        found = self.connection.scalar(select(decks.record).where(decks.digest == digest))
        return found is not None

    def table_deck(self, table: str) -> TableDeckRow | None:
        """The deck that a table committed to last."""
        row = self.connection.execute(_TABLE_DECK, {"table": table}).first()
        if row is None:
            return None
        return TableDeckRow(row.number, row.digest, *self.deck(row.digest))

    def deck(self, commitment: str) -> DeckUse:
        """How far the deck of a commitment was used."""
        values = {"commitment": commitment, "subject": f"shoe {commitment}"}
        row = self.connection.execute(_DECK, values).one()
        return DeckUse(row.last, row.shown is not None)

    def last_round_at(self, table: str) -> int | None:
        """The latest round of a table."""
        rounds = schema.rounds.c
        query = select(func.max(rounds.number)).where(rounds.table == table)
        found: int | None = self.connection.scalar(query)
        return found

    def dealt_before(self, commitment: str, round: int) -> int | None:
        """The round before this one from the deck of a commitment."""
        values = {"commitment": commitment, "round": round}
        found: int | None = self.connection.scalar(_DEALT_BEFORE, values)
        return found

    def count(self, table: str) -> int:
        """How many rows a table has."""
        query = select(func.count()).select_from(schema.metadata.tables[table])
        return self.connection.scalar(query) or 0

    def _all(self, query: Select[Any], values: dict[str, Any]) -> list[Record]:
        return [Record(*row) for row in self.connection.execute(query, values)]

    def _one(self, query: Select[Any], values: dict[str, Any]) -> Record | None:
        row = self.connection.execute(query, values).first()
        return None if row is None else Record(*row)


def chunked(items: Sequence[T]) -> Iterator[Sequence[T]]:
    """The items, as many at a time as are asked for in one query."""
    for at in range(0, len(items), CHUNK):
        yield items[at : at + CHUNK]


def postings_with_records(*columns: ColumnElement[Any]) -> Select[Any]:
    """A query for postings with their records; accounts must be listed to use the index by
    account."""
    of_record = schema.records.c.number == schema.postings.c.record
    return select(*columns).join(schema.records, of_record).where(schema.FOUND_BY_ACCOUNT)


def _state(subject: str, text: str) -> State:
    try:
        state: State = json.loads(text)
    except ValueError:
        raise BooksError(
            f"the present state of {subject} cannot be read: `feltworks audit` tells more"
        ) from None
    return state


# Queries are written here once: to put one together takes longer than to run it.
_DECK = select(
    select(func.max(schema.rounds.c.number))
    .where(schema.rounds.c.commitment == bindparam("commitment"))
    .scalar_subquery()
    .label("last"),
    select(schema.standings.c.record)
    .where(schema.standings.c.subject == bindparam("subject"))
    .scalar_subquery()
    .label("shown"),
)
_HEAD = select(schema.head).where(schema.head.c.id == 1)
# Every batch begins with this query; as plain SQL it takes half the time.
_HEAD_AND_TOKEN = (
    "SELECT head.number, head.hash, head.day, head.last_round, lease.token "
    "FROM head JOIN lease ON lease.id = head.id WHERE head.id = 1"
)
_RECORDS = select(*schema.records.c)
_RECORD = _RECORDS.where(schema.records.c.number == bindparam("number"))
_OF_ROUND = _RECORDS.where(schema.records.c.round == bindparam("round")).order_by("number")
_ABOUT = _RECORDS.where(schema.records.c.subject == bindparam("subject")).order_by("number")
_KEYED = _RECORDS.join(schema.keys, schema.keys.c.record == schema.records.c.number).where(
    schema.keys.c.key == bindparam("key")
)
_LAST_OF_KIND = (
    _RECORDS.where(
        schema.records.c.subject == bindparam("subject"), schema.records.c.kind == bindparam("kind")
    )
    .order_by(schema.records.c.number.desc())
    .limit(1)
)
_CHUNK = (
    _RECORDS.where(
        schema.records.c.number > bindparam("after"), schema.records.c.number <= bindparam("last")
    )
    .order_by("number")
    .limit(CHUNK)
)
_BALANCE = select(schema.accounts.c.cents).where(schema.accounts.c.name == bindparam("account"))
_STATE = select(schema.standings.c.state).where(schema.standings.c.subject == bindparam("subject"))
_PAPER = select(schema.papers.c.text).where(schema.papers.c.hash == bindparam("hash"))
_KNOWN_PAPERS = select(schema.papers.c.hash).where(
    schema.papers.c.hash.in_(bindparam("hashes", expanding=True))
)
_OPEN_ROUNDS = (
    select(schema.rounds.c.number)
    .outerjoin(schema.closings, schema.closings.c.round == schema.rounds.c.number)
    .where(schema.closings.c.round.is_(None))
    .order_by(schema.rounds.c.number)
)
_MOVES = (
    select(schema.moves.c.move)
    .where(schema.moves.c.round == bindparam("round"))
    .order_by(schema.moves.c.step)
)
_TABLE_DECK = (
    select(schema.decks.c.number, schema.decks.c.digest)
    .where(schema.decks.c.table == bindparam("table"))
    .order_by(schema.decks.c.number.desc())
    .limit(1)
)
_DEALT_BEFORE = select(func.max(schema.rounds.c.number)).where(
    schema.rounds.c.commitment == bindparam("commitment"),
    schema.rounds.c.number < bindparam("round"),
)
