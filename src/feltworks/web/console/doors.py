"""Single tables opened and closed, and their limits changed, by whoever stands at the console.

The house file says how a table may be run; the console changes its posted limits only. A table is
held against the state's limits together with all others, exactly as when the whole house opens.
New limits on an open table are a closing and an opening in one: whole or not at all.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import date
from typing import TYPE_CHECKING

from feltworks.house.errors import HouseError
from feltworks.house.ledger import accounts
from feltworks.house.opening import close_table, open_tables
from feltworks.house.rounds.sheet import read_sheet
from feltworks.round import Limits
from feltworks.web.console.guards import note

if TYPE_CHECKING:
    from feltworks.house import CardRoom, House
    from feltworks.house.books import Batch
    from feltworks.house.books.reader import Reader
    from feltworks.house.rounds.sheet import Sheet
    from feltworks.web.console.staff import Member


class NoSuchTable(HouseError):
    """A table that the house file does not have."""


@dataclass(frozen=True, slots=True)
class TableStands:
    """A table of the house file as it stands: its sheet, open or not, and what its tray holds."""

    table: str
    sheet: Sheet
    is_open: bool
    day: str | None
    tray_cents: int
    escrow_cents: int


@dataclass(frozen=True, slots=True)
class NewLimits:
    """Posted limits in cents."""

    minimum_cents: int
    maximum_cents: int
    side_minimum_cents: int
    side_maximum_cents: int

    def of(self, limits: Limits) -> Limits:
        """The limits with the chips that are in use."""
        return replace(
            limits,
            minimum_cents=self.minimum_cents,
            maximum_cents=self.maximum_cents,
            side_minimum_cents=self.side_minimum_cents,
            side_maximum_cents=self.side_maximum_cents,
        )


class Doors:
    """The doors of one house, one table at a time."""

    def __init__(self, house: House, room: CardRoom) -> None:
        self._house = house
        self._room = room

    def tables(self) -> list[TableStands]:
        """Every table of the house file."""
        with self._house.database.reading() as reader:
            return [self._stands(reader, table) for table in self._room.sheets]

    def _stands(self, reader: Reader, table: str) -> TableStands:
        state = reader.state(f"table {table}")
        is_open = state is not None and state["open"]
        return TableStands(
            table,
            self._sheet(reader, table),
            is_open,
            None if state is None else state["day"],
            reader.cents(accounts.tray(table)),
            reader.cents(accounts.escrow(table)),
        )

    def _sheet(self, reader: Reader, table: str) -> Sheet:
        """As last filed, while the house file still has the same game there; else the file's."""
        written = self._room.sheets.get(table)
        if written is None:
            raise NoSuchTable(f"the house file has no table {table!r}")
        state = reader.state(f"table {table}")
        if state is None:
            return written
        filed = read_sheet(reader, state["sheet"])
        # The rules are compared by their text: an earlier version of their identity is no matter.
        alike = replace(filed, limits=written.limits, rules_sha256=written.rules_sha256)
        return filed if alike == written else written

    def close(self, table: str, member: Member) -> None:
        """Closes a table whose round is over and brings its tray in."""
        self._known(table)

        def unit(batch: Batch) -> None:
            close_table(batch, table, _day(batch))
            note(batch, member, "table closed at the console", {"table": table})

        self._house.writer.write(unit)

    def open(self, table: str, member: Member, limits: NewLimits | None = None) -> None:
        """Opens a table, or an open one anew with other limits; the house says why it may not."""
        with self._house.database.reading() as reader:
            sheet = self._sheet(reader, table)
            others = {name: self._sheet(reader, name) for name in self._room.sheets}
            is_any_open = any(state["open"] for state in reader.states("table").values())
        if limits is not None:
            sheet = replace(sheet, limits=limits.of(sheet.limits))
        # A table deals under one day with all others; a house that is shut begins a new one.
        today = None if is_any_open else date.today()
        wanted = replace(self._room, sheets={**others, table: sheet})
        found = [each for each in wanted.objections() if each.table == table]
        if found:
            raise HouseError("; ".join(f"{each.text} ({each.rule})" for each in found))
        alone = replace(wanted, sheets={table: sheet}, loaded={table: wanted.loaded[table]})

        def unit(batch: Batch) -> None:
            state = batch.state(f"table {table}")
            if state is not None and state["open"]:
                close_table(batch, table, _day(batch))
            day = max(today or _day(batch), _day(batch))
            opening = open_tables(batch, alone, [], day)
            if opening.objections:
                raise HouseError("; ".join(each.text for each in opening.objections))
            posted = {key: getattr(sheet.limits, key) for key in NewLimits.__slots__}
            note(batch, member, "table opened at the console", {"table": table, "limits": posted})

        self._house.writer.write(unit)

    def _known(self, table: str) -> None:
        if table not in self._room.sheets:
            raise NoSuchTable(f"the house file has no table {table!r}")


def _day(batch: Batch) -> date:
    return date.fromisoformat(batch.day)
