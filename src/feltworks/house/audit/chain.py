"""The chain checked once from its first link: links, entries, balances, states.

The check keeps its own running balance of every account and its own state of every subject, made
from nothing but the records, and compares each record with them. At the end they are what the
tables of present balances and states must say.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any

from feltworks.house.books import Record
from feltworks.house.books.chain import GENESIS, UNREADABLE, entry_in
from feltworks.house.books.index import OUTCOMES, ROUND_OPENED, Row
from feltworks.house.books.reader import State
from feltworks.house.errors import Violation
from feltworks.house.ledger import PURSES, LedgerAccount, accounts
from feltworks.money import money
from feltworks.regulation import jackpot_law


class ChainCheck:
    """Takes records in order and yields what is wrong with each."""

    def __init__(self) -> None:
        self.number = 0
        self.hash = GENESIS
        self.day = ""
        self.last_round = 0
        self.balances: defaultdict[LedgerAccount, int] = defaultdict(int)
        self.states: dict[str, State] = {}
        self.last_posted: dict[LedgerAccount, int] = {}
        self.last_stated: dict[str, int] = {}
        self.in_escrow: dict[int, int] = {}
        """Open rounds with what they have in escrow."""

    def take(self, record: Record) -> Iterator[Violation]:
        """Checks the next record."""
        yield from self._link(record)
        try:
            content = record.content
        except ValueError:
            yield Violation(record.number, "records", "its body is not a JSON object")
            return
        for check in (self._entry, self._round, self._state):
            try:
                for kind, text in check(record, content):
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
        if record.day < self.day:
            yield Violation(record.number, "days", f"its day {record.day} is before {self.day}")
        self.number, self.hash, self.day = record.number, record.hash, record.day

    def _entry(self, record: Record, content: State) -> Iterator[tuple[str, str]]:
        postings = entry_in(content)
        if left := sum(posting.cents for posting, _ in postings):
            yield "ledger", f"its entry does not balance: {money(left)} is left over"
        for (account, cents, _), after in postings:
            self.balances[account] += cents
            self.last_posted[account] = record.number
            held = self.balances[account]
            if held != after:
                yield "ledger", f"{account} stands at {money(held)} and it says {money(after)}"
        for account in {posting.account for posting, _ in postings}:
            purse = PURSES.get(account.purse)
            if purse is None:
                yield "ledger", f"{account} is an account of no known purse"
            elif self.balances[account] < 0 and not purse.may_owe:
                yield "ledger", f"{account} is short of {money(-self.balances[account])}"

    def _round(self, record: Record, content: State) -> Iterator[tuple[str, str]]:
        round = record.round
        if round is None:
            return
        if record.kind == ROUND_OPENED:
            if round <= self.last_round:
                yield "rounds", f"round {round} comes after round {self.last_round}"
            self.last_round = round
            self.in_escrow[round] = 0
        entry = entry_in(content)
        held = sum(posting.cents for posting, _ in entry if posting.account.purse == "escrow")
        if round in self.in_escrow:
            self.in_escrow[round] += held
        elif held:
            yield "escrow", f"round {round} moves escrow and is not in flight"
        if record.kind in OUTCOMES and (left := self.in_escrow.pop(round, 0)):
            yield "escrow", f"round {round} ends with {money(left)} left in escrow"

    def _state(self, record: Record, content: State) -> Iterator[tuple[str, str]]:
        if "after" not in content:
            return
        if content["before"] != self.states.get(record.subject):
            yield "states", f"{record.subject} was not as it says before"
        self.states[record.subject] = content["after"]
        self.last_stated[record.subject] = record.number
        kind, _, name = record.subject.partition(" ")
        if kind == "jackpot":
            held = self.balances.get(accounts.displayed(name), 0)
            for text in _display_faults(record, name, content, held):
                yield "jackpots", text

    def end(
        self, accounts: dict[LedgerAccount, Row], states: dict[str, Row]
    ) -> Iterator[Violation]:
        """The tables of present balances and states, compared with the check's own."""
        for account in sorted({*self.balances, *accounts}):
            row, at = accounts.get(account), self.last_posted.get(account, 0)
            if row is None or (row["cents"], row["record"]) != (self.balances.get(account), at):
                cents = None if row is None else row["cents"]
                found = money(cents) if isinstance(cents, int) else repr(cents)
                text = (
                    f"accounts has {'nothing' if row is None else found} for {account}, which "
                    f"holds {money(self.balances[account])}"
                )
                yield Violation(_broken(row, at), "accounts", text)
        for subject in sorted({*self.states, *states}):
            row, at = states.get(subject), self.last_stated.get(subject, 0)
            if row is None or (row["state"], row["record"]) != (self.states.get(subject), at):
                text = f"standings does not have {subject} as it was last recorded"
                yield Violation(_broken(row, at), "standings", text)
        if total := sum(self.balances.values()):
            yield Violation(0, "ledger", f"all accounts together come to {money(total)}")


def _broken(row: Row | None, at: int) -> int:
    """The record to name: the one the row comes from, if that is one the check has not met."""
    return at if row is None or not at else max(at, row["record"])


def _display_faults(
    record: Record, name: str, content: Mapping[str, Any], held: int
) -> Iterator[str]:
    """A jackpot displays what the ledger holds, and never less without a lawful reason."""
    before, after = content["before"], content["after"]
    if after["displayed"] != held:
        yield f"{name} displays {money(after['displayed'])} and holds {money(held)}"
    for part, carried in after["carry"].items():
        if not 0 <= Fraction(carried) < 1:
            yield f"{name} carries {carried} of a cent for its {part}"
    fallen = 0 if before is None else before["displayed"] - after["displayed"]
    if fallen > 0 and (why := _unlawful(record, content, fallen)):
        yield f"{name} fell by {money(fallen)}: {why}"


def _unlawful(record: Record, content: Mapping[str, Any], fallen: int) -> str | None:
    """Why the display may not have fallen; None where it may."""
    facts: Mapping[str, Any] = content.get("facts", {})
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
