"""Rankings by the longest flush, or the longest straight flush, of all the cards.

Such a hand is worth what the best of its suits is worth, and a suit what its ranks are: so one
table, from a set of ranks as bits to its value, serves every hand. Sets of ranks are ordered by
length, then by ranks from the highest down; a straight flush by length and top.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple, NoReturn

from feltworks.cards import Card, Deck
from feltworks.hands.census import check_deck
from feltworks.hands.compiled import CompiledRanking, HandClass
from feltworks.hands.errors import HandError
from feltworks.hands.rankings import Ranking

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from feltworks.arrays import UInt8s

TOO_SHORT = -1
"""The value of ranks that are never the longest of a hand, because another suit has more."""


@dataclass(frozen=True, eq=False)
class LongestRanking(CompiledRanking):
    """`of_ranks[bits]` is the value of the ranks whose bits are set, the lowest rank bit 0."""

    of_ranks: Sequence[int] = field(repr=False, default=())

    def value(self, cards: Sequence[Card]) -> int:
        """The value of a hand."""
        self._check(cards)
        return self.whole_hand(cards)

    def best(self, cards: Sequence[Card]) -> tuple[Card, ...]:
        self._check(cards)
        return self.best_of([tuple(cards)])

    def best_of(self, hands: Iterable[tuple[Card, ...]]) -> tuple[Card, ...]:
        """The first of the best hands, with the cards that count first."""
        hand = max(hands, key=self.whole_hand)
        bits = self._suit_bits(hand)
        suit = max(bits, key=lambda each: self.of_ranks[bits[each]])
        places = self.deck.ranks.index
        counted = self._counting(bits[suit])
        first = [c for c in hand if c.suit == suit and counted >> places(c.rank) & 1]
        rest = [card for card in hand if card not in first]
        high_first = [sorted(some, key=lambda c: -places(c.rank)) for some in (first, rest)]
        return tuple(card for some in high_first for card in some)

    def whole_hand(self, cards: Sequence[Card]) -> int:
        return max(self.of_ranks[bits] for bits in self._suit_bits(cards).values())

    def values(self, faces: UInt8s) -> NDArray[np.signedinteger]:
        """Values of many hands, one row of face numbers each."""
        import numpy as np

        table, suits = np.array(self.of_ranks, np.int32), len(self.deck.suits)
        best = np.full(len(faces), TOO_SHORT, np.int32)
        bits = (1 << (faces // suits).astype(np.int64)).astype(np.int64)
        for suit in range(suits):
            best = np.maximum(best, table[(bits * (faces % suits == suit)).sum(axis=1)])
        return best

    def check_tables(self, cards: int) -> NoReturn:
        raise HandError(
            f"ranking {self.ranking.id} looks at one suit after the other, and kernels that sum "
            "cards up cannot"
        )

    def value_counts(self, cards: int | None = None) -> list[int]:
        """How many hands have each value: those in which no suit is worth more, less those in which
        none is worth as much. Suits are independent except for the number of cards."""
        cards = self.ranking.cards if cards is None else cards
        if cards != self.ranking.cards:
            raise HandError(f"ranking {self.ranking.id} counts hands of {self.ranking.cards} only")
        held = [0] * len(self.deck.suits)
        for face, copies in zip(self.deck.faces, self.deck.copies, strict=True):
            if copies:
                held[self.deck.suits.index(face.suit)] |= 1 << self.deck.ranks.index(face.rank)
        by_value = self.bits_by_value
        below = [sizes_in_suit(by_value[TOO_SHORT], suit, cards) for suit in held]
        counts, before = [], ways_together(below, cards)
        for value in range(len(self.classes)):
            for suit, sizes in zip(held, below, strict=True):
                for size, more in enumerate(sizes_in_suit(by_value[value], suit, cards)):
                    sizes[size] += more
            now = ways_together(below, cards)
            counts.append(now - before)
            before = now
        return counts

    @cached_property
    def bits_by_value(self) -> dict[int, list[int]]:
        """Every set of ranks that one suit of a hand may be, by its value."""
        found: dict[int, list[int]] = defaultdict(list)
        for bits, value in enumerate(self.of_ranks):
            if bits.bit_count() <= self.ranking.cards:
                found[value].append(bits)
        return found

    def _suit_bits(self, cards: Sequence[Card]) -> dict[str, int]:
        bits: dict[str, int] = {}
        for card in cards:
            bits[card.suit] = bits.get(card.suit, 0) | 1 << self.deck.ranks.index(card.rank)
        return bits

    def _counting(self, bits: int) -> int:
        """The ranks that make the longest run or flush of a suit."""
        if self.ranking.longest == "flush":
            return bits
        return _run(bits, len(self.deck.ranks), ace_low=self.ranking.ace_low).ranks


def compile_longest(ranking: Ranking, deck: Deck) -> LongestRanking:
    """The tables of such a ranking over a deck."""
    full = deck.full
    check_deck(ranking, full)
    count = len(full.ranks)
    # With this many cards in this many suits, one suit has at least this many.
    least = -(-ranking.cards // len(full.suits)) if ranking.longest == "flush" else 1
    keys: dict[int, tuple[int, tuple[int, ...]]] = {}
    for bits in range(1, 1 << count):
        if least <= bits.bit_count() <= ranking.cards:
            if ranking.longest == "flush":
                places = tuple(at for at in reversed(range(count)) if bits >> at & 1)
                keys[bits] = (len(places), places)
            else:
                run = _run(bits, count, ace_low=ranking.ace_low)
                keys[bits] = (run.length, (run.top,))
    ordered = sorted(set(keys.values()))
    values = {key: value for value, key in enumerate(ordered)}
    of_ranks = [values[keys[bits]] if bits in keys else TOO_SHORT for bits in range(1 << count)]
    names = ranking.categories[::-1]
    classes = tuple(
        HandClass(names[length - 1], tuple(full.ranks[at] for at in places))
        for length, places in ordered
    )
    marks = {
        face: (1 << full.ranks.index(face.rank), 1 << full.suits.index(face.suit))
        for face in full.faces
    }
    return LongestRanking(ranking, deck, classes, {}, {}, marks, tuple(of_ranks))


class RankRun(NamedTuple):
    """Ranks that follow each other: how many, the place of the highest, and their bits."""

    length: int
    top: int
    ranks: int


def _run(bits: int, count: int, *, ace_low: bool) -> RankRun:
    """The longest run of ranks; of two equally long the higher."""
    best = RankRun(0, 0, 0)
    for top in range(count):
        length, ranks, at = 0, 0, top
        while at >= 0 and bits >> at & 1:
            length, ranks, at = length + 1, ranks | 1 << at, at - 1
        if at < 0 and ace_low and top < count - 1 and bits >> (count - 1) & 1:
            length, ranks = length + 1, ranks | 1 << (count - 1)
        best = max(best, RankRun(length, top, ranks))
    return best


def sizes_in_suit(sets: Sequence[int], held: int, most: int) -> list[int]:
    """How many of these sets of ranks a suit holds, by their size up to `most`."""
    sizes = [0] * (most + 1)
    for bits in sets:
        if bits & ~held == 0 and bits.bit_count() <= most:
            sizes[bits.bit_count()] += 1
    return sizes


def ways_together(suits: Sequence[Sequence[int]], cards: int) -> int:
    """In how many ways the suits make up this many cards."""
    total = [1, *[0] * cards]
    for sizes in suits:
        total = [
            sum(total[some] * sizes[at - some] for some in range(at + 1)) for at in range(cards + 1)
        ]
    return total[cards]
