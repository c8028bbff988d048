"""What an act at a table works with: the table's state, services that tables share, and clients."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Coroutine, Iterable, Mapping
from concurrent.futures import ThreadPoolExecutor
from copy import copy
from dataclasses import dataclass, field
from typing import ParamSpec, TypeVar

from feltworks.house.errors import BooksAway
from feltworks.house.rounds.sheet import Sheet
from feltworks.round import Decide
from feltworks.web.floor.cashier import TableCashier
from feltworks.web.floor.coach import Coach, TableCoach
from feltworks.web.floor.connections import TRY_LATER, Connection
from feltworks.web.floor.liveround import Decision, LiveRound
from feltworks.web.floor.picture import Picture
from feltworks.web.floor.state import Act, Betting, Over, Playing, TableState, Waiting
from feltworks.web.protocol.picture import MeterNow, You
from feltworks.web.protocol.replies import HelloReply
from feltworks.web.seating.bots import called
from feltworks.web.settings import Pace, Settings

P = ParamSpec("P")
T = TypeVar("T")
SECONDS_BETWEEN_METERS = 0.5
SECONDS_UNTIL_SAID = 2.0
FIRST_PAUSE_SECONDS, LONGEST_PAUSE_SECONDS = 0.1, 2.0
log = logging.getLogger("feltworks.web")


class MeterBoard:
    """What each jackpot displays, the same at every table that plays for it.

    A change at one table is shown at the others, by `tell` with the names of changed jackpots, but
    at most a few times a second: a meter is looked at, not counted.
    """

    def __init__(self, tell: Callable[[set[str]], None]) -> None:
        self._tell = tell
        self._shown: dict[str, int] = {}
        self._changed: set[str] = set()
        self._timer: asyncio.TimerHandle | None = None

    def of(self, names: Iterable[str]) -> list[MeterNow]:
        return [
            MeterNow(name=name, displayed_cents=self._shown[name])
            for name in names
            if name in self._shown
        ]

    def show(self, amounts: Mapping[str, int]) -> None:
        """Takes over the amounts that the house displays now."""
        for name, cents in amounts.items():
            if self._shown.get(name) != cents:
                self._shown[name] = cents
                self._changed.add(name)
        if self._changed and self._timer is None:
            loop = asyncio.get_running_loop()
            self._timer = loop.call_later(SECONDS_BETWEEN_METERS, self._tell_changes)

    def _tell_changes(self) -> None:
        changed, self._changed, self._timer = self._changed, set(), None
        self._tell(changed)

    def close(self) -> None:
        if self._timer is not None:
            self._timer.cancel()


class Services:
    """What all tables share.

    `seated_at` has the one table each guest sits at, so that no chip is in two places; `names` are
    the names of guests, whom the books know by a pseudonym.
    """

    def __init__(self, cashier: TableCashier, settings: Settings, meters: MeterBoard) -> None:
        self.cashier = cashier
        self.settings = settings
        self.meters = meters
        self.coach: TableCoach = Coach()
        self.bot_threads = ThreadPoolExecutor(2, "bots")
        self.seated_at: dict[str, LiveTable] = {}
        self.names: dict[str, str] = {}
        self.tasks: set[asyncio.Task[None]] = set()

    def with_own(
        self, cashier: TableCashier, coach: TableCoach, bot_threads: ThreadPoolExecutor
    ) -> Services:
        """The same for a table with its own cashier, coach, bots and jackpots."""
        own = copy(self)
        own.cashier, own.coach, own.bot_threads = cashier, coach, bot_threads
        own.meters = MeterBoard(lambda changed: None)
        return own

    def name_of(self, player: str) -> str:
        """The name to show for a player."""
        return self.names.get(player) or called(player)

    def start(self, work: Coroutine[None, None, None]) -> None:
        """Starts work that no table waits for."""
        task = asyncio.get_running_loop().create_task(work)
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)

    def close(self) -> None:
        for task in self.tasks:
            task.cancel()
        self.meters.close()
        self.bot_threads.shutdown(wait=False, cancel_futures=True)
        self.coach.close()


@dataclass(frozen=True, slots=True, eq=False)
class LiveTable:
    """`soon` queues an act, `decided` takes a bot's answer or None.

    `expect` gives an absent guest a while to come back.
    """

    state: TableState
    services: Services
    soon: Callable[[Act], None]
    decided: Callable[[Decision, Decide | None], None]
    expect: Callable[[str], None]
    connections: set[Connection] = field(default_factory=set)

    @property
    def cashier(self) -> TableCashier:
        return self.services.cashier

    @property
    def pace(self) -> Pace:
        return self.services.settings.pace

    async def booked(self, ask: Callable[P, Awaitable[T]], *args: P.args, **kwargs: P.kwargs) -> T:
        """What the books answer; tried again while they are away, which the table shows.

        The call must be the same each time, and takes effect once: see `house.rounds`.
        """
        loop, pause = asyncio.get_running_loop(), FIRST_PAUSE_SECONDS
        saying = loop.call_later(SECONDS_UNTIL_SAID, self._say_that_books_are_away)
        try:
            while True:
                try:
                    return await ask(*args, **kwargs)
                except BooksAway as error:
                    log.warning("table %s waits: %s", self.state.name, error)
                    self._say_that_books_are_away()
                    await asyncio.sleep(pause)
                    pause = min(2 * pause, LONGEST_PAUSE_SECONDS)
        finally:
            saying.cancel()
            self.state.books_away = False

    def _say_that_books_are_away(self) -> None:
        if not self.state.books_away:
            self.state.books_away = True
            self.broadcast()

    def run_clock(self) -> None:
        """Runs the clock for the player the table waits for, unless he is alone."""
        state, pace = self.state, self.pace
        match state.phase:
            case Betting(live, False) if live.is_wanted and not live.dealt_in:
                act, seconds = Act.CLOSE_BETTING, pace.betting_seconds
            case Playing(live) if state.held_by is None and self._asks_a_person(live):
                act, seconds = Act.TIME_IS_UP, pace.decision_seconds
            case Over() if pace.result_stays and state.chairs.ring is None:
                act, seconds = Act.OPEN, pace.result_seconds
            case _:
                return
        if state.is_alone:
            if state.due is not None and state.due.act is act:
                state.stop_clock()
        elif state.due is None:
            state.start_clock(seconds, act)

    def _asks_a_person(self, live: LiveRound) -> bool:
        """Whether a person at the table must decide."""
        chair = self.state.chairs.taken.get(live.decides or 0)
        return (
            chair is not None
            and chair.bot is None
            and not chair.leaving
            and chair.player == live.players.get(chair.seat)
        )

    def broadcast(self) -> None:
        """Sends everybody the table's state, each in his own view.

        A client whose view cannot be made is sent away, so that the others get theirs.
        """
        self.state.seq += 1
        picture = self._picture()
        for connection in self.connections:
            if connection.closed_with is not None:
                continue
            try:
                connection.tell(picture.seen_on(connection))
            except Exception:
                log.exception("table %s: it cannot be shown to a client", self.state.name)
                connection.close(TRY_LATER)

    def show(self, connection: Connection) -> None:
        """Sends one client the table's state."""
        connection.tell(self._picture().seen_on(connection))

    def greet(self, connection: Connection) -> None:
        """Sends one client the table's description; the log will be sent from its start."""
        state, guest, you = self.state, connection.guest, None
        if guest is not None:
            name = self.services.name_of(guest)
            you = You(name=name, stack_cents=state.stack(guest), seats=[])
        connection.epoch = -1
        connection.tell(HelloReply(you=you, table=state.description))

    def post(self, sheet: Sheet) -> None:
        """Takes over the house's new terms, and sends everybody the new description."""
        self.state.post(sheet, self.services.settings)
        for connection in self.connections:
            self.greet(connection)

    async def look_up(self, players: Iterable[str]) -> None:
        """Reads the players' stacks from the books."""
        stacks = await self.cashier.stacks(players)
        self.state.stacks.update(stacks)
        if isinstance(self.state.phase, Waiting | Over):
            self.state.chairs.hold_to(stacks)

    def _picture(self) -> Picture:
        meters = self.services.meters.of(self.state.sheet.jackpots.values())
        return Picture(self.state, meters, self.services.name_of)
