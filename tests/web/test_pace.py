"""Each guest's own pace: no clock alone, Next ends a result, and nobody waits for idlers."""

import asyncio

import pytest
from tests.web.room import open_room

from feltworks.web.settings import Pace

PATIENT = Pace(
    betting_seconds=40, decision_seconds=40, result_seconds=40, bot_seconds=0.0, idle_seconds=90
)


@pytest.fixture(scope="module")
def room(tmp_path_factory):
    with open_room(tmp_path_factory.mktemp("pace"), pace=PATIENT) as room:
        yield room


async def bet(seat, number):
    await seat.until_table(lambda t: t["phase"] == "betting")
    assert await seat.ask("bet", seat=number, wager="ante", cents=500) is None


async def fold(seat, number):
    await seat.until_table(lambda t: t["turn"]["yours"])
    assert await seat.ask("decide", seat=number, choice="fold") is None


async def test_alone_there_is_no_clock_until_somebody_else_waits(room):
    ann, ben = room.guest("Calm Ann"), room.guest("Calm Ben")
    async with room.seat("mini-tex-1", ann) as a:
        assert await a.ask("sit", seat=1) is None
        assert await a.ask("add_bot") is None
        await bet(a, 1)
        assert a.now["clock"] is None
        assert await a.ask("ready") is None
        deciding = await a.until_table(lambda t: t["turn"]["yours"])
        assert deciding["clock"] is None
        async with room.seat("mini-tex-1", ben) as b:
            assert await b.ask("sit", seat=5) is None
            timed = await a.until_table(lambda t: t["clock"] is not None)
            assert timed["turn"] == deciding["turn"] and timed["clock"]["default"] == "Fold"
            assert await b.ask("stand", seat=5) is None
            await a.until_table(lambda t: t["clock"] is None)
        assert await a.ask("clock", on=True) is None
        await a.until_table(lambda t: t["clock"] is not None)
        assert await a.ask("clock", on=False) is None
        await a.until_table(lambda t: t["clock"] is None)
    # Her line is gone: whoever watches sees the clock run, and it stops when she is back.
    async with room.seat("mini-tex-1") as watcher:
        await watcher.until_table(lambda t: t["clock"] is not None)
        async with room.seat("mini-tex-1", ann) as a:
            await watcher.until_table(lambda t: t["clock"] is None)
            await fold(a, 1)
            over = await a.until_table(lambda t: t["phase"] == "over")
            assert over["clock"] is None, "the result stays until she goes on"
            async with room.seat("mini-tex-1", ben) as b:
                assert await b.ask("sit", seat=5) is None
                await a.until_table(lambda t: t["clock"] is not None)
                assert await b.ask("stand", seat=5) is None
                await a.until_table(lambda t: t["clock"] is None)
            assert await a.ask("ready") is None
            await a.until_table(lambda t: t["phase"] == "betting")
            assert await a.ask("stand", seat=1) is None


async def test_next_ends_the_result_when_everybody_has_pressed_it(room):
    ann, ben = room.guest("Next Ann"), room.guest("Next Ben")
    async with room.seat("spanish-1", ann) as a, room.seat("spanish-1", ben) as b:
        for seat, number in ((a, 1), (b, 3)):
            assert await seat.ask("sit", seat=number) is None
        for seat, number in ((a, 1), (b, 3)):
            await bet(seat, number)
        for seat in (a, b):
            assert await seat.ask("ready") is None
        for seat, number in ((a, 1), (b, 3)):
            await fold(seat, number)
        over = await a.until_table(lambda t: t["phase"] == "over")
        assert not any(seat.get("ready") for seat in over["seats"])
        assert await a.ask("ready") is None
        assert a.now["phase"] == "over" and a.now["seats"][0]["ready"]
        assert await b.ask("ready") is None
        following = await a.until_table(lambda t: t["phase"] == "betting")
        assert following["round"]["number"] is None
        for seat, number in ((a, 1), (b, 3)):
            assert await seat.ask("stand", seat=number) is None


@pytest.mark.slow
def test_next_ends_the_result_between_players_too(room):
    async def play():
        ann, ben = room.guest("Ring Ann"), room.guest("Ring Ben")
        table = "mini-tex-ring-1"
        async with room.seat(table, ann) as a, room.seat(table, ben) as b:
            for seat, number in ((a, 1), (b, 3)):
                assert await seat.ask("sit", seat=number, cents=40000) is None
            begun = await a.until_table(lambda t: t["turn"]["waits_for"] == "decision")
            await (fold(a, 1) if begun["turn"]["yours"] else fold(b, 3))
            over = await a.until_table(lambda t: t["phase"] == "over")
            assert over["clock"]["of_seconds"] == PATIENT.result_seconds
            for seat in (a, b):
                assert await seat.ask("ready") is None
            await a.until_table(lambda t: t["turn"]["waits_for"] == "decision")
            assert a.now["round"]["number"] != over["round"]["number"]

    asyncio.run(asyncio.wait_for(play(), 300))


@pytest.mark.slow
def test_whoever_let_a_round_begin_without_a_word_is_not_waited_for_again(tmp_path):
    async def play(room):
        ann, ben = room.guest("Brisk Ann"), room.guest("Idle Ben")
        async with room.seat("spanish-1", ann) as a, room.seat("spanish-1", ben) as b:
            assert await a.ask("sit", seat=1) is None
            assert await b.ask("sit", seat=2) is None
            await bet(a, 1)
            assert await a.ask("ready") is None
            # Ben says nothing: the clock closes the betting, this once.
            await fold(a, 1)
            await a.until_table(lambda t: t["phase"] == "over")
            assert await a.ask("ready") is None
            now = await a.until_table(lambda t: t["phase"] == "betting")
            assert now["seats"][1]["away"]
            await bet(a, 1)
            assert await a.ask("ready") is None
            await a.until_table(lambda t: t["turn"]["yours"])
            await fold(a, 1)
            await a.until_table(lambda t: t["phase"] == "over")
            assert await a.ask("ready") is None
            await bet(b, 2)
            assert not b.now["seats"][1]["away"]

    pace = Pace(
        betting_seconds=5, decision_seconds=40, result_seconds=40, bot_seconds=0.0, idle_seconds=90
    )
    with open_room(tmp_path, pace=pace) as room:
        asyncio.run(asyncio.wait_for(play(room), 300))
