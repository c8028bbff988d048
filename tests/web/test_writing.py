"""The writing thread answers everybody: with what was written, or with what went wrong."""

import asyncio
import threading

import pytest
from tests.ask.house import new_house

from feltworks.web.floor.cashier import WritingThread


@pytest.fixture
def house(tmp_path):
    with new_house(tmp_path / "house.db") as house:
        yield house


def raising(error):
    def unit(batch):
        raise error

    return unit


def kept_waiting(writing):
    """The writing at work on a unit until the gate is opened; its answer, and the gate."""
    began, gate = threading.Event(), threading.Event()
    slow = writing.write(lambda batch: began.set() or gate.wait(120))
    assert began.wait(120)
    return slow, gate


def asked_together(house, *units):
    """What comes of units that wait while a slow one is written, and of one after them."""

    async def ask():
        writing = WritingThread(house.writer)
        slow, gate = kept_waiting(writing)
        answers = [writing.write(unit) for unit in units]
        gate.set()
        told = await asyncio.wait_for(asyncio.gather(*answers, return_exceptions=True), 120)
        assert await slow
        assert await asyncio.wait_for(writing.write(lambda batch: "still there"), 120)
        writing.close()
        return told

    return asyncio.run(ask())


def test_each_gets_his_own_answer(house):
    told = asked_together(house, lambda batch: 1, raising(KeyError("mine")), lambda batch: 3)
    assert (told[0], told[2]) == (1, 3) and isinstance(told[1], KeyError)


@pytest.mark.parametrize("error", [SystemExit(3), StopIteration("x")], ids=lambda e: repr(e))
def test_no_error_of_a_unit_ends_him_or_leaves_anybody_waiting(house, error):
    told = asked_together(house, lambda batch: 1, raising(error), lambda batch: 3)
    assert isinstance(told[1], RuntimeError)
    assert [each for each in told if not isinstance(each, RuntimeError)] in ([1, 3], [])


def test_whoever_does_not_wait_any_more_is_passed_over(house):
    async def ask():
        writing = WritingThread(house.writer)
        slow, gate = kept_waiting(writing)
        gone, waits = writing.write(lambda batch: 1), writing.write(lambda batch: 2)
        gone.cancel()
        gate.set()
        assert await asyncio.wait_for(waits, 120) == 2 and await slow
        writing.close()

    asyncio.run(ask())


def test_he_writes_what_waits_before_he_goes_home_and_nothing_after(house):
    async def ask():
        writing = WritingThread(house.writer)
        slow, gate = kept_waiting(writing)
        answers = [writing.write(lambda batch, n=n: n) for n in range(600)]
        threading.Timer(0.05, gate.set).start()
        writing.close()
        assert await asyncio.wait_for(asyncio.gather(*answers), 120) == list(range(600))
        assert await slow
        with pytest.raises(RuntimeError, match="after the books were closed"):
            writing.write(lambda batch: 1)

    asyncio.run(ask())


def test_a_loop_that_is_gone_does_not_hold_him_up(house):
    writing, gate = WritingThread(house.writer), threading.Event()

    async def ask():
        writing.write(lambda batch: gate.wait(120))

    asyncio.run(ask())
    gate.set()
    writing.close()
    assert house.writer.write(lambda batch: "the writer is free") == "the writer is free"
