"""Frozen books: in order with every round replayed, and every figure as it was."""

from __future__ import annotations

import random
import shutil
from dataclasses import replace
from datetime import UTC, date, datetime

import pytest
from tests.ask.books import DemoDealer, Guests, read_sheet, room_to_open
from tests.ask.console import open_table, table_stands
from tests.ask.rules import read, read_text
from tests.house import postgres
from tests.house.rooms import one_table

from feltworks.house import House, read_house

from .books import figures, load_postgresql, load_sqlite
from .versions import FOLDERS, unlike, unpacked

pytestmark = pytest.mark.slow

NEXT_DAY = date(2025, 11, 15)


def next_noon():
    """The clock of a house that goes on the day after its books were frozen."""
    return datetime(2025, 11, 15, 12, tzinfo=UTC)


SQLITE, BOTH = (
    [
        pytest.param((folder, kind), id=f"{folder.name}-{kind}")
        for folder in FOLDERS
        for kind in kinds
    ]
    for kinds in (("sqlite",), ("sqlite", "postgresql"))
)


@pytest.fixture(params=BOTH)
def frozen(request, tmp_path):
    """Where the books lie, the folder they come from, and the figures frozen with them."""
    folder, kind = request.param
    told = unpacked(folder / "books.figures.json.xz")[kind]
    if kind == "sqlite":
        return load_sqlite(folder, tmp_path / "house.db"), folder, told
    server = request.getfixturevalue("postgres_server")
    postgres.run(
        server.url, "DROP DATABASE IF EXISTS frozen WITH (FORCE)", "CREATE DATABASE frozen"
    )
    return load_postgresql(folder, server.url.replace("/postgres?", "/frozen?")), folder, told


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
    with House(where, create=True, clock=next_noon) as house:
        # The dealer of the round that was in flight is gone.
        assert house.recover() == [told["rounds"][-1]["round"]]
        with house.database.reading() as reader:
            file = reader.paper(reader.state("house")["file"])
        opening = house.open(read_house(file, "house.toml", folder / "rules"), NEXT_DAY)
        assert not opening.objections
        for place, table in enumerate(opening.opened):
            dealer = DemoDealer(house, table, 9_000 + place)
            settled = dealer.deal_round(Guests([1, 2], rng), {1: "ann", 2: "bob"})
            dealer.end_shoe()
            assert house.verify(settled.number).holds
        # Earlier rounds are replayed by the test above.
        report = house.audit(replay=False)
    assert report.violations == ()
    assert report.rounds == len(told["rounds"]) + len(opening.opened)


@pytest.mark.parametrize("frozen", SQLITE, indirect=True)
def test_its_tables_and_jackpots_keep_their_terms_until_the_staff_asks_for_the_present_rules(
    frozen, tmp_path
):
    where, folder, _ = frozen
    shutil.copytree(folder / "rules", tmp_path / "card-room")
    file = tmp_path / "card-room" / "house.toml"
    with House(where, create=True, clock=next_noon) as house:
        house.recover()
        with house.database.reading() as reader:
            file.write_text(reader.paper(reader.state("house")["file"]))
        before, posted = filed_rules(house), posted_terms(house)
        room = room_to_open(house.database, file)
        changed = {"mini-tex-ring", "pick-2-poker", "spanish-poker", "texas-21"}
        assert {room.sheets[table].game for table in room.kept} == changed
        assert not house.open(room, NEXT_DAY).objections
        assert filed_rules(house) == before
        # A count by hand is posted at the opening since then: the law, whatever the rules.
        for name, terms in posted_terms(house).items():
            terms.pop("posted_at_opening", None)
            assert terms == posted[name]
        told = "\n".join(room.earlier_terms())
        for table in room.kept:
            assert f"table {table} keeps earlier rules of {room.sheets[table].game}" in told
        assert "jackpot gran-backed keeps its earlier terms" in told
        assert "house open --present-rules" in told
        house.close()
        present = room_to_open(house.database, file, present_rules=True)
        assert present.kept == {} and present.earlier_terms() == []
        assert not house.open(present, NEXT_DAY).objections
        assert filed_rules(house)["spanish-1"] == read("spanish-poker").sha256
        assert posted_terms(house)["gran-backed"]["backups"]["above_cap"] == "to-primary"
        # What was changed once is not asked about again.
        assert room_to_open(house.database, file).earlier_terms() == []
        assert house.audit(replay=False).violations == ()


def filed_rules(house):
    """The identity of the rules that every open table deals by."""
    return {table: read_text(sheet.rules_text).sha256 for table, sheet in house.tables().items()}


def posted_terms(house):
    with house.database.reading() as reader:
        states = reader.states("posted")
        status = reader.states("jackpot")
        in_play = [name for name in states if status[name]["status"] == "in play"]
        return {name: dict(states[name]["terms"]) for name in in_play}


def test_limits_posted_at_the_console_hold_in_books_that_name_rules_by_version_1(tmp_path):
    today = one_table("mini-tex")
    old = today.loaded["t"].sha256_of_version_1
    room = replace(today, sheets={"t": replace(today.sheets["t"], rules_sha256=old)})
    with House(str(tmp_path / "house.db"), create=True) as house:
        house.open(room, NEXT_DAY)
        limits = {
            "minimum_cents": 1000,
            "maximum_cents": 5000,
            "side_minimum_cents": 100,
            "side_maximum_cents": 1000,
        }
        open_table(house, room, "t", "floor", limits)
        stands = table_stands(house, today, "t")
        filed = house.read(lambda reader: read_sheet(reader, reader.state("table t")["sheet"]))
    assert filed.rules_sha256 == old
    assert stands.limits["minimum_cents"] == filed.limits.minimum_cents == 1000
