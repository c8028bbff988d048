"""The house: one object that the tables, the cage and the commands go through.

What changes the books returns when the change is on disk; what looks things up sees one moment of
the books. Any number of threads may use a house.
"""

from __future__ import annotations

import threading
from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import Self

from feltworks.house.acts import LONGEST_REASON, checked_staff, one_line
from feltworks.house.audit.auditing import AuditPlan, HeldAgainst, Report, audit
from feltworks.house.audit.replaying import Progress, no_progress
from feltworks.house.audit.rounds import Verification, Verifier
from feltworks.house.books import Batch, Database, Record, Writer
from feltworks.house.books.clock import accept_clock, check_clock, check_day
from feltworks.house.books.database import default_url
from feltworks.house.books.reader import Reader
from feltworks.house.books.writer import Clock, utc_now
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
from feltworks.house.staff import by_whom, permitted
from feltworks.round import Terms


class House:
    """Opened on books that exist, or on new ones with `create`.

    Rounds are begun and ended by what `rounds` gives: `house.write(house.rounds.begin(...))`.
    `name` is what others are told of the process that deals.
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
        """Opens every table of the card room that may open that day, on the limits that stand.

        `as_filed` takes back what the staff ordered for tables: all is as the house file says.
        """
        self.recover()
        if as_filed:
            self.write(lambda batch: _take_back_orders(batch, room, staff))
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
        """The deck that a table goes on with, as the books keep it."""
        with self.database.reading() as reader:
            return self.rounds.decks.of_table(reader, self._sheets.of_table(reader, table))

    def terms(self, table: str, commitment: str) -> Terms:
        """What the next round at a table is dealt on, its jackpots at what they display now."""
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
        """What a player has, stakes of open rounds not counted."""
        with self.database.reading() as reader:
            return reader.cents(accounts.player(player_of(reader, checked_name(player))))

    # --- who deals, and what was left open --------------------------------------------------

    @property
    def lease(self) -> Lease:
        """The lease under which this process deals; taken when first asked for."""
        with self._lock:
            if self._lease is None:
                try:
                    self._lease = Lease(self.writer, self.name, may_have_it=self._lease_unanswered)
                except BooksAway:
                    self._lease_unanswered = True
                    raise
            return self._lease

    def open_rounds(self) -> list[OpenRound]:
        """Every round that is not over, as it stands after its last journaled move.

        One that cannot be put together again is left out: see `lost_rounds`.
        """
        return [each for each in self._left_open().values() if isinstance(each, OpenRound)]

    def lost_rounds(self) -> dict[int, HouseError]:
        """Rounds that cannot go on, with the reason: a `KeyLost` where their deck does not open."""
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
            # One round that is damaged or lost keeps none of the others from going on.
            return error
        if is_from_before_restore(reader, found.deck.digest):
            return HouseError("the books were restored: its cards may be known")
        return found

    def open_round_at(self, table: str) -> OpenRound | HouseError | None:
        """The round that is open at a table, or why it cannot go on; None where there is none."""
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

        # Whoever may not make a key is refused before there is one.
        self.write(lambda batch: by_whom(batch, "keep", by))
        fresh = self.keys.change()
        self.write(unit)
        return fresh

    def void_lost_rounds(self) -> list[int]:
        """Voids the rounds whose deck cannot be opened, and records why; gives their numbers.

        Whoever deals may have the key that this process lacks, so that it is done by nobody else.
        """
        _ = self.lease
        lost = {n: why for n, why in self.lost_rounds().items() if isinstance(why, KeyLost)}
        for number, why in lost.items():
            self.write(self.rounds.void(number, f"its deck is lost: {why}"))
        return list(lost)

    def void(self, number: int, *, by: str, because: str) -> Record:
        """A supervisor voids an open round: every stake goes back, with his name and reason.

        A server that deals it notices, tells the table and goes on with the next one.
        """
        why = one_line(because, LONGEST_REASON, "the reason")
        return self.write(self.rounds.void(number, why, by=checked_staff(by)))

    def recover(self) -> list[int]:
        """Voids rounds that were begun when decks were not kept in the books; gives their numbers.

        Nobody can finish them. All others go on from where they stood.
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
        """Lets go of the lease and of the books; open rounds wait for whoever deals next."""
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
        """Refuses to go on with a clock that cannot be believed; asked when a server starts."""
        with self.database.reading() as reader:
            check_clock(reader, self.writer.clock())

    def accept_clock(self, *, by: str, because: str) -> Record:
        """Has somebody say that the clock is right, and the books go on at its time."""
        self.writer.believe_clock()
        now = self.writer.clock()

        def unit(batch: Batch) -> Record:
            permitted(batch, "keep", by)
            return accept_clock(batch, now, by=by, because=because)

        return self.write(unit)

    def names(self, players: Iterable[str]) -> dict[str, str]:
        """What players are called: guests by the name they took, others as the books call them."""
        return self.read(lambda reader: shown_names(reader, players))

    # --- looking things up ------------------------------------------------------------------

    def find(self, query: RoundQuery) -> list[FoundRound]:
        with self.database.reading() as reader:
            if query.player is not None:
                query = replace(query, player=player_of(reader, query.player))
            return find(reader, query)

    def recall(self, number: int) -> RoundRecord:
        """A round in full."""
        return self.read(lambda reader: recall(reader, number))

    def public_round(self, number: int) -> RoundRecord:
        """A round in full, but for hands between players that were not shown, and burnt cards."""
        with self.database.reading() as reader:
            record = recall(reader, number)
            sheet = self._sheets.read(reader, record.facts["sheet"])
            return replace(record, transcript=public_transcript(reader, sheet, record))

    def look(self, number: int, *, by: str, why: str) -> RoundRecord:
        """A round with every card, for a dispute; who looks and why is written down first."""
        self.write(look(number, by, why))
        return self.recall(number)

    def verify(self, number: int) -> Verification:
        """A round checked again from end to end."""
        return self.read(lambda reader: Verifier(reader).verify(number))

    def audit(
        self,
        *,
        replay: bool = True,
        seal: tuple[int, str] | None = None,
        against: HeldAgainst | None = None,
        processes: int = 1,
        archives: Sequence[Path] = (),
        progress: Progress = no_progress,
    ) -> Report:
        """The whole house checked; without `replay` the rounds are not played again."""
        plan = AuditPlan(replay, seal, against or HeldAgainst(), processes, archives)
        return self.read(lambda reader: audit(reader, self.database, plan, progress))


def _take_back_orders(batch: Batch, room: CardRoom, by: str | None) -> None:
    for sheet in room.sheets.values():
        give_order(batch, sheet, closed=False, limits=sheet.limits, by=by)
