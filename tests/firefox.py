"""A real Firefox for the tests of pages, by WebDriver BiDi: a socket that Firefox listens on.

Debian has no geckodriver, and none is needed: commands and their answers are JSON over that socket.
Where there is no Firefox the tests say how to get it.
"""

from __future__ import annotations

import itertools
import json
import os
import re
import shutil
import subprocess
import tempfile
import time
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from websockets.sync.client import ClientConnection, connect

if TYPE_CHECKING:
    from collections.abc import Iterator

LISTENS = re.compile(r"WebDriver BiDi listening on (ws://\S+)")
# Nothing is fetched from elsewhere, and nothing moves.
PREFERENCES = """
user_pref("ui.prefersReducedMotion", 1);
user_pref("app.update.enabled", false);
user_pref("browser.startup.page", 0);
user_pref("datareporting.policy.dataSubmissionEnabled", false);
user_pref("network.captive-portal-service.enabled", false);
user_pref("network.connectivity-service.enabled", false);
user_pref("services.settings.server", "data:,");
user_pref("toolkit.telemetry.enabled", false);
"""


class FirefoxPage:
    """One tab. `troubles` are the errors that its pages have logged."""

    def __init__(self, line: ClientConnection) -> None:
        self._line, self._numbers = line, itertools.count(1)
        self.troubles: list[str] = []
        self.ask("session.new", capabilities={})
        self.ask("session.subscribe", events=["log.entryAdded"])
        self.tab = self.ask("browsingContext.getTree")["contexts"][0]["context"]

    def ask(self, method: str, **params: object) -> dict[str, Any]:
        """A command and its answer; what Firefox tells meanwhile is noted."""
        number = next(self._numbers)
        self._line.send(json.dumps({"id": number, "method": method, "params": params}))
        while True:
            told = json.loads(self._line.recv(180))
            if told.get("method") == "log.entryAdded" and told["params"]["level"] == "error":
                self.troubles.append(told["params"]["text"])
            if told.get("id") == number:
                assert told["type"] == "success", told
                return told["result"]

    def go(self, address: str) -> None:
        self.ask("browsingContext.navigate", context=self.tab, url=address, wait="complete")

    def see(self, expression: str) -> Any:
        """What an expression gives in the page."""
        target = {"context": self.tab}
        text = f"JSON.stringify(({expression}) ?? null)"
        answer = self.ask("script.evaluate", expression=text, target=target, awaitPromise=True)
        assert answer["type"] == "success", answer["exceptionDetails"]["text"]
        return json.loads(answer["result"]["value"])

    def until(self, expression: str, seconds: float = 120) -> Any:
        """Waits until an expression gives something."""
        end = time.monotonic() + seconds
        while not (found := self.see(expression)):
            assert time.monotonic() < end, (expression, self.see("document.body.innerText"))
            time.sleep(0.05)
        return found

    def press(self, selector: str) -> None:
        """A press of the mouse in the middle of a part, when there is one to be pressed."""
        part = f"document.querySelector({json.dumps(selector)})"
        self.until(f"Boolean({part}?.checkVisibility() && !{part}.disabled)")
        x, y = self.see(
            f"(() => {{ const part = {part}; part.scrollIntoView({{ block: 'center' }});"
            " const box = part.getBoundingClientRect();"
            " return [box.left + box.width / 2, box.top + box.height / 2].map(Math.round); })()"
        )
        steps = [
            {"type": "pointerMove", "x": x, "y": y},
            {"type": "pointerDown", "button": 0},
            {"type": "pointerUp", "button": 0},
        ]
        mouse = {"type": "pointer", "id": "mouse", "actions": steps}
        self.ask("input.performActions", context=self.tab, actions=[mouse])

    def type(self, selector: str, text: str) -> None:
        """Types into a field."""
        self.press(selector)
        keys = [{"type": kind, "value": key} for key in text for kind in ("keyDown", "keyUp")]
        actions = [{"type": "key", "id": "keyboard", "actions": keys}]
        self.ask("input.performActions", context=self.tab, actions=actions)


@contextmanager
def firefox_started() -> Iterator[FirefoxPage]:
    path = shutil.which("firefox-esr")
    if path is None:
        pytest.skip("no firefox: on Debian, apt-get install firefox-esr")
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        (Path(profile) / "user.js").write_text(PREFERENCES, encoding="utf-8")
        words = [path, "--headless", "--no-remote", "--remote-debugging-port=0"]
        with subprocess.Popen(
            [*words, "--profile", profile, "about:blank"],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
            env={**os.environ, "HOME": profile},
        ) as process:
            try:
                assert process.stderr is not None
                found = next(filter(None, map(LISTENS.search, process.stderr)), None)
                assert found, "firefox ended before it listened"
                with connect(f"{found[1]}/session", proxy=None, max_size=None) as line:
                    yield FirefoxPage(line)
            finally:
                process.terminate()
                process.wait(60)
