"""Many at once, threads and processes: settlements and hits lose and double nothing."""

from __future__ import annotations

import random
import threading
from functools import partial

import pytest

from feltworks.house import House, read_house
from feltworks.house.demo import DemoDealer, Guests
from feltworks.house.jackpots.changing import COUNTED, book_count
from feltworks.house.ledger import accounts

from .conftest import DAY
from .processes import FRESH, sell_and_count
from .rooms import text
from .test_jackpot_play import CINCOS, NOTHING, ROYAL, spanish

pytestmark = pytest.mark.both_databases

TABLES = ("spanish", *(f"t{n}" for n in range(2, 41)))
SETTLEMENTS = 40
ROUNDS = 6


def forty_tables():
    more = "".join(
        f'[tables.{name}]\ngame = "spanish-poker"\nminimum = "$5"\nmaximum = "$100"\n'
        'side_maximum = "$25"\n'
        for name in TABLES[1:]
    )
    listed = ", ".join(f'"{name}"' for name in TABLES)
    options = 'options = { gran_mode = "meter" }'
    file = text(spanish=options, gran='contribution = "33.3%"', more=more)
    file = file.replace('side_maximum = "$25"\n', f'side_maximum = "$25"\n{options}\n')
    file = file.replace(f"{options}\n{options}", options)
    file = file.replace('tables = ["spanish"]', f"tables = [{listed}]")
    texas = file.index("[tables.texas]")
    end = file.index("[jackpots.gran]")
    return file[:texas] + file[texas:end].replace(options, "") + file[end:]


def opened_with_forty_tables(books):
    with House(books, create=True) as house:
        opening = house.open(read_house(forty_tables(), "busy.toml"), DAY)
        assert not opening.objections
        for player in ("ann", "bob", "cyd", "dee"):
            house.sell_chips(player, 100_000_00, key=f"{player} buys in")


@pytest.fixture
def busy(copied):
    with House(copied(opened_with_forty_tables)) as house:
        yield house


def at_once(calls):
    """Runs every call in a thread of its own, all let go together; gives what they returned."""
    gate, results = threading.Event(), [None] * len(calls)

    def run(place, call):
        gate.wait()
        try:
            results[place] = call()
        except Exception as error:
            results[place] = error

    threads = [threading.Thread(target=run, args=each) for each in enumerate(calls)]
    for thread in threads:
        thread.start()
    gate.set()
    for thread in threads:
        thread.join()
    return results


def settle(house, begun, round, commitment):
    return house.write(house.rounds.settle(begun.number, round, commitment.reveal()))


@pytest.mark.slow
def test_many_settlements_and_jackpot_hits_at_once(busy):
    hands = [NOTHING, ROYAL[1], NOTHING, CINCOS, NOTHING, NOTHING, ROYAL[2], NOTHING]
    before, results = busy.stack_cents("ann"), []
    for first in range(0, SETTLEMENTS, len(TABLES)):
        dealt = range(first, first + len(TABLES))
        finished = [
            spanish(busy, TABLES[n % len(TABLES)], s1=hands[n % len(hands)]).finished()
            for n in dealt
        ]
        # Each is asked for twice, as by somebody who has not heard the first answer.
        calls = [partial(settle, busy, *each) for each in finished]
        random.Random(first).shuffle(calls)
        results += at_once([*calls, *calls])
    assert [result for result in results if isinstance(result, Exception)] == []
    by_round = {}
    for result in results:
        assert by_round.setdefault(result.number, result) == result
    assert len(by_round) == SETTLEMENTS
    won = sum(result.net[1] for result in by_round.values())
    assert busy.stack_cents("ann") == before + won
    report = busy.audit()
    assert report.violations == ()
    stated = busy.jackpots.statement("gran")
    assert stated.difference == 0
    hits = sum(hand != NOTHING for hand in hands) * SETTLEMENTS // len(hands)
    assert len([line for line in stated.lines if line.purpose == "prize"]) == hits
    # A third of a dollar for each: what was given and what is carried is exact.
    standing = busy.jackpots.show("gran")
    exact = standing.terms.contribution * 100 * SETTLEMENTS
    assert stated.total("contributions") + standing.carry.contribution == exact
    with busy.database.reading() as reader:
        assert reader.cents(accounts.displayed("gran")) == standing.displayed


def test_a_round_settled_and_voided_at_once_is_one_of_the_two(busy):
    for _ in range(5):
        record, round, commitment = spanish(busy, s1=ROYAL[1]).finished()
        outcomes = at_once(
            [
                partial(settle, busy, record, round, commitment),
                lambda f=record: busy.write(busy.rounds.void(f.number, "a misdeal")),
            ]
        )
        assert sum(isinstance(outcome, Exception) for outcome in outcomes) == 1
    assert busy.audit().violations == ()


@pytest.mark.slow
def test_a_count_in_the_middle_of_play_counts_every_dollar_once(busy):
    finished = [spanish(busy, table, s1=NOTHING).finished() for table in TABLES[:24]]
    calls = [
        partial(settle, busy, record, round, commitment) for record, round, commitment in finished
    ]
    for place in (3, 11, 20):
        calls.insert(place, lambda: busy.jackpots.count("gran"))
    results = at_once(calls)
    assert [result for result in results if isinstance(result, Exception)] == []
    busy.jackpots.count("gran")
    with busy.database.reading() as reader:
        records = [r for r in reader.about("jackpot gran") if r.kind == "jackpot counted"]
        assert sum(reader.accounts("drop").values()) == 0
    assert sum(record.facts["dropped"] for record in records) == 24_00
    assert busy.audit().violations == ()


def test_counts_that_are_written_together_tell_the_same(busy):
    spanish(busy, s1=NOTHING).settled()
    gran = partial(book_count, name="gran", day=DAY)
    first, second = (write.outcome() for write in busy.writer.write_each([gran, gran]))
    assert first == second
    assert first.facts["dropped"] == 1_00
    with busy.database.reading() as reader:
        counted = [r for r in reader.about("jackpot gran") if r.kind == COUNTED]
    assert [record.number for record in counted] == [first.number]


@pytest.mark.slow
def test_several_processes_write_at_once_on_the_same_books(busy, books):
    """Each process has its own writer; the head of the chain is what they share."""
    children = [FRESH.Process(target=sell_and_count, args=(books, place)) for place in range(4)]
    for child in children:
        child.start()
    _deal(busy)
    for child in children:
        child.join(300)
    assert [child.exitcode for child in children] == [0] * 4
    report = busy.audit()
    assert report.violations == ()
    assert report.rounds == ROUNDS * 4
    with busy.database.reading() as reader:
        assert reader.open_rounds() == []
        assert [reader.cents(accounts.player(f"p{place}")) for place in range(4)] == [25_00] * 4


def _deal(house):
    rng = random.Random(1)
    dealers = [DemoDealer(house, table, place) for place, table in enumerate(TABLES[:4])]
    players = {1: "ann", 2: "bob", 3: "cyd", 4: "dee"}
    for _ in range(ROUNDS):
        for dealer in dealers:
            assert dealer.deal_round(Guests([1, 2, 3, 4], rng), players) is not None
