"""Games played to the end through the WebSocket, by the books."""

import asyncio
import re

import pytest

pytestmark = pytest.mark.slow

HOUSE_BANKED = ["mini-tex-1", "pick-2-1", "spanish-1", "texas-21-1"]


def staked(now):
    return sum(spot["cents"] for spot in now["spots"] if spot["seat"] == 2)


def held_by_round(told):
    """By round: what lay on the guest's spots, and that with his stack, whenever he was told."""
    rounds = {}
    for now in told:
        if now["type"] == "table" and now["phase"] == "playing":
            out = staked(now)
            rounds.setdefault(now["round"]["number"], []).append(
                (out, out + now["you"]["stack_cents"])
            )
    return rounds.values()


@pytest.mark.parametrize("table", HOUSE_BANKED)
def test_a_house_banked_game_is_played_to_the_end(room, table):
    async def play():
        client = room.guest(f"Ann {table}")
        async with room.seat(table, client) as ann:
            assert await ann.ask("sit", seat=2) is None
            for _ in range(3):
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
            return ann.told

    told = asyncio.run(play())
    if table != "texas-21-1":  # where a hand that breaks is collected in the middle of a round
        rounds = held_by_round(told)
        assert all(len({held for _, held in moments}) == 1 for moments in rounds)
        if table == "mini-tex-1":  # which asks more than once
            assert any(len({out for out, _ in moments}) > 1 for moments in rounds)


async def test_whoever_decides_is_told_what_he_holds_and_nobody_else_is(room):
    client = room.guest("Holding Ann")
    for table, pattern in (
        ("mini-tex-1", r"[a-z-]+ high|an? [a-z -]+|three [a-z]+"),
        ("texas-21-1", r"(soft|hard)? ?\d+|blackjack|(pair of )?[a-z]+s"),
    ):
        async with room.seat(table, client) as ann, room.seat(table) as watcher:
            assert await ann.ask("sit", seat=1) is None
            now = await ann.until_asked(1, about=lambda turn: turn["holds"])
            assert re.fullmatch(pattern, now["turn"]["holds"]), now["turn"]
            other = await watcher.until_table(lambda t: t["turn"]["seat"] == 1)
            assert other["turn"]["holds"] is None
            assert await ann.ask("stand", seat=1) is None
