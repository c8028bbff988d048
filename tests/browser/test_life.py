"""What makes a table lively: sounds, the curve and list of rounds, and what is said beforehand."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from browser.guest import until

pytestmark = pytest.mark.slow

COUNTED = """
window.heard = 0;
const create = BaseAudioContext.prototype.createGain;
BaseAudioContext.prototype.createGain = function (...given) {
  window.heard += 1;
  return create.apply(this, given);
};
"""
RENDERED = """async () => {
  const { strike } = await import("/static/js/room/sounds.js");
  const loudest = {};
  for (const kind of ["card", "chips", "win"]) {
    const context = new OfflineAudioContext(1, 22050, 44100);
    strike(context, kind, 0.1);
    const samples = (await context.startRendering()).getChannelData(0);
    const before = samples.slice(0, 4400).every((each) => each === 0);
    loudest[kind] = before ? Math.max(...samples.map(Math.abs)) : null;
  }
  return loudest;
}"""


def test_sounds_are_made_and_go_off_with_one_key(person):
    ada = person(own=True)
    ada.page.add_init_script(COUNTED)
    ada.bet_at("texas-21-1", 3, "Blackjack")
    loudest = ada.page.evaluate(RENDERED)
    assert all(0.01 < each < 0.6 for each in loudest.values()), loudest
    button = ada.page.get_by_role("button", name="Sound", exact=True)
    expect(button).to_have_attribute("aria-pressed", "false")
    # With caps lock it is the same key.
    ada.page.keyboard.press("M")
    expect(button).to_have_attribute("aria-pressed", "true")
    heard = ada.page.evaluate("window.heard")
    ada.deal()
    until(ada.page, f"window.heard > {heard}")
    ada.play_on(("decline", "stand"))
    button.click()
    expect(button).to_have_attribute("aria-pressed", "false")
    silent = ada.page.evaluate("window.heard")
    ada.page.get_by_role("button", name=re.compile("^Same again")).click()
    ada.wait_for_the_next()
    ada.play_on(("decline", "stand"))
    assert ada.page.evaluate("window.heard") == silent
    ada.page.reload()
    expect(button).to_have_attribute("aria-pressed", "false")
    assert ada.page.evaluate("localStorage.getItem('feltworks.sound')") == "off"
    rounds_are_drawn_and_narrowed(ada.page)


def rounds_are_drawn_and_narrowed(page):
    """The curve begins at nothing and ends at the sum; the list shows what is asked for."""
    rows = page.locator("ledger-sheet li b")
    expect(rows).to_have_count(2)
    nets = [cents(text) for text in rows.all_inner_texts()]
    curve = page.locator("ledger-sheet svg.curve")
    expect(curve).to_have_attribute("aria-label", re.compile("^Your chips over 2 rounds: "))
    told = re.search(r"rounds: (\S+),", curve.get_attribute("aria-label"))
    assert cents(told[1]) == sum(nets)
    points = page.locator("ledger-sheet .curve-line").get_attribute("points").split()
    assert len(points) == 3
    narrow = page.get_by_label("Which rounds are listed")
    for value, fits in (("won", lambda net: net > 0), ("lost", lambda net: net < 0)):
        narrow.select_option(value)
        expect(rows).to_have_count(sum(map(fits, nets)))
    narrow.select_option("large")
    expect(rows).to_have_count(sum(abs(net) >= 5_000 for net in nets))


def cents(text):
    amount = round(float(re.sub(r"[^\d.]", "", text)) * 100)
    return -amount if text.startswith("−") else amount


WISHES = """async ([spots, after, press]) => {
  const { Picture } = await import("/static/js/room/picture.js");
  const asked = [], said = [];
  const announcer = { say: (text) => said.push(text) };
  const page = { ask: (message) => asked.push(message), announcer };
  const picture = new Picture();
  const part = document.createElement("before-hand");
  document.body.append(part);
  const choice = (id) => ({ seat: 1, choice: id });
  const show = (spots, turn, choices) => {
    picture.now = {
      phase: "playing", you: { seats: [1] }, round: { number: 7 }, spots, choices,
      turn: { waits_for: "decision", seat: turn, yours: turn === 1, turn: 3 },
      seats: [1, 2].map((seat) => ({ seat, player: "Ada", in_round: true, stack_cents: 9000 })),
    };
    part.show(picture, page);
  };
  show(spots, 2, []);
  const offered = [...part.querySelectorAll("button")].map((each) => each.textContent);
  part.querySelectorAll("button")[press].click();
  const most = Math.max(...after.map((each) => each.cents));
  const own = after.find((each) => each.seat === 1)?.cents ?? 0;
  show(after, 1, (most > own ? ["fold", "call", "raise"] : ["check", "bet"]).map(choice));
  part.remove();
  return [offered, asked.map((each) => each.choice), said.length];
}"""


def test_what_is_said_beforehand_holds_for_the_bet_it_was_said_of(person):
    ada = person()
    ada.go_to("mini-tex-ring-1")

    def bets(own, other):
        both = ((1, own), (2, other))
        return [{"seat": seat, "wager": "bets", "cents": cents} for seat, cents in both]

    def wish(before, after, press):
        return ada.page.evaluate(WISHES, [before, after, press])

    assert wish(bets(0, 0), bets(0, 0), 0) == [["Check", "Check or fold"], ["check"], 0]
    assert wish(bets(0, 0), bets(0, 1000), 0) == [["Check", "Check or fold"], [], 1]
    assert wish(bets(0, 0), bets(0, 1000), 1) == [["Check", "Check or fold"], ["fold"], 0]
    assert wish(bets(500, 1000), bets(500, 1000), 0) == [["Call $5", "Fold"], ["call"], 0]
    assert wish(bets(500, 1000), bets(500, 2000), 0) == [["Call $5", "Fold"], [], 1]
    assert wish(bets(500, 1000), bets(500, 2000), 1) == [["Call $5", "Fold"], ["fold"], 0]
