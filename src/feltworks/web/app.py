"""The application: one house, its floor, the routes, and the checks around all of them."""

from __future__ import annotations

import asyncio
import logging
import sys
from collections import Counter
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from importlib.metadata import version

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from fastapi.staticfiles import StaticFiles
from starlette.exceptions import HTTPException
from starlette.middleware.gzip import GZipMiddleware

from feltworks.errors import FeltworksError
from feltworks.house import BooksError, CardRoom, House
from feltworks.house.staff import NotPermitted
from feltworks.web import pages, socket
from feltworks.web.api import lobby, rounds, rules, session
from feltworks.web.bundles import STATIC
from feltworks.web.console import (
    books,
    corrections,
    filing,
    jackpots,
    keeping,
    login,
    reports,
    supervising,
    tables,
)
from feltworks.web.console.attempts import Attempts, TooManyAttempts
from feltworks.web.console.sessions import StaffSessions
from feltworks.web.console.staff import Staff
from feltworks.web.console.tables import NoSuchTable
from feltworks.web.floor.floor import Floor
from feltworks.web.guests import CrowdError, GuestBook, GuestError
from feltworks.web.odds_pages import routes as odds
from feltworks.web.odds_pages.jobqueue import JobQueue, OddsJobs, QueueFull
from feltworks.web.odds_pages.jobs import AUDIT_LIMITS, MONTH_LIMITS
from feltworks.web.practice import routes as practice
from feltworks.web.practice.games import GameNotKept
from feltworks.web.practice.room import PracticeFull, PracticeRoom
from feltworks.web.protocol.sentences import error_text, sentence
from feltworks.web.security import SecurityMiddleware
from feltworks.web.sessions import Sessions, private_file, signing_key
from feltworks.web.settings import Settings

SWITCH_SECONDS = 0.0005
RETRY_AFTER_SECONDS = "2"
LEAST_COMPRESSED_BYTES = 800
MOST_TOLD_CHARACTERS = 400
log = logging.getLogger("feltworks.web")
ROUTES = (
    *(lobby, session, rounds, rules, socket, pages, odds, practice),
    *(login, tables, filing, supervising, jackpots, books, corrections, keeping, reports),
)


def create(house: House, room: CardRoom, settings: Settings | None = None) -> FastAPI:
    """The card room for an open house; closing the application does not close the house."""
    settings = settings or Settings()

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        # A shorter switch interval than 5 ms, so that threads that write the books do not delay
        # tables.
        sys.setswitchinterval(SWITCH_SECONDS)
        floor = Floor(house, settings)
        app.state.floor = floor
        app.state.guests = GuestBook(floor.cashier, settings.buy_in, settings.guests_a_minute)
        await floor.open()
        app.state.practice = PracticeRoom(floor)
        app.state.practice.start()
        try:
            yield
        finally:
            await floor.close()
            app.state.practice.close()
            app.state.odds_jobs.close()
            app.state.audits.close()
            app.state.months.close()

    app = FastAPI(
        title="Feltworks card room",
        version=version("feltworks"),
        description="Tables, rounds, odds and rules of a play-money card room.",
        docs_url=None,
        redoc_url=None,
        lifespan=lifespan,
    )
    app.state.house, app.state.room, app.state.settings = house, room, settings
    app.state.sessions = Sessions(signing_key(private_file(house, ".key")))
    app.state.sockets, app.state.filing = Counter(), asyncio.Lock()
    app.state.staff = Staff(house)
    app.state.staff_sessions, app.state.staff_attempts = StaffSessions(), Attempts()
    app.state.odds_jobs, app.state.audits = OddsJobs(), JobQueue(AUDIT_LIMITS)
    app.state.months = JobQueue(MONTH_LIMITS)
    for part in ROUTES:
        app.include_router(part.router)
    app.add_exception_handler(FeltworksError, _refusal)
    app.add_exception_handler(RequestValidationError, _malformed)
    app.add_exception_handler(HTTPException, pages.lost)
    app.mount("/static", StaticFiles(directory=STATIC), name="static")
    app.add_middleware(GZipMiddleware, minimum_size=LEAST_COMPRESSED_BYTES)
    app.add_middleware(SecurityMiddleware, hosts=settings.hosts)
    return app


REFUSALS: Mapping[type[Exception], int] = {
    GuestError: 400,
    NotPermitted: 403,
    GameNotKept: 404,
    NoSuchTable: 404,
    CrowdError: 429,
    QueueFull: 429,
    PracticeFull: 429,
    TooManyAttempts: 429,
}
"""Errors answered with a status other than 409, whichever route they come from."""


def _refusal(request: Request, error: Exception) -> JSONResponse:
    """An error that a person or the state of the books caused, as one sentence."""
    if isinstance(error, BooksError):
        log.error("the books: %s", error)
        return JSONResponse(
            {"detail": error_text(error)}, 503, {"Retry-After": RETRY_AFTER_SECONDS}
        )
    headers = {"Retry-After": str(error.seconds)} if isinstance(error, TooManyAttempts) else None
    return JSONResponse({"detail": sentence(error)}, REFUSALS.get(type(error), 409), headers)


def _malformed(request: Request, error: Exception) -> JSONResponse:
    """What is wrong with a request and where; the input itself is not sent back.

    It may be large, and may hold half a character, which cannot be encoded in an answer. Keys may
    be the sender's own too.
    """
    assert isinstance(error, RequestValidationError)
    told = [
        {
            "type": each["type"],
            "loc": [part if isinstance(part, int) else _writable(part) for part in each["loc"]],
            "msg": _writable(each["msg"]),
        }
        for each in error.errors()
    ]
    return JSONResponse({"detail": told}, 422)


def _writable(text: str) -> str:
    return text[:MOST_TOLD_CHARACTERS].encode(errors="replace").decode()
