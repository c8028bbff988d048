"""The card room as `make run` serves it: one guest plays by a program, another in a browser."""

from __future__ import annotations

import asyncio
import json
import os
import re
import shutil
import signal
import subprocess
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
from tests.ship.installed import Installed
from tests.ship.steps import Failed, LeftOut, require
from websockets.asyncio.client import connect

PATIENCE_SECONDS = 120
TABLE, ITS_WAGER = "mini-tex-1", "Ante"
NO_BROWSER = "no chromium: on Debian, apt-get install chromium-headless-shell"


@contextmanager
def served(installed: Installed, sources: Path, books: Path) -> Iterator[str]:
    """Serve the card room by `make run`; give its address, and stop it as Ctrl-C does."""
    (installed.environment / ".installed").touch()
    log = installed.work / "serve.log"
    with log.open("w") as errors:
        server = subprocess.Popen(
            ["make", "run", f"VENV={installed.environment}"],
            cwd=sources,
            env={**installed.variables, "FELTWORKS_BOOKS": str(books)},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=errors,
            text=True,
            start_new_session=True,
        )
    assert server.stdout is not None
    # A server that says nothing is stopped, and the line that is read is empty.
    stopping = threading.Timer(PATIENCE_SECONDS, _interrupt, [server])
    stopping.start()
    line = server.stdout.readline()
    stopping.cancel()
    found = re.search(r"http://localhost:\d+(?=/)", line)
    try:
        if found is None:
            raise Failed(f"the card room does not open: {line}{log.read_text()}")
        yield found[0]
    finally:
        _interrupt(server)
        server.wait(30)
        server.stdout.close()
    require("Traceback" not in log.read_text(), log.read_text())


def _interrupt(server: subprocess.Popen[str]) -> None:
    """Press Ctrl-C."""
    if server.poll() is None:
        os.killpg(server.pid, signal.SIGINT)


# --- a guest's program ---------------------------------------------------------------------------


def play_round(at: str) -> str:
    """Play a round as a guest without a browser; the pages and rooms around it answer too."""
    with httpx.Client(base_url=at, trust_env=False, timeout=PATIENCE_SECONDS) as client:
        for path in ("/", f"/table/{TABLE}", "/openapi.json", "/static/css/tokens.css"):
            client.get(path).raise_for_status()
        asked = {"name": "Ada", "stack_cents": 100_000}
        client.post("/api/session", json=asked).raise_for_status()
        cookie = "; ".join(f"{name}={value}" for name, value in client.cookies.items())
    return asyncio.run(_play(f"{at.replace('http', 'ws', 1)}/ws/table/{TABLE}", cookie))


class _Line:
    """A guest's line to a table: `now` is the table as it was last seen."""

    def __init__(self, socket: Any) -> None:
        self._socket = socket
        self._refs = 0
        self.now: dict[str, Any] = {}
        self.hello: dict[str, Any] = {}

    async def until(self, holds: Callable[[dict[str, Any]], object]) -> dict[str, Any]:
        while True:
            message = json.loads(await asyncio.wait_for(self._socket.recv(), PATIENCE_SECONDS))
            if message["type"] == "table":
                self.now = message
            elif message["type"] == "hello":
                self.hello = message
            if holds(message):
                return message

    async def until_table(self, holds: Callable[[dict[str, Any]], object]) -> dict[str, Any]:
        if self.now and holds(self.now):
            return self.now
        return await self.until(lambda message: message["type"] == "table" and holds(message))

    async def ask(self, type: str, **fields: object) -> None:
        self._refs += 1
        ref = self._refs
        await self._socket.send(json.dumps({"type": type, "ref": ref, **fields}))
        answer = await self.until(
            lambda told: told.get("ref") == ref and told["type"] in ("done", "refused")
        )
        require(answer["type"] == "done", f"{type}: {answer}")


async def _play(address: str, cookie: str) -> str:
    headers = {"Cookie": cookie}
    async with connect(address, additional_headers=headers, proxy=None, max_size=None) as socket:
        guest = _Line(socket)
        await guest.until_table(lambda now: True)
        await guest.ask("sit", seat=1)
        await guest.until_table(lambda now: now["phase"] == "betting" and now["bets"])
        kinds = {wager["id"]: wager["kind"] for wager in guest.hello["table"]["wagers"]}
        for bet in guest.now["bets"]:
            if kinds[bet["wager"]] == "required" and not bet["tip"]:
                cents = bet["amounts"]["least_cents"]
                await guest.ask("bet", seat=1, wager=bet["wager"], cents=cents)
        await guest.ask("ready")
        while True:
            now = await guest.until_table(
                lambda now: now["turn"]["yours"] or now["phase"] == "over"
            )
            if now["phase"] == "over":
                break
            choice = [each for each in now["choices"] if each["affordable"]][-1]
            amounts = choice["amounts"]
            cents = {} if amounts is None else {"cents": _least(amounts)}
            turn = now["turn"]["turn"]
            await guest.ask("decide", seat=1, choice=choice["choice"], turn=turn, **cents)
            await guest.until_table(lambda now, turn=turn: now["turn"]["turn"] != turn)
        require(now["round"]["outcome"] == "settled", f"the round is {now['round']['outcome']}")
        (net,) = [each["net_cents"] for each in now["seats"] if each["seat"] == 1]
        return f"round {now['round']['number']}, {net / 100:+.2f} dollars"


def _least(amounts: dict[str, Any]) -> int:
    return (amounts["only"] or [amounts["least_cents"]])[0]


# --- a person at a browser -----------------------------------------------------------------------


def play_in_browser(at: str) -> str:
    """Come in from the lobby, sit down, bet and play a round; nothing goes wrong in the pages."""
    from playwright.sync_api import expect, sync_playwright
    from tests.browser.guest import DESKTOP, Guest
    from tests.chromium import ARGS, BROWSERS

    path = next(filter(None, map(shutil.which, BROWSERS)), None)
    if path is None:
        raise LeftOut(NO_BROWSER)
    expect.set_options(timeout=PATIENCE_SECONDS * 1000)
    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=path, args=ARGS)
        page = browser.new_page(viewport=DESKTOP, reduced_motion="reduce")
        guest = Guest(page, at, "Bea")
        guest.come_in()
        guest.sit(TABLE, 2)
        guest.phase("Place your bets")
        guest.put(2, ITS_WAGER)
        guest.deal()
        pressed = guest.play_on()
        guest.phase("Round settled")
        colours = _colours(page.screenshot())
        browser.close()
    require(pressed, "nothing was decided")
    require(colours > 20, f"the picture of the table has {colours} colours")
    require(not guest.unforgiven, "\n".join(guest.unforgiven))
    return f"{', '.join(pressed)}; {colours} colours"


def _colours(picture: bytes) -> int:
    import pymupdf

    return int(pymupdf.Pixmap(picture).color_count())


# --- afterwards ----------------------------------------------------------------------------------


def check_books(installed: Installed, books: Path) -> str:
    """The books hold the round that was played, and are in order."""
    installed.type(f"feltworks rounds verify 1 --books {books}").expect()
    return installed.type(f"feltworks audit --books {books}").expect().out.splitlines()[0]
