"""The card room under load: 200 tables, 500 clients at bots' pace, killed in the middle.

The server is a process of its own; the clients are another. Timed is the way from a decision being
sent to every client at that table having heard of it. Each client counts what it is told: a number
that is skipped would be a lost message. FELTWORKS_BENCH_MINUTES sets how long is played before the
server is killed, half a minute by default; when it has come back, half a minute more is played.
"""

from __future__ import annotations

import asyncio
import json
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

import httpx
from rich.table import Table
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from feltworks.house import House

TABLES, CLIENTS, PORT = 200, 500, 8765
MINUTES = float(os.environ.get("FELTWORKS_BENCH_MINUTES", "0.5"))
GAMES = ("mini-tex", "pick-2-poker", "spanish-poker", "texas-21", "mini-tex-ring")
AFTERWARDS = 0.5
TARGET_MS = 50
MEMORY_SHOWN = 7
SETTLING_SECONDS = 8
MOST_REPLAYED = 5_000
THINKS_SECONDS = (0.6, 1.8)
SERVER = """
import sys
from datetime import date
import uvicorn
from feltworks.house import House, load_house
from feltworks.web.app import create
from feltworks.web.serve import CardRoomServer, open_house
from feltworks.web.settings import Pace, Settings

books, file, port = sys.argv[1], sys.argv[2], int(sys.argv[3])
room = load_house(file)
with House(books, create=True) as house:
    open_house(house, room, date(2025, 11, 14))
    settings = Settings(
        pace=Pace(betting_seconds=6, result_seconds=2, result_stays=False),
        guests_a_minute=10_000,
        connections_an_address=4_000,
    )
    app = create(house, room, settings)
    config = uvicorn.Config(app, port=port, log_level="warning", ws="websockets-sansio",
        ws_per_message_deflate=False)
    CardRoomServer(config).run()
"""


def house_file() -> str:
    tables = [(f"t{n}", GAMES[n % len(GAMES)]) for n in range(TABLES)]
    text = '[house]\nname = "Bench"\nkind = "practice"\nunder = 2023-09-01\n'
    for name, game in tables:
        most = 10 if game == GAMES[-1] else 100
        text += f'[tables.{name}]\ngame = "{game}"\nminimum = "$10"\nmaximum = "${most}"\n'
        text += 'side_maximum = "$10"\n'
    for jackpot, game, id in (("a", GAMES[2], "gran"), ("b", GAMES[3], "texas-21-jackpot")):
        names = ", ".join(f'"{name}"' for name, each in tables if each == game)
        text += f'[jackpots.{jackpot}]\ntables = [{names}]\njackpot = "{id}"\n'
    return text


@dataclass
class Tally:
    """What all clients have measured together."""

    seconds: float
    sent: dict[tuple[str, int, int], float] = field(default_factory=dict)
    waits: list[float] = field(default_factory=list)
    messages: int = 0
    lost: int = 0
    refused: list[str] = field(default_factory=list)
    rounds: set[int] = field(default_factory=set)
    server_cores: float = 0.0
    machine_load: float = 0.0


class Client:
    """Bets the least, decides at random after a moment's thought."""

    def __init__(self, number: int, cookie: str, tally: Tally) -> None:
        self.table = f"t{number % TABLES}"
        self.seat = 1 + number // TABLES
        self.cookie, self.tally = cookie, tally
        self.rng = random.Random(number)
        self.seq = 0
        self.asked = None
        self.said = None
        self.kinds = {}

    async def play(self) -> None:
        address = f"ws://127.0.0.1:{PORT}/ws/table/{self.table}"
        headers = {"Cookie": self.cookie}
        async with connect(address, additional_headers=headers, proxy=None) as self.socket:
            async for text in self.socket:
                self.hear(json.loads(text), time.perf_counter())

    def hear(self, message: dict, at: float) -> None:
        tally = self.tally
        tally.messages += 1
        if message["type"] == "hello":
            self.kinds = {each["id"]: each["kind"] for each in message["table"]["wagers"]}
            bring = {"cents": 50_000} if message["table"]["between_players"] else {}
            self.say(0.2, type="sit", seat=self.seat, **bring)
        elif message["type"] == "refused":
            tally.refused.append(f"{message['rule']} {message['text']}")
        elif message["type"] == "table":
            if self.seq and message["seq"] != self.seq + 1:
                tally.lost += 1
            self.seq = message["seq"]
            self.look(message, at)

    def look(self, now: dict, at: float) -> None:
        number = (now["round"] or {}).get("number")
        sent = self.tally.sent.get((self.table, number, now["turn"]["turn"] - 1))
        if sent is not None and (number, now["turn"]["turn"]) != self.asked:
            self.tally.waits.append(at - sent)
            self.asked = (number, now["turn"]["turn"])
        if now["phase"] == "over":
            self.tally.rounds.add(number)
        elif now["phase"] == "betting" and now["bets"]:
            self.bet(now)
        elif now["turn"]["yours"] and now["phase"] == "playing":
            self.decide(now, number)

    def bet(self, now: dict) -> None:
        free = [
            bet
            for bet in now["bets"]
            if not bet["out_cents"] and self.kinds[bet["wager"]] == "required"
        ]
        mine = next(seat for seat in now["seats"] if seat["seat"] == self.seat)
        deck, wager = now["round"]["commitment"], free[0]["wager"] if free else None
        if mine["ready"] or self.said == (deck, wager):
            return
        self.said = (deck, wager)
        if free:
            cents = free[0]["amounts"]["least_cents"]
            self.say(0.3, type="bet", seat=self.seat, wager=wager, cents=cents)
        else:
            self.say(0.1, type="ready")

    def decide(self, now: dict, number: int) -> None:
        choice = self.rng.choice([each for each in now["choices"] if each["affordable"]])
        amounts, fields = choice["amounts"], {}
        if amounts is not None:
            fields["cents"] = (amounts["only"] or [amounts["least_cents"]])[0]
        turn = now["turn"]["turn"]
        key = (self.table, number, turn)
        if key in self.tally.sent:
            return
        self.tally.sent[key] = float("inf")
        message = {"type": "decide", "seat": self.seat, "choice": choice["choice"], "turn": turn}
        self.say(self.rng.uniform(*THINKS_SECONDS), key, **message, **fields)

    def say(self, after: float, key: tuple | None = None, **message: object) -> None:
        async def later() -> None:
            await asyncio.sleep(after)
            if key is not None:
                self.tally.sent[key] = time.perf_counter()
            with suppress(ConnectionClosed):
                await self.socket.send(json.dumps(message))

        task = asyncio.get_running_loop().create_task(later())
        TASKS.add(task)
        task.add_done_callback(TASKS.discard)


TASKS: set[asyncio.Task] = set()


def resident_mb(pid: int) -> float:
    for line in Path(f"/proc/{pid}/status").read_text().splitlines():
        if line.startswith("VmRSS"):
            return int(line.split()[1]) / 1024
    return 0.0


def cpu_seconds(pid: int) -> float:
    """What a process has used of all cores together."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def start(folder: Path) -> subprocess.Popen:
    books, file = folder / "house.db", folder / "house.toml"
    file.write_text(house_file())
    arguments = [sys.executable, "-c", SERVER, str(books), str(file), str(PORT)]
    server = subprocess.Popen(arguments)
    for _ in range(600):
        try:
            httpx.get(f"http://127.0.0.1:{PORT}/api/lobby", trust_env=False, timeout=5)
        except httpx.HTTPError:
            time.sleep(0.2)
        else:
            return server
    raise SystemExit("the server did not start")


def cookies() -> list[str]:
    found = []
    for number in range(CLIENTS):
        with httpx.Client(base_url=f"http://127.0.0.1:{PORT}", trust_env=False) as client:
            asked = {"name": f"Client {number}", "stack_cents": 1_000_000}
            client.post("/api/session", json=asked).raise_for_status()
            found.append("; ".join(f"{k}={v}" for k, v in client.cookies.items()))
    return found


async def load(jars: list[str], seconds: float, pid: int) -> tuple[Tally, list[float]]:
    tally, memory = Tally(seconds=seconds + SETTLING_SECONDS), []
    clients = [Client(n, jar, tally) for n, jar in enumerate(jars)]
    tasks = [asyncio.create_task(client.play()) for client in clients]
    await asyncio.sleep(SETTLING_SECONDS)
    tally.waits.clear()
    began, used = time.perf_counter(), cpu_seconds(pid)
    until = began + seconds
    while time.perf_counter() < until:
        memory.append(resident_mb(pid))
        await asyncio.sleep(min(10, seconds / 4))
        old = time.perf_counter() - 60
        tally.sent = {key: at for key, at in tally.sent.items() if at > old}
    memory.append(resident_mb(pid))
    tally.server_cores = (cpu_seconds(pid) - used) / (time.perf_counter() - began)
    tally.machine_load = os.getloadavg()[0]
    os.kill(pid, signal.SIGKILL)
    await asyncio.gather(*tasks, return_exceptions=True)
    return tally, memory


def bench() -> Table:
    table = Table(title=f"{TABLES} tables, {CLIENTS} clients, {MINUTES:g} minutes, then kill -9")
    for column in ("", "first", "after the kill"):
        table.add_column(column)
    rows: list[list[str]] = []
    booked = 0
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        server = start(folder)
        jars = cookies()
        for again in (False, True):
            if again:
                server = start(folder)
            minutes = AFTERWARDS if again else MINUTES
            tally, memory = asyncio.run(load(jars, minutes * 60, server.pid))
            server.wait()
            with House(str(folder / "house.db")) as house:
                left_open = house.open_rounds()
                booked += len(tally.rounds)
                report = house.audit(replay=booked < MOST_REPLAYED)
            rows.append(told(tally, memory, len(left_open), report.in_order))
    names = (
        "decision to broadcast, p50",
        f"p95 (target {TARGET_MS} ms)",
        "p99",
        "decisions heard",
        "messages, a second",
        "lost messages",
        "rounds settled",
        "memory MB, from first to last",
        "server's CPU, in cores",
        f"load of the machine, {os.cpu_count()} cores",
        "rounds in flight when killed, left open",
        "books",
    )
    for row in zip(names, *rows, strict=True):
        table.add_row(*row)
    return table


def told(tally: Tally, memory: list[float], voided: int, in_order: bool) -> list[str]:
    waits = sorted(tally.waits) or [float("nan")]
    parts = [f"{1000 * waits[int(len(waits) * part)]:.1f} ms" for part in (0.5, 0.95, 0.99)]
    last = len(memory) - 1
    shown = [memory[last * at // (MEMORY_SHOWN - 1)] for at in range(MEMORY_SHOWN)]
    return [
        *parts,
        f"{len(tally.waits):,}",
        f"{tally.messages:,}, {tally.messages / tally.seconds:,.0f}",
        str(tally.lost),
        f"{len(tally.rounds):,}",
        " ".join(f"{mb:.0f}" for mb in shown),
        f"{tally.server_cores:.2f}",
        f"{tally.machine_load:.1f}",
        str(voided),
        "in order" if in_order else "NOT in order",
    ]
