"""Kill -9 at any instant: every round goes on to its end, the books balance, the chain holds.

Six kills to each database here; `make crash` does hundreds (FELTWORKS_CRASHES).
"""

from __future__ import annotations

import os
import signal
import traceback

import pytest
from sqlalchemy import event

from feltworks.house import House, RoundQuery
from feltworks.house.audit.auditing import HeldAgainst

from .conftest import DAY
from .crashing import PLAYERS, RING, Died, finish_open_rounds, kill_one, open_again
from .dealing import count_and_reopen
from .rooms import room
from .test_jackpot_play import CINCOS, NOTHING, spanish

BATCHES_OF = 10
KILLS = int(os.environ.get("FELTWORKS_CRASHES", "6"))
BATCHES = max(1, KILLS // BATCHES_OF)
STEPS = (
    {"sqlite": 1, "postgresql": 1}
    if "FELTWORKS_CRASHES" in os.environ
    else {"sqlite": 2, "postgresql": 5}
)
"""Of so many statements one is killed: nearly all of them lie inside a transaction."""


@pytest.fixture
def killed_books(books):
    """Books whose writer will be killed."""
    with House(books, create=True) as house:
        opening = house.open(room(more=RING), DAY)
        assert not opening.objections
        for player in PLAYERS.values():
            house.sell_chips(player, 5_000_00, key=f"{player} buys in")
        # Rules are compiled here, so that a child that is forked from us deals at once.
        for sheet in house.tables().values():
            assert sheet.dealt.rules
    return books


@pytest.mark.slow
@pytest.mark.both_databases
@pytest.mark.parametrize("batch", range(BATCHES))
def test_killed_at_random_the_house_comes_back_in_order(killed_books, batch):
    settled, finished, checked = 0, 0, None
    kills = range(KILLS * batch // BATCHES, KILLS * (batch + 1) // BATCHES)
    for seed in kills:
        died = kill_one(killed_books, seed)
        with House(killed_books) as house:
            _check_moves(house, died)
            finished += len(finish_open_rounds(house, seed))
            settled += len(died.settled)
            checked = _check(house, died, since=checked)
    with House(killed_books) as house:
        report = house.audit()
        assert report.violations == ()
    if kills:
        assert settled > 0 and finished > 0


def _check_moves(house, died):
    """Every move that was answered is journaled, before anybody deals on."""
    with house.database.reading() as reader:
        for number, count in died.moved:
            assert len(reader.moves(number)) >= count


def _check(house, died, *, since, recalled=4):
    """Checks what was written since the check before; gives how far it has checked."""
    with house.database.reading() as reader:
        assert reader.open_rounds() == []
        assert not any(reader.accounts("escrow").values())
        assert sum(reader.accounts().values()) == 0
        for key in died.bought:
            assert reader.keyed(key) is not None
        for number in died.counted:
            assert reader.record(number).kind == "jackpot counted"
    # Whoever was told that his round is settled finds it so.
    for number in died.settled:
        assert house.recall(number).closing.kind == "round settled"
    assert {found.outcome for found in house.find(RoundQuery(limit=10_000))} <= {"settled"}
    for found in house.find(RoundQuery(limit=recalled)):
        assert house.verify(found.number).holds
    report = house.audit(replay=False, against=HeldAgainst(since=since))
    assert report.violations == ()
    for name in house.jackpots.all():
        assert house.jackpots.statement(name).difference == 0
    return report.checkpoint


@pytest.mark.slow
@pytest.mark.both_databases
def test_killed_before_any_statement_of_its_work_nothing_is_half_done(killed_books):
    """A jackpot hit from its first stake to the count, stopped at every statement in turn."""
    step = STEPS["postgresql" if killed_books.startswith("postgresql") else "sqlite"]
    statement, outcomes, checked = 0, [], None
    while True:
        child = os.fork()
        if child == 0:
            _die_at(killed_books, statement)
        code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
        with House(killed_books) as house:
            outcomes.append(bool(finish_open_rounds(house, 0)))
            checked = _check(house, Died(), since=checked, recalled=1)
        if code == 0:
            break
        assert code == -signal.SIGKILL
        statement += step
    assert statement > 20
    # Sometimes a round was left open, and sometimes none was.
    assert set(outcomes) == {True, False}
    with House(killed_books) as house:
        assert house.audit(replay=False).violations == ()


def _die_at(books, statement):
    """Deals a round and counts, but is killed before its nth statement that changes the books."""
    seen = 0

    def count(connection, cursor=None, said="COMMIT", *_):
        nonlocal seen
        if said.startswith("SELECT"):
            return
        if seen == statement:
            os.kill(os.getpid(), signal.SIGKILL)
        seen += 1

    try:
        house = House(books)
        _ = house.lease
        open_again(house)
        event.listen(house.database.engine, "before_cursor_execute", count)
        event.listen(house.database.engine, "commit", count)
        spanish(house, s1=CINCOS).settled()
        count_and_reopen(house, opened=room(more=RING))
        os._exit(0)
    except BaseException:
        traceback.print_exc()
    finally:
        os._exit(1)


def test_a_house_that_goes_home_leaves_its_rounds_to_the_next(books):
    with House(books, create=True) as house:
        house.open(room(), DAY)
        house.sell_chips("ann", 1_000_00, key="ann buys in")
        record, _, _ = spanish(house, s1=NOTHING).begun()
        assert house.recover() == []
    with House(books) as house:
        assert house.recall(record.number).outcome == "in flight"
        assert house.recover() == []
        assert finish_open_rounds(house, 1) == [record.number]
        assert house.audit().violations == ()
        with house.database.reading() as reader:
            shifts = reader.states("shift")
        assert [shifts[number]["over"] for number in sorted(shifts, key=int)] == [True, False]
