"""The dealer's cards and the table's, as he lays them out when hands are compared."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from browser.recorded import Shown

pytestmark = pytest.mark.slow

LAID = """() => Object.fromEntries(
  [...document.querySelectorAll(".dealer-hand, .common-zone")].map((group) => [
    group.querySelector(".place-name").textContent,
    [...group.querySelectorAll(".slot")].map((slot) =>
      [slot.querySelector("[card]") && slot.card, slot.classList.contains("raised")]),
  ]))"""


@pytest.fixture
def card_room(full_house):
    return full_house[0]


@pytest.mark.parametrize(
    ("table", "names"),
    [("mini-tex-1", ["Community", "Dealer"]), ("ultimate-texas-holdem-1", ["Board", "Dealer"])],
)
def test_cards_laid_beside_the_dealers_keep_their_name_and_the_players_marks(
    person, full_house, table, names
):
    at, recorded = full_house
    shown = Shown(person(own=True).page, at, recorded[table])
    results = [each for each in recorded[table].pictures if each[1]["phase"] == "over"]
    for text, now in results:
        shown.tell(text)
        expect(shown.page.locator("banked-felt card-row.showdown").first).to_be_visible()
        laid = shown.page.evaluate(LAID)
        assert sorted(laid) == names
        arranged, (mine,) = now["arranged"], now["you"]["seats"]
        row = [None if card in arranged["turned"] else card for card in arranged["row"]]
        common = {zone["zone"]: zone["cards"] for zone in now["cards"] if zone["seat"] is None}
        board = {each["card"] for each in common[names[0].lower()]}
        assert [card for card, _ in laid[names[0]]] == [card for card in row if card in board]
        assert [card for card, _ in laid["Dealer"]] == [card for card in row if card not in board]
        (own,) = [made for made in now["made"] if made["seat"] == mine and not made["wager"]]
        marked = {card for card, is_raised in laid[names[0]] if is_raised}
        assert marked == board & set(own["cards"])
