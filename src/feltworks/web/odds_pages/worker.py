"""The clerk: a process of its own that counts, so that no count can hold up a table.

It reads questions from its standard input, one JSON object a line, and answers each with any
number of progress lines and one answer. It works at low priority and within a limit of memory;
whoever asks may kill it at any time. When its input ends, whatever it does, it goes.

    {"question": "odds", "game": ...}   ->   {"progress": ["boards", 3, 20]} ... {"answer": {...}}
"""

from __future__ import annotations

import json
import os
import queue
import sys
import threading
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Any, TextIO

from feltworks.errors import FeltworksError
from feltworks.rules.mistakes import RulesError

Data = dict[str, Any]
LARGEST_MEMORY_BYTES = 4 * 1024**3
SECONDS_BETWEEN_REPORTS = 0.2
COMPILING = "kernels are compiled, once on this computer"
TOO_LARGE = "counting this needs more memory than the counting office has"


def main() -> None:
    """Answer until the input ends."""
    out = _own_output()
    _keep_small()
    _tell_of_compiling(out)
    questions: queue.Queue[Data] = queue.Queue()
    threading.Thread(target=_listen, args=(questions,), daemon=True).start()
    while True:
        _say(out, answered(questions.get(), _reporter(out)))


def answered(question: Mapping[str, Any], progress: Callable[[str, int, int], None]) -> Data:
    """The answer to one question, or everything that is wrong with it."""
    try:
        return {"answer": _QUESTIONS[question["question"]](question, progress)}
    except RulesError as error:
        mistakes = [{**mistake.as_json(), "says": str(mistake)} for mistake in error.mistakes]
        return {"refused": "the rules file has mistakes", "mistakes": mistakes}
    except FeltworksError as error:
        return {"refused": str(error), "mistakes": []}
    except MemoryError:
        return {"refused": TOO_LARGE, "mistakes": [], "spent": True}


def _odds(question: Mapping[str, Any], progress: Callable[[str, int, int], None]) -> Data:
    from feltworks.web.odds_pages.counting import odds_answer

    return odds_answer(question, progress)


def _play(question: Mapping[str, Any], progress: Callable[[str, int, int], None]) -> Data:
    from feltworks.web.odds_pages.playing import answer

    return answer(question, progress)


def _reminder(question: Mapping[str, Any], progress: Callable[[str, int, int], None]) -> Data:
    from feltworks.web.odds_pages.playing import reminder

    return reminder(question, progress)


def _audit(question: Mapping[str, Any], progress: Callable[[str, int, int], None]) -> Data:
    from feltworks.house import House

    noted = question["seal"]
    seal = None if noted is None else (int(noted[0]), str(noted[1]))
    with House(question["books"]) as house:
        report = house.audit(replay=question["replay"], seal=seal, progress=progress)
    return report.as_json()


_QUESTIONS = {
    "odds": _odds,
    "strategy": _play,
    "position": _play,
    "reminder": _reminder,
    "audit": _audit,
}


def _own_output() -> TextIO:
    """The pipe to whoever asks; anything else that prints goes to the error output."""
    out = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    return out


def _keep_small() -> None:
    """Low priority and bounded memory, where the system offers them."""
    with suppress(OSError, AttributeError):
        os.nice(10)
    with suppress(ImportError, OSError, ValueError):
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (LARGEST_MEMORY_BYTES, LARGEST_MEMORY_BYTES))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def _tell_of_compiling(out: TextIO) -> None:
    """The first count on a computer compiles its kernels, which takes far longer than any count."""
    import feltworks.kernels  # noqa: F401 - settles where compiled kernels are kept

    from numba.core import event  # isort: skip

    class CompileListener(event.Listener):
        def on_start(self, event: object) -> None:
            _say(out, {"progress": {"what": COMPILING, "done": 0, "of": 0}})

        def on_end(self, event: object) -> None:
            """Nothing to say."""

    event.register("numba:compile", CompileListener())  # type: ignore[no-untyped-call]


def _listen(questions: queue.Queue[Data]) -> None:
    for line in sys.stdin:
        questions.put(json.loads(line))
    os._exit(0)


def _reporter(out: TextIO) -> Callable[[str, int, int], None]:
    said = 0.0

    def report(what: str, done: int, of: int) -> None:
        nonlocal said
        if time.monotonic() - said >= SECONDS_BETWEEN_REPORTS:
            said = time.monotonic()
            _say(out, {"progress": {"what": what, "done": done, "of": of}})

    return report


def _say(out: TextIO, message: Data) -> None:
    try:
        out.write(json.dumps(message) + "\n")
        out.flush()
    except BrokenPipeError:
        os._exit(0)


if __name__ == "__main__":
    main()
