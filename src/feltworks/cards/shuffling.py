"""Shuffling: Fisher-Yates over integers, each choice by rejection.

Taking a random byte modulo 52 would favour the first cards, since 52 does not divide 256. So a
number below n is drawn from as few bytes as can hold it, and a draw beyond the last full multiple
of n is thrown away and made again: every remaining outcome is equally likely. Play and simulation
use the same sampler; only the source of bytes differs, and a `Shuffle` knows which it was.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from feltworks.cards.card import Card
from feltworks.cards.decks import Deck
from feltworks.cards.randomness import (
    ByteSource,
    HouseRandomness,
    RandomnessError,
    SeededRandomness,
)

Origin = Literal["house", "seed"]


def below(n: int, source: ByteSource) -> int:
    """A whole number from 0 to n - 1, each equally likely."""
    if n < 1:
        raise RandomnessError(f"there is no whole number from 0 to below {n}: n is 1 or more")
    width = ((n - 1).bit_length() + 7) // 8
    laps_end = (1 << 8 * width) // n * n
    while True:
        drawn = int.from_bytes(source.bytes(width), "big")
        if drawn < laps_end:
            return drawn % n


def permutation(size: int, source: ByteSource) -> list[int]:
    """The numbers 0 to size - 1 in random order, every order equally likely."""
    order = list(range(size))
    for last in range(size - 1, 0, -1):
        chosen = below(last + 1, source)
        order[last], order[chosen] = order[chosen], order[last]
    return order


def shuffle(deck: Deck, source: ByteSource) -> tuple[Card, ...]:
    """All cards of the deck in random order, the first to be dealt first."""
    cards = deck.cards
    return tuple([cards[i] for i in permutation(len(cards), source)])


@dataclass(frozen=True, slots=True, init=False, repr=False)
class Shuffle:
    """A shuffled deck that knows where its order came from.

    It does its own shuffling: no order can be passed in as the house's.
    """

    deck: Deck
    order: tuple[Card, ...]
    origin: Origin

    def __init__(self, deck: Deck, source: HouseRandomness | SeededRandomness) -> None:
        object.__setattr__(self, "deck", deck)
        object.__setattr__(self, "origin", _origin(source))
        object.__setattr__(self, "order", shuffle(deck, source))

    def for_play(self) -> tuple[Card, ...]:
        """The order, if it may be played for stakes; a `RandomnessError` if it came from a seed."""
        if self.origin != "house":
            raise RandomnessError(
                "this shuffle came from a seed: play takes only a shuffle by the house, "
                "made with shuffle_for_play"
            )
        return self.order

    def __repr__(self) -> str:
        # An order in a log would show cards too early.
        return f"<Shuffle of {self.deck.id}, {len(self.order)} cards, origin {self.origin}>"


def shuffle_for_play(deck: Deck) -> Shuffle:
    """The deck shuffled by the operating system's randomness."""
    return Shuffle(deck, HouseRandomness())


def shuffle_from_seed(deck: Deck, seed: int | bytes) -> Shuffle:
    """The deck shuffled by a seed: the same order every time, so not for play."""
    return Shuffle(deck, SeededRandomness(seed))


def _origin(source: object) -> Origin:
    if isinstance(source, HouseRandomness):
        return "house"
    if isinstance(source, SeededRandomness):
        return "seed"
    raise RandomnessError(
        f"a shuffle takes HouseRandomness or SeededRandomness, not {type(source).__name__}"
    )
