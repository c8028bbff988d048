"""Bots and coach answer the question they were asked, though the table may be further by then."""

import asyncio
import json
from fractions import Fraction

from tests.ask.rounds import Decide
from tests.web.room import open_floor, until

from feltworks.cards import parse_cards
from feltworks.web.floor.advice import advise
from feltworks.web.floor.coach import Weighing
from feltworks.web.floor.connections import Connection
from feltworks.web.floor.dealing import think
from feltworks.web.protocol.requests import READER

TABLE = "mini-tex-1"


def test_what_a_coach_of_another_process_says_arrives_with_the_cards_to_give_up():
    choices = tuple(
        (Decide(1, "draw", None, parse_cards(cards)), worth)
        for cards, worth in (("Jd 2c", Fraction(7, 4)), ("Jo", 0.5), ("", Fraction(-1)))
    )
    said = Weighing(choices, unit="bet", causes=("So it is.",))
    assert Weighing.of_json(json.loads(json.dumps(said.as_json()))) == said


async def two_who_decide(house, floor):
    """Ann at seat 1 is to decide, Ben at seat 2 is next."""
    runner = floor.tables[TABLE]
    connections = []
    for seat, name in enumerate(("Ann", "Ben"), start=1):
        house.sell_chips(name, 100_000, key=f"{name} buys in")
        connection = Connection(name, 1_000)
        connections.append(connection)
        runner.connect(connection)
        for asked in (
            {"type": "sit", "seat": seat},
            {"type": "bet", "seat": seat, "wager": "ante", "cents": 500},
        ):
            runner.ask(connection, READER.validate_python(asked))
    for connection in connections:
        runner.ask(connection, READER.validate_python({"type": "ready"}))
    await until(lambda: runner.state.live is not None and runner.state.live.decides == 1)
    return runner, connections


def pass_the_turn(runner):
    """The table goes on before any task that was started has begun."""
    live = runner.state.live
    live.round = live.round.play(Decide(1, "fold"))
    live.turn += 1
    assert live.decides == 2


async def test_the_coach_weighs_no_hand_but_that_of_the_seat_he_was_asked_for(tmp_path):
    weighed = []

    async def weigh(sheet, round, seat):
        weighed.append((round.turn.seat, seat))
        return Weighing()

    async with open_floor(tmp_path) as (house, floor):
        runner, (ann, _) = await two_who_decide(house, floor)
        ann.coached, floor.services.coach.weigh = True, weigh
        advise(runner.table)
        pass_the_turn(runner)
        await until(lambda: weighed)
        assert weighed == [(1, 1)]
        told = [json.loads(ann._waiting.get_nowait()) for _ in range(ann._waiting.qsize())]
        assert [each["state"] for each in told if each["type"] == "advice"] == ["preparing"]


async def test_a_bot_whose_turn_has_passed_decides_for_nobody(tmp_path):
    asked = []

    def hasty(round, seat):
        asked.append((round.turn.seat, seat))
        return Decide(round.turn.seat, "fold")

    async with open_floor(tmp_path) as (house, floor):
        runner, _ = await two_who_decide(house, floor)
        others = set(floor.services.tasks)
        think(runner.table, runner.state.live.decision, hasty)
        pass_the_turn(runner)
        await until(lambda: asked and floor.services.tasks <= others)
        done = asyncio.Event()

        async def step():
            done.set()

        runner.put(step)
        await done.wait()
        assert asked == [(1, 1)] and runner.state.live.decides == 2
