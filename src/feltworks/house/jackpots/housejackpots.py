"""The jackpots of a house for its staff: looked up, counted, changed by hand with a document."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from typing import TypedDict, Unpack

from feltworks import jackpots
from feltworks.house.books import Batch, Record, Unit, Writer
from feltworks.house.errors import HouseError
from feltworks.house.jackpots import changing, keeping
from feltworks.house.jackpots.changing import CountDay, day_to_count
from feltworks.house.jackpots.keeping import HouseJackpot
from feltworks.house.jackpots.statement import JackpotStatement, statement
from feltworks.house.staff import StaffAct, one_line, permitted
from feltworks.jackpots import JackpotRefused

LONGEST_REFERENCE = 100


class Signed(TypedDict, total=False):
    """Who makes a change, and from where, such as the console."""

    by: str | None
    at: str | None


class SignedOnce(Signed, total=False):
    """The same with a key of the caller's choice: repeated with it, the change is made once."""

    key: str | None


class HouseJackpots:
    """The jackpots of a house. Changes return when they are on disk, with their record.

    If `at` names a place, it is recorded with the person who makes the change.
    """

    def __init__(self, writer: Writer) -> None:
        self._writer = writer

    def all(self) -> dict[str, HouseJackpot]:
        """Every jackpot, including removed ones."""
        with self._writer.database.reading() as reader:
            return {name: keeping.kept_jackpot(reader, name) for name in reader.states("jackpot")}

    def show(self, name: str) -> HouseJackpot:
        return self._writer.database.read(lambda reader: keeping.kept_jackpot(reader, name))

    def statement(self, name: str, day: date | None = None) -> JackpotStatement:
        """A jackpot's day, reconciled; by default the current day of the books."""
        with self._writer.database.reading() as reader:
            return statement(reader, name, day or date.fromisoformat(reader.head().day))

    def day_to_count(self, name: str, today: date) -> CountDay:
        """The day that a count of the jackpot is for by default, and whether it must be named."""
        with self._writer.database.reading() as reader:
            jackpot = keeping.kept_jackpot(reader, name)
            return day_to_count(jackpot, date.fromisoformat(reader.head().day), today)

    def count(
        self,
        name: str,
        *,
        day: date | None = None,
        fees: int | None = None,
        document: str = "",
        **signed: Unpack[Signed],
    ) -> Record:
        """The daily count; fees follow the jackpot's terms if no amount is given."""

        def unit(batch: Batch) -> Record:
            return changing.book_count(batch, name, day or batch.today, fees, document.strip())

        return self._write(name, unit, "count", **signed)

    def adjust(
        self, name: str, by_cents: int, because: str, *, document: str, **signed: Unpack[SignedOnce]
    ) -> Record:
        """Raises or lowers a jackpot for a lawful reason."""
        asked = {"by": by_cents, "because": because, "document": _checked(document)}
        return self._by_hand(name, "jackpot adjusted", asked, **signed)

    def seed(self, name: str, cents: int, *, document: str, **signed: Unpack[SignedOnce]) -> Record:
        """The house advances more seed to a jackpot."""
        asked = {"seed": cents, "document": _checked(document)}
        return self._by_hand(name, "jackpot seeded", asked, **signed)

    def deposit(
        self,
        name: str,
        cents: int,
        *,
        dated: date,
        reference: str,
        document: str,
        **signed: Unpack[SignedOnce],
    ) -> Record:
        """Records a deposit to the jackpot's separate account, or a withdrawal if below zero."""
        paper, slip = _checked(document), one_line(reference, LONGEST_REFERENCE, "a reference")
        asked = {"deposit": cents, "dated": dated.isoformat(), "reference": slip, "document": paper}
        return self._by_hand(name, "jackpot deposited", asked, **signed)

    def cap(
        self, name: str, cents: int | None, *, document: str, **signed: Unpack[Signed]
    ) -> Record:
        """Posts a cap on the display, or removes it with None."""

        def unit(batch: Batch) -> Record:
            capped = jackpots.set_cap(keeping.jackpot_in_play(batch, name), cents)
            return batch.write(
                "jackpot capped",
                keeping.posted_subject(name),
                facts={"document": _checked(document)},
                after={"terms": capped.terms.as_json(), "tables": list(capped.tables)},
            )

        return self._write(name, unit, "adjust", **signed)

    def remove(
        self, name: str, *, document: str, into: str | None = None, **signed: Unpack[Signed]
    ) -> Record:
        """Takes a jackpot out of play; its money goes into custody or into another jackpot."""
        return self._write(
            name, lambda batch: _removed(batch, name, document, into), "adjust", **signed
        )

    def _by_hand(
        self,
        name: str,
        kind: str,
        asked: Mapping[str, object],
        *,
        key: str | None = None,
        **signed: Unpack[Signed],
    ) -> Record:
        """Makes a change of some kind by hand, once for a key."""
        change = changing.BY_HAND[kind]

        def unit(batch: Batch) -> Record:
            made = None if key is None else batch.keyed(key)
            if made is None:
                before = keeping.jackpot_in_play(batch, name)
                return change.record(before, asked, batch.today).write(batch, key=key)
            told = {fact: made.facts.get(fact) for fact in asked}
            if (made.kind, made.subject, told) != (kind, keeping.subject(name), asked):
                raise HouseError(f"the key {key!r} was used for something else")
            return made

        return self._write(name, unit, change.act, **signed)

    def _write(
        self,
        name: str,
        unit: Unit[Record],
        act: StaffAct,
        *,
        by: str | None = None,
        at: str | None = None,
    ) -> Record:
        """Writes a change; a jackpot's refusal becomes a `HouseError`. `by` None is the program."""

        def permitted_unit(batch: Batch) -> Record:
            if by is not None:
                permitted(batch, act, by)
            known = batch.number
            record = unit(batch)
            if by is not None and at is not None and record.number > known:
                facts = {"jackpot": name, "record": record.number}
                batch.write(f"{record.kind} at {at}", f"staff {by}", facts=facts)
            return record

        try:
            return self._writer.write(permitted_unit)
        except JackpotRefused as refused:
            raise HouseError(str(refused)) from None


def _removed(batch: Batch, name: str, document: str, into: str | None) -> Record:
    before = keeping.jackpot_in_play(batch, name)
    if (table := changing.open_table_of(batch, before)) is not None:
        raise HouseError(f"table {table} plays for {name}: close it first")
    if before.awaits_count:
        raise HouseError(f"{name} has not been counted since it was last played for: count it")
    if into == name:
        raise HouseError(f"{name} cannot be moved into itself")
    heir = None if into is None else keeping.jackpot_in_play(batch, into)
    removed, *inherited = changing.removal_records(before, heir, _checked(document))
    record = removed.write(batch)
    for each in inherited:
        each.write(batch)
    return record


def _checked(document: str) -> str:
    paper = document.strip()
    if not paper or not paper.isprintable() or len(paper) > 200:
        raise HouseError("a document is named in one printable line of at most 200 characters")
    return paper
