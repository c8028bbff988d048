"""Exact numbers of hands by category equal the figures in `counts/`, each with its source."""

import tomllib
from math import comb
from pathlib import Path

import numpy as np
import pytest

from feltworks.cards import deck
from feltworks.hands import HandError

from .dealing import compiled, every_hand

FILES = sorted((Path(__file__).parent / "counts").glob("*.toml"))


def read(path):
    return tomllib.loads(path.read_text("utf-8"))


def space(path):
    return comb(deck(read(path)["deck"]).size, read(path)["cards"])


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_counted_without_dealing(path):
    known = read(path)
    hands = compiled(known["ranking"], deck(known["deck"]), **known.get("overrides", {}))
    assert known["source"]
    assert hands.category_counts(known["cards"]) == known["counts"]
    assert sum(known["counts"].values()) == comb(hands.deck.size, known["cards"])


SMALL_SPACES = [path for path in FILES if space(path) < 3_000_000]


@pytest.mark.parametrize("path", SMALL_SPACES, ids=lambda path: path.stem)
def test_counted_by_dealing_every_hand(path):
    known = read(path)
    hands = compiled(known["ranking"], deck(known["deck"]), **known.get("overrides", {}))
    values = hands.values(every_hand(hands.deck, known["cards"]))
    numbers = np.bincount(hands.categories(values), minlength=len(hands.category_names))
    assert dict(zip(hands.category_names, numbers.tolist(), strict=True)) == known["counts"]


def test_files_cover_the_spaces_promised():
    spaces = {(known["deck"], known["cards"]) for known in map(read, FILES)}
    assert spaces >= {
        ("standard-52", 2),
        ("standard-52", 3),
        ("standard-52", 4),
        ("standard-52", 5),
        ("standard-52", 7),
        ("spanish-41", 5),
        ("six-deck-shoe", 7),
    }


@pytest.mark.parametrize(
    ("ranking_id", "deck_id", "cards", "told"),
    [
        ("two-card", "standard-52", 4, "two suits at once"),
        ("five-card", "standard-52", 8, "cannot be counted in 8"),
        ("five-card", "standard-52", 4, "cannot be counted in 4"),
    ],
)
def test_refuses_what_it_cannot_count(ranking_id, deck_id, cards, told):
    with pytest.raises(HandError, match=told):
        compiled(ranking_id, deck(deck_id)).value_counts(cards)
