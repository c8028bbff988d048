"""Several people in several browsers: what one does the others see, and nothing they may not."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

pytestmark = pytest.mark.slow


def face_up(guest, seat):
    """The cards of a seat that this page can name."""
    cards = guest.seat(seat).locator("playing-card[card]")
    return cards.evaluate_all("all => all.map(each => each.getAttribute('card'))")


def test_two_at_a_house_table_and_one_who_watches(person):
    ada, grace, watcher = person("Ada"), person("Grace"), person("Watcher")
    watcher.go_to("spanish-2")
    for guest, seat in ((ada, 1), (grace, 4)):
        guest.bet_at("spanish-2", seat)
        guest.page.get_by_role("radio", name="Bet with $25 chips").check(force=True)
        guest.put(seat, "Ante")
    expect(ada.seat(4)).to_contain_text("$25")
    ada.deal()
    expect(ada.page.get_by_role("button", name="Waiting for others")).to_be_disabled()
    grace.deal()
    expect(ada.page.locator("choice-panel button").first).to_be_visible()
    assert len(face_up(ada, 1)) == 5 and not face_up(ada, 4)
    assert not face_up(watcher, 1) and not face_up(watcher, 4)
    expect(watcher.page.locator("choice-panel button")).to_have_count(0)
    watcher.picture("watching")
    expect(grace.page.locator("choice-panel button")).to_have_count(0)
    ada.page.locator("button.choice[data-choice=bet]").click()
    grace.play_on(("bet",))
    expect(grace.page.locator("settlement-sheet h3")).to_have_count(2)
    settled = grace.page.locator("settlement-sheet h3").all_inner_texts()
    assert settled[0].startswith("You") and settled[1].startswith(ada.name), settled
    grace.picture("two-at-a-table")
