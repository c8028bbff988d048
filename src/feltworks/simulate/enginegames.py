"""Table games that no kernel deals, played round by round through their engine.

Every game that can be dealt can be dealt this way: under the best play if single positions can be
weighed (even where there are too many to list), or by a strategy file, which needs no odds at all.
As in any job the deck comes from the number of the round, and any split gives the same integers.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np

from feltworks.arrays import Int64s
from feltworks.odds.analyse import analyse, refusal
from feltworks.odds.errors import OddsRefused
from feltworks.odds.estimate import LONG_SECONDS
from feltworks.odds.exchange.dealercount import DealerExchange
from feltworks.odds.exchange.game import exchange_stages
from feltworks.odds.exchange.solver import ExchangeSolver
from feltworks.odds.result import WagerOdds
from feltworks.pit import OpenTable, open_table, play_out, posted_seeds
from feltworks.players.optimal import Optimal
from feltworks.round import Bet, NoMoreBets, Terms
from feltworks.round.chips import net_cents
from feltworks.round.operations import Staked
from feltworks.rules.loader import Loaded
from feltworks.simulate.dealing import drawn_deck
from feltworks.simulate.errors import SimulationError
from feltworks.simulate.figures import Estimate, estimate, seat_row
from feltworks.simulate.fileplayer import FilePlayer
from feltworks.simulate.roundfiles import seat_table
from feltworks.simulate.seatwagers import LIMITS, check_seats, seat_wagers, with_seats
from feltworks.simulate.tally import LoadedGame, LoadedJob, Tally, whole_dot

UNIT_CENTS = 100_00
"""One unit, large enough that every size and every pay comes out in whole cents. If the rules'
limits exclude it, the unit is the nearest amount they allow."""


@dataclass(frozen=True)
class EngineJob(LoadedJob):
    """The rounds of one seed. Totals are the sum, the squares and the stakes of each seat, then the
    sum and the squares of all seats together."""

    seats: int
    seed: int
    by_file: FilePlayer | None = None
    """The strategy file that decides; None for the best play."""

    @property
    def fingerprint(self) -> str:
        told = f"{self.loaded.sha256} {sorted(self.loaded.chosen.items())} {self.seats} {self.seed}"
        told += "" if self.by_file is None else f" {self.by_file.fingerprint}"
        return hashlib.sha256(told.encode()).hexdigest()

    @cached_property
    def table(self) -> OpenTable:
        return open_table(with_seats(self.loaded, self.seats))

    @cached_property
    def player(self) -> Optimal | FilePlayer:
        return self.by_file or Optimal(self.table.rules)

    @cached_property
    def opening(self) -> tuple[Bet, ...]:
        """The required wagers of every seat, in sizes that the layout takes."""
        placed = seat_wagers(self.loaded, self.seats, (), {}, usual_cents=UNIT_CENTS).seats
        return tuple(
            Bet(seat, wager, cents)
            for seat, wagers in enumerate(placed, 1)
            for wager, cents in wagers.items()
        )

    @property
    def unit_cents(self) -> int:
        return next(bet.cents for bet in self.opening if bet.wager == self.loaded.rules.unit)

    def empty_tally(self) -> Tally:
        return Tally(0, 0, np.zeros(0, np.int64), (0,) * (3 * self.seats + 2))

    def deal(self, first: int, units: int) -> Tally:
        won, staked = self._results(first, units)
        totals: list[int] = []
        for own, out in zip(won.T, staked.T, strict=True):
            totals += [int(own.sum()), whole_dot(own, own), int(out.sum())]
        together = won.sum(axis=1)
        totals += [int(together.sum()), whole_dot(together, together)]
        return Tally(units, units, np.zeros(0, np.int64), tuple(totals))

    def _results(self, first: int, rounds: int) -> Int64s:
        """What was won and what was put out, in cents, each by round and seat."""
        results = [self.round(first + done) for done in range(rounds)]
        return np.moveaxis(np.array(results, np.int64).reshape(rounds, self.seats, 2), 2, 0)

    def round(self, number: int) -> list[tuple[int, int]]:
        """What each seat won and what it put out in one round, in cents."""
        table = self.table
        order = drawn_deck(table.deck, self.seed, number)
        start = table.open_round(Terms(LIMITS, jackpots=posted_seeds(table)))
        seats = range(1, self.seats + 1)
        done = play_out(start.play_all([*self.opening, NoMoreBets()]), order, self.player.decide)
        staked = [
            sum(
                entry.cents
                for entry in done.log
                if isinstance(entry, Bet | Staked) and entry.seat == seat
            )
            for seat in seats
        ]
        return [(net_cents(done.log, seat), out) for seat, out in zip(seats, staked, strict=True)]

    def rounds_table(self, first: int, rounds: int) -> Any:  # noqa: ANN401 - an Arrow table
        """What every seat put out and won, in units."""
        won, staked = self._results(first, rounds) / self.unit_cents

        def columns(seat: int) -> dict[str, Any]:
            return {"staked": staked[:, seat], "net": won[:, seat]}

        return seat_table(first, rounds, self.seats, columns)


@dataclass
class EngineGame(LoadedGame):
    """A table game under the best play, or by a strategy file."""

    loaded: Loaded
    seats: int
    by_file: FilePlayer | None = None

    def job(self, seed: int) -> EngineJob:
        return EngineJob(self.loaded, self.seats, seed, self.by_file)

    @cached_property
    def unit_cents(self) -> int:
        return self.job(0).unit_cents

    @cached_property
    def exact(self) -> WagerOdds | None:
        """The exact odds, if they can be counted in a moment."""
        rules = self.loaded.rules
        if self.by_file is not None or refusal(rules) is not None:
            return None
        if exchange_stages(rules):
            walk = ExchangeSolver(rules).walk({})
            if isinstance(walk, DealerExchange) and walk.seconds_to_solve > LONG_SECONDS:
                return None
        return analyse(rules).wagers["main"]

    def won_together(self, tally: Tally) -> Estimate:
        """What all seats win together in a round."""
        return self._estimate(tally, tally.totals[-2], tally.totals[-1])

    def _estimate(self, tally: Tally, total: int, squares: int) -> Estimate:
        unit = self.unit_cents
        return estimate(tally.rounds, Fraction(total, unit), Fraction(squares, unit**2))

    def report(self, tally: Tally) -> dict[str, Any]:
        seats, staked_by_all = [], 0.0
        for place in range(self.seats):
            total, squares, staked = tally.totals[3 * place : 3 * place + 3]
            won = self._estimate(tally, total, squares)
            out = staked / self.unit_cents / tally.rounds
            staked_by_all += out
            seats.append(seat_row(place, won, out))
        found: dict[str, Any] = {
            "unit": self.loaded.rules.unit,
            "seats": seats,
            "house": self.won_together(tally).house_json(staked_by_all),
            "notes": ["played through the engine round by round: there is no kernel for this game"],
        }
        if self.exact is not None:
            found["exact_mean"] = float(self.exact.expected_value)
            found["exact_standard_deviation"] = self.exact.standard_deviation
        return found


def prepare_engine_game(loaded: Loaded, *, strategy: str, seats: int) -> EngineGame:
    """A table at which every seat follows the best play or a file; refused if no best play is
    known."""
    rules = loaded.rules
    check_seats(rules, seats)
    if Path(strategy).suffix:
        return EngineGame(loaded, seats, FilePlayer(rules, Path(strategy)))
    if strategy != "optimal":
        raise SimulationError(
            f"--strategy {strategy!r}: {rules.game.name} is dealt with optimal, or a .csv file"
        )
    try:
        _ = EngineJob(loaded, seats, 0).player
    except OddsRefused as refused:
        raise SimulationError(
            f"{refused}; a .csv file of your own can decide: --strategy FILE"
        ) from None
    return EngineGame(loaded, seats)
