"""The supervisor's panel beside the felt, for staff with the right and nobody else."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect
from tests.ask.house import new_house

from browser.guest import PHONE
from browser.room import served
from feltworks.web.console.staff import Staff

pytestmark = pytest.mark.slow

PASSWORD = "correct horse battery"


@pytest.fixture
def card_room(tmp_path):
    """A card room that has a supervisor."""
    with new_house(tmp_path / "room.db") as house:
        Staff(house).add("sue", "supervisor", PASSWORD, by=None)
    with served(tmp_path) as at:
        yield at


def test_a_supervisor_stops_the_play_sees_what_follows_and_declares(person):
    ada, sue = person("Ada"), person("Sue", viewport={"width": 1280, "height": 720}, own=True)
    sue.page.goto(f"{sue.at}/console")
    sue.page.get_by_label("Name").fill("sue")
    sue.page.get_by_label("Password").fill(PASSWORD)
    sue.page.get_by_role("button", name="Log in").click()
    expect(sue.page.get_by_text("sue, supervisor")).to_be_visible()

    ada.bet_at("pick-2-1", 1, "Ante", "3-5 Bonus")
    ada.deal()
    ada.phase("your decision")
    expect(ada.page.get_by_role("heading", name="Supervisor")).to_be_hidden()

    sue.go_to("pick-2-1")
    panel = sue.page.locator("supervisor-panel")
    expect(panel.get_by_text("is in play")).to_be_visible()
    sue.picture("supervisor-rest")
    panel.get_by_role("button", name="Stop the play").click()
    expect(panel.get_by_text("is stopped")).to_be_visible()
    expect(ada.page.get_by_text("A supervisor is looking at this round")).to_be_visible()
    panel.get_by_label("The shuffle machine jams or miscounts.").check()
    panel.get_by_label("In your words").fill("the machine stopped")
    sue.picture("supervisor-what")
    panel.get_by_role("button", name="See what follows").click()
    expect(panel.get_by_role("button", name="Declare it")).to_be_visible()
    expect(panel.locator("strong")).to_have_text("The rules of play: the round is void.")
    panel.get_by_label("You have checked the cards").fill("52 cards")
    sue.picture("supervisor-confirm")
    sue.page.set_viewport_size(PHONE)
    panel.scroll_into_view_if_needed()
    sue.picture("supervisor-phone")
    panel.get_by_role("button", name="Declare it").click()
    said = "A supervisor declared an irregularity, shuffler failure: the machine stopped."
    for each in (ada, sue):
        expect(each.page.locator(".notice")).to_contain_text(said)
    ada.picture("supervisor-player")
