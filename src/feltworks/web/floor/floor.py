"""The floor: every table of the house with its runner, as the house opens and closes them."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from datetime import date
from functools import partial
from typing import NamedTuple

from feltworks.house import House, HouseError
from feltworks.house.books.reader import Reader
from feltworks.house.errors import BooksAway
from feltworks.house.ledger import accounts
from feltworks.house.opening import TABLE_KINDS
from feltworks.house.people import GUEST_FORGOTTEN, note_seen, shown_names
from feltworks.house.rounds.resume import OpenRound
from feltworks.house.rounds.sheet import Sheet
from feltworks.web.floor.cashier import Cashier
from feltworks.web.floor.runner import TableRunner
from feltworks.web.floor.state import Act, Playing
from feltworks.web.floor.table import MeterBoard, Services
from feltworks.web.protocol.replies import MetersReply
from feltworks.web.settings import Settings

SECONDS_BETWEEN_LOOKS = 3.0
BOOKS_AWAY_SECONDS = 0.5
log = logging.getLogger("feltworks.web")


@dataclass(frozen=True, slots=True)
class PrivateTable:
    """A table for one guest alone, outside the house's books; `who` is his address."""

    runner: TableRunner
    guest: str
    who: str


class Floor:
    """Runners by table; a closed table keeps its runner, and its people their seats.

    `private` tables are not the house's: only their guest can find them.
    """

    def __init__(self, house: House, settings: Settings) -> None:
        self.house = house
        self.settings = settings
        self.cashier = Cashier(house)
        self.tables: dict[str, TableRunner] = {}
        self.private: dict[str, PrivateTable] = {}
        self._seen: dict[str, date] = {}
        self._looked_at = 0
        """The number of the last record that was looked at for what others have done."""
        self._refreshed_at = 0
        """The number of the last record that the tables are up to date with."""
        self.services = Services(self.cashier, settings, MeterBoard(self._tell_meters))

    async def open(self) -> None:
        """Starts a runner for every open table; open rounds go on.

        If the database is away just then, it waits.
        """
        while True:
            try:
                await self._open()
                return
            except BooksAway as error:
                log.warning("the tables open when the books can be reached: %s", error)
                await asyncio.sleep(BOOKS_AWAY_SECONDS)

    async def _open(self) -> None:
        await self.cashier.ask(lambda: self.house.lease)
        self._looked_at = await self.cashier.read(_last_record)
        self.services.names.update(await self.cashier.read(shown_names))
        left_open = await self.cashier.ask(self.house.open_rounds)
        await self.refresh({found.table: found for found in reversed(left_open)})
        self.services.start(self._watch())

    async def _watch(self) -> None:
        """Watches for what others did in the books, such as a supervisor at the terminal.

        Rounds ended, tables opened, closed or given other limits, guests' names deleted.
        """
        while True:
            await asyncio.sleep(SECONDS_BETWEEN_LOOKS)
            with suppress(HouseError):
                await self.look()

    async def look(self) -> None:
        """Looks once; what this server did with its own tables is not repeated."""
        playing = {
            runner.state.phase.number: runner
            for runner in self.tables.values()
            if isinstance(runner.state.phase, Playing)
        }
        for number in await self.cashier.read(lambda reader: reader.ended(list(playing))):
            playing[number].round_ended(number)
        at = (self._looked_at, self._refreshed_at)
        found = await self.cashier.read(lambda reader: _done_since(reader, *at))
        for player in found.forgotten:
            self.services.names.pop(player, None)
        if found.tables:
            await self.refresh()
        if found.forgotten:
            for runner in self._all_runners():
                runner.table.broadcast()
        self._looked_at = found.number

    def round_ended(self, number: int) -> None:
        """A round was voided at the console."""
        for runner in self.tables.values():
            runner.round_ended(number)

    async def note_visit(self, guest: str) -> None:
        """Notes once a day that a guest is here, so that he keeps his name."""
        today = date.today()
        if guest in self.services.names and self._seen.get(guest) != today:
            self._seen[guest] = today
            unit = partial(note_seen, player=guest)
            await self.cashier.ask(self.house.write, unit)

    async def refresh(self, left_open: Mapping[str, OpenRound] | None = None) -> None:
        """Takes over tables that the house has opened, closed or changed."""
        number = await self.cashier.read(_last_record)
        sheets, held = await self.cashier.ask(_open_tables, self.house)
        self._refreshed_at = max(self._refreshed_at, number)
        for runner in self.tables.values():
            runner.soon(Act.LOOK_AGAIN)
        for table, sheet in sheets.items():
            if table in self.tables:
                continue
            found = (left_open or {}).get(table)
            deck = await self.cashier.ask(self.house.deck, table)
            # A round goes on with the sheet it was begun with.
            on = sheet if found is None else found.sheet
            runner = TableRunner(on, self.services, deck)
            if found is not None:
                await runner.resume(found)
            elif table in held:
                # Its round cannot go on: the table says so, and tries again from time to time.
                runner.soon(Act.OPEN)
            self.tables[table] = runner
            runner.start()

    async def settle_down(self, table: str, wait_seconds: float = 60.0) -> bool:
        """Waits until no round is open at a table; returns whether that happened in time."""
        runner = self.tables.get(table)
        loop = asyncio.get_running_loop()
        until = loop.time() + wait_seconds
        while runner is not None and isinstance(runner.state.phase, Playing):
            if loop.time() > until:
                return False
            await asyncio.sleep(0.05)
        return True

    def find(self, table: str, guest: str | None) -> TableRunner | None:
        """The table of that name, if the guest may know of it."""
        private = self.private.get(table)
        if private is not None and private.guest == guest:
            return private.runner
        return self.tables.get(table)

    def runner_of(self, guest: str) -> TableRunner | None:
        """The table that the guest sits at."""
        table = self.services.seated_at.get(guest)
        return None if table is None else self.find(table.state.name, guest)

    def _all_runners(self) -> list[TableRunner]:
        return [*self.tables.values(), *(each.runner for each in self.private.values())]

    def end_stay(self, guest: str) -> None:
        """Ends a guest's stay: his seats are given up, his connections closed."""
        runner = self.runner_of(guest)
        if runner is not None:
            runner.get_up(guest)
        for each in self._all_runners():
            for connection in each.connections:
                if connection.guest == guest:
                    connection.close(1000)

    def _tell_meters(self, changed: set[str]) -> None:
        for runner in self.tables.values():
            names = [name for name in runner.state.sheet.jackpots.values() if name in changed]
            if names and runner.connections:
                shown = self.services.meters.of(names)
                text = MetersReply(jackpots=shown).model_dump_json()
                for connection in runner.connections:
                    connection.tell_text(text)

    async def close(self) -> None:
        """Closes the floor: open rounds and decks wait for the next start, threads end."""
        await asyncio.gather(*(runner.stop() for runner in self._all_runners()))
        self.services.close()
        self.cashier.close()

    def connections(self) -> int:
        """How many clients are connected."""
        return sum(len(runner.connections) for runner in self._all_runners())


def _open_tables(house: House) -> tuple[dict[str, Sheet], set[str]]:
    """The sheets of all open tables, rules compiled, and the tables that have an open round."""
    sheets = house.tables()
    for sheet in sheets.values():
        _ = sheet.dealt.named
    with house.database.reading() as reader:
        return sheets, {table for table in sheets if reader.cents(accounts.escrow(table))}


class _Done(NamedTuple):
    """What was recorded up to a record: whether about tables, and whose names are forgotten."""

    number: int
    tables: bool
    forgotten: list[str]


def _done_since(reader: Reader, looked_at: int, refreshed_at: int) -> _Done:
    last = reader.head().number
    tables = reader.subjects_since(max(looked_at, refreshed_at), TABLE_KINDS)
    forgotten = reader.subjects_since(looked_at, (GUEST_FORGOTTEN,))
    return _Done(last, bool(tables), [subject.partition(" ")[2] for subject in forgotten])


def _last_record(reader: Reader) -> int:
    return reader.head().number
