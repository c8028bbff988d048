"""One card room for the tests that only look, and a fresh one for those that act."""

import pytest
from tests.chromium import chromium_started

from .room import PASSWORD, asked_directly, card_room, log_in


@pytest.fixture(scope="session")
def quiet_room(tmp_path_factory):
    """The application, for tests that change nothing but who is logged in."""
    with card_room(tmp_path_factory.mktemp("quiet")) as app:
        app.state.staff.add("otto", "operator", PASSWORD, by=None)
        app.state.staff.add("ada", "auditor", PASSWORD, by=None)
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
    log_in(visitor, "ada")
    return visitor


@pytest.fixture
def operator(tmp_path, fast_passwords):
    """An operator of a house of his own."""
    with card_room(tmp_path, rounds=2) as app, asked_directly(app) as client:
        app.state.staff.add("otto", "operator", PASSWORD, by=None)
        app.state.staff.add("ada", "auditor", PASSWORD, by=None)
        log_in(client, "otto")
        yield client


@pytest.fixture(scope="module")
def chromium():
    with chromium_started() as browser:
        yield browser
