"""The tables at the console: which are open, on what limits; opening, closing, other limits."""

from __future__ import annotations

import asyncio
from typing import Any

from fastapi import APIRouter, FastAPI, HTTPException, Request
from pydantic import BaseModel, ConfigDict, Field
from starlette.concurrency import run_in_threadpool

from feltworks.errors import FeltworksError
from feltworks.web.console.doors import HouseTables, NewLimits, NoSuchTable, TableStatus
from feltworks.web.console.guards import CLOSED, REFUSED, OnStaff, Operator, house_of, sentence
from feltworks.web.console.staff import Member

router = APIRouter(prefix="/api/console/tables", tags=["console"])
MOST_CENTS = 10**9
WAIT_FOR_ROUND_SECONDS = 45.0


class LimitsRequest(BaseModel):
    """Posted limits, in cents."""

    model_config = ConfigDict(extra="forbid")

    minimum_cents: int = Field(ge=1, le=MOST_CENTS)
    maximum_cents: int = Field(ge=1, le=MOST_CENTS)
    side_minimum_cents: int = Field(ge=1, le=MOST_CENTS)
    side_maximum_cents: int = Field(ge=1, le=MOST_CENTS)

    def as_limits(self) -> NewLimits:
        return NewLimits(**self.model_dump())


class HouseTableReply(BaseModel):
    """A table of the house file as it stands."""

    table: str
    game: str
    is_open: bool
    day: str | None = Field(description="The day for which it was last opened.")
    seats: int
    limits: LimitsRequest
    options: dict[str, str]
    tray_cents: int
    escrow_cents: int = Field(description="Stakes of the round in flight.")
    approved: bool
    verdict: str
    jackpots: list[str]


@router.get("", responses=CLOSED)
def tables(request: Request, member: OnStaff) -> list[HouseTableReply]:
    """Every table of the house file."""
    return [_told(each) for each in doors_of(request.app).tables()]


@router.post("/{table}/open", responses=REFUSED)
async def open_table(request: Request, operator: Operator, table: str) -> HouseTableReply:
    """Opens a table on the limits it had last."""
    return await _opened(request.app, operator, table)


@router.put("/{table}/limits", responses=REFUSED)
async def change_limits(
    request: Request, operator: Operator, table: str, asked: LimitsRequest
) -> HouseTableReply:
    """Posts other limits and opens the table with them; a round that is being played ends first."""
    return await _opened(request.app, operator, table, asked.as_limits())


@router.post("/{table}/close", responses=REFUSED)
async def shut_table(request: Request, operator: Operator, table: str) -> HouseTableReply:
    """Closes a table once its round is over, and brings its tray in."""
    doors = doors_of(request.app)
    await _between_rounds(request.app, table, lambda: doors.close(table, operator))
    return await _as_it_stands(request.app, table)


def doors_of(app: FastAPI) -> HouseTables:
    return HouseTables(house_of(app), app.state.room)


async def _opened(
    app: FastAPI, operator: Member, table: str, limits: NewLimits | None = None
) -> HouseTableReply:
    doors = doors_of(app)
    await _between_rounds(app, table, lambda: doors.open(table, operator, limits))
    return await _as_it_stands(app, table)


async def _between_rounds(app: FastAPI, table: str, step: Any) -> None:  # noqa: ANN401
    """Does it as soon as no round is in flight at the table, and tells the floor."""
    floor = getattr(app.state, "floor", None)
    until = asyncio.get_running_loop().time() + WAIT_FOR_ROUND_SECONDS
    while True:
        left = until - asyncio.get_running_loop().time()
        if floor is not None:
            await floor.settle_down(table, max(left, 0.0))
        try:
            await run_in_threadpool(step)
            break
        except NoSuchTable as error:
            raise HTTPException(404, sentence(error)) from None
        except FeltworksError as error:
            # Another round may have begun meanwhile; its end is waited for too.
            if "is not over" not in str(error) or left <= 0:
                raise HTTPException(409, sentence(error)) from None
        await asyncio.sleep(0.1)
    if floor is not None:
        await floor.refresh()


async def _as_it_stands(app: FastAPI, table: str) -> HouseTableReply:
    found = await run_in_threadpool(doors_of(app).tables)
    return next(_told(each) for each in found if each.table == table)


def _told(stands: TableStatus) -> HouseTableReply:
    sheet = stands.sheet
    return HouseTableReply(
        table=stands.table,
        game=sheet.game,
        is_open=stands.is_open,
        day=stands.day,
        seats=sheet.seats,
        limits=LimitsRequest(**{key: getattr(sheet.limits, key) for key in NewLimits.__slots__}),
        options=dict(sheet.options),
        tray_cents=stands.tray_cents,
        escrow_cents=stands.escrow_cents,
        approved=sheet.approved,
        verdict=sheet.verdict,
        jackpots=list(sheet.jackpots.values()),
    )
