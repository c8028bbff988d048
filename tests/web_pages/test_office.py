"""The counting office: nobody waits for ever, and no clerk outlives his question's time."""

import sys
import time

import pytest

from feltworks.web.odds_pages.desk import WorkerProcess
from feltworks.web.odds_pages.jobs import JobLimits, JobQueue, QueueFull

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


class Hired(list):
    """Every clerk that was hired."""

    def __init__(self, script):
        self.script = script

    def __call__(self):
        self.append(WorkerProcess((sys.executable, "-c", self.script)))
        return self[-1]


@pytest.fixture
def lane_of():
    lanes = []

    def make(script, **rules):
        hired = Hired(script)
        lanes.append(JobQueue(JobLimits(**rules), hired))
        return lanes[-1], hired

    yield make
    for lane in lanes:
        lane.close()


def over(count):
    assert count.over.wait(30)
    return count


def test_a_question_is_answered_and_the_answer_kept(lane_of):
    lane, hired = lane_of(ECHO)
    first = over(lane.ask({"n": 1}, "ada"))
    assert (first.state, first.answer) == ("done", {"heard": {"n": 1}})
    assert first.progress == {"what": "thinking", "done": 1, "of": 2}
    again = lane.ask({"n": 1}, "ben")
    assert again.state == "done" and again.answer == first.answer and again.id != first.id
    assert len(hired) == 1


def test_a_count_that_takes_too_long_ends_its_clerk(lane_of):
    lane, hired = lane_of(SLEEPS, seconds=0.3)
    count = over(lane.ask({"n": 1}, "ada"))
    assert count.state == "refused" and "longer than" in count.says
    assert not hired[0].is_there


def test_the_next_question_gets_a_new_clerk(lane_of):
    lane, hired = lane_of(SLEEPS, seconds=0.3)
    over(lane.ask({"n": 1}, "ada"))
    hired.script = ECHO
    assert over(lane.ask({"n": 2}, "ada")).state == "done"
    assert len(hired) == 2


def test_what_took_too_long_once_is_not_tried_again(lane_of):
    lane, hired = lane_of(SLEEPS, seconds=0.3)
    over(lane.ask({"n": 1}, "ada"))
    assert lane.ask({"n": 1}, "ada").state == "refused"
    assert len(hired) == 1


def test_a_withdrawn_question_stops_its_clerk(lane_of):
    lane, hired = lane_of(SLEEPS)
    count = lane.ask({"n": 1}, "ada")
    while count.state == "waiting":
        time.sleep(0.01)
    count.withdrawn = True
    assert over(count).state == "refused"
    assert not hired[0].is_there


def test_a_question_nobody_asks_after_is_dropped(lane_of):
    lane, hired = lane_of(SLEEPS, abandoned_seconds=0.3)
    count = over(lane.ask({"n": 1}, "ada"))
    assert "withdrawn" in count.says
    assert not hired[0].is_there


def test_a_clerk_who_falls_over_is_told_and_replaced(lane_of):
    lane, hired = lane_of(DIES)
    assert "could not answer" in over(lane.ask({"n": 1}, "ada")).says
    hired.script = ECHO
    assert over(lane.ask({"n": 1}, "ada")).state == "done"


def test_a_clerk_out_of_memory_is_sent_home(lane_of):
    lane, hired = lane_of(SPENT)
    assert over(lane.ask({"n": 1}, "ada")).says == "too much"
    assert not hired[0].is_there


def test_an_idle_clerk_goes_home_and_another_comes(lane_of):
    lane, hired = lane_of(ECHO, idle_seconds=0.2)
    over(lane.ask({"n": 1}, "ada"))
    until = time.monotonic() + 30
    while hired[0].is_there:
        assert time.monotonic() < until
        time.sleep(0.02)
    assert over(lane.ask({"n": 2}, "ada")).state == "done"
    assert len(hired) == 2


def test_one_person_cannot_fill_the_lane(lane_of):
    lane, _ = lane_of(SLEEPS, most_waiting_each=2)
    for n in range(8):
        try:
            lane.ask({"n": n}, "ada")
        except QueueFull:
            break
    else:
        pytest.fail("eight questions of one person wait")
    assert lane.ask({"n": 99}, "ben").state == "waiting"


def test_all_together_cannot_fill_it_beyond_its_end(lane_of):
    lane, _ = lane_of(SLEEPS, most_waiting=3)
    with pytest.raises(QueueFull):
        for n in range(8):
            lane.ask({"n": n}, f"guest {n}")


def test_closing_ends_the_clerk_and_whoever_waits(lane_of):
    lane, hired = lane_of(SLEEPS)
    counts = [lane.ask({"n": n}, f"guest {n}") for n in range(3)]
    while counts[0].state == "waiting":
        time.sleep(0.01)
    lane.close()
    assert all(over(count).state == "refused" for count in counts)
    assert not hired[0].is_there
