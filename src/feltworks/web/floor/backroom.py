"""What all tables share: the cashier, the coach, bots' minds, and where each guest sits."""

from __future__ import annotations

import asyncio
import logging
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from random import uniform
from typing import TYPE_CHECKING

from feltworks.errors import FeltworksError
from feltworks.round import Reason
from feltworks.web.floor.coach import CoachDesk
from feltworks.web.floor.meters import MeterBoard
from feltworks.web.floor.minds import SteadyMind, ring_mind
from feltworks.web.protocol.advice import AdviceNow

if TYPE_CHECKING:
    from collections.abc import Coroutine, Mapping

    from feltworks.house.rounds.sheet import Sheet
    from feltworks.round import Decide, Round
    from feltworks.web.floor.cashier import Cashier
    from feltworks.web.floor.chairs import Chair
    from feltworks.web.floor.game import Game
    from feltworks.web.floor.lines import Line
    from feltworks.web.floor.minds import Mind
    from feltworks.web.floor.runner import TableRunner
    from feltworks.web.protocol.description import Description
    from feltworks.web.settings import Settings

log = logging.getLogger("feltworks.web")
NO_ADVICE = "The coach cannot weigh this decision."


@dataclass(frozen=True, slots=True)
class Decision:
    """What a seat was asked, held fast: a task begins later, when another seat may be asked."""

    game: Game
    turn: int
    seat: int
    round: Round

    def is_open(self, at: TableRunner) -> bool:
        """Whether the table still waits for it."""
        return at.game is self.game and self.game.turn == self.turn and at.phase == "playing"


class Backroom:
    """`whereabouts` has the one table each guest sits at, so that no chip is in two places."""

    def __init__(
        self, cashier: Cashier, settings: Settings, tables: Mapping[str, TableRunner]
    ) -> None:
        self.cashier = cashier
        self.meters = MeterBoard(tables)
        self.settings = settings
        self.coach = CoachDesk()
        self.whereabouts: dict[str, TableRunner] = {}
        self._minds = ThreadPoolExecutor(2, "bots")
        self._tasks: set[asyncio.Task[None]] = set()

    def claim(self, guest: str, table: TableRunner) -> Reason | None:
        """The guest wants to sit at a table: he leaves another one if he is free to go."""
        before = self.whereabouts.get(guest)
        if before is not None and before is not table:
            if before.is_busy(guest):
                text = f"You are in a round at table {before.table}: finish it first."
                return Reason("seated-elsewhere", text)
            before.release(guest)
        self.whereabouts[guest] = table
        return None

    def left(self, guest: str, table: TableRunner) -> None:
        if self.whereabouts.get(guest) is table:
            del self.whereabouts[guest]

    def close(self) -> None:
        for task in self._tasks:
            task.cancel()
        self.meters.close()
        self._minds.shutdown(wait=False, cancel_futures=True)
        self.coach.close()

    def _start(self, work: Coroutine[None, None, None]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    # --- bots -------------------------------------------------------------------------------

    async def fund_bot(self, name: str, at: Description) -> int:
        """A bot has what is usual at its table; gives what it may bring there."""
        ring = at.ring
        usual = self.settings.buy_in.usual_cents if ring is None else ring.usual_buy_in_cents
        held = (await self.cashier.stacks([name]))[name]
        if held < usual:
            house = self.cashier.house
            await self.cashier.ask(house.sell_chips, name, usual - held)
        return usual

    async def mind(self, sheet: Sheet, temper: str) -> Mind:
        if sheet.rules.ring is None:
            return SteadyMind(partial(self.coach.best_at_hand, sheet))
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._minds, ring_mind, sheet, temper)

    def think(self, at: TableRunner, chair: Chair) -> None:
        """The bot makes up its mind, and its move comes through the inbox like anybody's."""
        assert at.game is not None and chair.mind is not None
        due = Decision(at.game, at.game.turn, chair.seat, at.game.round)
        self._start(self._think(at, due, chair.mind))

    async def _think(self, at: TableRunner, due: Decision, mind: Mind) -> None:
        await asyncio.sleep(self.settings.pace.bot_seconds * uniform(0.6, 1.4))
        move: Decide | None = None
        try:
            loop = asyncio.get_running_loop()
            move = await loop.run_in_executor(self._minds, mind.decide, due.round, due.seat)
        except FeltworksError:
            pass
        except Exception:
            # A table must not wait for ever for a mind that has failed.
            log.exception("table %s: a bot could not decide", at.table)

        async def step() -> None:
            if not due.is_open(at):
                return
            if move is None or await at.play.decide(move) is not None:
                await at.play.default()

        at.soon(step)

    # --- the coach --------------------------------------------------------------------------

    def advise(self, at: TableRunner) -> None:
        """Advice to whoever is to decide and has asked for it."""
        game = at.game
        if game is None or game.decides is None or at.phase != "playing":
            return
        due = Decision(game, game.turn, game.decides, game.round)
        guest = game.players.get(due.seat)
        for line in at.lines:
            if line.coached and line.guest == guest:
                self._start(self._advise(at, due, line))

    async def _advise(self, at: TableRunner, due: Decision, line: Line) -> None:
        seat, turn = due.seat, due.turn
        if not self.coach.at_hand(at.sheet):
            line.tell(AdviceNow(seat=seat, turn=turn, state="preparing"))
        try:
            weighing = await self.coach.weigh(at.sheet, due.round, seat)
        except Exception as error:
            text = NO_ADVICE
            if isinstance(error, FeltworksError):
                text = str(error).splitlines()[0]
            else:
                log.exception("table %s: the coach could not weigh a decision", at.table)
            line.tell(AdviceNow(seat=seat, turn=turn, state="unavailable", text=text))
            return
        due.game.weighed[turn] = weighing
        if due.is_open(at):
            line.tell(weighing.told(seat, turn))
