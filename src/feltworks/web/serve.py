"""Serving: the house is opened for the day, its address is printed, and the server runs.

A practice house counts its jackpots itself if they are uncounted on a new day; any other house
leaves that to its operator, and its tables with such a jackpot stay closed.
"""

from __future__ import annotations

import gc
import signal
import socket
import sys
import threading
import webbrowser
from contextlib import closing, suppress
from datetime import date
from functools import partial
from pathlib import Path

import uvicorn
from fastapi import FastAPI

from feltworks.errors import FeltworksError, system_reason
from feltworks.house import CardRoom, House, RoomOpening
from feltworks.house.books import Batch
from feltworks.house.errors import HouseError
from feltworks.house.jackpots.changing import book_count
from feltworks.house.jackpots.keeping import HouseJackpot
from feltworks.house.keys import KeyLost
from feltworks.house.opening import close_table, room_to_open
from feltworks.web.app import create
from feltworks.web.protocol.requests import LONGEST_MESSAGE
from feltworks.web.settings import Settings

LOOPBACK = frozenset({"localhost", "127.0.0.1", "[::1]"})
PORTS_TRIED = 20


class ServeError(FeltworksError):
    """The server cannot be started with these settings."""


class CardRoomServer(uvicorn.Server):
    """Excludes what the application has loaded from garbage collections once it has started.

    Rules and tables live as long as the server. A collection that scans them takes a tenth of a
    second, in which every table stops. The collector belongs to the whole process, so the command
    sets it up and not the application, which may run in a process with other work.
    """

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        gc.collect()
        gc.freeze()


def open_house(house: House, room: CardRoom, day: date) -> RoomOpening:
    """Opens the house for a day; in a practice house uncounted jackpots are counted first.

    Nobody closes a practice house in the evening, so the tables of such a jackpot are closed now;
    one with an open round stays open, and its jackpot is counted another day.
    """
    stands_at = house.read(lambda reader: reader.head().day)
    day = max(day, date.fromisoformat(stands_at)) if stands_at else day
    if room.file.house.kind == "practice":
        for standing in house.jackpots.all().values():
            before_today = standing.played is not None and standing.played < day
            if standing.status == "in play" and standing.awaits_count and before_today:
                with suppress(HouseError):
                    house.write(partial(_closed_and_counted, jackpot=standing))
    return house.open(room, day)


def _closed_and_counted(batch: Batch, jackpot: HouseJackpot) -> None:
    for table in jackpot.tables:
        if batch.state(f"table {table}") is not None:
            close_table(batch, table, batch.today)
    document = "counted when the practice house opened"
    book_count(batch, jackpot.name, batch.today, document=document)


def serve(
    *, host: str, port: int | None, books: str | None, file: Path | None, browser: bool
) -> None:
    """Runs the card room until it is interrupted; open rounds wait for the next start."""
    if threading.current_thread() is threading.main_thread():
        # Uvicorn shuts down and raises the signal again; the house must still be left.
        signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
    with House(books, create=True, name="feltworks serve") as house:
        house.check_clock()
        _ = house.lease
        room = room_to_open(house.database, file)
        opening = open_house(house, room, date.today())
        listening = _listen(host, port)
        settings = Settings(hosts=LOOPBACK if host in LOOPBACK or host == "::1" else frozenset())
        app = create(house, room, settings)
        at = _address(host, listening.getsockname()[1])
        _announce(app, at, room, opening)
        _tell_of_open_rounds(house)
        if browser:
            webbrowser.open(at)
        config = uvicorn.Config(
            app,
            log_level="warning",
            ws="websockets-sansio",
            ws_per_message_deflate=False,
            ws_max_size=4 * LONGEST_MESSAGE,
            ws_ping_interval=20,
            server_header=False,
            timeout_graceful_shutdown=3,
        )
        server = CardRoomServer(config)
        house.lease.lost = partial(setattr, server, "should_exit", True)
        with closing(listening):
            server.run(sockets=[listening])


def _tell_of_open_rounds(house: House) -> None:
    """Prints what an earlier server has left: rounds that go on, and those that cannot."""
    for found in house.open_rounds():
        print(f"  round {found.number} at table {found.table} goes on", flush=True)
    for number, why in house.lost_rounds().items():
        print(
            f"  round {number} cannot go on, and its table waits: {why}. {_remedy(number, why)}",
            file=sys.stderr,
            flush=True,
        )


def _remedy(number: int, why: HouseError) -> str:
    void = f"`feltworks house void {number} --by NAME --because TEXT`"
    if isinstance(why, KeyLost):
        return f"Add its key with `feltworks house key --add FILE`, or void it with {void}"
    return f"`feltworks audit` tells more; it is voided with {void}"


def _listen(host: str, port: int | None) -> socket.socket:
    """A socket on the port given, or on the first free one from 8000 on."""
    ports = range(8000, 8000 + PORTS_TRIED) if port is None else (port,)
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    why = ""
    for each in ports:
        found = socket.socket(family, socket.SOCK_STREAM)
        found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            found.bind((host, each))
            found.listen(512)
        except OSError as error:
            found.close()
            why = system_reason(error)
            continue
        return found
    asked = f"port {port}" if port is not None else f"ports {ports[0]} to {ports[-1]}"
    raise ServeError(f"{host}, {asked}: {why}")


def _address(host: str, port: int) -> str:
    shown = {"0.0.0.0": "localhost", "::": "localhost", "127.0.0.1": "localhost"}.get(host, host)
    shown = f"[{shown}]" if ":" in shown else shown
    return f"http://{shown}:{port}/"


def _announce(app: FastAPI, at: str, room: CardRoom, opening: RoomOpening) -> None:
    name = room.file.house.name
    print(f"{name}: {len(opening.opened)} tables open at {at} (play money)", flush=True)
    for line in (*opening.differences, *room.earlier_terms(), *room.own_readings()):
        print(f"  {line}", file=sys.stderr, flush=True)
    for each in opening.uncounted:
        if each.staked_cents:
            print(f"  {each}", file=sys.stderr, flush=True)
    for objection in opening.objections:
        print(f"  shut: {objection}", file=sys.stderr, flush=True)
    staff = getattr(app.state, "staff", None)
    if staff is not None and staff.is_empty:
        link = f"{at}console/setup#{staff.setup_token()}"
        print(f"  the operator sets a password, once, at {link}", flush=True)
