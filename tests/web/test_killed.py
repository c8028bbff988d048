"""The server killed with a round in flight, and a table closed under people who bet."""

import asyncio
import re
import subprocess
import sys
from contextlib import contextmanager
from datetime import date

import httpx
import pytest
from tests.ask.house import close_table
from tests.running import running
from tests.web.room import DAY, QUICK, Room, open_room
from tests.web.serving import shifts_over

from feltworks.house import House, practice_house
from feltworks.web.app import create
from feltworks.web.protocol.picture import FeltLayout
from feltworks.web.serve import open_house
from feltworks.web.settings import Settings

pytestmark = pytest.mark.slow

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


async def goes_on(port, client, before):
    """The guest comes back, finds seat and cards as they were, plays the round to its end and
    leaves."""
    room = Room(None, None, port)
    async with room.seat("mini-tex-1", client) as ann:
        now = await ann.until_table(lambda t: t["turn"] and t["turn"]["yours"])
        assert now["round"]["number"] == before["round"]["number"]
        assert now["turn"]["turn"] == before["turn"]["turn"]
        for key in FeltLayout.__annotations__:
            assert now[key] == before[key], key
        assert now["you"]["seats"] == [1]
        assert await ann.ask("decide", seat=1, choice="bet") is None
        await ann.until_table(lambda t: t["turn"] and t["turn"]["turn"] == 2)
        assert await ann.ask("decide", seat=1, choice="bet") is None
        await ann.until_table(lambda t: t["phase"] == "over")
        assert await ann.ask("ready") is None
        await ann.until_table(lambda t: t["phase"] == "betting")
        assert await ann.ask("stand", seat=1) is None


@contextmanager
def served_here(books):
    """The port of a server in this process, on the books of one that has ended."""
    with House(str(books)) as house:
        open_house(house, practice_house(), date.today())
        with running(create(house, practice_house(), Settings(pace=QUICK))) as port:
            yield port


def test_the_round_of_a_server_that_was_killed_goes_on_with_the_next_one(tmp_path):
    books = tmp_path / "house.db"
    server, port = served(books)
    try:
        client = Room(None, None, port).guest("Ann")
        before = asyncio.run(in_mid_round(port, client))
    finally:
        server.kill()
        server.wait(120)
    assert before["you"]["stack_cents"] == 99_000
    check_round_in_flight(books, before["round"]["number"])
    with served_here(books) as port:
        headers = {"Cookie": Room(None, None, port).cookie(client)}
        url = f"http://127.0.0.1:{port}/api/session"
        guest = httpx.get(url, headers=headers, trust_env=False, verify=False, timeout=60).json()
        guest = guest["guest"]
        assert (guest["name"], guest["stack_cents"]) == ("Ann", 99_000)
        assert (guest["table"], guest["seats"]) == ("mini-tex-1", [1])
        asyncio.run(goes_on(port, client, before))
    with House(str(books)) as house:
        assert house.recall(before["round"]["number"]).outcome == "settled"
        assert shifts_over(house) == [True, True]
        assert house.audit().in_order


def check_round_in_flight(books, number):
    """Its one move is journaled, and nobody has ended the shift."""
    with House(str(books)) as house:
        assert house.recall(number).outcome == "in flight"
        with house.database.reading() as reader:
            assert reader.moves(number) == ["seat 1 decides bet $5"]
        assert shifts_over(house) == [False]


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
