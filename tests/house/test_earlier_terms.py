"""A house after an upgrade: tables and jackpots keep their terms until the staff changes them."""

from __future__ import annotations

import json

import pytest
from tests.ask.console import announce, open_table, table_stands, with_options
from tests.ask.rules import GAMES_DIR, read

from feltworks.house import House, HouseError, HouseFileError, practice_house, read_house
from feltworks.house.cardroom.editing import section_of, with_section
from feltworks.house.opening import room_to_open

from .conftest import DAY
from .rooms import text

EARLIER = (GAMES_DIR / "earlier/0.2.dev2/spanish-poker.toml").read_text()
NAMED = (
    'readings = { ace_low_straights = "off", tie = "push", gran_stake = "lost", '
    'gran_shortfall = "house", gran_after_royal = "stands" }'
)


@pytest.fixture
def upgraded(books, tmp_path):
    """The house file of a house whose books were last opened by the version before this one."""
    file = tmp_path / "house.toml"
    file.write_text(text(spanish=NAMED))
    with House(books, create=True) as house:
        house.open(read_house(file.read_text(), str(file), kept={"spanish": EARLIER}), DAY)
    return file


def stake(house):
    return house.tables()["spanish"].rules.pays["gran-progressive"].stake


@pytest.mark.slow
def test_a_table_goes_on_with_its_rules_and_the_opening_says_so(books, upgraded, feltworks):
    opened = feltworks("house", "open", "--books", books, "--day", str(DAY))
    assert opened.code == 0, opened.err
    assert "table spanish keeps earlier rules of spanish-poker" in opened.out
    assert "pays.gran-progressive.stake" in opened.out
    assert "`feltworks house open --present-rules` changes them" in opened.out
    with House(books) as house:
        assert stake(house) == "lost"
        # The file beside the books says the same; so does a server that opens them.
        room = room_to_open(house.database, upgraded)
        assert list(room.kept) == ["spanish"]
        house.open(room, DAY)
        assert stake(house) == "lost"


def test_the_staff_changes_them_by_asking_for_the_present_rules(books, upgraded, feltworks):
    refused = feltworks("house", "open", "--present-rules", "--books", books, "--day", str(DAY))
    assert refused.code
    assert "gran_stake: found 'lost' at a table dealt with 'returned'" in refused.err
    upgraded.write_text(text(spanish=NAMED.replace('"lost"', '"returned"')))
    wrong = feltworks("house", "open", str(upgraded), "--books", books, "--day", str(DAY))
    assert "earlier rules are kept at spanish: `feltworks house open --present-rules`" in wrong.err
    words = ("house", "open", str(upgraded), "--present-rules", "--json")
    opened = feltworks(*words, "--books", books, "--day", str(DAY))
    assert opened.code == 0, opened.err
    assert json.loads(opened.out)["earlier_terms"] == []
    with House(books) as house:
        assert stake(house) == "kept"
        assert room_to_open(house.database, None).earlier_terms() == []


def test_rules_are_not_changed_under_a_server_that_deals(books, upgraded, feltworks):
    with House(books) as house:
        _ = house.lease
        refused = feltworks("house", "open", "--present-rules", "--books", books)
    assert refused.code and "deals" in refused.err


def test_a_jackpot_keeps_its_terms_with_its_tables(books, tmp_path, feltworks):
    kept = text(spanish='options = { gran_backups = "on" }')
    with House(books, create=True) as house:
        house.open(read_house(kept, kept={"spanish": EARLIER}), DAY)
        before = house.jackpots.show("gran").terms
        room = room_to_open(house.database, None)
        assert "jackpot gran keeps its earlier terms" in room.earlier_terms()
        # The earlier rules gave no choice of it, so it is named with what no option changes.
        (named,) = [line for line in room.own_readings() if "backups.above_cap" in line]
        assert "our interpretation and not an option" in named and "it stays, and the" in named
        house.open(room, DAY)
        assert house.jackpots.show("gran").terms == before
        assert before.backups.above_cap == "stays"
        house.open(room_to_open(house.database, None, present_rules=True), DAY)
        assert house.jackpots.show("gran").terms.backups.above_cap == "to-primary"


def test_other_options_at_the_console_deal_a_table_by_the_present_rules(books, upgraded):
    with House(books) as house:
        room = room_to_open(house.database, upgraded)
        assert table_stands(house, room, "spanish").keeps_earlier_rules
        section = {"game": "spanish-poker", "minimum": "$5", "maximum": "$100"}
        room = with_options(room, "spanish", {**section, "options": {"gran_stake": "lost"}})
        open_table(house, room, "spanish", "floor")
        assert house.tables()["spanish"].rules_sha256 == read("spanish-poker").sha256
        assert stake(house) == "lost"
        assert not table_stands(house, room, "spanish").keeps_earlier_rules


def test_tables_that_share_a_jackpot_with_other_terms_change_together(books):
    section = {"game": "spanish-poker", "minimum": "$5", "maximum": "$100"}
    backed = section | {"options": {"gran_backups": "on"}}
    file = with_section(text(spanish='options = { gran_backups = "on" }'), "tables", "two", backed)
    gran = {"tables": ["spanish", "two"], "jackpot": "gran"}
    file = with_section(file, "jackpots", "gran", gran)
    with House(books, create=True) as house:
        house.open(read_house(file, kept=dict.fromkeys(("spanish", "two"), EARLIER)), DAY)
        room = room_to_open(house.database, None)
        told = (
            "tables whose rules keep it differently.*; earlier rules are kept at two, spanish: "
            "`feltworks house open --present-rules` deals by the present ones"
        )
        changed = section | {"options": {"gran_backups": "on", "dealing": "one-at-a-time"}}
        with pytest.raises(HouseError, match=told) as refused:
            with_options(room, "two", changed)
        assert len(str(refused.value).splitlines()) == 1
        # No other mistake is put down to the earlier rules.
        unlike = section | {"options": {"gran_backups": "on", "tie": "win"}}
        with pytest.raises(HouseFileError, match="cannot have tie") as other:
            with_options(room, "two", unlike)
        assert "earlier rules" not in str(other.value)


def test_the_staff_opens_or_closes_a_table_without_changing_its_rules(books, upgraded, feltworks):
    for words in (("--close",), ("--limits", "10-50")):
        done = feltworks("house", "table", "spanish", *words, "--books", books, "--by", "cyd")
        assert done.code == 0, done.err
    with House(books) as house:
        assert stake(house) == "lost"
        assert house.tables()["spanish"].limits.maximum_cents == 50_00


@pytest.mark.slow
def test_a_rules_file_of_the_house_s_own_changes_when_the_house_changes_it(books, tmp_path):
    own, file = tmp_path / "own.toml", tmp_path / "house.toml"
    own.write_text(EARLIER)
    file.write_text(text().replace('"spanish-poker"', '"own.toml"'))
    with House(books, create=True) as house:
        house.open(room_to_open(house.database, file), DAY)
        assert stake(house) == "lost"
        own.write_text(
            EARLIER.replace('stake = "lost"', 'stake = "kept"').replace(
                'lost = "it goes to the drop box like any other", returned = { to = "kept"',
                'lost = { to = "lost", says = "lost" }, returned = { to = "kept"',
            )
        )
        house.open(room_to_open(house.database, file), DAY)
        assert stake(house) == "kept"


def test_the_practice_house_takes_present_rules_and_keeps_what_the_staff_added(books):
    earlier = practice_house().text.replace('gran_stake = "returned"', 'gran_stake = "lost"')
    alike = section_of(earlier, "tables", "spanish-1")
    earlier = with_section(earlier, "tables", "spanish-9", alike)
    earlier = with_section(earlier, "jackpots", "own", {"tables": ["spanish-9"], "jackpot": "gran"})
    nine_id, nine = "mini-tex-9", {"game": "mini-tex", "minimum": "$5", "maximum": "$100"}
    earlier = with_section(earlier, "tables", nine_id, nine)
    tables = ("spanish-1", "spanish-2", "spanish-9")
    with House(books) as house:
        house.open(read_house(earlier, kept=dict.fromkeys(tables, EARLIER)), DAY)
        assert tuple(room_to_open(house.database, None).kept) == tables
        opening = house.open(room_to_open(house.database, None, present_rules=True), DAY)
        dealt = house.tables()
        assert set(opening.opened) == set(dealt) == {*practice_house().sheets, *tables, nine_id}
        assert {dealt[table].options["gran_stake"] for table in tables} == {"returned"}
        assert room_to_open(house.database, None).earlier_terms() == []


def test_every_opening_names_the_interpretations_that_are_no_options(
    books, tmp_path, feltworks, capsys
):
    books = str(tmp_path / "house.db")
    opened = feltworks("house", "open", "--books", books, "--day", str(DAY))
    said = " ".join(opened.out.split())
    for words in (
        "pick-2-poker (pick-2-1), our interpretation and not an option: wagers.three-five-bonus",
        "is read as suited",
        "do not change his 3-5 Bonus",
        "A Progressive without a Bonus calls for the flop too.",
    ):
        assert words in said
    with House(books) as house:
        room = room_to_open(house.database, None)
        opening = house.open(room, DAY)
    announce(room, opening)
    assert "calls for the flop too" in capsys.readouterr().err


def test_a_check_of_a_house_file_names_them_too(feltworks):
    checked = feltworks("house", "check", "--json")
    named = json.loads(checked.out)["tables"]["texas-21-1"]["own_readings"]
    assert any("calls for the flop" in each["says"] for each in named)
