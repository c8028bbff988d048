"""The guide to the ring says what the program does."""

import re
from pathlib import Path

from tests.guides import check_examples

from feltworks.players.ring.bots import TEMPERS
from feltworks.rules.schema.mechanisms import Ring
from feltworks.rules.schema.part import PROSE

GUIDE = (Path(__file__).parents[2] / "docs" / "ring.md").read_text("utf-8")


def test_every_example_runs_and_prints_what_its_comments_say():
    check_examples(GUIDE, 4, 4, 4)


def test_every_key_of_the_section_is_told():
    table = GUIDE.split("## What the rules file says\n")[1].split("\n## ")[0]
    assert set(Ring.model_fields) - PROSE <= set(re.findall(r"`([a-z_]+)`", table))


def test_every_bot_is_named():
    assert all(f"`{name}`" in GUIDE for name in TEMPERS)
