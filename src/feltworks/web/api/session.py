"""The guest's session: sitting down with a name and chips, buying more, going."""

from __future__ import annotations

import secrets
from typing import Annotated

from fastapi import APIRouter, HTTPException, Request, Response
from fastapi.responses import JSONResponse
from pydantic import BaseModel, ConfigDict, Field

from feltworks.web.dependencies import (
    AnyGuest,
    ErrorReply,
    JsonRequest,
    KnownGuest,
    TheFloor,
    errors,
)
from feltworks.web.guests import GuestBook, NameTaken, checked
from feltworks.web.protocol.copying import Copied

router = APIRouter(prefix="/api/session", tags=["session"])

Cents = Annotated[int, Field(ge=1, le=10**12)]
BAD_AMOUNT = errors({400: "A name or an amount that cannot be", 403: "From another site"})
NOT_SEATED = BAD_AMOUNT | errors({429: "Too many guests at once"})


class GuestReply(BaseModel):
    """`table` is where the guest sits, at those seats."""

    name: str
    stack_cents: int
    table: str | None
    seats: list[int]


class BuyInReply(Copied):
    least_cents: int
    usual_cents: int
    most_cents: int


class SessionReply(BaseModel):
    guest: GuestReply | None
    buy_in: BuyInReply


class NameTakenReply(ErrorReply):
    """`free_name` is a similar name that is free, if there is one."""

    free_name: str | None = None


class SitDownRequest(JsonRequest):
    model_config = ConfigDict(strict=True)

    name: Annotated[str, Field(min_length=1, max_length=60)]
    stack_cents: Cents | None = None


class MoreChipsRequest(JsonRequest):
    model_config = ConfigDict(strict=True)

    cents: Cents
    key: Annotated[str, Field(pattern=r"^[A-Za-z0-9-]{8,64}$")] | None = Field(
        None, description="Repeated with the same key, the chips are sold once."
    )


@router.get("")
async def session(guest: AnyGuest, floor: TheFloor) -> SessionReply:
    """Who this browser plays as, if anybody, and how many chips a guest may have."""
    shown = None
    if guest is not None:
        await floor.note_visit(guest)
        stacks = await floor.cashier.stacks([guest])
        at = floor.runner_of(guest)
        out = 0 if at is None else at.state.out_before_deal(guest)
        shown = GuestReply(
            name=floor.services.name_of(guest),
            stack_cents=stacks[guest] - out,
            table=None if at is None else at.state.name,
            seats=[] if at is None else at.state.chairs.of(guest),
        )
    return SessionReply(guest=shown, buy_in=BuyInReply.of(floor.settings.buy_in))


@router.post(
    "",
    status_code=201,
    response_model=SessionReply,
    responses={**NOT_SEATED, 409: {"model": NameTakenReply, "description": "The name is taken"}},
)
async def sit_down(
    wanted: SitDownRequest, request: Request, response: Response, guest: AnyGuest, floor: TheFloor
) -> SessionReply | JSONResponse:
    """Claims a name, sells the chips and sets the cookie."""
    if guest is not None:
        called = floor.services.name_of(guest)
        raise HTTPException(409, f"This browser plays as {called}: leave first.")
    book: GuestBook = request.app.state.guests
    cents = wanted.stack_cents or floor.settings.buy_in.usual_cents
    try:
        named = await book.claim(wanted.name, cents)
    except NameTaken as error:
        return JSONResponse({"detail": str(error), "free_name": error.free}, 409)
    floor.services.names[named] = checked(wanted.name)
    secure = request.url.scheme == "https"
    request.app.state.sessions.set_cookie(response, named, secure=secure)
    return await session(named, floor)


@router.post("/chips", responses=BAD_AMOUNT | errors({401: "No guest"}))
async def more_chips(
    wanted: MoreChipsRequest, request: Request, guest: KnownGuest, floor: TheFloor
) -> SessionReply:
    """More play-money chips."""
    book: GuestBook = request.app.state.guests
    await book.add_chips(guest, wanted.cents, wanted.key or secrets.token_hex(8))
    at = floor.runner_of(guest)
    if at is not None:
        at.stack_changed(guest)
    return await session(guest, floor)


@router.delete("", responses=errors({403: "From another site"}))
async def leave(
    request: Request, response: Response, guest: AnyGuest, floor: TheFloor
) -> SessionReply:
    """Gives up the guest's seats and deletes his cookie in this browser."""
    if guest is not None:
        floor.end_stay(guest)
    request.app.state.sessions.forget(response)
    return await session(None, floor)
