"""Rounds that cannot go on, rounds voided by a supervisor, tables that close after their round."""

import asyncio
import json
import random
import shutil
from functools import partial

import pytest
from sqlalchemy import insert
from tests.ask.house import claim, confirm, forget, propose, read_moves, schema
from tests.web.room import DAY, open_floor, until
from tests.web.whims import Recorded, Whim, in_play

from feltworks.house import House, HouseError, LedgerError, practice_house
from feltworks.web.console.staff import Member
from feltworks.web.console.tables import HouseTables, LimitsRequest
from feltworks.web.floor import floor, resuming
from feltworks.web.floor.state import Act, Playing, TableClosed
from feltworks.web.floor.supervising import hold
from feltworks.web.protocol.sentences import sentence

TABLE, STACK = "mini-tex-1", 100_000


@pytest.fixture(autouse=True)
def looks_often(monkeypatch):
    monkeypatch.setattr(resuming, "SECONDS_UNTIL_AGAIN", 0.05)
    monkeypatch.setattr(floor, "SECONDS_BETWEEN_LOOKS", 0.05)


def left_open(folder):
    """The number of a round that a server has left open."""

    async def play():
        async with in_play(folder) as (_, runner, _):
            return runner.state.phase.number

    return asyncio.run(play())


def voided_elsewhere(folder, number):
    """A supervisor voids a round in another process, which has its own house."""
    with House(str(folder / "house.db")) as other:
        other.void(number, by="dee", because="the felt caught fire")


def test_a_round_that_a_supervisor_has_voided_is_noticed_and_the_table_goes_on(tmp_path):
    async def noticed():
        told = []
        async with in_play(tmp_path, told) as (house, runner, _):
            number = runner.state.phase.number
            voided_elsewhere(tmp_path, number)
            await until(lambda: any('"phase":"over"' in text for text in told))
            over = next(text for text in told if '"phase":"over"' in text)
            assert "The round is void: the felt caught fire" in over and '"voided"' in over
            # Nobody is asked any more for the decision at which it was voided.
            picture = json.loads(over)
            assert picture["choices"] == [] and (picture["clock"] or {}).get("default") is None
            # The table goes on by itself, from the next deck.
            await until(lambda: isinstance(runner.state.phase, Playing))
            assert runner.state.phase.number == number + 1
            assert house.recall(number).closing.facts["staff"] == "dee"
            assert house.audit().in_order

    asyncio.run(noticed())


@pytest.mark.slow
async def test_whoever_decides_in_a_round_that_is_void_is_told_so(tmp_path, monkeypatch):
    monkeypatch.setattr(floor, "SECONDS_BETWEEN_LOOKS", 1000)
    told = []
    async with in_play(tmp_path, told) as (house, runner, ann):
        number = runner.state.phase.number
        voided_elsewhere(tmp_path, number)
        ann.ask(type="decide", seat=1, choice="bet", ref="bets")
        await until(lambda: any('"ref":"bets"' in text for text in told))
        answer = next(text for text in told if '"ref":"bets"' in text)
        assert "round-void" in answer and "the felt caught fire" in answer
        await until(lambda: not isinstance(runner.state.phase, Playing))
        assert house.audit().in_order


def held(on):
    state = on.tables[TABLE].state
    return isinstance(state.phase, TableClosed) and state.notice == resuming.CANNOT_GO_ON


def damage(folder, number):
    """Another move than was ever made gets into the journal."""
    with House(str(folder / "house.db")) as house, house.database.writing() as connection:
        row = {"round": number, "step": 1, "at": "2025-11-14T12:00:00.000000Z", "move": "nonsense"}
        connection.execute(insert(schema.moves).values(**row))


@pytest.mark.slow
@pytest.mark.parametrize("fault", ["key", "journal"])
def test_a_round_that_cannot_go_on_holds_its_own_table_alone_until_it_is_voided(tmp_path, fault):
    number = left_open(tmp_path)
    if fault == "key":
        (tmp_path / "house.db.deck-keys").unlink()
    else:
        damage(tmp_path, number)

    async def waits():
        async with open_floor(tmp_path) as (house, on):
            await until(lambda: held(on))
            assert len(on.tables) > 3 and not any(
                isinstance(each.state.phase, TableClosed)
                for name, each in on.tables.items()
                if name != TABLE
            )
            assert list(house.lost_rounds()) == [number]
            sheet = house.sheet(TABLE)
            with pytest.raises(HouseError, match="is not over: no other is begun beside it"):
                await on.cashier.opened(sheet, on.tables[TABLE].state.deck.promise(), [])
            voided_elsewhere(tmp_path, number)
            if fault == "key":
                # No deck is sealed before somebody has ordered a key to begin anew with.
                await until(lambda: on.tables[TABLE].state.books_away)
                assert not house.keys.path.exists()
                house.keys.change()
            await until(lambda: not held(on))
            assert house.stack_cents("ann") == STACK

    asyncio.run(waits())

    async def goes_on():
        async with in_play(tmp_path) as (house, runner, _):
            assert runner.state.phase.number == number + 1
            assert house.recall(number).closing.facts["why"] == "the felt caught fire"

    asyncio.run(goes_on())


def test_a_key_that_is_found_again_is_added_and_the_round_goes_on(tmp_path):
    number = left_open(tmp_path)
    keys, away = tmp_path / "house.db.deck-keys", tmp_path / "found"
    shutil.move(keys, away)

    async def play():
        async with open_floor(tmp_path) as (house, on):
            await until(lambda: held(on))
            # Another table has sealed with a key of its own meanwhile.
            fresh = house.keys.change()
            assert [each.id for each in house.keys.add(away)] != [fresh.id]
            assert house.keys.all()[-1] == fresh and house.keys.add(away) == []
            state = on.tables[TABLE].state
            await until(lambda: isinstance(state.phase, Playing) and state.phase.live.decides)
            assert state.phase.number == number and state.phase.live.players == {1: "ann"}
            assert state.phase.live.decides == 1
            assert "absence of ann" in on.tables[TABLE]._timers._running, "her seat is not kept"

    asyncio.run(play())
    no_file = pytest.raises(HouseError, match="there is no file of deck keys")
    with House(str(tmp_path / "house.db")) as house, no_file:
        house.keys.add(tmp_path / "nowhere")


@pytest.mark.slow
@pytest.mark.parametrize("by_opening", [False, True])
async def test_a_table_that_is_to_close_plays_its_round_and_deals_no_other(tmp_path, by_opening):
    async with in_play(tmp_path) as (house, runner, ann):
        number, room = runner.state.phase.number, practice_house()
        HouseTables(house, room).close(TABLE, Member("dee", "operator"))
        if by_opening:
            house.open(room, DAY)
        assert isinstance(runner.state.phase, Playing) and TABLE in house.tables()
        ann.ask(type="decide", seat=1, choice="fold")
        await until(lambda: isinstance(runner.state.phase, TableClosed))
        assert house.recall(number).outcome == "settled" and TABLE not in house.tables()
        with house.database.reading() as reader:
            assert reader.head().last_round == number
        assert house.audit().in_order


@pytest.mark.slow
async def test_a_stop_ends_with_its_round(tmp_path):
    async with in_play(tmp_path) as (_, runner, _):
        number, state = runner.state.phase.number, runner.state
        await runner.order(lambda at: hold(at, "sue", at_showdown=True))
        await runner.order(lambda at: hold(at, "sue"))
        assert (state.held_by, state.stops_for) == ("sue", "sue")
        voided_elsewhere(tmp_path, number)
        await until(lambda: isinstance(state.phase, Playing) and state.phase.number > number)
        assert (state.held_by, state.stops_for) == (None, None)


async def test_whoever_is_alone_has_no_clock_until_the_table_is_to_close(tmp_path):
    async with in_play(tmp_path) as (house, runner, _):
        await until(lambda: runner.state.live.decides == 1)
        assert runner.state.due is None
        HouseTables(house, practice_house()).close(TABLE, Member("dee", "operator"))
        runner.soon(Act.LOOK_AGAIN)
        await until(lambda: runner.state.due is not None)
        assert runner.state.due.act is Act.TIME_IS_UP


async def test_an_order_that_fails_is_answered(tmp_path):
    async def fails(at):
        raise RuntimeError("a fault")

    async with in_play(tmp_path) as (_, runner, _):
        with pytest.raises(RuntimeError, match="a fault"):
            await asyncio.wait_for(runner.order(fails), 120)


# --- what is done at the terminal beside a server ----------------------------------------------


@pytest.mark.slow
async def test_orders_and_forgetting_at_the_terminal_reach_the_tables(tmp_path):
    dee = Member("dee", "operator")
    async with open_floor(tmp_path) as (_, on):
        runner = on.tables[TABLE]
        on.services.names["guest 0123456789"] = "Ann"
        with House(str(tmp_path / "house.db")) as other:
            unit = partial(claim, name="Ann", player="guest 0123456789")
            assert other.write(unit)
            other.write(lambda batch: forget(batch, "Ann", staff="dee"))
            tables = HouseTables(other, practice_house())
            tables.close(TABLE, dee)
            await until(lambda: isinstance(runner.state.phase, TableClosed))
            await until(lambda: "guest 0123456789" not in on.services.names)
            limits = LimitsRequest.model_validate(runner.state.sheet.limits)
            limits = limits.model_copy(update={"maximum_cents": 70_00})
            tables.open(TABLE, dee, limits)
            await until(lambda: runner.state.sheet.limits.maximum_cents == 70_00)
            assert not isinstance(runner.state.phase, TableClosed)


def test_chips_that_a_correction_took_are_not_before_a_player_any_more(tmp_path):
    """Between hands of a game between players; what the books refuse is told without a riddle."""
    moves = read_moves([("player:ann", "house", 97_000)])

    async def play(house, on):
        house.sell_chips("ann", STACK, key="ann buys in")
        runner = on.tables["mini-tex-ring-1"]
        ann = Recorded("ann", runner, lambda *_: None)
        runner.connect(ann)
        Whim(ann, runner, 1, random.Random(1)).ask(type="sit", seat=1, cents=50_000)
        await until(lambda: runner.state.chairs.chips_before(1, None) == 50_000)
        made = house.write(lambda batch: propose(batch, moves, corrects=1, because="x", by="cyd"))
        house.write(lambda batch: confirm(batch, made.number, by="dee"))
        runner.stack_changed("ann")
        await until(lambda: runner.state.chairs.chips_before(1, None) == 3_000)
        house.sell_chips("ann", STACK, key="ann buys more")
        runner.stack_changed("ann")
        await until(lambda: runner.state.stacks["ann"] == STACK + 3_000)
        assert runner.state.chairs.chips_before(1, None) == 3_000

    open_floor(tmp_path, play)
    short = LedgerError("player:guest efd0c681f9 is short of $10: round opened refused")
    assert sentence(short) == "Somebody's chips do not cover what he would stake."
