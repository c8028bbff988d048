"""The coach: what each choice is worth, by the odds that are counted once for a game.

Counting takes a while the first time, so it is done on a thread of its own when somebody asks;
until then the answer is that it is being prepared. Nothing is computed here: hands against a dealer
are weighed by the exact odds, blackjack by its analysis, and hands between players by their part
of the pot against random cards.
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from feltworks.house.rounds.sheet import Sheet
from feltworks.players.advice import DecisionAdvice
from feltworks.round import Decide, Round
from feltworks.rules.schema import Rules
from feltworks.web.protocol.replies import AdviceReply, ChoiceWorth, EquityNow

if TYPE_CHECKING:
    from feltworks.players.ring import PotAdvice

Weigher = Callable[[Round, int], "Weighing"]


@dataclass(frozen=True, slots=True)
class Weighing:
    """Moves with their worth in units, the best first; between players a part of the pot."""

    choices: tuple[tuple[Decide, Fraction | float], ...] = ()
    equity: EquityNow | None = None
    unit: str | None = None

    def worth(self, made: Decide) -> Fraction | float | None:
        """What a move that was made is worth; None where it was not weighed.

        Cards that are set to be played are the best ones in every weighing, so they are not
        compared; cards that are given up are.
        """
        alike = [
            (move, value)
            for move, value in self.choices
            if move.choice == made.choice and made.cents in (None, move.cents)
        ]
        if any(move.cards for move, _ in alike):
            alike = [each for each in alike if set(each[0].cards) == set(made.cards)]
        return alike[0][1] if alike else None

    def reply(self, seat: int, turn: int) -> AdviceReply:
        return AdviceReply(
            seat=seat,
            turn=turn,
            state="ready",
            unit=self.unit,
            exact=all(isinstance(value, Fraction) for _, value in self.choices),
            choices=[
                ChoiceWorth(
                    choice=move.choice,
                    cents=move.cents,
                    cards=[str(card) for card in move.cards],
                    value=float(value),
                    fraction=str(value) if isinstance(value, Fraction) else None,
                    best=at == 0,
                )
                for at, (move, value) in enumerate(DecisionAdvice(self.choices).best_by_count)
            ],
            equity=self.equity,
        )


class Coach:
    """Functions that weigh decisions, one for each set of rules and options.

    Each is made once; it is `_prepared` when it has answered a first question, which counts the
    odds. They are not called at the same time.
    """

    def __init__(self) -> None:
        self._threads = ThreadPoolExecutor(1, "coach")
        self._one_at_a_time = threading.Lock()
        self._weighers: dict[str, asyncio.Future[Weigher]] = {}
        self._prepared: dict[str, Weigher] = {}

    def is_prepared(self, sheet: Sheet) -> bool:
        """Whether an answer comes at once."""
        return _key(sheet) in self._prepared

    async def weigh(self, sheet: Sheet, round: Round, seat: int) -> Weighing:
        """The choices of the seat to decide; a `FeltworksError` where they cannot be weighed."""
        key, loop = _key(sheet), asyncio.get_running_loop()
        if key not in self._weighers:
            making = loop.run_in_executor(self._threads, _weigher, sheet.rules)
            self._weighers[key] = making
        weigher = await asyncio.shield(self._weighers[key])
        weighed = await loop.run_in_executor(self._threads, self._ask, weigher, round, seat)
        self._prepared[key] = weigher
        return weighed

    def best_if_prepared(self, sheet: Sheet, round: Round, seat: int) -> Decide | None:
        """The best move if the odds are there already; for bots, on their own thread."""
        weigher = self._prepared.get(_key(sheet))
        choices = () if weigher is None else self._ask(weigher, round, seat).choices
        return choices[0][0] if choices else None

    def _ask(self, weigher: Weigher, round: Round, seat: int) -> Weighing:
        with self._one_at_a_time:
            return weigher(round, seat)

    def close(self) -> None:
        self._threads.shutdown(wait=False, cancel_futures=True)


def _key(sheet: Sheet) -> str:
    return f"{sheet.rules_sha256} {sorted(sheet.options.items())}"


def _weigher(rules: Rules) -> Weigher:
    """A function that weighs decisions of a game; made on a thread, because that takes long."""
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
