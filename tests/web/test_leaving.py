"""People who go, with bots left behind, and people whose line breaks more than once."""

import asyncio

import pytest
from tests.web.room import QUICK, Seat, open_room
from websockets.exceptions import ConnectionClosed

from feltworks.web.floor.ending import put_deck_away
from feltworks.web.floor.runner import Timers
from feltworks.web.floor.state import Betting


async def test_bots_do_not_stay_when_their_host_moves_to_another_table(room):
    host, other = room.guest("Host"), room.guest("Other")
    async with (
        room.line("mini-tex-1", host) as one,
        room.line("pick-2-1", host) as two,
        room.line("mini-tex-1", other) as three,
    ):
        here, there, watcher = Seat(one), Seat(two), Seat(three)
        for seat in (here, there, watcher):
            await seat.until_table(lambda t: True)
        assert await here.ask("sit", seat=1) is None
        assert await here.ask("add_bot", seat=2) is None
        assert await watcher.ask("remove_bot", seat=2) == (
            "Whoever sits at the table may send bots away."
        )
        assert await there.ask("sit", seat=1) is None
        left = await watcher.until_table(lambda t: t["seats"][0]["player"] is None)
        assert all(seat["player"] is None for seat in left["seats"])
        assert host.get("/api/session").json()["guest"]["table"] == "pick-2-1"
        assert await there.ask("stand", seat=1) is None


async def test_a_second_absence_is_timed_from_its_own_beginning():
    gone, absences = [], Timers()
    absences.begin("Ann", 0.0, lambda: gone.append("first"))
    absences.end("Ann")
    absences.begin("Ann", 0.05, lambda: gone.append("second"))
    absences.begin("Ben", 0.0, lambda: gone.append("Ben"))
    absences.close()
    absences.begin("Ann", 0.0, lambda: gone.append("third"))
    await asyncio.sleep(0.1)
    assert gone == ["third"]


@pytest.mark.slow
async def test_a_guest_who_is_dealt_in_between_players_cannot_sit_elsewhere(room):
    """The blinds are his before a card comes; a seat that goes away then would spoil the game."""
    ann, ben = room.guest("In Ann"), room.guest("In Ben")
    table = "mini-tex-ring-1"
    async with room.line(table, ann) as one, room.line(table, ben) as two:
        a, b = Seat(one), Seat(two)
        for number, seat in enumerate((a, b), start=1):
            await seat.until_table(lambda t: True)
            assert await seat.ask("sit", seat=number, cents=50_000) is None
        await a.until_table(lambda t: t["phase"] == "playing")
        state = room.app.state.floor.tables["mini-tex-ring-1"].state
        playing, state.phase = state.phase, Betting(state.live)
        assert state.is_busy(state.chairs.taken[1].player) and not state.is_busy("Nobody")
        state.phase = playing


@pytest.mark.slow
def test_a_shoe_tells_no_hidden_card_while_it_runs(tmp_path):
    """A burnt card is in the transcript; it is told when the shoe is put away, not before."""

    async def play(room):
        client = room.guest("Shoe Ann")
        async with room.seat("texas-21-1", client) as ann:
            assert await ann.ask("sit", seat=1) is None
            over = await ann.play_round(1)
            number = over["round"]["number"]
            told = client.get(f"/api/rounds/{number}").json()
            proof = client.get(f"/api/rounds/{number}/proof").json()
            assert over["burnt"] == 1 and over["round"]["revealed"] is None
            assert told["transcript"] is None and proof["revealed"] is None and proof["holds"]
            assert proof["dealt"][0] == "??" and proof["dealt"][1] != "??"
            # The dealer's hole card is told if it was turned up, the burnt one is not.
            assert proof["dealt"].count("??") in (1, 2)
        return client, number, proof["dealt"]

    with open_room(tmp_path, pace=QUICK) as room:
        client, number, before = asyncio.run(play(room))
        runner = room.app.state.floor.tables["texas-21-1"]
        loop = runner._task.get_loop()
        asyncio.run_coroutine_threadsafe(put_deck_away(runner.table, "a test"), loop).result(120)
        proof = client.get(f"/api/rounds/{number}/proof").json()
        order = proof["revealed"]["deck"].split()
        assert proof["dealt"] == order[: len(before)]
        assert client.get(f"/api/rounds/{number}").json()["transcript"].startswith("feltworks")


async def test_whoever_leaves_the_house_can_do_nothing_on_a_line_left_open(room):
    client = room.guest("Left Ann")
    async with room.seat("pick-2-1", client) as ann:
        assert await ann.ask("sit", seat=4) is None
        assert client.delete("/api/session").status_code == 200
        with pytest.raises(ConnectionClosed):
            await ann.ask("sit", seat=5)
    async with room.line("pick-2-1") as socket:
        watcher = Seat(socket)
        await watcher.until_table(lambda t: t["seats"][3]["player"] is None)
    assert room.house.stack_cents("Left Ann") == 100_000


async def test_whoever_leaves_later_plays_his_round_to_its_end(room):
    client = room.guest("Later Ann")
    async with room.line("mini-tex-1", client) as socket, room.line("mini-tex-1") as other:
        ann, watcher = Seat(socket), Seat(other)
        await ann.until_table(lambda t: True)
        assert await ann.ask("sit", seat=3) is None
        assert "not your seat" in await ann.ask("leave_later", seat=4, later=True)
        await ann.until_table(lambda t: t["phase"] == "betting")
        await ann.bet_least(3)
        assert await ann.ask("ready") is None
        await ann.until_table(lambda t: t["turn"]["yours"])
        for later in (True, False, True):
            assert await ann.ask("leave_later", seat=3, later=later) is None
            await watcher.until_table(
                lambda t, later=later: t["seats"][2].get("leaves_later") is later
            )
        assert ann.now["turn"]["yours"] and ann.now["phase"] == "playing"
    async with room.line("mini-tex-1", client) as socket:
        ann = Seat(socket)
        now = await ann.until_table(lambda t: True)
        while now["phase"] == "playing":
            assert now["seats"][2]["leaves_later"] and now["turn"]["yours"]
            choice = now["choices"][-1]
            cents = choice["amounts"] and choice["amounts"]["least_cents"]
            fields = {} if cents is None else {"cents": cents}
            turn = now["turn"]["turn"]
            assert await ann.ask("decide", seat=3, choice=choice["choice"], **fields) is None
            now = await ann.until_table(
                lambda t, turn=turn: t["turn"]["turn"] != turn or t["phase"] != "playing"
            )
        number = now["round"]["number"]
        assert room.house.recall(number).outcome == "settled"
        await ann.until_table(lambda t: t["seats"][2]["player"] is None)


async def test_leaving_later_without_a_round_is_leaving(room):
    async with room.seat("pick-2-1", room.guest("Early Ann")) as ann:
        assert await ann.ask("sit", seat=2) is None
        await ann.until_table(lambda t: t["phase"] == "betting")
        assert await ann.ask("leave_later", seat=2, later=True) is None
        await ann.until_table(lambda t: t["seats"][1]["player"] is None)
