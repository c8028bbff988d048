"""Measures: numbers that a player can read off his cards, with words for their thresholds.

A measure gives each position a score. There may be words for scores from a threshold on ("a pair of
sixes or higher"), and for scores up to one ("no card above a nine"). Thresholds without words are
never used.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache

import numpy as np

from feltworks.arrays import Flags, Int16s
from feltworks.cards import RANK_WORDS
from feltworks.odds.simple.seen import (
    Column,
    DecisionView,
    Score,
    Scores,
    SeenPositions,
    downward,
    most,
)

NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven")


@dataclass(frozen=True, eq=False)
class Measure:
    """A score with words."""

    score: Score
    at_least: Mapping[int, str]
    at_most: Mapping[int, str] = field(default_factory=dict)
    between: Callable[[int, int], str | None] | None = None
    """The shortest words for a threshold above the one score and up to the other, if there are more
    thresholds than `at_least` lists."""
    minds_suits: bool = False
    """Whether the score depends on suits in other ways than flushes do."""
    owner: str | None = None
    """Whose cards alone it looks at, or `MONEY`; None if at several owners' cards."""


@dataclass(frozen=True)
class Sign:
    """A measure with a threshold that the score must reach, or must not exceed."""

    measure: Measure
    threshold: int
    words: str
    is_minimum: bool = True

    def __hash__(self) -> int:
        """Without the words, which follow from the rest."""
        return hash((id(self.measure), self.threshold, self.is_minimum))

    def holds(self, seen: SeenPositions) -> Flags:
        scores = seen.score(self.measure.score, self.measure.owner)
        return scores >= self.threshold if self.is_minimum else scores <= self.threshold


def signs(measure: Measure) -> Iterator[Sign]:
    """Every threshold that the measure lists words for."""
    for threshold, words in measure.at_least.items():
        yield Sign(measure, threshold, words)
    for threshold, words in measure.at_most.items():
        yield Sign(measure, threshold, words, is_minimum=False)


def opposite(sign: Sign) -> Sign | None:
    """The sign that holds exactly if this one does not, if there are words for it."""
    at = sign.threshold - 1 if sign.is_minimum else sign.threshold + 1
    words = (sign.measure.at_most if sign.is_minimum else sign.measure.at_least).get(at)
    return None if words is None else Sign(sign.measure, at, words, is_minimum=not sign.is_minimum)


def rank_word(view: DecisionView, rank: int, *, plural: bool = False) -> str:
    return RANK_WORDS[view.space.deck.ranks[rank]][plural]


def a(word: str) -> str:
    """A word with its article."""
    return f"{'an' if word[0] in 'aeiou' else 'a'} {word}"


def or_higher(view: DecisionView, rank: int) -> str:
    top = len(view.space.deck.ranks) - 1
    return rank_word(view, rank) + (" or higher" if rank < top else "")


def own_measures(view: DecisionView) -> Iterator[Measure]:
    """What the player's own cards show on their own."""
    own = view.count("player")
    if not own:
        return
    for place in range(min(own, 5)):
        yield _high(view, place, own)
    if view.space.deck.jokers:
        yield Measure(
            lambda seen: count_true([ranks < 0 for ranks in seen.ranks("player")], len(seen)),
            {1: "a joker"},
            {0: "no joker"},
        )
    if own >= 2:
        yield _own_pair(view)
        yield _own_suits(own)
    if 2 <= own <= 4:
        yield _spread(view, own)


def _high(view: DecisionView, place: int, own: int) -> Measure:
    """The rank of the highest card, the second highest and so on, by `place`."""
    top = len(view.space.deck.ranks) - 1
    some = "both" if place == 1 and own == 2 else NUMBERS[place + 1]
    at_least, at_most = {}, {}
    for rank in range(1, top + 1):
        if place == 0:
            at_least[rank] = a(or_higher(view, rank))
            at_most[rank - 1] = f"no card above {a(rank_word(view, rank - 1))}"
        elif rank == top:
            at_least[rank] = f"{NUMBERS[place + 1]} {rank_word(view, rank, plural=True)}"
        else:
            at_least[rank] = f"{some} cards {rank_word(view, rank)} or higher"
    if own > 1 and place == 0:
        at_most.pop(top - 1)
        at_most[top - 1] = f"no {rank_word(view, top)}"
    return Measure(
        lambda seen: downward(seen.ranks("player"))[place].astype(np.int16),
        at_least,
        at_most,
        owner="player",
    )


def _own_pair(view: DecisionView) -> Measure:
    def score(seen: SeenPositions) -> Scores:
        return grouped(seen, seen.ranks("player"), [])

    return group_measure(view, score, "of your own", own=view.count("player"), owner="player")


def group_measure(
    view: DecisionView, score: Score, whose: str, *, own: int, owner: str | None = None
) -> Measure:
    """Pairs by their rank, and above every pair two pairs or three of a kind."""
    ranks = len(view.space.deck.ranks)
    better = " or better" if own > 2 or "with" in whose else " or higher"
    at_least = {1: f"a pair{better if 'better' in better else ''} {whose}"}
    for rank in range(1, ranks):
        told = better if rank < ranks - 1 or "better" in better else ""
        at_least[rank + 1] = f"a pair of {rank_word(view, rank, plural=True)}{told} {whose}"
    if "better" in better:
        at_least[ranks + 1] = f"more than a pair {whose}"
    return Measure(score, at_least, {0: f"no pair {whose}"}, owner=owner)


def grouped(seen: SeenPositions, own: list[Column], others: list[Column]) -> Scores:
    """The rank of the best pair with an own card, counted from 1; higher than all of these for two
    such pairs or three of a kind."""
    ranks = len(seen.view.space.deck.ranks)
    matches = [
        (one == other) & (one >= 0)
        for place, one in enumerate(own)
        for other in [*own[:place], *others]
    ]
    paired = [one for place, one in enumerate(own) for _ in [*own[:place], *others]]
    pairs = [np.where(same, one + 1, 0) for same, one in zip(matches, paired, strict=True)]
    return np.where(count_true(matches, len(seen)) > 1, ranks + 1, most(pairs, len(seen))).astype(
        np.int16
    )


def _own_suits(own: int) -> Measure:
    words = {2: "two suited cards"} if own == 2 else {own: f"{NUMBERS[own]} suited cards"}
    if own > 3:
        words |= {count: f"{NUMBERS[count]} cards of one suit" for count in range(3, own)}
    unsuited = {1: "two cards of different suits"} if own == 2 else {}
    return Measure(
        lambda seen: suited(seen, "player"), words, unsuited, minds_suits=True, owner="player"
    )


def suited(seen: SeenPositions, *owners: str) -> Scores:
    """The most cards of one suit."""
    suits = seen.suits(*owners)
    each = [
        count_true([column == suit for column in suits], len(seen))
        for suit in range(len(seen.view.space.deck.suits))
    ]
    return most(each, len(seen))


def count_true(columns: list[Flags], rows: int) -> Scores:
    """In how many of the columns each row is true."""
    found = np.zeros(rows, np.int16)
    for column in columns:
        found += column
    return found


def _spread(view: DecisionView, own: int) -> Measure:
    """All own cards of different ranks and close together."""
    ranks = len(view.space.deck.ranks)
    all_different = np.bitwise_count(np.arange(1 << ranks)) == own
    table = np.zeros(1 << ranks, np.int16)
    for width in range(5, own - 1, -1):
        table[all_different & (in_stretch(ranks, width) == own)] = 20 - width
    words = {20 - own: f"{NUMBERS[own]} cards in a row"}
    for width in range(own + 1, 6):
        words[20 - width] = f"{NUMBERS[own]} different ranks within {NUMBERS[width]} of each other"
        if own == 2:
            gap = width - 2
            words[20 - width] = f"two cards at most {NUMBERS[gap]} rank{'s'[: gap > 1]} apart"
    return Measure(lambda seen: table[seen.held("player")], words, owner="player")


@lru_cache(maxsize=32)
def in_stretch(ranks: int, width: int) -> Int16s:
    """For each set of ranks: the most of them within this width; the top rank also counts
    lowest."""
    bits = np.arange(1 << ranks)
    wide = bits << 1 | bits >> (ranks - 1)
    windows = [wide >> low & (1 << width) - 1 for low in range(max(1, ranks + 2 - width))]
    return np.asarray(np.max([np.bitwise_count(held) for held in windows], axis=0), np.int16)
