"""A page: what one turn of the pen reads and adds, all of it or nothing.

Several events share a page and a commit. Each sees what those before it on the page did; one that
fails is wiped off and leaves the others standing. Nothing reaches the database before the page is
whole. What a page has read may serve the next one as long as nobody else wrote in between, which
the head of the chain tells.
"""

from __future__ import annotations

from collections import defaultdict
from datetime import date
from functools import partial
from itertools import islice
from typing import TYPE_CHECKING, Any

from feltworks.house.books.chain import Record, paper_hash, sealed
from feltworks.house.books.index import file_record, latest
from feltworks.house.errors import BooksError, LedgerError
from feltworks.house.ledger import PURSES
from feltworks.house.ledger.postings import checked
from feltworks.money import money

if TYPE_CHECKING:
    from collections.abc import Callable

    from feltworks.house.books.chain import Event
    from feltworks.house.books.index import Row, Rows
    from feltworks.house.books.reader import Head, Reader, State
    from feltworks.house.ledger import LedgerAccount

MOST_REMEMBERED = 50_000
MOST_ROUNDS = 1_000
LONGEST_KEY = 200


class Memory:
    """What the books are known to say at one link of the chain."""

    __slots__ = ("accounts", "at", "rounds", "standings")

    def __init__(self) -> None:
        self.at = -1
        self.accounts: dict[LedgerAccount, int] = {}
        self.standings: dict[str, State | None] = {}
        self.rounds: dict[int, list[Record]] = {}

    def forget_old_rounds(self) -> None:
        """Lets the oldest rounds go, which are over and would be read again if anybody asked."""
        for round in list(islice(self.rounds, max(0, len(self.rounds) - MOST_ROUNDS))):
            del self.rounds[round]

    def is_of(self, head: Head) -> bool:
        size = len(self.accounts) + len(self.standings) + len(self.rounds)
        return self.at == head.number and size < MOST_REMEMBERED


class Page:
    """Open while the pen holds the lock; `now` is the time of everything on it."""

    def __init__(self, reader: Reader, head: Head, memory: Memory, now: str) -> None:
        self.reader = reader
        self.now = now
        self.rows: Rows = defaultdict(list)
        self.accounts: dict[str, Row] = {}
        self.standings: dict[str, Row] = {}
        self._memory = memory
        self._number, self._hash, self.day = head.number, head.hash, head.day
        self.last_round = head.last_round
        self._keyed: dict[str, Record] = {}
        self._undo: list[Callable[[], object]] = []

    @property
    def number(self) -> int:
        """The number of the last record, this page's included."""
        return self._number

    @property
    def hash(self) -> str:
        return self._hash

    # --- what the books say, this page included ---------------------------------------------

    def cents(self, account: LedgerAccount) -> int:
        known = self._memory.accounts
        if account not in known:
            known[account] = self.reader.cents(account)
        return known[account]

    def standing(self, subject: str) -> State | None:
        known = self._memory.standings
        if subject not in known:
            known[subject] = self.reader.standing(subject)
        return known[subject]

    def of_round(self, round: int) -> list[Record]:
        known = self._memory.rounds
        if round not in known:
            known[round] = self.reader.of_round(round)
        return known[round]

    def last_of_kind(self, kind: str, subject: str) -> Record | None:
        """The latest record of a kind about a subject; one on this page is not on disk yet."""
        for row in reversed(self.rows["records"]):
            if row["kind"] == kind and row["subject"] == subject:
                return Record(**row)
        return self.reader.last_of_kind(kind, subject)

    def paper(self, hash: str) -> str | None:
        """A text that was filed; one on this page is not on disk yet."""
        for row in self.rows["papers"]:
            if row["hash"] == hash:
                return str(row["text"])
        return self.reader.paper(hash)

    def open_rounds(self, shift: int | None = None) -> list[int]:
        """Rounds that are in flight, with those that this page itself begins or ends."""
        begun = [
            row["number"] for row in self.rows["rounds"] if shift is None or row["shift"] == shift
        ]
        ended = {row["round"] for row in self.rows["closings"]}
        flying = [*self.reader.open_rounds(shift), *begun]
        return [round for round in flying if round not in ended]

    def deck(self, commitment: str) -> tuple[int | None, bool]:
        """The latest round from the deck behind a commitment, and whether it was shown since."""
        last, shown = self.reader.deck(commitment)
        begun = [row["number"] for row in self.rows["rounds"] if row["commitment"] == commitment]
        return max(begun, default=last), shown or f"shoe {commitment}" in self.standings

    def keyed(self, key: str) -> Record | None:
        return self._keyed.get(key) or self.reader.keyed(key)

    # --- what is added ------------------------------------------------------------------------

    def next_round(self) -> int:
        """A number for a new round."""
        before = self.last_round
        self._undo.append(partial(setattr, self, "last_round", before))
        self.last_round += 1
        self._memory.rounds[self.last_round] = []
        return self.last_round

    def keep(self, text: str) -> str:
        """Files a text and gives the hash it is kept under."""
        hash = paper_hash(text)
        self.rows["papers"].append({"hash": hash, "text": text})
        return hash

    def write(self, event: Event) -> Record:
        """Records the event and moves its money; a `LedgerError` where that cannot be."""
        content = self._content(event)
        if event.day.isoformat() < self.day:
            raise BooksError(f"the books stand at {self.day}: nothing is recorded for {event.day}")
        if event.day.toordinal() > date.fromisoformat(self.now[:10]).toordinal() + 1:
            raise BooksError(f"it is {self.now[:10]}: nothing is recorded for {event.day} yet")
        self._remember_state(event)
        day = event.day.isoformat()
        heading = (self._number + 1, self.now, day, event.kind, event.subject, event.round)
        record = sealed(heading, content, self._hash)
        before = (self._number, self._hash, self.day)
        self._undo.append(partial(self._wind_back, *before))
        self._number, self._hash, self.day = record.number, record.hash, day
        file_record(self.rows, record, content)
        if event.key is not None:
            self._keyed[event.key] = record
            self._undo.append(partial(self._keyed.pop, event.key))
        accounts, standing = latest(record, content)
        self._replace(self.accounts, accounts)
        if standing is not None:
            self._replace(self.standings, {event.subject: standing})
        if event.round is not None:
            told = self.of_round(event.round)
            told.append(record)
            self._undo.append(told.pop)
        return record

    def _content(self, event: Event) -> dict[str, Any]:
        content: dict[str, Any] = {}
        if event.facts:
            content["facts"] = dict(event.facts)
        if event.key is not None:
            if not 0 < len(event.key) <= LONGEST_KEY:
                raise BooksError(f"a key has from 1 to {LONGEST_KEY} characters")
            content["key"] = event.key
        if event.postings:
            content["postings"] = self._post(event)
        if event.after is not None:
            content["before"] = self.standing(event.subject)
            content["after"] = dict(event.after)
        return content

    def _post(self, event: Event) -> list[list[object]]:
        known = self._memory.accounts
        lines: list[list[object]] = []
        for posting in checked(event.postings):
            account = posting.account
            before = self.cents(account)
            self._undo.append(partial(known.__setitem__, account, before))
            known[account] = before + posting.cents
            lines.append([str(account), posting.cents, posting.purpose, known[account]])
        for posting in event.postings:
            account = posting.account
            if known[account] < 0 and not PURSES[account.purse].may_owe:
                short = money(-known[account])
                raise LedgerError(f"{account} is short of {short}: {event.kind} refused")
        return lines

    def _remember_state(self, event: Event) -> None:
        if event.after is not None:
            known, subject = self._memory.standings, event.subject
            before = known.get(subject)
            self._undo.append(partial(known.__setitem__, subject, before))
            known[subject] = dict(event.after)

    def _replace(self, latest: dict[str, Row], new: dict[str, Row]) -> None:
        for name, row in new.items():
            if name in latest:
                self._undo.append(partial(latest.__setitem__, name, latest[name]))
            else:
                self._undo.append(partial(latest.pop, name))
            latest[name] = row

    def _wind_back(self, number: int, hash: str, day: str) -> None:
        self._number, self._hash, self.day = number, hash, day

    # --- one event's part of the page ---------------------------------------------------------

    def mark(self) -> dict[str, int]:
        """A place to come back to; what lies before it can no longer be wiped off."""
        self._undo.clear()
        return {table: len(rows) for table, rows in self.rows.items()}

    def wipe(self, mark: dict[str, int]) -> None:
        """Takes everything off that was written since the mark."""
        while self._undo:
            self._undo.pop()()
        for table, rows in self.rows.items():
            del rows[mark.get(table, 0) :]
