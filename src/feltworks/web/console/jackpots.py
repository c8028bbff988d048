"""Jackpots at the console: how each stands, the daily count, and the statement of a day."""

from __future__ import annotations

from datetime import date
from typing import Annotated

from fastapi import APIRouter, HTTPException, Request
from pydantic import BaseModel, ConfigDict, Field, StringConstraints

from feltworks.errors import FeltworksError
from feltworks.house.jackpots.keeping import HouseJackpot
from feltworks.web.console.guards import (
    CLOSED,
    REFUSED,
    OnStaff,
    Operator,
    house_of,
    note,
    sentence,
)

router = APIRouter(prefix="/api/console/jackpots", tags=["console"])


class JackpotTold(BaseModel):
    """A jackpot as it stands; wagered, lost and tray payouts count from the last count on."""

    name: str
    status: str
    mode: str
    tables: list[str]
    displayed_cents: int
    cap_cents: int | None
    wagered_cents: int
    lost_cents: int
    tray_paid_cents: int
    awaits_count: bool
    counted: str | None
    played: str | None


class CountAsked(BaseModel):
    """The daily count; fees by the jackpot's terms unless an amount is given."""

    model_config = ConfigDict(extra="forbid")

    fees_cents: int | None = Field(None, ge=0, le=10**12)
    document: Annotated[str, StringConstraints(max_length=200)] = ""


class CountTold(BaseModel):
    """A count as it was booked, in cents."""

    jackpot: str
    day: str
    record: int
    dropped_cents: int
    tray_taken_cents: int
    fees_cents: int
    to_house_cents: int
    addition_cents: int
    displayed_cents: int


class LineTold(BaseModel):
    """One record's part in a statement."""

    record: int
    kind: str
    side: str
    purpose: str
    cents: int
    round: int | None
    document: str | None


class OpeningTold(BaseModel):
    """What the day began with."""

    displayed: int
    reserve: int


class StatementTold(BaseModel):
    """opening + contributions + seed - prizes - adjustments = displayed + reserve, in cents."""

    jackpot: str
    day: str
    opening: OpeningTold
    contributions: int
    seed: int
    prizes: int
    adjustments: int
    displayed: int
    reserve: int
    difference: int = Field(description="Zero in a house that is in order.")
    carried_fractions: dict[str, str]
    lines: list[LineTold]


@router.get("", responses=CLOSED)
def jackpots(request: Request, member: OnStaff) -> list[JackpotTold]:
    """Every jackpot, removed ones too."""
    return [_told(each) for each in house_of(request.app).jackpots.all().values()]


@router.post("/{name}/count", responses=REFUSED)
def count(request: Request, operator: Operator, name: str, asked: CountAsked) -> CountTold:
    """The daily count: the boxes are emptied and the jackpot is brought up to date."""
    house = house_of(request.app)
    if name not in house.jackpots.all():
        raise HTTPException(404, "The house keeps no such jackpot.")
    try:
        found = house.jackpots.count(name, fees=asked.fees_cents, document=asked.document)
    except FeltworksError as error:
        raise HTTPException(409, sentence(error)) from None
    facts = {"jackpot": name, "record": found.number}
    house.writer.write(lambda batch: note(batch, operator, "jackpot counted at the console", facts))
    return CountTold(
        jackpot=name,
        day=found.day,
        record=found.number,
        dropped_cents=found.facts["dropped"],
        tray_taken_cents=found.facts["tray_taken"],
        fees_cents=found.facts["fees"],
        to_house_cents=found.facts["to_house"],
        addition_cents=found.facts["addition"],
        displayed_cents=found.content["after"]["displayed"],
    )


@router.get("/{name}/statement", responses=REFUSED)
def statement(
    request: Request, member: OnStaff, name: str, day: date | None = None
) -> StatementTold:
    """A jackpot's day, reconciled from two sides; the books' present day unless told."""
    house = house_of(request.app)
    if name not in house.jackpots.all():
        raise HTTPException(404, "The house keeps no such jackpot.")
    return StatementTold.model_validate(house.jackpots.statement(name, day).as_json())


def _told(standing: HouseJackpot) -> JackpotTold:
    return JackpotTold(
        name=standing.name,
        status=standing.status,
        mode=standing.terms.mode,
        tables=list(standing.tables),
        displayed_cents=standing.displayed,
        cap_cents=standing.terms.cap,
        wagered_cents=standing.wagered,
        lost_cents=standing.lost,
        tray_paid_cents=standing.tray_paid,
        awaits_count=standing.awaits_count,
        counted=standing.counted.isoformat() if standing.counted else None,
        played=standing.played.isoformat() if standing.played else None,
    )
