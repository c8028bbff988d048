"""The worker: a process of its own that counts, so that no count can hold up a table.

`main` is what runs in that process. It reads questions from its standard input, one JSON object a
line, and answers each with any number of progress lines and one answer. It runs at low priority and
with limited memory, and may be killed at any time. When its input ends, it ends too, whatever it is
doing. `WorkerProcess` is the server's end of the pipes.

{"question": "odds", "game": ...}   ->   {"progress": ["boards", 3, 20]} ... {"answer": {...}}
"""

from __future__ import annotations

import json
import os
import queue
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from typing import Any, TextIO

from feltworks.errors import FeltworksError
from feltworks.rules.mistakes import RulesError

Data = dict[str, Any]
Progress = Callable[[str, int, int], None]
LARGEST_MEMORY_BYTES = 4 * 1024**3
SECONDS_BETWEEN_REPORTS = 0.2
COMPILING = "kernels are compiled, once on this computer"
TOO_LARGE = "counting this needs more memory than a count may take"
COMMAND = (sys.executable, "-m", "feltworks.web.odds_pages.worker")


class WorkerGone(Exception):
    """The worker's process has ended."""


class WorkerProcess:
    """One process that answers one question at a time."""

    def __init__(self, command: tuple[str, ...] = COMMAND) -> None:
        self._process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
        )
        self._messages: queue.Queue[Data | None] = queue.Queue()
        threading.Thread(target=self._listen, daemon=True).start()

    @property
    def is_running(self) -> bool:
        return self._process.poll() is None

    @property
    def pid(self) -> int:
        return self._process.pid

    def put(self, question: Data) -> None:
        assert self._process.stdin is not None
        self._process.stdin.write(json.dumps(question).encode() + b"\n")
        self._process.stdin.flush()

    def next_message(self, seconds: float) -> Data | None:
        """The next message, or None if none came within these seconds."""
        try:
            message = self._messages.get(timeout=seconds)
        except queue.Empty:
            return None
        if message is None:
            raise WorkerGone
        return message

    def processor_seconds(self) -> float:
        """Processor time of the process; 0 if the system does not report it."""
        with suppress(OSError, ValueError, IndexError):
            stat = Path(f"/proc/{self.pid}/stat").read_text("ascii", "replace")
            user, system = stat.rpartition(")")[2].split()[11:13]
            return (int(user) + int(system)) / os.sysconf("SC_CLK_TCK")
        return 0.0

    def kill(self) -> None:
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
                self._messages.put(json.loads(line))
        except ValueError:
            pass
        self._messages.put(None)


def main() -> None:
    """Answer until the input ends."""
    out = _own_output()
    _limit_resources()
    _report_compiling(out)
    questions: queue.Queue[Data] = queue.Queue()
    threading.Thread(target=_read_questions, args=(questions,), daemon=True).start()
    if questions.empty():
        # Started before anybody asks: what counts is imported while the question is written.
        import_module("feltworks.web.odds_pages.playing")
    while True:
        _send(out, answered(questions.get(), _reporter(out)))


def answered(question: Mapping[str, Any], progress: Progress) -> Data:
    """The answer to one question, or everything that is wrong with it."""
    try:
        return {"answer": _answer(question, progress)}
    except RulesError as error:
        mistakes = [{**each.as_json(), "says": str(each)} for each in error.mistakes]
        return {"refused": "the rules file has mistakes", "mistakes": mistakes}
    except FeltworksError as error:
        return {"refused": str(error), "mistakes": []}
    except ModuleNotFoundError as missing:
        return {"refused": f"this server has not installed {missing.name}", "mistakes": []}
    except MemoryError:
        return {"refused": TOO_LARGE, "mistakes": [], "spent": True}


def audit_answer(question: Mapping[str, Any], progress: Progress) -> Data:
    """The report on an audit of the whole house."""
    from feltworks.house import House

    noted = question["seal"]
    seal = None if noted is None else (int(noted[0]), str(noted[1]))
    with House(question["books"]) as house:
        report = house.audit(replay=question["replay"], seal=seal, progress=progress)
    return report.as_json()


ANSWERED_BY = {
    "odds": "odds_pages.counting.odds_answer",
    "strategy": "odds_pages.playing.answer",
    "position": "odds_pages.playing.answer",
    "reminder": "odds_pages.playing.answer",
    "audit": "odds_pages.worker.audit_answer",
    "paper": "odds_pages.papers.paper_answer",
    "month": "console.reports.month_answer",
    "opening": "practice.sheet.opening_answer",
    "advice": "practice.coach.advice_answer",
    "coach": "practice.coach.ready_answer",
}
"""The function that answers each kind of question; its module is imported on first use."""


def _answer(question: Mapping[str, Any], progress: Progress) -> Data:
    module, _, name = ANSWERED_BY[question["question"]].rpartition(".")
    found: Data = getattr(import_module(f"feltworks.web.{module}"), name)(question, progress)
    return found


def _own_output() -> TextIO:
    """The pipe to the server; anything else that prints goes to the error output."""
    out = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    return out


def _limit_resources() -> None:
    """Sets low priority and a memory limit, if the system supports them."""
    with suppress(OSError, AttributeError):
        os.nice(10)
    with suppress(ImportError, OSError, ValueError):
        import resource

        # Not the address space: the chart library reserves far more of it than it uses.
        resource.setrlimit(resource.RLIMIT_DATA, (LARGEST_MEMORY_BYTES, LARGEST_MEMORY_BYTES))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def _report_compiling(out: TextIO) -> None:
    """Reports that kernels are compiled, which takes far longer than the first count itself."""
    import feltworks.kernels  # noqa: F401 - settles where compiled kernels are kept

    from numba.core import event  # isort: skip

    class CompileReporter(event.Listener):
        def on_start(self, event: object) -> None:
            _send(out, {"progress": {"what": COMPILING, "done": 0, "of": 0}})

        def on_end(self, event: object) -> None:
            """Nothing to say."""

    event.register("numba:compile", CompileReporter())  # type: ignore[no-untyped-call]


def _read_questions(questions: queue.Queue[Data]) -> None:
    for line in sys.stdin:
        questions.put(json.loads(line))
    os._exit(0)


def _reporter(out: TextIO) -> Progress:
    reported = 0.0

    def report(what: str, done: int, of: int) -> None:
        nonlocal reported
        if time.monotonic() - reported >= SECONDS_BETWEEN_REPORTS:
            reported = time.monotonic()
            _send(out, {"progress": {"what": what, "done": done, "of": of}})

    return report


def _send(out: TextIO, message: Data) -> None:
    try:
        out.write(json.dumps(message) + "\n")
        out.flush()
    except BrokenPipeError:
        os._exit(0)


if __name__ == "__main__":
    main()
