"""Every game of the practice house against the house is played to its end through the page."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect
from tests.ask.rules import load

pytestmark = pytest.mark.slow

BANKED = [
    ("mini-tex-1", ["Ante", "Pocket Poker"], ("bet",)),
    ("pick-2-1", ["Ante", "3-5 Bonus", "5 Card Bonus Only"], ("five-card",)),
    ("spanish-1", ["Ante", "Dos Pares", "Gran Progressive"], ("bet",)),
    ("texas-21-1", ["Blackjack", "Bonus", "Progressive"], ("decline", "split", "stand")),
]
DECIDED = re.compile(
    r"(beats?|does not qualify|You and the dealer both have"
    r"|Your hand is bust|The dealer is bust|wins at once)"
)


@pytest.mark.parametrize(("table", "wagers", "prefers"), BANKED, ids=[row[0] for row in BANKED])
def test_a_round_is_played_to_the_end_and_settled_with_reasons(person, table, wagers, prefers):
    ada = person()
    ada.bet_at(table, 3, *wagers)
    ada.picture(f"{table}-betting")
    ada.deal()
    expect(
        ada.page.locator("choice-panel button, .phase:has-text('Round settled')").first
    ).to_be_visible()
    ada.picture(f"{table}-deciding")
    ada.play_on(prefers)
    ada.picture(f"{table}-settled")
    lines = ada.page.locator("settlement-sheet li")
    assert lines.count() >= len(wagers)
    assert all(re.search(r"(wins|loses|pushes)", line) for line in lines.all_inner_texts())
    expect(ada.page.locator(".result")).to_have_text(re.compile("^You (win|lose|break even)"))
    expect(ada.page.locator(".decided")).to_have_text(DECIDED)
    assert table == "texas-21-1" or ada.page.locator("seat-place.mine .slot.raised").count()
    no_prize = [line for line in lines.all_inner_texts() if "\nno prize" in line]
    assert not no_prize, "a lost bonus says which hand it was"
    expect(ada.page.get_by_role("link", name=re.compile(r"^Round \d+"))).to_have_count(1)
    ada.page.get_by_role("button", name="Next", exact=True).click()
    ada.phase("Place your bets")
    expect(ada.page.get_by_role("heading", name="Settlement of the last round")).to_be_visible()
    assert lines.count() >= len(wagers)
    assert not ada.page.locator(".slot.raised").count()
    ada.page.keyboard.press("p")
    expect(ada.page.get_by_role("dialog").locator(".ranking").first).to_be_visible()


POSTED = {
    "mini-tex-1": "mini-tex",
    "pick-2-1": "pick-2-poker",
    "spanish-1": "spanish-poker",
    "texas-21-1": "texas-21",
}


def test_tables_post_the_pay_tables_of_their_wagers(person):
    ada = person()
    for table, game in POSTED.items():
        rules = load(game)
        pays = [
            str(row.pays)
            for id, wager in rules.wagers.items()
            if wager.kind != "side" or id in rules.offer.side_wagers
            for each in sorted(rules.tables_of(id))
            for row in rules.pays[each].rows
        ]
        ada.go_to(table)
        ada.page.keyboard.press("p")
        cells = ada.page.get_by_role("dialog").locator(".pays td.number")
        expect(cells.first).to_be_visible()
        texts = {"lose": "nothing", "100% of gran": "all of the jackpot"}
        texts |= {"25% of gran": "25% of the jackpot"}
        texts |= {"100% of texas-21-jackpot": "all of the jackpot"}
        assert cells.all_inner_texts() == [texts.get(each, each) for each in pays]
