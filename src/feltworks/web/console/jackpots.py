"""Jackpots at the console: the state of each, the daily count, and the statement of a day."""

from __future__ import annotations

from datetime import date
from typing import Annotated

from fastapi import APIRouter, Depends, HTTPException
from pydantic import BaseModel, Field, StringConstraints
from starlette.concurrency import run_in_threadpool

from feltworks.house import House
from feltworks.house.jackpots.keeping import HouseJackpot
from feltworks.web.console.access import NOT_ADMITTED, REFUSED, MayCount, MayRead
from feltworks.web.dependencies import JsonRequest, TheHouse
from feltworks.web.protocol.copying import Copied

router = APIRouter(prefix="/api/console/jackpots", tags=["console"])


class JackpotReply(Copied):
    """A jackpot's state; wagered, lost and tray payouts are since the last count."""

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
    counted: date | None
    played: date | None
    counts_for: date = Field(description="The day that a count is for by default.")
    asks_because: str | None = Field(description="Why a count must name that day, or null.")
    to_be_posted_cents: int = Field(description="Counted, and posted when its tables open.")
    account: str | None = Field(description="The separate account that its money lies in.")
    banked_cents: int = Field(description="What that account holds.")


class JackpotCountRequest(JsonRequest):
    """The daily count; fees follow the jackpot's terms if no amount is given.

    A count that is made on a later day must name its day.
    """

    day: date | None = None
    fees_cents: int | None = Field(None, ge=0, le=10**12)
    document: Annotated[str, StringConstraints(max_length=200)] = ""


class JackpotDepositRequest(JsonRequest):
    """A deposit as its document states it; below zero it is a withdrawal."""

    cents: int = Field(ge=-(10**12), le=10**12)
    dated: date
    reference: Annotated[str, StringConstraints(min_length=1, max_length=100)]
    document: Annotated[str, StringConstraints(min_length=1, max_length=200)]
    key: Annotated[str, StringConstraints(min_length=1, max_length=200)] | None = Field(
        None, description="Repeated with the same key, the deposit is recorded once."
    )


class JackpotCountReply(BaseModel):
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


class StatementLineReply(BaseModel):
    """One record's part in a statement."""

    record: int
    kind: str
    side: str
    purpose: str
    cents: int
    round: int | None
    document: str | None


class StatementOpening(BaseModel):
    """The amounts at the start of the day."""

    displayed: int
    reserve: int


class StatementReply(BaseModel):
    """opening + contributions + seed - prizes - adjustments = displayed + reserve, in cents."""

    jackpot: str
    day: str
    opening: StatementOpening
    contributions: int
    seed: int
    prizes: int
    adjustments: int
    displayed: int
    reserve: int
    difference: int = Field(description="Zero in a house that is in order.")
    carried_fractions: dict[str, str]
    lines: list[StatementLineReply]


async def _known(house: TheHouse, name: str) -> str:
    """The name of a jackpot that the house keeps."""
    if name not in await run_in_threadpool(house.jackpots.all):
        raise HTTPException(404, "The house keeps no such jackpot.")
    return name


Known = Annotated[str, Depends(_known)]


@router.get("", responses=NOT_ADMITTED)
def jackpots(house: TheHouse, member: MayRead) -> list[JackpotReply]:
    """Every jackpot, including removed ones."""
    return [_reply(house, each) for each in house.jackpots.all().values()]


@router.post("/{name}/count", responses=REFUSED)
def count(
    house: TheHouse, operator: MayCount, name: Known, wanted: JackpotCountRequest
) -> JackpotCountReply:
    """The daily count: the boxes are emptied and the jackpot is brought up to date."""
    counts = house.jackpots.day_to_count(name, date.today())
    if wanted.day is None and counts.because is not None:
        why = f"This would count {name} for {counts.day}, and {counts.because}: name the day."
        raise HTTPException(409, why)
    found = house.jackpots.count(
        name,
        day=wanted.day or counts.day,
        fees=wanted.fees_cents,
        document=wanted.document,
        by=operator.name,
        at="the console",
    )
    booked = ("dropped", "tray_taken", "fees", "to_house", "addition")
    return JackpotCountReply(
        jackpot=name,
        day=found.day,
        record=found.number,
        displayed_cents=found.content["after"]["displayed"],
        **{f"{fact}_cents": found.facts[fact] for fact in booked},
    )


@router.post("/{name}/deposit", responses=REFUSED)
def deposit(
    house: TheHouse, operator: MayCount, name: Known, wanted: JackpotDepositRequest
) -> JackpotReply:
    """Records a deposit to the jackpot's separate account, or a withdrawal if below zero."""
    house.jackpots.deposit(
        name,
        wanted.cents,
        dated=wanted.dated,
        reference=wanted.reference,
        document=wanted.document,
        by=operator.name,
        at="the console",
        key=wanted.key,
    )
    return _reply(house, house.jackpots.show(name))


@router.get("/{name}/statement", responses=REFUSED)
def statement(
    house: TheHouse, member: MayRead, name: Known, day: date | None = None
) -> StatementReply:
    """A jackpot's day, reconciled from two sides; by default the current day of the books."""
    return StatementReply.model_validate(house.jackpots.statement(name, day).as_json())


def _reply(house: House, jackpot: HouseJackpot) -> JackpotReply:
    counts = house.jackpots.day_to_count(jackpot.name, date.today())
    terms, cents = jackpot.terms, ("displayed", "wagered", "lost", "tray_paid")
    return JackpotReply.of(
        jackpot,
        **{f"{name}_cents": getattr(jackpot, name) for name in cents},
        mode=terms.mode,
        counts_for=counts.day,
        asks_because=counts.because,
        cap_cents=terms.cap,
        account=terms.account,
        banked_cents=jackpot.banked or 0,
        to_be_posted_cents=jackpot.held.counted,
    )
