"""Several people at a table: between players, at one house-banked table, watching, coming back."""

import asyncio
import json

import pytest
from tests.web.room import Seat, open_room

from feltworks.web.settings import Pace

RING = "mini-tex-ring-1"


@pytest.fixture(scope="module")
def slow_room(tmp_path_factory):
    """Time is up soon, though not before a slow machine has asked for something more."""
    pace = Pace(
        betting_seconds=3,
        decision_seconds=1,
        result_seconds=1,
        result_stays=False,
        bot_seconds=0.0,
        idle_seconds=1,
    )
    with open_room(tmp_path_factory.mktemp("slow"), pace=pace) as room:
        yield room


async def stay_in(seat, number, rounds):
    """Checks and calls until so many rounds are over."""
    seen = set()
    while len(seen) < rounds:
        now = await seat.read()
        if now["type"] != "table":
            continue
        if now["phase"] == "over":
            seen.add(now["round"]["number"])
        elif now["turn"]["yours"]:
            await check_or_call(seat, number, now)
    return seen


async def check_or_call(seat, number, now):
    names = [choice["choice"] for choice in now["choices"]]
    choice = "check" if "check" in names else "call"
    message = {"type": "decide", "seat": number, "choice": choice}
    await seat.socket.send(json.dumps({**message, "turn": now["turn"]["turn"]}))


def tables(seat):
    return [message for message in seat.told if message["type"] == "table"]


def own_seats(now):
    """The seats that a client is told are its own."""
    return [seat["seat"] for seat in now["seats"] if seat.get("you")]


@pytest.mark.slow
async def test_two_people_and_a_bot_play_each_other(room):
    ann, ben = room.guest("Ring Ann"), room.guest("Ring Ben")
    async with room.seat(RING, ann) as a, room.seat(RING, ben) as b:
        assert "at least" in await a.ask("sit", seat=1, cents=100)
        assert "in all" in await a.ask("sit", seat=1, cents=500_000)
        assert await a.ask("sit", seat=1, cents=50_000) is None
        assert await b.ask("sit", seat=1, cents=50_000) == "Seat 1 is taken."
        assert await b.ask("sit", seat=4, cents=50_000) is None
        assert await a.ask("add_bot", seat=3, temper="tourist") is None
        seen = await asyncio.gather(stay_in(a, 1, 4), stay_in(b, 4, 4))
        numbers = sorted(set.union(*seen))
        assert all(room.house.verify(number).holds for number in numbers[:4])
        assert any(len(room.house.recall(n).players) == 3 for n in numbers)
        for seat, number in ((a, 1), (b, 4)):
            own = [mine for mine in map(own_seats, tables(seat)) if mine]
            assert own and all(mine == [number] for mine in own)
        # Between players a stack lies on the table; it agrees with the books.
        over = a.now
        assert over["phase"] == "over"
        assert over["seats"][0]["stack_cents"] == over["you"]["stack_cents"] - 50_000


@pytest.mark.slow
def test_a_newcomer_is_told_whether_the_next_game_begins_without_him(tmp_path):
    """Whoever comes in the middle waits for the big blind, and it is said before each game."""

    async def play(room):
        ann_client, ben_client = room.guest("Early Ann"), room.guest("Late Ben")
        async with room.seat(RING, ann_client) as ann, room.seat(RING, ben_client) as ben:
            assert await ann.ask("sit", seat=1, cents=50_000) is None
            for _ in range(3):
                assert await ann.ask("add_bot") is None
            # A turn that came meanwhile is told again.
            await ann.socket.send(json.dumps({"type": "resync"}))
            # A game stands still while it is Ann's turn, however slow the machine is.
            while not _keeps_waiting(now := await ann.until(_is_turn)):
                await check_or_call(ann, 1, now)
            assert await ben.ask("sit", seat=9, cents=50_000) is None
            await check_or_call(ann, 1, now)
            staying = asyncio.create_task(stay_in(ann, 1, 99))
            for _ in range(40):
                await stay_in(ben, 9, 1)
                told = tables(ben)
                waited = _waited(now for now in told if now["seats"][8]["player"] and now["round"])
                if waited.count(False) >= 2:
                    break
            staying.cancel()
            return waited

    with open_room(tmp_path) as room:
        waited = asyncio.run(play(room))
    # He waits for some games; once he is dealt in he is in every one.
    assert waited[0]
    assert waited[-2:] == [False, False]
    assert waited == sorted(waited, reverse=True)


def _is_turn(message):
    return message["type"] == "table" and message["turn"]["yours"]


def _keeps_waiting(now):
    """Whether all of seats 1 to 4 play, and the next big blind is not the one of seat 9."""
    first = now["seats"][:4]
    return all(seat["player"] and seat["in_round"] for seat in first) and not first[1]["button"]


def _waited(told):
    """Whether seat 9 was told before each game to wait, which is held against what came.

    A slow client is not told of every state: games whose beginning was not seen do not count.
    """
    waited, before = [], None
    for now in told:
        if now["phase"] == "playing" and now["round"]["number"] is not None:
            if before is not None and now["round"]["number"] == before[0] + 1:
                waited.append(before[1])
                assert now["seats"][8]["in_round"] is not before[1]
            before = None
        elif now["phase"] == "over":
            before = now["round"]["number"], now["seats"][8]["waits_for_blind"]
    return waited


async def test_nobody_is_told_another_players_cards_or_choices(room):
    ann, ben = room.guest("Two Ann"), room.guest("Two Ben")
    table = "mini-tex-1"
    async with (
        room.line(table, ann) as one,
        room.line(table, ben) as two,
        room.line(table) as three,
    ):
        a, b, watcher = Seat(one), Seat(two), Seat(three)
        for seat in (a, b, watcher):
            await seat.until_table(lambda t: True)
        assert await watcher.ask("sit", seat=5) == (
            "You are watching: sit down with a name and chips first."
        )
        assert await a.ask("sit", seat=1) is None
        assert await a.ask("sit", seat=2) is None
        assert await b.ask("sit", seat=4) is None
        assert await b.ask("bet", seat=1, wager="ante", cents=500) == "That is not your seat."
        await a.until_table(lambda t: t["phase"] == "betting")
        for number in (1, 2):
            assert await a.ask("bet", seat=number, wager="ante", cents=500) is None
        assert await b.ask("bet", seat=4, wager="ante", cents=1000) is None
        assert await a.ask("ready") is None
        assert await b.ask("ready") is None
        now = await a.until_table(lambda t: t["turn"]["yours"])
        assert {c["seat"]: [x["card"] is not None for x in c["cards"]] for c in now["cards"]} == {
            1: [True, True],
            2: [True, True],
            4: [False, False],
            None: [False, False],
        }
        assert now["clock"]["default"] == "Fold" and len(now["choices"]) == 2
        other = await b.until_table(lambda t: t["phase"] == "playing")
        assert other["choices"] == [] and other["clock"]["default"] is None
        waits = {"waits_for": "decision", "seat": 1, "turn": 0, "yours": False}
        assert other["turn"] == {**waits, "holds": None, "default": None}
        assert await b.ask("decide", seat=1, choice="bet") == "That is not your seat."
        assert await b.ask("decide", seat=4, choice="bet") == "It is seat 1's turn to decide."
        seen = await watcher.until_table(lambda t: t["phase"] == "playing")
        assert all(card["card"] is None for place in seen["cards"] for card in place["cards"])
        assert seen["you"] is None and seen["bets"] == []
        assert await a.ask("decide", seat=1, choice="fold", turn=7) == (
            "That decision has been made already."
        )
        for number in (1, 2):
            assert await a.ask("decide", seat=number, choice="fold") is None
        assert await b.ask("decide", seat=4, choice="fold") is None
        over = await watcher.until_table(lambda t: t["phase"] == "over")
        assert [s["net_cents"] for s in over["seats"] if s["player"]] == [-500, -500, -1000]
        assert over["round"]["revealed"]["deck"].count(" ") == 51
        for client, seat, numbers in ((ann, a, (1, 2)), (ben, b, (4,))):
            for number in numbers:
                assert await seat.ask("stand", seat=number) is None
            assert client.get("/api/session").json()["guest"]["table"] is None


async def test_whoever_comes_back_finds_the_round_as_it_stands(room):
    client = room.guest("Back Ann")
    async with room.seat("spanish-1", client) as ann:
        assert await ann.ask("sit", seat=3) is None
        await ann.until_table(lambda t: t["phase"] == "betting")
        await ann.bet_least(3)
        assert await ann.ask("ready") is None
        before = await ann.until_table(lambda t: t["turn"]["yours"])
        assert before["clock"] is None
        assert await ann.ask("clock", on=True) is None
        before = await ann.until_table(lambda t: t["clock"] is not None)
    async with room.line("spanish-1", client) as socket:
        again = Seat(socket)
        after = await again.until_table(lambda t: True)
        for key in ("phase", "round", "cards", "spots", "choices"):
            assert after[key] == before[key], key
        assert after["turn"] == before["turn"]
        assert [event["n"] for event in after["events"]] == list(range(len(after["events"])))
        assert after["events"][0]["kind"] == "Bet" and after["you"]["seats"] == [3]
        assert after["clock"]["left_seconds"] <= before["clock"]["left_seconds"]
        assert await again.ask("decide", seat=3, choice="fold") is None
        over = await again.until_table(lambda t: t["phase"] == "over")
        assert over["seats"][2]["net_cents"] < 0
        assert await again.ask("stand", seat=3) is None


@pytest.mark.slow
async def test_when_time_is_up_the_stated_default_happens(slow_room):
    client = slow_room.guest("Slow Ann")
    async with slow_room.seat("mini-tex-1", client) as ann:
        assert await ann.ask("sit", seat=1) is None
        assert await ann.ask("clock", on=True) is None
        assert await ann.ask("bet", seat=1, wager="ante", cents=500) is None
        # Nobody says ready: the betting closes by itself, then the hand is folded.
        now = await ann.until_table(lambda t: t["turn"]["yours"])
        assert now["clock"]["default"] == "Fold"
        over = await ann.until_table(lambda t: t["phase"] == "over")
        assert any(event["kind"] == "Folded" for event in over["events"])
        assert over["seats"][0]["net_cents"] == -500
        # A wager that cannot stand alone is taken back when the betting closes.
        await ann.until_table(lambda t: t["phase"] == "betting")
        refused = await ann.ask("bet", seat=1, wager="pocket-poker", cents=500)
        assert refused is None
        assert ann.now["clock"]["default"] == "Take back what cannot be dealt to"
        assert "without Ante" in await ann.ask("ready")
        back = await ann.until_table(lambda t: t["notice"] is not None)
        assert "without Ante" in back["notice"] and back["spots"] == []


@pytest.mark.slow
async def test_whoever_stays_away_loses_the_seat_and_no_chips(slow_room):
    client = slow_room.guest("Gone Ann")
    async with slow_room.seat("pick-2-1") as watcher:
        async with slow_room.seat("pick-2-1", client) as ann:
            assert await ann.ask("sit", seat=1) is None
        await watcher.until_table(lambda t: t["seats"][0]["player"] == "Gone Ann")
        free = await watcher.until_table(lambda t: t["seats"][0]["player"] is None)
        assert free["seats"][0] == {"seat": 1, "player": None}
    assert slow_room.house.stack_cents("Gone Ann") == 100_000
    assert client.get("/api/session").json()["guest"]["table"] is None


async def test_a_guest_sits_at_one_table_and_may_change_it(room):
    client = room.guest("Move Ann")
    async with room.seat("mini-tex-1", client) as here, room.seat("pick-2-1", client) as there:
        assert await here.ask("sit", seat=6) is None
        await here.until_table(lambda t: t["phase"] == "betting")
        assert await here.ask("bet", seat=6, wager="ante", cents=500) is None
        assert "finish it first" in await there.ask("sit", seat=1)
        assert await here.ask("bet", seat=6, wager="ante", cents=0) is None
        assert await there.ask("sit", seat=1) is None
        await here.until_table(lambda t: t["seats"][5]["player"] is None)
        assert await there.ask("stand", seat=1) is None


async def test_a_wager_can_be_changed_and_never_exceeds_the_stack(room):
    client = room.guest("Poor Ann", 10_000)
    async with room.seat("mini-tex-1", client) as ann:
        assert await ann.ask("sit", seat=1) is None
        assert await ann.ask("sit", seat=2) is None
        assert await ann.ask("bet", seat=1, wager="ante", cents=500) is None
        assert await ann.ask("bet", seat=1, wager="ante", cents=8_000) is None
        assert ann.now["you"]["stack_cents"] == 2_000
        out = [bet for bet in ann.now["bets"] if bet["out_cents"]]
        assert [(bet["wager"], bet["out_cents"]) for bet in out] == [("ante", 8_000)]
        assert out[0]["amounts"]["most_cents"] == 10_000
        assert await ann.ask("bet", seat=2, wager="ante", cents=3_000) == (
            "You have $20 for this wager."
        )
        assert await ann.ask("ready") is None
        now = await ann.until_table(lambda t: t["turn"]["yours"])
        # What cannot be paid for is shown as such, and refused.
        assert [choice["affordable"] for choice in now["choices"]] == [True, False]
        assert await ann.ask("decide", seat=1, choice="bet") == (
            "Your stack is too small for that."
        )
        assert await ann.ask("decide", seat=1, choice="fold") is None
        over = await ann.until_table(lambda t: t["phase"] == "over")
        assert over["you"]["stack_cents"] == 2_000
        assert await ann.ask("stand", seat=1) is None
        assert await ann.ask("stand", seat=2) is None


async def test_where_hands_are_not_discussed_a_player_has_one(room):
    client = room.guest("One Ann")
    async with room.seat("spanish-1", client) as ann:
        assert ann.hello["table"]["procedure"]["hands_discussed"] is False
        assert await ann.ask("sit", seat=1) is None
        assert await ann.ask("sit", seat=2) == "A player has at most 1 hand here."
        assert await ann.ask("stand", seat=1) is None


@pytest.mark.slow
def test_chips_agree_between_lobby_and_table_while_bets_lie_out(room):
    client = room.guest("Even Eve")

    async def play():
        async with room.seat("mini-tex-1", client) as eve:
            assert await eve.ask("sit", seat=3) is None
            assert await eve.ask("bet", seat=3, wager="ante", cents=10_00) is None
            await eve.until_table(lambda t: t["you"]["stack_cents"] == 990_00)
            return client.get("/api/session").json()["guest"]["stack_cents"]

    assert asyncio.run(play()) == 990_00
