"""The application: one house, its floor, the routes, and the door around all of them."""

from __future__ import annotations

from contextlib import asynccontextmanager
from importlib import import_module
from importlib.metadata import version
from importlib.util import find_spec
from inspect import isawaitable
from typing import TYPE_CHECKING

from fastapi import FastAPI
from fastapi.staticfiles import StaticFiles

from feltworks.web import pages, socket
from feltworks.web.api import lobby, rounds, session
from feltworks.web.floor.floor import Floor
from feltworks.web.guests import GuestBook
from feltworks.web.keys import private_file, signing_key
from feltworks.web.security import Door
from feltworks.web.sessions import Sessions
from feltworks.web.settings import Settings

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from feltworks.house import CardRoom, House

PAGES = ("odds_pages", "rules_pages", "round_pages", "console")


def create(house: House, room: CardRoom, settings: Settings | None = None) -> FastAPI:
    """The card room for a house whose doors are open; closing it leaves the house to the caller."""
    settings = settings or Settings()

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        floor = Floor(house, settings)
        app.state.floor = floor
        app.state.guests = GuestBook(floor.cashier, settings.buy_in)
        await floor.open()
        try:
            yield
        finally:
            await floor.close()
            for close in app.state.closers:
                closed = close(app)
                if isawaitable(closed):
                    await closed

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
    app.state.closers = []
    for router in (lobby.router, session.router, rounds.router, socket.router, pages.router):
        app.include_router(router)
    _include_pages(app, house)
    app.mount("/static", StaticFiles(directory=pages.STATIC), name="static")
    app.add_middleware(Door, hosts=settings.hosts)
    return app


def _include_pages(app: FastAPI, house: House) -> None:
    """The other pages bring routers of their own."""
    for name in PAGES:
        if find_spec(f"feltworks.web.{name}") is None:
            continue
        module = import_module(f"feltworks.web.{name}")
        if hasattr(module, "router"):
            app.include_router(module.router)
        if hasattr(module, "close_office"):
            app.state.closers.append(module.close_office)
    if find_spec("feltworks.web.console") is not None:
        staff = import_module("feltworks.web.console.staff")
        app.state.staff = staff.Staff(private_file(house, ".staff.json"))
