"""Progress for people, on stderr: stdout belongs to the answer.

The first count on a machine compiles its kernels, which takes far longer than any count
after it; that is said when it begins, terminal or not.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

COMPILING = "compiling kernels, once: this can take half a minute, later runs start at once"


@contextmanager
def counting() -> Iterator[Callable[[str, int, int], None]]:
    """What a count reports to: a line that is written over while stderr is a terminal."""
    with _compiling_told():
        if not sys.stderr.isatty():
            yield _silent
            return
        from rich.console import Console

        with Console(stderr=True, highlight=False, markup=False).status("counting") as status:
            yield lambda what, done, of: status.update(f"{what}: {done} of {of}")


@contextmanager
def _compiling_told() -> Iterator[None]:
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
