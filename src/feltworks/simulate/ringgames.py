"""Games among players, dealt one after the other through their engine and decided by bots.

There is no kernel for these: what a bot does follows from the whole history of the betting, so a
round is played as at a table, some 100 a second in a process. Of the time a third goes into
estimating hands, half into reading the log for the seat that decides, once for each decision, and
the rest into the table. Threads share one interpreter; `--workers` brings processes. It is
the same job as any other all the same: the deck and the bots' own chance come from the number of
the round, and any split gives the same integers.
"""

from __future__ import annotations

import hashlib
import time
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any

import numpy as np

from feltworks.odds.equity import PotHand
from feltworks.pit import OpenTable, open_table, play_out
from feltworks.players.ring.bots import TEMPERS, seat_bots
from feltworks.round import Button, Limits, NoMoreBets, SitIn, Terms
from feltworks.round.chips import net_cents
from feltworks.round.moves import Move
from feltworks.round.viewers import player
from feltworks.round.views import view
from feltworks.rules.loader import Loaded
from feltworks.simulate.dealing import plain_draw
from feltworks.simulate.errors import SimulationError
from feltworks.simulate.figures import Estimate, estimate
from feltworks.simulate.tally import Tally

LIMITS = Limits(10_00, 40_00)
BIG_BETS = 100
"""Every seat begins every round with so many of the largest bets in front of it."""


@dataclass(frozen=True)
class RingJob:
    """The rounds of one seed; totals are the sum and the squares of each seat, then the house's."""

    loaded: Loaded
    bots: tuple[str, ...]
    seed: int

    @property
    def fingerprint(self) -> str:
        told = f"{self.loaded.sha256} {sorted(self.loaded.chosen.items())} {self.bots} {self.seed}"
        return hashlib.sha256(told.encode()).hexdigest()

    @cached_property
    def table(self) -> OpenTable:
        return open_table(self.loaded)

    @cached_property
    def pot(self) -> PotHand:
        return PotHand.of(self.loaded.rules)

    def __getstate__(self) -> dict[str, Any]:
        return {"loaded": self.loaded, "bots": self.bots, "seed": self.seed}

    def nothing(self) -> Tally:
        return Tally(0, 0, np.zeros(0, np.int64), (0,) * (2 * len(self.bots) + 2))

    def deal(self, first: int, units: int) -> Tally:
        totals = [0] * (2 * len(self.bots) + 2)
        for number in range(first, first + units):
            nets = self.round(number)
            for place, net in enumerate([*nets, -sum(nets)]):
                totals[2 * place] += net
                totals[2 * place + 1] += net * net
        return Tally(units, units, np.zeros(0, np.int64), tuple(totals))

    def round(self, number: int) -> list[int]:
        """What each seat won in one round, in cents."""
        table, size = self.table, self.table.deck.size
        cards = table.deck.cards
        order = [cards[place] for place in plain_draw(self.seed, number, size, size)]
        names = {seat + 1: name for seat, name in enumerate(self.bots)}
        chance = int.from_bytes(
            hashlib.sha256(f"{self.seed} {number}".encode()).digest()[:6], "big"
        )
        bots = seat_bots(names, table.rules, seed=chance, pot=self.pot)
        stack = BIG_BETS * LIMITS.maximum_cents
        opening: list[Move] = [
            *(SitIn(seat, stack) for seat in names),
            Button(number % len(names) + 1),
            NoMoreBets(),
        ]
        done = play_out(
            table.open_round(Terms(LIMITS)).play_all(opening),
            order,
            lambda now, seat: bots[seat].decide(view(now, player(seat))),
        )
        return [net_cents(done.log, seat) for seat in names]


@dataclass
class RingGame:
    """A table of bots."""

    loaded: Loaded
    bots: tuple[str, ...]

    def job(self, seed: int) -> RingJob:
        return RingJob(self.loaded, self.bots, seed)

    def units(self, rounds: int) -> int:
        return rounds

    def seconds_a_round(self) -> float:
        """About how long a round takes, from a few; what bots find out once is left out."""
        job = self.job(0)
        job.deal(0, 1)
        started = time.perf_counter()
        job.deal(1, 4)
        return (time.perf_counter() - started) / 4

    def _estimate(self, tally: Tally, place: int) -> Estimate:
        total, squares = tally.totals[2 * place : 2 * place + 2]
        return estimate(tally.rounds, Fraction(total, 100), Fraction(squares, 100**2))

    def shown(self, tally: Tally) -> Estimate:
        """What all seats win together in a round: what the house takes, below zero."""
        house = self._estimate(tally, len(self.bots))
        return Estimate(-house.mean, house.standard_deviation, house.standard_error)

    def sheet(self, tally: Tally) -> dict[str, Any]:
        seats = [
            {"seat": place + 1, "bot": name, **self._estimate(tally, place).as_json()}
            for place, name in enumerate(self.bots)
        ]
        return {
            "unit": "dollar",
            "seats": seats,
            "house": self._estimate(tally, len(self.bots)).as_json(),
            "notes": [
                f"bots from seat 1 on: {', '.join(self.bots)}",
                "played through the engine round by round, there is no kernel: about 100 a second "
                "in a process; --workers N deals in N of them",
            ],
        }


def prepare_ring(
    loaded: Loaded, *, strategy: str = "bots", seats: int = 6, sides: Sequence[str] = ()
) -> RingGame:
    """A table of bots: all three kinds in turn, or those named, in turn again."""
    if sides:
        raise SimulationError(f"--side {sides[0]}: wagers beside the pot are not simulated")
    most = loaded.rules.table.most_seats
    if not 2 <= seats <= most:
        raise SimulationError(f"--seats {seats}: among players 2 to {most}")
    names = tuple(TEMPERS) if strategy == "bots" else tuple(strategy.split(","))
    unknown = [name for name in names if name not in TEMPERS]
    if unknown:
        raise SimulationError(
            f"--strategy {strategy!r}: among players it is bots, or names of {', '.join(TEMPERS)} "
            "with commas between"
        )
    return RingGame(loaded, tuple(names[seat % len(names)] for seat in range(seats)))
