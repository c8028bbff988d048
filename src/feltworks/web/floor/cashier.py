"""The way from the tables to the house's books: nothing waits for the disk on the floor.

One clerk writes for all tables. Whatever waits for him goes on one page with one commit, so tables
that ask at the same time share the disk's pace, and he alone hands all answers back. With every
change of a stack come the stacks as the books then have them, read on the same page.
"""

from __future__ import annotations

import asyncio
import threading
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from queue import SimpleQueue
from typing import TYPE_CHECKING, Any, ParamSpec, TypeVar

from feltworks.house.jackpots.standing import standing_of
from feltworks.house.ledger import accounts

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from feltworks.cards import Reveal
    from feltworks.house import Flight, House, Settlement
    from feltworks.house.books import Page
    from feltworks.house.books.pen import Pen, Slip, Unit
    from feltworks.house.rounds.sheet import Sheet
    from feltworks.round import Round, Terms
    from feltworks.web.floor.game import Game

P = ParamSpec("P")
T = TypeVar("T")
THREADS = 4

Stacks = dict[str, int]
Meters = dict[str, int]


class Clerk:
    """Writes units for a server's tables on a thread of his own."""

    def __init__(self, pen: Pen) -> None:
        self._pen = pen
        self._waiting: SimpleQueue[tuple[Unit[Any], asyncio.Future[Any]] | None] = SimpleQueue()
        self._thread: threading.Thread | None = None

    def write(self, unit: Unit[T]) -> asyncio.Future[T]:
        """What the unit returns, once it is on disk."""
        loop = asyncio.get_running_loop()
        if self._thread is None:
            work = partial(self._work, loop)
            self._thread = threading.Thread(target=work, name="clerk", daemon=True)
            self._thread.start()
        answer: asyncio.Future[T] = loop.create_future()
        self._waiting.put((unit, answer))
        return answer

    def close(self) -> None:
        """Writes what waits, and goes home."""
        self._waiting.put(None)
        if self._thread is not None:
            self._thread.join()

    def _work(self, loop: asyncio.AbstractEventLoop) -> None:
        while (asked := self._waiting.get()) is not None:
            batch = [asked]
            while not self._waiting.empty() and (asked := self._waiting.get()) is not None:
                batch.append(asked)
            slips = self._pen.write_each(unit for unit, _ in batch)
            answers = [answer for _, answer in batch]
            loop.call_soon_threadsafe(_hand_back, answers, slips)
            if asked is None:
                return


def _hand_back(answers: Iterable[asyncio.Future[Any]], slips: Iterable[Slip[Any]]) -> None:
    for answer, slip in zip(answers, slips, strict=True):
        if answer.done():
            continue
        if slip.error is not None:
            answer.set_exception(slip.error)
        else:
            answer.set_result(slip.result)


class Cashier:
    """Asks the house on behalf of all tables."""

    def __init__(self, house: House) -> None:
        self.house = house
        self._clerk = Clerk(house.pen)
        self._threads = ThreadPoolExecutor(THREADS, "cashier")

    async def ask(self, call: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """The answer of a call that may wait for the disk."""
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._threads, partial(call, *args, **kwargs))

    async def opened(
        self, table: str, commitment: str, players: Iterable[str]
    ) -> tuple[Sheet, Terms, Stacks]:
        """The sheet of an open table, the terms of its next round, and what the players have."""
        named = set(players)

        def unit(page: Page) -> tuple[Sheet, Terms, Stacks]:
            sheet, terms = self.house.rounds.posted(page, table, commitment)
            return sheet, terms, _stacks(page, named)

        return await self._clerk.write(unit)

    async def begin(
        self, table: str, round: Round, players: Mapping[int, str]
    ) -> tuple[Flight, Stacks]:
        unit = self.house.rounds.beginning(table, round, players)
        named = set(players.values())
        return await self._clerk.write(lambda page: (unit(page), _stacks(page, named)))

    async def hold(self, number: int, round: Round, player: str) -> Stacks:
        unit = self.house.rounds.holding(number, round)
        return await self._clerk.write(lambda page: (unit(page), _stacks(page, {player}))[1])

    async def settle(
        self, game: Game, reveal: Reveal | None, jackpots: Iterable[str]
    ) -> tuple[Settlement, Stacks, Meters]:
        """Books a game's round; stacks and meters are as they stand after it."""
        assert game.number is not None
        unit = self.house.rounds.settling(game.number, game.round, reveal)
        named, shown = set(game.players.values()), list(jackpots)
        return await self._clerk.write(
            lambda page: (unit(page), _stacks(page, named), _meters(page, shown))
        )

    async def void(self, number: int, why: str, players: Iterable[str]) -> Stacks:
        unit, named = self.house.rounds.voiding(number, why), set(players)
        return await self._clerk.write(lambda page: (unit(page), _stacks(page, named))[1])

    async def stacks(self, players: Iterable[str]) -> Stacks:
        named = set(players)
        return await self._clerk.write(lambda page: _stacks(page, named))

    async def meters(self, names: Iterable[str]) -> Meters:
        """What jackpots display now."""
        wanted = list(names)
        return await self._clerk.write(lambda page: _meters(page, wanted))

    def close(self) -> None:
        self._clerk.close()
        self._threads.shutdown(wait=True)


def _stacks(page: Page, players: Iterable[str]) -> Stacks:
    return {player: page.cents(accounts.player(player)) for player in players}


def _meters(page: Page, names: Iterable[str]) -> Meters:
    return {name: standing_of(page, name).displayed for name in names}
