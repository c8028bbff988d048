"""A long run in chunks: on threads or a cluster, with checkpoints, to the same integers.

A chunk is a range of unit numbers. What a unit deals does not depend on its chunk, so chunks may
have any size, be done in any order or even twice (then one of the two is dropped), and an
interrupted run goes on with the units that are missing.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple, Protocol

from feltworks.errors import system_reason
from feltworks.simulate.errors import SimulationError
from feltworks.simulate.tally import DealingJob, Tally
from feltworks.wholefiles import SHARED, write_whole

CHUNK_SECONDS = 1.5
"""How long a chunk should take: long compared with the cost of sending it."""
CHECKPOINT_SECONDS = 10.0
MOST_UNITS = 2**62
Watch = Callable[[Tally], None]


class Span(NamedTuple):
    """A range of unit numbers: the first, and the one past the last."""

    first: int
    past: int


class Pool(Protocol):
    """Where chunks are dealt."""

    @property
    def size(self) -> int:
        """How many chunks are dealt at once."""

    def submit(self, job: DealingJob, first: int, units: int) -> Future[Tally]: ...


@dataclass
class ThreadPool:
    """Threads of this process; the kernels release the interpreter's lock."""

    size: int

    def __post_init__(self) -> None:
        self._threads = ThreadPoolExecutor(self.size)

    def submit(self, job: DealingJob, first: int, units: int) -> Future[Tally]:
        return self._threads.submit(job.deal, first, units)

    def close(self) -> None:
        self._threads.shutdown(cancel_futures=True)


@dataclass
class RunProgress:
    """How far a run is: which units are done, and their tally."""

    done: list[Span]
    tally: Tally

    def add(self, span: Span, tally: Tally) -> None:
        self.tally = self.tally + tally
        self.done = merged([*self.done, span])

    def missing(self, units: int) -> list[Span]:
        """The units below `units` that are not done."""
        found, at = [], 0
        for first, past in self.done:
            if at < min(first, units):
                found.append(Span(at, min(first, units)))
            at = max(at, past)
        return [*found, Span(at, units)] if at < units else found


def merged(spans: list[Span]) -> list[Span]:
    """Spans in order, those that touch joined."""
    found: list[Span] = []
    for span in sorted(spans):
        if found and found[-1].past == span.first:
            found[-1] = Span(found[-1].first, span.past)
        else:
            found.append(span)
    return found


@dataclass
class Checkpoint:
    """A file that says how far a run is; it is always written completely."""

    path: Path
    about: dict[str, Any] = field(default_factory=dict)
    """What a person may want to know about the run: the game, the seed."""
    trouble: str = ""
    """Why the last state could not be written; a run goes on all the same."""

    def read(self, job: DealingJob) -> RunProgress:
        """How far the run is; refuses a checkpoint of another run."""
        try:
            kept = json.loads(self.path.read_text(encoding="utf-8"))
            done = [Span(first, past) for first, past in kept["done"]]
            progress = RunProgress(done, Tally.from_json(kept["tally"]))
            fingerprint = kept["fingerprint"]
        except OSError as error:
            raise SimulationError(f"--resume {self.path}: {system_reason(error)}") from None
        except (ValueError, KeyError, TypeError):
            raise SimulationError(f"--resume {self.path}: it is not a checkpoint") from None
        if fingerprint != job.fingerprint:
            told = ", ".join(f"{key} {value}" for key, value in kept.get("about", {}).items())
            raise SimulationError(
                f"--resume {self.path}: it belongs to another run ({told}): game, options, "
                "strategy, seats, wagers and amounts, spread, count and seed must be the same"
            )
        return progress

    def try_to_write(self, job: DealingJob, progress: RunProgress) -> None:
        """Write during a run; a full disk is noted but does not stop the run."""
        try:
            self.write(job, progress)
            self.trouble = ""
        except SimulationError as error:
            self.trouble = str(error)

    def write(self, job: DealingJob, progress: RunProgress) -> None:
        """Write the state to a new file, which then replaces the old one."""
        text = json.dumps(
            {
                "about": self.about,
                "fingerprint": job.fingerprint,
                "done": progress.done,
                "tally": progress.tally.as_json(),
            }
        )
        try:
            write_whole(self.path, text, SHARED)
        except OSError as error:
            raise SimulationError(
                f"--checkpoint {self.path}: {system_reason(error)}"
                + ("; what it has stands, for --resume" if self.path.exists() else "")
            ) from None


def run(
    job: DealingJob,
    units: int,
    pool: Pool,
    *,
    checkpoint: Checkpoint | None = None,
    resume: bool = False,
    watch: Watch | None = None,
) -> Tally:
    """Deal the units below `units`, except those that a checkpoint has already."""
    if not 1 <= units <= MOST_UNITS:
        raise SimulationError(f"--rounds {units}: 1 to {MOST_UNITS:,} can be dealt")
    progress = RunProgress([], job.empty_tally())
    if resume:
        assert checkpoint is not None
        progress = checkpoint.read(job)
        if progress.done and progress.done[-1].past > units:
            raise SimulationError(
                f"--resume {checkpoint.path}: {progress.tally.rounds:,} rounds are dealt already, "
                "more than are asked for: give a larger --rounds"
            )
    elif checkpoint is not None and checkpoint.path.exists():
        raise SimulationError(
            f"--checkpoint {checkpoint.path}: it exists; --resume goes on from it, and another "
            "name begins anew"
        )
    if checkpoint is not None:
        checkpoint.write(job, progress)
    _Run(job, units, pool, progress, checkpoint, watch).go()
    return progress.tally


@dataclass
class _Run:
    job: DealingJob
    units: int
    pool: Pool
    progress: RunProgress
    checkpoint: Checkpoint | None
    watch: Watch | None
    chunk: int = 8
    """Units of a chunk; doubled while chunks take less time than they should."""

    def go(self) -> None:
        waiting: dict[Future[Tally], tuple[Span, float]] = {}
        kept_at, is_whole = time.monotonic(), False
        spans = self._spans()
        try:
            while True:
                while len(waiting) < 2 * self.pool.size:
                    span = next(spans, None)
                    if span is None:
                        break
                    future = self.pool.submit(self.job, span.first, span.past - span.first)
                    waiting[future] = (span, time.monotonic())
                if not waiting:
                    is_whole = True
                    break
                for future in wait(waiting, return_when=FIRST_COMPLETED).done:
                    span, started = waiting.pop(future)
                    self.progress.add(span, future.result())
                    self._pace(span, time.monotonic() - started)
                if self.watch is not None:
                    self.watch(self.progress.tally)
                if self.checkpoint and time.monotonic() - kept_at > CHECKPOINT_SECONDS:
                    self.checkpoint.try_to_write(self.job, self.progress)
                    kept_at = time.monotonic()
        finally:
            for future in waiting:
                future.cancel()
            # Whatever ends the run, an interrupt or a lost cluster, what was dealt is kept.
            if self.checkpoint is not None and self.progress.tally.units:
                keep = self.checkpoint.try_to_write if is_whole else self.checkpoint.write
                keep(self.job, self.progress)

    def _pace(self, span: Span, seconds: float) -> None:
        # A chunk waits for the one before it, so it was under way for twice its own time.
        if span.past - span.first >= self.chunk and seconds < CHUNK_SECONDS:
            self.chunk *= 2

    def _spans(self) -> Iterator[Span]:
        for first, past in self.progress.missing(self.units):
            while first < past:
                until = min(first + self.chunk, past)
                yield Span(first, until)
                first = until
