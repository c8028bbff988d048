"""Changes of a jackpot as records of the books: the daily count, and changes made by hand.

A change books such a record; the audit computes it again and compares.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from datetime import date

from feltworks import jackpots
from feltworks.house.books import Batch, Record
from feltworks.house.errors import HouseError
from feltworks.house.jackpots.keeping import (
    HouseJackpot,
    JackpotBooks,
    JackpotRecord,
    jackpot_in_play,
    paid_from_account,
    postings,
    subject,
    with_seed,
)
from feltworks.house.ledger import accounts

COUNTED = "jackpot counted"


def book_count(
    batch: Batch, name: str, day: date, fees: int | None = None, document: str = ""
) -> Record:
    """Empties the boxes of all tables and gives the jackpot its due.

    A manual jackpot is counted while its tables are closed, and posted when they open. A day that
    is counted already and had no play since is not counted again: the same count is returned.
    """
    before = jackpot_in_play(batch, name)
    jackpots.check_fees(fees)
    if before.counted == day and not before.awaits_count:
        last = batch.last_of_kind(COUNTED, subject(name))
        assert last is not None
        return last
    if before.terms.posted_at_opening:
        check_its_tables_closed(batch, before)
    if day > batch.today:
        _check_closed(batch, day)
    boxes = {table: batch.cents(accounts.drop(table, name)) for table in before.tables}
    record = count_record(before, boxes, day, fees, document)
    return record.write(batch, day=day)


def count_record(
    before: HouseJackpot,
    boxes: Mapping[str, int],
    day: date,
    fees: int | None = None,
    document: str = "",
) -> JackpotRecord:
    """The count of a jackpot, given what the boxes of its tables hold."""
    counted = jackpots.count(before, sum(boxes.values()), fees)
    sums, parts = counted.sums, counted.parts
    facts = {
        "boxes": {table: cents for table, cents in boxes.items() if cents},
        "wagered": before.wagered,
        "lost": before.lost,
        "dropped": sums.dropped,
        "tray_taken": sums.tray_taken,
        "fees": sums.fees,
        "to_house": sums.to_house,
        "addition": sums.addition,
        "to_display": parts.displayed,
        "to_backups": [parts.first, parts.second],
        "to_reserve": parts.reserve,
        "to_seed": parts.seed,
        "shortfall": sums.shortfall,
        **({"document": document} if document else {}),
    }
    entry = postings(before.name, counted.movements, boxes=boxes)
    return JackpotRecord(COUNTED, replace(counted.state, counted=day), facts, entry)


def adjustment_record(
    before: HouseJackpot, by_cents: int, because: str, document: str
) -> JackpotRecord:
    """A jackpot raised or lowered by hand."""
    changed = jackpots.adjust(before, by_cents=by_cents, because=because)
    facts = {"by": by_cents, "because": because, "document": document}
    moved = changed.movements
    left = sum(each.cents for each in moved if each.target in ("house", "seed"))
    after, entry = paid_from_account(changed.state, left), postings(before.name, moved)
    return JackpotRecord("jackpot adjusted", after, facts, entry)


def seed_record(before: HouseJackpot, cents: int, document: str) -> JackpotRecord:
    """More seed for a jackpot."""
    changed = jackpots.add_seed(before, cents=cents)
    facts = {"seed": cents, "document": document}
    entry = postings(before.name, changed.movements)
    return JackpotRecord("jackpot seeded", with_seed(changed.state, cents), facts, entry)


def removal_records(
    before: HouseJackpot, heir: HouseJackpot | None, document: str
) -> list[JackpotRecord]:
    """A jackpot taken out of play, and with an heir the heir's new display."""
    change = jackpots.remove(before, heir)
    into = None if heir is None else heir.name
    facts = {"document": document, "into": into}
    entry = postings(before.name, change.movements, heir=into)
    gone = replace(change.state, status="removed", banked=None, level_on=None)
    records = [JackpotRecord("jackpot removed", gone, facts, entry)]
    if change.heir is not None:
        facts = {"from": before.name, "document": document}
        records.append(JackpotRecord("jackpot inherited", change.heir, facts, ()))
    return records


def check_its_tables_closed(books: JackpotBooks, jackpot: HouseJackpot) -> None:
    """Refuses a manual count while a table of the jackpot is open, because its day is not over."""
    for table in jackpot.tables:
        state = books.state(f"table {table}")
        if state is not None and state["open"]:
            raise HouseError(
                f"table {table} is open and plays for {jackpot.name}: close it first, for a "
                "jackpot kept by hand is counted after its tables close and posted when they open"
            )


def _check_closed(batch: Batch, day: date) -> None:
    """Refuses a count for a later day while tables are open: it would end their day."""
    for table, state in batch.reader.states("table").items():
        if state["open"]:
            raise HouseError(f"table {table} is open for {batch.day}: close it to count for {day}")
