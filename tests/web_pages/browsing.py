"""A person at a browser who looks at pages; whatever goes wrong on them is noted."""

import re

from tests.chromium import listening, take_picture

DESKTOP = {"width": 1280, "height": 860}
PHONE = {"width": 390, "height": 844}
EXPECTED = "the server responded with a status of 4"


class Reader:
    """One page; `troubles` are requests to elsewhere and errors of the page.

    A refusal that the page tells its reader in words is no trouble, although the browser logs it.
    """

    def __init__(self, page, at):
        self.at = at
        self.troubles = []
        self.page = page
        self.leave = listening(
            page,
            console=self._heard,
            pageerror=lambda error: self.troubles.append(f"page error: {error}"),
            request=lambda request: self._asked(request.url),
        )

    def _heard(self, message):
        if message.type in ("error", "warning") and EXPECTED not in message.text:
            self.troubles.append(f"console: {message.text}")

    def _asked(self, url):
        if not re.match(rf"{re.escape(self.at)}/", url) and not url.startswith("data:"):
            self.troubles.append(f"asked another host: {url}")

    def go(self, path):
        self.page.goto(f"{self.at}{path}")

    def picture(self, name):
        take_picture(self.page, name, full_page=True)

    def overflows(self):
        """Whether the page is wider than its window."""
        wide = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
        return self.page.evaluate(wide) > 1
