"""What a supervisor does with a jackpot: the daily count, and changes that need a document."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import date
from functools import partial
from typing import Any, TypeVar

from feltworks import jackpots
from feltworks.house.acts import by_whom
from feltworks.house.books import Batch, Record, Writer
from feltworks.house.books.writer import Unit
from feltworks.house.errors import HouseError
from feltworks.house.jackpots.keeping import (
    HouseJackpot,
    all_jackpots,
    jackpot_in_play,
    kept_jackpot,
    posted_subject,
    postings,
    subject,
)
from feltworks.house.jackpots.statement import JackpotStatement, statement
from feltworks.house.ledger import accounts
from feltworks.jackpots import Change, JackpotRefused

T = TypeVar("T")
COUNTED = "jackpot counted"


class HouseJackpots:
    """The jackpots of a house. Changes return when they are on disk, with the record they made."""

    def __init__(self, writer: Writer) -> None:
        self._writer = writer

    def all(self) -> dict[str, HouseJackpot]:
        """Every jackpot, removed ones too."""
        with self._writer.database.reading() as reader:
            return all_jackpots(reader)

    def show(self, name: str) -> HouseJackpot:
        with self._writer.database.reading() as reader:
            return kept_jackpot(reader, name)

    def statement(self, name: str, day: date | None = None) -> JackpotStatement:
        """A jackpot's day, reconciled; the present day of the books where none is given."""
        with self._writer.database.reading() as reader:
            return statement(reader, name, day or date.fromisoformat(reader.head().day))

    def count(
        self,
        name: str,
        *,
        day: date | None = None,
        fees: int | None = None,
        document: str = "",
        staff: str | None = None,
    ) -> Record:
        """The daily count; fees are by the jackpot's terms where no amount is given."""
        return self._write(
            lambda batch: book_count(
                batch, name, day or batch.today, fees, document.strip(), staff=staff
            )
        )

    def adjust(
        self, name: str, by_cents: int, because: str, *, document: str, staff: str | None = None
    ) -> Record:
        """Raises or lowers a jackpot for a lawful reason."""
        paper = _checked(document)
        facts = {"by": by_cents, "because": because, "document": paper, **by_whom(staff)}
        adjust = partial(jackpots.adjust, by_cents=by_cents, because=because)
        return self._change("jackpot adjusted", name, facts, adjust)

    def seed(self, name: str, cents: int, *, document: str, staff: str | None = None) -> Record:
        """The house advances more seed to a jackpot."""
        facts = {"seed": cents, "document": _checked(document), **by_whom(staff)}
        return self._change("jackpot seeded", name, facts, partial(jackpots.add_seed, cents=cents))

    def _change(
        self,
        kind: str,
        name: str,
        facts: dict[str, Any],
        change: Callable[[HouseJackpot], Change[HouseJackpot]],
    ) -> Record:
        def unit(batch: Batch) -> Record:
            changed = change(jackpot_in_play(batch, name))
            entry, after = postings(name, changed.movements), changed.state.as_json()
            return batch.write(kind, subject(name), facts=facts, postings=entry, after=after)

        return self._write(unit)

    def cap(
        self, name: str, cents: int | None, *, document: str, staff: str | None = None
    ) -> Record:
        """Posts a cap on the display, or takes it down with None."""

        def unit(batch: Batch) -> Record:
            capped = jackpots.set_cap(jackpot_in_play(batch, name), cents)
            return batch.write(
                "jackpot capped",
                posted_subject(name),
                facts={"document": _checked(document), **by_whom(staff)},
                after={"terms": capped.terms.as_json(), "tables": list(capped.tables)},
            )

        return self._write(unit)

    def remove(
        self, name: str, *, document: str, into: str | None = None, staff: str | None = None
    ) -> Record:
        """Takes a jackpot out of play; its money goes into custody or into another jackpot."""
        return self._write(lambda batch: _removed(batch, name, document, into, staff))

    def _write(self, unit: Unit[T]) -> T:
        """What a jackpot refuses, the house refuses."""
        try:
            return self._writer.write(unit)
        except JackpotRefused as refused:
            raise HouseError(str(refused)) from None


def book_count(
    batch: Batch,
    name: str,
    day: date,
    fees: int | None = None,
    document: str = "",
    *,
    staff: str | None = None,
) -> Record:
    """The boxes of all tables are emptied and the jackpot gets its due.

    A day that is counted already and had no play since stays so: its count is given again.
    """
    before = jackpot_in_play(batch, name)
    jackpots.check_fees(fees)
    if before.counted == day and not before.awaits_count:
        last = batch.last_of_kind(COUNTED, subject(name))
        assert last is not None
        return last
    if day > batch.today:
        _check_closed(batch, day)
    boxes = {table: batch.cents(accounts.drop(table, name)) for table in before.tables}
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
        **by_whom(staff),
    }
    entry = postings(name, counted.movements, boxes=boxes)
    after = replace(counted.state, counted=day).as_json()
    return batch.write(COUNTED, subject(name), day=day, facts=facts, postings=entry, after=after)


def _check_closed(batch: Batch, day: date) -> None:
    """A count for a later day ends the day: tables that are open would be left behind in it."""
    for table, state in batch.reader.states("table").items():
        if state["open"]:
            raise HouseError(f"table {table} is open for {batch.day}: close it to count for {day}")


def _removed(batch: Batch, name: str, document: str, into: str | None, staff: str | None) -> Record:
    before = jackpot_in_play(batch, name)
    for table in before.tables:
        state = batch.state(f"table {table}")
        if state is not None and state["open"]:
            raise HouseError(f"table {table} plays for {name}: close it first")
    if before.awaits_count:
        raise HouseError(f"{name} has not been counted since it was last played for: count it")
    if into == name:
        raise HouseError(f"{name} cannot be moved into itself")
    heir = None if into is None else jackpot_in_play(batch, into)
    change, paper = jackpots.remove(before, heir), _checked(document)
    removed = batch.write(
        "jackpot removed",
        subject(name),
        facts={"document": paper, "into": into, **by_whom(staff)},
        postings=postings(name, change.movements, heir=into),
        after=replace(change.state, status="removed").as_json(),
    )
    if change.heir is not None:
        facts, after = {"from": name, "document": paper}, change.heir.as_json()
        batch.write("jackpot inherited", subject(change.heir.name), facts=facts, after=after)
    return removed


def _checked(document: str) -> str:
    paper = document.strip()
    if not paper or not paper.isprintable() or len(paper) > 200:
        raise HouseError("a document is named in one printable line of at most 200 characters")
    return paper
