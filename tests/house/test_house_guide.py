"""The guide to the house says what the program does."""

from __future__ import annotations

import contextlib
import hashlib
import io
import re
from pathlib import Path

from feltworks.cli.commands import COMMANDS, command_line
from feltworks.house import read_house
from feltworks.house.books.chain import hash_of
from feltworks.house.ledger import PURSES
from feltworks.regulation import jackpot_law

GUIDE = (Path(__file__).parents[2] / "docs" / "house.md").read_text("utf-8")


def blocks(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```", GUIDE, flags=re.DOTALL | re.MULTILINE)


def test_the_example_runs_and_prints_what_its_comments_say():
    (block,) = blocks("python")
    with contextlib.redirect_stdout(io.StringIO()) as printed:
        exec(block, {})
    promised = re.findall(r"^print\(.*\)    # (.+)$", block, flags=re.MULTILINE)
    assert len(promised) == 8
    assert printed.getvalue().splitlines() == promised


def test_the_house_file_shown_is_valid_and_uses_every_key_it_explains():
    (block,) = blocks("toml")
    room = read_house(block, "lucky.toml")
    told = {objection.rule for objection in room.objections()}
    # It has one of the four documents that its kind of house needs.
    assert told == {"equipment-licensed", "accounting-process", "jackpot-fees"}
    (table,) = room.file.tables.values()
    assert table.model_fields_set == set(type(table).model_fields) - {
        *("says", "source", "ours", "side_minimum")
    }


def test_the_purses_shown_are_the_purses_there_are():
    shown = dict(re.findall(r"^\| `(\w+)` \| (.+) \|$", GUIDE, flags=re.MULTILINE))
    assert shown == {purse.name: purse.says for purse in PURSES.values()}
    owing = re.findall(r"Only (.+) may lie below it", GUIDE)[0]
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


def test_the_commands_shown_exist():
    known = {each.word: each for each in COMMANDS}
    for call in re.findall(r"feltworks ((?:house|jackpot|rounds|audit)[ \w]*)", GUIDE):
        word, *rest = call.split()
        group = command_line().get_command(None, word)
        assert word in known
        if rest and getattr(group, "commands", None):
            assert rest[0] in group.commands, call
