"""A line that breaks in mid-round comes back into the seat, with the round as it stands."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from browser.guest import until

pytestmark = pytest.mark.slow

# How long the page waits before each call, and calls that are withheld while `withheld` is there:
# a slow machine takes longer than the page does.
CALLS = """
window.waits = [];
window.withheld = null;
const later = window.setTimeout;
window.setTimeout = (act, wait, ...more) => {
  if (!String(act).includes("connect()")) return later(act, wait, ...more);
  window.waits.push(wait);
  return later(() => (window.withheld ? window.withheld.push(act) : act()), wait);
};
"""
OFTEN_MS = 1_500


def in_mid_round(guest):
    """Two cards held, the first wager out, a decision due."""
    guest.bet_at("mini-tex-1", 4, "Ante")
    guest.deal()
    expect(guest.page.locator("choice-panel button.choice")).to_have_count(2)
    guest.page.locator("button.choice[data-choice=bet]").click()
    guest.phase("Flop: your decision")
    return felt(guest)


def felt(guest):
    """Every card and every chip on the page."""
    cards = guest.page.locator("banked-felt playing-card[card]")
    chips = guest.page.locator("banked-felt .spot.out")
    return (
        cards.evaluate_all("all => all.map(each => each.getAttribute('card'))"),
        chips.evaluate_all("all => all.map(each => each.ariaLabel.split('.')[0])"),
    )


def test_a_closed_page_and_a_new_one(person):
    ada = person()
    before = in_mid_round(ada)
    first = ada.page
    ada.page = first.context.new_page()
    first.close()
    ada.page.goto(ada.at)
    ada.page.get_by_role("link", name="Back to your seat").click()
    ada.phase("Flop: your decision")
    assert felt(ada) == before
    ada.page.locator("button.choice[data-choice=fold]").click()
    ada.phase("Round settled")


def test_a_broken_line_is_renewed_by_the_page_itself(person):
    ada = person(own=True)
    lines, silent = [], set()

    def through(line):
        lines.append(line)
        server = line.connect_to_server()
        line.on_message(lambda text: line in silent or server.send(text))

    ada.page.add_init_script(CALLS)
    ada.page.route_web_socket("**/ws/table/*", through)
    before = in_mid_round(ada)
    opened = len(lines)
    silent.add(lines[-1])
    ada.page.locator("button.choice[data-choice=bet]").click()
    expect(ada.page.locator("choice-panel")).to_have_js_property("inert", True)
    answers = []
    ada.page.unroute_all()
    ada.page.route_web_socket("**/ws/table/*", lambda line: answers.append(line.close()))
    lines[-1].close(code=1012, reason="broken on purpose")
    broken = ada.page.locator(".broken")
    expect(broken).to_contain_text("the round waits and goes on where it stood")
    expect(ada.page.locator(".dock")).to_have_js_property("inert", True)
    assert felt(ada) == before
    until(ada.page, "window.waits.length > 4")
    ada.page.evaluate("window.withheld = []")
    until(ada.page, "window.withheld.length === 1")
    called = len(answers)
    broken.get_by_role("button", name="Try now").click()
    until(ada.page, "window.withheld.length === 2")
    assert len(answers) == called + 1
    waits = ada.page.evaluate("window.waits")
    assert max(waits) == OFTEN_MS, "the page calls again at least every 1.5 seconds"
    ada.page.route_web_socket("**/ws/table/*", through)
    ada.page.evaluate("window.withheld.pop()()")
    expect(broken).to_be_hidden()
    for part in (".dock", "choice-panel"):
        expect(ada.page.locator(part)).to_have_js_property("inert", False)
    assert len(lines) == opened + 1
    assert felt(ada) == before
    assert ada.play_on(("bet",)) == ["bet", "bet"]
