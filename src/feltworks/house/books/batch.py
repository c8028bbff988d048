"""A batch: what units read and write together in one transaction, all of it or nothing.

Each unit sees what those before it in the batch did; a unit that fails is undone, and the others
stay. Nothing is written to the database before the batch is complete. The next batch may reuse what
this one has read as long as nobody else wrote in between, which the head of the chain shows.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, timedelta
from functools import lru_cache
from itertools import islice
from typing import Any, TypeVar

from sqlalchemy import Connection, NestedTransaction

from feltworks.house.books import kinds
from feltworks.house.books.chain import Record, Row, Rows, index_record, latest, paper_hash, sealed
from feltworks.house.books.reader import DeckUse, Head, Reader, State, TableDeckRow
from feltworks.house.errors import BooksError, LedgerError
from feltworks.house.ledger import PURSES, LedgerAccount, Posting, checked
from feltworks.money import money

K = TypeVar("K")
V = TypeVar("V")
MOST_CACHED = 50_000
MOST_ROUNDS = 1_000
LONGEST_KEY = 200
_ABSENT: Any = object()


@dataclass(slots=True)
class BooksCache:
    """What was read from the books or written to them, up to the record number `at`."""

    at: int = -1
    time: str = ""
    accounts: dict[LedgerAccount, int] = field(default_factory=dict)
    states: dict[str, State | None] = field(default_factory=dict)
    rounds: dict[int, tuple[Record, ...]] = field(default_factory=dict)
    moves: dict[int, list[str]] = field(default_factory=dict)
    decks: dict[str, TableDeckRow | None] = field(default_factory=dict)

    def forget_old_rounds(self) -> None:
        """Drops the oldest rounds, which are over and can be read again."""
        for round in list(islice(self.rounds, max(0, len(self.rounds) - MOST_ROUNDS))):
            del self.rounds[round]
            self.moves.pop(round, None)

    def time_after(self, reader: Reader, head: Head, now: str) -> str:
        """The time of the next record: the clock's time, or the last record's if that is later."""
        if not self.time and (last := reader.record(head.number)):
            self.time = last.at
        return max(self.time, now)

    def is_of(self, head: Head) -> bool:
        size = len(self.accounts) + len(self.states) + len(self.rounds)
        return self.at == head.number and size < MOST_CACHED


class Batch:
    """Reads and writes while the writer holds the lock; `now` is the time of all its records."""

    def __init__(self, reader: Reader, head: Head, cache: BooksCache, now: str) -> None:
        self.reader = reader
        self.head = head
        self.now = now
        self.rows: Rows = defaultdict(list)
        self.account_rows: dict[str, Row] = {}
        self.state_rows: dict[str, Row] = {}
        self._cache = cache
        self._keyed: dict[str, Record] = {}
        self._undo: list[tuple[dict[Any, Any], Any, Any]] = []
        self._savepoint: NestedTransaction | None = None
        self.mark()

    @property
    def connection(self) -> Connection:
        """For a unit that changes tables outside the chain; undone with it if it fails."""
        if self._savepoint is None:
            self._savepoint = self.reader.connection.begin_nested()
        return self.reader.connection

    @property
    def number(self) -> int:
        """The number of the last record, including those of this batch."""
        return self.head.number

    @property
    def day(self) -> str:
        return self.head.day

    @property
    def today(self) -> date:
        """The current day of the books."""
        return date.fromisoformat(self.head.day)

    # --- what the books say, this batch included --------------------------------------------

    def cents(self, account: LedgerAccount) -> int:
        return _known(self._cache.accounts, account, self.reader.cents)

    def state(self, subject: str) -> State | None:
        return _known(self._cache.states, subject, self.reader.state)

    def of_round(self, round: int) -> tuple[Record, ...]:
        """The records of a round; the identical tuple until one is added."""
        return _known(self._cache.rounds, round, lambda round: tuple(self.reader.of_round(round)))

    def moves(self, round: int) -> list[str]:
        """The journaled moves of a round, in order."""
        return _known(self._cache.moves, round, self.reader.moves)

    def table_deck(self, table: str) -> TableDeckRow | None:
        """The deck that a table committed to last."""
        return _known(self._cache.decks, table, self.reader.table_deck)

    def last_of_kind(self, kind: str, subject: str) -> Record | None:
        """The latest record of a kind about a subject, which may be one of this batch."""
        for row in reversed(self.rows["records"]):
            if row["kind"] == kind and row["subject"] == subject:
                return Record(**row)
        return self.reader.last_of_kind(kind, subject)

    def paper(self, hash: str) -> str | None:
        """A filed text, which may be one of this batch."""
        for row in self.rows["papers"]:
            if row["hash"] == hash:
                return str(row["text"])
        return self.reader.paper(hash)

    def open_rounds(self) -> list[int]:
        """The open rounds, with those that this batch begins and without those it ends."""
        begun = [row["number"] for row in self.rows["rounds"]]
        ended = {row["round"] for row in self.rows["closings"]}
        found = [*self.reader.open_rounds(), *begun]
        return [round for round in found if round not in ended]

    def deck(self, commitment: str) -> DeckUse:
        """How far the deck of a commitment was used, this batch included."""
        last, shown = self.reader.deck(commitment)
        begun = [row["number"] for row in self.rows["rounds"] if row["commitment"] == commitment]
        is_shown = shown or f"shoe {commitment}" in self.state_rows
        return DeckUse(max(begun, default=last), is_shown)

    def last_round_at(self, table: str) -> int | None:
        """The latest round of a table, which may be one of this batch."""
        begun = [row["number"] for row in self.rows["rounds"] if row["table"] == table]
        return begun[-1] if begun else self.reader.last_round_at(table)

    def keyed(self, key: str) -> Record | None:
        return self._keyed.get(key) or self.reader.keyed(key)

    # --- what is added ------------------------------------------------------------------------

    def next_round(self) -> int:
        """A number for a new round."""
        number = self.head.last_round + 1
        self.head = self.head._replace(last_round=number)
        self._set(self._cache.rounds, number, ())
        self._set(self._cache.moves, number, [])
        return number

    def journal(self, round: int, moves: Sequence[str]) -> None:
        """Adds moves to the journal of a round."""
        known = self.moves(round)
        for step, move in enumerate(moves, len(known) + 1):
            self.rows["moves"].append({"round": round, "step": step, "at": self.now, "move": move})
        self._set(self._cache.moves, round, [*known, *moves])

    def set_table_deck(self, table: str, deck: TableDeckRow) -> None:
        """Notes what records of this batch say about a table's deck."""
        self._set(self._cache.decks, table, deck)

    def keep(self, text: str) -> str:
        """Files a text and returns the hash it is kept under."""
        hash = paper_hash(text)
        self.rows["papers"].append({"hash": hash, "text": text})
        return hash

    def write(
        self,
        kind: str,
        subject: str,
        *,
        day: date | None = None,
        facts: Mapping[str, Any] | None = None,
        postings: Sequence[Posting] = (),
        after: Mapping[str, Any] | None = None,
        round: int | None = None,
        key: str | None = None,
    ) -> Record:
        """Records an event and moves its money; raises a `LedgerError` if that is not possible.

        `after` is the new state of the subject. With a `key` the event happens once, however often
        it is requested. Without a day it is recorded under the current day of the books.
        """
        content: dict[str, Any] = {}
        if facts:
            content["facts"] = dict(facts)
        if key is not None:
            if not 0 < len(key) <= LONGEST_KEY:
                raise BooksError(f"a key has from 1 to {LONGEST_KEY} characters")
            content["key"] = key
        if postings:
            content["postings"] = self._post(kind, postings)
        if after is not None:
            content["before"] = self.state(subject)
            content["after"] = dict(after)
        on = self._checked_day(day, falls=kind == kinds.CLOCK_ACCEPTED)
        if after is not None:
            self._set(self._cache.states, subject, dict(after))
        heading = (self.head.number + 1, self.now, on, kind, subject, round)
        record = sealed(heading, content, self.head.hash)
        self.head = Head(record.number, record.hash, on, self.head.last_round)
        index_record(self.rows, record, content)
        if key is not None:
            self._set(self._keyed, key, record)
        accounts, state = latest(record, content)
        for name, row in accounts.items():
            self._set(self.account_rows, name, row)
        if state is not None:
            self._set(self.state_rows, subject, state)
        if round is not None:
            self._set(self._cache.rounds, round, (*self.of_round(round), record))
        return record

    def _checked_day(self, day: date | None, *, falls: bool) -> str:
        on = self.day if day is None else day.isoformat()
        if on < self.day and not falls:
            raise BooksError(f"the books stand at {self.day}: nothing is recorded for {on}")
        if on > self.now[:10] and on > _day_after(self.now[:10]):
            raise BooksError(f"it is {self.now[:10]}: nothing is recorded for {on} yet")
        return on

    def _post(self, kind: str, postings: Sequence[Posting]) -> list[list[object]]:
        known = self._cache.accounts
        lines: list[list[object]] = []
        for account, cents, purpose in checked(postings):
            after = self.cents(account) + cents
            self._set(known, account, after)
            lines.append([str(account), cents, purpose, after])
        for account, _, _ in postings:
            if known[account] < 0 and not PURSES[account.purse].may_owe:
                raise LedgerError(f"{account} is short of {money(-known[account])}: {kind} refused")
        return lines

    # --- one unit's part of the batch ---------------------------------------------------------

    def mark(self) -> None:
        """Marks where a unit begins; what came before it can no longer be undone."""
        self._undo.clear()
        if self._savepoint is not None:
            self._savepoint.commit()
            self._savepoint = None
        self._marked = self.head, {table: len(rows) for table, rows in self.rows.items()}

    def wipe(self) -> None:
        """Undoes everything that was written since the mark."""
        if self._savepoint is not None:
            self._savepoint.rollback()
            self._savepoint = None
        while self._undo:
            known, key, before = self._undo.pop()
            if before is _ABSENT:
                del known[key]
            else:
                known[key] = before
        self.head, lengths = self._marked
        for table, rows in self.rows.items():
            del rows[lengths.get(table, 0) :]

    def _set(self, known: dict[Any, Any], key: object, value: object) -> None:
        self._undo.append((known, key, known.get(key, _ABSENT)))
        known[key] = value


def _known(known: dict[K, V], key: K, read: Callable[[K], V]) -> V:
    """The value under a key, read from the books if it is not known yet."""
    if key not in known:
        known[key] = read(key)
    return known[key]


@lru_cache(maxsize=8)
def _day_after(day: str) -> str:
    return (date.fromisoformat(day) + timedelta(days=1)).isoformat()
