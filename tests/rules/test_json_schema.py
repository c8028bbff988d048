"""The published JSON Schema: current, and of the same mind as the loader about form."""

import json
import tomllib
from pathlib import Path

import pytest

from feltworks.rules.catalogue import game_ids
from feltworks.rules.jsonschema import json_schema

from .plain_json_schema import complaints
from .sample import SAMPLES, edited, sample_text

PUBLISHED = Path(__file__).parents[2] / "docs" / "rules.schema.json"
GAMES = [*game_ids(), *sorted(path.stem for path in SAMPLES.glob("*.toml"))]


def test_the_published_schema_is_current():
    """Run `feltworks rules schema > docs/rules.schema.json` when this fails."""
    assert json.loads(PUBLISHED.read_text()) == json_schema()


@pytest.mark.parametrize("game", GAMES)
def test_every_game_fits_the_schema(game):
    assert list(complaints(json_schema(), tomllib.loads(sample_text(game)))) == []


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
    assert list(complaints(json_schema(), tomllib.loads(edited((old, new)))))
