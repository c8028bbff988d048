"""The pages about rules files: their examples work, their lists are current."""

import re
import tomllib
from pathlib import Path

import pytest
from tests.ask.rules import check_document, load_text, page_of_keys
from tests.ask.solving import LIMITS

from .felt import Felt
from .plain_json_schema import complaints
from .sample import schema

DOCS = Path(__file__).parents[2] / "docs"
GUIDE = (DOCS / "rules-files.md").read_text(encoding="utf-8")
STEPS, *LATER = re.split(r"^## ", GUIDE.split("## A small game, step by step")[1], flags=re.M)
FENCE = re.compile(r"^```toml\n(.*?)^```", flags=re.M | re.S)
TWO_UP = "\n".join(FENCE.findall(STEPS))
FRAGMENTS = [(part.splitlines()[0], block) for part in LATER for block in FENCE.findall(part)]


def test_the_game_of_the_guide_is_sound_with_every_option():
    assert check_document(tomllib.loads(TWO_UP), "two-up.toml").rules.game.id == "two-up"


def test_the_game_of_the_guide_pays_what_the_guide_says():
    felt = Felt(TWO_UP)
    assert felt.net("pairs", cards="As Ad") == 30
    assert felt.net("pairs", cards="As Ks") == -1
    assert felt.net("play", qualified=False, result="lose") == 0
    assert load_text(TWO_UP, chosen={"qualifier": "none"}).contests["main"].qualifies == "any hand"


@pytest.mark.parametrize(("heading", "block"), FRAGMENTS, ids=[title for title, _ in FRAGMENTS])
def test_every_fragment_uses_keys_of_the_schema(heading, block):
    """A fragment is no whole file: keys may be missing, but those it has are right at any depth."""
    told = complaints(schema(), tomllib.loads(block))
    assert [each for each in told if not each.endswith(" is missing")] == [], heading


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("size = ", "sise = "),
        ("requires = { hand", "requires = { hands"),
        ('is = "pair', 'iz = "pair'),
        ("several = ", "severl = "),
        ('"burn 1"', '"burnt 1"'),
        ("pays $300", "paid $300"),
        ("analysis_only = ", "analysis_onli = "),
        ("labels = ", "lables = "),
        ('rows = "higher"', 'rows = "highest"'),
    ],
)
def test_a_nested_key_that_is_wrong_would_be_seen(old, new):
    blocks = [block for _, block in FRAGMENTS if old in block]
    assert blocks
    for block in blocks:
        told = complaints(schema(), tomllib.loads(block.replace(old, new)))
        assert [each for each in told if not each.endswith(" is missing")]


def test_the_list_of_keys_is_current():
    """Run `python -m feltworks.rules.reference > docs/rules-keys.md` when this fails."""
    assert (DOCS / "rules-keys.md").read_text(encoding="utf-8") == page_of_keys()[0]


def test_the_list_of_keys_leaves_no_section_out():
    assert page_of_keys()[1] == {"", *schema()["$defs"]}


def test_every_key_is_described():
    for name, part in {"the file": schema(), **schema()["$defs"]}.items():
        for key, field in part["properties"].items():
            assert field.get("description"), (name, key)


def test_the_limits_of_the_refusals_are_those_of_the_solver():
    table = (DOCS / "odds-method.md").read_text(encoding="utf-8").split("## 10.")[1]
    for limit in (
        f"below 2^{LIMITS['sums'].bit_length() - 1} |",
        f"| {LIMITS['branches']}, each size counted |",
        f"| {LIMITS['arrangements of suits']:,} arrangements |",
        f"| {LIMITS['bits of ranks']} bits: parts x ranks |",
        f"| {LIMITS['hands laid out']:,} hands |",
        f"| {LIMITS['kinds of hands']:,} kinds of hands |",
    ):
        assert limit in table, limit
