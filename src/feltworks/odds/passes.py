"""A pass over all boards, on every core where there are many, with progress told."""

from __future__ import annotations

import itertools
import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from feltworks.odds.boards import Boards
from feltworks.odds.chunks import BoardChunk

MANY_CHUNKS = 16
Progress = Callable[[str, int, int], None]
Total = TypeVar("Total")


def silent(what: str, done: int, of: int) -> None:
    """No progress shown."""


def over_boards(
    boards: Boards,
    told: tuple[str, Progress],
    start: Callable[[], Total],
    add: Callable[[Total, BoardChunk], None],
) -> list[Total]:
    """Add all boards up; many of them on every core, each with a total of its own."""
    what, progress = told
    of = boards.chunk_count
    workers = (os.cpu_count() or 1) if of >= MANY_CHUNKS else 1
    done = itertools.count(1)
    progress(what, 0, of)

    def run(worker: int) -> Total:
        total = start()
        for chunk in boards.chunks(worker, workers):
            add(total, chunk)
            progress(what, next(done), of)
        return total

    if workers == 1:
        return [run(0)]
    boards.prepare()
    with ThreadPoolExecutor(workers) as threads:
        return list(threads.map(run, range(workers)))


def sum_of(totals: list[NDArray[np.int64]]) -> NDArray[np.int64]:
    """The totals of all workers in one."""
    for total in totals[1:]:
        totals[0] += total
    return totals[0]
