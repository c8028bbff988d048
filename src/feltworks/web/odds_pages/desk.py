"""The desk at which a clerk sits: the other end of the pipes to his process."""

from __future__ import annotations

import json
import queue
import subprocess
import sys
import threading
from contextlib import suppress
from typing import Any

Data = dict[str, Any]
CLERK = (sys.executable, "-m", "feltworks.web.odds_pages.worker")


class WorkerGone(Exception):
    """The clerk's process has ended."""


class WorkerProcess:
    """One process that answers one question at a time."""

    def __init__(self, command: tuple[str, ...] = CLERK) -> None:
        self._process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
        )
        self._heard: queue.Queue[Data | None] = queue.Queue()
        threading.Thread(target=self._listen, daemon=True).start()

    @property
    def is_there(self) -> bool:
        return self._process.poll() is None

    @property
    def pid(self) -> int:
        return self._process.pid

    def put(self, question: Data) -> None:
        assert self._process.stdin is not None
        self._process.stdin.write(json.dumps(question).encode() + b"\n")
        self._process.stdin.flush()

    def hear(self, seconds: float) -> Data | None:
        """The next message, or None when nothing was said for so long."""
        try:
            message = self._heard.get(timeout=seconds)
        except queue.Empty:
            return None
        if message is None:
            raise WorkerGone
        return message

    def hang_up(self) -> None:
        """Nothing more will be asked: he goes by himself."""
        assert self._process.stdin is not None
        self._process.stdin.close()

    def dismiss(self) -> None:
        """Ends the process, whatever it is doing."""
        self._process.kill()
        self._process.wait()
        for pipe in (self._process.stdin, self._process.stdout):
            if pipe is not None:
                with suppress(OSError):
                    pipe.close()

    def _listen(self) -> None:
        assert self._process.stdout is not None
        try:
            for line in self._process.stdout:
                self._heard.put(json.loads(line))
        except ValueError:
            pass
        self._heard.put(None)
