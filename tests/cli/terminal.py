"""Calling `feltworks` from a test, in this process or in one of its own."""

import os
import pty
import subprocess
import sys
from dataclasses import dataclass

PROMPT = b"q to leave:"


@dataclass(frozen=True)
class Said:
    """What a call printed and how it ended."""

    out: str
    err: str
    code: int


class Caller:
    """Runs commands in this process; a traceback fails the test."""

    def __init__(self, capsys, monkeypatch):
        self._capsys = capsys
        self._monkeypatch = monkeypatch

    def __call__(self, *words: object) -> Said:
        from feltworks.cli import main
        from feltworks.cli.showing import console

        console.cache_clear()
        self._monkeypatch.setattr(sys, "argv", ["feltworks", *map(str, words)])
        code = 0
        try:
            main()
        except SystemExit as end:
            code = end.code if isinstance(end.code, int) else 1 if end.code else 0
        printed = self._capsys.readouterr()
        return Said(printed.out, printed.err, code)


def in_a_process(*words: object, **settings: object) -> subprocess.CompletedProcess[str]:
    call = [sys.executable, "-m", "feltworks.cli", *map(str, words)]
    return subprocess.run(call, capture_output=True, text=True, check=False, **settings)


def at_a_terminal(typed: bytes, *words: str) -> tuple[str, int]:
    """What a person sees who types these keys, and the exit code."""
    child, screen = pty.fork()
    if child == 0:
        os.environ.update(TERM="xterm", COLUMNS="100", LINES="50")
        os.execv(sys.executable, [sys.executable, "-m", "feltworks.cli", *words])
    seen = b""
    while PROMPT not in seen:
        seen += os.read(screen, 65536)
    os.write(screen, typed)
    while True:
        try:
            more = os.read(screen, 65536)
        except OSError:  # the other end is closed
            break
        if not more:
            break
        seen += more
    _, status = os.waitpid(child, 0)
    os.close(screen)
    return seen.decode(), os.waitstatus_to_exitcode(status)
