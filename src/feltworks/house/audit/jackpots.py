"""The check of jackpots: contributions, counts, prizes, restarts and changes by hand, made again.

A record about a jackpot says what happened, what moved and the jackpot's state after it. From the
books before it and what happened, the same functions that booked it compute the rest (their
arithmetic is in `feltworks.jackpots`), and this check compares.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import date

from feltworks.errors import FeltworksError
from feltworks.house.audit.running import RunningBooks
from feltworks.house.books import Record
from feltworks.house.jackpots import changing, keeping
from feltworks.house.jackpots.depositing import account_record
from feltworks.house.jackpots.keeping import HouseJackpot, JackpotRecord
from feltworks.house.ledger import accounts
from feltworks.jackpots import JackpotTerms, set_cap
from feltworks.money import money


@dataclass(slots=True)
class JackpotCheck:
    """Compares each record about a jackpot with what follows from the books before it."""

    books: RunningBooks
    due: dict[str, list[JackpotRecord]] = field(default_factory=dict)
    """By jackpot: what must be recorded of it before anything else. One that is new or was won
    starts, backups above a cap that now holds are lowered, one whose account is another leaves the
    old one, an heir gets what it inherits."""

    def faults(self, record: Record) -> Iterator[str]:
        """What is false in a record about a jackpot."""
        yield from self._backup_faults(record)
        name = record.subject_name
        waiting = self.due.get(name, [])
        while waiting:
            due = waiting.pop(0)
            if record.kind == due.kind:
                yield from _differences(due, record)
                return
            yield f"{due.kind!r} was to be recorded of {name} before anything else"
        expected = _EXPECTED.get(record.kind)
        if expected is None:
            yield f"{record.kind!r} is nothing that happens to a jackpot, or nothing called for it"
            return
        try:
            due = expected(self, name, record)
        except FeltworksError as refused:
            yield f"it cannot be: {refused}"
            return
        yield from _differences(due, record)

    def _backup_faults(self, record: Record) -> Iterator[str]:
        """Backups above their cap after this record, by a definition of the audit's own."""
        name = record.subject_name
        terms = (self.books.state(keeping.posted_subject(name)) or {}).get("terms", {})
        backups, after = terms.get("backups"), record.content["after"]
        if not backups or backups.get("above_cap", "stays") == "stays":
            return
        if after["displayed"] >= backups["cap_lifts_at"]:
            return
        for account in accounts.undisplayed(name)[:2]:
            moved = sum(each.cents for each in record.postings if each.account == account)
            held = self.books.cents(account) + moved
            if held > backups["cap"]:
                yield (
                    f"{account} holds {money(held)}, above {money(backups['cap'])}, and {name} "
                    f"displays {money(after['displayed'])}, below "
                    f"{money(backups['cap_lifts_at'])}"
                )

    def _opened(self, name: str, record: Record) -> JackpotRecord:
        posted = self.books.state(keeping.posted_subject(name)) or {}
        terms, tables = JackpotTerms.from_json(posted["terms"]), tuple(posted["tables"])
        fresh = HouseJackpot(name, terms, tables=tables)
        self._must_follow(changing.restart_record(fresh))
        return JackpotRecord("jackpot opened", fresh, {}, ())

    def _played(self, name: str, record: Record) -> JackpotRecord:
        # The replay checks how much was played; this check, what follows from it.
        day = date.fromisoformat(record.day)
        due, restarts = changing.play_record(
            self._before(name), changing.recorded_play(record), day
        )
        if restarts:
            self._must_follow(changing.restart_record(due.after))
        return due

    def _counted(self, name: str, record: Record) -> JackpotRecord:
        before, day = self._before(name), date.fromisoformat(record.day)
        if before.terms.posted_at_opening:
            changing.check_its_tables_closed(self.books, before)
        boxes = {table: self.books.cents(accounts.drop(table, name)) for table in before.tables}
        document = record.facts.get("document", "")
        by_terms = changing.count_record(before, boxes, day, document=document)
        if by_terms.facts["fees"] == record.facts["fees"] and _fits(by_terms, record):
            return by_terms
        # Fees may have been entered by hand when the rest of a day is added.
        if before.terms.contribution is None:
            return changing.count_record(before, boxes, day, record.facts["fees"], document)
        return by_terms

    def _by_hand(self, name: str, record: Record) -> JackpotRecord:
        before, change = self._before(name), changing.BY_HAND[record.kind]
        asked = {fact: record.facts[fact] for fact in change.asked}
        return change.record(before, asked, date.fromisoformat(record.day))

    def _removed(self, name: str, record: Record) -> JackpotRecord:
        into = record.facts["into"]
        heir = None if into is None else self._before(into)
        gone, *inherited = changing.removal_records(
            self._before(name), heir, record.facts["document"]
        )
        for each in inherited:
            self._must_follow(each)
        return gone

    def _must_follow(self, due: JackpotRecord) -> None:
        self.due.setdefault(due.after.name, []).append(due)

    def _before(self, name: str) -> HouseJackpot:
        return keeping.jackpot_in_play(self.books, name)

    def note_posting(self, record: Record) -> None:
        """Notes posted terms: backups above a new cap and another account call for a record."""
        name, content = record.subject_name, record.content
        before, after = content.get("before"), content["after"]
        if before is None:
            return
        jackpot = self._before(name)
        jackpot = replace(jackpot, terms=JackpotTerms.from_json(after["terms"]))
        if lowered := changing.lowering_record(jackpot):
            self._must_follow(lowered)
            jackpot = lowered.after
        is_other_account = before["terms"].get("account") != after["terms"].get("account")
        if is_other_account and jackpot.banked is not None:
            self._must_follow(account_record(jackpot))

    def capping_faults(self, record: Record) -> Iterator[str]:
        """What is false in a record that posts a cap by hand."""
        name, after = record.subject_name, record.content["after"]
        try:
            due = set_cap(self._before(name), after["terms"]["cap"])
        except FeltworksError as refused:
            yield f"it cannot be: {refused}"
            return
        if after != {"terms": due.terms.as_json(), "tables": list(due.tables)}:
            yield f"it changes more than the cap of {name}"

    def end_faults(self) -> Iterator[str]:
        """What jackpots still lack when the chain ends, and what they display but do not hold."""
        for name, state in sorted(self.books.states("jackpot").items()):
            shown, held = state["displayed"], self.books.cents(accounts.displayed(name))
            if shown != held:
                yield f"{name} displays {money(shown)} and holds {money(held)}"
        for name, waiting in sorted(self.due.items()):
            for due in waiting:
                yield f"{due.kind!r} was to be recorded of {name} and the records end"


def _fits(due: JackpotRecord, record: Record) -> bool:
    after = record.content["after"]
    return record.postings == list(due.postings) and after == due.after.as_json()


def _differences(due: JackpotRecord, record: Record) -> Iterator[str]:
    name, after, stated = due.after.name, due.after.as_json(), record.content["after"]
    if record.kind != due.kind:
        yield f"{name}: it is {record.kind!r} and what was played makes it {due.kind!r}"
    for key in [key for key in {**after, **stated} if stated.get(key) != after.get(key)]:
        found, right = _value_text(key, stated.get(key)), _value_text(key, after.get(key))
        yield f"{name} has {key} {found} where {right} is due"
    facts = record.facts
    for key in [key for key in due.facts if facts.get(key) != due.facts[key]]:
        found, right = _value_text(key, facts.get(key)), _value_text(key, due.facts[key])
        yield f"{name}: it states {key} {found} where {right} is due"
    if record.postings != list(due.postings):
        yield f"{name}: its entry is not the one that is due"


def _value_text(key: str, value: object) -> str:
    return money(value) if type(value) is int and key != "winners" else repr(value)


_EXPECTED: Mapping[str, Callable[[JackpotCheck, str, Record], JackpotRecord]] = {
    "jackpot opened": JackpotCheck._opened,
    "jackpot played": JackpotCheck._played,
    "jackpot won": JackpotCheck._played,
    "jackpot counted": JackpotCheck._counted,
    "jackpot amount posted": lambda check, name, _: changing.posting_record(check._before(name)),
    **dict.fromkeys(changing.BY_HAND, JackpotCheck._by_hand),
    "jackpot removed": JackpotCheck._removed,
}
