"""Cards from random words, every deal exactly as likely as every other.

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

import numpy as np

from feltworks.arrays import UInt8s, UInt16s, UInt32s
from feltworks.cards import Card, Deck
from feltworks.kernels import kernel
from feltworks.simulate.philox import LOW, WORDS, fill_words, philox, word_again

CARDS_A_WORD = 3


def plain_draw(seed: int, number: int, deck: int, cards: int) -> list[int]:
    """The cards of one round in the order in which they are drawn, in plain Python."""
    pool = list(range(deck))
    drawn: list[int] = []
    for word in range(-(-cards // CARDS_A_WORD)):
        count = min(CARDS_A_WORD, cards - len(drawn))
        for place in _plain_places(seed, number, word, len(pool), count):
            drawn.append(pool[place])
            pool[place] = pool[-1]
            pool.pop()
    return drawn


def drawn_deck(deck: Deck, seed: int, number: int) -> list[Card]:
    """All cards of a deck in the order of one round."""
    return [deck.cards[place] for place in plain_draw(seed, number, deck.size, deck.size)]


def _plain_places(seed: int, number: int, word: int, left: int, count: int) -> list[int]:
    attempt, ways = 0, 1
    for taken in range(count):
        ways *= left - taken
    while True:
        counter = (number & LOW, number >> 32, word // WORDS, attempt)
        rest = philox(counter, (seed & LOW, seed >> 32))[word % WORDS]
        places = []
        for taken in range(count):
            place, rest = divmod(rest * (left - taken), 1 << 32)
            places.append(place)
        if rest >= (1 << 32) % ways:
            return places
        attempt += 1


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
