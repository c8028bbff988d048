"""One Chromium for these tests, a house for each test, a page for each person."""

from __future__ import annotations

from contextlib import ExitStack
from functools import partial

import pytest
from tests.chromium import Pages, chromium_started

from browser.guest import DESKTOP, Guest
from browser.recorded import house_file, recordings
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


@pytest.fixture(scope="package")
def full_house(tmp_path_factory):
    """The house whose tables were recorded, and the recordings."""
    folder = tmp_path_factory.mktemp("full")
    file = house_file(folder)
    with served(folder, file=file) as at:
        yield at, recordings(file, folder)


@pytest.fixture(scope="package")
def module(chromium, tmp_path_factory):
    """Calls a function of one of the pages' modules."""
    with served(tmp_path_factory.mktemp("parts")) as at:
        page = chromium.new_page()
        # Not a page of ours: a part that is loaded by itself must not meet the page's own.
        page.goto(f"{at}/openapi.json")
        call = partial(_call, page)
        call.on_page = page.evaluate
        yield call
        page.close()


def _call(page, path, name, *arguments):
    return page.evaluate(
        "([path, name, given]) => import(path).then(part => part[name](...given))",
        [f"/static/js/{path}", name, arguments],
    )


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
