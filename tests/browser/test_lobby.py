"""The lobby: coming in, the tables as they fill, the jackpots as they grow."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from browser.room import served


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
    ada, other = person(), person()
    ada.come_in()
    other.name = ada.name
    other.page.goto(other.at)
    other.page.get_by_label("Your name at the table").fill(ada.name)
    other.page.get_by_role("button", name="Come in").click()
    expect(other.page.locator("guest-form .problem")).to_contain_text("taken")
    other.troubles = [each for each in other.troubles if "409" not in each]
    ada.page.get_by_role("button", name="$500 more").click()
    expect(ada.page.locator(".guest-stack")).to_contain_text("$1,500")
    ada.page.get_by_role("button", name="Leave the room").click()
    expect(ada.page.get_by_role("button", name="Come in")).to_be_visible()


METERED = """
[house]
name = "House with a meter"
kind = "practice"
under = 2023-09-01

[tables.texas-21-1]
game = "texas-21"
options = { progressive_mode = "meter" }
minimum = "$5"
maximum = "$100"

[jackpots.meter]
tables = ["texas-21-1"]
jackpot = "texas-21-jackpot"
"""


def test_seats_fill_and_the_jackpot_grows_before_the_watchers_eyes(person, tmp_path):
    file = tmp_path / "house.toml"
    file.write_text(METERED)
    with served(tmp_path, file=file) as at:
        _jackpot_grows(person("Watcher", at=at), person("Ada", at=at))


def _jackpot_grows(watcher, ada):
    watcher.page.goto(watcher.at)
    meter = watcher.page.locator("jackpot-meter", has_text="Texas")
    expect(meter).to_contain_text("$500.00")
    ada.come_in()
    ada.sit("texas-21-1", 1)
    ada.phase("Place your bets")
    ada.put(1, "Blackjack")
    ada.put(1, "Progressive")
    ada.deal()
    ada.play_on(("decline", "stand"))
    link = watcher.page.get_by_role("link", name=re.compile("Texas 21, table 1"))
    tile = watcher.page.locator("table-tile").filter(has=link)
    expect(tile.locator("i.taken")).to_have_count(1)
    expect(meter).to_contain_text("$500.25")
    expect(ada.page.locator(".meters")).to_contain_text("$500.25")
    watcher.picture("jackpot-grown")
