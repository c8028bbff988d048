"""Jobs: questions for a worker process, how long each may take, and how its state is reported."""

from __future__ import annotations

import hashlib
import json
import secrets
import threading
import time
from dataclasses import dataclass, field
from typing import Any, Literal

from pydantic import BaseModel

from feltworks.web.protocol.copying import Copied

Data = dict[str, Any]
State = Literal["waiting", "counting", "done", "refused"]
AT_HOME = "`feltworks odds FILE` on a computer of your own counts it without a limit"
TIME_IS_UP = (
    "counting this takes longer than the server allows, {seconds:.0f} seconds of its processor: "
    + AT_HOME
)
OPENS_TOO_LONG = (
    "opening this game takes longer than the server allows, {seconds:.0f} seconds of its "
    "processor: `feltworks play FILE` on a computer of your own opens it without a limit"
)
NO_ROOM = "the server is busy with other long counts: ask again in a while, or " + AT_HOME
WITHDRAWN = "the question was withdrawn"
FAILED = "the server could not answer this question"
PASSING = frozenset({NO_ROOM, WITHDRAWN, FAILED})
"""Refusals that are not about the question itself: asked again, it may be answered."""


@dataclass(frozen=True, slots=True, kw_only=True)
class JobLimits:
    """How long a job may take, how many may wait, and how many answers are kept.

    A job's seconds are processor time, or a quarter of the elapsed time if that is more. After
    `quick_seconds` a job makes way for those that wait; `most_long` go on beside the queue. A job
    is dropped when nobody has polled for it for `abandoned_seconds`; a worker idle for
    `idle_seconds` is ended, to free its memory. `most_kept` answers are reused for the same
    question; `most_known` jobs can be polled. `too_long` is the message when a job's time is up.
    """

    seconds: float = 150.0
    quick_seconds: float = 4.0
    most_long: int = 2
    abandoned_seconds: float = 30.0
    idle_seconds: float = 600.0
    most_waiting: int = 16
    most_waiting_each: int = 3
    most_kept: int = 64
    most_known: int = 256
    too_long: str = TIME_IS_UP


AUDIT_LIMITS = JobLimits(seconds=1800.0, abandoned_seconds=600.0, most_waiting=2, most_kept=0)
OPENING_LIMITS = JobLimits(seconds=30.0, too_long=OPENS_TOO_LONG)
MONTH_LIMITS = JobLimits(seconds=300.0, most_waiting=4, most_kept=0)


class JobProgress(BaseModel):
    """How far a job has come; `of` is 0 if the end is not known."""

    what: str
    done: int
    of: int


class JobReply(Copied):
    """The state of a job; `says` is why there is no answer, in one sentence."""

    id: str
    state: State
    progress: JobProgress | None = None
    says: str | None = None


class ReportReply(JobReply):
    """The state of a report; `report` is there when it is done."""

    report: dict[str, Any] | None = None


@dataclass(eq=False)
class Job:
    """One question and its outcome; `answer` is the worker's, as plain data.

    Once it is over, the question itself, which may be a whole file, is dropped.
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
        question = json.dumps(self.question, sort_keys=True)
        self.key = hashlib.sha256(question.encode()).hexdigest()

    def end(self, outcome: Data) -> None:
        """Takes the outcome: an answer, or why there is none."""
        self.answer, self.says = outcome.get("answer"), outcome.get("refused")
        self.mistakes = outcome.get("mistakes", [])
        self.state = "refused" if self.answer is None else "done"
        self.question = {}
        self.over.set()
