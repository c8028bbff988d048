"""One Chromium for these tests, a house for each test, a context for each person."""

from __future__ import annotations

from contextlib import ExitStack

import pytest
from tests.chromium import Contexts, chromium_started

from browser.guest import DESKTOP, Guest
from browser.room import served


@pytest.fixture(scope="package")
def chromium():
    with chromium_started() as browser:
        yield browser


@pytest.fixture(scope="package")
def contexts(chromium):
    return Contexts(chromium)


@pytest.fixture
def card_room(tmp_path):
    with served(tmp_path) as at:
        yield at


@pytest.fixture
def person(contexts, card_room):
    """Makes people; at the end none of their pages had an error or asked another host."""
    guests = []
    with ExitStack() as lent:

        def make(name: str = "Ada", **options) -> Guest:
            wanted = {"viewport": DESKTOP, "reduced_motion": "reduce", **options}
            context = lent.enter_context(contexts.lent(card_room, **wanted))
            guests.append(Guest(context, card_room, name))
            return guests[-1]

        yield make
    troubles = [trouble for guest in guests for trouble in guest.unforgiven]
    assert not troubles, troubles
