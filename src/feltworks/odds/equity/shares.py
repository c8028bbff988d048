"""What a hand is worth before the last card: how often it wins, ties, and its part of the pot."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import sqrt
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable


@dataclass(frozen=True, slots=True)
class Share:
    """One hand's fortunes over `deals` deals, all there are or a sample of them.

    `sharing[n]` counts the deals in which it has the best hand together with n - 1 others.
    """

    sharing: tuple[int, ...]
    deals: int
    exact: bool

    @classmethod
    def counted(cls, sharing: Iterable[int], deals: int, *, exact: bool) -> Share:
        return cls(tuple(int(count) for count in sharing), deals, exact)

    @property
    def wins(self) -> int:
        """Deals that it wins alone."""
        return self.sharing[1]

    @property
    def ties(self) -> int:
        """Deals in which it splits the pot."""
        return sum(self.sharing[2:])

    @property
    def win(self) -> Fraction:
        return Fraction(self.wins, self.deals)

    @property
    def tie(self) -> Fraction:
        return Fraction(self.ties, self.deals)

    @property
    def part(self) -> Fraction:
        """Its part of the pot on average: a pot split in three counts a third."""
        split = sum(Fraction(count, ways) for ways, count in enumerate(self.sharing) if ways)
        return Fraction(split) / self.deals

    @property
    def standard_error(self) -> float:
        """Of `part`; nothing when every deal was counted."""
        if self.exact:
            return 0.0
        squares = sum(count / ways**2 for ways, count in enumerate(self.sharing) if ways)
        mean = float(self.part)
        return sqrt(max(0.0, squares / self.deals - mean * mean) / self.deals)
