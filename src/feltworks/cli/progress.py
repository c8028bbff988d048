"""Progress of a long computation, on stderr, because stdout is for the answer.

The first count of each kind on a machine compiles its kernels, which takes far longer than any
count after it; a message says so when the very first begins, with or without a terminal. Another
message says how long a long count will take: before it starts, estimated from the number of hands,
and soon after from its speed.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING

from feltworks.cli.interrupt import interruptible

if TYPE_CHECKING:
    from rich.console import Console
    from rich.progress import Progress

COMPILING = (
    "compiling kernels: the first count of each kind can take half a minute longer, later ones "
    "start at once; feltworks cache compile does all of it now. This is said once."
)
ANNOUNCED = "announced"
"""A file beside the compiled kernels, there once the message about them was printed."""
PACE_SECONDS = 1
"""How long a part of a count runs before its speed is measured."""
Report = Callable[[str, int, int], None]


@contextmanager
def counting() -> Iterator[Report]:
    """A function for a count to report to: a bar if stderr is a terminal, removed at the end."""
    with interruptible(), announced_compiling():
        if not sys.stderr.isatty():
            yield announce_long_counts(lambda line: print(line, file=sys.stderr, flush=True))
            return
        with bars(error_console()) as report:
            yield report


def error_console() -> Console:
    from rich.console import Console

    return Console(stderr=True, highlight=False, markup=False)


@contextmanager
def status_line(doing: str) -> Iterator[Report]:
    """A function for a long job to report to: one line if stderr is a terminal."""
    with interruptible():
        if not sys.stderr.isatty():
            yield lambda what, done, of: None
            return
        with error_console().status(doing) as status:
            yield lambda what, done, of: status.update(f"{doing}: {done} of {of} {what}")


def progress_bar(screen: Console) -> Progress:
    """Bars with the task, how much of it is done, time taken and time left; removed at the end."""
    from rich import progress

    columns = (
        progress.TextColumn("{task.description}", markup=False),
        progress.BarColumn(),
        progress.TaskProgressColumn(),
        progress.TimeElapsedColumn(),
        progress.TextColumn("to go:"),
        progress.TimeRemainingColumn(),
    )
    return progress.Progress(*columns, console=screen, transient=True)


@contextmanager
def bars(screen: Console) -> Iterator[Report]:
    """A bar for the part of a count that is running."""
    with progress_bar(screen) as progress:
        shown = {"counting": progress.add_task("counting", total=None)}
        lock = Lock()
        announce = announce_long_counts(progress.print)

        def report(what: str, done: int, of: int) -> None:
            announce(what, done, of)
            if not of:
                return
            with lock:
                if what not in shown:
                    progress.remove_task(shown.popitem()[1])
                    shown[what] = progress.add_task(what, total=of)
                progress.update(shown[what], completed=done, total=of)

        yield report


@contextmanager
def announced_compiling() -> Iterator[None]:
    """Print that a kernel is being compiled, once for all kernels in one cache folder.

    Loading a compiled kernel prints nothing.
    """
    import feltworks.kernels  # noqa: F401 - sets where compiled kernels are kept

    from numba.core import event  # isort: skip

    class CompileListener(event.Listener):
        printed = False

        def on_start(self, event: object) -> None:
            if not self.printed and _is_first(Path(os.environ["NUMBA_CACHE_DIR"])):
                print(COMPILING, file=sys.stderr, flush=True)
            self.printed = True

        def on_end(self, event: object) -> None:
            """Prints nothing."""

    with event.install_listener("numba:compile", CompileListener()):
        yield


def _is_first(folder: Path) -> bool:
    """Whether the message about that folder was not printed yet."""
    try:
        (folder / ANNOUNCED).touch(exist_ok=False)
    except FileExistsError:
        return False
    except OSError:  # a folder that cannot be written: better print it twice than never
        return True
    return True


def announce_long_counts(say: Callable[[str], object]) -> Report:
    """Say once for each part of a count, soon after it began, how long it will take.

    The first piece is ignored: it is slow if tables are made or kernels compiled. A part that is
    repeated, for other pays, begins again at 0. A report of 0 of 0 is a message, passed on
    unchanged.
    """
    first: dict[str, tuple[float, int]] = {}
    said: set[str] = set()

    def report(what: str, done: int, of: int) -> None:
        if what in said:
            return
        if not done:
            first.pop(what, None)
            if not of:
                said.add(what)
                say(what)
            return
        now = time.monotonic()
        start, before = first.setdefault(what, (now, done))
        if done == before or now - start < PACE_SECONDS:
            return
        from feltworks.odds.estimate import LONG_SECONDS, duration_text

        said.add(what)
        seconds = (now - start) / (done - before) * (of - done)
        if seconds > LONG_SECONDS:
            say(f"{what}: this will take about {duration_text(seconds)}")

    return report
