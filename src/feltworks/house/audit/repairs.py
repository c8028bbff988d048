"""Repairs that somebody answered for: books restored from a backup, a wrong clock corrected.

After either, some seals contradict the books: seals of records that a restore has lost, and seals
with a wrong time. The record says who did it, why, and which seals are affected. The audit lists
each repair as a finding of its own, and does not take such seals for a sign of tampering.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from feltworks.house.books import Reader, Record, kinds, schema
from feltworks.house.books.chain import UNREADABLE
from feltworks.house.seals import Seal

_SUBJECTS = {kinds.BOOKS_RESTORED: "house", kinds.CLOCK_ACCEPTED: "clock"}


class Repair(NamedTuple):
    """A recorded repair; `text` says when, by whom, and what it did to the books."""

    record: int
    kind: str
    text: str

    def as_json(self) -> dict[str, str | int]:
        return {"record": self.record, "kind": self.kind, "says": self.text}

    def __str__(self) -> str:
        return f"record {self.record}: {self.text}"


class Repairs:
    """The repairs of some books, and the seals that they explain."""

    def __init__(self, reader: Reader) -> None:
        subject, kind = schema.records.c.subject, schema.records.c.kind
        told = reader.records(subject.in_(_SUBJECTS.values()), kind.in_(_SUBJECTS))
        found = [record for record in told if _is_readable(record)]
        self._restored = [record for record in found if record.kind == kinds.BOOKS_RESTORED]
        self._clocks = [record for record in found if record.kind == kinds.CLOCK_ACCEPTED]

    def in_order(self) -> tuple[Repair, ...]:
        """Every repair, in the order of the records."""
        restored = [Repair(each.number, "restored", _restored(each)) for each in self._restored]
        clocks = [Repair(each.number, "clock", _clock(each)) for each in self._clocks]
        return tuple(sorted((*restored, *clocks)))

    def lost_by(self, seal: Seal) -> Record | None:
        """The restore that lost what was sealed; None if nobody answered for that."""
        for record in self._restored:
            first, last, digest = record.facts.get("lost_seals") or (1, 0, "")
            is_told = first <= seal.serial <= last and seal.record > record.facts["records"]
            if is_told and (seal.serial != last or seal.digest == digest):
                return record
        return None

    def is_lost(self, number: int, hash: str) -> bool:
        """Whether a record that was noted by hand is one that a restore has lost."""
        return any(record.facts.get("seal") == f"{number}:{hash}" for record in self._restored)

    def time_may_fall(self, before: Seal, record: int) -> bool:
        """Whether a seal of that record may have an earlier time than the seal before it."""
        if self.lost_by(before) is not None:
            return True
        return any(before.record < clock.number <= record for clock in self._clocks)


def lost_seals(seals: Sequence[Seal], last: int, repairs: Repairs) -> list[Any] | None:
    """What a restore notes about the seals of records later than the backup's.

    It is the first and the last serial, with the digest of the last, which implies all before it.
    """
    lost = [seal for seal in seals if seal.record > last and repairs.lost_by(seal) is None]
    return [lost[0].serial, lost[-1].serial, lost[-1].digest] if lost else None


def _is_readable(record: Record) -> bool:
    """Whether the record can be read; if not, the check of the chain reports it."""
    try:
        facts = record.facts
        if record.kind == kinds.CLOCK_ACCEPTED:
            return isinstance(facts["by"], str) and bool(_clock(record))
        first, last, digest = facts.get("lost_seals") or (1, 0, "")
        numbers = {type(first), type(last), type(facts["records"])}
        return numbers == {int} and isinstance(digest, str) and isinstance(facts["by"], str)
    except UNREADABLE:
        return False


def _restored(record: Record) -> str:
    facts = record.facts
    missing = facts.get("missing")
    if "lost_moves" in facts:
        lost = f"no record lost, but {counted_moves(facts['lost_moves'])}"
    elif missing is None:
        lost = "what was lost is not known"
    elif missing:
        lost = f"{counted_records(missing)} lost"
    elif facts.get("whole"):
        lost = "no record lost"
    else:
        # Books of earlier versions say 0 wherever a seal was not newer than the backup.
        lost = "no record lost by the seal, which does not tell what came after it"
    text = f"restored on {record.at[:10]} by {facts['by']} from record {facts['records']}: {lost}"
    if seals := facts.get("lost_seals"):
        first, last, _ = seals
        text += f", seals {first} to {last} are of those" if last > first else f", with seal {last}"
    return text + _reason(facts)


def _clock(record: Record) -> str:
    facts = record.facts
    return (
        f"clock accepted on {record.at[:10]} by {facts['by']}: the record before is of "
        f"{facts['last'][:19].replace('T', ' ')} UTC" + _reason(facts)
    )


def _reason(facts: dict[str, Any]) -> str:
    return f" ({facts['because']})" if facts.get("because") else ""


def counted_records(records: int) -> str:
    return "1 record" if records == 1 else f"{records:,} records"


def counted_moves(moves: int) -> str:
    return f"{moves:,} move{'' if moves == 1 else 's'} of rounds in flight"
