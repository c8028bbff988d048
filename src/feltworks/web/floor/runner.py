"""A table's runner: one task that owns the table and makes one step at a time.

Everything that happens to a table waits in one queue: messages of clients, a clock that has run
out, a bot that has decided. So there is nothing to lock, and while a step waits for the books the
next one waits behind it; clients who connect or send meanwhile are told so at once. An error in a
step is sent to the client who caused it, and what was played stands.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Coroutine, Mapping
from contextlib import suppress
from functools import partial

from feltworks.errors import FeltworksError
from feltworks.house.rounds.decks import KeptDeck
from feltworks.house.rounds.resume import OpenRound
from feltworks.house.rounds.sheet import Sheet
from feltworks.round import Decide, NotAllowed
from feltworks.web.floor.betting import close_betting, close_if_all_ready
from feltworks.web.floor.connections import TRY_LATER, Connection
from feltworks.web.floor.dealing import deal, decide, decide_by_default, time_is_up
from feltworks.web.floor.ending import recover, settle, was_voided
from feltworks.web.floor.liveround import Decision
from feltworks.web.floor.opening import look_again, open_round, resume, seats_changed
from feltworks.web.floor.requests import answer
from feltworks.web.floor.resuming import catch_up, put_back
from feltworks.web.floor.seats import stand_up
from feltworks.web.floor.state import Act, Due, Playing, TableState, Waiting
from feltworks.web.floor.supervising import release
from feltworks.web.floor.table import LiveTable, Services
from feltworks.web.protocol.replies import DoneReply, RefusedReply
from feltworks.web.protocol.requests import AnyRequest, DecideRequest, PingRequest, ResyncRequest
from feltworks.web.protocol.sentences import BOOKS_AWAY, FAULT, error_text

Step = Callable[[], Awaitable[Act | None]]


log = logging.getLogger("feltworks.web")
SERVER_CLOSES = 1012
CLOCK = "clock"
SECONDS_TO_STOP = 2.0

ACTS: Mapping[Act, Callable[[LiveTable], Awaitable[Act | None]]] = {
    Act.OPEN: open_round,
    Act.CLOSE_BETTING: close_betting,
    Act.DEAL: deal,
    Act.TIME_IS_UP: time_is_up,
    Act.DECIDE_BY_DEFAULT: decide_by_default,
    Act.SETTLE: settle,
    Act.RESUME: resume,
    Act.SEATS_CHANGED: seats_changed,
    Act.LOOK_AGAIN: look_again,
    Act.RELEASE: release,
    Act.CATCH_UP: catch_up,
}


class Timers:
    """One timer for each name; starting it again resets it."""

    def __init__(self) -> None:
        self._running: dict[str, asyncio.TimerHandle] = {}

    def begin(self, name: str, seconds: float, then: Callable[[], None]) -> None:
        self.end(name)
        self._running[name] = asyncio.get_running_loop().call_later(seconds, then)

    def end(self, name: str) -> None:
        if (timer := self._running.pop(name, None)) is not None:
            timer.cancel()

    def close(self) -> None:
        for name in list(self._running):
            self.end(name)


class TableRunner:
    """One table. The floor makes and starts it."""

    def __init__(self, sheet: Sheet, services: Services, deck: KeptDeck) -> None:
        self.state = TableState.of(sheet, services.settings)
        deck.restore(self.state.deck)
        self.state.seeds.asked = deck.asked
        self.table = LiveTable(self.state, services, self.soon, self._decided, self._expect)
        self.connections = self.table.connections
        self._steps: asyncio.Queue[Step | None] = asyncio.Queue()
        self._task: asyncio.Task[None] | None = None
        self._timers = Timers()
        self._timed: Due | None = None

    def start(self) -> None:
        self._task = asyncio.create_task(self._run(), name=f"table {self.state.name}")

    async def resume(self, found: OpenRound) -> None:
        """Continues an open round, before the table is started."""
        await put_back(self.table, found)
        self.soon(Act.DEAL)

    def _expect(self, guest: str) -> None:
        """Gives an absent guest a while to come back."""
        dismiss = partial(self.put, partial(self._dismiss, guest))
        self._timers.begin(_absence(guest), self.table.pace.idle_seconds, dismiss)

    async def stop(self) -> None:
        """Stops the table: an open round and its deck wait for the next start."""
        self._steps.put_nowait(None)
        if self._task is not None:
            await asyncio.wait({self._task}, timeout=SECONDS_TO_STOP)
            self._task.cancel()
            with suppress(asyncio.CancelledError):
                await self._task
        self._timers.close()
        for connection in self.connections:
            connection.close(SERVER_CLOSES)

    # --- steps and acts ---------------------------------------------------------------------

    def put(self, step: Step) -> None:
        """Queues a step."""
        self._steps.put_nowait(step)

    def soon(self, act: Act) -> None:
        """Queues an act."""
        self.put(partial(ACTS[act], self.table))

    async def _run(self) -> None:
        while (step := await self._steps.get()) is not None:
            await self._make(step)
            # A flood of messages at one table must not delay the messages of others.
            await asyncio.sleep(0)

    async def _make(self, step: Step) -> None:
        """Makes a step and the acts that follow from it, and sets the clock for what is due."""
        try:
            await self._follow(await step())
        except Exception as error:
            await self._recover(error)
        self._set_clock()

    async def _recover(self, error: Exception) -> None:
        """Whatever else fails then, the table lives on."""
        try:
            await recover(self.table, error)
        except Exception:
            log.exception("table %s: it could not tell of a failed step", self.state.name)

    async def _follow(self, act: Act | None) -> None:
        while act is not None:
            act = await ACTS[act](self.table)

    def _set_clock(self) -> None:
        due = self.state.due
        if due is self._timed:
            return
        self._timed = due
        if due is None:
            self._timers.end(CLOCK)
        else:
            ring = partial(self.put, partial(self._ring, due))
            self._timers.begin(CLOCK, due.seconds_left(), ring)

    async def _ring(self, due: Due) -> Act | None:
        if self.state.due is not due:
            return None
        self.state.due = None
        return due.act

    def _decided(self, decision: Decision, move: Decide | None) -> None:
        async def step() -> Act | None:
            if not self.state.waits_for(decision):
                return None
            if move is not None:
                with suppress(NotAllowed):
                    return await decide(self.table, move)
            return Act.DECIDE_BY_DEFAULT

        self.put(step)

    async def order(self, step: Callable[[LiveTable], Awaitable[Act | None]]) -> None:
        """Does what the staff order at the table, in its turn; raises what refuses it."""
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()

        async def ordered() -> None:
            try:
                act = await step(self.table)
            except Exception as error:
                done.set_exception(error)
                if not isinstance(error, FeltworksError):
                    raise
                return
            try:
                await self._follow(act)
            finally:
                if not done.done():
                    done.set_result(None)

        self.put(ordered)
        await done

    # --- clients ----------------------------------------------------------------------------

    def connect(self, connection: Connection) -> None:
        async def step() -> None:
            try:
                await self._let_in(connection)
            except Exception as error:
                # A new client must not disturb those who play.
                self.connections.discard(connection)
                rule, text = "books", error_text(error)
                if not isinstance(error, FeltworksError):
                    log.error("table %s: nobody can come", self.state.name, exc_info=error)
                    rule, text = "fault", FAULT
                connection.tell(RefusedReply(rule=rule, text=text))
                connection.close(TRY_LATER)

        self._put_or_start(step)

    def _put_or_start(self, step: Callable[[], Coroutine[None, None, None]]) -> None:
        """Queues a step; while the queue waits for the books, it is made at once beside it."""
        if self.state.books_away:
            self.table.services.start(step())
        else:
            self.put(step)

    async def _let_in(self, connection: Connection) -> None:
        await self._look_around(connection.guest)
        self.connections.add(connection)
        if connection.guest is not None:
            self.state.present.add(connection.guest)
            self._timers.end(_absence(connection.guest))
        self.table.greet(connection)
        if self.state.chairs.of(connection.guest):
            self.table.run_clock()
            self.table.broadcast()
        else:
            self.table.show(connection)

    async def _look_around(self, guest: str | None) -> None:
        """Reads what a new client needs: his stack, and the jackpots of a table at rest."""
        if guest is not None:
            await self.table.look_up([guest])
        jackpots, services = self.state.sheet.jackpots, self.table.services
        if jackpots and isinstance(self.state.phase, Waiting):
            services.meters.show(await services.cashier.meters(jackpots.values()))

    def disconnect(self, connection: Connection) -> None:
        async def step() -> Act | None:
            self.connections.discard(connection)
            guest, state = connection.guest, self.state
            if guest is None or any(other.guest == guest for other in self.connections):
                return None
            state.present.discard(guest)
            if not state.chairs.of(guest):
                state.stacks.pop(guest, None)
                state.sessions.pop(guest, None)
                return None
            self._expect(guest)
            self.table.run_clock()
            self.table.broadcast()
            return close_if_all_ready(state)

        self.put(step)

    async def _dismiss(self, guest: str) -> Act | None:
        """Takes the seats of a guest who has not come back in time."""
        if guest in self.state.present or not self.state.chairs.of(guest):
            return None
        return stand_up(self.table, guest)

    def ask(self, connection: Connection, request: AnyRequest) -> None:
        if self.state.books_away and not isinstance(request, PingRequest | ResyncRequest):
            connection.tell(RefusedReply(ref=request.ref, rule="books", text=BOOKS_AWAY))
            return

        async def step() -> None:
            try:
                act = await answer(self.table, connection, request)
            except FeltworksError as error:
                rule = error.reason.rule if isinstance(error, NotAllowed) else "refused"
                connection.tell(RefusedReply(ref=request.ref, rule=rule, text=error_text(error)))
                if isinstance(request, DecideRequest) and not isinstance(error, NotAllowed):
                    self.soon(Act.CATCH_UP)
                return
            except Exception as error:
                connection.tell(RefusedReply(ref=request.ref, rule="fault", text=FAULT))
                await self._fault(request, error)
                return
            try:
                await self._follow(act)
            finally:
                if request.ref is not None:
                    connection.tell(DoneReply(ref=request.ref))

        self._put_or_start(step)

    async def _fault(self, request: AnyRequest, error: Exception) -> None:
        """A request that failed inside: only a decision can have left its mark on a round."""
        if isinstance(request, DecideRequest):
            await self._recover(error)
        else:
            log.error(
                "table %s: %s failed", self.state.name, type(request).__name__, exc_info=error
            )

    def get_up(self, guest: str) -> None:
        """The guest leaves the house: his seats are given up, after the round if he is in one."""

        async def step() -> Act:
            return stand_up(self.table, guest)

        self.put(step)

    def round_ended(self, number: int) -> None:
        """Reacts to a round that is over in the books; this table may not know it yet."""

        async def step() -> None:
            phase = self.state.phase
            if isinstance(phase, Playing) and phase.number == number:
                await was_voided(self.table, phase)

        self.put(step)

    def stack_changed(self, guest: str) -> None:
        """Reacts to chips that the guest has bought."""

        async def step() -> None:
            with suppress(FeltworksError):
                await self.table.look_up([guest])
            self.table.broadcast()

        self.put(step)


def _absence(guest: str) -> str:
    """The name of the timer for an absent guest."""
    return f"absence of {guest}"
