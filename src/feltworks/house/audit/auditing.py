"""The audit of a whole house, and its report.

Each part is a function from the books to violations and finds all it can; the report puts them in
the order of the records, so that the first is where the trouble begins.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from sqlalchemy import select

from feltworks.errors import FeltworksError
from feltworks.house.audit.filing import misfiled
from feltworks.house.audit.papers import changed_papers, missing_papers
from feltworks.house.audit.walk import Walk
from feltworks.house.books import schema
from feltworks.house.books.chain import UNREADABLE
from feltworks.house.books.index import file_record
from feltworks.house.books.reader import CHUNK, Head
from feltworks.house.ledger import read_account
from feltworks.house.rounds.verifying import Verifier
from feltworks.house.violations import Violation
from feltworks.money import money

if TYPE_CHECKING:
    from feltworks.house.books import Record
    from feltworks.house.books.index import Row, Rows
    from feltworks.house.books.reader import Reader
    from feltworks.house.ledger import LedgerAccount

Progress = Callable[[str, int, int], None]
FIRST_DAY = schema.FIRST_HEAD["day"]


def unwatched(what: str, done: int, of: int) -> None:
    """Nobody watches."""


@dataclass(frozen=True, slots=True)
class Report:
    """What an audit looked at and found; the head is what a later audit can be held against."""

    records: int
    rounds: int
    replayed: int
    head: Head
    violations: tuple[Violation, ...]

    @property
    def in_order(self) -> bool:
        return not self.violations

    @property
    def first(self) -> Violation | None:
        """Where the trouble begins."""
        return self.violations[0] if self.violations else None

    def as_json(self) -> dict[str, Any]:
        return {
            "in_order": self.in_order,
            "records": self.records,
            "rounds": self.rounds,
            "rounds_replayed": self.replayed,
            "seal": f"{self.head.number}:{self.head.hash}",
            "first_broken_record": self.first.record or None if self.first else None,
            "violations": [violation.as_json() for violation in self.violations],
        }


def audit(
    reader: Reader,
    *,
    replay: bool = True,
    seal: tuple[int, str] | None = None,
    progress: Progress = unwatched,
) -> Report:
    """Checks everything; `seal` is a record's number and hash that were noted earlier."""
    head = reader.head()
    violations = list(_chain(reader, head, progress))
    violations += changed_papers(reader)
    if seal is not None:
        violations += _sealed(reader, *seal)
    replayed = 0
    for found in _rounds(reader, progress) if replay else ():
        violations += found
        replayed += 1
    # A round that cannot be replayed may show the very damage that the walk has found.
    told = sorted(dict.fromkeys(violations), key=lambda each: (each.record or 10**18, each))
    return Report(head.number, reader.count("rounds"), replayed, head, tuple(told))


def _chain(reader: Reader, head: Head, progress: Progress) -> Iterator[Violation]:
    walk = Walk()
    rows = dict.fromkeys(("postings", "rounds", "seatings", "closings", "keys"), 0)
    chunk: list[Record] = []
    for record in reader.chain():
        yield from walk.take(record)
        chunk.append(record)
        if len(chunk) == CHUNK:
            yield from _chunk(reader, chunk, rows)
            progress("records", record.number, head.number)
            chunk = []
    yield from _chunk(reader, chunk, rows)
    if (walk.number, walk.hash) != (head.number, head.hash):
        text = f"the chain ends with record {walk.number} and its head is {head.number}"
        yield Violation(min(walk.number, head.number) + 1, "chain", text)
    if (walk.day or FIRST_DAY, walk.last_round) != (head.day, head.last_round):
        text = (
            f"the head has the day {head.day} and round {head.last_round}, the records end with "
            f"{walk.day or FIRST_DAY} and {walk.last_round}"
        )
        yield Violation(head.number, "head", text)
    for name, due in rows.items():
        if (there := reader.count(name)) > due:
            text = f"{name} has {there} rows and the records call for {due}"
            yield Violation(0, "index", text)
    yield from walk.ends(_accounts(reader), _standings(reader))
    yield from _escrow(reader, walk)


def _chunk(reader: Reader, records: list[Record], rows: dict[str, int]) -> Iterator[Violation]:
    if not records:
        return
    yield from misfiled(reader, records)
    yield from missing_papers(reader, records)
    for record in records:
        # What a damaged record calls for is not known; that it is damaged is told elsewhere.
        with suppress(*UNREADABLE):
            called_for: Rows = defaultdict(list)
            file_record(called_for, record, record.content)
            for name in rows:
                rows[name] += len(called_for[name])


def _escrow(reader: Reader, walk: Walk) -> Iterator[Violation]:
    """What lies in escrow is what rounds in flight have there."""
    flying = set(reader.open_rounds())
    for round in sorted(flying ^ walk.in_escrow.keys()):
        text = f"round {round} is in flight by the {'index' if round in flying else 'records'} only"
        yield Violation(0, "escrow", text)
    held = sum(cents for account, cents in walk.balances.items() if account.purse == "escrow")
    if held != sum(walk.in_escrow.values()):
        text = f"escrow holds {money(held)}, rounds in flight {money(sum(walk.in_escrow.values()))}"
        yield Violation(0, "escrow", text)


def _accounts(reader: Reader) -> dict[LedgerAccount, Row]:
    rows = reader.connection.execute(select(schema.accounts))
    return {read_account(row.name): dict(row._mapping) for row in rows}


def _standings(reader: Reader) -> dict[str, Row]:
    rows = reader.connection.execute(select(schema.standings))
    return {row.subject: {**row._mapping, "state": _parsed(row.state)} for row in rows}


def _parsed(state: str) -> object:
    try:
        return json.loads(state)
    except (TypeError, ValueError):
        return None


def _sealed(reader: Reader, number: int, hash: str) -> Iterator[Violation]:
    record = reader.record(number)
    if record is None or record.hash != hash:
        yield Violation(number, "seal", "it is not the record whose hash was noted")


def _rounds(reader: Reader, progress: Progress) -> Iterator[tuple[Violation, ...]]:
    """Every round verified, the violations of each."""
    verifier = Verifier(reader)
    numbers = list(reader.connection.scalars(select(schema.rounds.c.number).order_by("number")))
    for done, number in enumerate(numbers, start=1):
        if done % 50 == 0:
            progress("rounds", done, len(numbers))
        yield _verified(verifier, number)


def _verified(verifier: Verifier, number: int) -> tuple[Violation, ...]:
    try:
        return verifier.verify(number).violations
    except (FeltworksError, *UNREADABLE) as error:
        return (Violation(0, "rounds", f"round {number} cannot be told: {error}"),)
