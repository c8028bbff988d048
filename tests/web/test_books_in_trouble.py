"""Books that cannot be written for a while: nobody loses a chip, whoever looks disturbs no one."""

import asyncio
import random
import sqlite3
from contextlib import asynccontextmanager, closing

import pytest
from tests.house.rooms import text
from tests.web.room import DAY, open_floor, until
from tests.web.whims import Recorded, Whim

from feltworks.house import House, read_house
from feltworks.house.books import database, writer
from feltworks.house.opening import open_tables
from feltworks.web.floor.state import Playing

STACK = 100_000


@pytest.fixture(autouse=True)
def little_patience(monkeypatch):
    monkeypatch.setattr(database, "WAIT_SECONDS", 0.2)
    monkeypatch.setattr(writer, "PATIENCE_SECONDS", 0.2)


@asynccontextmanager
async def table_in_play(folder):
    """A table where ann has been dealt in and decides nothing."""
    async with open_floor(folder) as (house, floor):
        house.sell_chips("ann", STACK, key="ann buys in")
        runner = floor.tables["mini-tex-1"]
        connection = Recorded("ann", runner, lambda *told: None)
        runner.connect(connection)
        whim = Whim(connection, runner, 1, random.Random(1))
        whim.decide = lambda now: None
        playing = asyncio.create_task(whim.play(1))
        await until(lambda: isinstance(runner.state.phase, Playing))
        yield house, runner
        playing.cancel()


def locked(folder):
    """The books in another program's hands, until it is closed."""
    other = sqlite3.connect(folder / "house.db", isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    return closing(other)


def test_whoever_comes_to_look_disturbs_no_round(tmp_path):
    async def play():
        async with table_in_play(tmp_path) as (_, runner):
            playing = runner.state.phase
            with locked(tmp_path):
                bob = Recorded("bob", runner, lambda *told: None)
                runner.connect(bob)
                await until(lambda: bob in runner.connections)
                await asyncio.sleep(0.5)
            assert runner.state.phase is playing

    asyncio.run(play())


def test_somebody_whose_stack_cannot_be_read_is_sent_away_and_no_round_is_voided(
    tmp_path, monkeypatch
):
    async def play():
        async with table_in_play(tmp_path) as (house, runner):
            with monkeypatch.context() as patched:
                patched.setattr(house.database, "reading", closed_books)
                bob = Recorded("bob", runner, lambda *told: None)
                runner.connect(bob)
                await until(lambda: bob.closed_with is not None)
            assert bob not in runner.connections and bob.closed_with == 1013
            assert isinstance(runner.state.phase, Playing)

    def closed_books():
        raise database.BooksError("the books cannot be used")

    asyncio.run(play())


@pytest.mark.parametrize("leaves", [False, True])
def test_a_round_that_could_not_be_voided_is_voided_when_the_books_are_back(tmp_path, leaves):
    async def play():
        async with table_in_play(tmp_path) as (house, runner):
            state, number = runner.state, runner.state.phase.number
            assert house.stack_cents("ann") < STACK

            async def breaks():
                raise RuntimeError("a fault at the table")

            with locked(tmp_path):
                runner.put(breaks)
                await until(lambda: state.owed)
                await asyncio.sleep(0.5)
                assert number in state.owed
                assert "cannot be used" in state.notice
                if leaves:
                    runner.get_up("ann")
                    await until(lambda: not state.chairs.taken)
            await until(lambda: not state.owed)
            assert house.stack_cents("ann") == STACK
            assert house.recall(number).outcome == "voided"
            await until(lambda: state.phase.name == ("waiting" if leaves else "betting"))

    asyncio.run(play())


def test_terms_posted_on_a_page_hold_for_what_is_opened_on_the_same_page(tmp_path):
    before, after = (read_house(text().replace("$100", most)) for most in ("$100", "$200"))
    with House(str(tmp_path / "house.db"), create=True) as house:
        house.open(before, DAY)

        def opened(batch):
            return house.rounds.posted(batch, "spanish", "a" * 64)[0].limits.maximum_cents

        writes = house.writer.write_each(
            [opened, lambda batch: open_tables(batch, after, [], DAY), opened]
        )
        assert [writes[at].outcome() for at in (0, 2)] == [10_000, 20_000]
