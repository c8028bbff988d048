"""What a person waits for at a game of two hole cards and a board of five: pages, tables, terminal.

A card room is served as `feltworks serve` does it, with books and kept counts of its own, and asked
from this process as the pages ask it. Each game is asked about twice: first by a server that has
just started, then again; what may be asked as often as one likes, another pay or a round, is asked
anew each time, so that no answer is merely remembered. While the coach is made ready, the table of
another guest is pinged: nobody else may be held up. Kernels are compiled before. Aims: a second for
a first count, 0.3 s for anything that is pressed after it.
"""

from __future__ import annotations

import asyncio
import json
import os
import pty
import re
import select
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import asynccontextmanager, contextmanager, suppress
from pathlib import Path

import httpx
from rich.table import Table
from websockets.asyncio.client import connect

from feltworks.rules.loader import read
from feltworks.rules.reading import read_bytes

ROOT = Path(__file__).parents[1]
GAMES = {
    "ultimate-texas-holdem": (ROOT / "src/feltworks/games/examples/ultimate-texas-holdem.toml"),
    "texas-holdem-bonus": ROOT / "tests/odds/games/texas-holdem-bonus.toml",
}
OTHERS_TABLE = "mini-tex-1"
ROUNDS = 3
LONGEST_SECONDS = 120.0
FELTWORKS = (sys.executable, "-m", "feltworks")


class Seconds:
    """What was measured: by what it was, the first time and the longest of the times after it."""

    def __init__(self) -> None:
        self.rows: dict[str, list[float]] = {}

    def add(self, what: str, seconds: float) -> None:
        self.rows.setdefault(what, []).append(seconds)

    @contextmanager
    def of(self, what: str):
        began = time.perf_counter()
        yield
        self.add(what, time.perf_counter() - began)


@contextmanager
def served(folder: Path):
    """A card room of its own; gives its address."""
    words = [*FELTWORKS, "serve", "--port", "0", "--no-browser", "--database", folder / "house.db"]
    told = {"FELTWORKS_COUNTS": str(folder / "counts"), "XDG_DATA_HOME": str(folder / "data")}
    with (folder / "log").open("w") as log:
        server = subprocess.Popen(
            words, env=os.environ | told, stdout=subprocess.PIPE, stderr=log, text=True
        )
    assert server.stdout is not None
    found = re.search(r"http://localhost:(\d+)/", server.stdout.readline())
    if found is None:
        raise SystemExit(f"the server did not start: {(folder / 'log').read_text()}")
    try:
        yield f"http://127.0.0.1:{found[1]}"
    finally:
        server.send_signal(signal.SIGTERM)
        server.wait(20)


# --- the odds page ------------------------------------------------------------------------------


def answered(client: httpx.Client, kind: str, **question: object) -> dict:
    """What the page's script does: asks, and asks after it until it is over."""
    told = client.post(f"/api/odds/{kind}", json=question).raise_for_status().json()
    while told["state"] in ("waiting", "counting"):
        after = f"/api/odds/counts/{told['id']}"
        told = client.get(after, params={"wait_seconds": 8}).raise_for_status().json()
    if told["state"] != "done" or told["answer"].get("refused"):
        raise SystemExit(f"{kind} {question.get('pays')}: {told}")
    return told["answer"]


def ask_odds_page(client: httpx.Client, text: str, seconds: Seconds, *, again: int) -> None:
    """Everything that may be pressed on the odds page; each time with pays not asked before."""
    with seconds.of("odds page: house edge" if not again else "odds page: the same again"):
        told = answered(client, "counts", text=text, pays=[])
    tables = told["game"]["pay_tables"]
    wagers = {wager: set(told["sheet"]["wagers"]) for table in tables for wager in table["wagers"]}
    changes = {}
    for table in tables:
        side = any(wager in wagers[wager] for wager in table["wagers"])
        changes.setdefault("a side pay" if side else "a main pay", table)
    with seconds.of("odds page: decisions drawn"):
        play = answered(client, "strategies", text=text, pays=[], decision=None)
    for decision in play["decisions"][1:]:
        with seconds.of("odds page: another decision"):
            answered(client, "strategies", text=text, pays=[], decision=decision)
    with seconds.of("odds page: a hand asked about"):
        cards, board = ("As Kd", "2c 3h 4s 5d 6c 7h"[: 3 * play["board_cards"]].strip())
        answered(client, "positions", text=text, pays=[], decision=None, cards=cards, board=board)
    for number in (2 * again, 2 * again + 1):
        for what, table in changes.items():
            row = table["rows"][-1 - number % min(2, len(table["rows"]))]
            pays = [f"{table['id']}.{row['id']}={2 * number + 3}:2"]
            with seconds.of(f"odds page: {what} changed"):
                answered(client, "counts", text=text, pays=pays)
            with seconds.of(f"odds page: decisions drawn, {what} changed"):
                answered(client, "strategies", text=text, pays=pays, decision=None)
    with seconds.of("odds page: rules to remember"):
        answered(client, "reminders", text=text, pays=[])
    with seconds.of("odds page: rules to remember, a main pay changed"):
        table = changes["a main pay"]
        pays = [f"{table['id']}.{table['rows'][-1]['id']}={again + 5}:4"]
        answered(client, "reminders", text=text, pays=pays)


# --- a practice table ---------------------------------------------------------------------------


class Seat:
    """A guest's line to a table."""

    def __init__(self, socket) -> None:
        self.socket = socket
        self.now: dict = {}
        self.hello: dict = {}
        self.refs = 0

    async def until(self, holds: Callable[[dict], bool]) -> dict:
        while True:
            message = json.loads(await asyncio.wait_for(self.socket.recv(), LONGEST_SECONDS))
            if message["type"] == "table":
                self.now = message
            elif message["type"] == "hello":
                self.hello = message
            if holds(message):
                return message

    async def until_table(self, holds: Callable[[dict], bool]) -> dict:
        if self.now and holds(self.now):
            return self.now
        return await self.until(lambda message: message["type"] == "table" and holds(message))

    async def say(self, type: str, **fields: object) -> int:
        self.refs += 1
        await self.socket.send(json.dumps({"type": type, "ref": self.refs, **fields}))
        return self.refs

    async def ask(self, type: str, **fields: object) -> None:
        ref = await self.say(type, **fields)
        told = await self.until(lambda m: m.get("ref") == ref and m["type"] in ("done", "refused"))
        if told["type"] == "refused":
            raise SystemExit(f"{type}: {told['text']}")


@asynccontextmanager
async def seated(client: httpx.Client, table: str):
    address = f"{client.base_url}/ws/table/{table}".replace("http", "ws", 1).replace("//ws", "/ws")
    cookie = "; ".join(f"{name}={value}" for name, value in client.cookies.items())
    headers = {"Cookie": cookie}
    async with connect(address, additional_headers=headers, proxy=None, max_size=None) as socket:
        seat = Seat(socket)
        await seat.until_table(lambda now: True)
        yield seat


def guest(at: str, name: str) -> httpx.Client:
    client = httpx.Client(base_url=at, trust_env=False, timeout=LONGEST_SECONDS)
    asked = {"name": name, "stack_cents": 100_000}
    client.post("/api/session", json=asked).raise_for_status()
    return client


async def pinged(client: httpx.Client, longest: list[float]) -> None:
    """Asks the table of another guest for a sign of life, over and over."""
    async with seated(client, OTHERS_TABLE) as other:
        while True:
            began = time.perf_counter()
            ref = await other.say("ping")
            await other.until(lambda m, ref=ref: m.get("ref") == ref)
            longest.append(time.perf_counter() - began)
            await asyncio.sleep(0.1)


async def play_round(ann: Seat, seconds: Seconds) -> None:
    """One round with the coach on, along the longest way through it."""
    await ann.until_table(lambda now: now["phase"] == "betting")
    required = {w["id"] for w in ann.hello["table"]["wagers"] if w["kind"] == "required"}
    while wanted := [
        bet for bet in ann.now["bets"] if bet["wager"] in required and not bet["out_cents"]
    ]:
        cents = wanted[0]["amounts"]["least_cents"]
        await ann.ask("bet", seat=1, wager=wanted[0]["wager"], cents=cents)
    began = time.perf_counter()
    await ann.say("ready")
    while True:
        now = await ann.until_table(lambda now: now["turn"]["yours"] or now["phase"] == "over")
        seconds.add("table: a press until it is seen", time.perf_counter() - began)
        if now["phase"] == "over":
            await ann.until(lambda message: message["type"] == "review")
            seconds.add("table: result and review", time.perf_counter() - began)
            return
        turn = now["turn"]["turn"]
        told = await ann.until(
            lambda m, turn=turn: (
                m["type"] == "advice" and m["turn"] == turn and m["state"] != "preparing"
            )
        )
        if told["state"] != "ready":
            raise SystemExit(f"the coach: {told['text']}")
        seconds.add("table: the coach's advice", time.perf_counter() - began)
        # The first choice is to check or to fold: the last keeps the hand in where it must be.
        ids = [choice["choice"] for choice in now["choices"]]
        choice = now["choices"][ids.index("check") if "check" in ids else -1]
        amounts = choice["amounts"]
        cents = (
            {} if amounts is None else {"cents": (amounts["only"] or [amounts["least_cents"]])[0]}
        )
        ann.now = {}
        began = time.perf_counter()
        await ann.say("decide", seat=1, choice=choice["choice"], turn=turn, **cents)


async def practise(at: str, text: str, seconds: Seconds, *, again: int) -> None:
    """A game that the guest brings, at a table of his own."""
    client, other = guest(at, f"Ann {again}"), guest(at, f"Ben {again}")
    with seconds.of("table: the file kept"):
        game = client.post("/api/practice/games", json={"text": text}).raise_for_status().json()
    with seconds.of("table: opened"):
        path = f"/api/practice/games/{game['id']}/table"
        table = client.post(path).raise_for_status().json()["table"]
    waits: list[float] = []
    pinging = asyncio.create_task(pinged(other, waits))
    async with seated(client, table) as ann:
        await ann.ask("sit", seat=1)
        await ann.ask("coach", on=True)
        for _ in range(ROUNDS):
            await play_round(ann, seconds)
            await ann.ask("ready")
        with seconds.of("table: the session looked back on"):
            await ann.say("session")
            await ann.until(lambda m: m["type"] == "session" and m["state"] == "ready")
    pinging.cancel()
    with suppress(asyncio.CancelledError):
        await pinging
    seconds.add("another guest's table meanwhile", max(waits))


# --- the terminal -------------------------------------------------------------------------------


class Typist:
    """`feltworks play` at a terminal: types, and reads until something is printed."""

    def __init__(self, folder: Path, *words: str) -> None:
        pid, self.screen = pty.fork()
        if pid == 0:
            os.environ |= {"FELTWORKS_COUNTS": str(folder / "counts"), "COLUMNS": "200"}
            os.execv(sys.executable, [*FELTWORKS, *words])
        self.pid, self.text = pid, ""

    def until(self, pattern: str) -> str:
        """What is printed up to the first match; what follows it is read the next time."""
        until = time.monotonic() + LONGEST_SECONDS
        while (found := re.search(pattern, self.text)) is None:
            if not select.select([self.screen], [], [], max(0, until - time.monotonic()))[0]:
                raise SystemExit(f"{pattern!r} was not printed: {self.text!r}")
            self.text += os.read(self.screen, 65536).decode(errors="replace")
        told, self.text = self.text[: found.end()], self.text[found.end() :]
        return told

    def type(self, line: str) -> None:
        os.write(self.screen, f"{line}\n".encode())

    def leave(self) -> None:
        self.type("q")
        with suppress(OSError):
            while os.read(self.screen, 65536):
                pass
        os.waitpid(self.pid, 0)
        os.close(self.screen)


DEALS, DECIDES, RESULT = (
    r"Enter deals \(.*q leaves:",
    r"\? advice, q leave:",
    r"After \d+ rounds?: .*\n",
)


def play_in_terminal(folder: Path, path: Path, seconds: Seconds, *, advised: bool) -> None:
    with seconds.of("play: the first question"):
        table = Typist(folder, "play", str(path), "--seed", "7")
        table.until(DEALS)
    kept = "with" if advised else "without"
    for _ in range(ROUNDS):
        began = time.perf_counter()
        table.type("")
        while True:
            told = table.until(f"{DECIDES}|{RESULT}")
            is_over = re.search(RESULT, told) is not None
            what = f"result line, {kept} advice" if is_over else "a decision answered"
            seconds.add(f"play: {what}", time.perf_counter() - began)
            if is_over:
                break
            if advised:
                with seconds.of("play: advice"):
                    table.type("?")
                    table.until(DECIDES)
            # To check is the longest way through the round; where one cannot, to bet the least.
            keys = {name: key for key, name in re.findall(r"(\w) (Check|Bet|Raise)\b", told)}
            began = time.perf_counter()
            table.type(keys.get("Check") or keys.get("Bet") or keys["Raise"])
        table.until(DEALS)
    table.leave()


# --- the table of figures -----------------------------------------------------------------------


def measured(path: Path) -> Seconds:
    seconds = Seconds()
    text = read_bytes(path).decode()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        with served(folder) as at, httpx.Client(base_url=at, trust_env=False, timeout=60) as page:
            asyncio.run(practise(at, text, seconds, again=0))
            for again in (0, 1):
                ask_odds_page(page, text, seconds, again=again)
            asyncio.run(practise(at, text, seconds, again=1))
    with tempfile.TemporaryDirectory() as name:
        for advised in (False, True):
            play_in_terminal(Path(name), path, seconds, advised=advised)
    return seconds


def bench() -> Table:
    load = f", load of the machine {os.getloadavg()[0]:.1f}"
    table = Table(title=f"What a person waits for at a board of five, seconds{load}")
    columns = [
        f"{read(str(path)).rules.game.name}, {when}"
        for path in GAMES.values()
        for when in ("first", "then, at most")
    ]
    table.add_column("what")
    for column in columns:
        table.add_column(column, justify="right")
    found = [measured(path).rows for path in GAMES.values()]
    for what in dict.fromkeys(what for rows in found for what in rows):
        cells = []
        for rows in found:
            times = rows.get(what, [])
            cells += [
                f"{times[0]:.2f}" if times else "",
                f"{max(times[1:]):.2f}" if times[1:] else "",
            ]
        table.add_row(what, *cells)
    return table
