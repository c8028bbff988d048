"""Random small decks, and how many cards of them may go where without taking all day."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from itertools import product
from math import comb
from random import Random
from typing import Any

from feltworks.cards import RANKS, SUITS, Deck

MOST_CARDS = 13
MOST_DEALS = 4_000
MOST_TO_DRAW_ON = 7
STREETS = ((), (1,), (2,), (3,), (1, 1), (1, 1), (1, 2), (2, 1), (1, 1, 1))
SUITS_AND_RANKS = [
    (suits, ranks) for suits in (2, 3, 4) for ranks in range(2, 7) if 8 <= suits * ranks <= 12
]


@dataclass(frozen=True)
class Shape:
    """Cards to the player, to the board street by street, and face down to the dealer."""

    hole: int
    streets: tuple[int, ...]
    hidden: int

    @property
    def board(self) -> int:
        return sum(self.streets)

    def deals(self, cards: int) -> int:
        """Deals of a deck of so many cards, each street a step of its own."""
        total, left = 1, cards
        for count in (self.hole, *self.streets, self.hidden):
            total *= comb(left, count)
            left -= count
        return total


@cache
def shapes(cards: int) -> list[Shape]:
    """What can be dealt from so many cards: hands of two cards at least, and not too many deals."""
    counts = range(1, 6)
    tried = (Shape(hole, on, hidden) for hole, on, hidden in product(counts, STREETS, counts))
    return [
        shape
        for shape in tried
        if min(shape.hole, shape.hidden) + shape.board >= 2
        and max(shape.hole, shape.hidden) + shape.board <= MOST_TO_DRAW_ON
        and 1 <= shape.deals(cards) <= MOST_DEALS
    ]


def random_deck(luck: Random) -> dict[str, Any]:
    """A deck's table as a rules file writes it: even, or with cards taken out."""
    suit_count, rank_count = luck.choice(SUITS_AND_RANKS)
    uneven = luck.random() < 0.5
    places = luck.sample(range(len(RANKS)), rank_count + uneven)
    table: dict[str, Any] = {
        "ranks": [RANKS[place] for place in sorted(places)],
        "suits": list(SUITS[:suit_count]),
    }
    if luck.random() < 0.4:
        table["jokers"] = 1
    if uneven:
        cards = [rank + suit for rank in table["ranks"] for suit in table["suits"]]
        fewest = max(1, len(cards) - MOST_CARDS)
        table["removed"] = sorted(luck.sample(cards, luck.randint(fewest, len(cards) - 8)))
    return table


def deck_of(table: dict[str, Any]) -> Deck:
    return Deck.from_data({"id": "random", **table})


def random_shape(luck: Random, cards: int) -> Shape:
    """Any shape; half the time one that makes large hands or has several streets."""
    able = shapes(cards)
    large = [shape for shape in able if min(shape.hole, shape.hidden) + shape.board >= 4]
    long = [shape for shape in able if len(shape.streets) > 1]
    return luck.choice(luck.choice([able, able, large or able, long or able]))
