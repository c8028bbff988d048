"""The house: one object that the tables, the cage and the commands go through.

A method that changes the books returns when the change is on disk; one that looks things up sees
the books at one moment. Any number of threads may use a house.
"""

from __future__ import annotations

import threading
from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import Self

from feltworks.house.audit.auditing import AuditPlan, HeldAgainst, Report, audit
from feltworks.house.audit.rounds import Verification, Verifier
from feltworks.house.books import Batch, Clock, Database, Reader, Record, Writer, utc_now
from feltworks.house.books.clock import accept_clock, check_clock, check_day
from feltworks.house.books.database import default_url
from feltworks.house.cage import checked_name, exchange, positive
from feltworks.house.cardroom import CardRoom
from feltworks.house.errors import BooksAway, HouseError
from feltworks.house.jackpots.housejackpots import HouseJackpots
from feltworks.house.keys import KEY_MADE, DeckKey, DeckKeys, KeyLost
from feltworks.house.lease import DESERTED, Lease
from feltworks.house.ledger import accounts
from feltworks.house.opening import RoomOpening, close_table, open_tables
from feltworks.house.orders import differences, give_order, under_orders
from feltworks.house.people import player_of, shown_names
from feltworks.house.rounds.decks import Decks, KeptDeck, is_from_before_restore
from feltworks.house.rounds.recall import FoundRound, RoundQuery, RoundRecord, find, recall
from feltworks.house.rounds.resume import OpenRound
from feltworks.house.rounds.rounds import Rounds
from feltworks.house.rounds.sealed import look, public_transcript
from feltworks.house.rounds.sheet import Sheet, Sheets
from feltworks.house.sealing import HouseSeals
from feltworks.house.staff import by_whom, checked_reason, checked_staff, permitted
from feltworks.odds.progress import Progress, silent
from feltworks.round import Terms


class House:
    """The house, opened on books that exist, or on new ones with `create`.

    `rounds` makes the units that begin and end rounds: `house.write(house.rounds.begin(...))`.
    `name` is how other processes see the process that deals.
    """

    def __init__(
        self,
        where: str | None = None,
        *,
        create: bool = False,
        clock: Clock = utc_now,
        name: str = "feltworks",
    ) -> None:
        self.database = Database(where or default_url())
        if create:
            self.database.prepare()
        else:
            self.database.require()
        self.writer = Writer(self.database, clock)
        self.read, self.write = self.database.read, self.writer.write
        self.jackpots = HouseJackpots(self.writer)
        self.seals = HouseSeals(self.writer)
        self._sheets = Sheets()
        self.keys = DeckKeys.of(self.database)
        self.rounds = Rounds(
            self._sheets, Decks(self.keys, self._sheets), lambda: self.lease.number
        )
        self.name = name
        self._lease: Lease | None = None
        self._lease_unanswered = False
        self._lock = threading.Lock()

    # --- tables -----------------------------------------------------------------------------

    def open(
        self, room: CardRoom, day: date, *, staff: str | None = None, as_filed: bool = False
    ) -> RoomOpening:
        """Opens every table of the card room that may open that day, under the orders in force.

        `as_filed` cancels the staff's orders: everything is as the house file says.
        """
        self.recover()
        if as_filed:

            def take_back(batch: Batch) -> None:
                for sheet in room.sheets.values():
                    give_order(batch, sheet, closed=False, limits=sheet.limits, by=staff)

            self.write(take_back)
        with self.database.reading() as reader:
            check_day(reader, day)
            standing, differing = under_orders(reader, room), tuple(differences(reader, room))
        objections = standing.objections()
        opening = self.write(
            lambda batch: open_tables(batch, standing, objections, day, staff=staff)
        )
        self.seals.opened()
        return replace(opening, differences=differing)

    def close(self, *, staff: str | None = None) -> None:
        """Closes every table and brings the trays in."""

        def close_all(batch: Batch) -> None:
            for table in batch.reader.states("table"):
                close_table(batch, table, batch.today, staff=staff)

        self.write(close_all)
        self.seals.seal_quietly()

    def tables(self) -> dict[str, Sheet]:
        """The sheets of all open tables."""
        with self.database.reading() as reader:
            states = reader.states("table")
            return {
                name: self._sheets.read(reader, state["sheet"])
                for name, state in states.items()
                if state["open"]
            }

    def sheet(self, table: str) -> Sheet:
        """The sheet of an open table."""
        return self.read(lambda reader: self._sheets.of_table(reader, table))

    def deck(self, table: str) -> KeptDeck:
        """The deck that a table continues with, as the books keep it."""
        with self.database.reading() as reader:
            return self.rounds.decks.of_table(reader, self._sheets.of_table(reader, table))

    def terms(self, table: str, commitment: str) -> Terms:
        """The terms of the next round at a table, with its jackpots at what they display now."""
        return self.read(lambda reader: self.rounds.posted(reader, table, commitment)[1])

    # --- the cage ---------------------------------------------------------------------------

    def sell_chips(self, player: str, cents: int, *, key: str, staff: str | None = None) -> int:
        """Gives a player chips, once for a key; returns what he then has."""
        return self._exchange(player, positive(cents), key, staff)

    def buy_back(self, player: str, cents: int, *, key: str, staff: str | None = None) -> int:
        """Takes chips back from a player, once for a key; returns what he has left."""
        return self._exchange(player, -positive(cents), key, staff)

    def _exchange(self, player: str, cents: int, key: str, staff: str | None) -> int:
        def unit(batch: Batch) -> Record:
            return exchange(batch, player_of(batch.reader, player), cents, key, staff=staff)

        self.write(unit)
        return self.stack_cents(player)

    def stack_cents(self, player: str) -> int:
        """What a player has, without the stakes of open rounds."""
        with self.database.reading() as reader:
            return reader.cents(accounts.player(player_of(reader, checked_name(player))))

    # --- who deals, and what was left open --------------------------------------------------

    @property
    def lease(self) -> Lease:
        """The lease under which this process deals; acquired on first use."""
        with self._lock:
            if self._lease is None:
                try:
                    self._lease = Lease(self.writer, self.name, may_have_it=self._lease_unanswered)
                except BooksAway:
                    self._lease_unanswered = True
                    raise
            return self._lease

    def open_rounds(self) -> list[OpenRound]:
        """Every round that is not over, in its state after its last journaled move.

        A round that cannot be put together again is left out: see `lost_rounds`.
        """
        return [each for each in self._left_open().values() if isinstance(each, OpenRound)]

    def lost_rounds(self) -> dict[int, HouseError]:
        """Rounds that cannot go on, with the reason: a `KeyLost` if their deck cannot be opened."""
        left = self._left_open().items()
        return {number: each for number, each in left if isinstance(each, HouseError)}

    def _left_open(self) -> dict[int, OpenRound | HouseError]:
        with self.database.reading() as reader:
            return {number: self._resumed(reader, number) for number in reader.open_rounds()}

    def _resumed(self, reader: Reader, number: int) -> OpenRound | HouseError:
        try:
            found = self.rounds.resumed(reader, number)
        except BooksAway:
            raise
        except HouseError as error:
            # A damaged or lost round must not keep the others from going on.
            return error
        if is_from_before_restore(reader, found.deck.digest):
            return HouseError("the books were restored: its cards may be known")
        return found

    def open_round_at(self, table: str) -> OpenRound | HouseError | None:
        """The open round at a table, or why it cannot go on; None if there is none."""
        with self.database.reading() as reader:
            for number in reader.open_rounds():
                if recall(reader, number).table == table:
                    return self._resumed(reader, number)
        return None

    def change_key(self, *, by: str | None = None) -> DeckKey:
        """Makes a deck key, which seals from now on; that it was made is recorded, not the key."""

        def unit(batch: Batch) -> Record:
            who = by_whom(batch, "keep", by)
            return batch.write(KEY_MADE, "deck keys", facts={"key": fresh.id, **who})

        # The right is checked before a key is made.
        self.write(lambda batch: by_whom(batch, "keep", by))
        fresh = self.keys.change()
        self.write(unit)
        return fresh

    def void_lost_rounds(self) -> list[int]:
        """Voids the rounds whose deck cannot be opened, and records why; returns their numbers.

        Takes the lease first: while another process deals, that one may have the key.
        """
        _ = self.lease
        lost = {n: why for n, why in self.lost_rounds().items() if isinstance(why, KeyLost)}
        for number, why in lost.items():
            self.write(self.rounds.void(number, f"its deck is lost: {why}"))
        return list(lost)

    def void(self, number: int, *, by: str, because: str) -> Record:
        """Voids an open round by a supervisor's order, in his name: every stake goes back.

        A server that deals the round notices, informs the table and goes on with the next one.
        """
        return self.write(self.rounds.void(number, checked_reason(because), by=checked_staff(by)))

    def recover(self) -> list[int]:
        """Voids rounds from before decks were kept in the books; returns their numbers.

        Nobody can finish them. All other rounds go on from where they stood.
        """
        with self.database.reading() as reader:
            old = [
                number
                for number in reader.open_rounds()
                if not reader.has_deck(recall(reader, number).facts["commitment"])
            ]
        for number in old:
            self.write(self.rounds.void(number, DESERTED))
        return old

    def leave(self) -> None:
        """Releases the lease and the books; open rounds wait for the next process that deals."""
        if self._lease is not None:
            self._lease.end()
            self._lease = None
        self.seals.left()
        self.database.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.leave()

    # --- the clock --------------------------------------------------------------------------

    def check_clock(self) -> None:
        """Refuses to go on with a clock that is not plausible; called when a server starts."""
        with self.database.reading() as reader:
            check_clock(reader, self.writer.clock())

    def accept_clock(self, *, by: str, because: str) -> Record:
        """Records that somebody confirms the clock; the books go on with its time."""
        self.writer.believe_clock()
        now = self.writer.clock()

        def unit(batch: Batch) -> Record:
            who = permitted(batch, "keep", by)
            return accept_clock(batch, now, by=who, because=checked_reason(because))

        return self.write(unit)

    def names(self, players: Iterable[str]) -> dict[str, str]:
        """How players are called: guests by the name they took, others as in the books."""
        return self.read(lambda reader: shown_names(reader, players))

    # --- looking things up ------------------------------------------------------------------

    def find(self, query: RoundQuery) -> list[FoundRound]:
        return self.read(lambda reader: find(reader, query))

    def recall(self, number: int) -> RoundRecord:
        """A round in full."""
        return self.read(lambda reader: recall(reader, number))

    def public_round(self, number: int) -> RoundRecord:
        """A round in full, except for burnt cards and hands between players that were not shown."""
        with self.database.reading() as reader:
            record = recall(reader, number)
            sheet = self._sheets.read(reader, record.facts["sheet"])
            return replace(record, transcript=public_transcript(reader, sheet, record))

    def look(self, number: int, *, by: str, why: str) -> RoundRecord:
        """A round with every card, for a dispute; who looks and why is recorded first."""
        self.write(look(number, by, why))
        return self.recall(number)

    def verify(self, number: int) -> Verification:
        """One round, checked from end to end."""
        return self.read(lambda reader: Verifier(reader).verify(number))

    def audit(
        self,
        *,
        replay: bool = True,
        seal: tuple[int, str] | None = None,
        against: HeldAgainst | None = None,
        processes: int = 1,
        archives: Sequence[Path] = (),
        progress: Progress = silent,
    ) -> Report:
        """Checks the whole house; without `replay` rounds are not played again."""
        plan = AuditPlan(replay, seal, against or HeldAgainst(), processes, archives)
        return self.read(lambda reader: audit(reader, self.database, plan, progress))
