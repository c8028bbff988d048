"""The floor: every table of the house with its runner, kept in step with the house's doors."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from feltworks.web.floor.backroom import Backroom
from feltworks.web.floor.cashier import Cashier
from feltworks.web.floor.runner import TableRunner

if TYPE_CHECKING:
    from feltworks.house import House
    from feltworks.house.rounds.sheet import Sheet
    from feltworks.web.settings import Settings


class Floor:
    """Runners by table; a table that is closed keeps its runner, and its people their seats."""

    def __init__(self, house: House, settings: Settings) -> None:
        self.house = house
        self.settings = settings
        self.cashier = Cashier(house)
        self.tables: dict[str, TableRunner] = {}
        self.backroom = Backroom(self.cashier, settings, self.tables)

    async def open(self) -> None:
        """Starts a runner for every open table."""
        await self.cashier.ask(lambda: self.house.shift)
        await self.refresh()

    async def refresh(self) -> None:
        """The house has opened or closed tables, or changed their terms."""
        sheets = await self.cashier.ask(_open_tables, self.house)
        for table, sheet in sheets.items():
            if table not in self.tables:
                self.tables[table] = TableRunner(table, sheet, self.backroom)
                self.tables[table].start()
            else:
                self.tables[table].soon(self.tables[table].play.look_again)
        for table in self.tables.keys() - sheets.keys():
            self.tables[table].soon(self.tables[table].play.look_again)

    async def settle_down(self, table: str, wait_seconds: float = 60.0) -> bool:
        """Waits until no round is in flight at a table; whether that came to pass."""
        runner = self.tables.get(table)
        loop = asyncio.get_running_loop()
        until = loop.time() + wait_seconds
        while runner is not None and runner.phase == "playing":
            if loop.time() > until:
                return False
            await asyncio.sleep(0.05)
        return True

    def part_with(self, guest: str) -> None:
        """The guest leaves the house: his seats are given up, his lines are nobody's any more."""
        at = self.backroom.whereabouts.get(guest)
        if at is not None:
            at.get_up(guest)
        for runner in self.tables.values():
            for line in runner.lines:
                if line.guest == guest:
                    line.hang_up(1000)

    async def close(self) -> None:
        """The server closes: rounds in flight are voided, shoes shown, threads ended."""
        await asyncio.gather(*(runner.stop() for runner in self.tables.values()))
        self.backroom.close()
        self.cashier.close()

    def lines(self) -> int:
        """How many clients are connected."""
        return sum(len(runner.lines) for runner in self.tables.values())


def _open_tables(house: House) -> dict[str, Sheet]:
    """The sheets of all open tables, their rules compiled and named before the first round is."""
    sheets = house.tables()
    for sheet in sheets.values():
        _ = sheet.dealt.named
    return sheets
