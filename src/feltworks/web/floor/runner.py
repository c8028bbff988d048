"""A table's runner: one task that owns the table and does one thing at a time.

Everything that happens to a table comes through its inbox: messages of clients, a clock that has
run out, a bot that has made up its mind. So there is nothing to lock, and while a step waits for
the books the next one waits behind it. What goes wrong in a step is told to whoever asked; what
goes wrong in a round voids it, and every stake goes back.
"""

from __future__ import annotations

import logging
from collections import deque
from contextlib import suppress
from typing import TYPE_CHECKING

from feltworks.errors import FeltworksError
from feltworks.round import Reason
from feltworks.round.operations import Folded
from feltworks.web.floor.asking import answer
from feltworks.web.floor.chairs import Chairs, RingChairs
from feltworks.web.floor.clock import Absences, Clock
from feltworks.web.floor.describe import describe, seats_of
from feltworks.web.floor.inbox import Inbox
from feltworks.web.floor.picture import Picture
from feltworks.web.floor.play import Play
from feltworks.web.protocol.told import Done, Hello, LedgerLine, Refused, You

if TYPE_CHECKING:
    from feltworks.house.rounds.sheet import Sheet
    from feltworks.web.floor.backroom import Backroom
    from feltworks.web.floor.game import Game
    from feltworks.web.floor.inbox import Step
    from feltworks.web.floor.lines import Line
    from feltworks.web.protocol.asked import Message
    from feltworks.web.protocol.told import Phase

log = logging.getLogger("feltworks.web")
LEDGER_LINES = 12
TRY_LATER = 1013
CLOSED = Reason("closed", "The house has closed this table.")


class TableRunner(Clock):
    """One table. Made and started by the floor."""

    def __init__(self, table: str, sheet: Sheet, backroom: Backroom) -> None:
        super().__init__()
        self.table = table
        self.sheet = sheet
        self.backroom = backroom
        self.description = describe(sheet, backroom.settings)
        self.chairs = self._chairs()
        self.phase: Phase = "waiting"
        self.game: Game | None = None
        self.lines: set[Line] = set()
        self.ledger: dict[str, deque[LedgerLine]] = {}
        self.purses: dict[str, int] = {}
        self.notice: str | None = None
        self._absences = Absences()
        self.play = Play(self)
        self._seq = 0
        self._inbox = Inbox(self._broken)

    def _chairs(self) -> Chairs:
        count, ring = seats_of(self.sheet), self.description.ring
        if ring is not None:
            return RingChairs(self.sheet, count, ring.least_buy_in_cents)
        return Chairs(count, self.description.most_hands)

    def resheet(self, sheet: Sheet) -> None:
        """The house has posted other terms; they hold from the next round on."""
        self.sheet = sheet
        self.description = describe(sheet, self.backroom.settings)
        fresh = self._chairs()
        if not self.chairs.taken or type(fresh) is not type(self.chairs):
            self.chairs = fresh
        elif isinstance(self.chairs, RingChairs) and isinstance(fresh, RingChairs):
            self.chairs.least_cents = fresh.least_cents
        for line in self.lines:
            self._greet(line)

    # --- the inbox --------------------------------------------------------------------------

    def start(self) -> None:
        self._inbox.start(f"table {self.table}")

    async def stop(self) -> None:
        """Ends the table: a round in flight is voided, a shoe shown."""
        await self._inbox.close()
        self.stop_clock()
        self._absences.close()
        await self.play.put_away()
        for line in self.lines:
            line.hang_up(1012)

    def soon(self, step: Step) -> None:
        """A step to be made when the steps before it are done."""
        self._inbox.put(step)

    async def _broken(self, error: Exception) -> None:
        if isinstance(error, FeltworksError):
            await self.play.break_off(str(error))
        else:
            log.error("table %s: a step failed", self.table, exc_info=error)
            await self.play.break_off("something went wrong at the table")

    # --- lines ------------------------------------------------------------------------------

    def connect(self, line: Line) -> None:
        async def step() -> None:
            try:
                await self._look_around(line.guest)
            except FeltworksError as error:
                # Whoever comes to a table does not disturb those who play there.
                line.tell(Refused(rule="books", text=str(error)))
                line.hang_up(TRY_LATER)
                return
            self.lines.add(line)
            if line.guest is not None:
                self._absences.end(line.guest)
            self._greet(line)
            if self.chairs.of(line.guest):
                self.broadcast()
            else:
                line.tell(Picture(self, self._seq).seen_on(line))

        self.soon(step)

    async def _look_around(self, guest: str | None) -> None:
        """What somebody who comes is to be told: his stack, and the jackpots of a table at rest."""
        if guest is not None:
            await self.look_up([guest])
        if self.game is None and self.phase == "waiting":
            await self.play.look_at_jackpots()

    def _greet(self, line: Line) -> None:
        guest = line.guest
        you = None if guest is None else You(name=guest, stack_cents=self.stack(guest), seats=[])
        line.epoch = -1
        line.tell(Hello(you=you, table=self.description))

    def disconnect(self, line: Line) -> None:
        async def step() -> None:
            self.lines.discard(line)
            guest = line.guest
            if guest is not None and guest not in self.present and self.chairs.of(guest):
                idle = self.backroom.settings.pace.idle_seconds
                self._absences.begin(guest, idle, lambda: self.soon(lambda: self._dismiss(guest)))
                self.broadcast()
                await self.play.check_ready()
            elif guest is not None and guest not in self.present:
                self.purses.pop(guest, None)

        self.soon(step)

    async def _dismiss(self, guest: str) -> None:
        """Whoever has not come back in time loses his seats."""
        if guest not in self.present and self.chairs.of(guest):
            for seat in self.chairs.of(guest):
                self.play.stand(seat)
            self.broadcast()
            await self.play.seats_changed()

    def ask(self, line: Line, message: Message) -> None:
        async def step() -> None:
            await self._answer(line, message)

        self.soon(step)

    async def _answer(self, line: Line, message: Message) -> None:
        try:
            reason = await answer(self, line, message)
        except FeltworksError as error:
            reason = Reason("refused", str(error))
        if reason is not None:
            line.tell(Refused(ref=message.ref, rule=reason.rule, text=reason.text))
        elif message.ref is not None:
            line.tell(Done(ref=message.ref))

    def broadcast(self) -> None:
        """Tells everybody how the table stands, each in his own view."""
        self._seq += 1
        picture = Picture(self, self._seq)
        for line in self.lines:
            line.tell(picture.seen_on(line))

    def resync(self, line: Line) -> None:
        line.epoch = -1
        line.tell(Picture(self, self._seq).seen_on(line))

    # --- who is there and what they have ----------------------------------------------------

    @property
    def present(self) -> set[str]:
        """The guests who are connected."""
        return {line.guest for line in self.lines if line.guest is not None}

    async def look_up(self, players: list[str]) -> None:
        self.purses.update(await self.backroom.cashier.stacks(players))

    def stack(self, player: str) -> int:
        """A player's stack by the books, less what he has out before the deal."""
        cents = self.purses.get(player, 0)
        game = self.game
        if game is None or game.begun or self.chairs.between_players:
            return cents
        return cents - sum(bet.cents for bet in game.bets_of(self.chairs.of(player)))

    @property
    def folded(self) -> set[int]:
        game = self.game
        entries = () if game is None else game.round.log
        return {entry.seat for entry in entries if isinstance(entry, Folded)}

    @property
    def button(self) -> int | None:
        return self.chairs.seating.button if isinstance(self.chairs, RingChairs) else None

    def is_busy(self, guest: str) -> bool:
        """Whether the guest has wagers out here."""
        game = self.game
        if game is None or self.phase not in ("betting", "playing"):
            return False
        if self.phase == "betting":
            mine = self.chairs.of(guest)
            dealt_in = self.chairs.between_players and set(mine) & set(game.seats_dealt_in())
            return self.play.closing or bool(dealt_in or game.bets_of(mine))
        return guest in game.players.values()

    def release(self, guest: str) -> None:
        """The guest gets up to sit elsewhere; he is not busy here."""
        for seat in self.chairs.of(guest):
            self.play.free(seat)

        async def step() -> None:
            self.broadcast()
            await self.play.seats_changed()

        self.soon(step)

    def get_up(self, guest: str) -> None:
        """The guest leaves the house: his seats are given up, after the round if he is in one."""

        async def step() -> None:
            for seat in self.chairs.of(guest):
                self.play.stand(seat)
            self.broadcast()
            await self.play.seats_changed()

        self.soon(step)

    def stack_changed(self, guest: str) -> None:
        """The guest has bought chips."""

        async def step() -> None:
            with suppress(FeltworksError):
                await self.look_up([guest])
            self.broadcast()

        self.soon(step)

    def enter(self, player: str, number: int, net_cents: int) -> None:
        lines = self.ledger.setdefault(player, deque(maxlen=LEDGER_LINES))
        lines.appendleft(LedgerLine(round=number, net_cents=net_cents))

    def why_closed(self) -> Reason | None:
        return CLOSED if self.phase == "closed" else None
