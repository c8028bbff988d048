"""One Chromium for these tests, a house for each test, a page for each person."""

from __future__ import annotations

from contextlib import ExitStack

import pytest
from tests.chromium import Pages, chromium_started

from browser.guest import DESKTOP, Guest
from browser.room import served


@pytest.fixture(scope="package")
def chromium():
    with chromium_started() as browser:
        yield browser


@pytest.fixture(scope="package")
def pages(chromium):
    return Pages(chromium)


@pytest.fixture
def card_room(tmp_path):
    with served(tmp_path) as at:
        yield at


@pytest.fixture
def person(pages, card_room):
    """Makes people; at the end none of their pages had an error or asked another host."""
    guests = []
    with ExitStack() as lent:

        def make(name: str = "Ada", **options) -> Guest:
            wanted = {"viewport": DESKTOP, "reduced_motion": "reduce", **options}
            page = lent.enter_context(pages.lent(card_room, **wanted))
            guests.append(Guest(page, card_room, name))
            lent.callback(guests[-1].leave)
            return guests[-1]

        yield make
    troubles = [trouble for guest in guests for trouble in guest.unforgiven]
    assert not troubles, troubles
