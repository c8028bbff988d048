"""Progress for people, on stderr: stdout belongs to the answer.

The first count on a machine compiles its kernels, which takes far longer than any count
after it; that is said when it begins, terminal or not. So is how long a count will take that
takes long: before it starts by the number of hands, and soon after by the pace of this machine.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Lock
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.console import Console

COMPILING = "compiling kernels, once: this can take half a minute, later runs start at once"
SOON_SECONDS = 1
"""A part that takes long is announced once it has run so long."""
Report = Callable[[str, int, int], None]


@contextmanager
def counting() -> Iterator[Report]:
    """What a count reports to: a bar while stderr is a terminal, gone when all is done."""
    with compiling_told():
        if not sys.stderr.isatty():
            yield long_counts_told(lambda line: print(line, file=sys.stderr, flush=True))
            return
        from rich.console import Console

        with bars(Console(stderr=True, highlight=False, markup=False)) as report:
            yield report


@contextmanager
def bars(screen: Console) -> Iterator[Report]:
    """A bar for each part of a count, the one under way to be seen."""
    from rich.progress import (
        BarColumn,
        Progress,
        TaskProgressColumn,
        TextColumn,
        TimeElapsedColumn,
        TimeRemainingColumn,
    )

    columns = (
        TextColumn("{task.description}", markup=False),
        BarColumn(),
        TaskProgressColumn(),
        TimeElapsedColumn(),
        TextColumn("to go:"),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=screen, transient=True) as progress:
        shown = {"counting": progress.add_task("counting", total=None)}
        turn = Lock()
        announce = long_counts_told(progress.print)

        def report(what: str, done: int, of: int) -> None:
            announce(what, done, of)
            if not of:
                return
            with turn:
                if what not in shown:
                    progress.remove_task(shown.popitem()[1])
                    shown[what] = progress.add_task(what, total=of)
                progress.update(shown[what], completed=done, total=of)

        yield report


@contextmanager
def compiling_told() -> Iterator[None]:
    """Say once that a kernel is being compiled; one that is only loaded says nothing."""
    import feltworks.kernels  # noqa: F401 - settles where compiled kernels are kept

    from numba.core import event  # isort: skip

    class Told(event.Listener):
        once = False

        def on_start(self, event: object) -> None:
            if not self.once:
                self.once = True
                print(COMPILING, file=sys.stderr, flush=True)

        def on_end(self, event: object) -> None:
            """Nothing to say."""

    with event.install_listener("numba:compile", Told()):
        yield


def long_counts_told(say: Callable[[str], object]) -> Report:
    """Say of each part of a count once, soon after it began, how long it will take.

    The first piece is left out of account: it is slow where tables are made or kernels compiled.
    A report of 0 of 0 is a message, said as it is.
    """
    first: dict[str, tuple[float, int]] = {}
    told: set[str] = set()

    def report(what: str, done: int, of: int) -> None:
        if what in told:
            return
        if not done:
            if not of:
                told.add(what)
                say(what)
            return
        now = time.monotonic()
        start, before = first.setdefault(what, (now, done))
        if done == before or now - start < SOON_SECONDS:
            return
        from feltworks.odds.estimate import LONG_SECONDS, duration_text

        told.add(what)
        seconds = (now - start) / (done - before) * (of - done)
        if seconds > LONG_SECONDS:
            say(f"{what}: this will take about {duration_text(seconds)}")

    return report
