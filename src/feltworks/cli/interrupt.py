"""Ctrl-C ends a command within a second, and without a traceback.

Python raises `KeyboardInterrupt` in the main thread, between two of its own instructions. A kernel
in that thread, or a pool of threads that is waited for, holds it up for as long as they take. So a
thread of its own hears of the signal through a pipe; where the work that was under way is not left
soon after, it ends the process. What is written meanwhile is written whole or not at all, so that
nothing is lost by it.
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
"""How long the main thread has to leave its work by itself: a checkpoint is written in it."""

_under_way: set[object] = set()


@contextmanager
def interruptible() -> Iterator[None]:
    """Work that is cut off where it does not end by itself soon after Ctrl-C."""
    this = object()
    _under_way.add(this)
    try:
        yield
    finally:
        _under_way.discard(this)


def watch() -> None:
    """From now on hear of Ctrl-C; called once, by the program itself."""
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
    """An interrupt that came where none can be raised, in a destructor, ends the process there."""
    if isinstance(lost.exc_value, KeyboardInterrupt):
        stop()
    sys.__unraisablehook__(lost)


def is_interrupt(error: BaseException | None) -> bool:
    """Whether an interrupt came about as this error, which somebody may have made of it.

    Pydantic, interrupted while it builds a model, keeps the interrupt as a name in its text alone.
    """
    while error is not None:
        if isinstance(error, KeyboardInterrupt) or "KeyboardInterrupt: " in str(error):
            return True
        error = error.__cause__ or error.__context__
    return False


def stop() -> NoReturn:
    """End the process by the signal itself, so that a shell leaves its own loop as well."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    print_stopped()
    if os.name == "posix":
        os.kill(os.getpid(), signal.SIGINT)
    os._exit(INTERRUPTED)


def print_stopped() -> None:
    """One word; at a terminal in place of the bar, and the cursor that a bar hides is back."""
    clear = "\r\x1b[2K\x1b[?25h" if sys.stderr is not None and sys.stderr.isatty() else ""
    # The stream may be held by the thread that was interrupted while it printed.
    os.write(2, f"{clear}stopped\n".encode())
