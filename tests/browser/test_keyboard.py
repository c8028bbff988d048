"""Everything works from the keyboard, and the live region tells what happened."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

pytestmark = pytest.mark.slow


def tab_to(page, name, *, most=80):
    """Presses Tab until the focus is on something of that name."""
    for _ in range(most):
        page.keyboard.press("Tab")
        found = page.evaluate(
            "document.activeElement.getAttribute('aria-label')"
            " || document.activeElement.closest('label')?.innerText"
            " || document.activeElement.innerText || ''"
        )
        if re.search(name, found):
            return
    raise AssertionError(f"Tab never comes to {name}")


def test_a_round_from_the_keyboard_alone(person):
    ada = person()
    page = ada.page
    page.goto(ada.at)
    tab_to(page, "Your name at the table")
    page.keyboard.type(ada.name)
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name=f"Welcome, {ada.name}")).to_be_visible()
    expect(page.get_by_role("link", name="Choose a table")).to_be_focused()
    tab_to(page, "Sit down: Spanish Poker, table 1")
    page.keyboard.press("Enter")
    ada.phase("Place your bets")
    expect(ada.seat(4).get_by_role("button", name=re.compile("^Ante, nothing out"))).to_be_focused()
    tab_to(page, "Leave seat 4")
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Sit here, seat 1", exact=True)).to_be_focused()
    tab_to(page, "Sit here, seat 6")
    page.keyboard.press("Space")
    ada.phase("Place your bets")
    expect(ada.seat(6).get_by_role("button", name=re.compile("^Ante, nothing out"))).to_be_focused()
    page.keyboard.press("Space")
    expect(ada.seat(6).locator(".spot.required")).to_have_class(re.compile(r"\bout\b"))
    tab_to(page, "^Deal")
    page.keyboard.press("Enter")
    expect(page.locator("choice-panel button").first).to_be_visible()
    expect(page.get_by_role("region", name="Your play")).to_be_focused()
    news = page.locator("[aria-live]")
    expect(news).to_have_count(1)
    expect(news).to_contain_text("You get")
    expect(news).to_contain_text("your decision")
    page.keyboard.press("2")
    ada.phase("Round settled")
    expect(news).to_contain_text(re.compile(r"Your Ante (wins|loses|pushes)[^.]*: [\w ]+\."))
    page.keyboard.press("n")
    ada.phase("Place your bets")
    tab_to(page, "Ante, nothing out")
    page.keyboard.press("Space")
    expect(ada.seat(6).locator(".spot.required")).to_have_class(re.compile(r"\bout\b"))
    tab_to(page, r"Take \$5 back from Ante")
    page.keyboard.press("Enter")
    expect(ada.seat(6).locator(".spot.required")).not_to_have_class(re.compile(r"\bout\b"))
    tab_to(page, "Leave seat 6")
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Sit here, seat 1", exact=True)).to_be_focused()


def test_everything_that_can_be_pressed_is_a_button_with_a_name(person):
    ada = person()
    ada.bet_at("texas-21-1", 2)
    nameless = ada.page.locator("button:visible, a:visible, input:visible, select:visible")
    names = nameless.evaluate_all(
        "all => all.map(each => (each.ariaLabel || each.innerText ||"
        " (each.labels && each.labels[0]?.innerText) || '').trim())"
    )
    assert names and all(names), names
    pressed = ada.page.locator("[onclick], div[tabindex], span[tabindex]")
    assert pressed.count() == 0


def test_words_for_what_may_not_be(person):
    ada = person()
    ada.bet_at("spanish-1", 1, "Ante", "Gran Progressive")
    ada.seat(1).get_by_role("button", name=re.compile("^Gran Progressive, ")).click()
    expect(ada.page.locator(".dock .problem")).to_have_text("No more may be put on this spot.")


def test_a_wager_that_others_are_measured_by_grows_with_them(person):
    ada = person()
    ada.bet_at("pick-2-1", 1, *("Ante", "3-5 Bonus", "5 Card Bonus Only", "Ante"))
    for wager in ("Ante", "3-5 Bonus", "5 Card Bonus Only"):
        name = re.compile(rf"^{wager}, \$10 out")
        expect(ada.seat(1).get_by_role("button", name=name)).to_be_visible()
    ada.page.get_by_role("button", name="Take $10 back from Ante").click()
    expect(ada.seat(1).locator(".spot.out")).to_have_count(0)


def test_the_keyboard_goes_on_at_a_table_of_players(person):
    ada = person()
    page = ada.page
    ada.go_to("mini-tex-ring-1")
    page.get_by_label("Your name at the table").fill(ada.name)
    page.keyboard.press("Enter")
    first = page.get_by_role("button", name="Sit here, seat 1", exact=True)
    expect(first).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.get_by_label("Dollars", exact=True)).to_be_focused()
    page.keyboard.press("Escape")
    expect(first).to_be_focused()
    page.keyboard.press("Enter")
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Play against bots")).to_be_focused()


def hold(page, key, *, times=4):
    """A key held down: the first press and its repeats, slow enough for answers."""
    for _ in range(times):
        page.keyboard.down(key)
        page.wait_for_timeout(120)
    page.keyboard.up(key)


def test_a_key_held_down_presses_once(person):
    ada = person()
    page = ada.page
    ada.come_in()
    ada.go_to("mini-tex-1")
    page.get_by_role("button", name="Sit here, seat 2", exact=True).focus()
    hold(page, "Enter")
    expect(ada.seat(2).get_by_role("button", name=re.compile("^Ante, nothing out"))).to_be_focused()
    hold(page, "Enter")
    expect(ada.seat(2).get_by_role("button", name=re.compile(r"^Ante, \$5 out"))).to_be_focused()
    ada.deal()
    ada.phase("Hole cards: your decision")
    turn = page.locator("choice-panel").get_attribute("data-turn")
    hold(page, "2")
    ada.phase("^(?!Hole cards).*: your decision")
    assert int(page.locator("choice-panel").get_attribute("data-turn")) == int(turn) + 1
    page.get_by_role("button", name="Leave seat 2").focus()
    hold(page, "Enter")
    expect(page.get_by_role("dialog", name="Leave seat 2?")).to_be_visible()


def test_a_key_held_down_buys_nobody_in(person):
    ada = person()
    ada.come_in()
    ada.go_to("mini-tex-ring-1")
    ada.page.get_by_role("button", name="Sit here, seat 1", exact=True).focus()
    hold(ada.page, "Enter")
    expect(ada.page.get_by_role("dialog", name="Buy in at seat 1")).to_be_visible()
