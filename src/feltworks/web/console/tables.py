"""Tables at the console: which are open and with what limits; opening, closing, other limits.

The house file says how a table may be run; the console changes only its posted limits. A change
here is an order that holds until it is changed, whatever the house file says. A table is checked
against the state's limits together with all others, as when the whole house opens.

New limits on an open table are a closing and an opening in one transaction.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import replace
from datetime import date
from typing import Annotated

from fastapi import APIRouter, Depends, Request
from pydantic import ConfigDict, Field
from starlette.concurrency import run_in_threadpool

from feltworks.errors import FeltworksError
from feltworks.house import CardRoom, House
from feltworks.house.books import Batch
from feltworks.house.books.reader import Reader
from feltworks.house.errors import HouseError
from feltworks.house.ledger import accounts
from feltworks.house.opening import CLOSING, close_after_round, close_table, open_tables
from feltworks.house.orders import give_order, order_of, posted_limits
from feltworks.house.rounds.sheet import Sheet, read_sheet
from feltworks.round import Limits
from feltworks.web.console.access import (
    NOT_ADMITTED,
    REFUSED,
    MayOpenTables,
    MayPostLimits,
    OnStaff,
    note,
)
from feltworks.web.console.staff import Member
from feltworks.web.dependencies import JsonRequest, TheFloor
from feltworks.web.protocol.copying import Copied
from feltworks.web.protocol.description import PayoutLimitsShown

router = APIRouter(prefix="/api/console/tables", tags=["console"])
MOST_CENTS = 10**9
WAIT_FOR_ROUND_SECONDS = 45.0


class LimitsRequest(JsonRequest):
    """Posted limits, in cents."""

    model_config = ConfigDict(from_attributes=True)

    minimum_cents: int = Field(ge=1, le=MOST_CENTS)
    maximum_cents: int = Field(ge=1, le=MOST_CENTS)
    side_minimum_cents: int = Field(ge=1, le=MOST_CENTS)
    side_maximum_cents: int = Field(ge=1, le=MOST_CENTS)

    def on(self, limits: Limits) -> Limits:
        """These limits, with the chips in use."""
        return replace(limits, **self.model_dump())


class HouseTableReply(Copied):
    """A table of the house file in its present state."""

    table: str
    game: str
    is_open: bool
    is_closing: bool = Field(False, description="It closes when its open round is over.")
    day: str | None = Field(description="The day for which it was last opened.")
    seats: int
    limits: LimitsRequest
    payout_limits: PayoutLimitsShown
    options: dict[str, str]
    tray_cents: int
    escrow_cents: int = Field(description="Stakes of the open round.")
    approved: bool
    verdict: str
    readings: list[str] = Field(description="What it reads into its document, and its edge.")
    own_readings: list[str] = Field(description="Interpretations that no option changes.")
    keeps_earlier_rules: bool = Field(
        False, description="It goes on with the rules it opened with before, not the present ones."
    )
    jackpots: list[str]
    file_limits: LimitsRequest | None = Field(
        None, description="What the house file says, where that is something else."
    )
    ordered_by: str | None = Field(None, description="Who closed it or posted its limits.")
    ordered_on: str | None = None


class NoSuchTable(HouseError):
    """A table that the house file does not have."""


class HouseTables:
    """The tables of a house file, opened and closed one at a time."""

    def __init__(self, house: House, room: CardRoom) -> None:
        self._house = house
        self._room = room

    def tables(self) -> list[HouseTableReply]:
        """Every table of the house file in its present state."""
        return self._house.read(
            lambda reader: [self._reply(reader, table) for table in self._room.sheets]
        )

    def table(self, table: str) -> HouseTableReply:
        """One table of the house file in its present state."""
        return self._house.read(lambda reader: self._reply(reader, table))

    def _reply(self, reader: Reader, table: str) -> HouseTableReply:
        state, order = reader.state(f"table {table}") or {}, order_of(reader, table)
        sheet, written = self._sheet(reader, table), self._written(table).limits
        differs = posted_limits(sheet.limits) != posted_limits(written)
        stands = order if order and (order.closed or order.limits) else None
        return HouseTableReply.of(
            sheet,
            is_open=state.get("open", False),
            is_closing=CLOSING in state,
            day=state.get("day"),
            payout_limits=PayoutLimitsShown.of(sheet),
            tray_cents=reader.cents(accounts.tray(table)),
            escrow_cents=reader.cents(accounts.escrow(table)),
            readings=self._room.readings[table].sentences,
            own_readings=[*map(str, self._room.readings[table].own)],
            keeps_earlier_rules=table in self._room.kept,
            jackpots=list(sheet.jackpots.values()),
            file_limits=written if differs else None,
            ordered_by=None if stands is None else stands.by,
            ordered_on=None if stands is None else stands.day,
        )

    def _sheet(self, reader: Reader, table: str) -> Sheet:
        """The sheet filed last if the house file still has the same game there, or the file's.

        Limits that were ordered for the game also hold with other options.
        """
        written = self._written(table)
        state = reader.state(f"table {table}")
        if state is None:
            return written
        filed = read_sheet(reader, state["sheet"])
        # Rules are compared by their text, because their identity may be of an earlier version.
        alike = replace(filed, limits=written.limits, rules_sha256=written.rules_sha256)
        if alike == written:
            return filed
        order = order_of(reader, table)
        return written if order is None else order.on(written)

    def _written(self, table: str) -> Sheet:
        try:
            return self._room.sheets[table]
        except KeyError:
            raise NoSuchTable(f"the house file has no table {table!r}") from None

    def close(self, table: str, member: Member) -> None:
        """Closes a table and returns its tray; if a round is open, when that is over."""
        written = self._written(table)
        limits = self._house.read(lambda reader: self._sheet(reader, table).limits)

        def unit(batch: Batch) -> None:
            give_order(batch, written, closed=True, limits=limits, by=member.name)
            close_after_round(batch, table, _day(batch))
            note(batch, member, "table closed at the console", {"table": table})

        self._house.writer.write(unit)

    def open(self, table: str, member: Member, limits: LimitsRequest | None = None) -> None:
        """Opens a table, or reopens it with other limits; the house says why it may not."""
        with self._house.database.reading() as reader:
            sheet = self._sheet(reader, table)
            others = {name: self._sheet(reader, name) for name in self._room.sheets}
            is_any_open = any(state["open"] for state in reader.states("table").values())
        if limits is not None:
            sheet = replace(sheet, limits=limits.on(sheet.limits))
        # All tables deal under one day; a closed house begins a new one.
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
            written = self._written(table)
            give_order(batch, written, closed=False, limits=sheet.limits, by=member.name)
            day = max(today or _day(batch), _day(batch))
            opening = open_tables(batch, alone, [], day)
            if opening.objections:
                raise HouseError("; ".join(each.text for each in opening.objections))
            posted = LimitsRequest.model_validate(sheet.limits).model_dump()
            note(batch, member, "table opened at the console", {"table": table, "limits": posted})

        self._house.writer.write(unit)


def _day(batch: Batch) -> date:
    return date.fromisoformat(batch.day)


async def _tables(request: Request) -> HouseTables:
    return HouseTables(request.app.state.house, request.app.state.room)


TheTables = Annotated[HouseTables, Depends(_tables)]


@router.get("", responses=NOT_ADMITTED)
def tables(tables: TheTables, member: OnStaff) -> list[HouseTableReply]:
    """Every table of the house file."""
    return tables.tables()


@router.post("/{table}/open", responses=REFUSED)
async def open_table(
    tables: TheTables, floor: TheFloor, operator: MayOpenTables, table: str
) -> HouseTableReply:
    """Opens a table with the limits it had last."""
    return await between_rounds(tables, floor, table, lambda: tables.open(table, operator))


@router.put("/{table}/limits", responses=REFUSED)
async def change_limits(
    tables: TheTables, floor: TheFloor, operator: MayPostLimits, table: str, limits: LimitsRequest
) -> HouseTableReply:
    """Posts other limits and opens the table with them; a round in play ends first."""
    return await between_rounds(tables, floor, table, lambda: tables.open(table, operator, limits))


@router.post("/{table}/close", responses=REFUSED)
async def shut_table(
    tables: TheTables, floor: TheFloor, operator: MayOpenTables, table: str
) -> HouseTableReply:
    """Closes a table once its round is over, and returns its tray."""
    return await between_rounds(tables, floor, table, lambda: tables.close(table, operator))


async def between_rounds(
    tables: HouseTables, floor: TheFloor, table: str, step: Callable[[], None]
) -> HouseTableReply:
    """Runs `step` as soon as no round is open at the table, and refreshes the floor.

    Returns the table's state after it.
    """
    until = asyncio.get_running_loop().time() + WAIT_FOR_ROUND_SECONDS
    while True:
        left = until - asyncio.get_running_loop().time()
        await floor.settle_down(table, max(left, 0.0))
        try:
            await run_in_threadpool(step)
            break
        except FeltworksError as error:
            # Another round may have begun meanwhile; then wait for its end too.
            if "is not over" not in str(error) or left <= 0:
                raise
        await asyncio.sleep(0.1)
    await floor.refresh()
    return await run_in_threadpool(tables.table, table)
