"""Corrections at the console: one operator proposes, another one confirms from his own session."""

from __future__ import annotations

from functools import partial
from typing import Annotated, Literal

from fastapi import APIRouter, Path
from pydantic import Field, StringConstraints
from starlette.concurrency import run_in_threadpool

from feltworks.house import House
from feltworks.house.corrections import (
    MOST_MOVES,
    confirm,
    corrections,
    propose,
    read_moves,
    withdraw,
)
from feltworks.house.staff import LONGEST_REASON
from feltworks.web.console.access import NOT_ADMITTED, REFUSED, MayCorrect, MayRead
from feltworks.web.dependencies import JsonRequest, TheFloor, TheHouse
from feltworks.web.protocol.copying import Copied, Text

router = APIRouter(prefix="/api/console/corrections", tags=["console"])
Account = Annotated[str, StringConstraints(min_length=1, max_length=200)]
Number = Annotated[int, Path(ge=1, le=2**62)]


class CorrectionMoveRequest(JsonRequest):
    """Cents from one account to another, such as `house` and `player:ann`."""

    source: Account
    target: Account
    cents: int = Field(ge=1, le=10**15)


class CorrectionRequest(JsonRequest):
    """What is corrected, by which moves, and why."""

    corrects: int = Field(ge=1, le=2**62, description="The number of the record.")
    because: Annotated[str, StringConstraints(min_length=1, max_length=LONGEST_REASON)]
    moves: list[CorrectionMoveRequest] = Field(min_length=1, max_length=MOST_MOVES)


class CorrectionMoveReply(Copied):
    """Cents from one account to another."""

    source: Text
    target: Text
    cents: int


class CorrectionReply(Copied):
    """A correction in its present state; its number is that of the record that proposed it."""

    number: int
    status: Literal["proposed", "booked", "withdrawn"]
    corrects: int
    because: str
    proposed_by: str
    confirmed_by: str | None = Field(description="Who booked or withdrew it.")
    moves: list[CorrectionMoveReply]


@router.get("", responses=NOT_ADMITTED)
def all_corrections(house: TheHouse, member: MayRead) -> list[CorrectionReply]:
    """Every correction, the latest first."""
    return [CorrectionReply.of(each) for each in house.read(corrections)]


@router.post("", status_code=201, responses=REFUSED)
def propose_one(
    house: TheHouse, operator: MayCorrect, wanted: CorrectionRequest
) -> CorrectionReply:
    """Proposes a correction; somebody else confirms it."""
    moves = read_moves([(each.source, each.target, each.cents) for each in wanted.moves])
    made = house.write(
        lambda batch: propose(
            batch, moves, corrects=wanted.corrects, because=wanted.because, by=operator.name
        )
    )
    return _one(house, operator, made.number)


@router.post("/{number}/confirm", responses=REFUSED)
async def confirm_one(
    house: TheHouse, floor: TheFloor, operator: MayCorrect, number: Number
) -> CorrectionReply:
    """Books a correction that another operator proposed."""
    await run_in_threadpool(house.write, partial(confirm, number=number, by=operator.name))
    reply = await run_in_threadpool(_one, house, operator, number)
    for each in reply.moves:
        for account in (each.source, each.target):
            purse, _, player = account.partition(":")
            at = floor.runner_of(player) if purse == "player" else None
            if at is not None:
                at.stack_changed(player)
    return reply


@router.post("/{number}/withdraw", responses=REFUSED)
def withdraw_one(house: TheHouse, operator: MayCorrect, number: Number) -> CorrectionReply:
    """Withdraws a proposal."""
    house.write(lambda batch: withdraw(batch, number, by=operator.name))
    return _one(house, operator, number)


def _one(house: House, member: MayCorrect, number: int) -> CorrectionReply:
    return next(each for each in all_corrections(house, member) if each.number == number)
