"""A table with payout limits posts them, and says what a limit holds back of a win."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect
from tests.ask.rules import locate

from browser.room import served

pytestmark = pytest.mark.slow

HOUSE = """
[house]
name = "House of limits"
kind = "practice"
under = 2023-09-01

[tables.limited]
game = "lucky.toml"
minimum = "$5"
maximum = "$20"
player_limit = "$1,000"
table_limit = "$2,000"

[tables.unlimited]
game = "lucky.toml"
minimum = "$5"
maximum = "$20"
"""
MOST = "$1,000 to one player and $2,000 to all players together"
POSTED = f"Pay tables pay at most {MOST} in a round."


@pytest.fixture
def card_room(tmp_path):
    # Every two cards win 160 to 1.
    text = locate("mini-tex").read_text()
    start = text.index("rows = [", text.index("[pays.pocket-poker]"))
    end = text.index("]\n\n", start)
    text = f'{text[:start]}rows = [{{ id = "any", hand = "any hand", pays = "160:1" }}{text[end:]}'
    # Nor are there options with other rows, or published figures of them.
    parts = [part for part in text.split("\n\n") if "pocket_poker_table" not in part]
    text = "\n\n".join(parts)
    (tmp_path / "lucky.toml").write_text(text)
    file = tmp_path / "house.toml"
    file.write_text(HOUSE)
    with served(tmp_path, file=file) as at:
        yield at


def test_limits_are_posted_and_a_settlement_says_what_they_hold_back(person):
    ada = person()
    ada.is_known()
    ada.page.goto(ada.at)
    tiles = ada.page.locator("table-tile")
    expect(tiles).to_have_count(2)
    expect(tiles.locator(".payouts", has_text=POSTED)).to_have_count(1)
    expect(tiles.locator(".limits", has_text="$5 to $20")).to_have_count(2)
    ada.picture("limits-lobby")
    ada.sit("limited", 1)
    ada.phase("Place your bets")
    expect(ada.page.locator(".stage .payouts")).to_have_text(POSTED)
    expect(ada.page.locator(".room-head .limits")).to_contain_text("$5 to $20")
    ada.page.get_by_role("radio", name="Bet with $5 chips").check(force=True)
    for wager in ("Ante", "Ante", "Pocket Poker", "Pocket Poker"):
        ada.put(1, wager)
    ada.picture("limits-table")
    ada.deal()
    ada.play_on(("bet",))
    held = ada.page.locator("settlement-sheet .held-back")
    expect(held).to_have_text("Won $1,600. A payout limit holds back $600; $1,000 is paid.")
    ada.picture("limits-settled")
    said = "Pocket Poker wins $1,600, of which a payout limit holds back $600 and $1,000 is paid"
    expect(ada.page.locator("log-sheet li", has_text=said)).to_have_count(1)
    spot = ada.seat(1).get_by_role("button", name=re.compile(r"^Pocket Poker, "))
    expect(spot.locator(".spot-result")).to_have_text("+$1,000")
    ada.page.goto(f"{ada.at}/rounds/1")
    expect(ada.page.locator("main header")).to_contain_text(
        "You won $600 more on pay tables, which a payout limit of the table held back."
    )
    expect(ada.page.locator(".log li", has_text=said)).to_have_count(1)
    expect(ada.page.locator(".step-felt .settled")).to_contain_text(
        "Pocket Poker +$1,000 any hand; won $1,600, $600 held back by a payout limit"
    )
    ada.picture("limits-recalled")
