"""The published JSON Schema: current, and of the same mind as the loader about form."""

import json
import tomllib
from pathlib import Path

import pytest
from tests.ask.rules import (
    EXAMPLES_DIR,
    GAMES_DIR,
    LEFT_OUT,
    RulesError,
    json_schema,
    read_document,
)

from .plain_json_schema import complaints
from .sample import LONG_FORMS, SAMPLES, edited, sample_text, schema

PUBLISHED = Path(__file__).parents[2] / "docs" / "rules.schema.json"
COUNTED = Path(__file__).parents[1] / "odds/games"
GAMES = [
    path
    for folder in (GAMES_DIR, EXAMPLES_DIR, SAMPLES, *LONG_FORMS, COUNTED)
    for path in sorted(folder.rglob("*.toml") if folder == COUNTED else folder.glob("*.toml"))
    if path.name not in ("approved.toml", "edges.toml")
]


@pytest.mark.slow
def test_the_published_schema_is_current():
    """Run `feltworks rules schema > docs/rules.schema.json` when this fails."""
    assert json.loads(PUBLISHED.read_text()) == json_schema()


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_every_game_fits_the_schema(path):
    assert list(complaints(schema(), tomllib.loads(path.read_text("utf-8")))) == []


LIKE = ("baccarat", "three-card-poker")
INHERITED = [
    ("hands", "dealer", "ranking"),
    ("hands", "dealer", "from"),
    ("totals", "banker", "from"),
    ("wagers", "banker", "kind"),
    ("pays", "banker-pair", "rows"),
]


@pytest.mark.parametrize(("section", "id_", "key"), INHERITED)
def test_a_key_is_left_out_only_by_a_block_that_is_like_another(section, id_, key):
    """The schema and the loader are of the same mind."""
    documents = [tomllib.loads(sample_text(game)) for game in LIKE]
    document = next(each for each in documents if id_ in each.get(section, ()))
    block = document[section][id_]
    assert "like" in block
    assert list(complaints(schema(), document)) == []
    read_document(document, "game.toml")
    del block["like"]
    block.pop(key, None)
    assert list(complaints(schema(), document))
    with pytest.raises(RulesError) as caught:
        read_document(document, "game.toml")
    assert f"{section}.{id_}.{key}" in {mistake.key for mistake in caught.value.mistakes}


def test_every_key_that_a_block_inherits_is_tried():
    inherited = {key for keys in LEFT_OUT.values() for key, how in keys.items() if "`like`" in how}
    assert inherited == {key for *_, key in INHERITED}


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('title = "Three', 'titel = "Three'),
        ("seats = 6", 'seats = "6"'),
        ("seats = 6", "seats = 60"),
        ("alone = true", 'alone = "yes"'),
        ('kind = "side"', 'kind = "sides"'),
        ('deck = "standard-52"\n', ""),
        ("[hands.six]", "[hands.Six]"),
        ('["fold"', '["muck"'),
        ('else = "lose"', "otherwise = 3"),
        ("[options.seats]", "[options.Seats-]"),
    ],
)
def test_a_file_of_the_wrong_form_does_not(old, new):
    assert list(complaints(schema(), tomllib.loads(edited((old, new)))))
