"""The house: one object that the tables, the cage and the commands go through.

Every method is one thing a card room does. Those that change the books return when the change is
on disk; those that look things up see one moment of the books. Any number of threads may use it.
"""

from __future__ import annotations

import threading
from collections.abc import Mapping
from datetime import date
from functools import partial
from typing import TYPE_CHECKING, Self

from feltworks.house.audit.auditing import Progress, Report, audit, unwatched
from feltworks.house.books import Database, Pen
from feltworks.house.books.database import default_url
from feltworks.house.books.pen import Clock, utc_now
from feltworks.house.cage import checked_name, exchange, positive
from feltworks.house.doors import close_table, open_doors
from feltworks.house.jackpots.desk import JackpotDesk
from feltworks.house.ledger import accounts
from feltworks.house.rounds.desk import RoundDesk
from feltworks.house.rounds.recall import Found, Query, Story, find, story
from feltworks.house.rounds.settling import Settlement
from feltworks.house.rounds.sheet import Sheet, Sheets
from feltworks.house.rounds.verifying import Verification, Verifier
from feltworks.house.shifts import Shift, recover

if TYPE_CHECKING:
    from types import TracebackType

    from feltworks.cards import Reveal
    from feltworks.house.books import Page
    from feltworks.house.cardroom import CardRoom
    from feltworks.house.doors import Opening
    from feltworks.house.rounds.flight import Flight
    from feltworks.round import Round, Terms


class House:
    """Opened on books that exist, or on new ones with `create`."""

    def __init__(
        self, where: str | None = None, *, create: bool = False, clock: Clock = utc_now
    ) -> None:
        self.database = Database(where or default_url())
        if create:
            self.database.prepare()
        else:
            self.database.require()
        self.pen = Pen(self.database, clock)
        self.jackpots = JackpotDesk(self.pen)
        self._sheets = Sheets()
        self.rounds = RoundDesk(self._sheets, lambda: self.shift.number)
        self._shift: Shift | None = None
        self._lock = threading.Lock()

    # --- the doors --------------------------------------------------------------------------

    def open(self, room: CardRoom, day: date) -> Opening:
        """Opens every table of the card room that may open that day."""
        recover(self.pen)
        objections = room.objections()
        return self.pen.write(lambda page: open_doors(page, room, objections, day))

    def close(self) -> None:
        """Closes every table and brings the trays in."""
        with self.database.reading() as reader:
            tables = list(reader.standings("table"))
        self.pen.write(partial(_close_all, tables=tables))

    def tables(self) -> dict[str, Sheet]:
        """The sheets of all open tables."""
        with self.database.reading() as reader:
            states = reader.standings("table")
            return {
                name: self._sheets.read(reader, state["sheet"])
                for name, state in states.items()
                if state["open"]
            }

    def sheet(self, table: str) -> Sheet:
        """The sheet of an open table."""
        with self.database.reading() as reader:
            return self._sheets.of_table(reader, table)

    # --- the cage ---------------------------------------------------------------------------

    def sell_chips(self, player: str, cents: int, *, key: str | None = None) -> int:
        """Gives a player chips; returns what he then has."""
        return self._exchange(player, positive(cents), key)

    def buy_back(self, player: str, cents: int, *, key: str | None = None) -> int:
        """Takes chips back from a player; returns what he has left."""
        return self._exchange(player, -positive(cents), key)

    def _exchange(self, player: str, cents: int, key: str | None) -> int:
        self.pen.write(lambda page: exchange(page, player, cents, key))
        return self.stack_cents(player)

    def stack_cents(self, player: str) -> int:
        """What a player has, stakes in flight not counted."""
        with self.database.reading() as reader:
            return reader.cents(accounts.player(checked_name(player)))

    # --- rounds -----------------------------------------------------------------------------

    def terms(self, table: str, commitment: str) -> Terms:
        """What the next round at a table is dealt on, its jackpots at what they display now."""
        with self.database.reading() as reader:
            return self.rounds.posted(reader, table, commitment)[1]

    def begin(self, table: str, round: Round, players: Mapping[int, str]) -> Flight:
        """Takes the stakes of a round whose betting is closed into escrow."""
        return self.pen.write(self.rounds.beginning(table, round, players))

    def hold(self, number: int, round: Round) -> int:
        """Takes into escrow what was staked since; returns the cents added."""
        return self.pen.write(self.rounds.holding(number, round))

    def settle(self, number: int, round: Round, reveal: Reveal | None = None) -> Settlement:
        """Books a finished round, once; asked again it tells the same and pays nothing."""
        return self.pen.write(self.rounds.settling(number, round, reveal))

    def void(self, number: int, why: str) -> None:
        """Undoes a round that cannot be finished: every stake goes back."""
        self.pen.write(self.rounds.voiding(number, why))

    def reveal(self, commitment: str, reveal: Reveal) -> None:
        """Shows the deck behind a commitment, for a shoe that ran on over many rounds."""
        self.pen.write(self.rounds.revealing(commitment, reveal))

    @property
    def shift(self) -> Shift:
        """The shift this process works; begun, and deserted ones ended, when first asked for."""
        with self._lock:
            if self._shift is None:
                recover(self.pen)
                self._shift = Shift(self.pen)
            return self._shift

    def recover(self, wait_seconds: float = 0.0) -> list[int]:
        """Voids the rounds of processes that are gone; returns their numbers."""
        return recover(self.pen, wait_seconds)

    # --- looking things up ------------------------------------------------------------------

    def find(self, query: Query) -> list[Found]:
        with self.database.reading() as reader:
            return find(reader, query)

    def story(self, number: int) -> Story:
        """A round in full."""
        with self.database.reading() as reader:
            return story(reader, number)

    def verify(self, number: int) -> Verification:
        """A round checked again from end to end."""
        with self.database.reading() as reader:
            return Verifier(reader).verify(number)

    def audit(
        self,
        *,
        replay: bool = True,
        seal: tuple[int, str] | None = None,
        progress: Progress = unwatched,
    ) -> Report:
        """The whole house checked; without `replay` the rounds are not played again."""
        with self.database.reading() as reader:
            return audit(reader, replay=replay, seal=seal, progress=progress)

    # --- going home -------------------------------------------------------------------------

    def leave(self) -> None:
        """Ends this process's shift and lets go of the books."""
        if self._shift is not None:
            self._shift.end()
            self._shift = None
        self.database.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.leave()


def _day(page: Page) -> date:
    return date.fromisoformat(page.day)


def _close_all(page: Page, tables: list[str]) -> None:
    for table in tables:
        close_table(page, table, _day(page))
