"""One Chromium for these tests, a house for each test, a context for each person.

The driver keeps an event loop running for as long as it is there, so it goes with the last of these
tests: others, in the same process, have loops of their own.
"""

from __future__ import annotations

import os
import shutil

import pytest

from browser.guest import DESKTOP, Guest
from browser.room import served

playwright = pytest.importorskip("playwright.sync_api")


@pytest.fixture(scope="package")
def chromium():
    path = shutil.which("chromium") or shutil.which("chromium-browser")
    if path is None:
        why = "no chromium: on Debian, apt-get install chromium"
        pytest.fail(why) if os.environ.get("CI") == "true" else pytest.skip(why)
    with playwright.sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=path, args=["--no-sandbox"])
        yield browser
        browser.close()


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
