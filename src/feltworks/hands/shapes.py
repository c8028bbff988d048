"""What makes a category: groups of one rank, a straight, one suit, the deck's top rank.

A shape says only what a hand must show at least; four of a kind also shows a pair. A hand is named
by the highest category of its ranking whose shape it shows, so the order of the categories decides
everything else.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Shape:
    """The least a hand must show: `groups` are sizes of same-rank groups, largest first."""

    groups: tuple[int, ...] = ()
    straight: bool = False
    suited: bool = False
    royal: bool = False

    @property
    def least_cards(self) -> int:
        """The fewest cards that can show this shape."""
        return max(sum(self.groups), 2 if self.straight or self.suited else 1)

    @property
    def is_flush(self) -> bool:
        """One suit and nothing more: the shape that repeated ranks may break."""
        return self.suited and not self.straight and not self.groups


_GROUPS = {
    "pair": (2,),
    "two pair": (2, 2),
    "three of a kind": (3,),
    "full house": (3, 2),
    "four of a kind": (4,),
    "five of a kind": (5,),
}

SHAPES: dict[str, Shape] = {
    "high card": Shape(),
    **{name: Shape(groups) for name, groups in _GROUPS.items()},
    "straight": Shape(straight=True),
    "flush": Shape(suited=True),
    "straight flush": Shape(straight=True, suited=True),
    "royal flush": Shape(straight=True, suited=True, royal=True),
    **{f"suited {name}": Shape(groups, suited=True) for name, groups in _GROUPS.items()},
}

NUMBER_WORDS = ("one", "two", "three", "four", "five", "six", "seven")
LONGEST = ("flush", "straight flush")
"""What a ranking may look for in as many cards as possible, instead of one shape of all of them."""
LENGTHS: dict[str, Shape] = {
    f"{word}-card {kind}": SHAPES[kind] for kind in LONGEST for word in NUMBER_WORDS
}


def lengths(kind: str, cards: int) -> tuple[str, ...]:
    """The categories of a ranking by the longest flush or straight flush, best first."""
    return tuple(f"{word}-card {kind}" for word in reversed(NUMBER_WORDS[:cards]))


def shape_of(category: str) -> Shape:
    """The shape of any category, of a certain length or of the whole hand."""
    return LENGTHS.get(category) or SHAPES[category]
