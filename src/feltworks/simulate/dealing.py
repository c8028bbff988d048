"""Random words and the cards drawn with them, every deal exactly as likely as every other.

A usual generator has a state that passes from round to round; Philox4x32-10 has none. Four words
come from a counter of four words and a key of two, mixed in ten rounds of multiplication (Salmon,
Moraes, Dror and Shaw, "Parallel random numbers: as easy as 1, 2, 3", 2011). The counter here is the
number of the dealt round, so round 12,345 of a seed has the same cards in any order, thread or
machine.

    counter = (round, low word), (round, high word), block of four words, attempt
    key     = (seed, low word), (seed, high word)

A word below 2**32 times n, n - 1 and n - 2 is read as three places: of the n cards of the deck, of
those left, and of those left then. What remains below is the fraction; if it lies among the first
`2**32 mod n(n-1)(n-2)`, some places would come up once too often, so the word is refused and the
next attempt's is used (Lemire's method, 2019). With a deck of 52 fewer than one word in thirty
thousand is refused, with a shoe of six decks one in two hundred.

A place is turned into a card as in a shuffle: the card at that place is taken out, and the last
card fills the gap. No list of cards is kept: the card now at a place was put there by the last draw
from that place, so each draw is compared with those before it.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from feltworks.arrays import UInt8s, UInt16s, UInt32s
from feltworks.cards import Card, Deck
from feltworks.kernels import inlined, kernel

LANES = 1024
"""Rounds dealt side by side: enough to keep vectors full, few enough for the cache."""
WORDS = 4
"""Random words in one block."""
CARDS_A_WORD = 3
LOW = 0xFFFFFFFF
"""The lower half of a number of 64 bits."""


@inlined
def mixed(
    c0: np.uint64, c1: np.uint64, c2: np.uint64, c3: np.uint64, k0: np.uint64, k1: np.uint64
) -> tuple[np.uint64, np.uint64, np.uint64, np.uint64]:
    """The four words of a counter and a key, each in 64 bits whose upper half is empty, so that
    vectors can multiply them."""
    low, half = np.uint64(0xFFFFFFFF), np.uint64(32)
    for _ in range(10):
        even, odd = np.uint64(0xD2511F53) * c0, np.uint64(0xCD9E8D57) * c2
        c0, c1 = (odd >> half) ^ c1 ^ k0, odd & low
        c2, c3 = (even >> half) ^ c3 ^ k1, even & low
        k0, k1 = (k0 + np.uint64(0x9E3779B9)) & low, (k1 + np.uint64(0xBB67AE85)) & low
    return c0, c1, c2, c3


@kernel
def fill_words(seed: np.uint64, first: np.uint64, block: int, out: UInt32s) -> None:
    """One block of words for each lane, by word and lane; lane 0 deals round `first`."""
    low, half = np.uint64(0xFFFFFFFF), np.uint64(32)
    k0, k1, c2 = seed & low, seed >> half, np.uint64(block)
    one, two, three, four = out[0], out[1], out[2], out[3]
    for lane in range(len(one)):
        number = first + np.uint64(lane)
        a, b, c, d = mixed(number & low, number >> half, c2, np.uint64(0), k0, k1)
        one[lane], two[lane] = np.uint32(a), np.uint32(b)
        three[lane], four[lane] = np.uint32(c), np.uint32(d)


@kernel
def word_again(seed: np.uint64, number: np.uint64, word: int, attempt: int) -> np.uint64:
    """The word that replaces a refused one."""
    low, half = np.uint64(0xFFFFFFFF), np.uint64(32)
    a, b, c, d = mixed(
        number & low,
        number >> half,
        np.uint64(word // 4),
        np.uint64(attempt),
        seed & low,
        seed >> half,
    )
    which = word % 4
    return a if which == 0 else b if which == 1 else c if which == 2 else d


@kernel
def split_words(words: UInt32s, left: int, places: UInt8s | UInt16s, rest: UInt32s) -> None:
    """Read each word as places in what is left of the deck; `rest` keeps the fraction."""
    low = np.uint64(0xFFFFFFFF)
    for lane in range(len(words)):
        rest[lane] = words[lane]
    for taken in range(len(places)):
        here, size = places[taken], np.uint64(left - taken)
        for lane in range(len(words)):
            product = np.uint64(rest[lane]) * size
            here[lane] = product >> np.uint64(32)
            rest[lane] = np.uint32(product & low)


@kernel
def draw_places(
    seed: np.uint64,
    first: np.uint64,
    deck: int,
    words: UInt32s,
    rest: UInt32s,
    places: UInt8s | UInt16s,
) -> None:
    """By card and lane: the places that each lane's cards are drawn from."""
    cards, lanes = places.shape
    for word in range((cards + 2) // 3):
        if word % 4 == 0:
            fill_words(seed, first, word // 4, words)
        begin = 3 * word
        count = min(3, cards - begin)
        here = places[begin : begin + count]
        split_words(words[word % 4], deck - begin, here, rest)
        ways = 1
        for taken in range(count):
            ways *= deck - begin - taken
        refused = np.uint32((1 << 32) % ways)
        least = np.uint32(0xFFFFFFFF)
        for lane in range(lanes):
            least = min(least, rest[lane])
        if least >= refused:
            continue
        for lane in range(lanes):
            attempt = 0
            fraction = np.uint64(rest[lane])
            while fraction < np.uint64(refused):
                attempt += 1
                fraction = word_again(seed, first + np.uint64(lane), word, attempt)
                for taken in range(count):
                    fraction *= np.uint64(deck - begin - taken)
                    here[taken, lane] = fraction >> np.uint64(32)
                    fraction &= np.uint64(0xFFFFFFFF)


@kernel
def draw_cards(
    places: UInt8s | UInt16s, deck: int, moved: UInt8s | UInt16s, cards: UInt8s | UInt16s
) -> None:
    """Turn places into cards; `moved` holds the card that filled the gap after each draw."""
    count, lanes = places.shape
    for draw in range(count):
        here, card, gap = places[draw], cards[draw], moved[draw]
        last = moved.dtype.type(deck - 1 - draw)
        for lane in range(lanes):
            card[lane] = here[lane]
            gap[lane] = last
        for earlier in range(draw):
            before, filled = places[earlier], moved[earlier]
            for lane in range(lanes):
                # Values are loaded before the conditions, so that these compile to vector selects.
                was, fill, now, held, kept = (
                    before[lane],
                    filled[lane],
                    here[lane],
                    card[lane],
                    gap[lane],
                )
                card[lane] = fill if was == now else held
                gap[lane] = fill if was == last else kept


class Draws(NamedTuple):
    """The random words of many lanes and the cards drawn with them, by card and lane: in 8 bits, or
    in 16 for many packs."""

    words: UInt32s
    rest: UInt32s
    places: NDArray[Any]
    moved: NDArray[Any]
    cards: NDArray[Any]


def new_draws(cards: int, lanes: int, number: type[np.uint8] | type[np.uint16] = np.uint8) -> Draws:
    """Room for this many cards in each lane; `number` is a type that can number a deck's cards."""
    places, moved, drawn = (np.zeros((cards, lanes), number) for _ in range(3))
    words, rest = np.zeros((WORDS, lanes), np.uint32), np.zeros(lanes, np.uint32)
    return Draws(words, rest, places, moved, drawn)


@kernel
def draw_lanes(seed: np.uint64, first: np.uint64, deck: int, draws: Draws) -> None:
    """Draw the cards of every lane; lane 0 deals round `first`."""
    draw_places(seed, first, deck, draws.words, draws.rest, draws.places)
    draw_cards(draws.places, deck, draws.moved, draws.cards)


def drawn_deck(deck: Deck, seed: int, number: int) -> list[Card]:
    """All cards of a deck in the order of one round."""
    draws = new_draws(deck.size, 1, np.uint16)
    draw_lanes(np.uint64(seed), np.uint64(number), deck.size, draws)
    return [deck.cards[place] for place in draws.cards[:, 0].tolist()]
