"""One card room for the tests that only look, and a fresh one for those that act."""

import pytest
from tests.chromium import chromium_started

from feltworks.web.odds_pages.jobqueue import OddsJobs

from .room import asked_directly, card_room, enter


class StayingJobs(OddsJobs):
    """Workers that stay when a room closes, for the next one: each takes a second to start.

    `test_jobs.py::test_a_room_that_closes_ends_the_workers_of_every_queue` closes a room with jobs
    as they ship.
    """

    def close(self):
        """The session ends them."""


@pytest.fixture(scope="session")
def odds_jobs():
    jobs = StayingJobs()
    yield jobs
    OddsJobs.close(jobs)


@pytest.fixture(scope="session")
def quiet_room(tmp_path_factory, odds_jobs):
    """The application, for tests that change nothing but who is logged in."""
    with card_room(tmp_path_factory.mktemp("quiet"), staff=True, jobs=odds_jobs) as app:
        yield app


@pytest.fixture(scope="session")
def client(quiet_room):
    with asked_directly(quiet_room) as client:
        yield client


@pytest.fixture
def visitor(client):
    """Somebody without any cookie."""
    client.cookies.clear()
    yield client
    client.cookies.clear()


@pytest.fixture
def auditor(visitor):
    enter(visitor, "ada")
    return visitor


@pytest.fixture
def operator(tmp_path, fast_passwords):
    """An operator of a house of his own."""
    with card_room(tmp_path, rounds=2, staff=True) as app, asked_directly(app) as client:
        enter(client, "otto")
        yield client


@pytest.fixture(scope="module")
def chromium():
    with chromium_started() as browser:
        yield browser
