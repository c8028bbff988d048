"""From ranks to a hand's place: the category it shows and the ranks that break ties.

A hand is its ranks as deck positions, highest first, and whether its cards share a suit. Its key,
(strength of category, tie-break positions), orders hands: the greater key wins. A wild card is
given every rank in turn and the best key is kept; a bug only if that makes a straight or a flush,
otherwise it has the top rank.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import combinations_with_replacement

from feltworks.hands.rankings import Ranking
from feltworks.hands.shapes import SHAPES, Shape

Ranks = tuple[int, ...]
Key = tuple[int, Ranks]


@dataclass(slots=True)
class Classifier:
    """Classifies hands of one ranking over a deck of `rank_count` ranks."""

    ranking: Ranking
    rank_count: int
    _shapes: list[tuple[int, Shape]] = field(init=False)
    _memo: dict[tuple[Ranks, int, bool], Key] = field(init=False, default_factory=dict)
    _shown: dict[tuple[tuple[int, ...], bool, bool | None], tuple[int, Shape]] = field(
        init=False, default_factory=dict
    )

    def __post_init__(self) -> None:
        strongest = len(self.ranking.categories) - 1
        self._shapes = [
            (strongest - place, SHAPES[name]) for place, name in enumerate(self.ranking.categories)
        ]

    def key(self, ranks: Ranks, *, wilds: int = 0, suited: bool) -> Key:
        """The best key of these ranks (highest first) with this many wild cards."""
        asked = (ranks, wilds, suited)
        known = self._memo.get(asked)
        if known is None:
            known = self._memo[asked] = (
                max(self._disguised(ranks, wilds, suited=suited))
                if wilds
                else self._natural(ranks, suited=suited)
            )
        return known

    def _disguised(self, ranks: Ranks, wilds: int, *, suited: bool) -> Iterator[Key]:
        """The keys that wild cards may lead to."""
        if not self.ranking.bug:
            for rank in range(self.rank_count):
                with_it = tuple(sorted((*ranks, rank), reverse=True))
                yield self.key(with_it, wilds=wilds - 1, suited=suited)
            return
        aces = (self.rank_count - 1,) * wilds
        for some in combinations_with_replacement(range(self.rank_count), wilds):
            key = self._natural(tuple(sorted((*ranks, *some), reverse=True)), suited=suited)
            shape = SHAPES[self.ranking.categories[-1 - key[0]]]
            if some == aces or shape.straight or shape.is_flush:
                yield key

    def _natural(self, ranks: Ranks, *, suited: bool) -> Key:
        counts = {rank: ranks.count(rank) for rank in ranks}
        sizes = tuple(sorted(counts.values(), reverse=True))
        top = self._straight_top(ranks) if len(counts) == len(ranks) else None
        look = (sizes, suited, None if top is None else top == self.rank_count - 1)
        if look not in self._shown:
            self._shown[look] = self._first_shape(*look)
        strength, shape = self._shown[look]
        if shape.straight:
            assert top is not None
            return strength, () if shape.royal else (top,)
        return strength, _by_groups(counts, shape.groups)

    def _first_shape(
        self, sizes: tuple[int, ...], suited: bool, to_the_top: bool | None
    ) -> tuple[int, Shape]:
        """The best category for these group sizes, and its strength; `to_the_top` says whether a
        straight ends with the top rank, None that there is no straight."""
        for strength, shape in self._shapes:
            if shape.suited and not suited:
                continue
            if shape.straight:
                if to_the_top or (to_the_top is not None and not shape.royal):
                    return strength, shape
                continue
            if shape.is_flush and sizes[:1] > (1,) and not self.ranking.flush_repeats:
                continue
            if all(map(int.__ge__, sizes, shape.groups)) and len(sizes) >= len(shape.groups):
                return strength, shape
        raise AssertionError("every ranking ends with a category that any hand shows")

    def _straight_top(self, ranks: Ranks) -> int | None:
        """The top of a straight, given that no rank repeats."""
        size = len(ranks)
        if ranks[0] - ranks[-1] == size - 1:
            return ranks[0]
        # The top rank counted below the bottom one: the rest must be the lowest ranks there are.
        below = self.ranking.ace_low and ranks[0] == self.rank_count - 1
        return size - 2 if below and ranks[1] == size - 2 else None


def _by_groups(counts: dict[int, int], groups: tuple[int, ...]) -> Ranks:
    """The rank of each group, best first, then every other card as a kicker."""
    left = counts.copy()
    leading = []
    for size in groups:
        rank = max(rank for rank, count in left.items() if count >= size and rank not in leading)
        leading.append(rank)
        left[rank] -= size
    kickers = [rank for rank in sorted(left, reverse=True) for _ in range(left[rank])]
    return (*leading, *kickers)


def laid_out(shape: Shape, ranks: Ranks, *, cards: int, rank_count: int) -> Ranks:
    """Every card's rank in a dealer's order, from the hand's tie-break ranks."""
    if shape.straight:
        top = rank_count - 1 if shape.royal else ranks[0]
        return tuple((top - step) % rank_count for step in range(cards))
    groups = zip(shape.groups, ranks, strict=False)
    leading = [rank for size, rank in groups for _ in range(size)]
    return (*leading, *ranks[len(shape.groups) :])
