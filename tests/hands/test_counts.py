"""Exact numbers of hands by category equal the figures in `counts/`, each with its source."""

import tomllib
from itertools import combinations
from math import comb
from pathlib import Path

import numpy as np
import pytest

from feltworks.cards import deck
from feltworks.hands import Chooser, HandError

from .dealing import compiled, every_hand
from .oracle import Oracle
from .recount import by_ranks, counted_files, recount

EVERY_FILE = sorted((Path(__file__).parent / "counts").glob("*.toml"))


def read(path):
    return tomllib.loads(path.read_text("utf-8"))


FILES = [path for path in EVERY_FILE if "zones" not in read(path)]


def space(path):
    return comb(deck(read(path)["deck"]).size, read(path)["cards"])


@pytest.mark.slow
@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_counted_without_dealing(path):
    known = read(path)
    hands = compiled(known["ranking"], deck(known["deck"]), **known.get("overrides", {}))
    assert known["source"]
    assert hands.category_counts(known["cards"]) == known["counts"]
    assert sum(known["counts"].values()) == comb(hands.deck.size, known["cards"])


SMALL_SPACES = [path for path in FILES if space(path) < 3_000_000]


@pytest.mark.slow
@pytest.mark.parametrize("path", SMALL_SPACES, ids=lambda path: path.stem)
def test_counted_by_dealing_every_hand(path):
    known = read(path)
    hands = compiled(known["ranking"], deck(known["deck"]), **known.get("overrides", {}))
    values = hands.values(every_hand(hands.deck, known["cards"]))
    numbers = np.bincount(hands.categories(values), minlength=len(hands.category_names))
    assert dict(zip(hands.category_names, numbers.tolist(), strict=True)) == known["counts"]


@pytest.mark.slow
def test_three_of_five_with_a_hole_card_counted_by_dealing_every_hand():
    known = read(Path(__file__).parent / "counts" / "three-of-five-one-hole.toml")
    hands = compiled(known["ranking"], deck(known["deck"]))
    chooser = Chooser(known["zones"], hands.ranking.cards, known["at_least"])
    faces = every_hand(hands.deck, 5)
    counts = np.zeros(len(hands.category_names), np.int64)
    for hole in combinations(range(5), 2):
        community = [place for place in range(5) if place not in hole]
        values = chooser.values(hands, {"hole": faces[:, hole], "community": faces[:, community]})
        counts += np.bincount(hands.categories(values), minlength=len(counts))
    assert dict(zip(hands.category_names, counts.tolist(), strict=True)) == known["counts"]
    assert counts.sum() == comb(52, 2) * comb(50, 3)


@pytest.mark.parametrize("path", EVERY_FILE, ids=lambda path: path.stem)
def test_a_source_that_counted_says_how_to_count_again(path):
    told = read(path)["source"]
    assert ("Counted by" in told) == (f"python -m tests.hands.recount {path.stem}" in told)


@pytest.mark.slow
def test_counted_again_by_the_definition():
    assert "spanish" in counted_files()
    assert recount("spanish") == read(Path(__file__).parent / "counts" / "spanish.toml")["counts"]


def test_a_shoe_counted_again_by_the_definition():
    """By ranks and the suit that can hold a hand, on a shoe small enough to deal every hand."""
    shoe = deck("small-shoe-12")
    hands = compiled("three-card-shoe", shoe)
    values = hands.values(every_hand(shoe, 5))
    numbers = np.bincount(hands.categories(values), minlength=len(hands.category_names))
    dealt = dict(zip(hands.category_names, numbers.tolist(), strict=True))
    assert by_ranks(Oracle(hands.ranking, shoe), 5) == dealt


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
