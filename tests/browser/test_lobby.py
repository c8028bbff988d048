"""The lobby: coming in, the tables as they fill, the jackpots as they grow."""

from __future__ import annotations

import re

from playwright.sync_api import expect


def test_the_house_with_all_its_games_and_meters(person):
    ada = person()
    ada.page.goto(ada.at)
    expect(ada.page.locator("table-tile")).to_have_count(6)
    expect(ada.page.locator(".game h2")).to_have_count(5)
    expect(ada.page.locator("jackpot-meter")).to_have_count(2)
    ada.picture("lobby")
    ada.page.locator(".game-ways a", has_text="Rules").first.click()
    expect(ada.page.get_by_role("heading", level=1)).to_be_visible()


def test_dark(person):
    ada = person(color_scheme="dark")
    ada.come_in()
    expect(ada.page.locator("table-tile")).to_have_count(6)
    ada.picture("lobby-dark")
    ada.sit("texas-21-1", 4)
    ada.phase("Place your bets")
    ada.put(4, "Blackjack")
    ada.deal()
    ada.page.wait_for_timeout(300)
    ada.picture("table-dark")
    ada.play_on(("decline", "stand"))


def test_a_name_belongs_to_one_guest(person):
    ada, other = person(), person(viewport={"width": 1280, "height": 560})
    ada.come_in()
    other.name = ada.name
    other.forgives = ("409",)
    instead = other.page.get_by_role("button", name=re.compile("^Come in as "))
    for where in ("/table/spanish-1", "/"):
        other.page.goto(f"{other.at}{where}")
        other.page.get_by_label("Your name at the table").fill(ada.name)
        other.page.keyboard.press("Enter")
        expect(other.page.locator("guest-form .problem")).to_contain_text("taken")
        expect(other.page.get_by_label("Your name at the table")).to_be_focused()
        expect(instead).to_be_in_viewport(ratio=1)
    other.picture("name-taken")
    instead.click()
    expect(other.page.get_by_role("heading", name=re.compile("^Welcome, Ada "))).to_be_visible()
    ada.page.get_by_role("button", name="$500 more").click()
    expect(ada.page.locator(".guest-stack")).to_contain_text("$1,500")
    ada.page.get_by_role("button", name="Leave the room").click()
    expect(ada.page.locator("guest-card")).to_contain_text("$1,500 in play money can be taken up")
    ada.page.get_by_role("button", name="Stay").click()
    expect(ada.page.get_by_role("heading", name=f"Welcome, {ada.name}")).to_be_visible()
    ada.page.get_by_role("button", name="Leave the room").click()
    ada.page.get_by_role("button", name="Leave for good").click()
    expect(ada.page.get_by_role("button", name="Come in")).to_be_visible()
    expect(ada.page.get_by_label("Your name at the table")).to_have_value("")


def test_whoever_watches_a_table_may_come_in_there_and_get_more_chips(person):
    ada = person()
    ada.go_to("spanish-1")
    assert not ada.page.get_by_role("button", name="Sit here").count()
    ada.page.get_by_label("Your name at the table").fill(ada.name)
    ada.page.get_by_role("button", name="Come in").click()
    ada.page.get_by_role("button", name="Sit here, seat 2", exact=True).click()
    ada.phase("Place your bets")
    expect(ada.seat(2)).to_contain_text("$1,000")
    ada.page.get_by_role("button", name="Get $500 more").click()
    expect(ada.seat(2)).to_contain_text("$1,500")
    ada.page.get_by_role("button", name="Leave seat 2").click()
    expect(ada.page.get_by_role("button", name="Sit here, seat 2", exact=True)).to_be_visible()
