"""Ctrl-C ends a command within a second, and without a traceback.

Python raises `KeyboardInterrupt` in the main thread, between two of its own instructions. A kernel
in that thread, or waiting for a pool of threads, delays it for as long as they take. So a thread of
its own learns of the signal through a pipe; if the work in progress does not end soon after, it
ends the process. Files are written completely or not at all, so nothing is lost by it.
"""

from __future__ import annotations

import os
import signal
import socket
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import NoReturn

INTERRUPTED = 130
"""The exit code of a command that Ctrl-C ended, as shells know it."""
UNWIND_SECONDS = 0.5
"""How long the main thread has to end its work; a checkpoint is written in that time."""

_under_way: set[object] = set()


@contextmanager
def interruptible() -> Iterator[None]:
    """Work that is cut off if it does not end soon after Ctrl-C."""
    this = object()
    _under_way.add(this)
    try:
        yield
    finally:
        _under_way.discard(this)


def watch() -> None:
    """Start to listen for Ctrl-C; called once, by the program itself."""
    hears, tells = socket.socketpair()
    tells.setblocking(False)
    # The pipe lives as long as the process.
    signal.set_wakeup_fd(tells.detach(), warn_on_full_buffer=False)
    threading.Thread(target=_listen, args=(hears,), name="interrupt", daemon=True).start()
    sys.unraisablehook = _unraisable


def _listen(hears: socket.socket) -> None:
    while told := hears.recv(64):
        if signal.SIGINT in told:
            interrupted = set(_under_way)
            time.sleep(UNWIND_SECONDS)
            if interrupted & _under_way:
                print_stopped()
                os._exit(INTERRUPTED)


def _unraisable(lost: sys.UnraisableHookArgs) -> None:
    """Ends the process on an interrupt that cannot be raised because it came in a destructor."""
    if isinstance(lost.exc_value, KeyboardInterrupt):
        stop()
    sys.__unraisablehook__(lost)


def is_interrupt(error: BaseException | None) -> bool:
    """Whether this error was caused by an interrupt, which a library may have converted.

    Pydantic, interrupted while it builds a model, keeps only the interrupt's name in its text.
    """
    while error is not None:
        if isinstance(error, KeyboardInterrupt) or "KeyboardInterrupt: " in str(error):
            return True
        error = error.__cause__ or error.__context__
    return False


def stop() -> NoReturn:
    """End the process by the signal itself, so that a shell ends its own loop as well."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    print_stopped()
    if os.name == "posix":
        os.kill(os.getpid(), signal.SIGINT)
    os._exit(INTERRUPTED)


def print_stopped() -> None:
    """Print one word; on a terminal in place of the bar, and show the cursor that a bar hides."""
    clear = "\r\x1b[2K\x1b[?25h" if sys.stderr is not None and sys.stderr.isatty() else ""
    # The thread that was interrupted while printing may hold the stream's lock.
    os.write(2, f"{clear}stopped\n".encode())
