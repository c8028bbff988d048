"""Audits that begin at a checkpoint instead of the first record, and the check of seals.

A checkpoint has the hash of a record and a digest of all balances and states at that record. The
books at that record are found from the present ones by undoing what later records did. If they
match the digest, everything before is as it was noted, and the audit goes on from there.
"""

from __future__ import annotations

import contextlib
import json
from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from typing import Any

from sqlalchemy import func, or_, select

from feltworks.house.audit.chain import ChainCheck
from feltworks.house.audit.repairs import Repairs
from feltworks.house.audit.running import RunningBooks, digest_of
from feltworks.house.books import Reader, State, schema
from feltworks.house.books.chain import UNREADABLE, Row, canonical, entry_in
from feltworks.house.errors import Violation
from feltworks.house.ledger import read_account
from feltworks.house.seals import BooksCheckpoint, Seal


def checkpoint(reader: Reader) -> BooksCheckpoint:
    """The checkpoint of the books as they stand."""
    head = reader.head()
    accounts, standings = schema.accounts.c, schema.standings.c
    balances = reader.connection.execute(select(accounts.name, accounts.cents))
    states = reader.connection.execute(select(standings.subject, standings.state))
    digest = digest_of(
        ((_text(name), cents if type(cents) is int else 0) for name, cents in balances),
        ((_text(subject), _text(state)) for subject, state in states),
    )
    return BooksCheckpoint(head.number, head.hash, digest)


def account_rows(reader: Reader) -> dict[str, Row]:
    """The table of balances by account name, including names that somebody else put there."""
    rows = reader.connection.execute(select(schema.accounts))
    return {_text(row.name): dict(row._mapping) for row in rows}


def state_rows(reader: Reader) -> dict[str, Row]:
    """The table of states by subject, each state parsed; None if it cannot be parsed."""
    rows = reader.connection.execute(select(schema.standings))
    return {_text(row.subject): {**row._mapping, "state": _parsed(row.state)} for row in rows}


def _text(name: object) -> str:
    return name if isinstance(name, str) else repr(name)


def _parsed(state: object) -> Any:  # noqa: ANN401 - whatever stands there
    try:
        return json.loads(state)  # type: ignore[arg-type]
    except (TypeError, ValueError):
        return None


# --- going on from a checkpoint ----------------------------------------------------------------


def check_from(reader: Reader, since: BooksCheckpoint) -> tuple[ChainCheck, list[Violation]]:
    """A check that starts at a checkpoint, and what does not match the checkpoint."""
    books = RunningBooks(reader)
    check = ChainCheck(books)
    record = reader.record(since.number) if since.number else None
    if since.number and (record is None or record.hash != since.hash):
        text = "it is not the record that was noted: the audit begins at the first one"
        return check, [Violation(since.number, "checkpoint", text)]
    states = _rewind(reader, books, since.number)
    found = digest_of(
        ((str(account), cents) for account, cents in books.balances.items()),
        ((subject, canonical(state)) for subject, state in states.items()),
    )
    if found != since.state:
        text = "balances and states as of it are not those that were noted"
        return ChainCheck(RunningBooks(reader)), [Violation(since.number, "checkpoint", text)]
    if record is not None:
        check.number, check.hash = record.number, record.hash
        check.at, check.day = record.at, record.day
    _reopen(reader, check, since.number)
    check.derived.decks.stand_at(reader, since.number)
    return check, []


def _rewind(reader: Reader, books: RunningBooks, number: int) -> dict[str, State]:
    """Rewinds the books to a record: later postings are subtracted, states set back."""
    since: Counter[str] = Counter()
    before: dict[str, State | None] = {}
    for record in reader.chain(after=number):
        # The walk that follows reports what cannot be read.
        with contextlib.suppress(*UNREADABLE):
            content = record.content
            for (account, cents, _), _ in entry_in(content):
                since[str(account)] += cents
            if "after" in content:
                before.setdefault(record.subject, content["before"])
    for name, row in account_rows(reader).items():
        if type(row["cents"]) is int:
            account = read_account(name)
            books.balances[account] = row["cents"] - since[name]
            books.last_posted[account] = row["record"]
    states: dict[str, State] = {}
    for subject, row in state_rows(reader).items():
        state = before.get(subject, row["state"])
        if isinstance(state, dict):
            states[subject] = state
            books.set_state(subject, state)
            books.last_stated[subject] = row["record"]
    return states


def _reopen(reader: Reader, check: ChainCheck, number: int) -> None:
    """The rounds that were open at a record, with their records up to it."""
    rounds, closings = schema.rounds.c, schema.closings.c
    query = (
        select(rounds.number)
        .outerjoin(schema.closings, closings.round == rounds.number)
        .where(rounds.record <= number, or_(closings.round.is_(None), closings.record > number))
    )
    for round in reader.connection.scalars(query):
        records = [record for record in reader.of_round(round) if record.number <= number]
        check.books.open_rounds[round] = records
    last = select(func.max(rounds.number)).where(rounds.record <= number)
    check.last_round = reader.connection.scalar(last) or 0


# --- seals -------------------------------------------------------------------------------------


def sealed_violations(
    reader: Reader,
    repairs: Repairs,
    seals: Sequence[Seal],
    keys: Collection[str],
    *,
    may_end_before: bool,
) -> Iterator[Violation]:
    """Faults of the seals, and records that differ from those that were sealed."""
    for seal, fault in seal_faults(seals, keys, repairs):
        yield Violation(seal.record, "seals", f"seal {seal.serial}: {fault}")
    for seal in seals:
        if repairs.lost_by(seal) is not None:
            continue
        record = reader.record(seal.record)
        if seal.record and record is None:
            if may_end_before:
                continue
            text = f"seal {seal.serial} of {seal.at} covers it and it is not there"
            yield Violation(seal.record, "seals", text)
        elif record is not None and record.hash != seal.hash:
            text = f"it is not the record that seal {seal.serial} of {seal.at} covers"
            yield Violation(seal.record, "seals", text)


def seal_faults(
    seals: Sequence[Seal], keys: Collection[str] = (), repairs: Repairs | None = None
) -> Iterator[tuple[Seal, str]]:
    """What is wrong with the seals themselves.

    Without keys all must be signed with the first one's key; with keys, each with one of them. A
    seal may name an earlier record or time than the one before it only because of a repair.
    """
    known = set(keys) or {seal.key for seal in seals[:1]}
    before: Seal | None = None
    for seal in seals:
        if not seal.is_genuine():
            yield seal, "its signature does not fit: it was changed"
        if seal.key not in known:
            yield seal, f"it is signed by the key {seal.key[:16]}..., which is not known"
        if before is not None:
            yield from ((seal, fault) for fault in _order(seal, before, repairs))
        before = seal


def _order(seal: Seal, before: Seal, repairs: Repairs | None) -> Iterator[str]:
    if seal.serial != before.serial + 1:
        yield f"it follows seal {before.serial}: those between are missing"
    elif seal.previous != before.digest:
        yield f"it does not follow seal {before.serial}: its link is another"
    if seal.house != before.house:
        yield f"it is a seal of {seal.house!r} and the one before of {before.house!r}"
    if seal.record < before.record and (repairs is None or repairs.lost_by(before) is None):
        text = f"its record {seal.record} is before record {before.record}"
        yield f"{text} of seal {before.serial}"
    if seal.at < before.at and not (repairs and repairs.time_may_fall(before, seal.record)):
        yield f"its time {seal.at} is before {before.at} of seal {before.serial}"


def last_that_holds(reader: Reader, seals: Sequence[Seal]) -> Seal | None:
    """The newest seal whose record is in the books."""
    for seal in reversed(seals):
        record = reader.record(seal.record)
        if seal.is_genuine() and record is not None and record.hash == seal.hash:
            return seal
    return None
