"""Progress for people, on stderr: stdout belongs to the answer.

The first count on a machine compiles its kernels, which takes far longer than any count
after it; that is said when it begins, terminal or not.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Lock
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.console import Console

COMPILING = "compiling kernels, once: this can take half a minute, later runs start at once"


@contextmanager
def counting() -> Iterator[Callable[[str, int, int], None]]:
    """What a count reports to: a bar while stderr is a terminal, gone when all is done."""
    with compiling_told():
        if not sys.stderr.isatty():
            yield _silent
            return
        from rich.console import Console

        with bars(Console(stderr=True, highlight=False, markup=False)) as report:
            yield report


@contextmanager
def bars(screen: Console) -> Iterator[Callable[[str, int, int], None]]:
    """A bar for each part of a count, the one under way to be seen."""
    from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeElapsedColumn

    columns = (
        TextColumn("{task.description}", markup=False),
        BarColumn(),
        TaskProgressColumn(),
        TimeElapsedColumn(),
    )
    with Progress(*columns, console=screen, transient=True) as progress:
        shown = {"counting": progress.add_task("counting", total=None)}
        turn = Lock()

        def report(what: str, done: int, of: int) -> None:
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


def _silent(what: str, done: int, of: int) -> None:
    """Nothing to show it on."""
