"""House files: what they may say, and every mistake told with its key."""

from __future__ import annotations

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from feltworks.errors import FeltworksError
from feltworks.house import HouseFileError, load_house, practice_house, read_house
from feltworks.rules.catalogue import game_ids

from .rooms import one_table, room, text


def mistakes(file: str) -> list[str]:
    with pytest.raises(HouseFileError) as raised:
        read_house(file, "house.toml")
    assert all(line.startswith("house.toml: ") for line in str(raised.value).splitlines())
    # The lines are tested in tests/rules/test_mistakes_at_once.py.
    return [re.sub(r"^line \d+: (?!found)", "", str(each)) for each in raised.value.mistakes]


def test_the_practice_house_has_every_shipped_game_and_opens_all_its_tables():
    house = practice_house()
    assert {sheet.game for sheet in house.sheets.values()} == set(game_ids())
    assert house.objections() == []


def test_a_plain_file_is_read():
    file = room(spanish='player_limit = "$20,000"\nseats = 5').file
    table = file.tables["spanish"]
    assert (table.minimum.cents, table.seats, table.player_limit.cents) == (500, 5, 20_000_00)
    assert room().sheets["spanish"].jackpots == {"gran": "gran"}


BROKEN = {
    "a misspelt key": (
        text(spanish='minimun = "$5"'),
        "tables.spanish.minimun: found a key that does not exist (did you mean 'minimum'?)",
    ),
    "no name": (
        text().replace('name = "The test house"', ""),
        "house.name: is missing; allowed: The card room's name",
    ),
    "an unknown kind": (
        text(kind="tribl"),
        "house.kind: found 'tribl' (did you mean 'tribal'?); allowed: practice, commercial or",
    ),
    "a date in quotes that is none": (
        text(under='"soon"'),
        "house.under: found 'soon'; allowed: a date without quotes, such as 2008-09-01",
    ),
    "an amount that is none": (
        text(spanish='tray = "lots"'),
        "tables.spanish.tray: found 'lots'; allowed: dollars",
    ),
    "a number in quotes": (
        text(spanish='seats = "5"'),
        "tables.spanish.seats: found '5'; allowed: a whole number, without quotes",
    ),
    "too many seats for the schema": (
        text(spanish="seats = 11"),
        "tables.spanish.seats: found 11; allowed: 10 or less",
    ),
    "more seats than the game has": (
        text(spanish="seats = 7"),
        "tables.spanish: found seats = 7 and the rules have 6",
    ),
    "a game that is not there": (
        text().replace('game = "spanish-poker"', 'game = "spanish-pokr"'),
        "tables.spanish: found there is no game 'spanish-pokr' (did you mean 'spanish-poker'?)",
    ),
    "a rules file that is not there": (
        text().replace('game = "spanish-poker"', 'game = "none.toml"'),
        "tables.spanish: found there is no rules file 'none.toml'",
    ),
    "an option the game does not have": (
        text(spanish='options = { ante_tabel = "1" }'),
        "tables.spanish: found spanish-poker has no option 'ante_tabel' (did you mean",
    ),
    "an unknown consequence": (
        text(spanish='irregularities = { misbet = "shout" }'),
        "tables.spanish.irregularities.misbet: found 'shout'; allowed: void, void-seat or play-on",
    ),
    "limits the wrong way round": (
        text().replace('maximum = "$100"', 'maximum = "$1"', 1),
        "tables.spanish: found minimum $5 is not between a cent and the maximum of $1",
    ),
    "chips that cannot be changed": (
        text(spanish='chips = ["$2", "$5"]'),
        "tables.spanish: found a chip of $5 cannot be changed into chips of $2",
    ),
    "a jackpot for a table that is not there": (
        text().replace('tables = ["spanish"]', 'tables = ["spanich"]'),
        "jackpots.gran.tables: found 'spanich' (did you mean 'spanish'?); allowed: spanish, texas",
    ),
    "a jackpot the game does not have": (
        text().replace('jackpot = "gran"', 'jackpot = "grand"'),
        "jackpots.gran.jackpot: found 'grand'; allowed: gran",
    ),
    "a jackpot that nobody keeps": (
        text().replace('tables = ["spanish"]', 'tables = ["texas"]'),
        "jackpots: found no jackpot gran for table spanish, which offers gran-progressive",
    ),
    "a jackpot kept twice": (
        text(more='[jackpots.again]\ntables = ["spanish"]\njackpot = "gran"'),
        "jackpots: found gran and again for the one gran of table spanish; allowed: one of them",
    ),
    "a cap below the seed": (
        text(gran='cap = "$499"'),
        "jackpots.gran.cap: found $499; allowed: at least the seed of $500",
    ),
    "a meter without a rate": (
        text(spanish='options = { gran_mode = "meter" }'),
        "jackpots.gran.contribution: found a meter without a rate",
    ),
    "a rate for a remainder": (
        text(gran='contribution = "30%"'),
        "jackpots.gran.contribution: found 30% for a jackpot that gets the day's remainder",
    ),
    "a rate beside the rules' own": (
        text(royal='contribution = "30%"'),
        "jackpots.royal.contribution: found 30% beside the rules' own 25%",
    ),
    "fees of a set contribution": (
        text(royal='fees = "5%"'),
        "jackpots.royal.fees: found 5% of a jackpot that gets a set contribution; allowed: fees",
    ),
    "a house without a name": (
        text().replace('name = "The test house"', 'name = " "'),
        "house.name: found ' '; allowed: text that is not empty",
    ),
    "a folder for a rules file": (
        text().replace('game = "spanish-poker"', 'game = "/"'),
        "tables.spanish: found /: the file: found is a directory",
    ),
    "a rules file with too long a name": (
        text().replace('game = "spanish-poker"', 'game = "' + "x" * 5000 + '"'),
        "tables.spanish: found the rules file '" + "x" * 80 + "...' cannot be read: file name too",
    ),
    "an approval of no known condition": (
        text(
            kind="commercial",
            more='[[approvals]]\ncondition = "owner-license"\ndocument = "x"\ndated = 2005-01-01',
        ),
        "approvals.1.condition: found 'owner-license' (did you mean 'owner-licensed'?)",
    ),
    "no tables at all": (
        '[house]\nname = "x"\nunder = 2008-01-01\n[tables]',
        "tables: found an empty table; allowed: at least 1 of them",
    ),
    "not TOML": ("[house\n", "line 1: found text that is not TOML"),
    "nothing": ("", "house: is missing; allowed: a section [house] with name, under: who"),
    "too much": ("# " + "x" * 300_000, "the file: found more than 262,144 bytes; allowed: at most"),
    "a key without end": ("a" + ".a" * 50_000 + " = 1", "line 1: found a key of too many names"),
    "brackets without end": ("a = " + "[" * 50_000, "the file: found brackets nested too deeply"),
    "a number too large": ("[house]\nunder = 9" + "9" * 30, "house.under: found a whole number of"),
}


@pytest.mark.parametrize("case", BROKEN)
def test_a_mistake_is_told_with_its_key_and_what_is_allowed(case):
    file, told = BROKEN[case]
    assert any(mistake.startswith(told) for mistake in mistakes(file)), mistakes(file)


def test_every_mistake_is_told_at_once():
    file = text(spanish='minimun = "$5"\ntray = "lots"', gran="capp = 1")
    assert len(mistakes(file)) == 3


def test_tables_that_share_a_jackpot_must_keep_it_alike():
    other = '[tables.other]\ngame = "spanish-poker"\nminimum = "$5"\nmaximum = "$100"\n'
    file = text(more=other + "options = { gran_seed = 600 }")
    file = file.replace('tables = ["spanish"]', 'tables = ["spanish", "other"]')
    (mistake,) = mistakes(file)
    assert "tables whose rules keep it differently" in mistake


def test_a_files_rules_are_found_beside_it(tmp_path):
    stranger = (
        one_table("generic/games/raise-early.toml")
        .text.replace("generic/games/", "")
        .replace("raise-early.toml", "mine.toml")
    )
    source = one_table("generic/games/raise-early.toml").sheets["t"].rules_text
    (tmp_path / "mine.toml").write_text(source)
    (tmp_path / "house.toml").write_text(stranger)
    sheet = load_house(tmp_path / "house.toml").sheets["t"]
    assert not sheet.approved
    assert sheet.verdict.startswith("Not approved: no approved game has the id")


def test_a_file_that_cannot_be_read_is_told(tmp_path):
    with pytest.raises(HouseFileError, match="no such file or directory"):
        load_house(tmp_path / "none.toml")
    (tmp_path / "odd.toml").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(HouseFileError, match="allowed: UTF-8 text"):
        load_house(tmp_path / "odd.toml")


@settings(max_examples=60, deadline=None)
@given(st.sampled_from(text().splitlines()), st.text(max_size=20))
def test_a_damaged_line_is_read_or_told_and_never_a_traceback(line, instead):
    file = text().replace(line, instead, 1) if line else text() + instead
    try:
        read_house(file, "house.toml")
    except FeltworksError as error:
        assert str(error)
