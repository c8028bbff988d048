"""Whoever decides against the clock sees what happens when his time is up."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

pytestmark = pytest.mark.slow


def test_the_clock_is_shown_with_what_happens_by_itself(person):
    ada = person(own=True)
    ada.page.add_init_script("localStorage.setItem('feltworks.clock', 'on')")
    ada.bet_at("mini-tex-1", 2, "Ante")
    expect(ada.page.locator(".by-default")).to_have_text("When time is up: Deal")
    ada.deal()
    ada.phase("Hole cards: your decision")
    expect(ada.page.locator(".by-default")).to_have_text("When time is up: Fold")
    expect(ada.page.locator(".dock clock-ring")).to_be_visible()


def test_a_name_is_never_markup(person):
    eve = person("<b>Eve")
    eve.come_in()
    eve.sit("mini-tex-1", 1)
    expect(eve.seat(1).locator(".player")).to_contain_text(eve.name)
    assert eve.page.locator("b", has_text="Eve").count() == 0
