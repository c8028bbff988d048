"""Firefox plays a round as Chromium does: nothing in the pages is for one browser alone."""

from __future__ import annotations

import pytest
from tests.firefox import firefox_started

pytestmark = pytest.mark.slow

OVER = "document.querySelector('.phase')?.textContent === 'Round settled'"
CHOICE = "Boolean(document.querySelector('choice-panel button.choice')?.checkVisibility())"


def test_a_round_is_played_in_firefox(card_room):
    with firefox_started() as page:
        page.go(card_room)
        page.type("guest-form input[name=name]", "Ada in Firefox")
        page.press("guest-form button[type=submit]")
        page.until(
            "document.querySelector('h1, h2') && /Welcome, Ada/.test(document.body.innerText)"
        )
        page.go(f"{card_room}/table/mini-tex-1")
        page.press("seat-place:nth-of-type(3) button.sit")
        page.press("seat-place.mine .spot.required.open")
        page.until("document.querySelector('seat-place.mine .spot.out') !== null")
        page.press("bet-rack button.primary")
        for _ in range(6):
            page.until(f"{OVER} || {CHOICE}")
            if page.see(OVER):
                break
            turn = page.see("document.querySelector('choice-panel').dataset.turn")
            page.press("choice-panel button.choice:last-of-type")
            page.until(f"document.querySelector('choice-panel').dataset.turn !== '{turn}'")
        assert page.see(OVER)
        lines = page.see(
            "[...document.querySelectorAll('settlement-sheet li')].map(e => e.innerText)"
        )
        assert lines and all(any(w in line for w in ("wins", "loses", "pushes")) for line in lines)
        boxes = page.see(
            "[document.documentElement.scrollWidth <= innerWidth,"
            " document.querySelectorAll('seat-place.mine playing-card:has(svg)').length]"
        )
        assert boxes == [True, 2]
        assert not page.troubles
