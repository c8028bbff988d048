"""A pass over all boards, on every core where there are many, with progress told."""

from __future__ import annotations

import itertools
import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import nullcontext
from threading import Lock
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from feltworks.odds.boards import Boards
from feltworks.odds.chunks import BoardChunk
from feltworks.odds.ends import Sums

MANY_CHUNKS = 16
LARGE_BYTES = 64_000_000
Progress = Callable[[str, int, int], None]
Total = TypeVar("Total", bound=Sums | tuple[NDArray[np.int64], ...])
Summed = TypeVar("Summed", bound=Sums)
Ready = TypeVar("Ready")


def silent(what: str, done: int, of: int) -> None:
    """No progress shown."""


def over_boards(
    boards: Boards,
    told: tuple[str, Progress],
    start: Callable[[], Total],
    ready: Callable[[BoardChunk], Ready],
    add: Callable[[Total, Ready], None],
) -> list[Total]:
    """Make all boards ready and add them up, many of them on every core.

    Each worker has a total of its own, unless it is large: then they take turns at one.
    """
    what, progress = told
    of = boards.chunk_count
    workers = (os.cpu_count() or 1) if of >= MANY_CHUNKS else 1
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


def _bytes(total: Sums | tuple[NDArray[np.int64], ...]) -> int:
    parts = total if isinstance(total, tuple) else (total,)
    return sum(part.nbytes for part in parts)


def sum_of(totals: list[Summed]) -> Summed:
    """The totals of all workers in one."""
    for total in totals[1:]:
        np.add(totals[0], total, out=totals[0])
    return totals[0]
