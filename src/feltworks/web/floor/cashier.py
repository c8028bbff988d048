"""The way from the tables to the house's books: nothing waits for the disk on the event loop.

One thread writes what the rounds of all tables do to the books. Everything that waits is written in
one batch with one commit, so tables that are busy at the same time share the wait for the disk, and
the event loop is woken once for all their answers. A failed write is answered with its error;
nobody is left waiting. Every change of a stack returns the stacks after it, read in the same batch.
Lookups do not wait for writes: a few other threads do them.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
import threading
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from queue import SimpleQueue
from typing import Any, ParamSpec, Protocol, TypeVar

from feltworks.cards import Commitment, PlayerSeed, Reveal
from feltworks.house import House, HouseError, Settlement
from feltworks.house.books import Batch
from feltworks.house.books.reader import Reader
from feltworks.house.books.writer import PendingWrite, Unit, Writer
from feltworks.house.jackpots.keeping import displayed_cents
from feltworks.house.ledger import accounts
from feltworks.house.opening import CLOSING
from feltworks.house.rounds.checks import check_free
from feltworks.house.rounds.decks import KeptDeck
from feltworks.house.rounds.declaring import declared
from feltworks.house.rounds.resume import OpenRound
from feltworks.house.rounds.sheet import Sheet
from feltworks.round import Round, Terms

P = ParamSpec("P")
T = TypeVar("T")
READING_THREADS = 4
PATIENCE_SECONDS = 5.0
"""How long a write waits for books that are away before the table is informed and tries again."""

Stacks = dict[str, int]
Meters = dict[str, int]
AskedSeeds = Mapping[int, tuple[str, PlayerSeed]]
"""Whose seeds a deck uses: by seat, the player and his seed."""

log = logging.getLogger("feltworks.web")


class WritingThread:
    """Starts with the first unit of work and ends with `close`."""

    def __init__(self, writer: Writer) -> None:
        self._writer = writer
        self._waiting: SimpleQueue[tuple[Unit[Any], asyncio.Future[Any]] | None] = SimpleQueue()
        self._thread: threading.Thread | None = None
        self._closed = False

    def write(self, unit: Unit[T]) -> asyncio.Future[T]:
        """Writes a unit; returns its result once it is on disk."""
        if self._closed:
            raise RuntimeError("nothing is written after the books were closed")
        loop = asyncio.get_running_loop()
        if self._thread is None:
            self._thread = threading.Thread(
                target=self._run, args=[loop], name="writing", daemon=True
            )
            self._thread.start()
        answer: asyncio.Future[T] = loop.create_future()
        self._waiting.put((unit, answer))
        return answer

    def close(self) -> None:
        """Writes what waits, and ends."""
        self._closed = True
        self._waiting.put(None)
        if self._thread is not None:
            self._thread.join()

    def _run(self, loop: asyncio.AbstractEventLoop) -> None:
        next_one = self._waiting.get()
        while next_one is not None:
            batch = [next_one]
            while not self._waiting.empty() and (next_one := self._waiting.get()) is not None:
                batch.append(next_one)
            written = self._written([unit for unit, _ in batch])
            # Nobody waits on a closed event loop.
            with suppress(RuntimeError):
                loop.call_soon_threadsafe(_answer, [answer for _, answer in batch], written)
            if next_one is not None:
                next_one = self._waiting.get()

    def _written(self, units: Sequence[Unit[Any]]) -> Sequence[PendingWrite[Any]]:
        try:
            return self._writer.write_each(units)
        except BaseException as error:
            log.exception("a batch of the books could not be written")
            failed = [PendingWrite(unit) for unit in units]
            for each in failed:
                each.error = error
            return failed


def _answer(answers: Sequence[asyncio.Future[Any]], written: Sequence[PendingWrite[Any]]) -> None:
    for answer, each in zip(answers, written, strict=True):
        if answer.done():
            continue
        if each.error is None:
            answer.set_result(each.result)
        elif isinstance(each.error, Exception) and not isinstance(each.error, StopIteration):
            answer.set_exception(each.error)
        else:
            answer.set_exception(RuntimeError(f"the books were interrupted: {each.error!r}"))


@dataclass(frozen=True, slots=True)
class FinishedRound:
    """A round that is over and has to be booked.

    `spent` is a shoe that is finished with this round, `next_deck` the table's next deck.
    """

    number: int
    table: str
    round: Round
    reveal: Reveal | None
    spent: Commitment | None
    next_deck: Commitment


class TableCashier(Protocol):
    """The cashier of a table: the house's, or that of a practice table.

    What is answered here is the answer of a cashier without books, whose decks and rounds do not
    outlive the table.
    """

    async def opened(
        self, posted: Sheet, deck: Commitment, players: Iterable[str]
    ) -> tuple[Sheet, Terms, Stacks]: ...

    async def ask_seeds(self, deck: Commitment, given: AskedSeeds) -> AskedSeeds:
        return given

    async def note_seeds(self, deck: Commitment, seeds: Sequence[PlayerSeed]) -> None:
        return None

    async def begin(
        self, table: str, round: Round, players: Mapping[int, str]
    ) -> tuple[int, Stacks]: ...

    async def move(self, number: int, round: Round, player: str) -> Stacks: ...

    async def declare(self, number: int, round: Round, by: str) -> None:
        raise HouseError("no supervisor looks at a practice table")

    async def settle(
        self, finished: FinishedRound, *, players: Iterable[str], jackpots: Iterable[str]
    ) -> tuple[Settlement, Stacks, Meters]: ...

    async def void(self, number: int, why: str, players: Iterable[str]) -> Stacks: ...

    async def why_void(self, number: int) -> str | None:
        return None

    async def reveal(self, deck: Commitment, because: str | None) -> None:
        return None

    async def stacks(self, players: Iterable[str]) -> Stacks: ...

    async def meters(self, names: Iterable[str]) -> Meters: ...

    async def fill_up(self, player: str, cents: int) -> None: ...

    async def left_open(self, table: str) -> OpenRound | HouseError | None:
        return None

    async def deck(self, table: str) -> KeptDeck:
        return KeptDeck()

    async def closes(self, table: str) -> bool:
        return False


class Cashier(TableCashier):
    """Uses the house's books on behalf of all tables."""

    def __init__(self, house: House) -> None:
        self.house = house
        house.writer.patience_seconds = PATIENCE_SECONDS
        self._writing = WritingThread(house.writer)
        self._threads = ThreadPoolExecutor(READING_THREADS, "cashier")

    async def ask(self, call: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """The result of a call that may wait for the disk."""
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._threads, partial(call, *args, **kwargs))

    async def opened(
        self, posted: Sheet, deck: Commitment, players: Iterable[str]
    ) -> tuple[Sheet, Terms, Stacks]:
        """The sheet of an open table, the terms of its next round, and the players' stacks.

        `posted` is the sheet that the table knows. The deck is in the books before its digest is
        shown, unless the house has posted another sheet, for which the deck is not meant.
        """
        named, table = set(players), posted.table

        def unit(batch: Batch) -> tuple[Sheet, Terms, Stacks]:
            check_free(batch, table)
            sheet, terms = self.house.rounds.posted(batch, table, deck.digest)
            if sheet.hash == posted.hash:
                self.house.rounds.decks.commit(table, deck)(batch)
            return sheet, terms, _stacks(batch, named)

        return await self._writing.write(unit)

    async def ask_seeds(self, deck: Commitment, given: AskedSeeds) -> AskedSeeds:
        """Whose seeds the deck uses, by seat with the player, noted before they are announced."""
        return await self._writing.write(self.house.rounds.decks.ask_seeds(deck.digest, given))

    async def note_seeds(self, deck: Commitment, seeds: Sequence[PlayerSeed]) -> None:
        """Notes the opened seeds before anything follows from them."""
        await self._writing.write(self.house.rounds.decks.note_seeds(deck.digest, seeds))

    async def begin(
        self, table: str, round: Round, players: Mapping[int, str]
    ) -> tuple[int, Stacks]:
        """Begins a round: puts its stakes into escrow and returns its number."""
        unit = self.house.rounds.begin(table, round, players)
        record, stacks = await self._write(unit, players.values())
        return record.number, stacks

    async def move(self, number: int, round: Round, player: str) -> Stacks:
        """Writes a move and what it stakes, before anything follows from it."""
        return (await self._write(self.house.rounds.move(number, round), {player}))[1]

    async def declare(self, number: int, round: Round, by: str) -> None:
        """Records a supervisor's entries with his name, before anything follows from them."""
        await self._writing.write(declared(self.house.rounds, number, round, by=by))

    async def settle(
        self, finished: FinishedRound, *, players: Iterable[str], jackpots: Iterable[str]
    ) -> tuple[Settlement, Stacks, Meters]:
        """Books a finished round; returns stacks and meters after it.

        In the same commit a finished shoe is shown, and the table's next deck is committed to, so
        that no round waits for that.
        """
        rounds, shown = self.house.rounds, list(jackpots)
        settle = rounds.settle(finished.number, finished.round, finished.reveal)

        def unit(batch: Batch) -> tuple[Settlement, Meters]:
            settlement = settle(batch)
            if (spent := finished.spent) is not None:
                rounds.decks.reveal(spent.digest, spent.reveal())(batch)
            rounds.decks.commit(finished.table, finished.next_deck)(batch)
            return settlement, _meters(batch, shown)

        (settlement, meters), stacks = await self._write(unit, players)
        return settlement, stacks, meters

    async def void(self, number: int, why: str, players: Iterable[str]) -> Stacks:
        return (await self._write(self.house.rounds.void(number, why), players))[1]

    async def why_void(self, number: int) -> str | None:
        """Why a round was voided by somebody else, perhaps a supervisor; None if it was not."""
        record = await self.ask(self.house.recall, number)
        if record.outcome != "voided" or record.closing is None:
            return None
        return str(record.closing.facts.get("why", ""))

    async def reveal(self, deck: Commitment, because: str | None) -> None:
        """Shows a deck that is put away."""
        show = self.house.rounds.decks.reveal(deck.digest, deck.reveal(), because=because)
        await self._writing.write(show)

    async def _write(self, unit: Unit[T], players: Iterable[str]) -> tuple[T, Stacks]:
        """Writes a unit, and reads the players' stacks after it."""
        named = set(players)
        return await self._writing.write(lambda batch: (unit(batch), _stacks(batch, named)))

    async def stacks(self, players: Iterable[str]) -> Stacks:
        return await self.read(partial(_stacks, players=set(players)))

    async def meters(self, names: Iterable[str]) -> Meters:
        """What jackpots display now."""
        return await self.read(partial(_meters, names=list(names)))

    async def fill_up(self, player: str, cents: int) -> None:
        """Sells a player what he has less than that."""
        held = (await self.stacks([player]))[player]
        if held < cents:
            key = f"{player} {secrets.token_hex(8)}"
            await self.ask(self.house.sell_chips, player, cents - held, key=key)

    async def left_open(self, table: str) -> OpenRound | HouseError | None:
        """The open round of a table, or why it cannot go on."""
        return await self.ask(self.house.open_round_at, table)

    async def deck(self, table: str) -> KeptDeck:
        """The deck of a table as the books keep it."""
        return await self.ask(self.house.deck, table)

    async def closes(self, table: str) -> bool:
        """Whether the house closes the table when its round is over."""
        return CLOSING in (await self.read(lambda reader: reader.state(f"table {table}")) or {})

    async def read(self, look: Callable[[Reader], T]) -> T:
        """The result of a lookup in the books."""
        return await self.ask(lambda: self.house.read(look))

    def close(self) -> None:
        self.house.writer.patience_seconds = 0.0
        self._writing.close()
        self._threads.shutdown(wait=True)


def _stacks(books: Batch | Reader, players: Iterable[str]) -> Stacks:
    return {player: books.cents(accounts.player(player)) for player in players}


def _meters(books: Batch | Reader, names: Iterable[str]) -> Meters:
    return {name: displayed_cents(books, name) for name in names}
