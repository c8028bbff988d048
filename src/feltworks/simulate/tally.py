"""The result of dealt rounds: whole numbers that can be added in any order."""

from __future__ import annotations

import math
import time
from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass, fields, replace
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np

from feltworks.arrays import Int64s

if TYPE_CHECKING:
    from pathlib import Path

    from feltworks.rules.loader import Loaded


@dataclass(frozen=True)
class Tally:
    """`units` are the numbers dealt (rounds, or shoes), `totals` are sums that each job defines."""

    units: int
    rounds: int
    counts: Int64s
    totals: tuple[int, ...]
    days: tuple[tuple[int, ...], ...] = ()
    """What must be known by day: the number of the day, then what the job records."""

    def __add__(self, other: Tally) -> Tally:
        return Tally(
            self.units + other.units,
            self.rounds + other.rounds,
            self.counts + other.counts,
            tuple(a + b for a, b in zip(self.totals, other.totals, strict=True)),
            self.days + other.days,
        )

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Tally) and self.as_json() == other.as_json()

    def __hash__(self) -> int:
        return hash((self.units, self.totals))

    def as_json(self) -> dict[str, Any]:
        """The tally as JSON, only with counts that are not 0: most slots are never hit."""
        places = np.flatnonzero(self.counts)
        return {
            "units": self.units,
            "rounds": self.rounds,
            "size": len(self.counts),
            "counts": {str(place): int(self.counts[place]) for place in places},
            "totals": list(self.totals),
            "days": sorted(self.days),
        }

    @staticmethod
    def from_json(data: dict[str, Any]) -> Tally:
        counts = np.zeros(data["size"], np.int64)
        for place, count in data["counts"].items():
            counts[int(place)] = count
        days = tuple(map(tuple, data.get("days", ())))
        return Tally(data["units"], data["rounds"], counts, tuple(data["totals"]), days)


class DealingJob(Protocol):
    """A job whose units can be dealt independently, in any range; it is sent to other processes."""

    @property
    def fingerprint(self) -> str:
        """The same for jobs that deal the same rounds: it covers seed and program."""

    def empty_tally(self) -> Tally:
        """The tally of no rounds."""

    def deal(self, first: int, units: int) -> Tally:
        """Deal `units` units, beginning with number `first`."""


@dataclass(frozen=True)
class LoadedJob(DealingJob):
    """A job that deals from a rules file. Its fields are pickled, not what it has worked out."""

    loaded: Loaded

    def __getstate__(self) -> dict[str, Any]:
        state = {field.name: getattr(self, field.name) for field in fields(self)}
        # A mapping that nobody can change cannot be pickled either.
        state["loaded"] = replace(self.loaded, chosen=dict(self.loaded.chosen))
        return state

    @abstractmethod
    def rounds_table(self, first: int, rounds: int) -> Any:  # noqa: ANN401 - an Arrow table
        """Some rounds as an Arrow table, a row for each round and seat."""


class LoadedGame(ABC):
    """A game that a `LoadedJob` deals: a unit is a round, and rounds are played one at a time."""

    rounds_timed = 1

    @abstractmethod
    def job(self, seed: int) -> LoadedJob: ...

    def units(self, rounds: int) -> int:
        return rounds

    def seconds_a_round(self) -> float:
        """About how long a round takes, without what is worked out only once."""
        job = self.job(0)
        job.deal(0, 1)
        started = time.perf_counter()
        job.deal(1, self.rounds_timed)
        return (time.perf_counter() - started) / self.rounds_timed

    def write_rounds(self, path: Path, job: LoadedJob, rounds: int) -> None:
        """Write every round to a Parquet file."""
        from feltworks.simulate.roundfiles import in_parts, write_tables

        write_tables(path, in_parts(job.rounds_table, rounds))


def units_of(job: DealingJob, rounds: int, *, pilot: int) -> int:
    """How many units hold about this many rounds, estimated from the first `pilot` units."""
    return max(1, -(-rounds * pilot // job.deal(0, pilot).rounds))


def whole_amounts(exact: Sequence[Sequence[Fraction]]) -> tuple[list[list[int]], Fraction]:
    """Amounts as the smallest whole numbers, and how many of those are one."""
    scale = math.lcm(*(value.denominator for row in exact for value in row))
    numbers = [[int(value * scale) for value in row] for row in exact]
    common = math.gcd(*(value for row in numbers for value in row)) or 1
    return [[value // common for value in row] for row in numbers], Fraction(scale, common)


def whole_dot(one: Int64s, other: Int64s) -> int:
    """A sum of products as an exact integer of any size."""
    most = int(np.abs(one).max(initial=0)) * int(np.abs(other).max(initial=0)) * len(one)
    if most < 2**62:
        return int(one @ other)
    return int((one.astype(object) * other.astype(object)).sum())
