"""Starting hands: pairs of cards that differ only by a swap of suits are one start.

With four suits alike there are 169: a pair of a rank, two ranks in one suit, two ranks in two.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING

import numpy as np

from feltworks.odds.equity.boards import suit_swaps
from feltworks.odds.equity.equity import counts_unknown
from feltworks.odds.equity.tables import EquityError, PotHand

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from feltworks.cards import Card, Deck


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
    if not counts_unknown(pot):
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
