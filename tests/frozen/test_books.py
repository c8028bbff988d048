"""Frozen books: in order with every round replayed, and every figure as it was."""

from __future__ import annotations

import random
from dataclasses import replace
from datetime import date

import pytest
from tests.house import postgres
from tests.house.rooms import one_table

from feltworks.house import House, read_house
from feltworks.house.demo import DemoDealer, Guests
from feltworks.house.rounds.sheet import read_sheet
from feltworks.web.console.staff import Member
from feltworks.web.console.tables import HouseTables, LimitsRequest

from .books import figures, load_postgresql, load_sqlite
from .versions import FOLDERS, unlike, unpacked

FLOOR = Member("floor", "operator")
NEXT_DAY = date(2025, 11, 15)
BOTH = [
    pytest.param((folder, kind), id=f"{folder.name}-{kind}")
    for folder in FOLDERS
    for kind in ("sqlite", "postgresql")
]


@pytest.fixture(scope="module")
def server():
    with postgres.started() as server:
        yield server


@pytest.fixture(params=BOTH)
def frozen(request, tmp_path):
    """Where the books lie, the folder they come from, and the figures frozen with them."""
    folder, kind = request.param
    told = unpacked(folder / "books.figures.json.xz")[kind]
    if kind == "sqlite":
        return load_sqlite(folder, tmp_path / "house.db"), folder, told
    server = request.getfixturevalue("server")
    postgres.run(server.url, "DROP DATABASE IF EXISTS books WITH (FORCE)", "CREATE DATABASE books")
    return load_postgresql(folder, server.books), folder, told


def test_they_are_in_order_and_tell_the_same_figures(frozen):
    where, _, told = frozen
    found = figures(where)
    assert found["audit"]["violations"] == []
    assert found["audit"]["rounds_replayed"] == found["audit"]["rounds"] > 300
    assert list(unlike(told, found)) == []


def test_another_day_is_opened_in_them(frozen):
    """A house that has kept its books since then goes on with its own file and today's games."""
    where, folder, told = frozen
    rng = random.Random(1)
    with House(where, create=True) as house:
        # The dealer of the round that was in flight is gone.
        assert house.recover() == [told["rounds"][-1]["round"]]
        with house.database.reading() as reader:
            file = reader.paper(reader.state("house")["file"])
        opening = house.open(read_house(file, "house.toml", folder / "rules"), NEXT_DAY)
        assert not opening.objections
        for place, table in enumerate(opening.opened):
            dealer = DemoDealer(house, table, 9_000 + place)
            assert dealer.deal_round(Guests([1, 2], rng), {1: "ann", 2: "bob"})
            dealer.end_shoe()
        report = house.audit()
    assert report.violations == ()
    assert report.rounds == len(told["rounds"]) + len(opening.opened)


def test_limits_posted_at_the_console_hold_in_books_that_name_rules_by_version_1(tmp_path):
    today = one_table("mini-tex")
    old = today.loaded["t"].sha256_of_version_1
    room = replace(today, sheets={"t": replace(today.sheets["t"], rules_sha256=old)})
    with House(str(tmp_path / "house.db"), create=True) as house:
        house.open(room, NEXT_DAY)
        limits = LimitsRequest(
            minimum_cents=1000, maximum_cents=5000, side_minimum_cents=100, side_maximum_cents=1000
        )
        HouseTables(house, room).open("t", FLOOR, limits)
        (stands,) = HouseTables(house, today).tables()
        filed = house.read(lambda reader: read_sheet(reader, reader.state("table t")["sheet"]))
    assert filed.rules_sha256 == old
    assert stands.limits.minimum_cents == filed.limits.minimum_cents == 1000
