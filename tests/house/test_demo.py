"""A day of play to look at: every table, every purse in order, the same cards for a seed."""

from __future__ import annotations

from datetime import date

import pytest

from feltworks.house import House, HouseError, RoundQuery, practice_house
from feltworks.house.demo import play_day

pytestmark = pytest.mark.slow

DAY = date(2025, 11, 14)


def dealt(where) -> list[str]:
    with House(where) as house:
        found = reversed(house.find(RoundQuery(limit=1000)))
        return [house.recall(each.number).transcript for each in found]


@pytest.mark.both_databases
def test_a_demonstration_leaves_books_in_order_with_all_games_in_them(books):
    played = play_day(books, practice_house(), DAY, rounds_a_table=3)
    assert played.rounds == 3 * len(played.tables)
    with House(books) as house:
        report = house.audit()
        assert report.violations == () and report.replayed == played.rounds
        assert {found.table for found in house.find(RoundQuery(limit=1000))} == set(played.tables)
        assert not any(standing.awaits_count for standing in house.jackpots.all().values())
        hours = {found.at[11:13] for found in house.find(RoundQuery(limit=1000))}
        assert len(hours) > 6


def test_a_seed_deals_the_same_day_again_and_another_seed_another(tmp_path):
    days = []
    for name, seed in (("one", 1), ("again", 1), ("other", 2)):
        where = str(tmp_path / f"{name}.db")
        play_day(where, practice_house(), DAY, rounds_a_table=1, seed=seed)
        days.append(dealt(where))
    assert days[0] == days[1] != days[2]


def test_books_that_are_in_use_are_not_played_on(books):
    play_day(books, practice_house(), DAY, rounds_a_table=1)
    with pytest.raises(HouseError, match=r"there are books at .* already"):
        play_day(books, practice_house(), DAY, rounds_a_table=1)
