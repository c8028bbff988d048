"""Whoever leaves in mid-round is told what happens to his hand before it happens."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

pytestmark = pytest.mark.slow


def in_play(guest, seat=2):
    """A hand before its first decision."""
    guest.bet_at("mini-tex-1", seat, "Ante")
    guest.deal()
    guest.phase("Hole cards: your decision")


def test_leaving_is_asked_about_and_escape_stays(person):
    ada = person()
    page = ada.page
    in_play(ada)
    leave = page.get_by_role("button", name="Leave seat 2")
    leave.click()
    asked = page.get_by_role("dialog", name="Leave seat 2?")
    expect(asked).to_contain_text("the table decides for you: Fold.")
    expect(asked).to_contain_text("$5 of yours stays on the felt")
    expect(asked.get_by_role("button", name="Stay")).to_be_focused()
    ada.picture("leaving-asked")
    page.keyboard.press("1")
    page.keyboard.press("Escape")
    expect(asked).to_be_hidden()
    expect(leave).to_be_focused()
    ada.phase("Hole cards: your decision")
    leave.click()
    asked.get_by_role("button", name="Leave now").click()
    ada.phase("Round settled|Waiting for players")
    expect(page.get_by_role("button", name="Sit here, seat 2", exact=True)).to_be_visible()
    expect(page.locator("settlement-sheet, .log")).to_contain_text([re.compile("fold|Fold")])


def test_leaving_may_wait_for_the_end_of_the_round(person):
    ada = person()
    page = ada.page
    in_play(ada)
    for said in ("Leave", "Stay at", "Leave"):
        page.get_by_role("button", name=f"{said} seat 2").click()
        if said == "Leave":
            page.get_by_role("button", name="Leave after this round").click()
            expect(page.get_by_text("You leave after this round.")).to_be_visible()
    page.reload()
    expect(page.get_by_role("button", name="Stay at seat 2")).to_be_visible()
    expect(ada.seat(2)).to_contain_text("Last round")
    page.locator("button.choice[data-choice=fold]").click()
    expect(page.get_by_role("button", name="Sit here, seat 2", exact=True)).to_be_visible()
    expect(page.locator(".result")).to_have_text("You lose $5")
    expect(page.locator("settlement-sheet h3").first).to_have_text(re.compile("^You"))


def test_of_two_hands_the_one_that_leaves_is_named_and_another_page_may_leave_it(person):
    ada = person()
    page = ada.page
    ada.come_in()
    ada.sit("pick-2-1", 2)
    page.get_by_role("button", name="Sit here, seat 3", exact=True).click()
    ada.phase("Place your bets")
    for seat in (2, 3):
        ada.put(seat, "Ante")
    ada.deal()
    expect(page.locator("choice-panel button").first).to_be_visible()
    page.get_by_role("button", name="Leave seat 3").click()
    page.get_by_role("button", name="Leave after this round").click()
    expect(page.get_by_text("You leave seat 3 after this round.", exact=True)).to_be_visible()
    assert ada.seat(2).get_by_text("Last round").count() == 0
    page.get_by_role("button", name="Leave seat 2").click()
    expect(page.get_by_role("dialog", name="Leave seat 2?")).to_be_visible()
    with page.context.new_page() as other:
        other.goto(page.url)
        other.get_by_role("button", name="Leave seat 2").click()
        other.get_by_role("button", name="Leave now").click()
        expect(other.locator(".choice-hint")).to_contain_text("Seat 3.")
        other.locator("choice-panel button.choice").last.click()
        expect(other.locator(".phase")).to_have_text("Round settled")
    expect(page.get_by_role("dialog")).to_be_hidden()
