"""One Chromium for these tests, a house for each test, a context for each person."""

from __future__ import annotations

import pytest
from tests.chromium import chromium_started

from browser.guest import DESKTOP, Guest
from browser.room import served


@pytest.fixture(scope="package")
def chromium():
    with chromium_started() as browser:
        yield browser


@pytest.fixture
def card_room(tmp_path):
    with served(tmp_path) as at:
        yield at


@pytest.fixture
def person(chromium, card_room):
    """Makes people; at the end none of their pages had an error or asked another host."""
    guests, contexts = [], []

    def make(name: str = "Ada", **options) -> Guest:
        context = chromium.new_context(
            **{"viewport": DESKTOP, "reduced_motion": "reduce", **options}
        )
        contexts.append(context)
        guests.append(Guest(context, card_room, name))
        return guests[-1]

    yield make
    for context in contexts:
        context.close()
    troubles = [trouble for guest in guests for trouble in guest.unforgiven]
    assert not troubles, troubles
