"""The way from the tables to the house's books: every call waits on a thread, not on the floor.

The books' pen writes all that wait for it in one commit, so tables that ask at the same time share
the disk's pace. Whatever changes a stack comes back with the stacks as the books then have them.
"""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import TYPE_CHECKING, ParamSpec, TypeVar

from feltworks.house.ledger import accounts

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from feltworks.cards import Reveal
    from feltworks.house import Flight, House, Settlement
    from feltworks.house.rounds.sheet import Sheet
    from feltworks.round import Round, Terms

P = ParamSpec("P")
T = TypeVar("T")
THREADS = 24

Stacks = dict[str, int]


class Cashier:
    """Asks the house on behalf of all tables."""

    def __init__(self, house: House, threads: int = THREADS) -> None:
        self.house = house
        self._threads = ThreadPoolExecutor(threads, "cashier")

    async def ask(self, call: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """The answer of a call that may wait for the disk."""
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._threads, partial(call, *args, **kwargs))

    async def opened(self, table: str, commitment: str) -> tuple[Sheet, Terms]:
        """The sheet of an open table and the terms of its next round."""
        return await self.ask(self._opened, table, commitment)

    async def begin(
        self, table: str, round: Round, players: Mapping[int, str]
    ) -> tuple[Flight, Stacks]:
        return await self.ask(self._begin, table, round, players)

    async def hold(self, number: int, round: Round, player: str) -> Stacks:
        return await self.ask(self._hold, number, round, player)

    async def settle(
        self, number: int, round: Round, reveal: Reveal | None, players: Iterable[str]
    ) -> tuple[Settlement, Stacks]:
        return await self.ask(self._settle, number, round, reveal, set(players))

    async def void(self, number: int, why: str, players: Iterable[str]) -> Stacks:
        return await self.ask(self._void, number, why, set(players))

    async def stacks(self, players: Iterable[str]) -> Stacks:
        return await self.ask(self._stacks, set(players))

    def close(self) -> None:
        self._threads.shutdown(wait=True)

    def _opened(self, table: str, commitment: str) -> tuple[Sheet, Terms]:
        return self.house.sheet(table), self.house.terms(table, commitment)

    def _begin(self, table: str, round: Round, players: Mapping[int, str]) -> tuple[Flight, Stacks]:
        flight = self.house.begin(table, round, players)
        return flight, self._stacks(set(players.values()))

    def _hold(self, number: int, round: Round, player: str) -> Stacks:
        self.house.hold(number, round)
        return self._stacks({player})

    def _settle(
        self, number: int, round: Round, reveal: Reveal | None, players: set[str]
    ) -> tuple[Settlement, Stacks]:
        settled = self.house.settle(number, round, reveal)
        return settled, self._stacks(players)

    def _void(self, number: int, why: str, players: set[str]) -> Stacks:
        self.house.void(number, why)
        return self._stacks(players)

    def _stacks(self, players: set[str]) -> Stacks:
        with self.house.database.reading() as reader:
            return {player: reader.cents(accounts.player(player)) for player in players}
