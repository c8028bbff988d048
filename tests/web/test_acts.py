"""A table's acts: each has its function, and what cannot go on leaves nobody waiting."""

import random

import pytest
from tests.ask.house import new_house
from tests.ask.rounds import DealerError
from tests.web.room import DAY, open_floor, until
from tests.web.whims import Recorded, Whim

from feltworks.house import HouseError, practice_house
from feltworks.web.floor import dealing
from feltworks.web.floor.runner import ACTS
from feltworks.web.floor.state import Act, Due, Over, Playing, TableState, Waiting
from feltworks.web.mechanisms import MECHANISMS, WebMechanism
from feltworks.web.seating.chairs import Chairs
from feltworks.web.serve import open_house
from feltworks.web.settings import Settings

STACK = 100_000


def guest(house, runner, name, seat, told):
    """Somebody at a seat who bets and decides at random."""
    house.sell_chips(name, STACK, key=f"{name} buys in")
    connection = Recorded(name, runner, lambda guest, text, log, players: told.append(text))
    runner.connect(connection)
    return Whim(connection, runner, seat, random.Random(seat))


def test_every_act_has_its_function():
    assert ACTS.keys() == set(Act)


async def test_a_table_is_what_its_mechanism_says(tmp_path, monkeypatch):
    """Another entry is another table: nothing else is asked what kind of game it is."""

    class TwoChairs(Chairs):
        def __init__(self, sheet, settings):
            super().__init__(sheet, settings)
            self.count = 2

    other = WebMechanism(chairs=TwoChairs, page="ring", tempers=lambda: ["odd"])
    monkeypatch.setitem(MECHANISMS, "table", other)
    async with open_floor(tmp_path) as (house, floor):
        runner = floor.tables["mini-tex-1"]
        description = runner.state.description
        assert (description.seats, description.tempers) == (2, ["odd"])
        assert floor.tables["texas-21-1"].state.description.seats > 2
        told = []
        await guest(house, runner, "ann", 2, told).play(2)
        assert any('"outcome":"settled"' in text for text in told)


async def test_cards_that_cannot_be_dealt_void_the_round_and_whoever_asked_is_answered(
    tmp_path, monkeypatch
):
    def no_cards(round, order):
        raise DealerError("the deck ends after 3 cards and more are due")

    async with open_floor(tmp_path) as (house, floor):
        runner, told = floor.tables["mini-tex-1"], []
        ann = guest(house, runner, "ann", 1, told)
        monkeypatch.setattr(dealing, "dealt", no_cards)
        ann.ask(type="sit", seat=1)
        ann.ask(type="bet", seat=1, wager="ante", cents=500)
        ann.ask(type="ready", ref="dealt?")
        await until(lambda: isinstance(runner.state.phase, Over))
        over = runner.state.phase
        assert over.outcome == "voided" and not runner.state.owed
        assert runner.state.notice.startswith("The round is void: the deck ends")
        assert any('"type":"done","ref":"dealt?"' in text for text in told)
        assert house.stack_cents("ann") == STACK
        assert house.recall(over.number).outcome == "voided"


async def test_between_players_a_round_the_house_refuses_is_tried_again_after_a_while(
    tmp_path, monkeypatch
):
    """It opens of itself, so without a pause it would be opened and refused for ever."""
    asked = []
    async with open_floor(tmp_path) as (house, floor):
        runner, told = floor.tables["mini-tex-ring-1"], []
        begin = floor.cashier.begin

        async def refuse(table, round, players):
            asked.append(players)
            raise HouseError("the shift is over: nobody deals")

        monkeypatch.setattr(floor.cashier, "begin", refuse)
        for seat, name in enumerate(("ann", "ben"), start=1):
            guest(house, runner, name, seat, told).ask(type="sit", seat=seat, cents=20_000)
        await until(lambda: len(asked) > 2)
        assert asked[0] == {1: "ann", 2: "ben"}
        assert runner.state.notice == "The shift is over: nobody deals."
        refused = [text for text in told if "nobody deals" in text]
        assert all('"phase":"waiting"' in text and '"clock":{' in text for text in refused)
        monkeypatch.setattr(floor.cashier, "begin", begin)
        await until(lambda: isinstance(runner.state.phase, Playing))
        assert runner.state.notice is None


async def test_a_clock_that_was_set_anew_does_not_ring_for_what_was_due_before(tmp_path):
    async with open_floor(tmp_path) as (_, floor):
        runner = floor.tables["mini-tex-1"]
        before, after = Due(Act.OPEN, 90, 0.0), Due(Act.OPEN, 90, 0.0)
        runner.state.due = after
        assert await runner._ring(before) is None and runner.state.due is after
        assert await runner._ring(after) is Act.OPEN and runner.state.due is None


@pytest.mark.parametrize("table", ["mini-tex-1", "mini-tex-ring-1"])
def test_a_state_needs_no_network(tmp_path, table):
    with new_house(tmp_path / "house.db") as house:
        open_house(house, practice_house(), DAY)
        state = TableState.of(house.sheet(table), Settings())
        assert state.phase == Waiting() and state.live is None and state.name == table
        assert not state.is_busy("ann") and state.stack("ann") == 0
        state.start_clock(30, Act.OPEN)
        assert 29 < state.due.seconds_left() <= 30
