"""The chain walked once from its first link: links, entries, balances, states.

The walk keeps its own running balance of every account and its own state of every subject, made
from nothing but the records, and holds each record against them. At the end they are what the
tables of latest words must say.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from feltworks.house.audit.displays import display_violations
from feltworks.house.books.chain import GENESIS, UNREADABLE, entry_in
from feltworks.house.books.index import OUTCOMES, ROUND_OPENED
from feltworks.house.ledger import PURSES
from feltworks.house.violations import Violation
from feltworks.money import money

if TYPE_CHECKING:
    from feltworks.house.books import Record
    from feltworks.house.books.index import Row
    from feltworks.house.ledger import LedgerAccount

State = dict[str, Any]


class Walk:
    """Takes records in order and yields what is wrong with each."""

    def __init__(self) -> None:
        self.number = 0
        self.hash = GENESIS
        self.day = ""
        self.balances: defaultdict[LedgerAccount, int] = defaultdict(int)
        self.states: dict[str, State] = {}
        self.last_posted: dict[LedgerAccount, int] = {}
        self.last_stated: dict[str, int] = {}
        self.in_escrow: dict[int, int] = {}
        """Rounds in flight with what they have in escrow."""
        self.last_round = 0

    def take(self, record: Record) -> Iterator[Violation]:
        """One more link."""
        yield from self._link(record)
        try:
            content = record.content
        except ValueError:
            yield Violation(record.number, "records", "its body is not a JSON object")
            return
        for check in (self._entry, self._round, self._state):
            try:
                yield from check(record, content)
            except UNREADABLE:
                yield Violation(record.number, "records", "its body cannot be read")

    def _link(self, record: Record) -> Iterator[Violation]:
        if record.number > self.number + 1:
            missing = range(self.number + 1, record.number)
            for number in missing[:5]:
                yield Violation(number, "chain", "it is missing")
        if record.expected_hash() != record.hash:
            yield Violation(record.number, "chain", "it does not fit its hash: it was changed")
        if record.previous != self.hash:
            text = f"it does not follow record {self.number}: its link is another"
            yield Violation(record.number, "chain", text)
        if record.day < self.day:
            yield Violation(record.number, "days", f"its day {record.day} is before {self.day}")
        self.number, self.hash, self.day = record.number, record.hash, record.day

    def _entry(self, record: Record, content: State) -> Iterator[Violation]:
        postings = entry_in(content)
        if left := sum(posting.cents for posting, _ in postings):
            text = f"its entry does not balance: {money(left)} is left over"
            yield Violation(record.number, "ledger", text)
        for (account, cents, _), after in postings:
            self.balances[account] += cents
            self.last_posted[account] = record.number
            if self.balances[account] != after:
                text = (
                    f"{account} stands at {money(self.balances[account])} and it says "
                    f"{money(after)}"
                )
                yield Violation(record.number, "ledger", text)
        for account in {posting.account for posting, _ in postings}:
            purse = PURSES.get(account.purse)
            if purse is None:
                text = f"{account} is an account of no known purse"
                yield Violation(record.number, "ledger", text)
            elif self.balances[account] < 0 and not purse.may_owe:
                short = money(-self.balances[account])
                yield Violation(record.number, "ledger", f"{account} is short of {short}")

    def _round(self, record: Record, content: State) -> Iterator[Violation]:
        if record.round is None:
            return
        if record.kind == ROUND_OPENED:
            if record.round <= self.last_round:
                text = f"round {record.round} comes after round {self.last_round}"
                yield Violation(record.number, "rounds", text)
            self.last_round = record.round
            self.in_escrow[record.round] = 0
        entry = entry_in(content)
        held = sum(posting.cents for posting, _ in entry if posting.account.purse == "escrow")
        if record.round in self.in_escrow:
            self.in_escrow[record.round] += held
        elif held:
            text = f"round {record.round} moves escrow and is not in flight"
            yield Violation(record.number, "escrow", text)
        if record.kind in OUTCOMES:
            left = self.in_escrow.pop(record.round, 0)
            if left:
                text = f"round {record.round} ends with {money(left)} left in escrow"
                yield Violation(record.number, "escrow", text)

    def _state(self, record: Record, content: State) -> Iterator[Violation]:
        if "after" not in content:
            return
        known = self.states.get(record.subject)
        if content["before"] != known:
            text = f"{record.subject} was not as it says before"
            yield Violation(record.number, "states", text)
        self.states[record.subject] = content["after"]
        self.last_stated[record.subject] = record.number
        if record.subject.startswith("jackpot "):
            yield from display_violations(record, content, self.balances)

    def ends(
        self, accounts: dict[LedgerAccount, Row], standings: dict[str, Row]
    ) -> Iterator[Violation]:
        """The tables of latest words against the walk's own."""
        for account in sorted({*self.balances, *accounts}):
            row, at = accounts.get(account), self.last_posted.get(account, 0)
            if row is None or (row["cents"], row["record"]) != (self.balances.get(account), at):
                found = "nothing" if row is None else _told(row["cents"])
                held = money(self.balances[account])
                text = f"accounts has {found} for {account}, which holds {held}"
                yield Violation(_broken(row, at), "accounts", text)
        for subject in sorted({*self.states, *standings}):
            row, at = standings.get(subject), self.last_stated.get(subject, 0)
            if row is None or (row["state"], row["record"]) != (self.states.get(subject), at):
                text = f"standings does not have {subject} as it was last recorded"
                yield Violation(_broken(row, at), "standings", text)
        if total := sum(self.balances.values()):
            yield Violation(0, "ledger", f"all accounts together come to {money(total)}")


def _told(cents: object) -> str:
    return money(cents) if isinstance(cents, int) else repr(cents)


def _broken(row: Row | None, at: int) -> int:
    """The record to name: the one the row comes from, if that is one the walk has not met."""
    return at if row is None or not at else max(at, row["record"])
