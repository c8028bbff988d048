"""What cards show: how many of a rank, a straight, one suit. Each game names its hands from it.

The strength of a hand is a pair: its place in the game's order of hands, then the ranks that
break a tie. Strengths are compared as Python compares tuples.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from .decks import Card, Deck


class Strength(NamedTuple):
    place: int
    """In the game's order of hands, the least hand first."""
    ties: tuple[int, ...]
    """Heights of ranks, the one that is looked at first in front."""


class Look(NamedTuple):
    """A hand before anybody gives it a name."""

    sizes: tuple[int, ...]
    """How many cards of each rank, the largest group first: a full house is (3, 2)."""
    heights: tuple[int, ...]
    """The rank of each group in the same order, of groups alike the higher rank first."""
    straight_top: int | None
    one_suit: bool

    @property
    def is_straight(self) -> bool:
        return self.straight_top is not None

    @property
    def ties(self) -> tuple[int, ...]:
        """A straight is as high as its top card, any other hand as its groups in turn."""
        return self.heights if self.straight_top is None else (self.straight_top,)


def look_at(cards: Sequence[Card], deck: Deck, *, ace_low: bool = True) -> Look:
    groups = Counter(deck.height(card.rank) for card in cards)
    ordered = sorted(groups.items(), key=lambda group: (group[1], group[0]), reverse=True)
    return Look(
        sizes=tuple(size for _, size in ordered),
        heights=tuple(height for height, _ in ordered),
        straight_top=straight_top(sorted(groups), len(cards), deck, ace_low=ace_low),
        one_suit=len({card.suit for card in cards}) == 1,
    )


def straight_top(heights: Sequence[int], cards: int, deck: Deck, *, ace_low: bool) -> int | None:
    """The height of a straight's top card, given the different ranks from low to high.

    The ace ends the top straight and, where it may, begins the bottom one; no straight goes
    round the corner.
    """
    if len(heights) != cards:
        return None
    if heights[-1] - heights[0] == cards - 1:
        return heights[-1]
    ace = deck.height("A")
    lowest = list(range(cards - 1))
    if ace_low and list(heights) == [*lowest, ace]:
        return lowest[-1]
    return None


def three_card_name(look: Look, deck: Deck) -> str:
    """Any game of three cards: which order these hands have is the game's affair."""
    if look.is_straight and look.one_suit:
        return "royal flush" if look.straight_top == deck.height("A") else "straight flush"
    if look.sizes == (3,):
        return "three of a kind"
    if look.is_straight:
        return "straight"
    if look.one_suit:
        return "flush"
    return "pair" if look.sizes == (2, 1) else "high card"


def five_card_name(look: Look, deck: Deck) -> str:
    """Any game of five cards from one pack, where a flush has five different ranks."""
    if look.is_straight and look.one_suit:
        return "royal flush" if look.straight_top == deck.height("A") else "straight flush"
    if look.is_straight:
        return "straight"
    if look.one_suit and len(look.sizes) == 5:
        return "flush"
    return {
        (5,): "five of a kind",
        (4, 1): "four of a kind",
        (3, 2): "full house",
        (3, 1, 1): "three of a kind",
        (2, 2, 1): "two pair",
        (2, 1, 1, 1): "pair",
    }.get(look.sizes, "high card")
