"""The guide to the ring says what the program does."""

import re
from pathlib import Path

from tests.ask.rules import json_schema
from tests.ask.seats import BOTS
from tests.guides import check_examples

GUIDE = (Path(__file__).parents[2] / "docs" / "ring.md").read_text("utf-8")


def test_every_example_runs_and_prints_what_its_comments_say():
    check_examples(GUIDE, 4, 4, 4)


def test_every_key_of_the_section_is_told():
    table = GUIDE.split("## What the rules file says\n")[1].split("\n## ")[0]
    keys = json_schema()["$defs"]["Ring"]["properties"].keys() - {"says", "source", "ours"}
    assert keys and keys <= set(re.findall(r"`([a-z_]+)`", table))


def test_every_bot_is_named():
    assert all(f"`{name}`" in GUIDE for name in BOTS)
