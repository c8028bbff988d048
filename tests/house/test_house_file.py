"""House files: what they may say, and every mistake told with its key."""

from __future__ import annotations

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.ask.rules import game_ids

from feltworks.errors import FeltworksError
from feltworks.house import HouseFileError, load_house, practice_house, read_house
from feltworks.house.cardroom.housefile import parse_house

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
        "tables.spanish.seats: found seats = 7 and the rules have 6",
    ),
    "a game that is not there": (
        text().replace('game = "spanish-poker"', 'game = "spanish-pokr"'),
        "tables.spanish.game: found there is no game 'spanish-pokr' (did you mean 'spanish-poker'",
    ),
    "a rules file that is not there": (
        text().replace('game = "spanish-poker"', 'game = "none.toml"'),
        "tables.spanish.game: found there is no rules file 'none.toml'",
    ),
    "an option the game does not have": (
        text(spanish='options = { ante_tabel = "1" }'),
        "tables.spanish.options.ante_tabel: found spanish-poker has no option 'ante_tabel' (did",
    ),
    "an unknown consequence": (
        text(spanish='irregularities = { misbet = "shout" }'),
        "tables.spanish.irregularities.misbet: found 'shout'; allowed: void, void-seat or play-on",
    ),
    "limits the wrong way round": (
        text().replace('maximum = "$100"', 'maximum = "$1"', 1),
        "tables.spanish.minimum: found minimum $5 is not between a cent and the maximum of $1",
    ),
    "chips that cannot be changed": (
        text(spanish='chips = ["$2", "$5"]'),
        "tables.spanish.chips: found a chip of $5 cannot be changed into chips of $2",
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
        "tables.spanish.game: found /: the file: found is a directory",
    ),
    "a rules file with too long a name": (
        text().replace('game = "spanish-poker"', 'game = "' + "x" * 5000 + '"'),
        "tables.spanish.game: found the rules file '" + "x" * 80 + "...' cannot be read: file name",
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


def keys(file: str) -> list[str]:
    return [told.split(": ")[0] for told in mistakes(file)]


def test_every_refused_option_is_told_under_its_own_key_and_hides_no_limit():
    options = 'options = { ante_tabel = "1", gran_seed = "pear", tie = "push", seats = 99 }'
    file = text(spanish=f'{options}\nside_minimum = "$50"\nchips = ["$2", "$5"]')
    file = file.replace('maximum = "$100"', 'maximum = "$1"', 1)
    assert keys(file) == [
        "tables.spanish.minimum",
        "tables.spanish.options.ante_tabel",
        "tables.spanish.options.gran_seed",
        "tables.spanish.options.seats",
        "tables.spanish.side_minimum",
        "tables.spanish.chips",
    ]


def test_an_option_and_a_game_have_their_lines():
    file = text(texas='options = { nothing = "x" }').replace('"spanish-poker"', '"spanish-pokr"')
    with pytest.raises(HouseFileError) as raised:
        read_house(file)
    lines = {each.key: file.split("\n")[each.line - 1] for each in raised.value.mistakes}
    assert lines["tables.spanish.game"] == 'game = "spanish-pokr"'
    assert lines["tables.texas.options.nothing"] == 'options = { nothing = "x" }'


BAD_FORM = {
    "at another table": ({"texas": 'minimun = "$5"'}, "tables.texas.minimun"),
    "of a limit": ({"spanish": 'tray = "lots"'}, "tables.spanish.tray"),
    "of the largest wager": ({"texas": "chips = [1.5]"}, "tables.texas.chips.1"),
    "of a jackpot": ({"royal": "capp = 1"}, "jackpots.royal.capp"),
    "of the house": ({"more": "[hous]"}, "hous"),
    "of a name": ({"more": '["a.b"]'}, "a.b"),
    "of a table that is none": ({"more": "[tables]\nother = 5"}, "tables.other"),
}


@pytest.mark.parametrize("case", BAD_FORM)
def test_a_mistake_of_form_hides_no_other(case):
    changes, key = BAD_FORM[case]
    more = changes.get("more", "")
    changes = {**changes, "more": '[jackpots.lost]\ntables = ["three"]\njackpot = "x"\n' + more}
    changes["spanish"] = 'readings = { zz = "a" }\n' + changes.get("spanish", "")
    changes["gran"] = 'cap = "$499"'
    assert sorted(keys(text(**changes))) == sorted(
        [key, "jackpots.lost.tables", "tables.spanish.readings.zz", "jackpots.gran.cap"]
    )


ALONE = {
    "the jackpot that is missed": ({}, 'jackpot = "gran"', "jackpot = 5"),
    "the tables of a jackpot": ({}, 'tables = ["spanish"]', "tables = [5]"),
    "the name of a jackpot": ({}, "[jackpots.gran]", "[jackpots.Gran]"),
    "a table that a jackpot names": (
        {"more": '[jackpots.x]\ntables = ["x"]\njackpot = "gran"\n[tables]\nx = 5'},
        "",
        "",
    ),
    "the greatest wager": ({}, 'maximum = "$100"', 'maximum = "x"'),
    "the least wager": ({}, 'minimum = "$5"', "minimum = []"),
    "the rate of a meter": (
        {"spanish": 'options = { gran_mode = "meter" }', "gran": 'contribution = "x"'},
        "",
        "",
    ),
    "an option that changes readings": (
        {"spanish": 'options = { tie = 1.5 }\nreadings = { tie = "lose" }'},
        "",
        "",
    ),
    "a limit of $5,000,000 without a maximum": (
        {},
        'minimum = "$5"\nmaximum = "$100"\nside_maximum = "$25"',
        'minimum = "$5000000"\nside_minimum = "$5000000"',
    ),
}


@pytest.mark.parametrize("case", ALONE)
def test_a_mistake_of_form_makes_up_no_other(case):
    changes, old, new = ALONE[case]
    file = text(**changes).replace(old, new, 1)
    with pytest.raises(HouseFileError) as of_form:
        parse_house(file, "house.toml")
    assert mistakes(file) == [str(each) for each in of_form.value.mistakes]


def test_sections_without_what_they_need_hide_no_other_mistake():
    paper = '[[approvals]]\ncondition = "{}"\n'
    more = paper.format("x") + paper.format("y") + 'document = "x"\ndated = 2005-01-01\n'
    file = text(kind="tribal", more=more + '[tables.Bad]\ngame = "no-such-game"')
    found = set(keys(file.replace('tables = ["texas"]', 'tables = ["texan"]')))
    formal = {"tables.Bad", "tables.Bad.minimum", "tables.Bad.maximum", "approvals.1.document"}
    assert found == formal | {
        "approvals.1.dated",
        "approvals.1.condition",
        "approvals.2.condition",
        "jackpots.royal.tables",
        "jackpots",
    }


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


@pytest.mark.slow
@settings(max_examples=60, deadline=None)
@given(st.sampled_from(text().splitlines()), st.text(max_size=20))
def test_a_damaged_line_is_read_or_told_and_never_a_traceback(line, instead):
    file = text().replace(line, instead, 1) if line else text() + instead
    try:
        read_house(file, "house.toml")
    except FeltworksError as error:
        assert str(error)
