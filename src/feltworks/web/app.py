"""The application: one house, its floor, the routes, and the door around all of them."""

from __future__ import annotations

import gc
import sys
from contextlib import asynccontextmanager
from importlib.metadata import version
from typing import TYPE_CHECKING

from fastapi import FastAPI, Request
from fastapi.responses import JSONResponse
from fastapi.staticfiles import StaticFiles
from starlette.exceptions import HTTPException

from feltworks.errors import FeltworksError
from feltworks.web import console, odds_pages, pages, round_pages, rules_pages, socket
from feltworks.web.api import lobby, rounds, session
from feltworks.web.console.staff import Staff
from feltworks.web.floor.floor import Floor
from feltworks.web.guests import GuestBook
from feltworks.web.keys import private_file, signing_key
from feltworks.web.security import SecurityMiddleware
from feltworks.web.sessions import Sessions
from feltworks.web.settings import Settings
from feltworks.web.shells import STATIC

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from feltworks.house import CardRoom, House

SWITCH_SECONDS = 0.0005
OTHER_PAGES = (odds_pages, rules_pages, round_pages, console)


def create(house: House, room: CardRoom, settings: Settings | None = None) -> FastAPI:
    """The card room for a house whose doors are open; closing it leaves the house to the caller."""
    settings = settings or Settings()

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        # Threads that write the books must not keep the tables waiting for their usual 5 ms.
        sys.setswitchinterval(SWITCH_SECONDS)
        floor = Floor(house, settings)
        app.state.floor = floor
        app.state.guests = GuestBook(floor.cashier, settings.buy_in, settings.guests_a_minute)
        await floor.open()
        # Rules and tables stay as long as the server: looking through them for garbage, which takes
        # a tenth of a second, would stop every table each time.
        gc.collect()
        gc.freeze()
        try:
            yield
        finally:
            gc.unfreeze()
            await floor.close()
            odds_pages.close_office(app)
            console.close_office(app)

    app = FastAPI(
        title="Feltworks card room",
        version=version("feltworks"),
        description="Tables, rounds, odds and rules of a play-money card room.",
        docs_url=None,
        redoc_url=None,
        lifespan=lifespan,
    )
    app.state.house, app.state.room, app.state.settings = house, room, settings
    app.state.key = signing_key(private_file(house, ".key"))
    app.state.sessions = Sessions(app.state.key)
    for part in (lobby, session, rounds, socket, pages, *OTHER_PAGES):
        app.include_router(part.router)
    app.state.staff = Staff(private_file(house, ".staff.json"))
    app.add_exception_handler(FeltworksError, _sentence)
    app.add_exception_handler(HTTPException, pages.lost)
    app.mount("/static", StaticFiles(directory=STATIC), name="static")
    app.add_middleware(SecurityMiddleware, hosts=settings.hosts)
    return app


def _sentence(request: Request, error: Exception) -> JSONResponse:
    """What a person or the books' state made impossible, told in a sentence."""
    return JSONResponse({"detail": str(error)}, 409)
