"""Calling `feltworks` from a test, in this process or in one of its own."""

import os
import pty
import select
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass

PROMPT = b"q to leave:"
CTRL_C = b"\x03"
DEADLINE_SECONDS = 300


@dataclass(frozen=True)
class Said:
    """What a call printed and how it ended."""

    out: str
    err: str
    code: int


class Caller:
    """Runs commands in this process; a traceback fails the test.

    `answers` are typed one after the other, an exception among them is raised instead; then the
    input ends.
    """

    def __init__(self, capsys, monkeypatch):
        self._capsys = capsys
        self._monkeypatch = monkeypatch

    def __call__(self, *words: object, answers: Sequence[object] = ()) -> Said:
        from feltworks.cli import main
        from feltworks.cli.terminal import console

        typed = iter(answers)

        def answer(question: str) -> object:
            print(question)
            given = next(typed, EOFError)
            if isinstance(given, type):
                raise given
            return given

        console.cache_clear()
        self._monkeypatch.setattr("builtins.input", answer)
        self._monkeypatch.setattr(sys, "argv", ["feltworks", *map(str, words)])
        code = 0
        try:
            main()
        except SystemExit as end:
            code = end.code if isinstance(end.code, int) else 1 if end.code else 0
        printed = self._capsys.readouterr()
        return Said(printed.out, printed.err, code)


def in_a_process(*words: object, **settings: object) -> subprocess.CompletedProcess[str]:
    call = [sys.executable, "-m", "feltworks", *map(str, words)]
    return subprocess.run(call, capture_output=True, text=True, check=False, **settings)


def at_a_terminal(typed: bytes, *words: str) -> tuple[str, int]:
    """What a person sees who types these keys, and the exit code."""
    child, screen = pty.fork()
    if child == 0:
        # Whoever runs the tests may ignore Ctrl-C, and a child inherits that.
        signal.signal(signal.SIGINT, signal.SIG_DFL)
        os.environ.update(TERM="xterm", COLUMNS="100", LINES="50")
        os.execv(sys.executable, [sys.executable, "-m", "feltworks", *words])
    give_up_at = time.monotonic() + DEADLINE_SECONDS
    seen = b""
    try:
        while PROMPT not in seen:
            more = _read(screen, give_up_at)
            assert more, f"it ended before it asked anything: {seen.decode()}"
            seen += more
        os.write(screen, typed)
        while more := _read(screen, give_up_at, press=CTRL_C if typed == CTRL_C else b""):
            seen += more
        _, status = os.waitpid(child, 0)
    except BaseException:
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
        raise
    finally:
        os.close(screen)
    return seen.decode(), os.waitstatus_to_exitcode(status)


def _read(screen: int, give_up_at: float, press: bytes = b"") -> bytes:
    """What the screen shows next; nothing when the other end is closed.

    A key is pressed again while nothing happens: readline loses a Ctrl-C that comes at the
    very moment it shows its prompt.
    """
    while not select.select([screen], [], [], min(1, max(0, give_up_at - time.monotonic())))[0]:
        if time.monotonic() >= give_up_at:
            raise TimeoutError(f"nothing happened at the terminal in {DEADLINE_SECONDS} seconds")
        os.write(screen, press)
    try:
        return os.read(screen, 65536)
    except OSError:
        return b""
