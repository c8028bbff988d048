"""The way from the tables to the house's books: nothing waits for the disk on the floor.

What a round does to the books is written by the bookkeeper, and with every change of a stack come
the stacks as they then are, read in the same batch. Whoever only looks things up is not held up by
whoever writes: he waits on a thread of a few.
"""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import TYPE_CHECKING, ParamSpec, TypeVar

from feltworks.house.errors import BooksError
from feltworks.house.jackpots.keeping import displayed_cents
from feltworks.house.ledger import accounts
from feltworks.web.floor.bookkeeper import Bookkeeper

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from feltworks.cards import Commitment, Reveal
    from feltworks.house import House, RoundRecord, Settlement
    from feltworks.house.books import Batch
    from feltworks.house.books.reader import Reader
    from feltworks.house.rounds.sheet import Sheet
    from feltworks.round import Round, Terms

P = ParamSpec("P")
T = TypeVar("T")
THREADS = 4

Stacks = dict[str, int]
Meters = dict[str, int]


class Cashier:
    """Asks the house on behalf of all tables."""

    def __init__(self, house: House) -> None:
        self.house = house
        self._bookkeeper = Bookkeeper(house.writer)
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

        def look(books: Batch | Reader) -> tuple[Sheet, Terms, Stacks]:
            sheet, terms = self.house.rounds.posted(books, table, commitment)
            return sheet, terms, _stacks(books, named)

        try:
            return await self._bookkeeper.write(look)
        except BooksError:
            # A batch that others could not write is no reason not to read.
            return await self.ask(self._read, look)

    async def begin(
        self, table: str, round: Round, players: Mapping[int, str]
    ) -> tuple[RoundRecord, Stacks]:
        unit = self.house.rounds.begin(table, round, players)
        named = set(players.values())
        return await self._bookkeeper.write(lambda batch: (unit(batch), _stacks(batch, named)))

    async def hold(self, number: int, round: Round, player: str) -> Stacks:
        unit = self.house.rounds.hold(number, round)
        return await self._bookkeeper.write(
            lambda batch: (unit(batch), _stacks(batch, {player}))[1]
        )

    async def settle(
        self,
        number: int,
        round: Round,
        reveal: Reveal | None,
        *,
        players: Iterable[str],
        jackpots: Iterable[str],
    ) -> tuple[Settlement, Stacks, Meters]:
        """Books a finished round; stacks and meters are as they stand after it."""
        unit = self.house.rounds.settle(number, round, reveal)
        named, shown = set(players), list(jackpots)
        return await self._bookkeeper.write(
            lambda batch: (unit(batch), _stacks(batch, named), _meters(batch, shown))
        )

    async def void(self, number: int, why: str, players: Iterable[str]) -> Stacks:
        unit, named = self.house.rounds.void(number, why), set(players)
        return await self._bookkeeper.write(lambda batch: (unit(batch), _stacks(batch, named))[1])

    async def reveal(self, shoe: Commitment) -> None:
        """Shows a shoe that is put away."""
        unit = self.house.rounds.reveal(shoe.digest, shoe.reveal())
        await self._bookkeeper.write(unit)

    async def stacks(self, players: Iterable[str]) -> Stacks:
        return await self.ask(self._read, partial(_stacks, players=set(players)))

    async def meters(self, names: Iterable[str]) -> Meters:
        """What jackpots display now."""
        return await self.ask(self._read, partial(_meters, names=list(names)))

    def _read(self, look: Callable[[Reader], T]) -> T:
        with self.house.database.reading() as reader:
            return look(reader)

    def close(self) -> None:
        self._bookkeeper.close()
        self._threads.shutdown(wait=True)


def _stacks(books: Batch | Reader, players: Iterable[str]) -> Stacks:
    return {player: books.cents(accounts.player(player)) for player in players}


def _meters(books: Batch | Reader, names: Iterable[str]) -> Meters:
    return {name: displayed_cents(books, name) for name in names}
