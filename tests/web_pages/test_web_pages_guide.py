"""The guide to these pages names the routes and limits that there are."""

import re
from pathlib import Path

from tests.ask.counts import LARGEST_BYTES

from feltworks.web.console.attempts import (
    FIRST_WAIT_SECONDS,
    FREE_FAILURES,
    LONGEST_NAME_WAIT_SECONDS,
    LONGEST_WAIT_SECONDS,
)
from feltworks.web.console.sessions import IDLE_SECONDS, LONGEST_SECONDS
from feltworks.web.odds_pages.jobs import OPENING_LIMITS, JobLimits
from feltworks.web.odds_pages.worker import LARGEST_MEMORY_BYTES
from feltworks.web.practice.coach import COACH_LIMITS
from feltworks.web.practice.games import KEPT_SECONDS, MOST_GAMES, MOST_GAMES_EACH
from feltworks.web.practice.room import LEFT_SECONDS, MOST_TABLES, MOST_TABLES_EACH
from feltworks.web.practice.sheet import MOST_HANDS_LOOKED_AT

GUIDE = (Path(__file__).parents[2] / "docs" / "web-pages.md").read_text(encoding="utf-8")
OURS = ("/api/odds", "/api/practice", "/api/rules", "/api/console")


def test_every_route_is_told_and_none_that_is_not_there(client):
    paths = client.get("/openapi.json").json()["paths"]
    there = {
        f"{method.upper()} {path}"
        for path, methods in paths.items()
        for method in methods
        if path.startswith(OURS)
    }
    assert set(re.findall(r"`((?:GET|POST|PUT|DELETE) /api/[^`]+)`", GUIDE)) == there


def test_the_guide_says_who_may_call_what(visitor, auditor):
    for line in GUIDE.splitlines():
        if found := re.match(r"\| `(POST|PUT|DELETE) (/api/console\S+)` \| operators[^|]*\|", line):
            path = re.sub(r"\{\w+\}", "x", found[2])
            assert auditor.request(found[1], path).status_code == 403


def test_limits_are_those_of_the_queue():
    rules = JobLimits()
    for wanted in (
        f"| a rules file | {LARGEST_BYTES // 1024} kB |",
        f"| a count | {rules.seconds:.0f} seconds of the processor;",
        f"| {rules.most_waiting} in all, {rules.most_waiting_each} from one address |",
        f"dropped after {rules.abandoned_seconds:.0f} seconds",
        f"| memory of a worker | {LARGEST_MEMORY_BYTES // 1024**3} GB |",
    ):
        assert wanted in GUIDE


def test_limits_of_practice_are_as_told():
    for wanted in (
        f"| a kept game | {KEPT_SECONDS / 3600:.0f} hours,",
        f"| kept games | {MOST_GAMES} in all, {MOST_GAMES_EACH} from one address;",
        f"| private tables | one for each guest, {MOST_TABLES_EACH} from one address, "
        f"{MOST_TABLES} in all |",
        f"seats together drawn from their cards in {MOST_HANDS_LOOKED_AT:,} ways |",
        f"| opening a game | {OPENING_LIMITS.seconds:.0f} seconds of the processor |",
        f"| a table without its guest | closed after {LEFT_SECONDS:.0f} seconds;",
        f"| solving a game for its coach | {COACH_LIMITS.seconds:.0f} seconds of the processor |",
    ):
        assert wanted in GUIDE


def test_waits_and_sessions_are_as_told():
    words = {5: "five", 12: "twelve"}
    says = " ".join(GUIDE.split())
    assert f"After {words[FREE_FAILURES]} failures" in says
    waits = f"from {FIRST_WAIT_SECONDS:.0f} seconds up to {LONGEST_WAIT_SECONDS / 60:.0f} minutes"
    assert waits in says
    assert f"wait for a name is {LONGEST_NAME_WAIT_SECONDS:.0f} seconds at most" in says
    assert IDLE_SECONDS == 1800 and "half an hour of rest" in says
    assert f"{words[round(LONGEST_SECONDS / 3600)]} hours" in says
