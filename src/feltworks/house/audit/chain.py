"""The chain checked once, link by link: hashes, times, entries, balances, states.

The check rebuilds the books from the records alone and compares each record with the books before
it. At the end the tables of present balances and states must equal the rebuilt ones.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from typing import Any

from feltworks.house.audit.derived import DerivedCheck
from feltworks.house.audit.running import RunningBooks
from feltworks.house.books import Record, kinds
from feltworks.house.books.chain import GENESIS, UNREADABLE, Row, entry_in
from feltworks.house.errors import Violation
from feltworks.house.ledger import PURSES, accounts, read_account
from feltworks.money import money
from feltworks.regulation import jackpot_law

_TEXTS = ("at", "day", "kind", "subject", "body", "previous", "hash")


class ChainCheck:
    """Takes records in order and yields what is wrong with each."""

    def __init__(self, books: RunningBooks) -> None:
        self.number = 0
        self.hash = GENESIS
        self.at = ""
        self.day = ""
        self.last_round = 0
        self.books = books
        self.derived = DerivedCheck(books)

    def take(self, record: Record) -> Iterator[Violation]:
        """Checks the next record."""
        record, faults = _as_text(record)
        yield from faults
        yield from self._link(record)
        yield from self._time(record)
        try:
            _ = record.content
        except ValueError:
            yield Violation(record.number, "records", "its body is not a JSON object")
            return
        for check in (self.derived.faults, self._entry, self._round, self._state):
            try:
                for kind, text in check(record):
                    yield Violation(record.number, kind, text)
            except UNREADABLE:
                yield Violation(record.number, "records", "its body cannot be read")

    def _link(self, record: Record) -> Iterator[Violation]:
        for number in range(self.number + 1, record.number)[:5]:
            yield Violation(number, "chain", "it is missing")
        if record.expected_hash() != record.hash:
            yield Violation(record.number, "chain", "it does not fit its hash: it was changed")
        if record.previous != self.hash:
            text = f"it does not follow record {self.number}: its link is another"
            yield Violation(record.number, "chain", text)
        self.number, self.hash = record.number, record.hash

    def _time(self, record: Record) -> Iterator[Violation]:
        """Checks that days and times never go back, except where somebody answered for a wrong
        clock."""
        if record.kind != kinds.CLOCK_ACCEPTED:
            if record.day < self.day:
                yield Violation(record.number, "days", f"its day {record.day} is before {self.day}")
            if record.at < self.at:
                text = f"its time {record.at} is before {self.at} of the record before it"
                yield Violation(record.number, "times", text)
        self.at, self.day = record.at, record.day

    def _entry(self, record: Record) -> Iterator[tuple[str, str]]:
        postings, books = entry_in(record.content), self.books
        if left := sum(posting.cents for posting, _ in postings):
            yield "ledger", f"its entry does not balance: {money(left)} is left over"
        for (account, cents, _), after in postings:
            books.balances[account] += cents
            books.last_posted[account] = record.number
            held = books.balances[account]
            if held != after:
                yield "ledger", f"{account} stands at {money(held)} and it says {money(after)}"
        for account in {posting.account for posting, _ in postings}:
            purse = PURSES.get(account.purse)
            if purse is None:
                yield "ledger", f"{account} is an account of no known purse"
            elif books.balances[account] < 0 and not purse.may_owe:
                yield "ledger", f"{account} is short of {money(-books.balances[account])}"

    def _round(self, record: Record) -> Iterator[tuple[str, str]]:
        round, still_open = record.round, self.books.open_rounds
        if round is None:
            return
        if record.kind == kinds.ROUND_OPENED:
            if round <= self.last_round:
                yield "rounds", f"round {round} comes after round {self.last_round}"
            self.last_round = round
            still_open[round] = []
        if round in still_open:
            still_open[round].append(record)
        elif escrowed([record]):
            yield "escrow", f"round {round} moves escrow and is not in flight"
        if record.kind in kinds.OUTCOMES and (left := escrowed(still_open.pop(round, []))):
            yield "escrow", f"round {round} ends with {money(left)} left in escrow"

    def _state(self, record: Record) -> Iterator[tuple[str, str]]:
        content, books = record.content, self.books
        if "after" not in content:
            return
        if not books.is_state(record.subject, content["before"]):
            yield "states", f"{record.subject} was not as it says before"
        books.set_state(record.subject, content["after"])
        books.last_stated[record.subject] = record.number
        kind, _, name = record.subject.partition(" ")
        if kind == "jackpot":
            held = books.cents(accounts.displayed(name))
            for text in _display_faults(record, name, held):
                yield "jackpots", text

    def end(self, accounts: dict[str, Row], states: dict[str, Row]) -> Iterator[Violation]:
        """Compares the tables of present balances and states with the rebuilt ones."""
        books = self.books
        yield from self.derived.end()
        held = {str(account): cents for account, cents in books.balances.items()}
        for name in sorted({*held, *accounts}):
            row, at = accounts.get(name), books.last_posted.get(read_account(name), 0)
            if row is None or (row["cents"], row["record"]) != (held.get(name), at):
                cents = None if row is None else row["cents"]
                found = money(cents) if isinstance(cents, int) else repr(cents)
                text = (
                    f"accounts has {'nothing' if row is None else found} for {name}, which "
                    f"holds {money(held.get(name, 0))}"
                )
                yield Violation(_broken(row, at), "accounts", text)
        for subject in sorted({*books.subjects(), *states}):
            row, at = states.get(subject), books.last_stated.get(subject, 0)
            if row is None or row["record"] != at or not books.is_state(subject, row["state"]):
                text = f"standings does not have {subject} as it was last recorded"
                yield Violation(_broken(row, at), "standings", text)
        if total := sum(books.balances.values()):
            yield Violation(0, "ledger", f"all accounts together come to {money(total)}")


def escrowed(records: list[Record]) -> int:
    """What the records of a round have put into escrow and not taken out."""
    return sum(
        posting.cents
        for record in records
        for posting in record.postings
        if posting.account.purse == "escrow"
    )


def _as_text(record: Record) -> tuple[Record, list[Violation]]:
    """The record with texts in all text columns, whatever somebody else has put there."""
    texts_there = (record.at, record.day, record.kind, record.subject, record.body)
    types = {str, type(record.previous), type(record.hash), *map(type, texts_there)}
    if len(types) == 1 and (record.round is None or type(record.round) is int):
        return record, []
    wrong = {name: getattr(record, name) for name in _TEXTS}
    wrong = {name: found for name, found in wrong.items() if not isinstance(found, str)}
    faults = [
        Violation(record.number, "records", f"its {name} is no text: {str(found)[:40]}")
        for name, found in wrong.items()
    ]
    if record.round is not None and type(record.round) is not int:
        text = f"its round is no number: {str(record.round)[:40]}"
        faults.append(Violation(record.number, "records", text))
        record = replace(record, round=None)
    texts: dict[str, Any] = {name: str(found) for name, found in wrong.items()}
    return (replace(record, **texts) if wrong else record), faults


def _broken(row: Row | None, at: int) -> int:
    """The record to name in a violation: the one the row comes from, if it is still unread."""
    if row is None or not at or type(row["record"]) is not int:
        return at
    return max(at, row["record"])


def _display_faults(record: Record, name: str, held: int) -> Iterator[str]:
    """Checks that a jackpot displays what the ledger holds, and falls only for a lawful reason."""
    before, after = record.content["before"], record.content["after"]
    if after["displayed"] != held:
        yield f"{name} displays {money(after['displayed'])} and holds {money(held)}"
    for part, carried in after["carry"].items():
        if not 0 <= Fraction(carried) < 1:
            yield f"{name} carries {carried} of a cent for its {part}"
    fallen = 0 if before is None else before["displayed"] - after["displayed"]
    if fallen > 0 and (why := _unlawful(record, fallen)):
        yield f"{name} fell by {money(fallen)}: {why}"


def _unlawful(record: Record, fallen: int) -> str | None:
    """Why the display may not have fallen; None if it may."""
    facts = record.facts
    if record.kind == "jackpot won":
        # A meter may rise in the same record, so that it falls by less than was won.
        return None if facts["prize"] >= fallen else "more than was won"
    if record.kind not in ("jackpot adjusted", "jackpot removed"):
        return f"{record.kind!r} is no reason"
    if not facts.get("document"):
        return "no document is named"
    if record.kind == "jackpot removed" or jackpot_law().allows_fall(facts["because"]):
        return None
    return f"{facts['because']!r} is no reason the state allows"
