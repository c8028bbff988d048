"""The coach: what every choice is worth while one decides, and what a mistake has cost after."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

pytestmark = pytest.mark.slow

COUNTING = 300_000


def with_a_coach(guest, table, seat, wager):
    guest.bet_at(table, seat)
    guest.page.get_by_label("Coach me").check()
    guest.put(seat, wager)
    guest.deal()


def test_the_value_of_every_choice_and_the_cost_of_a_mistake(person):
    ada = person()
    with_a_coach(ada, "spanish-1", 2, "Ante")
    rows = ada.page.locator("coach-sheet table tr")
    expect(rows).to_have_count(2, timeout=COUNTING)
    expect(ada.page.locator("button.choice.best")).to_have_count(1)
    for row in rows.all_inner_texts():
        assert re.search(r"[+−]\d\.\d{4}", row), row
    ada.picture("coach")
    ada.page.locator("button.choice:not(.best)").click()
    ada.phase("Round settled")
    review = ada.page.locator(".coach-past li")
    expect(review).to_contain_text(re.compile(r"(fold instead of bet|bet instead of fold) cost"))
    session = ada.page.locator(".coach-session")
    ada.page.get_by_role("button", name="My session").click()
    expect(session).to_contain_text("0.0% of your 1 decisions were the best")
    ada.page.get_by_role("button", name="Next", exact=True).click()
    ada.phase("Place your bets")
    expect(session).to_contain_text("0.0% of your 1 decisions were the best")
    ada.page.get_by_role("button", name="Same again").click()
    expect(ada.page.locator("button.choice.best")).to_have_count(1)
    ada.page.locator("button.choice.best").click()
    expect(review.first).to_contain_text("played without a mistake")
    # What was said before this round does not stand beside it.
    expect(session).to_be_empty()


def test_the_coach_stays_on_after_a_reload_and_can_be_sent_away(person):
    ada = person()
    with_a_coach(ada, "spanish-1", 2, "Ante")
    expect(ada.page.locator("button.choice.best")).to_have_count(1, timeout=COUNTING)
    ada.page.reload()
    expect(ada.page.get_by_label("Coach me")).to_be_checked()
    expect(ada.page.locator("button.choice.best")).to_have_count(1)
    ada.page.get_by_label("Coach me").uncheck()
    expect(ada.page.locator("button.choice.best")).to_have_count(0)
    expect(ada.page.locator("button.choice").first).to_be_visible()
