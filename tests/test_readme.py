"""The README names what there is, and its links lead somewhere; `make ship` runs its lines."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")
SHELL = [
    line
    for block in re.findall(r"^```shell\n(.*?)^```", README, flags=re.M | re.S)
    for line in block.splitlines()
]
COMMANDS = [line for line in SHELL if line.startswith("feltworks ")]


def test_the_first_screen_says_what_it_is_how_to_start_and_that_money_is_play_money():
    screen = "\n".join(README.splitlines()[:30])
    for words in ("one data file", "Play money only", "make run", "make test"):
        assert words in screen


def test_there_are_commands_to_run():
    assert len(COMMANDS) >= 5


def test_the_make_commands_exist():
    makefile = (ROOT / "Makefile").read_text()
    for line in SHELL:
        if line.startswith("make "):
            assert re.search(rf"^{line.split()[1]}:", makefile, flags=re.M), line


@pytest.mark.parametrize("link", re.findall(r"\]\(([^)#]+)\)", README))
def test_every_link_leads_somewhere(link):
    assert (ROOT / link).exists()


def test_every_game_is_listed():
    from tests.ask.rules import game_ids

    assert all(f"`{id_}`" in README for id_ in game_ids())


@pytest.mark.slow
def test_json_is_where_the_readme_says():
    from tests.ask.terminal import COMMANDS, command_line

    line = next(line for line in README.splitlines() if "have `--json` for programs" in line)
    (listed,) = re.findall(r"have not \((.+?)\)", line)
    without = set()
    for each in COMMANDS:
        command = command_line().get_command(None, each.word)
        parts = getattr(command, "commands", None) or {"": command}
        for word, part in parts.items():
            if hasattr(part, "commands"):
                continue
            if not any("--json" in parameter.opts for parameter in part.params):
                without.add(f"{each.word} {word}".strip())
    assert set(re.findall(r"`(.+?)`", listed)) == without


def test_every_command_is_in_the_table():
    from tests.ask.terminal import COMMANDS

    rows = [line for line in README.splitlines() if line.startswith("| `")]
    named = {word for row in rows for word in re.findall(r"`([\w-]+)`", row.split("|")[1])}
    assert {each.word for each in COMMANDS} <= named
