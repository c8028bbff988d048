"""The counting office: questions wait in a lane, one clerk a lane answers them.

A count may take seconds, and a file that somebody wrote to do harm would take for ever. So nothing
is counted in the server's own process: a clerk is another process, and it is stopped when its time
is up, when whoever asked withdraws, or when nobody has asked for the answer for a while. Shipped
games and files that guests bring have a lane each, so that no file keeps anybody from a game.
"""

from __future__ import annotations

import hashlib
import json
import secrets
import threading
import time
from collections import OrderedDict, deque
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Literal

from feltworks.errors import FeltworksError
from feltworks.web.odds_pages.desk import WorkerGone, WorkerProcess

Data = dict[str, Any]
State = Literal["waiting", "counting", "done", "refused"]
TIME_IS_UP = "counting this takes longer than the counting office allows, {seconds:.0f} seconds"
WITHDRAWN = "the question was withdrawn"
FELL_OVER = "the counting office could not answer this question"


class QueueFull(FeltworksError):
    """More questions than the office takes on."""


@dataclass(frozen=True, slots=True, kw_only=True)
class JobLimits:
    """How long a count may take and how many may wait; answers that are kept for the next.

    A clerk who has had nothing to do for `idle_seconds` goes home, and his memory with him.
    """

    seconds: float = 150.0
    abandoned_seconds: float = 30.0
    idle_seconds: float = 600.0
    most_waiting: int = 16
    most_waiting_each: int = 3
    most_kept: int = 64
    most_told: int = 256


@dataclass(eq=False)
class Job:
    """One question and what has come of it; `answer` is the clerk's, as plain data.

    Once it is over the question itself, which may be a whole file, is let go.
    """

    question: Data
    who: str
    id: str = field(default_factory=lambda: secrets.token_urlsafe(16))
    state: State = "waiting"
    progress: Data | None = None
    answer: Data | None = None
    says: str | None = None
    mistakes: list[Data] = field(default_factory=list)
    withdrawn: bool = False
    asked_after: float = field(default_factory=time.monotonic)
    over: threading.Event = field(default_factory=threading.Event)

    def __post_init__(self) -> None:
        asked = json.dumps(self.question, sort_keys=True)
        self.key = hashlib.sha256(asked.encode()).hexdigest()

    def end(self, state: State, *, says: str | None = None) -> None:
        self.state, self.says, self.question = state, says, {}
        self.over.set()


class JobQueue:
    """A queue with a clerk at its end; the clerk is hired with the first question."""

    def __init__(self, rules: JobLimits, hire: Callable[[], WorkerProcess] = WorkerProcess) -> None:
        self.rules = rules
        self._hire = hire
        self._clerk: WorkerProcess | None = None
        self._queue: deque[Job] = deque()
        self._kept: OrderedDict[str, Job] = OrderedDict()
        self._told: OrderedDict[str, Job] = OrderedDict()
        self._turn = threading.Condition()
        self._thread: threading.Thread | None = None
        self._closed = False

    def ask(self, question: Data, who: str) -> Job:
        """A count that waits for its turn, or one that is answered already."""
        count = Job(question, who)
        with self._turn:
            if (known := self._kept.get(count.key)) is not None:
                self._kept.move_to_end(count.key)
                count.answer, count.mistakes = known.answer, known.mistakes
                count.end(known.state, says=known.says)
            else:
                self._check_room(who)
                self._queue.append(count)
                self._start()
                self._turn.notify()
            self._told[count.id] = count
            while len(self._told) > self.rules.most_told:
                self._told.popitem(last=False)[1].withdrawn = True
        return count

    def find(self, id: str) -> Job | None:
        with self._turn:
            count = self._told.get(id)
            if count is not None:
                count.asked_after = time.monotonic()
            return count

    def place(self, count: Job) -> int:
        """How many questions are before this one."""
        with self._turn:
            return self._queue.index(count) + 1 if count in self._queue else 0

    def close(self) -> None:
        """Sends the clerk home; whatever waits is withdrawn."""
        with self._turn:
            self._closed = True
            for count in self._queue:
                count.withdrawn = True
            self._turn.notify()
            clerk = self._clerk
        if clerk is not None:
            clerk.dismiss()
        if self._thread is not None:
            self._thread.join(timeout=5)

    def _check_room(self, who: str) -> None:
        waiting = [count for count in self._queue if not count.withdrawn]
        if len(waiting) >= self.rules.most_waiting:
            raise QueueFull("the counting office has more questions than it can answer: try later")
        if sum(count.who == who for count in waiting) >= self.rules.most_waiting_each:
            many = self.rules.most_waiting_each
            raise QueueFull(f"{many} questions of yours are waiting already")

    # --- at the end of the lane -----------------------------------------------------------------

    def _start(self) -> None:
        if self._thread is None and not self._closed:
            self._thread = threading.Thread(target=self._work, name="counting", daemon=True)
            self._thread.start()

    def _work(self) -> None:
        while True:
            with self._turn:
                while not self._queue and not self._closed:
                    if not self._turn.wait(self.rules.idle_seconds):
                        self._dismiss()
                if self._closed:
                    for count in self._queue:
                        count.end("refused", says=WITHDRAWN)
                    return
                count = self._queue.popleft()
            if self._is_given_up(count):
                count.end("refused", says=WITHDRAWN)
                continue
            count.state = "counting"
            self._answer(count)

    def _answer(self, count: Job) -> None:
        until = time.monotonic() + self.rules.seconds
        try:
            clerk = self._at_work()
            clerk.put(count.question)
            while (message := clerk.hear(0.25)) is None or "progress" in message:
                if message is not None:
                    count.progress = message["progress"]
                if time.monotonic() > until:
                    self._stop(count, TIME_IS_UP.format(seconds=self.rules.seconds), keep=True)
                    return
                if self._is_given_up(count):
                    self._stop(count, WITHDRAWN)
                    return
        except (WorkerGone, OSError):
            self._stop(count, WITHDRAWN if self._closed else FELL_OVER)
            return
        if message.get("spent"):
            self._dismiss()
        self._finish(count, message)

    def _finish(self, count: Job, message: Data) -> None:
        if "answer" in message:
            count.answer = message["answer"]
            self._keep(count)
            count.end("done")
        else:
            count.mistakes = message["mistakes"]
            count.says = message["refused"]
            count.state = "refused"
            self._keep(count)
            count.end("refused", says=message["refused"])

    def _keep(self, count: Job) -> None:
        state: State = "refused" if count.answer is None else "done"
        kept = Job({}, "", state=state, answer=count.answer, says=count.says)
        kept.mistakes = count.mistakes
        with self._turn:
            self._kept[count.key] = kept
            while len(self._kept) > self.rules.most_kept:
                self._kept.popitem(last=False)

    def _stop(self, count: Job, says: str, *, keep: bool = False) -> None:
        self._dismiss()
        count.says = says
        if keep:
            self._keep(count)
        count.end("refused", says=says)

    def _is_given_up(self, count: Job) -> bool:
        silent = time.monotonic() - count.asked_after
        return count.withdrawn or self._closed or silent > self.rules.abandoned_seconds

    def _at_work(self) -> WorkerProcess:
        if self._clerk is None or not self._clerk.is_there:
            self._clerk = self._hire()
        return self._clerk

    def _dismiss(self) -> None:
        if self._clerk is not None:
            self._clerk.dismiss()
            self._clerk = None


class OddsJobs:
    """Both lanes: shipped games, and files that guests bring."""

    def __init__(self, rules: JobLimits | None = None) -> None:
        rules = rules or JobLimits()
        self.lanes = {"games": JobQueue(rules), "files": JobQueue(rules)}

    def ask(self, question: Data, who: str) -> Job:
        return self.lanes["games" if question.get("text") is None else "files"].ask(question, who)

    def find(self, id: str) -> tuple[JobQueue, Job] | None:
        for lane in self.lanes.values():
            if (count := lane.find(id)) is not None:
                return lane, count
        return None

    def close(self) -> None:
        for lane in self.lanes.values():
            lane.close()
