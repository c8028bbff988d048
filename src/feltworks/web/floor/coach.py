"""The coach's desk: what each choice is worth, by the odds that are counted once for a game.

Counting takes a while the first time, so it is done on a thread of its own when somebody asks;
until then the answer is that it is being prepared. Nothing is reckoned here: hands against a dealer
are weighed by the exact odds, blackjack by its analysis, and hands between players by their part
of the pot against random cards.
"""

from __future__ import annotations

import asyncio
import threading
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from feltworks.errors import FeltworksError
from feltworks.web.protocol.advice import AdviceNow, EquityNow, Weighed

if TYPE_CHECKING:
    from collections.abc import Callable

    from feltworks.house.rounds.sheet import Sheet
    from feltworks.players.ring import PotAdvice
    from feltworks.round import Decide, Round
    from feltworks.rules.schema import Rules

    Weigher = Callable[[Round, int], "Weighing"]


@dataclass(frozen=True, slots=True)
class Weighing:
    """Moves with their worth in units, the best first; between players a part of the pot."""

    choices: tuple[tuple[Decide, Fraction | float], ...] = ()
    equity: EquityNow | None = None
    unit: str | None = None

    def told(self, seat: int, turn: int) -> AdviceNow:
        return AdviceNow(
            seat=seat,
            turn=turn,
            state="ready",
            unit=self.unit,
            exact=all(isinstance(value, Fraction) for _, value in self.choices),
            choices=[
                Weighed(
                    choice=move.choice,
                    cents=move.cents,
                    value=float(value),
                    fraction=str(value) if isinstance(value, Fraction) else None,
                    best=at == 0,
                )
                for at, (move, value) in enumerate(self.choices)
            ],
            equity=self.equity,
        )


class CoachDesk:
    """Weighers by rules; each is made once."""

    def __init__(self) -> None:
        self._threads = ThreadPoolExecutor(1, "coach")
        self._one_at_a_time = threading.Lock()
        self._known: dict[str, Weigher | FeltworksError] = {}
        self._made: dict[str, asyncio.Future[Weigher]] = {}
        self._counted: set[str] = set()

    def at_hand(self, sheet: Sheet) -> bool:
        """Whether an answer comes at once: the odds were counted for an earlier question."""
        return _key(sheet) in self._counted

    async def weigh(self, sheet: Sheet, round: Round, seat: int) -> Weighing:
        """The choices of the seat to decide; a `FeltworksError` where they cannot be weighed."""
        weigher = await self._weigher(sheet)
        loop = asyncio.get_running_loop()
        weighed = await loop.run_in_executor(self._threads, self._ask, weigher, round, seat)
        self._counted.add(_key(sheet))
        return weighed

    def best_at_hand(self, sheet: Sheet, round: Round, seat: int) -> Decide | None:
        """The best move if the odds are there already; for bots, on their own thread."""
        weigher = self._known.get(_key(sheet))
        if not self.at_hand(sheet) or weigher is None or isinstance(weigher, FeltworksError):
            return None
        choices = self._ask(weigher, round, seat).choices
        return choices[0][0] if choices else None

    def _ask(self, weigher: Weigher, round: Round, seat: int) -> Weighing:
        with self._one_at_a_time:
            return weigher(round, seat)

    async def _weigher(self, sheet: Sheet) -> Weigher:
        key = _key(sheet)
        known = self._known.get(key)
        if isinstance(known, FeltworksError):
            raise known
        if known is not None:
            return known
        if key not in self._made:
            loop = asyncio.get_running_loop()
            self._made[key] = loop.run_in_executor(self._threads, weigher_for, sheet.rules)
        try:
            self._known[key] = await asyncio.shield(self._made[key])
        except FeltworksError as error:
            self._known[key] = error
            raise
        return await self._weigher(sheet)

    def close(self) -> None:
        self._threads.shutdown(wait=False, cancel_futures=True)


def _key(sheet: Sheet) -> str:
    return f"{sheet.rules_sha256} {sorted(sheet.options.items())}"


def weigher_for(rules: Rules) -> Weigher:
    """Whoever can weigh decisions of a game; takes long, belongs on a thread."""
    from feltworks.players.mechanisms import MECHANISMS

    advisor = MECHANISMS[rules.game.mechanism].advisor(rules)

    def weigh(round: Round, seat: int) -> Weighing:
        weighed = advisor.weigh(round, seat)
        if weighed.pot is not None:
            return Weighing(equity=_equity(weighed.pot))
        return Weighing(weighed.choices, unit=rules.unit)

    return weigh


def _equity(advice: PotAdvice) -> EquityNow:
    share = advice.share
    return EquityNow(
        part=float(share.part),
        exact=share.exact,
        standard_error=float(share.standard_error or 0),
        rivals=advice.rivals,
        call_cents=advice.call_cents,
        price=float(advice.price),
        pays=advice.pays,
    )
