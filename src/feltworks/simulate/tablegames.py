"""A table game made ready to be dealt: rules and strategy in, a job and its exact odds out."""

from __future__ import annotations

import itertools
import time
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np

from feltworks.arrays import Int64s
from feltworks.odds.forward import EndingCounts
from feltworks.odds.kept import KeptCounts
from feltworks.odds.outcomes import round_id_of
from feltworks.odds.pays import PaidCase
from feltworks.odds.progress import Progress, silent
from feltworks.odds.result import WagerOdds
from feltworks.odds.side import is_decided_by_cards
from feltworks.odds.solver import Solved, Solver
from feltworks.odds.walk import Walk
from feltworks.rules.schema import Rules
from feltworks.simulate.errors import SimulationError
from feltworks.simulate.figures import Estimate, estimate, estimate_of, outcome_rows, seat_row
from feltworks.simulate.lanes import LaneJob
from feltworks.simulate.program import Program, compile_program
from feltworks.simulate.seatplay import SeatPlay, seat_play
from feltworks.simulate.seatwagers import SeatWagers, sides_by_seat
from feltworks.simulate.sides import SideWager, chances_of, side_wager_of
from feltworks.simulate.tablestrategies import is_counted_soon, strategy_walk
from feltworks.simulate.tally import Tally


@dataclass
class TableGame:
    """What the seats play, and the program compiled from it."""

    rules: Rules
    played: SeatPlay
    program: Program
    kept: KeptCounts | None = None
    """The kept counts; given if only the best play of the required wagers is counted."""

    @property
    def walk(self) -> Walk:
        """How the first seat decides."""
        return self.played.walks[0]

    @property
    def wagers(self) -> SeatWagers | None:
        return self.played.wagers

    def job(self, seed: int) -> LaneJob:
        return LaneJob(self.program, seed)

    @cached_property
    def exact(self) -> WagerOdds:
        """The exact odds of the first seat's play, in units: counted now unless they are kept."""
        if self._known is not None:
            return self._known
        started = time.monotonic()
        odds = Solved(self.rules.unit, self.walk, self._exact_counts[0]).main()
        if self.kept is not None:
            self.kept.add(self.rules, "main", {}, odds, time.monotonic() - started)
        return odds

    @cached_property
    def _known(self) -> WagerOdds | None:
        """Exact odds that were counted before and kept."""
        return None if self.kept is None else self.kept.find(self.rules, "main", {})

    @property
    def _is_counted(self) -> bool:
        """Whether exact figures stand beside the sample: they are known, or quickly counted."""
        return self._known is not None or is_counted_soon(self.walk.showdown)

    @cached_property
    def _exact_counts(self) -> tuple[EndingCounts, ...]:
        """By seat: how all deals end under its play; seats with the same walk share a count."""
        counted = {walk: walk.count() for walk in dict.fromkeys(self.played.walks)}
        return tuple(counted[walk] for walk in self.played.walks)

    def sampled(self, tally: Tally, seat: int) -> WagerOdds:
        """A seat's counts as odds, as if each dealt round were one deal of the exact count."""
        walk, start = self.played.walks[seat], seat * self.program.slots
        table = walk.pays.table
        ends = tally.counts[start : start + table.size].reshape(table.shape)
        return Solved(self.rules.unit, walk, EndingCounts(ends)).main()

    @property
    def side_wagers(self) -> tuple[SideWager, ...]:
        return self.played.sides

    def slot_names(self, walk: Walk) -> list[str]:
        """The id of each slot's outcome, "" for slots that no deal ends in."""
        tree, pays, (endings, classes, cases) = walk.tree, walk.pays, walk.pays.table.shape
        slots = itertools.product(range(endings), range(classes), range(cases))
        return [
            ""
            if pays.classes.held(held) is None
            else round_id_of(tree, pays, PaidCase(ending, case, held))
            for ending, held, case in slots
        ]

    def write_rounds(self, path: Path, job: LaneJob, rounds: int) -> None:
        """Write every round to a Parquet file."""
        from feltworks.simulate.roundfiles import RoundFile, in_parts, write_tables

        write_tables(path, in_parts(RoundFile(self, job).table, rounds))

    def units(self, rounds: int) -> int:
        """A unit of the job is a round."""
        return rounds

    def won_together(self, tally: Tally) -> Estimate:
        """What all seats together win in a round; shown as progress."""
        return self._won(tally, 0)

    def _won(self, tally: Tally, place: int) -> Estimate:
        """What all seats win (place 0), or one of several seats."""
        scale, (total, squares) = self.played.scale, tally.totals[2 * place : 2 * place + 2]
        return estimate(tally.rounds, total / scale, squares / scale**2)

    def report(self, tally: Tally) -> dict[str, Any]:
        """Everything that was sampled, as plain data, beside the exact figures of the same play."""
        seats = [self.sampled(tally, seat) for seat in range(self.program.seats)]
        together = self.won_together(tally)
        staked = sum((odds.average_wager for odds in seats), Fraction(0))
        rows = [self._seat_report(seat, odds) for seat, odds in enumerate(seats)]
        if self.wagers is not None:
            rows = [self._money_report(tally, seat, odds) for seat, odds in enumerate(seats)]
            staked = sum((Fraction(row["staked"]) for row in rows), Fraction(0))
        found: dict[str, Any] = {
            "unit": self.rules.unit if self.wagers is None else "dollar",
            "seats": rows,
            "house": together.house_json(float(staked)),
        }
        is_counted = self._is_counted
        if self.wagers is None and is_counted:
            found["exact_mean"] = float(self.exact.own_expected_value)
            found["exact_standard_deviation"] = self.exact.standard_deviation
        if len(seats) == 1:
            counted = {(row.id, row.net): row.combinations for row in seats[0].outcomes}
            chances = chances_of(self.exact) if is_counted else {}
            if self.wagers is not None and is_counted:
                counted = self._in_dollars(tally.counts)
                dealt = self._in_dollars(self._exact_counts[0].endings.reshape(-1))
                total = sum(dealt.values())
                chances = {row: Fraction(count, total) for row, count in dealt.items()}
            found |= outcome_rows(counted, chances)
        found["side_wagers"] = [
            side.report(self.walk.plan.book, self.job(0), tally, self.played.plays)
            for side in self.side_wagers
        ]
        return found

    def _in_dollars(self, counts: Int64s) -> dict[tuple[str, Fraction], int]:
        """How the first seat's play ended, by name and by what its wagers won in dollars, without
        side wagers that do not depend on play."""
        found: dict[tuple[str, Fraction], int] = {}
        for slot, name in enumerate(self._names):
            if counts[slot]:
                row = (name, int(self.played.pays[0, slot]) / self.played.scale)
                found[row] = found.get(row, 0) + int(counts[slot])
        return found

    @cached_property
    def _names(self) -> list[str]:
        return self.slot_names(self.walk)

    def _money_report(self, tally: Tally, seat: int, odds: WagerOdds) -> dict[str, Any]:
        """One seat in dollars: all its wagers together, without jackpots."""
        assert self.wagers is not None
        bets, plays = self.wagers.seats[seat], self.played.plays[seat]
        won = self._won(tally, seat + 1 if self.program.seats > 1 else 0)
        tree = self.played.walks[seat].tree
        at_once = {wager: stake for wager, stake in tree.endings[0].stakes if wager in bets}
        cents = odds.average_wager * bets.get(self.rules.unit, 0)
        for wager, stake in at_once.items():
            if self.rules.wagers[wager].kind == "side":
                cents += bets[wager] - stake * bets.get(self.rules.unit, 0)
        cents += sum(bets[side] for side in plays if side not in at_once)
        row = seat_row(seat, won, float(cents) / 100, bets)
        if self._is_counted:
            row["exact_mean"] = float(self._exact_dollars(seat))
        return row

    def _exact_dollars(self, seat: int) -> Fraction:
        """The exact value of all wagers of a seat together, in dollars."""
        counts, played = self._exact_counts[seat].endings.reshape(-1), self.played
        nonzero = np.flatnonzero(counts)
        total = sum(int(counts[at]) * int(played.pays[seat, at]) for at in nonzero)
        worth = Fraction(total, sum(int(counts[at]) for at in nonzero)) / played.scale
        assert self.wagers is not None
        for side in played.sides:
            if side.id in played.plays[seat]:
                cents = self.wagers.seats[seat][side.id]
                exact = side.exact(self.walk.plan.book)
                worth += exact.mean_without_jackpot * Fraction(cents, 100)
        return worth

    def _seat_report(self, seat: int, odds: WagerOdds) -> dict[str, Any]:
        mean = estimate_of((row.net, row.combinations) for row in odds.outcomes)
        hold = float(odds.house_edge / odds.average_wager)
        return {**seat_row(seat, mean, float(odds.average_wager)), "hold": hold}


def prepare_table(
    rules: Rules,
    *,
    strategy: str = "optimal",
    seats: int = 1,
    sides: Sequence[str] = (),
    wagers: SeatWagers | None = None,
    kept: KeptCounts | None = None,
    progress: Progress = silent,
) -> TableGame:
    """Solve the game under a strategy and compile it. `sides` are the side wagers of all seats,
    unless `wagers` gives each seat's own. What `kept` holds is not counted again."""
    by_seat = sides_by_seat(rules, seats, sides, wagers)
    solver, walks = Solver(rules), dict[str | None, Walk]()
    joints = [_joint(rules, each) for each in by_seat]
    for joint in dict.fromkeys(joints):
        walks[joint] = strategy_walk(solver, strategy, joint, progress, kept)
    plays = [[side for side in each if is_decided_by_cards(rules, side)] for each in by_seat]
    free = dict.fromkeys(side for each in plays for side in each)
    made = [side_wager_of(solver.book, side) for side in free]
    played = seat_play([walks[joint] for joint in joints], made, plays, wagers)
    program = compile_program(solver, played, progress)
    is_plain = strategy == "optimal" and joints[0] is None
    return TableGame(rules, played, program, kept if is_plain else None)


def _joint(rules: Rules, sides: Sequence[str]) -> str | None:
    """The one side wager of a seat that depends on the play."""
    joint = [side for side in sides if not is_decided_by_cards(rules, side)]
    if len(joint) > 1:
        raise SimulationError(
            f"--side {joint[1]}: it is settled by the play, as {joint[0]} is, and one such wager "
            "can be played along at a time"
        )
    return joint[0] if joint else None
