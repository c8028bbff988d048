"""The random stream is Philox4x32-10 as published, and cards come from it exactly uniformly."""

from collections import Counter
from itertools import permutations

import numpy as np
import pytest
from tests.simulate.plain_stream import philox, plain_draw

from feltworks.simulate.dealing import (
    LANES,
    LOW,
    draw_cards,
    draw_places,
    fill_words,
    split_words,
)

# Random123, kat_vectors: "philox4x32 10", counter, key, expected.
PUBLISHED = [
    ((0, 0, 0, 0), (0, 0), (0x6627E8D5, 0xE169C58D, 0xBC57AC4C, 0x9B00DBD8)),
    ((LOW,) * 4, (LOW,) * 2, (0x408F276D, 0x41C83B0E, 0xA20BC7C6, 0x6D5451FD)),
    (
        (0x243F6A88, 0x85A308D3, 0x13198A2E, 0x03707344),
        (0xA4093822, 0x299F31D0),
        (0xD16CFE09, 0x94FDCCEB, 0x5001E420, 0x24126EA1),
    ),
]


@pytest.mark.parametrize(("counter", "key", "words"), PUBLISHED)
def test_the_published_vectors_come_out(counter, key, words):
    assert philox(counter, key) == words


def words_of(seed, first, block=0):
    out = np.zeros((4, LANES), np.uint32)
    fill_words(np.uint64(seed), np.uint64(first), block, out)
    return out


@pytest.mark.parametrize("first", [0, 2**32 - 500, 2**61])
@pytest.mark.parametrize("seed", [0, 2**64 - 1])
def test_lanes_have_the_words_of_their_rounds(first, seed):
    words = words_of(seed, first, block=3)
    for lane in (0, 1, 499, 500, 1023):
        number = first + lane
        counter = (number & LOW, number >> 32, 3, 0)
        assert tuple(words[:, lane]) == philox(counter, (seed & LOW, seed >> 32))


def drawn(seed, first, deck, cards):
    words, rest = np.zeros((4, LANES), np.uint32), np.zeros(LANES, np.uint32)
    places = np.zeros((cards, LANES), np.uint8)
    moved, out = places.copy(), places.copy()
    draw_places(np.uint64(seed), np.uint64(first), deck, words, rest, places)
    draw_cards(places, deck, moved, out)
    return out


@pytest.mark.parametrize(("deck", "cards"), [(52, 7), (52, 17), (41, 10), (54, 52), (3, 3)])
def test_cards_are_those_of_a_plain_shuffle(deck, cards):
    found = drawn(11, 77, deck, cards)
    for lane in range(0, LANES, 101):
        assert list(found[:, lane]) == plain_draw(11, 77 + lane, deck, cards)


def test_every_order_of_a_small_deck_has_the_same_number_of_words():
    """The places of a word are uniform because refused words even them out, to the last one."""
    ways = 5 * 4 * 3
    edges = np.array([-(-(way << 32) // ways) for way in range(ways + 1)])
    refused = (1 << 32) % ways
    accepted = []
    for way in range(ways):
        first, past = int(edges[way]), int(edges[way + 1])
        # The fraction grows by `ways` from word to word, so only the first words are refused.
        early = sum(word * ways % (1 << 32) < refused for word in range(first, first + 3))
        accepted.append(past - first - early)
    assert set(accepted) == {(1 << 32) // ways}
    places, rest = np.zeros((3, ways), np.uint8), np.zeros(ways, np.uint32)
    split_words(edges[:-1].astype(np.uint32), 5, places, rest)
    assert len({tuple(column) for column in places.T}) == ways


def test_a_refused_word_is_drawn_again_as_the_plain_shuffle_does():
    ways = 52 * 51 * 50
    refused = (1 << 32) % ways
    hits = []
    for first in range(0, 400 * LANES, LANES):
        fractions = words_of(3, first)[0].astype(np.uint64) * ways & LOW
        hits += [first + int(lane) for lane in np.flatnonzero(fractions < refused)]
    assert hits
    for number in hits:
        assert list(drawn(3, number, 52, 3)[:, 0]) == plain_draw(3, number, 52, 3)


def test_orders_of_few_cards_come_up_equally_often():
    counts = Counter()
    for first in range(0, 60 * LANES, LANES):
        counts.update(map(tuple, drawn(1, first, 4, 3).T.tolist()))
    orders = list(permutations(range(4), 3))
    expected = 60 * LANES / len(orders)
    assert set(counts) == set(orders)
    chi_square = sum((counts[order] - expected) ** 2 / expected for order in orders)
    assert chi_square < 50  # 23 degrees of freedom: more than that once in a thousand seeds
