"""What a house may choose reaches the felt: tips, no limit, side wagers beside the pot, bots."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from browser.room import served

pytestmark = pytest.mark.slow

HOUSE = """
[house]
name = "House of choices"
kind = "practice"
under = 2023-09-01

[tables.tips]
game = "pick-2-poker"
options = { tips = "on" }
minimum = "$25"
maximum = "$100"

[tables.no-limit]
game = "mini-tex-ring"
options = { structure = "no-limit", pocket_poker_table = "30-20", players = "6" }
minimum = "$10"
maximum = "$10"

[tables.metered]
game = "texas-21"
options = { progressive_mode = "meter" }
minimum = "$5"
maximum = "$100"

[jackpots.meter]
tables = ["metered"]
jackpot = "texas-21-jackpot"

[tables.up-front]
game = "mini-tex"
options = { community_dealing = "up-front" }
minimum = "$5"
maximum = "$100"
"""


@pytest.fixture
def card_room(tmp_path):
    file = tmp_path / "house.toml"
    file.write_text(HOUSE)
    with served(tmp_path, file=file) as at:
        yield at


def test_a_tip_lies_beside_its_wager(person):
    ada = person()
    ada.bet_at("tips", 3, "Ante")
    ada.page.get_by_role("radio", name="Bet with $5 chips").check(force=True)
    tip = ada.seat(3).get_by_role("button", name=re.compile("^Tip, ")).first
    tip.click()
    expect(tip).to_have_class(re.compile(r"\bout\b"))
    ada.deal()
    ada.picture("tips")
    ada.play_on(("five-card",))
    expect(ada.page.locator("settlement-sheet")).to_contain_text("Tip on Ante")


def test_any_amount_may_be_named_where_there_is_no_limit(person):
    ada, grace = person("Ada"), person("Grace")
    for guest, seat in ((ada, 1), (grace, 4)):
        guest.join("no-limit", seat, dollars=300)
    for guest in (ada, grace):
        guest.page.locator(".ring-sides").get_by_role("button", name=re.compile("Pocket")).click()
    for guest in (ada, grace):
        guest.page.locator(".ring-sides").get_by_role("button", name="Deal").click()
    ada.phase("your decision|to decide")
    grace.phase("your decision|to decide")
    asked = ada if "your" in ada.page.locator(".phase").inner_text() else grace
    asked.page.get_by_label(re.compile("dollars$")).fill("75")
    raising = asked.page.locator(".range button.choice")
    expect(raising).to_contain_text("$75")
    asked.picture("no-limit")
    raising.click()
    expect(asked.page.locator(".ring-bets")).to_contain_text("$")
    rival = grace if asked is ada else ada
    rival.phase("your decision")
    rival.page.locator("button.choice[data-choice=fold]").click()
    asked.phase("Round settled")
    expect(asked.page.locator(".takes")).to_have_text(re.compile(r"^You take \$"))
    expect(asked.page.locator("settlement-sheet")).to_contain_text("Pocket Poker")


def test_cards_dealt_face_down_to_the_board_turn_over(person):
    ada = person()
    ada.bet_at("up-front", 2, "Ante")
    ada.deal()
    board = ada.page.get_by_role("group", name="Community").locator("playing-card")
    expect(board).to_have_count(3)
    expect(ada.page.locator(".common-zone playing-card[card]")).to_have_count(0)
    ada.page.locator("button.choice[data-choice=bet]").click()
    expect(ada.page.locator(".common-zone playing-card[card]")).to_have_count(2)
    ada.play_on(("bet",))


def test_bots_sit_at_a_house_table_on_request_and_leave(person):
    ada = person()
    ada.bet_at("up-front", 2)
    ada.page.locator("summary", has_text="Bots").click()
    ada.page.get_by_role("button", name="Fill the table").click()
    expect(ada.page.locator("seat-place:not(.empty)")).to_have_count(6)
    ada.put(2, "Ante")
    ada.deal()
    ada.play_on(("bet",))
    ada.picture("full-table")
    assert ada.page.locator("settlement-sheet h3").count() == 6
    ada.page.get_by_role("button", name="Send away").first.click()
    expect(ada.page.locator("seat-place:not(.empty)")).to_have_count(5)


def test_seats_fill_and_the_jackpot_grows_before_the_watchers_eyes(person):
    watcher, ada = person("Watcher"), person("Ada")
    watcher.page.goto(watcher.at)
    meter = watcher.page.locator("jackpot-meter", has_text="Texas")
    expect(meter).to_contain_text("$500.00")
    ada.bet_at("metered", 1, "Blackjack", "Progressive")
    ada.deal()
    ada.play_on(("decline", "stand"))
    link = watcher.page.get_by_role("link", name=re.compile("Texas 21, table 1"))
    tile = watcher.page.locator("table-tile").filter(has=link)
    expect(tile.locator("i.taken")).to_have_count(1)
    expect(meter).to_contain_text("$500.25")
    expect(ada.page.locator(".meters")).to_contain_text("$500.25")
    watcher.picture("jackpot-grown")


def test_chips_asked_for_in_mid_game_come_with_the_next(person):
    ada, grace = person("Ada"), person("Grace")
    for guest, seat in ((ada, 1), (grace, 4)):
        guest.join("no-limit", seat, dollars=300)
    for guest in (ada, grace):
        guest.page.locator(".ring-sides").get_by_role("button", name="Deal").click()
    ada.phase("decide|decision")
    ada.page.get_by_role("button", name="Add chips").click()
    ada.page.get_by_label("Dollars", exact=True).fill("250")
    ada.page.get_by_role("button", name="Bring to the table").click()
    expect(ada.page.get_by_role("button", name="$250 with the next game")).to_be_disabled()
    asked = ada if "your" in ada.page.locator(".phase").inner_text() else grace
    asked.page.get_by_role("button", name="Fold").click()
    expect(ada.page.get_by_role("button", name="Add chips")).to_be_enabled()
    expect(ada.page.locator("ring-seat.mine .stack")).to_have_text(re.compile(r"^\$5\d\d"))
