"""The guide to the house says what the program does."""

from __future__ import annotations

import hashlib
import json
import re
from pathlib import Path

import pytest
from tests.guides import blocks, check_examples

from cli.terminal import Caller
from feltworks.house import read_house
from feltworks.house.books.chain import hash_of
from feltworks.house.cardroom.objections import SHOWN_BY_THE_FILE
from feltworks.house.ledger import PURSES
from feltworks.regulation import all_conditions, jackpot_law

GUIDE = (Path(__file__).parents[2] / "docs" / "house.md").read_text("utf-8")


def test_the_example_runs_and_prints_what_its_comments_say():
    check_examples(GUIDE, 9)


def test_the_house_file_shown_opens_its_table_and_uses_every_key_it_explains():
    (block,) = blocks(GUIDE, "toml")
    room = read_house(block, "lucky.toml")
    assert room.objections() == []
    (table,) = room.file.tables.values()
    assert table.model_fields_set == set(type(table).model_fields) - {
        *("says", "source", "ours", "side_minimum")
    }


def test_every_condition_is_named_with_its_houses_and_letters():
    shown = {
        id: (houses.split(", "), [int(year) for year in letters.split(", ")], says)
        for id, houses, letters, says in re.findall(
            r"^\| `([\w-]+)` \| ([\w, ]+) \| ([\d, ]+) \| (.+) \|$", GUIDE, flags=re.MULTILINE
        )
    }
    wanted = {
        each.id: (list(each.houses), list(each.letters), each.says)
        for each in all_conditions()
        if each.binds == "house"
    }
    (owners,) = (each.id for each in all_conditions() if each.binds == "owner")
    assert f"`{owners}` binds the game's owner, not the house" in GUIDE
    assert shown == {id: each for id, each in wanted.items() if id not in SHOWN_BY_THE_FILE}
    (named,) = re.findall(r"Two more conditions, (.+?), need no document", GUIDE)
    assert set(re.findall(r"`([\w-]+)`", named)) == SHOWN_BY_THE_FILE


@pytest.mark.slow
def test_the_json_of_every_command_is_told(tmp_path, capsys, monkeypatch):
    """Every key at the top of what a command gives is named in its line of the table."""
    lines = dict(re.findall(r"^\| (`(?:house|jackpot|rounds|audit).*?) \| (.+) \|$", GUIDE, re.M))
    told = {call: says for calls, says in lines.items() for call in re.findall(r"`(.+?)`", calls)}
    feltworks = Caller(capsys, monkeypatch)
    signed = ("--document", "x", "--name", "Ada", "--yes")
    calls = {
        "house demo": ("--rounds", 1),
        "house open": (),
        "house close": (),
        "house status": (),
        "house report": ("--table", "mini-tex-ring-1"),
        "house check": None,
        "house backup": (tmp_path / "copy.db",),
        "house correct": (1, "--from", "house", "--to", "cage", "--dollars", 5, "--because", "x"),
        "house corrections": (),
        "jackpot list": (),
        "jackpot show": ("gran",),
        "jackpot count": ("gran",),
        "seed": ("gran", "--by", "5", *signed),
        "jackpot statement": ("gran",),
        "rounds find": (),
        "rounds show": (1,),
        "rounds verify": (1,),
        "rounds export": (tmp_path / "rounds.parquet",),
        "house clock": (),
        "house seal": (),
        "audit --json": (),
    }
    for call, words in calls.items():
        command = ("jackpot seed" if call == "seed" else call.removesuffix(" --json")).split()
        books = () if words is None else (*words, "--books", tmp_path / "day.db")
        data = json.loads(feltworks(*command, *books, "--json").out)
        for key in data[0] if isinstance(data, list) else data:
            others = "and others" in told[call] or call == "seed"
            assert f"`{key}`" in told[call] or others, (call, key)
        assert ("amounts_in" in str(data)) == ("amounts_in" in told[call]), call


def test_the_purses_shown_are_the_purses_there_are():
    shown = dict(re.findall(r"^\| `(\w+)` \| (.+) \|$", GUIDE, flags=re.MULTILINE))
    assert shown == {purse.name: purse.says for purse in PURSES.values()}
    owing = re.findall(r"Only (.+) may be below zero", GUIDE)[0]
    assert set(re.findall(r"`(\w+)`", owing)) == {p.name for p in PURSES.values() if p.may_owe}


def test_the_reasons_shown_are_the_states():
    (listed,) = re.findall(r"with its document: (.+?)\. A removed", GUIDE)
    assert set(re.findall(r"`([\w-]+)`", listed)) == jackpot_law().may_fall_because.keys() - {"won"}


def test_the_hash_is_made_as_the_guide_says():
    heading = (7, "2025-11-14T10:00:00.000000Z", "2025-11-14", "chips sold", "player Zoë", None)
    written = '[7,"2025-11-14T10:00:00.000000Z","2025-11-14","chips sold","player Zo\\u00eb",null]'
    body, before = '{"facts":{"cents":5}}', "ab" * 32
    digest = hashlib.sha256(f"{written}\n{body}\n{before}".encode()).hexdigest()
    assert hash_of(heading, body, before) == digest


def test_the_commands_shown_exist(feltworks):
    shown = re.findall(r"feltworks ((?:house|jackpot|rounds|audit)[ \w]*)", GUIDE)
    calls = {tuple(call.split()[:2]) for call in shown}
    assert len(calls) > 15
    for call in calls:
        words = call[:1] if call[0] == "audit" else call
        assert feltworks(*words, "--help").code == 0, call
