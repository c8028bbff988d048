"""The guide to hands says what the program does."""

import re
import tomllib
from dataclasses import fields
from importlib.resources import files
from pathlib import Path

from tests.guides import blocks, check_examples

from feltworks.cards import deck
from feltworks.hands import parse_hand, ranking, ranking_ids
from feltworks.hands.rankings import Ranking
from feltworks.hands.shapes import SHAPES

from .dealing import compiled

GUIDE = (Path(__file__).parents[2] / "docs" / "hands.md").read_text("utf-8")


def section(title):
    return GUIDE.split(f"## {title}\n")[1].split("\n## ")[0]


def test_every_example_runs_and_prints_what_its_comment_says():
    check_examples(GUIDE, 3, 1, 2, 3)


def test_every_phrase_of_the_table_is_understood():
    phrases = re.findall(
        r"`([^`]+)`",
        "".join(re.findall(r"^\| (`.*?) \|", section("The hand grammar"), flags=re.MULTILINE)),
    )
    assert len(phrases) > 25
    hands = compiled("five-card", deck("standard-52"))
    for phrase in phrases:
        assert parse_hand(phrase, hands).text == phrase


def test_the_ranking_shown_is_the_ranking_shipped():
    shipped = tomllib.loads(files("feltworks.hands").joinpath("rankings.toml").read_text("utf-8"))
    (shown,) = map(tomllib.loads, blocks(GUIDE, "toml"))
    assert shown.items() <= shipped.items()


def test_the_order_of_hands_of_every_ranking_is_told():
    rows = re.findall(r"^\| `([a-z-]+)` \| (\d) \| (.+) \|$", GUIDE, flags=re.MULTILINE)
    told = {id: (int(cards), tuple(order.split(", "))) for id, cards, order in rows}
    assert told == {id: (ranking(id).cards, ranking(id).categories) for id in ranking_ids()}


def test_nothing_that_can_be_written_is_left_out():
    text = section("A ranking as data").replace("\n", " ")
    keys = [field.name for field in fields(Ranking) if field.name not in ("id", "title", "unsaid")]
    for word in (*ranking_ids(), *keys):
        assert f"`{word}`" in text or word == "title", word
    for category in SHAPES:
        assert category in text or category.startswith("suited "), category
