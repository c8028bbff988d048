"""The guide to the ring says what the program does."""

import contextlib
import io
import re
from pathlib import Path

import pytest
from tests.guides import blocks

from feltworks.players.ring.bots import TEMPERS
from feltworks.rules.schema.mechanisms import Ring
from feltworks.rules.schema.part import PROSE

GUIDE = (Path(__file__).parents[2] / "docs" / "ring.md").read_text("utf-8")
BLOCKS = blocks(GUIDE, "python")


@pytest.mark.parametrize("block", BLOCKS, ids=lambda block: block.split("\n")[-3][:30])
def test_every_example_runs_and_prints_what_its_comment_says(block):
    with contextlib.redirect_stdout(io.StringIO()) as printed:
        exec(block, {})
    promised = re.findall(r"^print\(.*  # (.+)$", block, flags=re.MULTILINE)
    assert promised and printed.getvalue().splitlines() == promised


def test_there_are_examples():
    assert len(BLOCKS) == 3


def test_every_key_of_the_section_is_told():
    table = GUIDE.split("## What the rules file says\n")[1].split("\n## ")[0]
    assert set(Ring.model_fields) - PROSE <= set(re.findall(r"`([a-z_]+)`", table))


def test_every_bot_is_named():
    assert all(f"`{name}`" in GUIDE for name in TEMPERS)
