"""Books that many processes make at the same moment, and chips that are asked for twice."""

from __future__ import annotations

import pytest

from feltworks.house import House, HouseError

from . import postgres
from .processes import FRESH, make_books

PROCESSES = 8


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_eight_processes_make_the_books_at_once(kind, request, tmp_path):
    for attempt in range(2):
        where = str(tmp_path / f"{attempt}" / "house.db")
        if kind == "postgresql":
            server = request.getfixturevalue("postgres_server")
            postgres.run(
                server.url,
                "DROP DATABASE IF EXISTS at_once WITH (FORCE)",
                "CREATE DATABASE at_once",
            )
            where = server.url.replace("/postgres?", "/at_once?")
        begin, told = FRESH.Barrier(PROCESSES), FRESH.Queue()
        made = [
            FRESH.Process(target=make_books, args=(where, begin, told)) for _ in range(PROCESSES)
        ]
        for process in made:
            process.start()
        found = [told.get(timeout=300) for _ in made]
        for process in made:
            process.join()
        assert found == [500] * PROCESSES
        with House(where) as house:
            assert house.audit().in_order


@pytest.mark.both_databases
def test_chips_are_sold_and_bought_back_once_for_a_key(house):
    for _ in range(3):
        assert house.sell_chips("ann", 500, key="first") == 1_005_00
    assert house.sell_chips("ann", 500, key="second") == 1_010_00
    for _ in range(2):
        assert house.buy_back("ann", 10_00, key="third") == 1_000_00
    with pytest.raises(HouseError, match="the key 'first' was used for something else"):
        house.sell_chips("bob", 500, key="first")
