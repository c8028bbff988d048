"""A rules file the pages have never seen gets a working table, with no word of it in the pages."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect
from tests.ask.rules import EXAMPLES_DIR

from browser.room import served

pytestmark = pytest.mark.slow

HOUSE = """
[house]
name = "Strangers' house"
kind = "practice"
under = 2023-09-01

{tables}
"""
TABLE = '[tables.{id}-1]\ngame = "{path}"\nminimum = "$5"\nmaximum = "$100"\n'
# One of each kind: bets on either side, a second ante, cards in a cross, free bets, bets taken
# back, cards exchanged for a fee. All others are played over the same line, without a page.
GAMES = (
    "baccarat",
    "casino-war",
    "criss-cross-poker",
    "free-bet",
    "let-it-ride",
    "oasis-poker",
)
EXCHANGED = "jacks-or-better"


@pytest.fixture(scope="module")
def card_room(tmp_path_factory):
    folder = tmp_path_factory.mktemp("strangers")
    tables = [TABLE.format(id=id, path=EXAMPLES_DIR / f"{id}.toml") for id in (*GAMES, EXCHANGED)]
    file = folder / "house.toml"
    file.write_text(HOUSE.format(tables="\n".join(tables)))
    with served(folder, file=file) as at:
        yield at


@pytest.mark.parametrize("game", GAMES)
def test_a_table_of_an_unknown_game_is_played_to_the_end(person, game):
    ada = person()
    ada.bet_at(f"{game}-1", 2)
    first = ada.seat(2).locator(".spot.required, .spot.side.open").first
    first.click()
    expect(first).to_have_class(re.compile(r"\bout\b"))
    side = ada.seat(2).locator(".spot.side.open")
    if side.count():
        side.first.click()
    ada.deal()
    ada.picture(f"new-{game}-deciding")
    ada.play_on(prefers=("stand",))
    ada.picture(f"new-{game}-settled")
    expect(ada.page.locator("settlement-sheet li").first).to_be_visible()
    expect(ada.page.locator(".result")).to_be_visible()


def test_cards_are_given_up_by_pressing_them(person):
    ada = person()
    ada.bet_at(f"{EXCHANGED}-1", 4)
    ada.seat(4).locator(".spot.required").first.click()
    ada.deal()
    cards = ada.seat(4).locator("button.slot.pick")
    expect(cards).to_have_count(5)
    expect(cards.first).to_have_attribute("aria-label", re.compile("^Give up "))
    before = [cards.nth(place).get_attribute("aria-label") for place in range(5)]
    for place in (1, 3):
        cards.nth(place).click()
    expect(ada.page.locator(".choice-hint")).to_contain_text("(2 pressed)")
    ada.picture("new-giving-up-cards")
    ada.page.locator("button.choice").first.click()
    expect(ada.page.locator("settlement-sheet li").first).to_be_visible()
    ada.picture("new-cards-given-up")
    assert len(before) == 5
    expect(ada.page.locator("body")).to_contain_text("give up", use_inner_text=True)
