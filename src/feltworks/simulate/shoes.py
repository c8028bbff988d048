"""Several shoes in use at once, each shuffled only as far as it is dealt.

Rounds of one shoe depend on each other, so a random stream belongs to a shoe, by its number. Its
cards are drawn like those of a round (see `dealing`): the order of the shoe is the order of the
draws. A card is represented by its face, since six cards of one face are interchangeable.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from feltworks.arrays import Int64s, UInt8s, UInt16s, UInt32s
from feltworks.kernels import borrowing, copy_to, inlined_by_llvm, kernel
from feltworks.simulate.dealing import CARDS_A_WORD, WORDS, draw_places, word_again

SHOES = 32
"""Shoes that are shuffled and dealt side by side."""
BEYOND = 16
"""Cards that are shuffled beyond the cut card; a round that takes more shuffles further."""
PADDING = 32
"""Places behind a shoe that may be read but hold no card."""


class Shoes(NamedTuple):
    """Shoes in use, a row for each."""

    words: UInt32s
    rest: UInt32s
    places: UInt16s
    pool: UInt8s
    """The faces of the cards not drawn yet: as many as the shoe's size less those shuffled."""
    faces: UInt8s
    """The faces in the order in which they are dealt."""
    values: UInt8s
    """The values of the cards shuffled at the start, followed by the value that means no card."""
    at: Int64s
    """By shoe: how many cards are dealt, how many are shuffled."""


class ShoeInUse(NamedTuple):
    """One of the shoes, and the number of its random stream."""

    shoes: Shoes
    row: int
    seed: np.uint64
    number: np.uint64


def new_shoes(size: int, cut_at: int, no_value: int) -> Shoes:
    """Allocate shoes that are dealt to a cut card."""
    shuffled = min(-(-(cut_at + BEYOND) // CARDS_A_WORD) * CARDS_A_WORD, size)
    return Shoes(
        words=np.zeros((WORDS, SHOES), np.uint32),
        rest=np.zeros(SHOES, np.uint32),
        places=np.zeros((shuffled, SHOES), np.uint16),
        pool=np.zeros((SHOES, size), np.uint8),
        faces=np.zeros((SHOES, size), np.uint8),
        values=np.full((SHOES, size + PADDING), no_value, np.uint8),
        at=np.zeros((SHOES, 2), np.int64),
    )


@kernel
def shuffle_shoes(
    shoes: Shoes, seed: np.uint64, first: np.uint64, deck: UInt8s, values: UInt8s
) -> None:
    """Shuffle new shoes, numbered from `first`, of a deck of faces."""
    size, count = len(deck), len(shoes.places)
    draw_places(seed, first, size, shoes.words, shoes.rest, shoes.places)
    for shoe in range(len(shoes.pool)):
        copy_to(shoes.pool[shoe], deck)
        shoes.at[shoe, 0], shoes.at[shoe, 1] = 0, count
    for card in range(count):
        last = size - 1 - card
        for shoe in range(len(shoes.pool)):
            place = shoes.places[card, shoe]
            face = shoes.pool[shoe, place]
            shoes.pool[shoe, place] = shoes.pool[shoe, last]
            shoes.faces[shoe, card] = face
            shoes.values[shoe, card] = values[face]


@borrowing
def shuffle_on(shoe: ShoeInUse) -> None:
    """Draw the cards of one more random word."""
    low, half = np.uint64(0xFFFFFFFF), np.uint64(32)
    shoes, row = shoe.shoes, shoe.row
    size, start = shoes.faces.shape[1], shoes.at[row, 1]
    count, ways = min(3, size - start), 1
    for taken in range(count):
        ways *= size - start - taken
    attempt = 0
    while True:
        rest = word_again(shoe.seed, shoe.number, start // 3, attempt)
        places = (np.uint64(0), np.uint64(0), np.uint64(0))
        for taken in range(count):
            product = rest * np.uint64(size - start - taken)
            places = (places[1], places[2], product >> half)
            rest = product & low
        if rest >= np.uint64((1 << 32) % ways):
            break
        attempt += 1
    for taken in range(count):
        place = places[3 - count + taken]
        shoes.faces[row, start + taken] = shoes.pool[row, place]
        shoes.pool[row, place] = shoes.pool[row, size - 1 - start - taken]
    shoes.at[row, 1] = start + count


@inlined_by_llvm
def draw(shoe: ShoeInUse) -> int:
    """The face of the next card, or -1 if the shoe is empty."""
    shoes, row = shoe.shoes, shoe.row
    at = shoes.at[row, 0]
    if at >= shoes.faces.shape[1]:
        return -1
    if at >= shoes.at[row, 1]:
        shuffle_on(shoe)
    shoes.at[row, 0] = at + 1
    return int(shoes.faces[row, at])
