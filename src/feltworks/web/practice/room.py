"""The practice room: private tables, one for each guest, opened at once and closed when left."""

from __future__ import annotations

import asyncio
import secrets
from concurrent.futures import ThreadPoolExecutor

from feltworks.errors import FeltworksError
from feltworks.house.rounds.decks import KeptDeck
from feltworks.web.floor.floor import Floor, PrivateTable
from feltworks.web.floor.runner import TableRunner
from feltworks.web.odds_pages.jobqueue import JobQueue
from feltworks.web.practice.cashier import PracticeCashier
from feltworks.web.practice.coach import COACH_LIMITS, WorkerCoach
from feltworks.web.practice.games import KeptGame, KeptGames
from feltworks.web.practice.sheet import PREFIX, practice_sheet

MOST_TABLES = 64
MOST_TABLES_EACH = 8
LEFT_SECONDS = 20.0
"""A table whose guest is neither seated nor connected for this long is closed."""


class PracticeFull(FeltworksError):
    """More private tables than the server, or one address, may have."""


class PracticeRoom:
    """Opens and closes private tables; `_left` is since when each has been empty."""

    def __init__(self, floor: Floor, left_seconds: float = LEFT_SECONDS) -> None:
        self.games = KeptGames()
        self._floor = floor
        self._left_seconds = left_seconds
        self._coach = WorkerCoach(JobQueue(COACH_LIMITS))
        self._bot_threads = ThreadPoolExecutor(2, "practice bots")
        """Bots here wait for the worker; those of the house's tables do not wait for them."""
        self._left: dict[str, float] = {}
        self._opening = asyncio.Lock()

    def start(self) -> None:
        """Starts to watch for tables that were left."""
        self._floor.services.start(self._watch())

    async def open(self, game: KeptGame, guest: str, who: str) -> str:
        """Opens a table for the guest alone and closes his earlier one; returns its name.

        `who` is the address he plays from.
        """
        self._check_room(guest, who)
        name = f"{PREFIX}{game.id[:6]}-{secrets.token_hex(4)}"
        # Compiling takes a moment, and other tables must not wait for it.
        sheet = await asyncio.to_thread(practice_sheet, name, game.asked)
        async with self._opening:
            self._check_room(guest, who)
            for old in [old for old, each in self._floor.private.items() if each.guest == guest]:
                await self.close_table(old)
            usual = self._floor.settings.buy_in.usual_cents
            cashier = PracticeCashier(usual)
            own = self._floor.services.with_own(cashier, self._coach, self._bot_threads)
            runner = TableRunner(sheet, own, KeptDeck())
            described = runner.state.description
            runner.state.description = described.model_copy(update={"practice": game.id})
            self._floor.private[name] = PrivateTable(runner, guest, who)
            runner.start()
            self._coach.expect()
            return name

    def _check_room(self, guest: str, who: str) -> None:
        """Checks the limits; the guest's own table does not count, as it will be closed."""
        others = [each for each in self._floor.private.values() if each.guest != guest]
        if len(others) >= MOST_TABLES:
            raise PracticeFull("Every practice table is taken just now: try again later.")
        if sum(each.who == who for each in others) >= MOST_TABLES_EACH:
            raise PracticeFull(
                f"From your address {MOST_TABLES_EACH} practice tables are open already: "
                "leave one of them, or try again later."
            )

    async def close_table(self, name: str) -> None:
        """Ends a table, whatever is played there."""
        table = self._floor.private.pop(name)
        self._left.pop(name, None)
        seated_at = self._floor.services.seated_at
        for player in [player for player, at in seated_at.items() if at is table.runner.table]:
            del seated_at[player]
        await table.runner.stop()
        self._coach.forget(table.runner.state.sheet)

    async def _watch(self) -> None:
        while True:
            await asyncio.sleep(self._left_seconds / 4)
            now = asyncio.get_running_loop().time()
            for name, table in list(self._floor.private.items()):
                state = table.runner.state
                if state.chairs.people or table.guest in state.present:
                    self._left.pop(name, None)
                elif now - self._left.setdefault(name, now) > self._left_seconds:
                    await self.close_table(name)

    def close(self) -> None:
        """The server closes."""
        self._bot_threads.shutdown(wait=False, cancel_futures=True)
        self._coach.close()
