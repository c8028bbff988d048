"""What the staff order for tables stands until it is changed, whatever the house file says."""

from __future__ import annotations

from datetime import timedelta

import pytest
from tests.ask.console import close_table, open_table, table_stands

from cli.terminal import Caller
from feltworks.house import House

from .conftest import DAY
from .rooms import room, text

POSTED = {
    "minimum_cents": 1000,
    "maximum_cents": 15_000,
    "side_minimum_cents": 100,
    "side_maximum_cents": 2500,
}


def test_limits_that_were_posted_hold_when_the_house_opens_again(house, books):
    open_table(house, room(), "spanish", "dee", POSTED)
    house.leave()
    for day in (DAY, DAY + timedelta(1)):
        with House(books) as again:
            opening = again.open(room(), day)
            assert set(opening.opened) == {"spanish", "texas"}
            assert again.sheet("spanish").limits.maximum_cents == 15_000
            assert opening.differences == (
                "table spanish has limits of $10 to $150, side $1 to $25 as ordered by dee on "
                f"{DAY}; the house file says $5 to $100, side $1 to $25",
            )
            assert again.audit().in_order


def test_a_table_that_was_closed_stays_closed_until_it_is_opened(house, books):
    close_table(house, room(), "spanish", "dee")
    opening = house.open(room(), DAY + timedelta(1))
    assert opening.opened == ("texas",)
    assert not opening.objections
    assert opening.differences == (
        f"table spanish stays closed as ordered by dee on {DAY}; the house file has it open",
    )
    open_table(house, room(), "spanish", "dee")
    opening = house.open(room(), DAY + timedelta(1))
    assert (opening.opened, opening.differences) == (("spanish", "texas"), ())
    assert house.audit().in_order


def test_all_is_as_filed_again_when_that_is_asked_for(house):
    open_table(house, room(), "spanish", "dee", POSTED)
    close_table(house, room(), "texas", "dee")
    opening = house.open(room(), DAY, as_filed=True, staff="cyd")
    assert (opening.opened, opening.differences) == (("spanish", "texas"), ())
    assert house.sheet("spanish").limits == room().sheets["spanish"].limits


def test_limits_of_the_house_file_posted_again_end_the_order(house):
    open_table(house, room(), "spanish", "dee", POSTED)
    stands = table_stands(house, room(), "spanish")
    assert (stands.file_maximum_cents, stands.ordered_by) == (10_000, "dee")
    limits = room().sheets["spanish"].limits
    filed = {name: getattr(limits, name) for name in POSTED}
    open_table(house, room(), "spanish", "dee", filed)
    stands = table_stands(house, room(), "spanish")
    assert (stands.file_maximum_cents, stands.ordered_by) == (None, None)
    assert house.open(room(), DAY).differences == ()


def test_limits_of_another_game_are_not_kept_for_a_new_one(house):
    open_table(house, room(), "texas", "dee", POSTED)
    other = text().replace('game = "texas-21"', 'game = "mini-tex"')
    other = other[: other.index("[jackpots.royal]")]
    house.close()
    house.jackpots.count("royal")
    house.jackpots.remove("royal", document="Letter 1")
    from feltworks.house import read_house

    opening = house.open(read_house(other, "house.toml"), DAY)
    assert "table texas has another game than the one whose limits were ordered" in str(
        opening.differences
    )
    assert house.sheet("texas").limits.maximum_cents == 10_000


def test_ordered_limits_that_the_state_no_longer_allows_are_told(house):
    open_table(house, room(), "spanish", "dee", POSTED)
    opening = house.open(room(under="2008-09-01"), DAY)
    assert opening.opened == ("texas",)
    assert "Raise may reach $300" in str(opening.objections[0])


# --- at the terminal ---------------------------------------------------------------------------


@pytest.fixture
def call(capsys, monkeypatch, house, books, tmp_path):
    file = tmp_path / "house.toml"
    file.write_text(text())
    feltworks = Caller(capsys, monkeypatch)
    return lambda *words: feltworks("house", *words, file, "--books", books, "--by", "cyd")


@pytest.mark.slow
def test_a_table_is_closed_and_opened_at_the_terminal_by_name(call, house):
    assert "table spanish is closed" in call("table", "--close", "spanish").out
    said = call("open", "--day", DAY)
    assert said.code == 0
    assert "table spanish stays closed as ordered by cyd" in said.out.replace("\n", " ")
    assert "is open, $10 to $50" in call("table", "--limits", "10-50", "spanish").out
    assert house.sheet("spanish").limits.maximum_cents == 5000
    assert "is open, $5 to $100" in call("table", "--as-filed", "spanish").out
    with house.database.reading() as reader:
        kinds = [record.kind for record in reader.about("staff cyd")]
    assert kinds == ["table closed at the console", *["table opened at the console"] * 2]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("--limits", "ten", "spanish"), "cannot be read: write LOW-HIGH"),
        (("--close", "--as-filed", "spanish"), "give --close, or --as-filed, or limits"),
        (("none",), "the house file has no table 'none'"),
        (("--limits", "5-5000", "spanish"), "above the $"),
    ],
)
def test_what_cannot_be_ordered_is_told_in_one_sentence(call, words, says):
    said = call("table", *words)
    assert (said.code, said.out) == (2, "")
    assert says in said.err


def test_opening_and_closing_the_house_carry_a_name(call, house, books, capsys, monkeypatch):
    call("open", "--day", DAY)
    assert Caller(capsys, monkeypatch)("house", "close", "--books", books, "--by", "bob").code == 0
    with house.database.reading() as reader:
        opened = reader.last_of_kind("house opened", "house")
        closed = reader.last_of_kind("table closed", "table spanish")
    assert (opened.facts["staff"], closed.facts["staff"]) == ("cyd", "bob")


def test_a_count_at_the_terminal_carries_a_name(house, books, capsys, monkeypatch):
    feltworks = Caller(capsys, monkeypatch)
    words = ("jackpot", "count", "gran", "--books", books, "--day", DAY, "--name")
    assert "table spanish is open and plays for gran" in feltworks(*words, "bob").err
    house.close()
    assert feltworks(*words, "bob").code == 0
    assert feltworks(*words, "cyd").code == 0
    with house.database.reading() as reader:
        counted = reader.last_of_kind("jackpot counted", "jackpot gran")
        (noted,) = reader.about("staff bob")
        assert reader.about("staff cyd") == []
    assert (noted.kind, noted.facts["record"]) == (
        "jackpot counted at the terminal",
        counted.number,
    )
