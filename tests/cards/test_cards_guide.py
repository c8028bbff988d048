"""The guide to cards and decks says what the program does."""

import re
import tomllib
from pathlib import Path

import pytest
from tests.guides import blocks, check_examples

from feltworks.cards import CardError, deck, parse_cards
from feltworks.cards.decks import decks_from_data

GUIDE = (Path(__file__).parents[2] / "docs" / "cards.md").read_text("utf-8")


def test_every_example_runs_and_prints_what_its_comment_says():
    check_examples(GUIDE, 2, 2, 0)


def test_the_decks_shown_are_the_decks_shipped():
    (shown,) = blocks(GUIDE, "toml")
    standard = {"title": "t", "ranks": list(deck("standard-52").ranks)}
    read = decks_from_data({"standard-52": standard} | tomllib.loads(shown))
    for id in ("spanish-41", "six-deck-shoe"):
        assert read[id] == deck(id) and read[id].title == deck(id).title


def test_the_error_shown_is_the_error_given():
    (shown,) = blocks(GUIDE, "text")
    with pytest.raises(CardError) as raised:
        parse_cards("As Zz")
    assert shown.strip() == str(raised.value)


def test_the_spellings_shown_are_read_as_shown():
    rows = re.findall(r"^\| (`.*`) \| `(..)` \|$", GUIDE, flags=re.MULTILINE)
    assert len(rows) == 4
    for spellings, card in rows:
        for spelling in re.findall(r"`(.+?)`", spellings):
            assert parse_cards(spelling) == parse_cards(card)
