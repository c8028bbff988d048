"""A person at a browser: what he sees is read from the page, what he does is a press on it."""

from __future__ import annotations

import itertools
import re
from typing import TYPE_CHECKING

from playwright.sync_api import expect
from tests.chromium import listening, take_picture

if TYPE_CHECKING:
    from playwright.sync_api import ConsoleMessage, Locator, Page

DESKTOP = {"width": 1360, "height": 860}
PHONE = {"width": 390, "height": 844}
_names = itertools.count(1)


def until(page: Page, holds: str) -> None:
    """Waits until an expression holds; pages allow none to be evaluated within them."""
    for _ in range(900):
        if page.evaluate(holds):
            return
        page.wait_for_timeout(100)
    raise AssertionError(f"it never came to {holds}")


class Guest:
    """One page of one browser.

    `troubles` are requests to elsewhere and errors of the page; a test that provokes one `forgives`
    it by a part of its text.
    """

    def __init__(self, page: Page, at: str, name: str = "Ada") -> None:
        self.at = at
        self.name = f"{name} {next(_names)}"
        self.troubles: list[str] = []
        self.forgives: tuple[str, ...] = ()
        self.page = page
        self.leave = listening(
            page,
            console=self._heard,
            pageerror=lambda error: self.troubles.append(f"page error: {error}"),
            request=lambda request: self._asked(request.url),
            websocket=lambda line: self._asked(line.url),
        )

    @property
    def unforgiven(self) -> list[str]:
        """The troubles but those that the test asked for."""
        return [each for each in self.troubles if not any(f in each for f in self.forgives)]

    def _heard(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            self.troubles.append(f"console: {message.text}")

    def _asked(self, url: str) -> None:
        host = self.at.removeprefix("http://")
        if not re.match(rf"(http|ws)://{re.escape(host)}/", url) and not url.startswith("data:"):
            self.troubles.append(f"asked another host: {url}")

    def come_in(self) -> None:
        """Takes a name and chips in the lobby."""
        self.page.goto(self.at)
        self.page.get_by_label("Your name at the table").fill(self.name)
        self.page.get_by_role("button", name="Come in").click()
        expect(self.page.get_by_role("heading", name=f"Welcome, {self.name}")).to_be_visible()

    def is_known(self) -> None:
        """Has a name and chips, as if from the lobby, whose form has tests of its own."""
        asked = {"name": self.name, "stack_cents": 100_000}
        answer = self.page.context.request.post(f"{self.at}/api/session", data=asked)
        assert answer.status == 201, answer.text()

    def go_to(self, table: str) -> None:
        self.page.goto(f"{self.at}/table/{table}")
        self.phase(".+")

    def sit(self, table: str, seat: int) -> None:
        """To the table and onto a seat of it."""
        self.go_to(table)
        self.page.get_by_role("button", name=f"Sit here, seat {seat}", exact=True).click()

    def sit_in(self, seat: int, *, dollars: int) -> None:
        """Onto a seat of a table of players, with chips."""
        self.page.get_by_role("button", name=f"Sit here, seat {seat}", exact=True).click()
        self.page.get_by_label("Dollars", exact=True).fill(str(dollars))
        self.page.get_by_role("button", name="Bring to the table").click()
        expect(self.page.get_by_role("dialog")).to_be_hidden()

    def bet_at(self, table: str, seat: int, *wagers: str) -> None:
        """Sits down at a table of the house, and puts a chip on each wager."""
        self.is_known()
        self.sit(table, seat)
        self.phase("Place your bets")
        for wager in wagers:
            self.put(seat, wager)

    def join(self, table: str, seat: int, *, dollars: int) -> None:
        """Takes a seat at a table of players, with chips."""
        self.is_known()
        self.go_to(table)
        self.sit_in(seat, dollars=dollars)

    def wait_for_the_next(self) -> None:
        """Until the result is taken off the table."""
        expect(self.page.locator(".phase")).not_to_have_text("Round settled")

    def phase(self, pattern: str) -> None:
        """Waits until the head of the page says so."""
        expect(self.page.locator(".phase")).to_have_text(re.compile(pattern))

    def put(self, seat: int, wager: str) -> None:
        """A chip on a spot."""
        spot = self.seat(seat).get_by_role("button", name=re.compile(rf"^{re.escape(wager)}, "))
        spot.click()
        expect(spot).to_have_class(re.compile(r"\bout\b"))

    def seat(self, seat: int) -> Locator:
        return self.page.get_by_role("group", name=re.compile(rf"^Seat {seat}, "))

    def deal(self) -> None:
        self.page.get_by_role("button", name=re.compile("^Deal")).click()

    @property
    def is_over(self) -> bool:
        return self.page.locator(".phase").inner_text() == "Round settled"

    def play_on(self, prefers: tuple[str, ...] = ()) -> list[str]:
        """Decides until the round is over: the first preferred choice there is, else the last."""
        pressed: list[str] = []
        choices = self.page.locator("choice-panel button.choice:enabled")
        over = self.page.locator(".phase", has_text=re.compile("Round settled|Place your bets"))
        settled = self.page.locator(".phase", has_text="Round settled")
        for _ in range(60):
            # A slow page may see no more of the result than the betting after it.
            expect(choices.first.or_(over if pressed else settled).first).to_be_visible()
            if self.is_over or (pressed and over.count()):
                return pressed
            offered = choices.evaluate_all("all => all.map(each => each.dataset.choice)")
            if not offered:
                continue
            wanted = next((each for each in prefers if each in offered), offered[-1])
            turn = self.page.locator("choice-panel").get_attribute("data-turn")
            pressed.append(wanted)
            choices.nth(offered.index(wanted)).click()
            expect(self.page.locator("choice-panel")).not_to_have_attribute("data-turn", turn or "")
        raise AssertionError("the round does not end")

    def picture(self, name: str) -> None:
        take_picture(self.page, name)
