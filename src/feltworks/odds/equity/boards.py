"""Boards that may still come and starting hands, those that differ by a swap of suits counted once.

A swap of suits that leaves every known hand, the board and the deck as they are changes no hand's
share; of the boards it takes into each other one is kept, with their number as its weight. Starting
hands likewise: with four suits alike there are 169, a pair of a rank, two ranks in one suit, two
ranks in two.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations, permutations
from typing import TYPE_CHECKING

import numpy as np

from feltworks.odds.equity.tables import EquityError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from feltworks.cards import Card, Deck
    from feltworks.odds.equity.tables import PotHand


def suit_swaps(deck: Deck, groups: Sequence[frozenset[int]]) -> NDArray[np.uint8]:
    """Every swap of suits, as new face by face, that maps the deck and each group onto itself."""
    suits = len(deck.suits)
    swaps = []
    for order in permutations(range(suits)):
        moved = [
            face if deck.faces[face].is_joker else face - face % suits + order[face % suits]
            for face in range(len(deck.faces))
        ]
        fits = all(deck.copies[moved[face]] == deck.copies[face] for face in range(len(moved)))
        if fits and all({moved[face] for face in group} == group for group in groups):
            swaps.append(moved)
    return np.array(swaps, np.uint8)


def boards(
    free: NDArray[np.uint8], missing: int, swaps: NDArray[np.uint8]
) -> tuple[NDArray[np.uint8], NDArray[np.int64]]:
    """Every set of so many free cards up to the swaps, a row each, and how many it stands for."""
    if missing == 0:
        return np.empty((1, 0), np.uint8), np.ones(1, np.int64)
    rows = np.array(list(combinations(free.tolist(), missing)), np.uint8)
    if len(swaps) == 1:
        return rows, np.ones(len(rows), np.int64)
    least = np.full(len(rows), np.iinfo(np.int64).max)
    for swap in swaps:
        moved = np.sort(swap[rows], axis=1).astype(np.int64)
        code = np.zeros(len(rows), np.int64)
        for column in range(missing):
            code = code << 8 | moved[:, column]
        least = np.minimum(least, code)
    _, first, counts = np.unique(least, return_index=True, return_counts=True)
    return rows[first], counts.astype(np.int64)


@dataclass(frozen=True, slots=True)
class StartingHand:
    """A kind of starting hand: one pair of cards that stands for it, and how many there are."""

    name: str
    cards: tuple[Card, Card]
    hands: int


def start_name(deck: Deck, cards: tuple[Card, Card]) -> str:
    """`AA`, `AKs` where the suits are the same, `AKo` where they are not; a joker is `Jo`."""
    high, low = sorted(cards, key=lambda card: -deck.index(card))
    if high.is_joker or low.is_joker or high.rank == low.rank:
        return high.rank + low.rank
    return f"{high.rank}{low.rank}{'s' if high.suit == low.suit else 'o'}"


def starts(pot: PotHand) -> tuple[list[StartingHand], NDArray[np.int64]]:
    """The kinds of starting hands, strongest ranks first, and each pair of faces' number there."""
    if not pot.counts_unknown:
        raise EquityError(
            f"starting hands are pairs of cards; here a player has {pot.own_cards} in "
            f"{len(pot.own_zones)} zone(s)"
        )
    deck = pot.deck
    swaps = suit_swaps(deck, ()).astype(np.int64)
    held = [face for face, copies in enumerate(deck.copies) if copies]
    kinds: dict[tuple[int, int], list[tuple[int, int]]] = {}
    for pair in combinations(held, 2):
        images = np.sort(swaps[:, list(pair)], axis=1)[:, ::-1]
        first, second = max(map(tuple, images.tolist()))
        kinds.setdefault((first, second), []).append(pair)
    number = np.full((len(deck.faces), len(deck.faces)), -1, np.int64)
    found: list[StartingHand] = []
    for at, (stands, pairs) in enumerate(sorted(kinds.items(), reverse=True)):
        for one, other in pairs:
            number[one, other] = number[other, one] = at
        cards = (deck.face(stands[0]), deck.face(stands[1]))
        found.append(StartingHand(start_name(deck, cards), cards, len(pairs)))
    return found, number
