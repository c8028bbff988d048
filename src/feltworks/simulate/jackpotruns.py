"""Jackpots that run while a table is simulated: dealt by day, followed in one pass at the end.

A jackpot's amount depends on everything before it, but rounds are dealt in any order. So a unit of
this job is a day of rounds. For each day the job keeps how often every outcome of the jackpot's
wager came up, and which outcomes won from the jackpot, in the order of rounds and seats. When all
days are dealt, `jackpotlife` takes the jackpot through them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from feltworks.rules.schema import Rules
from feltworks.simulate.errors import SimulationError
from feltworks.simulate.figures import Estimate
from feltworks.simulate.jackpotlife import JackpotGame, PlayedDay, jackpot_game, life_figures
from feltworks.simulate.sides import PaidWager, SidesJob
from feltworks.simulate.tally import Tally

if TYPE_CHECKING:
    from feltworks.simulate.mechanisms import ReadyGame

MOST_DAYS = 5_000_000


@dataclass(frozen=True)
class JackpotWager:
    """A jackpot's wager: the outcome of each of its classes, and those that win from the
    jackpot."""

    wager: str
    outcomes: tuple[int, ...]
    hitting: tuple[int, ...]
    count: int


@dataclass(frozen=True)
class DayJob:
    """Days of a table; a day is a fixed number of units of the job that deals its rounds."""

    inner: SidesJob
    units_a_day: int
    watched: tuple[JackpotWager, ...]

    @cached_property
    def fingerprint(self) -> str:
        names = " ".join(each.wager for each in self.watched)
        return f"{self.inner.fingerprint} by {self.units_a_day} {names}"

    def empty_tally(self) -> Tally:
        return self.inner.empty_tally()

    def deal(self, first: int, units: int) -> Tally:
        found, rows = self.empty_tally(), []
        for day in range(first, first + units):
            dealt = self.inner.deal(day * self.units_a_day, self.units_a_day)
            for place, each in enumerate(self.watched):
                rows.append((day, place, *self._row(day, each, dealt)))
            found = found + replace(dealt, units=1)
        return replace(found, days=tuple(rows))

    def _row(self, day: int, each: JackpotWager, dealt: Tally) -> list[int]:
        """How often each outcome came up, then the outcomes that won from the jackpot, in order."""
        outcomes = np.array(each.outcomes)
        counts = self.inner.side_counts_of(dealt, each.wager)
        row = [int(counts[outcomes == place].sum()) for place in range(each.count)]
        if not any(row[place] for place in each.hitting):
            return row
        first = day * self.units_a_day
        classes = self.inner.side_classes(first, self.units_a_day, each.wager)
        ended = outcomes[classes.reshape(-1)]
        return row + [int(place) for place in ended[np.isin(ended, each.hitting)]]


@dataclass
class JackpotTable:
    """A game ready to be dealt whose jackpots run."""

    game: Any
    """The game itself: a `ReadyGame` whose job is a `SidesJob`."""
    jackpots: tuple[JackpotGame, ...]
    sides: Sequence[PaidWager]
    rounds_a_day: int

    @cached_property
    def units_a_day(self) -> int:
        return int(self.game.units(self.rounds_a_day))

    def job(self, seed: int) -> DayJob:
        watched = tuple(self._watched(jackpot) for jackpot in self.jackpots)
        return DayJob(self.game.job(seed), self.units_a_day, watched)

    def _watched(self, jackpot: JackpotGame) -> JackpotWager:
        wager, outcomes = jackpot.wager, jackpot.odds.outcomes
        side = next(side for side in self.sides if side.id == wager)
        known = {(row.id, row.net, row.share): place for place, row in enumerate(outcomes)}
        places = [-1 if row is None else known[row.id, row.net, row.share] for row in side.rows]
        return JackpotWager(wager, tuple(places), tuple(jackpot.hitting), len(outcomes))

    def units(self, rounds: int) -> int:
        days = -(-rounds // self.rounds_a_day)
        if days > MOST_DAYS:
            raise SimulationError(
                f"--jackpots: {days:,} days of {self.rounds_a_day:,} rounds are too many; "
                f"{MOST_DAYS:,} can be followed"
            )
        return days

    def won_together(self, tally: Tally) -> Estimate:
        found: Estimate = self.game.won_together(tally)
        return found

    def report(self, tally: Tally) -> dict[str, Any]:
        """The report of the game, and what became of each jackpot."""
        report: dict[str, Any] = self.game.report(
            replace(tally, units=tally.units * self.units_a_day)
        )
        report["days"], report["jackpots"] = tally.units, []
        for place, jackpot in enumerate(self.jackpots):
            count = len(jackpot.odds.outcomes)
            rows = sorted(row for row in tally.days if row[1] == place)
            days = (PlayedDay(row[2 : 2 + count], row[2 + count :]) for row in rows)
            life = jackpot.follow(days)
            report["jackpots"].append(
                {
                    "jackpot": jackpot.id,
                    "wagers": life.wagers,
                    **life_figures(jackpot, life),
                    "displayed_dollars": life.held_cents / 100,
                    "paid_out_dollars": sum(life.hits) / 100,
                }
            )
        return report


def with_jackpots(game: ReadyGame, rules: Rules, rounds_a_day: int) -> JackpotTable:
    """Let the jackpots run that a game's side wagers contribute to."""
    if rounds_a_day < 1:
        raise SimulationError(f"--day {rounds_a_day}: a day has one round or more")
    sides: Sequence[PaidWager] = getattr(game, "side_wagers", ())
    played = {side.id for side in sides}
    ids = [id for id, jackpot in rules.jackpots.items() if jackpot.wager in played]
    if not ids:
        there = ", ".join(f"--side {jackpot.wager}" for jackpot in rules.jackpots.values())
        raise SimulationError(
            f"--jackpots: no wager is played for one; {there or 'the game has no jackpot'}"
        )
    return JackpotTable(game, tuple(jackpot_game(rules, id) for id in ids), sides, rounds_a_day)
