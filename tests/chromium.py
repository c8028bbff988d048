"""A real Chromium for the tests of pages; where there is none they say how to get it.

The driver keeps an event loop running for as long as it is there, so it goes with the last test
that needs it: others, in the same process, have loops of their own.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from playwright.sync_api import Browser, sync_playwright

# One process draws all pages: a renderer for each site of each person costs more than the pages do.
ARGS = ["--no-sandbox", "--disable-site-isolation-trials", "--renderer-process-limit=1"]


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
