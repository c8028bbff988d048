"""The lobby: coming in, the tables as they fill, the jackpots as they grow."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

pytestmark = pytest.mark.slow


def test_the_house_with_all_its_games_and_meters(person):
    ada = person()
    ada.page.goto(ada.at)
    expect(ada.page.locator("table-tile")).to_have_count(6)
    expect(ada.page.locator(".game h2")).to_have_count(5)
    expect(ada.page.locator("jackpot-meter")).to_have_count(2)
    ada.picture("lobby")
    ada.page.locator(".game-ways a", has_text="Rules").first.click()
    expect(ada.page.get_by_role("heading", level=1)).to_be_visible()


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
        # A name that is mended is no longer refused.
        other.page.keyboard.type("X")
        expect(other.page.locator("guest-form .problem")).to_be_empty()
        other.page.get_by_label("Your name at the table").fill(ada.name)
        other.page.keyboard.press("Enter")
        expect(instead).to_be_visible()
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


def test_a_newcomer_has_cards_after_three_presses(person):
    ada = person(own=True)
    ada.page.goto(ada.at)
    ada.page.get_by_role(
        "link", name=re.compile("^Sit down: Mini-Tex 3 Card Hold'em, table 1")
    ).click()
    asked = []
    ada.page.on("request", lambda request: asked.append(request.url))
    ada.page.reload()
    ada.page.get_by_label("Your name at the table").fill(ada.name)
    ada.page.get_by_role("button", name="Come in").click()
    assert len(asked) <= 15, asked
    ada.page.get_by_role("button", name="Deal for $5", exact=True).click()
    expect(ada.page.locator("seat-place.mine playing-card[card]")).to_have_count(2)
    assert "sit" not in ada.page.url


def test_whoever_waits_alone_among_players_is_offered_bots_with_one_name_each(person):
    ada = person()
    ada.come_in()
    ada.page.get_by_role("link", name=re.compile("^Sit down: .*player against player")).click()
    expect(ada.page.locator(".dock")).to_contain_text("You are alone at this table")
    ada.page.get_by_role("button", name="Play against bots").click()
    expect(ada.page.locator("ring-seat.mine playing-card[card]").first).to_be_visible()
    names = ada.page.locator("ring-seat:not(.mine) .player").all_inner_texts()
    names = [name for name in names if name]
    assert len(names) == 3 and not [name for name in names if "bot" in name or "(" in name]
    told = ada.page.evaluate("() => document.querySelector('log-sheet').textContent")
    assert any(name in told for name in names)
