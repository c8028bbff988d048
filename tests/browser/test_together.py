"""Several people in several browsers: what one does the others see, and nothing they may not."""

from __future__ import annotations

from playwright.sync_api import expect


def face_up(guest, seat):
    """The cards of a seat that this page can name."""
    cards = guest.seat(seat).locator("playing-card[card]")
    return cards.evaluate_all("all => all.map(each => each.getAttribute('card'))")


def test_two_browsers_at_one_ring_table(person):
    ada, grace = person("Ada"), person("Grace")
    for guest, seat in ((ada, 3), (grace, 7)):
        guest.join("mini-tex-ring-1", seat, dollars=400)
    expect(ada.seat(7)).to_contain_text(grace.name)
    for guest in (ada, grace):
        expect(guest.page.locator("ring-seat.mine playing-card[card]")).to_have_count(2)
    assert len(face_up(ada, 3)) == 2 and not face_up(ada, 7)
    assert len(face_up(grace, 7)) == 2 and not face_up(grace, 3)
    assert not set(face_up(ada, 3)) & set(face_up(grace, 7))
    ada.picture("two-at-a-ring-ada")
    _play_between(ada, grace)
    ada.picture("two-at-a-ring-over")
    for guest in (ada, grace):
        expect(guest.page.locator(".takes")).to_contain_text("$")
        expect(guest.page.locator(".badge.good")).to_have_count(1)


def _play_between(*guests):
    """Whoever is asked checks or calls, until both pages show the result."""
    for _ in range(1_000):
        for guest in guests:
            button = guest.page.locator("button.choice:enabled").filter(has_text="C").first
            if button.count():
                turn = guest.page.locator("choice-panel").get_attribute("data-turn")
                button.click()
                expect(guest.page.locator("choice-panel")).not_to_have_attribute(
                    "data-turn", turn or ""
                )
        if all(guest.is_over for guest in guests):
            return
        guests[0].page.wait_for_timeout(60)
    raise AssertionError("the game does not end")


def test_two_at_a_house_table_and_one_who_watches(person):
    ada, grace, watcher = person("Ada"), person("Grace"), person("Watcher")
    watcher.go_to("spanish-2")
    for guest, seat in ((ada, 1), (grace, 4)):
        guest.bet_at("spanish-2", seat)
        guest.page.get_by_role("radio", name="Bet with $25 chips").check(force=True)
        guest.put(seat, "Ante")
    expect(ada.seat(4)).to_contain_text("$25")
    ada.deal()
    expect(ada.page.get_by_role("button", name="Waiting for others")).to_be_disabled()
    grace.deal()
    expect(ada.page.locator("choice-panel button").first).to_be_visible()
    assert len(face_up(ada, 1)) == 5 and not face_up(ada, 4)
    assert not face_up(watcher, 1) and not face_up(watcher, 4)
    expect(watcher.page.locator("choice-panel button")).to_have_count(0)
    watcher.picture("watching")
    expect(grace.page.locator("choice-panel button")).to_have_count(0)
    ada.page.locator("button.choice[data-choice=bet]").click()
    grace.play_on(("bet",))
    expect(grace.page.locator("settlement-sheet h3")).to_have_count(2)
    settled = grace.page.locator("settlement-sheet h3").all_inner_texts()
    assert settled[0].startswith("You") and settled[1].startswith(ada.name), settled
    grace.picture("two-at-a-table")


def test_one_person_plays_several_hands(person):
    ada = person()
    ada.bet_at("pick-2-1", 2)
    ada.page.get_by_role("button", name="Sit here, seat 3", exact=True).click()
    for seat in (2, 3):
        ada.put(seat, "Ante")
    ada.deal()
    pressed = ada.play_on(("three-card",))
    assert len(pressed) == 2
    ada.picture("two-hands")
    assert ada.page.locator("settlement-sheet h3").count() == 2
