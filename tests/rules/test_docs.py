"""The pages about rules files: their examples work, their lists are current."""

import re
import tomllib
from pathlib import Path

import pytest

from feltworks.rules.jsonschema import json_schema
from feltworks.rules.loader import check_document, load_text
from feltworks.rules.reference import SECTIONS, reference

from .felt import Felt

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
    """A fragment is no whole file, so its keys are held against the schema, not its sense."""
    schema = json_schema()
    for section, content in tomllib.loads(block).items():
        assert section in schema["properties"], heading
        for key in _keys(content, named=section not in ("game", "stages", "published")):
            assert any(key in part["properties"] for part in schema["$defs"].values()), key


def _keys(node: object, *, named: bool):
    items = node if isinstance(node, list) else list(node.values()) if named else [node]
    for item in items:
        yield from item


def test_the_list_of_keys_is_current():
    """Run `python -m feltworks.rules.reference > docs/rules-keys.md` when this fails."""
    assert (DOCS / "rules-keys.md").read_text(encoding="utf-8") == reference()


def test_the_list_of_keys_leaves_no_section_out():
    assert set(SECTIONS) == {"", *json_schema()["$defs"]}


def test_every_key_is_described():
    schema = json_schema()
    for name, part in {"the file": schema, **schema["$defs"]}.items():
        for key, field in part["properties"].items():
            assert field.get("description"), (name, key)
