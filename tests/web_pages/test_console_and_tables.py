"""The console and the tables at once: a round ends before its table closes, and no chip is lost."""

import asyncio

import httpx
import pytest

from feltworks.web.console.supervising import REMOVED
from web.room import Seat, open_room

from .room import PASSWORD

pytestmark = pytest.mark.usefixtures("fast_passwords")

CONSOLE = "/api/console"


@pytest.fixture
def room(tmp_path):
    with open_room(tmp_path) as room:
        room.app.state.staff.add("otto", "operator", PASSWORD, by=None)
        yield room


async def operator_of(room):
    client = httpx.AsyncClient(base_url=room.url, trust_env=False, verify=False, timeout=60)
    answer = await client.post(f"{CONSOLE}/session", json={"name": "otto", "password": PASSWORD})
    assert answer.status_code == 200
    return client


async def seated(room, socket, seat=1):
    one = Seat(socket)
    await one.until_table(lambda t: True)
    assert await one.ask("sit", seat=seat) is None
    await one.until_table(lambda t: t["phase"] == "betting")
    return one


@pytest.mark.slow
def test_a_table_closes_when_its_round_is_over(room):
    async def run():
        guest = room.guest("Ada")
        async with room.line("mini-tex-1", guest) as socket:
            one = await seated(room, socket)
            await one.bet_least(1)
            assert await one.ask("ready") is None
            now = await one.until_table(lambda t: t["turn"]["yours"])
            operator = await operator_of(room)
            closing = asyncio.create_task(operator.post(f"{CONSOLE}/tables/mini-tex-1/close"))
            await asyncio.sleep(0.3)
            assert not closing.done()
            turn = now["turn"]["turn"]
            assert await one.ask("decide", seat=1, choice="fold", turn=turn) is None
            answer = await closing
            assert answer.status_code == 200 and not answer.json()["is_open"]
            await one.until_table(lambda t: t["phase"] == "closed")
            assert room.house.stack_cents("Ada") == 100_000 - 500
            opened = await operator.post(f"{CONSOLE}/tables/mini-tex-1/open")
            assert opened.status_code == 200
            await one.play_round(1)
            await operator.aclose()

    asyncio.run(run())
    assert room.house.audit().in_order


@pytest.mark.slow
@pytest.mark.parametrize("way", ["close", "limits"])
def test_wagers_before_the_deal_are_not_lost(room, way):
    """The table changes under a guest's wagers: they go back, or are dealt; nothing else."""
    asked = {
        "minimum_cents": 1_000,
        "maximum_cents": 10_000,
        "side_minimum_cents": 100,
        "side_maximum_cents": 2_500,
    }

    async def run():
        guest = room.guest("Ada")
        async with room.line("mini-tex-1", guest) as socket:
            one = await seated(room, socket)
            await one.bet_least(1)
            operator = await operator_of(room)
            path = f"{CONSOLE}/tables/mini-tex-1/{way}"
            if way == "close":
                answer = await operator.post(path)
            else:
                answer = await operator.put(path, json=asked)
            assert answer.status_code == 200
            await one.ask("ready")
            if way == "close":
                await one.until_table(lambda t: t["phase"] == "closed")
                assert (await operator.post(f"{CONSOLE}/tables/mini-tex-1/open")).is_success
            await one.until_table(lambda t: t["phase"] == "betting" and not t["spots"])
            assert one.now["you"]["stack_cents"] == room.house.stack_cents("Ada") == 100_000
            await one.play_round(1, lambda choices: choices[0])
            await operator.aclose()
            least = asked["minimum_cents"] if way == "limits" else 500
            assert room.house.stack_cents("Ada") == 100_000 - least

    asyncio.run(run())
    assert room.house.audit().in_order


@pytest.mark.slow
def test_a_player_who_is_removed_is_told_and_may_watch(room):
    async def run():
        async with room.line("mini-tex-1", room.guest("Ada")) as socket:
            one = await seated(room, socket)
            operator = await operator_of(room)
            (found,) = (await operator.get(f"{CONSOLE}/seats")).json()
            assert (found["table"], found["seat"], found["name"]) == ("mini-tex-1", 1, "Ada")
            gone = await operator.post(f"{CONSOLE}/seats/{found['player']}/remove")
            assert gone.status_code == 204
            await one.until_table(lambda t: t["phase"] == "waiting")
            assert one.now["seats"][0]["player"] is None
            told = await one.until(lambda m: m["type"] == "refused")
            assert told["text"] == REMOVED
            assert (await operator.get(f"{CONSOLE}/seats")).json() == []
            assert await one.ask("sit", seat=2) is None
            await operator.aclose()

    asyncio.run(run())


@pytest.mark.slow
def test_newcomers_between_players_bring_what_the_new_stakes_ask_for(room):
    asked = {
        "minimum_cents": 2_000,
        "maximum_cents": 2_000,
        "side_minimum_cents": 100,
        "side_maximum_cents": 1_000,
    }
    table = "mini-tex-ring-1"

    async def run():
        ada, ben = room.guest("Ada"), room.guest("Ben")
        async with room.line(table, ada) as one, room.line(table, ben) as two:
            a, b = Seat(one), Seat(two)
            await a.until_table(lambda t: True)
            await b.until_table(lambda t: True)
            assert await a.ask("sit", seat=1, cents=10_000) is None
            operator = await operator_of(room)
            answer = await operator.put(f"{CONSOLE}/tables/{table}/limits", json=asked)
            assert answer.status_code == 200
            told = await b.until(lambda m: m["type"] == "hello" and b.now is not None)
            least = told["table"]["ring"]["least_buy_in_cents"]
            assert least == 20_000
            assert "at least $200" in await b.ask("sit", seat=2, cents=least - 1)
            assert await b.ask("sit", seat=2, cents=least) is None
            await operator.aclose()

    asyncio.run(run())
    assert room.house.audit().in_order
