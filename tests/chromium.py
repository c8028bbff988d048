"""A real Chromium for the tests of pages; where there is none they say how to get it.

The driver keeps an event loop running for as long as it is there, so it goes with the last test
that needs it: others, in the same process, have loops of their own.
"""

from __future__ import annotations

import os
import shutil
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import Browser, BrowserContext, sync_playwright

if TYPE_CHECKING:
    from playwright.sync_api import Page

# One process draws all pages: a renderer for each site of each person costs more than the pages do.
ARGS = ["--no-sandbox", "--disable-site-isolation-trials", "--renderer-process-limit=1"]

# Something small of every site that is tested.
KEPT_OPEN = "/static/css/tokens.css"
PICTURES = os.environ.get("FELTWORKS_SCREENSHOTS")


@contextmanager
def chromium_started() -> Iterator[Browser]:
    path = shutil.which("chromium") or shutil.which("chromium-browser")
    if path is None:
        why = "no chromium: on Debian, apt-get install chromium"
        pytest.fail(why) if os.environ.get("CI") == "true" else pytest.skip(why)
    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=path, args=ARGS)
        yield browser
        browser.close()


class Contexts:
    """Contexts of one browser, lent to a test and cleaned for the next that asks for the same kind.

    A person's first page in a new context starts a process that loads and compiles every script,
    three times the work of the page itself. So each context keeps a page of the site open, which
    keeps that process.
    """

    def __init__(self, browser: Browser) -> None:
        self._browser = browser
        self._free: dict[str, list[BrowserContext]] = defaultdict(list)

    @contextmanager
    def lent(self, at: str, **options: object) -> Iterator[BrowserContext]:
        """A context without cookies, without anything stored for the site and without a page of
        the test's."""
        free = self._free[repr(sorted(options.items()))]
        context = free.pop() if free else self._browser.new_context(**options)
        kept_open = context.pages[0] if context.pages else context.new_page()
        context.clear_cookies()
        kept_open.goto(f"{at}{KEPT_OPEN}")
        kept_open.evaluate("localStorage.clear()")
        yield context
        for page in context.pages:
            if page is not kept_open:
                page.close()
        free.append(context)


def take_picture(page: Page, name: str, *, full_page: bool = False) -> None:
    """A screenshot to be looked at, where FELTWORKS_SCREENSHOTS names a folder for them."""
    if PICTURES:
        folder = Path(PICTURES)
        folder.mkdir(parents=True, exist_ok=True)
        page.wait_for_timeout(300)  # until what moves has come to rest
        page.screenshot(path=folder / f"{name}.png", full_page=full_page)
