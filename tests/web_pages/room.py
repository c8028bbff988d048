"""A card room with a day of play behind it, served or asked directly; and people of its staff."""

import shutil
import time
from contextlib import contextmanager
from datetime import UTC, date, datetime
from functools import cache
from tempfile import TemporaryDirectory

from fastapi.testclient import TestClient
from starlette.responses import Response
from tests.ask.house import new_house, play_day
from tests.running import running

from feltworks.house import House, practice_house
from feltworks.web.app import create
from feltworks.web.console.sessions import COOKIE as STAFF_COOKIE
from feltworks.web.console.staff import Staff
from feltworks.web.serve import open_house
from feltworks.web.sessions import COOKIE
from feltworks.web.settings import Settings

DAY = date(2025, 11, 14)
PASSWORD = "correct horse battery"
STAFF = {"otto": "operator", "olga": "operator", "ada": "auditor"}
OPENED, STARTED = datetime(2025, 11, 15, 18, tzinfo=UTC), datetime.now(UTC)


def clock():
    """The clock of the house: it goes on from the evening after the day of play."""
    return OPENED + (datetime.now(UTC) - STARTED)


@contextmanager
def card_room(folder, *, rounds=3, staff=False, jobs=None):
    """The application of a house where a day was played; the next day is open.

    It has the `STAFF`, or nobody yet. Its odds are counted by workers of its own, or by `jobs`.
    """
    if rounds:
        shutil.copytree(_played(rounds, staff).name, folder, dirs_exist_ok=True)
    room = practice_house()
    with new_house(folder / "house.db", clock=clock) as house:
        open_house(house, room, date(2025, 11, 15))
        app = create(house, room, Settings())
        app.state.odds_jobs = jobs or app.state.odds_jobs
        yield app


@cache
def _played(rounds, staff):
    """Books with a day of play, made once in a process; they go with it."""
    folder = TemporaryDirectory()
    books = f"{folder.name}/house.db"
    play_day(books, practice_house(), DAY, rounds_a_table=rounds)
    if staff:
        with House(books, clock=clock) as house:
            for name, role in STAFF.items():
                Staff(house).add(name, role, PASSWORD, by=None)
    return folder


@contextmanager
def asked_directly(app):
    """A client of the application without a network; any number of them may be made."""
    with TestClient(app, base_url="http://localhost") as client:
        yield client


@contextmanager
def served(app):
    """The address of the application on a free port."""
    with running(app) as port:
        yield f"http://localhost:{port}"


def guest_cookie(app, name):
    """The cookie of a guest who sat down."""
    response = Response()
    app.state.sessions.set_cookie(response, name, secure=False)
    value = response.headers["set-cookie"].split(";")[0].partition("=")[2]
    return {COOKIE: value}


def enter(client, name):
    """A session of somebody of the staff, as if he had logged in, which has tests of its own."""
    client.cookies.set(STAFF_COOKIE, client.app.state.staff_sessions.begin(name))


def log_in(client, name, password=PASSWORD):
    answer = client.post("/api/console/session", json={"name": name, "password": password})
    assert answer.status_code == 200, answer.text
    return answer.json()


def counted(client, path, **question):
    """What is answered in the end."""
    answer = client.post(f"/api/odds/{path}", json=question)
    assert answer.status_code == 202, answer.text
    told = answer.json()
    until = time.monotonic() + 300
    while told["state"] in ("waiting", "counting"):
        assert time.monotonic() < until, told
        told = client.get(f"/api/odds/counts/{told['id']}?wait_seconds=5").json()
    return told
