"""When time is up the stated default happens, without anybody pressing anything."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from browser.room import served
from feltworks.web.settings import Pace

SOON = Pace(
    betting_seconds=7,
    decision_seconds=7,
    result_seconds=7,
    result_stays=False,
    bot_seconds=0.05,
    idle_seconds=600,
)


@pytest.fixture
def card_room(tmp_path):
    with served(tmp_path, pace=SOON) as at:
        yield at


def test_bets_are_closed_and_the_hand_is_folded_by_the_clock(person):
    ada = person(own=True)
    ada.page.add_init_script("localStorage.setItem('feltworks.clock', 'on')")
    ada.bet_at("mini-tex-1", 2, "Ante")
    expect(ada.page.locator(".by-default")).to_have_text("When time is up: Deal")
    ada.phase("Hole cards: your decision")
    expect(ada.page.locator(".by-default")).to_have_text("When time is up: Fold")
    expect(ada.page.locator(".dock clock-ring")).to_be_visible()
    ada.phase("Round settled")
    expect(ada.page.locator("settlement-sheet")).to_contain_text("folded")
    expect(ada.page.locator(".result")).to_have_text("You lose $5")


def test_a_name_is_never_markup(person):
    eve, ada = person("<b>Eve"), person()
    for guest, seat in ((eve, 1), (ada, 3)):
        guest.come_in()
        guest.sit("mini-tex-1", seat)
    expect(ada.seat(1).locator(".player")).to_have_text(eve.name)
    assert ada.page.locator("b", has_text="Eve").count() == 0
