"""Games played to the end through the WebSocket, by the books."""

import asyncio

import pytest
from tests.web.room import Seat, open_room

HOUSE_BANKED = ["mini-tex-1", "pick-2-1", "spanish-1", "texas-21-1"]


@pytest.fixture(scope="module")
def room(tmp_path_factory):
    with open_room(tmp_path_factory.mktemp("room")) as room:
        yield room


@pytest.mark.parametrize("table", HOUSE_BANKED)
def test_a_house_banked_game_is_played_to_the_end(room, table):
    async def play():
        client = room.guest(f"Ann {table}")
        async with room.line(table, client) as socket:
            ann = Seat(socket)
            await ann.until_table(lambda t: True)
            assert await ann.ask("sit", seat=2) is None
            for _ in range(5):
                over = await ann.play_round(2)
                assert over["round"]["outcome"] == "settled"
                number = over["round"]["number"]
                assert room.house.verify(number).holds
                seat = over["seats"][1]
                assert seat["stack_cents"] == room.house.stack_cents(f"Ann {table}")
                told = client.get(f"/api/rounds/{number}").json()
                assert told["net_cents"]["2"] == seat["net_cents"]
                assert told["steps"][-1]["kind"] == "Closed"
                proof = client.get(f"/api/rounds/{number}/proof").json()
                assert proof["holds"] and proof["commitment"] == over["round"]["commitment"]
                await ann.until_table(lambda t: t["phase"] == "betting")

    asyncio.run(play())
