"""What the routes share: parts of the application, the requesting guest, and errors as replies."""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Mapping
from typing import Annotated, Any

from fastapi import Depends, HTTPException, Request
from pydantic import BaseModel, ConfigDict
from starlette.requests import HTTPConnection

from feltworks.house import House
from feltworks.web.floor.floor import Floor

Responses = dict[int | str, dict[str, Any]]


class ErrorReply(BaseModel):
    """What was wrong, in one sentence."""

    detail: str


class JsonRequest(BaseModel):
    """Base of JSON bodies from a browser: unknown keys are refused."""

    model_config = ConfigDict(extra="forbid")


def errors(described: Mapping[int, str]) -> Responses:
    """The errors that a route may answer with, for its documentation."""
    return {code: {"model": ErrorReply, "description": text} for code, text in described.items()}


def app_part(name: str) -> Callable[[Request], Coroutine[None, None, Any]]:
    """A dependency on `app.state.NAME`."""

    async def part(request: Request) -> Any:  # noqa: ANN401 - typed where it is asked for
        return getattr(request.app.state, name)

    return part


def address_of(asking: HTTPConnection) -> str:
    """The address a request comes from; empty if it is not known."""
    return asking.client.host if asking.client is not None else ""


async def _guest(request: Request) -> str | None:
    """The guest whose browser sends the request, by his name in the books, if it has one."""
    guest: str | None = request.app.state.sessions.guest(request.cookies)
    return guest


async def _known_guest(guest: Annotated[str | None, Depends(_guest)]) -> str:
    if guest is None:
        raise HTTPException(401, "Sit down with a name first.")
    return guest


TheHouse = Annotated[House, Depends(app_part("house"))]
TheFloor = Annotated[Floor, Depends(app_part("floor"))]
AnyGuest = Annotated[str | None, Depends(_guest)]
KnownGuest = Annotated[str, Depends(_known_guest)]
