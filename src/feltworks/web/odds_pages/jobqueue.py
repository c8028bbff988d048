"""The job queue: questions wait in turn for a worker process to answer them.

A count may take seconds, and a malicious file could take for ever. So nothing is counted in the
server's own process: a worker is another process, and it is killed when its time is up, when the
question is withdrawn, or when nobody has polled for the answer for a while. Shipped games and files
that guests bring have a queue each, so that no file delays a game; games that are opened to be
played have a third, so that nobody waits for his own count to play.

A long count does not delay others either: after its first seconds, if others wait, it goes on
beside the queue with its worker, and a new worker takes the next question. For each guest one
question is counted at a time. Time is the processor's, so that a busy server refuses no more than
an idle one.
"""

from __future__ import annotations

import asyncio
import threading
import time
from collections import OrderedDict, deque
from collections.abc import Callable
from contextlib import suppress

from feltworks.errors import FeltworksError
from feltworks.web.odds_pages.jobs import (
    FAILED,
    NO_ROOM,
    OPENING_LIMITS,
    WITHDRAWN,
    Data,
    Job,
    JobLimits,
)
from feltworks.web.odds_pages.worker import WorkerGone, WorkerProcess

CLOCK_FACTOR = 4
LOOK_SECONDS = 0.05


class QueueFull(FeltworksError):
    """More questions wait than are allowed."""


class JobClock:
    """The time a job has taken since it was given to a worker."""

    def __init__(self, worker: WorkerProcess) -> None:
        self._worker = worker
        self._used = worker.processor_seconds()
        self._began = time.monotonic()

    def seconds(self) -> float:
        used = self._worker.processor_seconds() - self._used
        return max(used, (time.monotonic() - self._began) / CLOCK_FACTOR)


class JobQueue:
    """Jobs in the order they came, and a worker for them, started with the first job."""

    def __init__(
        self, limits: JobLimits, start_worker: Callable[[], WorkerProcess] = WorkerProcess
    ) -> None:
        self.limits = limits
        self._start_worker = start_worker
        self._worker: WorkerProcess | None = None
        self._waiting: deque[Job] = deque()
        self._long: dict[Job, WorkerProcess] = {}
        self._outcomes: OrderedDict[str, Data] = OrderedDict()
        self._known: OrderedDict[str, Job] = OrderedDict()
        self._changed = threading.Condition()
        self._thread: threading.Thread | None = None
        self._closed = False
        self._is_expecting = False

    def expect(self) -> None:
        """A question is likely to come soon: its worker starts now, and is ready by then.

        One that runs already is not kept longer by that.
        """
        with self._changed:
            if self._worker is not None and self._worker.is_running:
                return
            self._is_expecting = True
            self._start()
            self._changed.notify()

    def ask(self, question: Data, who: str) -> Job:
        """A job that waits for its turn, or one whose answer is known."""
        job = Job(question, who)
        with self._changed:
            if (outcome := self._outcomes.get(job.key)) is not None:
                self._outcomes.move_to_end(job.key)
                job.end(outcome)
            else:
                self._check_room(who)
                self._waiting.append(job)
                self._start()
                self._changed.notify()
            self._known[job.id] = job
            while len(self._known) > self.limits.most_known:
                self._known.popitem(last=False)[1].withdrawn = True
        return job

    def find(self, id: str) -> Job | None:
        with self._changed:
            job = self._known.get(id)
            if job is not None:
                job.asked_after = time.monotonic()
            return job

    def place(self, job: Job) -> int:
        """How many jobs come before this one; 0 for a job that does not wait."""
        with self._changed:
            return self._waiting.index(job) + 1 if job in self._waiting else 0

    def close(self) -> None:
        """Ends the worker; jobs that wait are withdrawn."""
        with self._changed:
            self._closed = True
            self._changed.notify()
            workers = [self._worker, *self._long.values()]
        for worker in filter(None, workers):
            worker.kill()
        if self._thread is not None:
            self._thread.join(timeout=5)

    def _check_room(self, who: str) -> None:
        waiting = [job for job in self._waiting if not job.withdrawn]
        if len(waiting) >= self.limits.most_waiting:
            raise QueueFull("more questions are waiting than the server can answer: try later")
        if sum(job.who == who for job in waiting) >= self.limits.most_waiting_each:
            many = self.limits.most_waiting_each
            raise QueueFull(f"{many} questions of yours are waiting already")

    # --- on the queue's own thread --------------------------------------------------------------

    def _start(self) -> None:
        if self._thread is None and not self._closed:
            self._thread = threading.Thread(target=self._run, name="jobs", daemon=True)
            self._thread.start()

    def _run(self) -> None:
        while (job := self._next_job()) is not None:
            if self._is_given_up(job):
                job.end({"refused": WITHDRAWN})
                continue
            job.state = "counting"
            try:
                outcome = self._begun(job)
            except (WorkerGone, OSError):
                self._end_worker()
                outcome = {"refused": WITHDRAWN if self._closed else FAILED}
            if outcome is not None:
                job.end(outcome)

    def _next_job(self) -> Job | None:
        """The first waiting job of a guest for whom nothing is counted; None once closed."""
        with self._changed:
            while not self._closed:
                counted_for = {job.who for job in self._long}
                job = next((each for each in self._waiting if each.who not in counted_for), None)
                if job is not None:
                    self._waiting.remove(job)
                    return job
                if self._is_expecting and (self._worker is None or not self._worker.is_running):
                    with suppress(OSError):
                        self._worker = self._start_worker()
                self._is_expecting = False
                if not self._changed.wait(self.limits.idle_seconds):
                    self._end_worker()
            for job in self._waiting:
                job.end({"refused": WITHDRAWN})
            return None

    def _begun(self, job: Job) -> Data | None:
        """The worker's answer; None for a job that goes on beside the queue."""
        if self._worker is None or not self._worker.is_running:
            self._worker = self._start_worker()
        clock = JobClock(self._worker)
        self._worker.put(job.question)
        outcome = self._outcome(job, self._worker, clock, makes_way=True)
        if outcome is not None:
            if not self._worker.is_running:
                self._worker = None
            return outcome
        if len(self._long) >= self.limits.most_long:
            self._end_worker()
            return {"refused": NO_ROOM}
        worker, self._worker = self._worker, None
        with self._changed:
            self._long[job] = worker
        threading.Thread(target=self._go_on, args=(job, worker, clock), daemon=True).start()
        return None

    def _go_on(self, job: Job, worker: WorkerProcess, clock: JobClock) -> None:
        """Finishes a long job on a thread of its own; its worker ends with it."""
        try:
            outcome = self._outcome(job, worker, clock, makes_way=False)
        except (WorkerGone, OSError):
            outcome = {"refused": WITHDRAWN if self._closed else FAILED}
        worker.kill()
        with self._changed:
            del self._long[job]
            self._changed.notify()
        assert outcome is not None
        job.end(outcome)

    def _outcome(
        self, job: Job, worker: WorkerProcess, clock: JobClock, *, makes_way: bool
    ) -> Data | None:
        """The worker's answer, if it comes in time and somebody waits; None to make way."""
        while (message := worker.next_message(0.25)) is None or "progress" in message:
            if message is not None:
                job.progress = message["progress"]
            spent = clock.seconds()
            if spent > self.limits.seconds:
                worker.kill()
                text = self.limits.too_long.format(seconds=self.limits.seconds)
                return self._kept(job, {"refused": text})
            if self._is_given_up(job):
                worker.kill()
                return {"refused": WITHDRAWN}
            if makes_way and spent > self.limits.quick_seconds and self._others_wait(job.who):
                return None
        if message.get("spent"):
            worker.kill()
        return self._kept(job, message)

    def _others_wait(self, who: str) -> bool:
        with self._changed:
            counted_for = {who, *(job.who for job in self._long)}
            return any(job.who not in counted_for for job in self._waiting)

    def _kept(self, job: Job, outcome: Data) -> Data:
        """Remembers an outcome for the same question."""
        with self._changed:
            self._outcomes[job.key] = outcome
            while len(self._outcomes) > self.limits.most_kept:
                self._outcomes.popitem(last=False)
        return outcome

    def _is_given_up(self, job: Job) -> bool:
        silent = time.monotonic() - job.asked_after
        return job.withdrawn or self._closed or silent > self.limits.abandoned_seconds

    def _end_worker(self) -> None:
        if self._worker is not None:
            self._worker.kill()
            self._worker = None


async def answered(queue: JobQueue | OddsJobs, job: Job) -> None:
    """Waits until a job is over; polling keeps it from being dropped."""
    while not job.over.is_set():
        queue.find(job.id)
        await asyncio.sleep(LOOK_SECONDS)


class OddsJobs:
    """Three queues: shipped games, files that guests bring, and games opened to be played."""

    def __init__(self, limits: JobLimits | None = None) -> None:
        limits = limits or JobLimits()
        self.queues = {
            "games": JobQueue(limits),
            "files": JobQueue(limits),
            "openings": JobQueue(OPENING_LIMITS),
        }

    def ask(self, question: Data, who: str) -> Job:
        kind = "games" if question.get("text") is None else "files"
        kind = "openings" if question["question"] == "opening" else kind
        return self.queues[kind].ask(question, who)

    def expect_file(self) -> None:
        """Somebody looks at the odds page, and may bring a file next."""
        self.queues["files"].expect()

    def find(self, id: str) -> tuple[JobQueue, Job] | None:
        for queue in self.queues.values():
            if (job := queue.find(id)) is not None:
                return queue, job
        return None

    def close(self) -> None:
        for queue in self.queues.values():
            queue.close()
