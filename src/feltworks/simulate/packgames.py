"""A game dealt from packs, ready for a simulation: its job, and what the tally means.

If packs are shuffled for every round, the exact odds are those of the rounds dealt, and counts are
compared with them. In a shoe every round is on average one from full packs as well, except for the
small effect of a cut card on rounds of different lengths.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np

from feltworks.rules.schema import Rules
from feltworks.simulate.counters import CardCounter, CounterPlan
from feltworks.simulate.errors import SimulationError
from feltworks.simulate.figures import Estimate
from feltworks.simulate.packjobs import PackJob, PackStakes
from feltworks.simulate.packrounds import MAIN, PackEnding, PackRounds
from feltworks.simulate.seatwagers import SeatWagers
from feltworks.simulate.shoereports import PackReport
from feltworks.simulate.sides import PaidWager
from feltworks.simulate.tally import Tally, units_of, whole_amounts

PILOT_SHOES = 50
MOST_WON = 2**40
"""The most that a round may win, in the smallest step between amounts."""


@dataclass
class PackGame:
    """The game that is dealt, and what each seat bets."""

    rounds: PackRounds
    plays: tuple[tuple[str, ...], ...]
    """The wagers of each seat, `MAIN` for the required ones."""
    wagers: SeatWagers | None = None
    """What each seat bets; given where figures are in dollars."""
    counter: CounterPlan | None = None
    """How the first seat bets by its count."""
    cut_at: int | None = None
    """How many cards of a shoe are dealt; None if every round has packs of its own."""

    @property
    def rules(self) -> Rules:
        return self.rounds.rules

    @cached_property
    def first(self) -> str:
        """The wager that the figures describe, which a seat plays by default: the required ones,
        or the first that opens a hand."""
        return MAIN if self.rules.wagers_of("required") else self.rules.unit

    @property
    def counted(self) -> str:
        """The wager that a counter at the first seat varies with the count."""
        return self.first if self.first in self.plays[0] else self.plays[0][0]

    def bets(self, seat: int) -> dict[str, Fraction]:
        """What a seat bets on each of its wagers, in dollars. Without amounts it bets one unit of
        the first; side wagers are counted but not added, because their units differ."""
        if self.wagers is None:
            return {self.first: Fraction(1)}
        cents = self.wagers.seats[seat]
        return {w: Fraction(cents.get(self.bet_on(w), 0), 100) for w in self.plays[seat]}

    @cached_property
    def stakes(self) -> PackStakes:
        """What each ending wins a seat, as whole numbers."""
        endings, plan, of_counter = self.rounds.endings, self.counter, list[Fraction]()
        every, most_bet = list[list[Fraction]](), 1
        for seat in range(len(self.plays)):
            bets = self.bets(seat)
            if plan is not None and seat == 0:
                varied = {self.counted: bets.pop(self.counted) / plan.bet_scale}
                of_counter = [_won(ending, varied) for ending in endings]
                most_bet = int(max(bet for _, bet in plan.steps) * plan.bet_scale)
            every.append([_won(ending, bets) for ending in endings])
        numbers, scale = whole_amounts([*every, of_counter])
        most = max(abs(value) for row in numbers for value in [0, *row]) * most_bet
        if most > MOST_WON:
            told = dict.fromkeys(self.bet_on(each) for plays in self.plays for each in plays)
            raise SimulationError(
                f"wagers {', '.join(told)}: a round can pay {most:,} times the smallest step "
                f"between their amounts, and up to {MOST_WON:,} are added up exactly: give amounts "
                "nearer to each other, or without odd cents"
            )
        counter = None if plan is None else CardCounter(plan, self.rounds.deck)
        *pays, first = (np.array(row, np.int64) for row in numbers)
        return PackStakes(tuple(map(frozenset, self.plays)), np.stack(pays), first, scale, counter)

    @cached_property
    def side_wagers(self) -> tuple[PaidWager, ...]:
        """The wagers other than the first that at least one seat plays."""
        played = dict.fromkeys(wager for plays in self.plays for wager in plays)
        return tuple(self.paid(wager) for wager in played if wager != self.first)

    def paid(self, wager: str) -> PaidWager:
        """What a wager wins at each ending."""
        endings = self.rounds.endings
        return PaidWager(wager, tuple(None if end is None else end.rows[wager] for end in endings))

    def bet_on(self, wager: str) -> str:
        """The wager whose amount is bet: that of `MAIN` is the rules' unit."""
        return self.rules.unit if wager == MAIN else wager

    def job(self, seed: int) -> PackJob:
        return PackJob(self.rounds, self.stakes, seed, self.cut_at)

    def units(self, rounds: int) -> int:
        """A unit is a round or a shoe, whose rounds are estimated from a few that are dealt."""
        if self.cut_at is None:
            return rounds
        return units_of(self.job(0), rounds, pilot=PILOT_SHOES)

    def won_together(self, tally: Tally) -> Estimate:
        return PackReport(tally, self).together

    def report(self, tally: Tally) -> dict[str, Any]:
        return PackReport(tally, self).report()

    def write_rounds(self, path: Path, job: PackJob, rounds: int) -> None:
        """Write every round to a Parquet file."""
        from feltworks.simulate.roundfiles import pack_tables, write_tables

        write_tables(path, pack_tables(self, job, self.units(rounds)))


def _won(ending: PackEnding | None, bets: Mapping[str, Fraction]) -> Fraction:
    rows = {} if ending is None else ending.rows
    return sum((bet * rows[wager].net for wager, bet in bets.items() if wager in rows), Fraction(0))


def prepare_packs(
    rules: Rules,
    make: Callable[[Rules, int, Sequence[str]], PackRounds],
    *,
    seats: int,
    sides: Sequence[str] = (),
    wagers: SeatWagers | None = None,
    counter: CounterPlan | None = None,
    penetration: Fraction | None = None,
) -> PackGame:
    """A game ready to be dealt. `make` builds its rounds from the rules, the number of seats and
    the ids of all wagers that at least one seat plays; `penetration` is the part of a shoe that is
    dealt."""
    required = rules.wagers_of("required")
    if wagers is None:
        first = MAIN if required else rules.unit
        plays = (tuple(dict.fromkeys((first, *sides))),) * seats
    else:
        named = ([MAIN if wager in required else wager for wager in seat] for seat in wagers.seats)
        plays = tuple(tuple(dict.fromkeys(seat)) for seat in named)
    every = dict.fromkeys(wager for seat in plays for wager in seat)
    ids = [id_ for wager in every for id_ in (required if wager == MAIN else [wager])]
    rounds = make(rules, seats, ids)
    cut_at = None if penetration is None else max(1, int(rounds.deck.size * penetration))
    return PackGame(rounds, plays, wagers, counter, cut_at)
