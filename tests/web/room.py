"""A card room for tests: the real server on a port of its own, and guests who talk to it."""

import asyncio
import json
from contextlib import asynccontextmanager, contextmanager
from datetime import date

import httpx
from tests.ask.house import new_house
from tests.running import running
from websockets.asyncio.client import connect

from feltworks.house import practice_house
from feltworks.web.app import create
from feltworks.web.floor.floor import Floor
from feltworks.web.serve import open_house
from feltworks.web.settings import Pace, Settings

QUICK = Pace(
    betting_seconds=90,
    decision_seconds=90,
    result_seconds=0.01,
    result_stays=False,
    bot_seconds=0.0,
    idle_seconds=90,
)
DAY = date(2025, 11, 14)


class Room:
    """A running server: its address, its house and its application."""

    def __init__(self, app, house, port):
        self.app, self.house, self.port = app, house, port
        self.url = f"http://127.0.0.1:{port}"

    def guest(self, name, stack_cents=100_000):
        """A cookie jar of somebody who has sat down."""
        client = httpx.Client(base_url=self.url, trust_env=False, verify=False, timeout=60)
        answer = client.post("/api/session", json={"name": name, "stack_cents": stack_cents})
        assert answer.status_code == 201, answer.text
        return client

    def cookie(self, client):
        return "; ".join(f"{name}={value}" for name, value in client.cookies.items())

    @asynccontextmanager
    async def seat(self, table, client=None):
        """A client who has been told how the table stands."""
        async with self.line(table, client) as socket:
            seat = Seat(socket)
            await seat.until_table(lambda t: True)
            yield seat

    def line(self, table, client=None, **headers):
        if client is not None:
            headers["Cookie"] = self.cookie(client)
        address = f"ws://127.0.0.1:{self.port}/ws/table/{table}"
        # On a slow machine an answer may be long in coming.
        patient = {"open_timeout": 120, "ping_timeout": None}
        return connect(address, additional_headers=headers, proxy=None, max_size=None, **patient)


@contextmanager
def open_room(folder, *, pace=QUICK, room=None, settings=None):
    """The practice house, or another, served from a fresh set of books."""
    room = room or practice_house()
    with new_house(folder / "house.db") as house:
        open_house(house, room, DAY)
        app = create(
            house,
            room,
            settings or Settings(pace=pace, messages_a_second=100_000, guests_a_minute=10_000),
        )
        options = {"ws_per_message_deflate": False, "ws_max_size": 16_384}
        with running(app, log_level="warning", **options) as port:
            yield Room(app, house, port)


@asynccontextmanager
async def open_floor(folder, room=None):
    """The practice house, or another, and its tables, without a server."""
    with new_house(folder / "house.db") as house:
        open_house(house, room or practice_house(), DAY)
        floor = Floor(house, Settings(pace=QUICK))
        await floor.open()
        try:
            yield house, floor
        finally:
            await floor.close()


async def until(holds, seconds=120):
    """Waits until something holds."""
    for _ in range(seconds * 100):
        if holds():
            return
        await asyncio.sleep(0.01)
    raise AssertionError("it did not come to pass")


class Seat:
    """One client: asks, and looks at what it is told."""

    def __init__(self, socket):
        self.socket = socket
        self.now = None
        self.hello = None
        self.told = []
        self.texts = []
        self._refs = 0

    async def read(self, seconds=180):
        text = await asyncio.wait_for(self.socket.recv(), seconds)
        message = json.loads(text)
        self.texts.append(text)
        self.told.append(message)
        if message["type"] == "table":
            self.now = message
        elif message["type"] == "hello":
            self.hello = message
        return message

    async def until(self, what, seconds=180):
        """Reads until a message fits; gives it."""
        while True:
            message = await self.read(seconds)
            if what(message):
                return message

    async def until_table(self, what, seconds=180):
        if self.now is not None and what(self.now):
            return self.now
        return await self.until(lambda m: m["type"] == "table" and what(m), seconds)

    async def ask(self, type, **fields):
        """Asks and waits for the answer; a sentence when it was refused."""
        self._refs += 1
        ref = self._refs
        await self.socket.send(json.dumps({"type": type, "ref": ref, **fields}))
        answer = await self.until(
            lambda m: m["type"] in ("done", "refused") and m.get("ref") == ref
        )
        return answer["text"] if answer["type"] == "refused" else None

    async def bet_least(self, seat):
        """The least on every wager that opens the hand."""
        wagers = {each["id"]: each for each in self.hello["table"]["wagers"]}
        while True:
            open_bets = [
                bet
                for bet in self.now["bets"]
                if bet["seat"] == seat and not bet["tip"] and not bet["out_cents"]
            ]
            wanted = [b for b in open_bets if wagers[b["wager"]]["kind"] == "required"]
            if not any(each["kind"] == "required" for each in wagers.values()):
                # Where the guest bets on what he likes, he likes the first.
                placed = any(b["seat"] == seat and b["out_cents"] for b in self.now["bets"])
                wanted = [] if placed else open_bets[:1]
            if not wanted:
                return
            bet = wanted[0]
            cents = bet["amounts"]["least_cents"]
            refused = await self.ask("bet", seat=seat, wager=bet["wager"], cents=cents)
            assert refused is None, refused

    async def until_asked(self, seat, about=lambda turn: True):
        """Round after round until the seat has something to decide; how the table stands then."""
        for _ in range(20):
            await self.until_table(lambda t: t["phase"] == "betting")
            await self.bet_least(seat)
            assert await self.ask("ready") is None
            now = await self.until_table(lambda t: t["turn"]["yours"] or t["phase"] == "over")
            if now["turn"]["yours"] and about(now["turn"]):
                return now
        raise AssertionError("nothing is ever asked")

    async def play_round(self, seat, choose=lambda choices: choices[-1]):
        """From the betting to the result, deciding whenever asked."""
        await self.until_table(lambda t: t["phase"] == "betting")
        await self.bet_least(seat)
        assert await self.ask("ready") is None
        while True:
            now = await self.until_table(lambda t: t["turn"]["yours"] or t["phase"] == "over")
            if now["phase"] == "over":
                return now
            # Cards to be given up are named by tests of their own.
            choices = [c for c in now["choices"] if not (c["discards"] or {}).get("least")]
            choice = choose(choices)
            amounts = choice["amounts"]
            cents = None if amounts is None else (amounts["only"] or [amounts["least_cents"]])[0]
            fields = {"cents": cents} if cents is not None else {}
            refused = await self.ask(
                "decide",
                seat=choice["seat"],
                choice=choice["choice"],
                turn=now["turn"]["turn"],
                **fields,
            )
            assert refused is None, (refused, choice)
