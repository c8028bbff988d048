"""A rules file the pages have never seen gets a working table, with no word of it in the pages."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from browser.room import served
from feltworks.rules.catalogue import EXAMPLES_DIR

HOUSE = """
[house]
name = "Strangers' house"
kind = "practice"
under = 2023-09-01

{tables}
"""
TABLE = '[tables.{id}-1]\ngame = "{path}"\nminimum = "$5"\nmaximum = "$100"\n'
GAMES = sorted(path.stem for path in EXAMPLES_DIR.glob("*.toml"))


@pytest.fixture(scope="module")
def card_room(tmp_path_factory):
    folder = tmp_path_factory.mktemp("strangers")
    tables = [TABLE.format(id=path.stem, path=path) for path in sorted(EXAMPLES_DIR.glob("*.toml"))]
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
    ada.page.wait_for_timeout(400)
    ada.picture(f"new-{game}-deciding")
    ada.play_on()
    ada.picture(f"new-{game}-settled")
    expect(ada.page.locator("settlement-sheet li").first).to_be_visible()
    expect(ada.page.locator(".result")).to_be_visible()
