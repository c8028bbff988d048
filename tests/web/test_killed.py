"""The server killed with a round in flight, and a table closed under people who bet."""

import asyncio
import os
import re
import signal
import subprocess
import sys

import httpx
from tests.web.room import DAY, Room, open_room

from feltworks.house import House
from feltworks.house.opening import close_table

ADDRESS = re.compile(r"http://localhost:(\d+)/")


def served(books):
    """`feltworks serve` as a process of its own, and the port it printed."""
    words = [sys.executable, "-m", "feltworks", "serve", "--port", "0", "--no-browser"]
    server = subprocess.Popen([*words, "--database", str(books)], stdout=subprocess.PIPE, text=True)
    line = server.stdout.readline()
    assert "play money" in line, line
    return server, int(ADDRESS.search(line)[1])


async def in_mid_round(port, client):
    room = Room(None, None, port)
    async with room.seat("mini-tex-1", client) as ann:
        assert await ann.ask("sit", seat=1) is None
        await ann.until_table(lambda t: t["phase"] == "betting")
        assert await ann.ask("bet", seat=1, wager="ante", cents=500) is None
        assert await ann.ask("ready") is None
        await ann.until_table(lambda t: t["turn"]["yours"])
        assert await ann.ask("decide", seat=1, choice="bet") is None
        return await ann.until_table(lambda t: t["turn"]["yours"] and t["turn"]["turn"] == 1)


def test_a_killed_server_gives_every_stake_back_and_knows_its_guests_again(tmp_path):
    books = tmp_path / "house.db"
    server, port = served(books)
    client = Room(None, None, port).guest("Kill Ann")
    now = asyncio.run(in_mid_round(port, client))
    number = now["round"]["number"]
    assert now["you"]["stack_cents"] == 99_000
    os.kill(server.pid, signal.SIGKILL)
    server.wait()
    server, port = served(books)
    try:
        headers = {"Cookie": Room(None, None, port).cookie(client)}
        url = f"http://127.0.0.1:{port}/api/session"
        guest = httpx.get(url, headers=headers, trust_env=False).json()["guest"]
        assert (guest["name"], guest["stack_cents"]) == ("Kill Ann", 100_000)
    finally:
        server.send_signal(signal.SIGINT)
        server.wait(30)
    with House(str(books)) as house:
        assert house.recall(number).outcome == "voided"
        assert house.audit().in_order


def test_a_table_closed_while_people_bet_takes_nothing(tmp_path):
    async def play(room):
        client = room.guest("Shut Ann")
        async with room.seat("mini-tex-1", client) as ann:
            assert await ann.ask("sit", seat=1) is None
            await ann.until_table(lambda t: t["phase"] == "betting")
            assert await ann.ask("bet", seat=1, wager="ante", cents=500) is None
            room.house.writer.write(lambda batch: close_table(batch, "mini-tex-1", DAY))
            assert await ann.ask("ready") is None
            shut = await ann.until_table(lambda t: t["phase"] == "closed")
            assert shut["spots"] == [] and shut["notice"] == "Table mini-tex-1 is not open."
            assert await ann.ask("sit", seat=2) == "The house has closed this table."
            assert room.house.stack_cents("Shut Ann") == 100_000

    with open_room(tmp_path) as room:
        asyncio.run(play(room))
        assert room.house.audit().in_order
