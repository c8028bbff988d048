"""On a phone nothing is wider than the screen, and a round is played with a thumb."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from browser.guest import PHONE

pytestmark = pytest.mark.slow


def no_wider_than_the_screen(guest):
    wide = guest.page.evaluate("document.documentElement.scrollWidth")
    assert wide <= PHONE["width"], f"the page is {wide} wide"


def large_enough_to_press(guest):
    sizes = guest.page.locator("button.choice:visible").evaluate_all(
        "all => all.map(each => Math.min(each.offsetWidth, each.offsetHeight))"
    )
    assert sizes
    assert min(sizes) >= 44


OVERLAPS = """() => {
  const box = (part) => part.getBoundingClientRect();
  const overlap = (one, other) =>
    Math.min(one.right, other.right) - Math.max(one.left, other.left) > 0.5 &&
    Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > 0.5;
  const seen = (root, parts) =>
    [...root.querySelectorAll(parts)].filter((each) => each.checkVisibility());
  const places = [...document.querySelectorAll("ring-seat")].map((seat) => [
    seat.ariaLabel, seen(seat, "playing-card, .plate, .call, .dealer-button"),
  ]);
  places.push(["the board", seen(document, ".board playing-card")]);
  return places.flatMap(([one, parts], at) =>
    places.slice(at + 1).flatMap(([other, others]) =>
      parts.some((part) => others.some((each) => overlap(box(part), box(each))))
        ? [`${one} / ${other}`] : []));
}"""
"""Players whose cards, plates or words lie on another's, or on the board."""


SPLIT = """async (seat) => {
  const { Picture } = await import("/static/js/room/picture.js");
  const picture = new Picture();
  const out = { seat, cents: 500, tip: false };
  const ids = ["blackjack", "blackjack/2", "blackjack/3", "blackjack/4", "bonus", "progressive"];
  picture.description = await (await fetch("/api/tables/texas-21-1")).json();
  picture.now = {
    phase: "playing", you: { seats: [seat] }, choices: [], settlement: [], turn: null,
    seats: [{ seat, player: "Ada", stack_cents: 0, in_round: true }],
    cards: [], spots: ids.map((wager) => ({ ...out, wager })),
  };
  const place = document.querySelectorAll("seat-place")[seat - 1];
  place.show(seat, picture, { bets: () => [] });
  const names = [...place.querySelectorAll(".spot-name")];
  const boxes = names.map((each) => {
    const text = document.createRange();
    text.selectNodeContents(each);
    return text.getBoundingClientRect();
  });
  const lies = (one, other) =>
    Math.min(one.right, other.right) - Math.max(one.left, other.left) > 0.5 &&
    Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > 0.5;
  const told = names.map((each) => each.textContent);
  return [told, told.flatMap((one, at) =>
    told.slice(at + 1).flatMap((other, more) =>
      lies(boxes[at], boxes[at + 1 + more]) ? [`${one} / ${other}`] : []))];
}"""
"""A seat whose hand was split to four: the names of its spots, and those that lie on each other."""


def test_names_of_split_hands_lie_beside_each_other(person):
    ada = person(viewport=PHONE, has_touch=True, is_mobile=True)
    ada.go_to("texas-21-1")
    names, overlaps = ada.page.evaluate(SPLIT, 5)
    assert [name for name in names if "Hand" in name] == ["Hand 2", "Hand 3", "Hand 4"]
    assert {"Blackjack", "Bonus", "Progressive"} <= set(names)
    assert not overlaps
    ada.picture("phone-split")


def until_asked(guest):
    """A hand that is settled without a question (a blackjack) is dealt again."""
    choices = guest.page.locator("choice-panel button.choice")
    over = guest.page.locator(".phase", has_text="Round settled")
    for _ in range(8):
        expect(choices.first.or_(over).first).to_be_visible()
        if choices.count():
            return
        guest.phase("Place your bets")
        guest.page.get_by_role("button", name="Same again").click()
    raise AssertionError("nothing is ever asked")


def test_a_round_on_a_phone(person):
    ada = person(viewport=PHONE, has_touch=True, is_mobile=True, color_scheme="dark")
    ada.come_in()
    no_wider_than_the_screen(ada)
    ada.picture("phone-lobby")
    ada.sit("texas-21-1", 5)
    ada.phase("Place your bets")
    for wager in ("Blackjack", "Bonus"):
        ada.put(5, wager)
    no_wider_than_the_screen(ada)
    ada.picture("phone-betting")
    ada.deal()
    until_asked(ada)
    large_enough_to_press(ada)
    ada.picture("phone-deciding")
    ada.play_on(("decline", "split", "stand"))
    no_wider_than_the_screen(ada)
    ada.picture("phone-settled")


def test_a_game_between_players_on_a_phone(person):
    ada = person(viewport=PHONE, has_touch=True, is_mobile=True)
    ada.come_in()
    ada.go_to("mini-tex-ring-1")
    no_wider_than_the_screen(ada)
    ada.picture("phone-ring-free")
    ada.page.evaluate("scrollTo(0, document.body.scrollHeight)")
    ada.sit_in(4, dollars=200)
    expect(ada.page.locator(".oval")).to_be_in_viewport(ratio=0.9)
    ada.page.locator("summary", has_text="Bots").click()
    ada.page.get_by_role("button", name="Fill the table").click()
    expect(ada.page.locator("choice-panel button.choice").first).to_be_visible()
    large_enough_to_press(ada)
    no_wider_than_the_screen(ada)
    ada.page.evaluate("scrollTo(0, 0)")
    ada.picture("phone-ring-deciding")
    # The first game may begin before all bots sit.
    assert ada.page.locator("ring-seat playing-card").count() >= 6
    assert not ada.page.evaluate(OVERLAPS)
    ada.page.evaluate("scrollTo(0, document.body.scrollHeight)")
    ada.play_on(("check", "call"))
    assert ada.page.locator(".board").bounding_box()["y"] > 0, "the board is seen at the end"
    expect(ada.page.get_by_role("button", name="Next", exact=True)).to_be_in_viewport()
    assert not ada.page.evaluate(OVERLAPS)
    no_wider_than_the_screen(ada)
    ada.page.evaluate("scrollTo(0, 0)")
    ada.picture("phone-ring-over")
