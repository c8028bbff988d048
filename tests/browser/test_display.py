"""The reader's switches: theme, motion, four colours, large index. They hold on the next page."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

pytestmark = pytest.mark.slow


def paper(page):
    return page.evaluate("getComputedStyle(document.body).backgroundColor")


def style(page, selector, name):
    return page.locator(selector).first.evaluate(
        "(element, name) => getComputedStyle(element)[name]", name
    )


def test_light_and_dark_follow_the_system_until_chosen(person):
    ada = person(color_scheme="dark")
    ada.page.goto(ada.at)
    dark = paper(ada.page)
    ada.page.get_by_role("button", name="Display").click()
    ada.page.get_by_label("Appearance").select_option("light")
    light = paper(ada.page)
    assert light != dark
    ada.page.reload()
    assert paper(ada.page) == light


def test_cards_in_four_colours_and_with_a_large_index(person):
    ada = person()
    ada.bet_at("pick-2-1", 5, "Ante", "3-5 Bonus")
    ada.deal()
    card = "seat-place.mine playing-card[card]"
    expect(ada.page.locator(card)).to_have_count(5)
    colour = "getComputedStyle(document.documentElement).getPropertyValue('--suit-d')"
    before = ada.page.evaluate(colour)
    assert style(ada.page, f"{card} .large", "display") == "none"
    ada.page.get_by_role("button", name="Display").click()
    ada.page.get_by_label("Suits").select_option("four")
    ada.page.get_by_label("Card index").select_option("large")
    assert ada.page.evaluate(colour) != before
    assert style(ada.page, f"{card} .large", "display") != "none"
    assert style(ada.page, f"{card} .full", "display") == "none"
    ada.page.keyboard.press("Escape")
    ada.picture("large-index")
    ada.play_on(("five-card",))


def test_motion_can_be_switched_off(person):
    ada = person(reduced_motion="no-preference")
    ada.page.goto(ada.at)
    calm = "getComputedStyle(document.documentElement).getPropertyValue('--calm')"
    assert ada.page.evaluate(calm) != "0ms"
    ada.page.get_by_role("button", name="Display").click()
    ada.page.get_by_label("Motion").select_option("off")
    assert ada.page.evaluate(calm) in ("0ms", "0s")
