"""Hostile clients: nonsense, mutated messages, floods. Nothing breaks, nobody is paid, no leak."""

import asyncio
import json
import logging
import random
import string
from contextlib import suppress

import httpx
import pytest
from tests.web.room import QUICK, open_room
from websockets.exceptions import ConnectionClosed, InvalidStatus

from feltworks.web.settings import Settings

MESSAGES = 4_000
PATIENT = [
    {"type": "sit", "seat": 5},
    {"type": "sit", "seat": 5, "cents": 20_000},
    {"type": "stand", "seat": 5},
    {"type": "leave_later", "seat": 5, "later": True},
    {"type": "away", "seat": 5, "away": True},
    {"type": "add_chips", "seat": 5, "cents": 1000},
    {"type": "bet", "seat": 5, "wager": "ante", "cents": 500},
    {"type": "tip", "seat": 5, "wager": "ante", "cents": 100},
    {"type": "ready"},
    {"type": "decide", "seat": 5, "choice": "bet", "cents": 500, "cards": ["As"], "turn": 1},
    {"type": "decide", "seat": 1, "choice": "fold"},
    {"type": "add_bot", "seat": 6, "temper": "shark"},
    {"type": "remove_bot", "seat": 6},
    {"type": "coach", "on": False},
    {"type": "resync"},
    {"type": "ping"},
]
VALUES = [
    None,
    True,
    -1,
    0,
    1,
    2**63,
    -(10**30),
    1.5,
    1e308,
    "",
    "ante",
    "as\x00",
    "' OR 1=1 --",
    "<script>",
    "\ud800",
    "x" * 3000,
    [],
    {},
    [[]] * 50,
    {"$ne": 1},
    ["As", "As"],
    float("nan"),
]


def mutated(rng):
    message = dict(rng.choice(PATIENT))
    for _ in range(rng.randrange(3)):
        key = rng.choice([*message, "type", "seat", "ref", "choice", "extra"])
        if rng.random() < 0.2:
            message.pop(key, None)
        else:
            message[key] = rng.choice(VALUES)
    text = json.dumps(message)
    if rng.random() < 0.15:
        at = rng.randrange(len(text))
        text = text[:at] + rng.choice(string.printable) + text[at + rng.randrange(3) :]
    return text


def nonsense(rng):
    if rng.random() < 0.3:
        return bytes(rng.randrange(256) for _ in range(rng.randrange(60)))
    if rng.random() < 0.2:
        return "[" * rng.randrange(1, 3000)
    return "".join(rng.choice(string.printable) for _ in range(rng.randrange(80)))


class Alarm(logging.Handler):
    def __init__(self):
        super().__init__(logging.WARNING)
        self.heard = []

    def emit(self, record):
        self.heard.append(self.format(record))


@pytest.fixture
def alarm():
    alarm = Alarm()
    names = ("feltworks.web", "uvicorn.error", "asyncio")
    for name in names:
        logging.getLogger(name).addHandler(alarm)
    yield alarm
    for name in names:
        logging.getLogger(name).removeHandler(alarm)


async def attack(room, table, client, seed, count):
    """So many messages; whoever is hung up on because he does not keep up comes back."""
    rng, left = random.Random(seed), count
    while left:
        with suppress(ConnectionClosed):
            async with room.line(table, client) as socket:
                listener = asyncio.create_task(listen(socket))
                while left:
                    await socket.send(nonsense(rng) if rng.random() < 0.25 else mutated(rng))
                    left -= 1
                    if rng.random() < 0.1:
                        await asyncio.sleep(0)
                # Whatever was asked before has been answered when this is.
                await asyncio.sleep(0.2)
                listener.cancel()


async def listen(socket):
    with suppress(ConnectionClosed):
        async for text in socket:
            assert json.loads(text)["type"] != "error"


async def keep_reading(seat):
    while True:
        await seat.read(600)


@pytest.mark.slow
def test_thousands_of_hostile_messages_break_nothing(tmp_path, alarm):
    async def storm(room):
        tables = ["mini-tex-1", "mini-tex-ring-1"]
        clients = [room.guest(f"Mallory {n}") for n in range(2)]
        honest = room.guest("Honest Ann")
        async with room.seat("mini-tex-1", honest) as ann:
            assert await ann.ask("sit", seat=1) is None
            share = MESSAGES // 5
            attacks = [
                attack(room, tables[n % 2], None if n == 4 else clients[n % 2], n, share)
                for n in range(5)
            ]
            reading = asyncio.create_task(keep_reading(ann))
            await asyncio.gather(*attacks)
            # Python 3.11 loses a cancellation that comes just as a message has been read.
            while not reading.done():
                reading.cancel()
                await asyncio.wait([reading], timeout=0.5)
            # The table still deals to whoever plays by the rules.
            for client in clients:
                assert client.delete("/api/session").status_code == 200
            for _ in range(3):
                over = await ann.play_round(1, lambda choices: choices[0])
                assert over["round"]["outcome"] == "settled"

    with open_room(tmp_path) as room:
        asyncio.run(storm(room))
        report = room.house.audit()
        assert report.in_order, report
        assert (
            httpx.get(
                f"{room.url}/api/lobby", trust_env=False, verify=False, timeout=60
            ).status_code
            == 200
        )
    assert alarm.heard == []


@pytest.mark.slow
def test_whoever_floods_is_hung_up_on_and_may_come_back(tmp_path):
    async def flood(room):
        client = room.guest("Flood")
        async with room.line("mini-tex-1", client) as socket:
            try:
                for _ in range(2000):
                    await socket.send('{"type": "ping"}')
                async for _ in socket:
                    pass
            except ConnectionClosed:
                pass
            assert socket.close_code == 4408
        async with room.seat("mini-tex-1", client) as seat:
            assert seat.now is not None

    with open_room(tmp_path, settings=Settings(pace=QUICK, messages_a_second=20)) as room:
        asyncio.run(flood(room))


def test_another_sites_page_gets_nowhere(tmp_path):
    async def knock(room, **headers):
        with pytest.raises(InvalidStatus):
            async with room.line("mini-tex-1", **headers):
                pass

    with open_room(tmp_path) as room:
        asyncio.run(knock(room, Origin="http://evil.example"))
        asyncio.run(knock(room, Host="evil.example", Origin="http://evil.example"))
        evil = {"Origin": "http://evil.example"}
        client = httpx.Client(base_url=room.url, trust_env=False, verify=False, timeout=60)
        asked = {"name": "Eve"}
        assert client.post("/api/session", json=asked, headers=evil).status_code == 403
        away = {"Sec-Fetch-Site": "cross-site"}
        assert client.post("/api/session", json=asked, headers=away).status_code == 403
        assert client.get("/api/lobby", headers={"Host": "evil.example"}).status_code == 403
        plain = {"Content-Type": "text/plain"}
        assert (
            client.post("/api/session", content='{"name":"Eve"}', headers=plain).status_code == 422
        )
        own = {"Origin": room.url}
        answer = client.post("/api/session", json=asked, headers=own)
        assert answer.status_code == 201
        cookie = answer.headers["set-cookie"].lower()
        assert "httponly" in cookie and "samesite=strict" in cookie


@pytest.mark.slow
def test_a_name_is_one_guests_alone_and_a_cookie_cannot_be_forged(tmp_path):
    with open_room(tmp_path) as room:
        ann = room.guest("Ann")
        other = httpx.Client(base_url=room.url, trust_env=False, verify=False, timeout=60)
        for name in ("Ann", "ANN", " ann "):
            answer = other.post("/api/session", json={"name": name})
            assert answer.status_code == 409 and "taken" in answer.json()["detail"]
        for name in ("", "  ", "bot Ann", "x" * 30, "\u0000", "---"):
            assert other.post("/api/session", json={"name": name}).status_code in (400, 422)
        forged = dict(ann.cookies)
        value = forged["feltworks_guest"]
        for bad in (value[:-2] + "xx", value.replace(".", "", 1), "Ann", ""):
            headers = {"Cookie": f"feltworks_guest={bad}"}
            assert other.get("/api/session", headers=headers).json()["guest"] is None
        assert ann.get("/api/session").json()["guest"]["name"] == "Ann"
        assert ann.post("/api/session/chips", json={"cents": 10**9}).status_code == 400
        more = ann.post("/api/session/chips", json={"cents": 5_000})
        assert more.json()["guest"]["stack_cents"] == 105_000
        assert ann.get("/api/rounds/1").status_code == 404
        assert other.get("/api/rounds").status_code == 401


@pytest.mark.slow
def test_one_address_has_only_so_many_lines(tmp_path):
    async def open_lines(room):
        async with room.line("mini-tex-1") as one, room.line("pick-2-1") as two:
            for kept in (one, two):
                assert json.loads(await kept.recv())["type"] == "hello"
            async with room.line("mini-tex-1") as third:
                with pytest.raises(ConnectionClosed) as closed:
                    await third.recv()
                assert closed.value.rcvd.code == 4408
        await asyncio.sleep(0.1)
        async with room.line("mini-tex-1") as again:
            assert json.loads(await again.recv())["type"] == "hello"

    settings = Settings(pace=QUICK, connections_an_address=2)
    with open_room(tmp_path, settings=settings) as room:
        asyncio.run(open_lines(room))
