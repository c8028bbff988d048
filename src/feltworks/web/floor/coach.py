"""The coach: what each choice is worth, by odds that are counted once for each game.

The first count takes a while, so it is done on a thread of its own when somebody calls the coach;
until then the answer is that it is being prepared. Nothing is computed here: hands against a dealer
are weighed by the exact odds, blackjack by its analysis, and hands between players by their part of
the pot against random cards.
"""

from __future__ import annotations

import asyncio
import logging
import threading
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from typing import TYPE_CHECKING, Any, Protocol, cast

from feltworks.house.rounds.sheet import Sheet
from feltworks.players.advice import DecisionAdvice
from feltworks.round import Decide, Round
from feltworks.round.movetext import read_move
from feltworks.rules.schema import Rules
from feltworks.web.protocol.replies import AdviceReply, ChoiceWorth, EquityNow

if TYPE_CHECKING:
    from feltworks.players.ring.advice import PotAdvice

log = logging.getLogger("feltworks.web")


@dataclass(frozen=True, slots=True)
class Weighing:
    """Moves with their worth in units, the best first; between players with the part of the pot.

    `causes` are sentences that explain the worths.
    """

    choices: tuple[tuple[Decide, Fraction | float], ...] = ()
    equity: EquityNow | None = None
    unit: str | None = None
    causes: tuple[str, ...] = ()

    @property
    def best(self) -> Decide | None:
        """The best move, if moves were weighed."""
        return self.choices[0][0] if self.choices else None

    def as_json(self) -> dict[str, Any]:
        """As plain data, for another process."""
        return {
            "choices": [
                [move.line, str(value), isinstance(value, Fraction)] for move, value in self.choices
            ],
            "equity": None if self.equity is None else self.equity.model_dump(),
            "unit": self.unit,
            "causes": list(self.causes),
        }

    @classmethod
    def of_json(cls, data: Mapping[str, Any]) -> Weighing:
        choices = tuple(
            (cast("Decide", read_move(line)), Fraction(value) if exact else float(value))
            for line, value, exact in data["choices"]
        )
        equity = None if data["equity"] is None else EquityNow(**data["equity"])
        return cls(choices, equity, data["unit"], tuple(data["causes"]))

    def reply(self, seat: int, turn: int) -> AdviceReply:
        return AdviceReply(
            seat=seat,
            turn=turn,
            state="ready",
            unit=self.unit,
            exact=all(isinstance(value, Fraction) for _, value in self.choices),
            choices=[
                ChoiceWorth.of(
                    move,
                    cards=[str(card) for card in move.cards],
                    value=value,
                    fraction=str(value) if isinstance(value, Fraction) else None,
                    best=at == 0,
                )
                for at, (move, value) in enumerate(DecisionAdvice(self.choices).best_by_count)
            ],
            equity=self.equity,
            causes=list(self.causes),
        )


class TableCoach(Protocol):
    """Weighs decisions at a table: the room's coach, or that of a practice table."""

    def is_prepared(self, sheet: Sheet) -> bool: ...

    async def prepare(self, sheet: Sheet) -> None: ...

    async def weigh(
        self, sheet: Sheet, round: Round, seat: int, *, why: bool = True
    ) -> Weighing: ...

    def best_if_prepared(self, sheet: Sheet, round: Round, seat: int) -> Decide | None: ...

    def close(self) -> None: ...


class Coach:
    """Weighers of decisions, one for each set of rules and options.

    Each is made once; it is `_prepared` after its first answer, which counts the odds. Only one is
    called at a time.
    """

    def __init__(self) -> None:
        self._threads = ThreadPoolExecutor(1, "coach")
        self._one_at_a_time = threading.Lock()
        self._weighers: dict[str, asyncio.Future[Weigher]] = {}
        self._prepared: dict[str, Weigher] = {}

    def is_prepared(self, sheet: Sheet) -> bool:
        """Whether an answer comes at once."""
        return _key(sheet) in self._prepared

    async def weigh(self, sheet: Sheet, round: Round, seat: int, *, why: bool = True) -> Weighing:
        """The choices of the seat to decide; raises a `FeltworksError` if they cannot be weighed.

        With `why` the causes are included.
        """
        weigher = await self._weigher(sheet)
        ask = partial(self._ask, weigher, round, seat, why=why)
        weighed = await asyncio.get_running_loop().run_in_executor(self._threads, ask)
        self._prepared[_key(sheet)] = weigher
        return weighed

    async def prepare(self, sheet: Sheet) -> None:
        """Somebody will ask: the game is weighed while he still bets."""
        await self._weigher(sheet)

    async def _weigher(self, sheet: Sheet) -> Weigher:
        key, loop = _key(sheet), asyncio.get_running_loop()
        if key not in self._weighers:
            making = loop.run_in_executor(self._threads, Weigher, sheet.rules)
            self._weighers[key] = making
        return await asyncio.shield(self._weighers[key])

    def best_if_prepared(self, sheet: Sheet, round: Round, seat: int) -> Decide | None:
        """The best move if the odds are known already; for bots, on their own thread."""
        weigher = self._prepared.get(_key(sheet))
        if weigher is None:
            return None
        return self._ask(weigher, round, seat, why=False).best

    def _ask(self, weigher: Weigher, round: Round, seat: int, *, why: bool) -> Weighing:
        with self._one_at_a_time:
            return weigher.weigh(round, seat, why=why)

    def close(self) -> None:
        self._threads.shutdown(wait=False, cancel_futures=True)


def _key(sheet: Sheet) -> str:
    return f"{sheet.rules_sha256} {sorted(sheet.options.items())}"


class Weigher:
    """Weighs decisions of a game; made on a thread, because that takes long."""

    def __init__(self, rules: Rules) -> None:
        from feltworks.players.mechanisms import MECHANISMS

        self._rules = rules
        self._mechanism = MECHANISMS[rules.game.mechanism]
        self._advisor = self._mechanism.advisor(rules)

    def weigh(self, round: Round, seat: int, *, why: bool) -> Weighing:
        """What the choices of the seat are worth, and why."""
        weighed = self._advisor.weigh(round, seat)
        if weighed.pot is not None:
            return Weighing(equity=_equity(weighed.pot))
        causes = self._causes(round, seat) if why else ()
        return Weighing(weighed.choices, unit=self._rules.unit, causes=causes)

    def _causes(self, round: Round, seat: int) -> tuple[str, ...]:
        """The causes; an error there is logged, and the worths are still given."""
        try:
            return self._mechanism.causes(self._advisor, round, seat, ())
        except Exception:
            log.exception("the causes in %s", self._rules.game.id)
            return ()


def _equity(advice: PotAdvice) -> EquityNow:
    share = advice.share
    error = share.standard_error or 0
    return EquityNow.of(advice, part=share.part, exact=share.exact, standard_error=error)
