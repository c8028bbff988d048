"""Rounds recalled by number, table, seat, player and time."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from random import Random

import pytest

from feltworks.house import House, HouseError, RoundQuery
from feltworks.house.demo import DemoDealer, Guests

from .conftest import DAY
from .dealing import Rigged, bets, likes
from .rooms import room
from .test_jackpot_play import NOTHING, spanish

pytestmark = pytest.mark.both_databases


class Clock:
    """An hour passes with every round."""

    now = datetime(2025, 11, 14, 10, tzinfo=UTC)

    def __call__(self) -> datetime:
        return self.now


def four_rounds(books):
    """Three rounds at ten, eleven and twelve, and one in flight at one."""
    clock = Clock()
    with House(books, create=True, clock=clock) as house:
        house.open(room(), DAY)
        for player in ("ann", "bob", "cyd", "dee"):
            house.sell_chips(player, 1_000_00, key=f"{player} buys in")
        spanish(house, s1=NOTHING).settled()
        clock.now += timedelta(hours=1)
        Rigged(house, "texas", bets(2, blackjack=500), {}, likes("decline", "stand")).settled()
        clock.now += timedelta(hours=1)
        record, _, _ = spanish(house, s1=NOTHING, s2="2h 4c 5h 6s 7d").finished()
        house.write(house.rounds.void(record.number, "a misdeal"))
        clock.now += timedelta(hours=1)
        spanish(house, s3=NOTHING).begun()


@pytest.fixture
def recalled(copied):
    clock = Clock()
    clock.now += timedelta(hours=3)
    with House(copied(four_rounds), clock=clock) as house:
        yield house


def numbers(house, **query):
    return [found.number for found in house.find(RoundQuery(**query))]


def test_all_rounds_the_latest_first(recalled):
    assert numbers(recalled) == [4, 3, 2, 1]
    assert numbers(recalled, limit=2) == [4, 3]


def test_by_table(recalled):
    assert numbers(recalled, table="texas") == [2]
    assert numbers(recalled, table="none") == []


def test_by_player(recalled):
    assert numbers(recalled, player="ann") == [3, 1]
    assert numbers(recalled, player="bob") == [3, 2]


def test_by_seat_and_by_player_at_a_seat(recalled):
    assert numbers(recalled, seat=2) == [3, 2]
    assert numbers(recalled, seat=2, player="ann") == []
    assert numbers(recalled, seat=1, player="ann") == [3, 1]


def test_by_time(recalled):
    eleven, twelve = "2025-11-14T11:00:00.000000Z", "2025-11-14T12:00:00.000000Z"
    assert numbers(recalled, since=eleven, until=twelve) == [2]
    assert numbers(recalled, since=twelve) == [4, 3]


def test_by_outcome(recalled):
    assert numbers(recalled, outcome="settled") == [2, 1]
    assert numbers(recalled, outcome="voided") == [3]
    assert numbers(recalled, outcome="in flight") == [4]


def test_a_list_shows_who_sat_where(recalled):
    (found,) = recalled.find(RoundQuery(outcome="voided"))
    assert found.players == {1: "ann", 2: "bob"}
    assert found.as_json() == {
        "round": 3,
        "table": "spanish",
        "at": "2025-11-14T12:00:00.000000Z",
        "outcome": "voided",
        "players": {"1": "ann", "2": "bob"},
    }


def test_a_list_has_an_end(recalled):
    for limit in (0, 10_001):
        with pytest.raises(HouseError, match=f"rounds are listed, not {limit}"):
            recalled.find(RoundQuery(limit=limit))


def test_a_recalled_round_has_every_record_and_the_transcript(recalled):
    recalled_round = recalled.recall(1)
    kinds = [record.kind for record in recalled_round.records]
    assert kinds == ["round opened", "round held", "round settled", "jackpot played"]
    assert recalled_round.transcript.startswith('feltworks = "transcript 1"')
    told = recalled_round.as_json()
    assert told["players"] == {"1": "ann"}
    assert told["closed_at"] == "2025-11-14T10:00:00.000000Z"
    assert told["records"][2]["facts"]["outcome"] == "settled"


def test_a_round_without_an_end_has_no_transcript(recalled):
    for number, outcome in ((3, "voided"), (4, "in flight")):
        recalled_round = recalled.recall(number)
        assert (recalled_round.outcome, recalled_round.transcript) == (outcome, None)


def test_burnt_cards_of_a_shoe_are_told_when_it_is_shown(books, feltworks):
    with House(books) as house:
        house.open(room(), DAY)
        for player in ("ann", "bob"):
            house.sell_chips(player, 1_000_00, key=f"{player} buys in")
        dealer = DemoDealer(house, "texas", 3)
        settled = dealer.deal_round(Guests([1, 2], Random(1)), {1: "ann", 2: "bob"})
        whole = house.recall(settled.number).transcript
        assert " burnt" in whole
        assert house.public_round(settled.number).transcript is None
        said = feltworks("rounds", "show", "1", "--books", books).out
        assert "[play]" not in said and "available once the shoe is shown" in said
        dealer.end_shoe()
        assert house.public_round(settled.number).transcript == whole
