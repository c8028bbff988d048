"""Each kernel is compiled by one process: others that want it wait, and load what it has kept.

Numba does not ask whether another process is at it, so that in a clean clone every worker compiled
the same kernels, a second of processor time for each.
"""

from __future__ import annotations

import fcntl
import gc
import os
from collections.abc import Iterator
from contextlib import contextmanager
from functools import wraps
from pathlib import Path
from typing import Any

from numba.core.compiler_lock import global_compiler_lock
from numba.core.dispatcher import Dispatcher

import feltworks.kernels  # noqa: F401 - settles where Numba keeps kernels, so it is imported first
from feltworks.cli.progress import ANNOUNCED


def collect_cycles_seldom() -> None:
    """Python's collector of cycles never looks again at what is there by now, and at the rest
    less often: it took a tenth of the processor's time, of tests as of compiling."""
    gc.freeze()
    gc.set_threshold(20_000, 50, 100)


def compile_in_one_process() -> None:
    """From here on this process takes a kernel's lock before it loads or compiles the kernel, and
    commands do not announce that they compile, as that would be in what the first one prints.

    No two processes wait for each other: locks are taken from callers to callees, and Numba's own
    lock, taken first, lets one thread compile at a time.
    """
    folder = Path(os.environ["NUMBA_CACHE_DIR"]) / "locks"
    folder.mkdir(parents=True, exist_ok=True)
    folder.with_name(ANNOUNCED).touch()
    compile_now = Dispatcher.compile
    held: set[Path] = set()

    @contextmanager
    def locked(path: Path) -> Iterator[None]:
        if path in held:
            yield
            return
        with path.open("w") as file:
            fcntl.flock(file, fcntl.LOCK_EX)
            held.add(path)
            try:
                yield
            finally:
                held.discard(path)

    @wraps(compile_now)
    def compiled(self: Dispatcher, signature: Any) -> Any:
        function = self.py_func
        path = folder / f"{function.__module__}.{function.__qualname__}"
        with global_compiler_lock, locked(path):
            return compile_now(self, signature)

    Dispatcher.compile = compiled
