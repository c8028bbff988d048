"""A pass over all boards that reports its progress, on every core if there are many."""

from __future__ import annotations

import itertools
import os
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import nullcontext
from threading import Lock
from typing import Protocol, TypeVar

import numpy as np

from feltworks.arrays import Int64s
from feltworks.odds.progress import Progress
from feltworks.odds.sums import Sums

MANY_CHUNKS = 16
"""From so many chunks on they are shared among all cores."""
LARGE_BYTES = 16_000_000
"""Larger totals are not made once for each core."""
Totals = tuple[Int64s, ...]
Chunk = TypeVar("Chunk")
Given = TypeVar("Given", covariant=True)
Total = TypeVar("Total", bound=Sums | Totals)
Summed = TypeVar("Summed", bound=Sums)
Ready = TypeVar("Ready")


def cores() -> int:
    """How many cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


class Chunked(Protocol[Given]):
    """Boards that come in chunks."""

    @property
    def chunk_count(self) -> int: ...

    def prepare(self) -> None:
        """Make what all chunks share, before several threads need it."""

    def chunks(self, worker: int = 0, workers: int = 1) -> Iterator[Given]:
        """All of them, or a worker's share."""


def over_boards(
    boards: Chunked[Chunk],
    what: str,
    progress: Progress,
    start: Callable[[], Total],
    ready: Callable[[Chunk], Ready],
    add: Callable[[Total, Ready], None],
) -> list[Total]:
    """Prepare all boards and add them up, on every core if there are many.

    Each worker has a total of its own; if totals are large, they take turns with one.
    """
    of = boards.chunk_count
    workers = cores() if of >= MANY_CHUNKS else 1
    done = itertools.count(1)
    turn = Lock()
    first = start()
    shared = workers == 1 or _bytes(first) > LARGE_BYTES
    progress(what, 0, of)

    def run(worker: int) -> Total:
        total = first if shared or worker == 0 else start()
        for chunk in boards.chunks(worker, workers):
            made = ready(chunk)
            with turn if shared else nullcontext():
                add(total, made)
            progress(what, next(done), of)
        return total

    if workers == 1:
        return [run(0)]
    boards.prepare()
    with ThreadPoolExecutor(workers) as threads:
        totals = list(threads.map(run, range(workers)))
    return totals[:1] if shared else totals


def one_ahead(items: Iterator[Chunk]) -> Iterator[Chunk]:
    """The same items, each made on another core while the one before it is used."""
    with ThreadPoolExecutor(1) as thread:
        coming = thread.submit(next, items, None)
        while (item := coming.result()) is not None:
            coming = thread.submit(next, items, None)
            yield item


def _bytes(total: Sums | Totals) -> int:
    parts = total if isinstance(total, tuple) else (total,)
    return sum(part.nbytes for part in parts)


def sum_of(totals: list[Summed]) -> Summed:
    """The totals of all workers in one."""
    for total in totals[1:]:
        np.add(totals[0], total, out=totals[0])
    return totals[0]
