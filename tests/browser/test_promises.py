"""A shuffle is checked by what this browser itself was shown before the deck was."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

pytestmark = pytest.mark.slow

OTHER = "f" * 64


def test_a_house_that_brings_another_promise_along_is_found_out(person):
    ada = person(own=True)
    ada.bet_at("mini-tex-1", 3)
    promised = ada.page.locator(".digest code").get_attribute("title")
    ada.put(3, "Ante")
    ada.deal()
    ada.play_on(("fold",))
    ada.page.get_by_role("link", name="Check this shuffle").click()
    checks = ada.page.locator(".check-list li")
    expect(ada.page.locator(".verdict.good")).to_be_visible()
    expect(checks).to_have_count(6)
    expect(checks.nth(1)).to_contain_text("This browser was shown that digest")
    expect(checks.nth(3)).to_contain_text("The seed of seat 3 fits the hash")
    expect(checks.nth(4)).to_contain_text("The hashes are those that this browser was told")
    expect(checks.nth(5)).to_contain_text("Your own seed at seat 3 is among those")
    noted = ada.page.evaluate("JSON.parse(localStorage['feltworks.promises'])")
    assert [each["digest"] for each in noted] == [promised]
    swap = "([old, other]) => { const key = 'feltworks.promises';" + (
        "localStorage[key] = localStorage[key].replace(old, other); }"
    )
    ada.page.evaluate(swap, [promised, OTHER])
    ada.page.reload()
    expect(ada.page.locator(".verdict.bad")).to_have_text("This round does not verify.")
    expect(checks.nth(1)).to_contain_text(f"shown another digest: {OTHER}")

    def without_seeds(route):
        answer = route.fetch()
        route.fulfill(response=answer, json={**answer.json(), "seeds": []})

    ada.page.route("**/api/rounds/*/proof", without_seeds)
    ada.page.reload()
    expect(checks.nth(3)).to_contain_text("another hash, or none, for seat 3")
    expect(checks.nth(4)).to_contain_text("opened by this browser and left out of the order")
