"""A table game made ready to be dealt: rules and strategy in, a job and its exact odds out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np

from feltworks.errors import did_you_mean
from feltworks.odds.forward import EndingCounts
from feltworks.odds.result import WagerOdds
from feltworks.odds.side import is_free_side
from feltworks.odds.solver import Solved, Solver
from feltworks.odds.walk import Progress, Walk, silent
from feltworks.rules.schema import Rules
from feltworks.simulate.errors import SimulationError
from feltworks.simulate.figures import Estimate, estimate, estimate_of, outcome_rows
from feltworks.simulate.lanes import LaneJob
from feltworks.simulate.program import Program, compile_program
from feltworks.simulate.sides import SideWager, chances_of, side_wager_of
from feltworks.simulate.tally import Tally

STRATEGIES = ("optimal", "simple")


@dataclass
class TableGame:
    """The walk that has found the choices, and the program compiled from it."""

    rules: Rules
    walk: Walk
    program: Program
    sides: tuple[SideWager, ...]
    joint: str | None = None

    def job(self, seed: int) -> LaneJob:
        return LaneJob(self.program, seed)

    @cached_property
    def exact(self) -> WagerOdds:
        """The exact odds of the same play."""
        return Solved(self.rules.unit, self.walk, self.walk.count()).main()

    def sampled(self, tally: Tally, seat: int) -> WagerOdds:
        """What a seat's counts come to, as if each dealt round were a deal of the exact count."""
        table = self.walk.pays.table
        start = seat * self.program.slots
        ends = tally.counts[start : start + table.size].reshape(table.shape)
        return Solved(self.rules.unit, self.walk, EndingCounts(ends)).main()

    @property
    def side_wagers(self) -> tuple[SideWager, ...]:
        return self.sides

    def slot_names(self) -> list[str]:
        """What each slot's outcome is called, "" for slots that no deal ends in."""
        table, names = self.walk.pays.table, []
        for slot in range(table.size):
            ends = np.zeros(table.size, np.int64)
            ends[slot] = 1
            held = self.walk.pays.classes.held(slot // table.shape[2] % table.shape[1])
            if held is None:
                names.append("")
                continue
            found = Solved(self.rules.unit, self.walk, EndingCounts(ends.reshape(table.shape)))
            names.append(found.main().outcomes[0].id)
        return names

    def write_rounds(self, path: Path, job: LaneJob, rounds: int) -> None:
        """Every round as rows of a Parquet file."""
        from feltworks.simulate.roundfiles import RoundFile

        RoundFile(self, job).write(path, rounds)

    def units(self, rounds: int) -> int:
        """A number is a round."""
        return rounds

    def shown(self, tally: Tally) -> Estimate:
        """What all seats win in a round, for progress."""
        scale = self.walk.pays.scale
        total, squares = tally.totals
        return estimate(tally.rounds, Fraction(total, scale), Fraction(squares, scale**2))

    def sheet(self, tally: Tally) -> dict[str, Any]:
        """Everything that was sampled, as plain data, with the exact figures where it is them."""
        seats = [self.sampled(tally, seat) for seat in range(self.program.seats)]
        together = self.shown(tally)
        staked = sum((odds.average_wager for odds in seats), Fraction(0))
        found: dict[str, Any] = {
            "unit": self.rules.unit,
            "seats": [self._seat_sheet(seat + 1, odds) for seat, odds in enumerate(seats)],
            "house": {
                "mean": -together.mean,
                "standard_error": together.standard_error,
                "standard_deviation": together.standard_deviation,
                "hold": -together.mean / float(staked),
            },
            "exact_mean": float(self.exact.own_expected_value),
            "exact_standard_deviation": self.exact.standard_deviation,
        }
        if len(seats) == 1:
            found["outcomes"], fit = outcome_rows(
                {(row.id, row.net): row.combinations for row in seats[0].outcomes},
                chances_of(self.exact),
            )
            found["chi_square"] = fit and fit.as_json()
        found["side_wagers"] = [
            side.sheet(
                self.walk.plan.book,
                self.program.side_counts(tally.counts, side.id).sum(axis=0),
                self.program.seats,
            )
            for side in self.sides
        ]
        return found

    def _seat_sheet(self, seat: int, odds: WagerOdds) -> dict[str, Any]:
        mean = estimate_of((row.net, row.combinations) for row in odds.outcomes)
        hold = float(odds.house_edge / odds.average_wager)
        return {"seat": seat, **mean.as_json(), "staked": float(odds.average_wager), "hold": hold}


def prepare_table(
    rules: Rules,
    *,
    strategy: str = "optimal",
    seats: int = 1,
    sides: Sequence[str] = (),
    progress: Progress = silent,
) -> TableGame:
    """Solve the game by a strategy and compile it."""
    check_seats(rules, seats)
    check_sides(rules, sides)
    free = [side for side in sides if is_free_side(rules, side)]
    joint = [side for side in sides if side not in free]
    if len(joint) > 1:
        raise SimulationError(
            f"--side {joint[1]}: it is settled by the play, as {joint[0]} is, and one such wager "
            "can be played along at a time"
        )
    solver = Solver(rules)
    walk = strategy_walk(solver, strategy, joint[0] if joint else None, progress)
    made = tuple(side_wager_of(walk.plan.book, side) for side in free)
    program = compile_program(solver, walk, seats=seats, sides=made, progress=progress)
    return TableGame(rules, walk, program, made, joint[0] if joint else None)


def strategy_walk(
    solver: Solver, strategy: str, joint: str | None, progress: Progress = silent
) -> Walk:
    """The walk with the choices of a strategy: a name, or a file with a line for each position."""
    if strategy == "optimal":
        walk = solver.walk({}, joint)
    elif strategy == "simple":
        from feltworks.odds.simple.rulelist import SimplePolicy
        from feltworks.odds.simple.search import simple_strategy

        lists = {
            rules.decision: rules
            for rules in simple_strategy(solver.rules, progress=progress).lists
        }
        plain = solver.walk({}, joint)
        policy = SimplePolicy(plain.tree)
        for level, nodes in enumerate(plain.tree.levels):
            for number, node in enumerate(nodes):
                if node.decision is not None:
                    policy.lists[level, number] = lists[node.decision]
        walk = solver.walk({}, joint, policy)
    elif Path(strategy).suffix:
        from feltworks.simulate.strategyfiles import read_policy

        walk = solver.walk({}, joint, read_policy(Path(strategy), solver, joint))
    else:
        allowed = ", ".join(STRATEGIES)
        raise SimulationError(
            f"--strategy {strategy!r}{did_you_mean(strategy, STRATEGIES)}: there is {allowed}, or "
            "a .csv file as `feltworks strategy --export` writes it"
        )
    walk.choose(progress)
    return walk


def check_seats(rules: Rules, seats: int) -> None:
    most = rules.table.most_seats or rules.table.seats
    if not 1 <= seats <= most:
        raise SimulationError(f"--seats {seats}: the layout takes 1 to {most}")


def check_sides(rules: Rules, sides: Sequence[str]) -> None:
    allowed = rules.wagers_of("side")
    for side in sides:
        if side not in allowed:
            there = ", ".join(allowed) or "none in this game"
            raise SimulationError(
                f"--side {side!r}{did_you_mean(side, allowed)}: side wagers are {there}"
            )
        if list(sides).count(side) > 1:
            raise SimulationError(f"--side {side}: it is given twice")
