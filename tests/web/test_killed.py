"""The server ended or killed with a round in flight, and a table closed under people who bet."""

import asyncio
import re
import signal
import subprocess
import sys

import httpx
from tests.web.room import DAY, Room, open_room

from feltworks.house import House
from feltworks.house.opening import close_table
from feltworks.web.protocol.picture import FeltLayout

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


def test_whatever_ends_a_server_its_round_goes_on_with_the_next_one(tmp_path):
    books = tmp_path / "house.db"
    server, port = served(books)
    try:
        for how in (signal.SIGKILL, signal.SIGTERM):
            client = Room(None, None, port).guest(f"{how.name} Ann")
            before = asyncio.run(in_mid_round(port, client))
            assert before["you"]["stack_cents"] == 99_000
            server.send_signal(how)
            server.wait(120)
            check_round_in_flight(books, before["round"]["number"], how)
            server, port = served(books)
            headers = {"Cookie": Room(None, None, port).cookie(client)}
            url = f"http://127.0.0.1:{port}/api/session"
            guest = httpx.get(
                url, headers=headers, trust_env=False, verify=False, timeout=60
            ).json()["guest"]
            assert (guest["name"], guest["stack_cents"]) == (f"{how.name} Ann", 99_000)
            assert (guest["table"], guest["seats"]) == ("mini-tex-1", [1])
            asyncio.run(goes_on(port, client, before))
            with House(str(books)) as house:
                assert house.recall(before["round"]["number"]).outcome == "settled"
    finally:
        server.send_signal(signal.SIGTERM)
        assert server.wait(120) == 0
    with House(str(books)) as house:
        assert house.audit().in_order


def check_round_in_flight(books, number, how):
    """Its one move is journaled, and the shift says whether it was ended or cut off."""
    with House(str(books)) as house:
        assert house.recall(number).outcome == "in flight"
        with house.database.reading() as reader:
            assert reader.moves(number) == ["seat 1 decides bet $5"]
            shifts = [shift["over"] for shift in reader.states("shift").values()]
    # Whoever is asked to go ends his shift; of one that was killed the next one says so.
    assert shifts.count(False) == (how == signal.SIGKILL), shifts


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
