"""The audit of a whole house, and its report.

Each part is a function from the books to violations and finds all it can; the report puts them in
the order of the records, so that the first is where the trouble begins.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Table, select

from feltworks.errors import FeltworksError
from feltworks.house.audit.chain import ChainCheck
from feltworks.house.audit.indexes import (
    changed_papers,
    index_violations,
    missing_papers,
    rows_called_for,
)
from feltworks.house.audit.rounds import Verifier
from feltworks.house.books import Record, schema
from feltworks.house.books.chain import UNREADABLE
from feltworks.house.books.index import Row
from feltworks.house.books.reader import CHUNK, Head, Reader
from feltworks.house.errors import Violation
from feltworks.house.ledger import read_account
from feltworks.money import money

Progress = Callable[[str, int, int], None]
FIRST_DAY = schema.FIRST_HEAD["day"]
INDEXES = ("postings", "rounds", "seatings", "closings", "keys", "decks")


def no_progress(what: str, done: int, of: int) -> None:
    """Shows nothing."""


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
    progress: Progress = no_progress,
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
    # A round that cannot be replayed may show the very damage that the chain's check has found.
    ordered = sorted(dict.fromkeys(violations), key=lambda each: (each.record or 10**18, each))
    return Report(head.number, reader.count("rounds"), replayed, head, tuple(ordered))


def _chain(reader: Reader, head: Head, progress: Progress) -> Iterator[Violation]:
    check = ChainCheck()
    called_for: Counter[str] = Counter()
    chunk: list[Record] = []
    for record in reader.chain():
        yield from check.take(record)
        chunk.append(record)
        if len(chunk) == CHUNK:
            yield from _chunk(reader, chunk, called_for)
            progress("records", record.number, head.number)
            chunk = []
    yield from _chunk(reader, chunk, called_for)
    if (check.number, check.hash) != (head.number, head.hash):
        text = f"the chain ends with record {check.number} and its head is {head.number}"
        yield Violation(min(check.number, head.number) + 1, "chain", text)
    if (check.day or FIRST_DAY, check.last_round) != (head.day, head.last_round):
        text = (
            f"the head has the day {head.day} and round {head.last_round}, the records end with "
            f"{check.day or FIRST_DAY} and {check.last_round}"
        )
        yield Violation(head.number, "head", text)
    for name in INDEXES:
        if (there := reader.count(name)) > called_for[name]:
            text = f"{name} has {there} rows and the records call for {called_for[name]}"
            yield Violation(0, "index", text)
    accounts = {read_account(row["name"]): row for row in _rows(reader, schema.accounts)}
    states = {
        row["subject"]: {**row, "state": _parsed(row["state"])}
        for row in _rows(reader, schema.standings)
    }
    yield from check.end(accounts, states)
    yield from _escrow(reader, check)


def _chunk(reader: Reader, records: list[Record], called_for: Counter[str]) -> Iterator[Violation]:
    if not records:
        return
    rows, unreadable = rows_called_for(records)
    yield from unreadable
    yield from index_violations(reader, records, rows)
    yield from missing_papers(reader, records)
    called_for.update({name: len(rows[name]) for name in INDEXES})


def _escrow(reader: Reader, check: ChainCheck) -> Iterator[Violation]:
    """What lies in escrow is what open rounds have there."""
    open_rounds = set(reader.open_rounds())
    for round in sorted(open_rounds ^ check.in_escrow.keys()):
        where = "index" if round in open_rounds else "records"
        yield Violation(0, "escrow", f"round {round} is in flight by the {where} only")
    due = sum(check.in_escrow.values())
    held = sum(cents for account, cents in check.balances.items() if account.purse == "escrow")
    if held != due:
        text = f"escrow holds {money(held)}, rounds in flight {money(due)}"
        yield Violation(0, "escrow", text)


def _rows(reader: Reader, table: Table) -> Iterator[Row]:
    for row in reader.connection.execute(select(table)):
        yield dict(row._mapping)


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
        try:
            yield verifier.verify(number).violations
        except (FeltworksError, *UNREADABLE) as error:
            yield (Violation(0, "rounds", f"round {number} cannot be told: {error}"),)
