"""Wagers beside the pot, before the deal of a game between players."""

import asyncio

import pytest
from tests.web.room import Seat, open_room

from feltworks.house import read_house

HOUSE = """
[house]
name = "Beside the pot"
kind = "practice"
under = 2023-09-01

[tables.ring]
game = "mini-tex-ring"
options = { pocket_poker_table = "30-20" }
minimum = "$10"
maximum = "$10"
side_maximum = "$5"
"""
WAGER = "pocket-poker"
STACK, BROUGHT = 100_000, 50_000


@pytest.fixture(scope="module")
def room(tmp_path_factory):
    folder = tmp_path_factory.mktemp("room")
    with open_room(folder, room=read_house(HOUSE, "house", folder)) as room:
        yield room


def spots(now):
    return [(spot["seat"], spot["wager"], spot["cents"]) for spot in now["spots"]]


def offers(now):
    return [(bet["wager"], bet["out_cents"], bet["amounts"]["most_cents"]) for bet in now["bets"]]


def test_a_side_wager_is_put_out_changed_and_taken_back_before_the_deal(room):
    async def play():
        async with (
            room.line("ring", room.guest("Ann", STACK)) as one,
            room.line("ring", room.guest("Ben", STACK)) as two,
        ):
            ann, ben = Seat(one), Seat(two)
            for number, seat in enumerate((ann, ben), start=1):
                await seat.until_table(lambda t: True)
                assert await seat.ask("sit", seat=number, cents=BROUGHT) is None
            await ann.until_table(lambda t: t["phase"] == "betting")
            offered = offers(ann.now)
            assert [(wager, out) for wager, out, _ in offered] == [(WAGER, 0)]

            for cents in (100, 300):
                assert await ann.ask("bet", seat=1, wager=WAGER, cents=cents) is None
                assert spots(ann.now) == [(1, WAGER, cents)]
                assert ann.now["seats"][0]["stack_cents"] == BROUGHT - cents
                # Chips on the table are the seat's: the player's stack is told by the books.
                assert ann.now["you"]["stack_cents"] == STACK
                assert offers(ann.now) == [(WAGER, cents, offered[0][2])]

            assert await ann.ask("bet", seat=1, wager=WAGER, cents=0) is None
            assert spots(ann.now) == [] and offers(ann.now) == offered
            assert ann.now["seats"][0]["stack_cents"] == BROUGHT
            assert ann.now["events"][-1]["kind"] == "Returned"
            refused = await ann.ask("bet", seat=1, wager=WAGER, cents=0)
            assert refused == f"Seat 1 has no wager on {WAGER!r} to take back."
            assert await ben.ask("bet", seat=2, wager=WAGER, cents=200) is None

            assert await ann.ask("ready") is None
            assert await ben.ask("ready") is None
            playing = await ann.until_table(lambda t: t["phase"] == "playing")
            # What was taken back is forgotten: the log that is dealt on has Ben's wager alone.
            bets = [(e["seat"], e["cents"]) for e in playing["events"] if e["kind"] == "Bet"]
            assert bets == [(2, 200)] and playing["events"][0]["n"] == 0
            assert playing["clock"] is not None
            for seat, number in ((ann, 1), (ben, 2)):
                assert await seat.ask("stand", seat=number) is None
            over = await ann.until_table(lambda t: t["phase"] == "over")
            number = over["round"]["number"]
            assert room.house.verify(number).holds
            # Blinds and bets are whole half-bets of $5; beside them lie Ben's $2 and nothing else.
            staked = room.house.recall(number).stakes
            assert (staked[1] % 500, staked[2] % 500) == (0, 200)

    asyncio.run(play())
