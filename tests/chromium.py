"""A real Chromium for the tests of pages; where there is none they say how to get it.

The driver keeps an event loop running for as long as it is there, so it goes with the last test
that needs it: others, in the same process, have loops of their own.
"""

from __future__ import annotations

import os
import shutil
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import Browser, expect, sync_playwright

if TYPE_CHECKING:
    from playwright.sync_api import Page

# The one without windows has the same pages and draws no frame around them: a quarter less work.
BROWSERS = ("chromium-headless-shell", "chromium", "chromium-browser")
# One process draws all pages: a renderer for each site of each person costs more than the pages do.
ARGS = ["--no-sandbox", "--disable-site-isolation-trials", "--renderer-process-limit=1"]

# Something small of every site that is tested.
AT_REST, ICON = "/static/css/tokens.css", "/favicon.ico"
# Nobody looks at these pages: they are laid out, and take presses, as if they were drawn.
UNSEEN = """
const unseen = new CSSStyleSheet();
unseen.replaceSync(":root { opacity: 0 }");
document.adoptedStyleSheets.push(unseen);
"""
PICTURES = os.environ.get("FELTWORKS_SCREENSHOTS")
# Where counts wait for their turn, and machines are slow; nothing here is about how long it takes.
PATIENCE_MS = 90_000
expect.set_options(timeout=PATIENCE_MS)


@contextmanager
def chromium_started() -> Iterator[Browser]:
    path = next(filter(None, map(shutil.which, BROWSERS)), None)
    if path is None:
        pytest.skip("no chromium: on Debian, apt-get install chromium-headless-shell")
    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=path, args=ARGS)
        yield browser
        browser.close()


class Pages:
    """Pages of one browser, lent to a test and cleaned for the next that asks for the same kind.

    Each has a context of its own. A person's first page in a new context starts a process that
    loads and compiles every script, three times the work of the page itself; opening and closing
    another page in it is half of that work. So pages stay open, at rest on their site.
    """

    def __init__(self, browser: Browser) -> None:
        self._browser = browser
        self._free: dict[str, list[Page]] = defaultdict(list)

    @contextmanager
    def lent(
        self, at: str, *, drawn: bool = False, own: bool = False, **options: object
    ) -> Iterator[Page]:
        """A page without cookies and without anything stored for the site.

        A page is `drawn` for whoever asks about its colours. Who changes a page for good, by
        routes or scripts of his own, gets his `own`, which is closed afterwards.
        """
        free = self._free[repr((drawn, sorted(options.items())))]
        page = free.pop() if free else self._new(drawn=drawn or bool(PICTURES), **options)
        context = page.context
        context.clear_cookies()
        if not page.url.startswith(f"{at}/"):
            page.goto(f"{at}{AT_REST}")
        page.evaluate("localStorage.clear(); sessionStorage.clear()")
        yield page
        if own or page.is_closed():
            page = context.new_page()
        else:
            page.mouse.move(0, 0)
        page.goto(f"{at}{AT_REST}")
        for other in context.pages:
            if other is not page:
                other.close()
        free.append(page)

    def _new(self, *, drawn: bool, **options: object) -> Page:
        context = self._browser.new_context(**options)
        context.set_default_timeout(PATIENCE_MS)
        if not drawn:
            context.add_init_script(UNSEEN)
        return context.new_page()


def listening(page: Page, **heard: Callable[[Any], object]) -> Callable[[], None]:
    """Has events of the page heard until what is given back is called.

    That `AT_REST` is no page and has no icon, which browsers look for, is nothing to be heard.
    """
    console = heard["console"]
    heard["console"] = lambda said: said.location["url"].endswith(ICON) or console(said)
    for event, hears in heard.items():
        page.on(event, hears)

    def leave() -> None:
        for event, hears in heard.items():
            page.remove_listener(event, hears)

    return leave


def take_picture(page: Page, name: str, *, full_page: bool = False) -> None:
    """A screenshot to be looked at, where FELTWORKS_SCREENSHOTS names a folder for them."""
    if PICTURES:
        folder = Path(PICTURES)
        folder.mkdir(parents=True, exist_ok=True)
        page.wait_for_timeout(300)  # until what moves has come to rest
        page.screenshot(path=folder / f"{name}.png", full_page=full_page)
