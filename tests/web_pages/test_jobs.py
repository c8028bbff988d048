"""The job queue: nobody waits for ever, and no worker outlives its question's time."""

import sys
import time

import pytest

from feltworks.web.odds_pages.jobqueue import JobQueue, OddsJobs, QueueFull
from feltworks.web.odds_pages.jobs import JobLimits
from feltworks.web.odds_pages.worker import WorkerProcess

from .room import asked_directly, card_room

ECHO = """
import json, sys
for line in sys.stdin:
    question = json.loads(line)
    print(json.dumps({"progress": {"what": "thinking", "done": 1, "of": 2}}), flush=True)
    print(json.dumps({"answer": {"heard": question}}), flush=True)
"""
SLEEPS = "import sys, time\nfor line in sys.stdin: time.sleep(600)"
DIES = "import sys\nsys.stdin.readline()"
SPENT = """
import json, sys
for line in sys.stdin:
    print(json.dumps({"refused": "too much", "mistakes": [], "spent": True}), flush=True)
"""


class Started(list):
    """Every worker that was started."""

    def __init__(self, script):
        self.script = script

    def __call__(self):
        self.append(WorkerProcess((sys.executable, "-c", self.script)))
        return self[-1]


@pytest.fixture
def queue_of():
    queues = []

    def make(script, **rules):
        started = Started(script)
        queues.append(JobQueue(JobLimits(**rules), started))
        return queues[-1], started

    yield make
    for queue in queues:
        queue.close()


def over(job):
    assert job.over.wait(120)
    return job


def test_a_question_is_answered_and_the_answer_kept(queue_of):
    queue, started = queue_of(ECHO)
    first = over(queue.ask({"n": 1}, "ada"))
    assert (first.state, first.answer) == ("done", {"heard": {"n": 1}})
    assert first.progress == {"what": "thinking", "done": 1, "of": 2}
    again = queue.ask({"n": 1}, "ben")
    assert again.state == "done" and again.answer == first.answer and again.id != first.id
    assert len(started) == 1


def test_a_question_that_is_expected_finds_its_worker_started(queue_of):
    queue, started = queue_of(ECHO)
    queue.expect()
    until = time.monotonic() + 120
    while not started and time.monotonic() < until:
        time.sleep(0.005)
    assert [worker.is_running for worker in started] == [True]
    queue.expect()
    assert over(queue.ask({"n": 1}, "ada")).state == "done"
    assert len(started) == 1


def test_a_worker_that_is_expected_again_and_again_and_never_asked_ends_all_the_same(queue_of):
    queue, started = queue_of(ECHO, idle_seconds=0.2)
    until = time.monotonic() + 120
    while not (started and not started[0].is_running) and time.monotonic() < until:
        queue.expect()
        time.sleep(0.02)
    assert not started[0].is_running


@pytest.mark.slow
def test_a_job_that_takes_too_long_ends_its_worker(queue_of):
    queue, started = queue_of(SLEEPS, seconds=0.3)
    job = over(queue.ask({"n": 1}, "ada"))
    assert job.state == "refused" and "longer than" in job.says
    assert not started[0].is_running


@pytest.mark.slow
def test_the_next_question_gets_a_new_worker(queue_of):
    queue, started = queue_of(SLEEPS, seconds=0.3)
    over(queue.ask({"n": 1}, "ada"))
    started.script = ECHO
    assert over(queue.ask({"n": 2}, "ada")).state == "done"
    assert len(started) == 2


@pytest.mark.slow
def test_what_took_too_long_once_is_not_tried_again(queue_of):
    queue, started = queue_of(SLEEPS, seconds=0.3)
    over(queue.ask({"n": 1}, "ada"))
    assert queue.ask({"n": 1}, "ada").state == "refused"
    assert len(started) == 1


def test_what_is_opened_to_be_played_does_not_wait_for_ones_own_count(queue_of):
    jobs = OddsJobs()
    jobs.queues |= {"files": queue_of(SLEEPS)[0], "openings": queue_of(ECHO)[0]}
    count = jobs.ask({"question": "odds", "text": "a file"}, "ada")
    opening = over(jobs.ask({"question": "opening", "text": "a file"}, "ada"))
    assert opening.state == "done" and not count.over.is_set()


def test_a_withdrawn_question_stops_its_worker(queue_of):
    queue, started = queue_of(SLEEPS)
    job = queue.ask({"n": 1}, "ada")
    while job.state == "waiting":
        time.sleep(0.01)
    job.withdrawn = True
    assert over(job).state == "refused"
    assert not started[0].is_running


@pytest.mark.slow
def test_a_question_nobody_asks_after_is_dropped(queue_of):
    queue, started = queue_of(SLEEPS, abandoned_seconds=0.3)
    job = over(queue.ask({"n": 1}, "ada"))
    assert "withdrawn" in job.says
    assert not started[0].is_running


def test_a_worker_who_falls_over_is_told_and_replaced(queue_of):
    queue, started = queue_of(DIES)
    assert "could not answer" in over(queue.ask({"n": 1}, "ada")).says
    started.script = ECHO
    assert over(queue.ask({"n": 1}, "ada")).state == "done"


def test_a_worker_out_of_memory_is_sent_home(queue_of):
    queue, started = queue_of(SPENT)
    assert over(queue.ask({"n": 1}, "ada")).says == "too much"
    assert not started[0].is_running


def test_an_idle_worker_goes_home_and_another_comes(queue_of):
    queue, started = queue_of(ECHO, idle_seconds=0.2)
    over(queue.ask({"n": 1}, "ada"))
    until = time.monotonic() + 120
    while started[0].is_running:
        assert time.monotonic() < until
        time.sleep(0.02)
    assert over(queue.ask({"n": 2}, "ada")).state == "done"
    assert len(started) == 2


def test_one_person_cannot_fill_the_queue(queue_of):
    queue, _ = queue_of(SLEEPS, most_waiting_each=2)
    for n in range(8):
        try:
            queue.ask({"n": n}, "ada")
        except QueueFull:
            break
    else:
        pytest.fail("eight questions of one person wait")
    assert queue.ask({"n": 99}, "ben").state == "waiting"


def test_all_together_cannot_fill_it_beyond_its_end(queue_of):
    queue, _ = queue_of(SLEEPS, most_waiting=3)
    with pytest.raises(QueueFull):
        for n in range(8):
            queue.ask({"n": n}, f"guest {n}")


def test_closing_ends_the_worker_and_whoever_waits(queue_of):
    queue, started = queue_of(SLEEPS)
    jobs = [queue.ask({"n": n}, f"guest {n}") for n in range(3)]
    while jobs[0].state == "waiting":
        time.sleep(0.01)
    queue.close()
    assert all(over(job).state == "refused" for job in jobs)
    assert not started[0].is_running


def test_a_room_that_closes_ends_the_workers_of_every_queue(tmp_path, queue_of):
    """A worker that nobody asks anything would stay for ten minutes."""
    with card_room(tmp_path, rounds=0) as app:
        jobs, workers = app.state.odds_jobs, []
        for kind in jobs.queues:
            jobs.queues[kind], started = queue_of(ECHO)
            workers.append(started)
        with asked_directly(app):
            for question in ({}, {"text": "a file"}, {"text": "a file", "question": "opening"}):
                over(jobs.ask({"question": "odds", **question}, "ada"))
            assert [each.is_running for (each,) in workers] == [True] * 3
        assert [each.is_running for (each,) in workers] == [False] * 3


COUNTS = """
import json, sys, time
for line in sys.stdin:
    question = json.loads(line)
    until = time.process_time() + question["seconds"]
    while time.process_time() < until: pass
    print(json.dumps({"answer": question}), flush=True)
"""


@pytest.mark.slow
def test_a_short_count_does_not_wait_for_a_long_one_of_somebody_else(queue_of):
    queue, started = queue_of(COUNTS, quick_seconds=0.2)
    long = queue.ask({"seconds": 600}, "ada")
    short = over(queue.ask({"seconds": 0}, "ben"))
    assert short.state == "done"
    assert long.state == "counting" and started[0].is_running and len(started) == 2
    assert queue.ask({"seconds": 0.01}, "ada").state == "waiting"
    assert over(queue.ask({"seconds": 0.02}, "ben")).state == "done"
    assert queue.place(next(iter(queue._waiting))) == 1


@pytest.mark.slow
def test_when_a_long_count_ends_the_next_of_that_guest_begins(queue_of):
    queue, _ = queue_of(COUNTS, quick_seconds=0.1)
    long = queue.ask({"seconds": 0.6}, "ada")
    over(queue.ask({"seconds": 0}, "ben"))
    second = queue.ask({"seconds": 0.01}, "ada")
    assert over(long).answer == {"seconds": 0.6}
    assert over(second).state == "done"


@pytest.mark.slow
def test_only_so_many_long_counts_go_on_beside_the_queue(queue_of):
    queue, _ = queue_of(COUNTS, quick_seconds=0.1, most_long=1)
    first, second = (queue.ask({"seconds": 600 + n}, f"guest {n}") for n in range(2))
    assert over(queue.ask({"seconds": 0}, "ben")).state == "done"
    assert over(second).state == "refused"
    assert "busy with other long counts" in second.says and "feltworks odds FILE" in second.says
    assert first.state == "counting"


@pytest.mark.slow
def test_the_limit_is_of_the_processor(queue_of):
    queue, started = queue_of(COUNTS, seconds=0.4)
    job = over(queue.ask({"seconds": 600}, "ada"))
    assert "of its processor" in job.says and "feltworks odds FILE" in job.says
    assert not started[0].is_running
