"""The pages of lobby and tables, and the one for whoever has lost his way."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from fastapi import APIRouter, HTTPException
from fastapi.exception_handlers import http_exception_handler
from fastapi.responses import HTMLResponse
from starlette.exceptions import HTTPException as StarletteHTTPException

from feltworks.web.dependencies import TheFloor
from feltworks.web.shells import Shell

if TYPE_CHECKING:
    from fastapi import Request, Response

router = APIRouter(include_in_schema=False)
CARDS = ("css/cards.css", "css/meter.css")
ROOM = (*CARDS, "css/room.css", "css/dock.css", "css/sheets.css")
LOBBY = Shell(
    title="Feltworks card room",
    here="/",
    kind="lobby",
    module="js/lobby/lobby-page.js",
    styles=(*CARDS, "css/lobby.css"),
)
BANKED = Shell(
    title="A table · Feltworks",
    kind="table",
    module="js/table/table-page.js",
    styles=(*ROOM, "css/felt.css", "css/spots.css", "css/low.css"),
)
BETWEEN_PLAYERS = Shell(
    title="A table · Feltworks",
    kind="ring",
    module="js/ring/ring-page.js",
    styles=(*ROOM, "css/ring.css", "css/ring-phone.css", "css/low.css"),
)
TABLES = {shell.kind: shell for shell in (BANKED, BETWEEN_PLAYERS)}
LOST = Shell(
    title="Nothing here · Feltworks",
    kind="lost",
    module="js/cards/playing-card.js",
    styles=("css/cards.css",),
    contents="lost.html",
)
# Starlette's own refusals say no more than their number does.
REFUSALS = {405: "This address is there to be looked at: nothing can be sent to it."}
NOWHERE = "There is no page at this address."


@router.get("/")
async def lobby_page() -> HTMLResponse:
    return LOBBY.answer()


@router.get("/table/{table}")
async def table_page(table: str, floor: TheFloor) -> HTMLResponse:
    runner = floor.tables.get(table)
    if runner is None:
        raise HTTPException(404, "There is no such table in this house.")
    return TABLES[runner.state.mechanism.page].answer()


async def lost(request: Request, error: Exception) -> Response:
    """A refusal: a page for a person who looks for one, JSON for a program and from the API."""
    assert isinstance(error, StarletteHTTPException)
    if request.url.path.startswith("/api/"):
        return await http_exception_handler(request, error)
    if wants_a_page(request.headers.get("accept", "")):
        unsaid = REFUSALS.get(error.status_code, NOWHERE)
        says = error.detail if isinstance(error, HTTPException) else unsaid
        answer: Response = LOST.answer(error.status_code, says=says)
        answer.headers.update(error.headers or {})
    else:
        answer = await http_exception_handler(request, error)
    answer.headers.append("vary", "Accept")
    return answer


def wants_a_page(accept: str) -> bool:
    """Whether HTML is named among what the asker takes; `*/*` names nothing, and `q=0` refuses."""
    for each in accept.lower().split(","):
        kind, *parameters = (part.strip() for part in each.split(";"))
        if kind == "text/html":
            return not any(_is_nought(parameter) for parameter in parameters)
    return False


def _is_nought(parameter: str) -> bool:
    name, _, value = parameter.partition("=")
    return name.strip() == "q" and re.fullmatch(r"0(\.0*)?", value.strip()) is not None
