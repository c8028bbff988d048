"""What the routes share: the application's parts, the guest who asks, errors as sentences."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import Depends, HTTPException, Request
from pydantic import BaseModel

from feltworks.house import House
from feltworks.web.floor.floor import Floor
from feltworks.web.sessions import Guest


class ErrorReply(BaseModel):
    """What was wrong, in one sentence."""

    detail: str


def _house(request: Request) -> House:
    house: House = request.app.state.house
    return house


def _floor(request: Request) -> Floor:
    floor: Floor = request.app.state.floor
    return floor


def guest_of(request: Request) -> Guest | None:
    """The guest whose browser asks, if it has sat down."""
    guest: Guest | None = request.app.state.sessions.guest(request.cookies)
    return guest


def _known_guest(guest: Annotated[Guest | None, Depends(guest_of)]) -> Guest:
    if guest is None:
        raise HTTPException(401, "Sit down with a name first.")
    return guest


TheHouse = Annotated[House, Depends(_house)]
TheFloor = Annotated[Floor, Depends(_floor)]
AnyGuest = Annotated[Guest | None, Depends(guest_of)]
KnownGuest = Annotated[Guest, Depends(_known_guest)]


def problems(*codes: int) -> dict[int | str, dict[str, Any]]:
    """The errors a route may answer with, for its description."""
    return {code: {"model": ErrorReply} for code in codes}
